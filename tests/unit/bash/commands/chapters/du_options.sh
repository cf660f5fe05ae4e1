# du_options: counts, times and names of du.
mkdir -p d/e/f; head -c 5000 /dev/zero > d/a; head -c 100 /dev/zero > d/e/b; echo x > d/e/f/c; ln d/a d/h; touch -d @1000000000 d/a; touch -d @1100000000 d/e/b; touch -d @1200000000 d/e/f/c; touch -d @1300000000 d/e/f d/e d

### du -bc d/a d/e/b
du -bc d/a d/e/b
#| 5000	d/a
#| 100	d/e/b
#| 5100	total

### du --inodes d | sort -k2
du --inodes d | sort -k2
#| 6	d
#| 4	d/e
#| 2	d/e/f

### du --inodes -s d
du --inodes -s d
#| 6	d

### du --inodes -sh d
du --inodes -sh d
#| 6	d

### du --inodes --apparent-size d; echo $?
du --inodes --apparent-size d; echo $?
#| 2	d/e/f
#| 4	d/e
#| 6	d
#| 0
#! du: warning: options --apparent-size and -b are ineffective with --inodes

### du -b --time d | sort -k4
du -b --time d | sort -k4
#| 17390	2011-03-13 07:06	d
#| 8294	2011-03-13 07:06	d/e
#| 4098	2011-03-13 07:06	d/e/f

### du -b --time --time-style=full-iso d/e/b
du -b --time --time-style=full-iso d/e/b
#| 100	2004-11-09 11:33:20.000000000 +0000	d/e/b

### du -b --time --time-style=long-iso d/e/b
du -b --time --time-style=long-iso d/e/b
#| 100	2004-11-09 11:33	d/e/b

### du -b --time --time-style=iso d/e/b
du -b --time --time-style=iso d/e/b
#| 100	2004-11-09	d/e/b

### du -b --time --time-style=+%Y d/e/b
du -b --time --time-style=+%Y d/e/b
#| 100	2004	d/e/b

### du -b --time --time-style=foo d/e/b; echo $?
du -b --time --time-style=foo d/e/b; echo $?
#| 1
#! du: invalid argument ‘foo’ for ‘time style’
#! Valid arguments are:
#!   - ‘full-iso’
#!   - ‘long-iso’
#!   - ‘iso’
#! Try 'du --help' for more information.

### du -b --time=foo d; echo $?
du -b --time=foo d; echo $?
#| 1
#! du: invalid argument ‘foo’ for ‘--time’
#! Valid arguments are:
#!   - ‘atime’, ‘access’, ‘use’
#!   - ‘ctime’, ‘status’
#! Try 'du --help' for more information.

### TIME_STYLE=iso du -b --time d/e/b
TIME_STYLE=iso du -b --time d/e/b
#| 100	2004-11-09	d/e/b

### du -X nope d; echo $?
du -X nope d; echo $?
#| 1
#! du: nope: No such file or directory
#! Try 'du --help' for more information.

### printf 'd/a\0d/e\0' | du -b --files0-from=-
printf 'd/a\0d/e\0' | du -b --files0-from=-
#| 5000	d/a
#| 4098	d/e/f
#| 8294	d/e

### printf 'd/a\0\0d/e\0' > l; du -b --files0-from=l; echo $?
printf 'd/a\0\0d/e\0' > l; du -b --files0-from=l; echo $?
#| 5000	d/a
#| 4098	d/e/f
#| 8294	d/e
#| 1
#! du: l:2: invalid zero-length file name

### printf 'd/a\0' > l; du -b --files0-from=l d; echo $?
printf 'd/a\0' > l; du -b --files0-from=l d; echo $?
#| 1
#! du: extra operand ‘d’
#! file operands cannot be combined with --files0-from
#! Try 'du --help' for more information.

### du --files0-from=nope; echo $?
du --files0-from=nope; echo $?
#| 1
#! du: cannot open 'nope' for reading: No such file or directory

### printf -- '-\0' | du --files0-from=-; echo $?
printf -- '-\0' | du --files0-from=-; echo $?
#| 1
#! du: when reading file names from stdin, no file name of '-' allowed

### printf 'nope\0d/a\0' | du -b --files0-from=-; echo $?
printf 'nope\0d/a\0' | du -b --files0-from=-; echo $?
#| 5000	d/a
#| 1
#! du: cannot access 'nope': No such file or directory

### du -b --block-size=K d/a
du -b --block-size=K d/a
#| 5K	d/a

### du -d1 -b d; du -b -d x d; echo $?
du -d1 -b d; du -b -d x d; echo $?
#| 8294	d/e
#| 17390	d
#| 1
#! du: invalid maximum depth ‘x’
#! Try 'du --help' for more information.

### du -s -d1 d; echo $?
du -s -d1 d; echo $?
#| 1
#! du: warning: summarizing conflicts with --max-depth=1
#! Try 'du --help' for more information.

### du -sb -d0 d
du -sb -d0 d
#| 17390	d
#! du: warning: summarizing is the same as using --max-depth=0

### du -as d; echo $?
du -as d; echo $?
#| 1
#! du: cannot both summarize and show all entries
#! Try 'du --help' for more information.

### du -b -t 200 d | sort; du -b -t -200 d/e -a | sort
du -b -t 200 d | sort; du -b -t -200 d/e -a | sort
#| 17390	d
#| 4098	d/e/f
#| 8294	d/e
#| 100	d/e/b
#| 2	d/e/f/c

### du -b -S d | sort -k2
du -b -S d | sort -k2
#| 9096	d
#| 4196	d/e
#| 4098	d/e/f

### du -bl d | sort -k2
du -bl d | sort -k2
#| 22390	d
#| 8294	d/e
#| 4098	d/e/f

### du -b0 d/a | od -c | head -2
du -b0 d/a | od -c | head -2
#| 0000000   5   0   0   0  \t   d   /   a  \0
#| 0000011

### du -b nope d/a; echo $?
du -b nope d/a; echo $?
#| 5000	d/a
#| 1
#! du: cannot access 'nope': No such file or directory
