# md5sum: what each command line gives on these files.
echo hi > a; printf 'x\n' > 'b\c'; echo ho > c

### md5sum a 'b\c'
md5sum a 'b\c'
#| 764efa883dda1e11db47671c4a3bbd9e  a
#| \401b30e3b8b5d629635a5c613cdb7919  b\\c

### md5sum < a
md5sum < a
#| 764efa883dda1e11db47671c4a3bbd9e  -

### md5sum --tag a
md5sum --tag a
#| MD5 (a) = 764efa883dda1e11db47671c4a3bbd9e

### md5sum -b a
md5sum -b a
#| 764efa883dda1e11db47671c4a3bbd9e *a

### md5sum -z a
md5sum -z a
#|= '764efa883dda1e11db47671c4a3bbd9e  a\x00'

### md5sum nope
md5sum nope
#! md5sum: nope: No such file or directory
#? 1

### md5sum a > s; md5sum -c s
md5sum a > s; md5sum -c s
#| a: OK

### md5sum a c > s; echo new > c; md5sum -c s
md5sum a c > s; echo new > c; md5sum -c s
#| a: OK
#| c: FAILED
#! md5sum: WARNING: 1 computed checksum did NOT match
#? 1

### md5sum a > s; rm a; md5sum -c s
md5sum a > s; rm a; md5sum -c s
#| a: FAILED open or read
#! md5sum: a: No such file or directory
#! md5sum: WARNING: 1 listed file could not be read
#? 1

### md5sum a > s; rm a; md5sum --ignore-missing -c s
md5sum a > s; rm a; md5sum --ignore-missing -c s
#! md5sum: s: no file was verified
#? 1

### md5sum a > s; md5sum --quiet -c s
md5sum a > s; md5sum --quiet -c s

### md5sum a c > s; echo new > c; md5sum --status -c s
md5sum a c > s; echo new > c; md5sum --status -c s
#? 1

### md5sum a > s; echo bad >> s; md5sum -w -c s
md5sum a > s; echo bad >> s; md5sum -w -c s
#| a: OK
#! md5sum: s: 2: improperly formatted MD5 checksum line
#! md5sum: WARNING: 1 line is improperly formatted

### md5sum a > s; echo bad >> s; md5sum --strict -c s
md5sum a > s; echo bad >> s; md5sum --strict -c s
#| a: OK
#! md5sum: WARNING: 1 line is improperly formatted
#? 1

### md5sum --tag a > s; md5sum -c s
md5sum --tag a > s; md5sum -c s
#| a: OK

### md5sum -c a
md5sum -c a
#! md5sum: a: no properly formatted checksum lines found
#? 1

### md5sum --tag -t a
md5sum --tag -t a
#! md5sum: --tag does not support --text mode
#! Try 'md5sum --help' for more information.
#? 1

### md5sum --strict a
md5sum --strict a
#! md5sum: the --strict option is meaningful only when verifying checksums
#! Try 'md5sum --help' for more information.
#? 1

### md5sum --bogus
md5sum --bogus
#! md5sum: unrecognized option '--bogus'
#! Try 'md5sum --help' for more information.
#? 1

### md5sum as random lines found it: printf x | md5sum -t --tag
printf x | md5sum -t --tag
#| MD5 (-) = 9dd4e461268c8034f5c8564e155c67a6

### md5sum as random lines found it: printf x > o; md5sum o > s; md5sum -c --quiet -w s
printf x > o; md5sum o > s; md5sum -c --quiet -w s
#| o: OK
