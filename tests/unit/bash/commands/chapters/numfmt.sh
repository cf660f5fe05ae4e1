# numfmt: what each command line gives.

### numfmt --to=iec 1024 1500 999999 1048576 0 10 1023 10240
numfmt --to=iec 1024 1500 999999 1048576 0 10 1023 10240
#| 1.0K
#| 1.5K
#| 977K
#| 1.0M
#| 0
#| 10
#| 1023
#| 10K

### numfmt --to=si 1000 1500 999999 999 9950 99500
numfmt --to=si 1000 1500 999999 999 9950 99500
#| 1.0K
#| 1.5K
#| 1.0M
#| 999
#| 10K
#| 100K

### numfmt --to=iec-i 1024 5000
numfmt --to=iec-i 1024 5000
#| 1.0Ki
#| 4.9Ki

### numfmt --from=iec 1K 2.5M 1.3K
numfmt --from=iec 1K 2.5M 1.3K
#| 1024
#| 2621440
#| 1332

### numfmt --from=auto 1K 1Ki
numfmt --from=auto 1K 1Ki
#| 1000
#| 1024

### echo '1000 2000 x' | numfmt --field=2 --to=si
echo '1000 2000 x' | numfmt --field=2 --to=si
#| 1000 2.0K x

### numfmt --format='%10.2f' 3.14159
numfmt --format='%10.2f' 3.14159
#|       3.15

### numfmt --format='%08.2f' 3.14
numfmt --format='%08.2f' 3.14
#| 00003.14

### numfmt --format='%d' 3
numfmt --format='%d' 3
#! numfmt: invalid format ‘%d’, directive must be %[0]['][-][N][.][N]f
#? 1

### numfmt --format=foo 3
numfmt --format=foo 3
#! numfmt: format ‘foo’ has no % directive
#? 1

### numfmt --suffix=B --to=si 5000
numfmt --suffix=B --to=si 5000
#| 5.0KB

### numfmt --padding=10 --to=si 5000
numfmt --padding=10 --to=si 5000
#|       5.0K

### numfmt --padding=-8 --to=si 5000 | cat -A
numfmt --padding=-8 --to=si 5000 | cat -A
#| 5.0K    $

### numfmt abc
numfmt abc
#! numfmt: invalid number: ‘abc’
#? 2

### numfmt 1K
numfmt 1K
#! numfmt: rejecting suffix in input: ‘1K’ (consider using --from)
#? 2

### numfmt --from=iec 1Q
numfmt --from=iec 1Q
#! numfmt: invalid suffix in input: ‘1Q’
#? 2

### numfmt --from=iec-i 1K
numfmt --from=iec-i 1K
#! numfmt: missing 'i' suffix in input: ‘1K’ (e.g Ki/Mi/Gi)
#? 2

### numfmt --round=down --to=si 1999
numfmt --round=down --to=si 1999
#| 1.9K

### numfmt --to-unit=1000 5555
numfmt --to-unit=1000 5555
#| 6

### numfmt --from-unit=1024 5
numfmt --from-unit=1024 5
#| 5120

### numfmt -d: --field 2 --to=si <<< 'a:5000:b'
numfmt -d: --field 2 --to=si <<< 'a:5000:b'
#| a:5.0K:b

### numfmt --header <<< $'h\n1000'
numfmt --header <<< $'h\n1000'
#| h
#| 1000

### numfmt --to=si -- -1500
numfmt --to=si -- -1500
#| -1.5K

### numfmt --invalid=warn xx
numfmt --invalid=warn xx
#| xx
#! numfmt: invalid number: ‘xx’

### numfmt --invalid=fail 1 x 3
numfmt --invalid=fail 1 x 3
#| 1
#| x
#| 3
#! numfmt: invalid number: ‘x’
#? 2

### numfmt --to=foo 1
numfmt --to=foo 1
#! numfmt: invalid argument ‘foo’ for ‘--to’
#! Valid arguments are:
#!   - ‘none’
#!   - ‘si’
#!   - ‘iec’
#!   - ‘iec-i’
#! Try 'numfmt --help' for more information.
#? 1

### printf '  1000   2000\nx 3\n' | numfmt --field=1-2 --to=si --invalid=ignore
printf '  1000   2000\nx 3\n' | numfmt --field=1-2 --to=si --invalid=ignore
#|   1.0K   2.0K
#| x 3

### numfmt --field=0 1
numfmt --field=0 1
#! numfmt: fields are numbered from 1
#! Try 'numfmt --help' for more information.
#? 1
