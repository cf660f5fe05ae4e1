# sort: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
printf 'banana 3\napple 10\nCherry 2\napple 9\n\nzeta -1\nbanana 3\n' > a; printf 'x:3:c\ny:1:b\nz:2:a\nw:10:d\nv\n' > c; printf '1.5\n-2\n10\n1.25\nabc\n-2.5\n007\n+3\n1e3\n.5\n\n0\n-0\n' > n; printf '2K\n1G\n512\n3M\n1.5K\n-1K\n0\n1Q\n' > h; printf 'MAR\nfeb x\n jan\nfoo\nDEC\n' > m; printf 'f-1.10\nf-1.9\nf-1.2.tar\nf-1.2\nf-1.2~\n.x\na\nA1\n' > v; printf '  b\n a\nc\n\td\n' > b; printf 'a\nb\nc\n' > s; printf 'a\0c\0b' > z; printf '1e3\n-inf\nnan\n0x10\nabc\n1e-5\n5\n' > g; printf 'b\303\251\nbe\nbz\nB\n' > u; mkdir d

### sort a
printf 'q\nb\n' | sort a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1

### sort -r a
printf 'q\nb\n' | sort -r a
#| zeta -1
#| banana 3
#| banana 3
#| apple 9
#| apple 10
#| Cherry 2
#|

### sort -n n
printf 'q\nb\n' | sort -n n
#| -2.5
#| -2
#|
#| +3
#| -0
#| 0
#| abc
#| .5
#| 1e3
#| 1.25
#| 1.5
#| 007
#| 10

### sort -rn n
printf 'q\nb\n' | sort -rn n
#| 10
#| 007
#| 1.5
#| 1.25
#| 1e3
#| .5
#| abc
#| 0
#| -0
#| +3
#|
#| -2
#| -2.5

### sort -u a
printf 'q\nb\n' | sort -u a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| zeta -1

### sort -f a
printf 'q\nb\n' | sort -f a
#|
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| Cherry 2
#| zeta -1

### sort -k2 a
printf 'q\nb\n' | sort -k2 a
#|
#| zeta -1
#| apple 10
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9

### sort -k2n a
printf 'q\nb\n' | sort -k2n a
#| zeta -1
#|
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9
#| apple 10

### sort -k2,2n a
printf 'q\nb\n' | sort -k2,2n a
#| zeta -1
#|
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9
#| apple 10

### sort -k 2,2nr a
printf 'q\nb\n' | sort -k 2,2nr a
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| Cherry 2
#|
#| zeta -1

### sort -t: -k2 c
printf 'q\nb\n' | sort -t: -k2 c
#| v
#| w:10:d
#| y:1:b
#| z:2:a
#| x:3:c

### sort -t: -k2,2n c
printf 'q\nb\n' | sort -t: -k2,2n c
#| v
#| y:1:b
#| z:2:a
#| x:3:c
#| w:10:d

### sort -t: -k3 c
printf 'q\nb\n' | sort -t: -k3 c
#| v
#| z:2:a
#| y:1:b
#| x:3:c
#| w:10:d

### sort -t: -k2n -k1r c
printf 'q\nb\n' | sort -t: -k2n -k1r c
#| v
#| y:1:b
#| z:2:a
#| x:3:c
#| w:10:d

### sort -h h
printf 'q\nb\n' | sort -h h
#| -1K
#| 0
#| 1Q
#| 512
#| 1.5K
#| 2K
#| 3M
#| 1G

### sort -hr h
printf 'q\nb\n' | sort -hr h
#| 1G
#| 3M
#| 2K
#| 1.5K
#| 512
#| 1Q
#| 0
#| -1K

### sort -M m
printf 'q\nb\n' | sort -M m
#| foo
#|  jan
#| feb x
#| MAR
#| DEC

### sort -V v
printf 'q\nb\n' | sort -V v
#| .x
#| A1
#| a
#| f-1.2~
#| f-1.2
#| f-1.2.tar
#| f-1.9
#| f-1.10

### sort -b b
printf 'q\nb\n' | sort -b b
#|  a
#|   b
#| c
#| 	d

### sort -k1b b
printf 'q\nb\n' | sort -k1b b
#|  a
#|   b
#| c
#| 	d

### sort b
printf 'q\nb\n' | sort b
#| 	d
#|   b
#|  a
#| c

### sort -c a
printf 'q\nb\n' | sort -c a
#! sort: a:2: disorder: apple 10
#? 1

### sort -c s
printf 'q\nb\n' | sort -c s

### sort -C a
printf 'q\nb\n' | sort -C a
#? 1

### sort -C s
printf 'q\nb\n' | sort -C s

### sort -cu s
printf 'q\nb\n' | sort -cu s

### sort -c -r s
printf 'q\nb\n' | sort -c -r s
#! sort: s:2: disorder: b
#? 1

### sort -m s s
printf 'q\nb\n' | sort -m s s
#| a
#| a
#| b
#| b
#| c
#| c

### sort -s -k1,1 a
printf 'q\nb\n' | sort -s -k1,1 a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1

### sort -k1,1 a
printf 'q\nb\n' | sort -k1,1 a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1

### sort -uk1,1 a
printf 'q\nb\n' | sort -uk1,1 a
#|
#| Cherry 2
#| apple 10
#| banana 3
#| zeta -1

### sort -u -n n
printf 'q\nb\n' | sort -u -n n
#| -2.5
#| -2
#| abc
#| .5
#| 1e3
#| 1.25
#| 1.5
#| 007
#| 10

### sort -z z
printf 'q\nb\n' | sort -z z
#|= 'a\x00b\x00c\x00'

### sort -g g
printf 'q\nb\n' | sort -g g
#| abc
#| nan
#| -inf
#| 1e-5
#| 5
#| 0x10
#| 1e3

### sort -o out a
printf 'q\nb\n' | sort -o out a
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= '-rw-r--r-- 1 ./h \n'
#|= '-rw-r--r-- 1 ./m \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./v \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| banana 3
#| apple 10
#| Cherry 2
#| apple 9
#|
#| zeta -1
#| banana 3
#|
#| ==> ./b <==
#|   b
#|  a
#| c
#| 	d
#|
#| ==> ./c <==
#| x:3:c
#| y:1:b
#| z:2:a
#| w:10:d
#| v
#|
#| ==> ./g <==
#| 1e3
#| -inf
#| nan
#| 0x10
#| abc
#| 1e-5
#| 5
#|
#| ==> ./h <==
#| 2K
#| 1G
#| 512
#| 3M
#| 1.5K
#| -1K
#| 0
#| 1Q
#|
#| ==> ./m <==
#| MAR
#| feb x
#|  jan
#| foo
#| DEC
#|
#| ==> ./n <==
#| 1.5
#| -2
#| 10
#| 1.25
#| abc
#| -2.5
#| 007
#| +3
#| 1e3
#| .5
#|
#| 0
#| -0
#|
#| ==> ./out <==
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1
#|
#| ==> ./s <==
#| a
#| b
#| c
#|
#| ==> ./u <==
#| bé
#| be
#| bz
#| B
#|
#| ==> ./v <==
#| f-1.10
#| f-1.9
#| f-1.2.tar
#| f-1.2
#| f-1.2~
#| .x
#| a
#| A1
#|
#| ==> ./z <==
#|= 'a\x00c\x00b'

### sort -o a a
printf 'q\nb\n' | sort -o a a
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= '-rw-r--r-- 1 ./h \n'
#|= '-rw-r--r-- 1 ./m \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./v \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1
#|
#| ==> ./b <==
#|   b
#|  a
#| c
#| 	d
#|
#| ==> ./c <==
#| x:3:c
#| y:1:b
#| z:2:a
#| w:10:d
#| v
#|
#| ==> ./g <==
#| 1e3
#| -inf
#| nan
#| 0x10
#| abc
#| 1e-5
#| 5
#|
#| ==> ./h <==
#| 2K
#| 1G
#| 512
#| 3M
#| 1.5K
#| -1K
#| 0
#| 1Q
#|
#| ==> ./m <==
#| MAR
#| feb x
#|  jan
#| foo
#| DEC
#|
#| ==> ./n <==
#| 1.5
#| -2
#| 10
#| 1.25
#| abc
#| -2.5
#| 007
#| +3
#| 1e3
#| .5
#|
#| 0
#| -0
#|
#| ==> ./s <==
#| a
#| b
#| c
#|
#| ==> ./u <==
#| bé
#| be
#| bz
#| B
#|
#| ==> ./v <==
#| f-1.10
#| f-1.9
#| f-1.2.tar
#| f-1.2
#| f-1.2~
#| .x
#| a
#| A1
#|
#| ==> ./z <==
#|= 'a\x00c\x00b'

### sort a c
printf 'q\nb\n' | sort a c
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| v
#| w:10:d
#| x:3:c
#| y:1:b
#| z:2:a
#| zeta -1

### sort nx
printf 'q\nb\n' | sort nx
#! sort: cannot read: nx: No such file or directory
#? 2

### sort d
printf 'q\nb\n' | sort d
#! sort: read failed: d: Is a directory
#? 2

### sort - s
printf 'q\nb\n' | sort - s
#| a
#| b
#| b
#| c
#| q

### sort -t xx c
printf 'q\nb\n' | sort -t xx c
#! sort: multi-character tab ‘xx’
#? 2

### sort -t '' c
printf 'q\nb\n' | sort -t '' c
#! sort: empty tab
#? 2

### sort -k0 a
printf 'q\nb\n' | sort -k0 a
#! sort: field number is zero: invalid field specification ‘0’
#? 2

### sort -kx a
printf 'q\nb\n' | sort -kx a
#! sort: invalid number at field start: invalid count at start of ‘x’
#? 2

### sort -k1.0 a
printf 'q\nb\n' | sort -k1.0 a
#! sort: character offset is zero: invalid field specification ‘1.0’
#? 2

### sort -k1.2 a
printf 'q\nb\n' | sort -k1.2 a
#|
#| banana 3
#| banana 3
#| zeta -1
#| Cherry 2
#| apple 10
#| apple 9

### sort -k1.2,1.3 a
printf 'q\nb\n' | sort -k1.2,1.3 a
#|
#| banana 3
#| banana 3
#| zeta -1
#| Cherry 2
#| apple 10
#| apple 9

### sort -k 1,0 a
printf 'q\nb\n' | sort -k 1,0 a
#! sort: field number is zero: invalid field specification ‘1,0’
#? 2

### sort -k 1x a
printf 'q\nb\n' | sort -k 1x a
#! sort: stray character in field spec: invalid field specification ‘1x’
#? 2

### sort -k1. a
printf 'q\nb\n' | sort -k1. a
#! sort: invalid number after '.': invalid count at start of ‘’
#? 2

### sort -k1, a
printf 'q\nb\n' | sort -k1, a
#! sort: invalid number after ',': invalid count at start of ‘’
#? 2

### sort -d a
printf 'q\nb\n' | sort -d a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1

### sort -i a
printf 'q\nb\n' | sort -i a
echo "status $?"; show
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= '-rw-r--r-- 1 ./h \n'
#|= '-rw-r--r-- 1 ./m \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./v \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| banana 3
#| apple 10
#| Cherry 2
#| apple 9
#|
#| zeta -1
#| banana 3
#|
#| ==> ./b <==
#|   b
#|  a
#| c
#| 	d
#|
#| ==> ./c <==
#| x:3:c
#| y:1:b
#| z:2:a
#| w:10:d
#| v
#|
#| ==> ./g <==
#| 1e3
#| -inf
#| nan
#| 0x10
#| abc
#| 1e-5
#| 5
#|
#| ==> ./h <==
#| 2K
#| 1G
#| 512
#| 3M
#| 1.5K
#| -1K
#| 0
#| 1Q
#|
#| ==> ./m <==
#| MAR
#| feb x
#|  jan
#| foo
#| DEC
#|
#| ==> ./n <==
#| 1.5
#| -2
#| 10
#| 1.25
#| abc
#| -2.5
#| 007
#| +3
#| 1e3
#| .5
#|
#| 0
#| -0
#|
#| ==> ./s <==
#| a
#| b
#| c
#|
#| ==> ./u <==
#| bé
#| be
#| bz
#| B
#|
#| ==> ./v <==
#| f-1.10
#| f-1.9
#| f-1.2.tar
#| f-1.2
#| f-1.2~
#| .x
#| a
#| A1
#|
#| ==> ./z <==
#|= 'a\x00c\x00b'

### sort -df a
printf 'q\nb\n' | sort -df a
#|
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| Cherry 2
#| zeta -1

### sort u
printf 'q\nb\n' | sort u
#| B
#| be
#| bz
#| bé

### sort -f u
printf 'q\nb\n' | sort -f u
#| B
#| be
#| bz
#| bé

### sort -nM n
printf 'q\nb\n' | sort -nM n
#! sort: options '-Mn' are incompatible
#? 2

### sort -nd n
printf 'q\nb\n' | sort -nd n
#! sort: options '-dn' are incompatible
#? 2

### sort -t: -k2.1,2.1 c
printf 'q\nb\n' | sort -t: -k2.1,2.1 c
#| v
#| w:10:d
#| y:1:b
#| z:2:a
#| x:3:c

### sort -t: -k1,1 -k2,2n c
printf 'q\nb\n' | sort -t: -k1,1 -k2,2n c
#| v
#| w:10:d
#| x:3:c
#| y:1:b
#| z:2:a

### sort -k2b,2 a
printf 'q\nb\n' | sort -k2b,2 a
#|
#| zeta -1
#| apple 10
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9

### sort -k2 -b a
printf 'q\nb\n' | sort -k2 -b a
#|
#| zeta -1
#| apple 10
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9

### sort -c s a
printf 'q\nb\n' | sort -c s a
#! sort: extra operand 'a' not allowed with -c
#? 2

### sort -co x s
printf 'q\nb\n' | sort -co x s
#! sort: options '-co' are incompatible
#? 2

### sort --sort=numeric n
printf 'q\nb\n' | sort --sort=numeric n
#| -2.5
#| -2
#|
#| +3
#| -0
#| 0
#| abc
#| .5
#| 1e3
#| 1.25
#| 1.5
#| 007
#| 10

### sort --sort=foo n
printf 'q\nb\n' | sort --sort=foo n
#! sort: invalid argument ‘foo’ for ‘--sort’
#! Valid arguments are:
#!   - ‘general-numeric’
#!   - ‘human-numeric’
#!   - ‘month’
#!   - ‘numeric’
#!   - ‘random’
#!   - ‘version’
#! Try 'sort --help' for more information.
#? 1

### sort --key=2 a
printf 'q\nb\n' | sort --key=2 a
#|
#| zeta -1
#| apple 10
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9

### sort --field-separator=: --key=2n c
printf 'q\nb\n' | sort --field-separator=: --key=2n c
#| v
#| y:1:b
#| z:2:a
#| x:3:c
#| w:10:d

### sort --check=quiet a
printf 'q\nb\n' | sort --check=quiet a
#? 1

### sort --check=silent a
printf 'q\nb\n' | sort --check=silent a
#? 1

### sort --check a
printf 'q\nb\n' | sort --check a
#! sort: a:2: disorder: apple 10
#? 1

### sort -rs -k1,1 a
printf 'q\nb\n' | sort -rs -k1,1 a
#| zeta -1
#| banana 3
#| banana 3
#| apple 10
#| apple 9
#| Cherry 2
#|

### sort -r -k1,1 a
printf 'q\nb\n' | sort -r -k1,1 a
#| zeta -1
#| banana 3
#| banana 3
#| apple 9
#| apple 10
#| Cherry 2
#|

### sort -nu n
printf 'q\nb\n' | sort -nu n
#| -2.5
#| -2
#| abc
#| .5
#| 1e3
#| 1.25
#| 1.5
#| 007
#| 10

### sort -fu a
printf 'q\nb\n' | sort -fu a
#|
#| apple 10
#| apple 9
#| banana 3
#| Cherry 2
#| zeta -1

### sort -t "\0" -z -k1 z
printf 'q\nb\n' | sort -t "\0" -z -k1 z
#|= 'a\x00b\x00c\x00'

### sort --zz
printf 'q\nb\n' | sort --zz
#! sort: unrecognized option '--zz'
#! Try 'sort --help' for more information.
#? 2

### sort -k2,2 -k1,1r a
printf 'q\nb\n' | sort -k2,2 -k1,1r a
#|
#| zeta -1
#| apple 10
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9

### sort -ns n
printf 'q\nb\n' | sort -ns n
#| -2.5
#| -2
#| abc
#| +3
#|
#| 0
#| -0
#| .5
#| 1e3
#| 1.25
#| 1.5
#| 007
#| 10

### sort -bn n
printf 'q\nb\n' | sort -bn n
#| -2.5
#| -2
#|
#| +3
#| -0
#| 0
#| abc
#| .5
#| 1e3
#| 1.25
#| 1.5
#| 007
#| 10

### sort -t " " -k2 a
printf 'q\nb\n' | sort -t " " -k2 a
#|
#| zeta -1
#| apple 10
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9

### sort -k 2.2n a
printf 'q\nb\n' | sort -k 2.2n a
#| zeta -1
#|
#| Cherry 2
#| banana 3
#| banana 3
#| apple 9
#| apple 10

### sort --files0-from=nx
printf 'q\nb\n' | sort --files0-from=nx
#! sort: open failed: nx: No such file or directory
#? 2

### sort -S 1M a
printf 'q\nb\n' | sort -S 1M a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1

### sort --parallel=2 a
printf 'q\nb\n' | sort --parallel=2 a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1

### sort -T /tmp a
printf 'q\nb\n' | sort -T /tmp a
#|
#| Cherry 2
#| apple 10
#| apple 9
#| banana 3
#| banana 3
#| zeta -1

### sort -t: -k 4 c
printf 'q\nb\n' | sort -t: -k 4 c
#| v
#| w:10:d
#| x:3:c
#| y:1:b
#| z:2:a

### sort -rk2 a
printf 'q\nb\n' | sort -rk2 a
#| apple 9
#| banana 3
#| banana 3
#| Cherry 2
#| apple 10
#| zeta -1
#|

### sort -k1r,1 a
printf 'q\nb\n' | sort -k1r,1 a
#| zeta -1
#| banana 3
#| banana 3
#| apple 10
#| apple 9
#| Cherry 2
#|

### sort -k1,1r -k2n a
printf 'q\nb\n' | sort -k1,1r -k2n a
#| zeta -1
#| banana 3
#| banana 3
#| apple 9
#| apple 10
#| Cherry 2
#|

### sort -dfu a
printf 'q\nb\n' | sort -dfu a
#|
#| apple 10
#| apple 9
#| banana 3
#| Cherry 2
#| zeta -1

### sort -gr g
printf 'q\nb\n' | sort -gr g
#| 1e3
#| 0x10
#| 5
#| 1e-5
#| -inf
#| nan
#| abc

### sort -Mr m
printf 'q\nb\n' | sort -Mr m
#| DEC
#| MAR
#| feb x
#|  jan
#| foo

### sort -Vr v
printf 'q\nb\n' | sort -Vr v
#| f-1.10
#| f-1.9
#| f-1.2.tar
#| f-1.2
#| f-1.2~
#| a
#| A1
#| .x

### sort -V -f v
printf 'q\nb\n' | sort -V -f v
#| .x
#| a
#| A1
#| f-1.2~
#| f-1.2
#| f-1.2.tar
#| f-1.9
#| f-1.10

### sort -c n
printf 'q\nb\n' | sort -c n
#! sort: n:2: disorder: -2
#? 1

### sort -cn n
printf 'q\nb\n' | sort -cn n
#! sort: n:2: disorder: -2
#? 1

### sort -nc n
printf 'q\nb\n' | sort -nc n
#! sort: n:2: disorder: -2
#? 1

### sort -hu h
printf 'q\nb\n' | sort -hu h
#| -1K
#| 0
#| 1Q
#| 512
#| 1.5K
#| 2K
#| 3M
#| 1G

### sort -kn a
printf 'q\nb\n' | sort -kn a
#! sort: invalid number at field start: invalid count at start of ‘n’
#? 2

### sort as random lines found it: printf 'b\na\n' > o; printf 'c\n' | sort -m o -
printf 'b\na\n' > o; printf 'c\n' | sort -m o -
#| b
#| a
#| c

### sort as random lines found it: printf 'a 2\nb 1\n' | sort +1
printf 'a 2\nb 1\n' | sort +1
#| b 1
#| a 2

### sort as random lines found it: printf 'a 2\nb 1\n' | sort +1 -2 -n
printf 'a 2\nb 1\n' | sort +1 -2 -n
#| b 1
#| a 2

### sort as random lines found it: sort -S x
sort -S x
#! sort: invalid -S argument 'x'
#? 2

### sort as random lines found it: sort --parallel=0
sort --parallel=0
#! sort: number in parallel must be nonzero
#? 2

### sort as random lines found it: printf '9\n1e2\n' | sort -fh
printf '9\n1e2\n' | sort -fh
#| 9
#| 1e2

### sort as random lines found it: sort -t a -t b
sort -t a -t b
#! sort: incompatible tabs
#? 2

### sort as random lines found it: sort -k 1.x
sort -k 1.x
#! sort: invalid number after '.': invalid count at start of ‘x’
#? 2
