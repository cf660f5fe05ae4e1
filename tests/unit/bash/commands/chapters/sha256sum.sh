# sha256sum: what each command line gives on these files.
echo hi > a; printf 'x\n' > 'b\c'; echo ho > c

### sha256sum a 'b\c'
sha256sum a 'b\c'
#| 98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4  a
#| \73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac  b\\c

### sha256sum < a
sha256sum < a
#| 98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4  -

### sha256sum --tag a
sha256sum --tag a
#| SHA256 (a) = 98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4

### sha256sum -b a
sha256sum -b a
#| 98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4 *a

### sha256sum -z a
sha256sum -z a
#|= '98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4  a\x00'

### sha256sum nope
sha256sum nope
#! sha256sum: nope: No such file or directory
#? 1

### sha256sum a > s; sha256sum -c s
sha256sum a > s; sha256sum -c s
#| a: OK

### sha256sum a c > s; echo new > c; sha256sum -c s
sha256sum a c > s; echo new > c; sha256sum -c s
#| a: OK
#| c: FAILED
#! sha256sum: WARNING: 1 computed checksum did NOT match
#? 1

### sha256sum a > s; rm a; sha256sum -c s
sha256sum a > s; rm a; sha256sum -c s
#| a: FAILED open or read
#! sha256sum: a: No such file or directory
#! sha256sum: WARNING: 1 listed file could not be read
#? 1

### sha256sum a > s; rm a; sha256sum --ignore-missing -c s
sha256sum a > s; rm a; sha256sum --ignore-missing -c s
#! sha256sum: s: no file was verified
#? 1

### sha256sum a > s; sha256sum --quiet -c s
sha256sum a > s; sha256sum --quiet -c s

### sha256sum a c > s; echo new > c; sha256sum --status -c s
sha256sum a c > s; echo new > c; sha256sum --status -c s
#? 1

### sha256sum a > s; echo bad >> s; sha256sum -w -c s
sha256sum a > s; echo bad >> s; sha256sum -w -c s
#| a: OK
#! sha256sum: s: 2: improperly formatted SHA256 checksum line
#! sha256sum: WARNING: 1 line is improperly formatted

### sha256sum a > s; echo bad >> s; sha256sum --strict -c s
sha256sum a > s; echo bad >> s; sha256sum --strict -c s
#| a: OK
#! sha256sum: WARNING: 1 line is improperly formatted
#? 1

### sha256sum --tag a > s; sha256sum -c s
sha256sum --tag a > s; sha256sum -c s
#| a: OK

### sha256sum -c a
sha256sum -c a
#! sha256sum: a: no properly formatted checksum lines found
#? 1

### sha256sum --tag -t a
sha256sum --tag -t a
#! sha256sum: --tag does not support --text mode
#! Try 'sha256sum --help' for more information.
#? 1

### sha256sum --strict a
sha256sum --strict a
#! sha256sum: the --strict option is meaningful only when verifying checksums
#! Try 'sha256sum --help' for more information.
#? 1

### sha256sum --bogus
sha256sum --bogus
#! sha256sum: unrecognized option '--bogus'
#! Try 'sha256sum --help' for more information.
#? 1
