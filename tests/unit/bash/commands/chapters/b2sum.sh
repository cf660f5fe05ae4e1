# b2sum: what each command line gives on these files.
echo hi > a; printf 'x\n' > 'b\c'; echo ho > c

### b2sum a 'b\c'
b2sum a 'b\c'
#| 7ea59e7a000ec003846b6607dfd5f9217b681dc1a81b0789b464c3995105d93083f7f0a86fca01a1bed27e9f9303ae58d01746e3b20443480bea56198e65bfc5  a
#| \11216a131f9f4c8ba8dbeba037c45eedc7a0132043cb48a97860a9a1922dcf531b31d140a47a8f06a2664b76cc7aff6203cb4eb863d79d1bb520a7ac0d695924  b\\c

### b2sum < a
b2sum < a
#| 7ea59e7a000ec003846b6607dfd5f9217b681dc1a81b0789b464c3995105d93083f7f0a86fca01a1bed27e9f9303ae58d01746e3b20443480bea56198e65bfc5  -

### b2sum --tag a
b2sum --tag a
#| BLAKE2b (a) = 7ea59e7a000ec003846b6607dfd5f9217b681dc1a81b0789b464c3995105d93083f7f0a86fca01a1bed27e9f9303ae58d01746e3b20443480bea56198e65bfc5

### b2sum -b a
b2sum -b a
#| 7ea59e7a000ec003846b6607dfd5f9217b681dc1a81b0789b464c3995105d93083f7f0a86fca01a1bed27e9f9303ae58d01746e3b20443480bea56198e65bfc5 *a

### b2sum -z a
b2sum -z a
#|= '7ea59e7a000ec003846b6607dfd5f9217b681dc1a81b0789b464c3995105d93083f7f0a86fca01a1bed27e9f9303ae58d01746e3b20443480bea56198e65bfc5  a\x00'

### b2sum nope
b2sum nope
#! b2sum: nope: No such file or directory
#? 1

### b2sum a > s; b2sum -c s
b2sum a > s; b2sum -c s
#| a: OK

### b2sum a c > s; echo new > c; b2sum -c s
b2sum a c > s; echo new > c; b2sum -c s
#| a: OK
#| c: FAILED
#! b2sum: WARNING: 1 computed checksum did NOT match
#? 1

### b2sum a > s; rm a; b2sum -c s
b2sum a > s; rm a; b2sum -c s
#| a: FAILED open or read
#! b2sum: a: No such file or directory
#! b2sum: WARNING: 1 listed file could not be read
#? 1

### b2sum a > s; rm a; b2sum --ignore-missing -c s
b2sum a > s; rm a; b2sum --ignore-missing -c s
#! b2sum: s: no file was verified
#? 1

### b2sum a > s; b2sum --quiet -c s
b2sum a > s; b2sum --quiet -c s

### b2sum a c > s; echo new > c; b2sum --status -c s
b2sum a c > s; echo new > c; b2sum --status -c s
#? 1

### b2sum a > s; echo bad >> s; b2sum -w -c s
b2sum a > s; echo bad >> s; b2sum -w -c s
#| a: OK
#! b2sum: s: 2: improperly formatted BLAKE2b checksum line
#! b2sum: WARNING: 1 line is improperly formatted

### b2sum a > s; echo bad >> s; b2sum --strict -c s
b2sum a > s; echo bad >> s; b2sum --strict -c s
#| a: OK
#! b2sum: WARNING: 1 line is improperly formatted
#? 1

### b2sum --tag a > s; b2sum -c s
b2sum --tag a > s; b2sum -c s
#| a: OK

### b2sum -c a
b2sum -c a
#! b2sum: a: no properly formatted checksum lines found
#? 1

### b2sum --tag -t a
b2sum --tag -t a
#! b2sum: --tag does not support --text mode
#! Try 'b2sum --help' for more information.
#? 1

### b2sum --strict a
b2sum --strict a
#! b2sum: the --strict option is meaningful only when verifying checksums
#! Try 'b2sum --help' for more information.
#? 1

### b2sum --bogus
b2sum --bogus
#! b2sum: unrecognized option '--bogus'
#! Try 'b2sum --help' for more information.
#? 1
