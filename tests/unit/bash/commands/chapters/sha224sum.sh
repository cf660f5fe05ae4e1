# sha224sum: what each command line gives on these files.
echo hi > a; printf 'x\n' > 'b\c'; echo ho > c

### sha224sum a 'b\c'
sha224sum a 'b\c'
#| 0689e590864cee67b037c8f4c390a75a192bb01160cc9c21374afb12  a
#| \f18276755ba8725bfe0e6bff764621dc562fdaba9d60308327ad55a2  b\\c

### sha224sum < a
sha224sum < a
#| 0689e590864cee67b037c8f4c390a75a192bb01160cc9c21374afb12  -

### sha224sum --tag a
sha224sum --tag a
#| SHA224 (a) = 0689e590864cee67b037c8f4c390a75a192bb01160cc9c21374afb12

### sha224sum -b a
sha224sum -b a
#| 0689e590864cee67b037c8f4c390a75a192bb01160cc9c21374afb12 *a

### sha224sum -z a
sha224sum -z a
#|= '0689e590864cee67b037c8f4c390a75a192bb01160cc9c21374afb12  a\x00'

### sha224sum nope
sha224sum nope
#! sha224sum: nope: No such file or directory
#? 1

### sha224sum a > s; sha224sum -c s
sha224sum a > s; sha224sum -c s
#| a: OK

### sha224sum a c > s; echo new > c; sha224sum -c s
sha224sum a c > s; echo new > c; sha224sum -c s
#| a: OK
#| c: FAILED
#! sha224sum: WARNING: 1 computed checksum did NOT match
#? 1

### sha224sum a > s; rm a; sha224sum -c s
sha224sum a > s; rm a; sha224sum -c s
#| a: FAILED open or read
#! sha224sum: a: No such file or directory
#! sha224sum: WARNING: 1 listed file could not be read
#? 1

### sha224sum a > s; rm a; sha224sum --ignore-missing -c s
sha224sum a > s; rm a; sha224sum --ignore-missing -c s
#! sha224sum: s: no file was verified
#? 1

### sha224sum a > s; sha224sum --quiet -c s
sha224sum a > s; sha224sum --quiet -c s

### sha224sum a c > s; echo new > c; sha224sum --status -c s
sha224sum a c > s; echo new > c; sha224sum --status -c s
#? 1

### sha224sum a > s; echo bad >> s; sha224sum -w -c s
sha224sum a > s; echo bad >> s; sha224sum -w -c s
#| a: OK
#! sha224sum: s: 2: improperly formatted SHA224 checksum line
#! sha224sum: WARNING: 1 line is improperly formatted

### sha224sum a > s; echo bad >> s; sha224sum --strict -c s
sha224sum a > s; echo bad >> s; sha224sum --strict -c s
#| a: OK
#! sha224sum: WARNING: 1 line is improperly formatted
#? 1

### sha224sum --tag a > s; sha224sum -c s
sha224sum --tag a > s; sha224sum -c s
#| a: OK

### sha224sum -c a
sha224sum -c a
#! sha224sum: a: no properly formatted checksum lines found
#? 1

### sha224sum --tag -t a
sha224sum --tag -t a
#! sha224sum: --tag does not support --text mode
#! Try 'sha224sum --help' for more information.
#? 1

### sha224sum --strict a
sha224sum --strict a
#! sha224sum: the --strict option is meaningful only when verifying checksums
#! Try 'sha224sum --help' for more information.
#? 1

### sha224sum --bogus
sha224sum --bogus
#! sha224sum: unrecognized option '--bogus'
#! Try 'sha224sum --help' for more information.
#? 1
