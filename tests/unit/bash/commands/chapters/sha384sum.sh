# sha384sum: what each command line gives on these files.
echo hi > a; printf 'x\n' > 'b\c'; echo ho > c

### sha384sum a 'b\c'
sha384sum a 'b\c'
#| 4284b5694ca6c0d2cf4789a0b95ac8025c818de52304364be7cd2981b2d2edc685b322277ec25819962413d8c9b2c1f5  a
#| \bed4e0f8b9c0ec8bee077c2d5ffea39f5b8858458f2694cbe3bd50e137dedb806c76781c53e7cf25dd074855dbbfe3d4  b\\c

### sha384sum < a
sha384sum < a
#| 4284b5694ca6c0d2cf4789a0b95ac8025c818de52304364be7cd2981b2d2edc685b322277ec25819962413d8c9b2c1f5  -

### sha384sum --tag a
sha384sum --tag a
#| SHA384 (a) = 4284b5694ca6c0d2cf4789a0b95ac8025c818de52304364be7cd2981b2d2edc685b322277ec25819962413d8c9b2c1f5

### sha384sum -b a
sha384sum -b a
#| 4284b5694ca6c0d2cf4789a0b95ac8025c818de52304364be7cd2981b2d2edc685b322277ec25819962413d8c9b2c1f5 *a

### sha384sum -z a
sha384sum -z a
#|= '4284b5694ca6c0d2cf4789a0b95ac8025c818de52304364be7cd2981b2d2edc685b322277ec25819962413d8c9b2c1f5  a\x00'

### sha384sum nope
sha384sum nope
#! sha384sum: nope: No such file or directory
#? 1

### sha384sum a > s; sha384sum -c s
sha384sum a > s; sha384sum -c s
#| a: OK

### sha384sum a c > s; echo new > c; sha384sum -c s
sha384sum a c > s; echo new > c; sha384sum -c s
#| a: OK
#| c: FAILED
#! sha384sum: WARNING: 1 computed checksum did NOT match
#? 1

### sha384sum a > s; rm a; sha384sum -c s
sha384sum a > s; rm a; sha384sum -c s
#| a: FAILED open or read
#! sha384sum: a: No such file or directory
#! sha384sum: WARNING: 1 listed file could not be read
#? 1

### sha384sum a > s; rm a; sha384sum --ignore-missing -c s
sha384sum a > s; rm a; sha384sum --ignore-missing -c s
#! sha384sum: s: no file was verified
#? 1

### sha384sum a > s; sha384sum --quiet -c s
sha384sum a > s; sha384sum --quiet -c s

### sha384sum a c > s; echo new > c; sha384sum --status -c s
sha384sum a c > s; echo new > c; sha384sum --status -c s
#? 1

### sha384sum a > s; echo bad >> s; sha384sum -w -c s
sha384sum a > s; echo bad >> s; sha384sum -w -c s
#| a: OK
#! sha384sum: s: 2: improperly formatted SHA384 checksum line
#! sha384sum: WARNING: 1 line is improperly formatted

### sha384sum a > s; echo bad >> s; sha384sum --strict -c s
sha384sum a > s; echo bad >> s; sha384sum --strict -c s
#| a: OK
#! sha384sum: WARNING: 1 line is improperly formatted
#? 1

### sha384sum --tag a > s; sha384sum -c s
sha384sum --tag a > s; sha384sum -c s
#| a: OK

### sha384sum -c a
sha384sum -c a
#! sha384sum: a: no properly formatted checksum lines found
#? 1

### sha384sum --tag -t a
sha384sum --tag -t a
#! sha384sum: --tag does not support --text mode
#! Try 'sha384sum --help' for more information.
#? 1

### sha384sum --strict a
sha384sum --strict a
#! sha384sum: the --strict option is meaningful only when verifying checksums
#! Try 'sha384sum --help' for more information.
#? 1

### sha384sum --bogus
sha384sum --bogus
#! sha384sum: unrecognized option '--bogus'
#! Try 'sha384sum --help' for more information.
#? 1
