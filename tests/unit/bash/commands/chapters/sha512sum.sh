# sha512sum: what each command line gives on these files.
echo hi > a; printf 'x\n' > 'b\c'; echo ho > c

### sha512sum a 'b\c'
sha512sum a 'b\c'
#| d78abb0542736865f94704521609c230dac03a2f369d043ac212d6933b91410e06399e37f9c5cc88436a31737330c1c8eccb2c2f9f374d62f716432a32d50fac  a
#| \45843648ecf9da8e513286f136e3f271e7d6dee4d29b947a50dde8c61f3e197694c13bcdc279ce459839757cd8de19c11b23b33565384a97afcf360483578cd4  b\\c

### sha512sum < a
sha512sum < a
#| d78abb0542736865f94704521609c230dac03a2f369d043ac212d6933b91410e06399e37f9c5cc88436a31737330c1c8eccb2c2f9f374d62f716432a32d50fac  -

### sha512sum --tag a
sha512sum --tag a
#| SHA512 (a) = d78abb0542736865f94704521609c230dac03a2f369d043ac212d6933b91410e06399e37f9c5cc88436a31737330c1c8eccb2c2f9f374d62f716432a32d50fac

### sha512sum -b a
sha512sum -b a
#| d78abb0542736865f94704521609c230dac03a2f369d043ac212d6933b91410e06399e37f9c5cc88436a31737330c1c8eccb2c2f9f374d62f716432a32d50fac *a

### sha512sum -z a
sha512sum -z a
#|= 'd78abb0542736865f94704521609c230dac03a2f369d043ac212d6933b91410e06399e37f9c5cc88436a31737330c1c8eccb2c2f9f374d62f716432a32d50fac  a\x00'

### sha512sum nope
sha512sum nope
#! sha512sum: nope: No such file or directory
#? 1

### sha512sum a > s; sha512sum -c s
sha512sum a > s; sha512sum -c s
#| a: OK

### sha512sum a c > s; echo new > c; sha512sum -c s
sha512sum a c > s; echo new > c; sha512sum -c s
#| a: OK
#| c: FAILED
#! sha512sum: WARNING: 1 computed checksum did NOT match
#? 1

### sha512sum a > s; rm a; sha512sum -c s
sha512sum a > s; rm a; sha512sum -c s
#| a: FAILED open or read
#! sha512sum: a: No such file or directory
#! sha512sum: WARNING: 1 listed file could not be read
#? 1

### sha512sum a > s; rm a; sha512sum --ignore-missing -c s
sha512sum a > s; rm a; sha512sum --ignore-missing -c s
#! sha512sum: s: no file was verified
#? 1

### sha512sum a > s; sha512sum --quiet -c s
sha512sum a > s; sha512sum --quiet -c s

### sha512sum a c > s; echo new > c; sha512sum --status -c s
sha512sum a c > s; echo new > c; sha512sum --status -c s
#? 1

### sha512sum a > s; echo bad >> s; sha512sum -w -c s
sha512sum a > s; echo bad >> s; sha512sum -w -c s
#| a: OK
#! sha512sum: s: 2: improperly formatted SHA512 checksum line
#! sha512sum: WARNING: 1 line is improperly formatted

### sha512sum a > s; echo bad >> s; sha512sum --strict -c s
sha512sum a > s; echo bad >> s; sha512sum --strict -c s
#| a: OK
#! sha512sum: WARNING: 1 line is improperly formatted
#? 1

### sha512sum --tag a > s; sha512sum -c s
sha512sum --tag a > s; sha512sum -c s
#| a: OK

### sha512sum -c a
sha512sum -c a
#! sha512sum: a: no properly formatted checksum lines found
#? 1

### sha512sum --tag -t a
sha512sum --tag -t a
#! sha512sum: --tag does not support --text mode
#! Try 'sha512sum --help' for more information.
#? 1

### sha512sum --strict a
sha512sum --strict a
#! sha512sum: the --strict option is meaningful only when verifying checksums
#! Try 'sha512sum --help' for more information.
#? 1

### sha512sum --bogus
sha512sum --bogus
#! sha512sum: unrecognized option '--bogus'
#! Try 'sha512sum --help' for more information.
#? 1
