# sha1sum: what each command line gives on these files.
echo hi > a; printf 'x\n' > 'b\c'; echo ho > c

### sha1sum a 'b\c'
sha1sum a 'b\c'
#| 55ca6286e3e4f4fba5d0448333fa99fc5a404a73  a
#| \6fcf9dfbd479ed82697fee719b9f8c610a11ff2a  b\\c

### sha1sum < a
sha1sum < a
#| 55ca6286e3e4f4fba5d0448333fa99fc5a404a73  -

### sha1sum --tag a
sha1sum --tag a
#| SHA1 (a) = 55ca6286e3e4f4fba5d0448333fa99fc5a404a73

### sha1sum -b a
sha1sum -b a
#| 55ca6286e3e4f4fba5d0448333fa99fc5a404a73 *a

### sha1sum -z a
sha1sum -z a
#|= '55ca6286e3e4f4fba5d0448333fa99fc5a404a73  a\x00'

### sha1sum nope
sha1sum nope
#! sha1sum: nope: No such file or directory
#? 1

### sha1sum a > s; sha1sum -c s
sha1sum a > s; sha1sum -c s
#| a: OK

### sha1sum a c > s; echo new > c; sha1sum -c s
sha1sum a c > s; echo new > c; sha1sum -c s
#| a: OK
#| c: FAILED
#! sha1sum: WARNING: 1 computed checksum did NOT match
#? 1

### sha1sum a > s; rm a; sha1sum -c s
sha1sum a > s; rm a; sha1sum -c s
#| a: FAILED open or read
#! sha1sum: a: No such file or directory
#! sha1sum: WARNING: 1 listed file could not be read
#? 1

### sha1sum a > s; rm a; sha1sum --ignore-missing -c s
sha1sum a > s; rm a; sha1sum --ignore-missing -c s
#! sha1sum: s: no file was verified
#? 1

### sha1sum a > s; sha1sum --quiet -c s
sha1sum a > s; sha1sum --quiet -c s

### sha1sum a c > s; echo new > c; sha1sum --status -c s
sha1sum a c > s; echo new > c; sha1sum --status -c s
#? 1

### sha1sum a > s; echo bad >> s; sha1sum -w -c s
sha1sum a > s; echo bad >> s; sha1sum -w -c s
#| a: OK
#! sha1sum: s: 2: improperly formatted SHA1 checksum line
#! sha1sum: WARNING: 1 line is improperly formatted

### sha1sum a > s; echo bad >> s; sha1sum --strict -c s
sha1sum a > s; echo bad >> s; sha1sum --strict -c s
#| a: OK
#! sha1sum: WARNING: 1 line is improperly formatted
#? 1

### sha1sum --tag a > s; sha1sum -c s
sha1sum --tag a > s; sha1sum -c s
#| a: OK

### sha1sum -c a
sha1sum -c a
#! sha1sum: a: no properly formatted checksum lines found
#? 1

### sha1sum --tag -t a
sha1sum --tag -t a
#! sha1sum: --tag does not support --text mode
#! Try 'sha1sum --help' for more information.
#? 1

### sha1sum --strict a
sha1sum --strict a
#! sha1sum: the --strict option is meaningful only when verifying checksums
#! Try 'sha1sum --help' for more information.
#? 1

### sha1sum --bogus
sha1sum --bogus
#! sha1sum: unrecognized option '--bogus'
#! Try 'sha1sum --help' for more information.
#? 1
