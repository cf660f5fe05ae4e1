# xargs: what each command line gives on these files.

### xargs 
printf 'a b\nc\n' | xargs 
#| a b c

### xargs echo x
printf 'a b\nc\n' | xargs echo x
#| x a b c

### xargs -n1
printf 'a b c' | xargs -n1
#| a
#| b
#| c

### xargs -n2 echo
printf 'a b c' | xargs -n2 echo
#| a b
#| c

### xargs -L1 echo
printf 'a b\nc\n' | xargs -L1 echo
#| a b
#| c

### xargs -L2 echo
printf 'a\nb\nc\n' | xargs -L2 echo
#| a b
#| c

### xargs -L1 echo, given 'a \nb\nc\n'
printf 'a \nb\nc\n' | xargs -L1 echo
#| a b
#| c

### xargs -I{} echo x{}y{}
printf 'a b\n  c\n\nd\n' | xargs -I{} echo x{}y{}
#| xa bya b
#| xcyc
#| xdyd

### xargs -I % echo %
printf 'a\nb' | xargs -I % echo %
#| a
#| b

### xargs -i echo {}
printf 'a' | xargs -i echo {}
#| a

### xargs -0 echo
printf 'a b\0c\0' | xargs -0 echo
#| a b c

### xargs -d, echo
printf 'a,b,c' | xargs -d, echo
#| a b c

### xargs -d, -n1 echo
printf 'a,b\n' | xargs -d, -n1 echo
#| a
#| b
#|

### xargs -d "\n" -n1 echo
printf 'a b\nc' | xargs -d "\n" -n1 echo
#| a b
#| c

### xargs -r echo
xargs -r echo

### xargs echo
xargs echo
#|

### xargs -t echo
printf 'a b' | xargs -t echo
#| a b
#! echo a b

### xargs echo, given '"a b" \'c d\' e\\ f'
printf '"a b" '\''c d'\'' e\\ f' | xargs echo
#| a b c d e f

### xargs echo, given '"a'
printf '"a' | xargs echo
#! xargs: unmatched double quote; by default quotes are special to xargs unless you use the -0 option
#? 1

### xargs echo, given "'a\nb'"
printf ''\''a\nb'\''' | xargs echo
#! xargs: unmatched single quote; by default quotes are special to xargs unless you use the -0 option
#? 1

### xargs -E x echo
printf 'a b x c' | xargs -E x echo
#| a b

### xargs -ex echo
printf 'a x b' | xargs -ex echo
#| a

### xargs false
printf 'a' | xargs false
#? 123

### xargs -n1 false
printf 'a b' | xargs -n1 false
#? 123

### xargs nx
printf 'a' | xargs nx
#! xargs: nx: No such file or directory
#? 127

### xargs -n0 echo
printf 'a' | xargs -n0 echo
#! xargs: value 0 for -n option should be >= 1
#! Try 'xargs --help' for more information.
#? 1

### xargs -nx echo
printf 'a' | xargs -nx echo
#! xargs: invalid number "x" for -n option
#! Try 'xargs --help' for more information.
#? 1

### xargs -s 20 echo
printf 'aaa bbb ccc ddd eee' | xargs -s 20 echo
#| aaa bbb ccc
#| ddd eee

### xargs -s 5 echo
printf 'aaaaaa' | xargs -s 5 echo
#! xargs: argument line too long
#? 1

### xargs -a nx echo
printf 'a' | xargs -a nx echo
#! xargs: Cannot open input file ‘nx’: No such file or directory
#? 1

### xargs -P2 -n1 echo
printf 'a b' | xargs -P2 -n1 echo
#| a
#| b

### xargs -I{} -n2 echo {}
printf 'a b' | xargs -I{} -n2 echo {}
#| {} a b
#! xargs: warning: options --replace and --max-args/-n are mutually exclusive, ignoring previous --replace value

### xargs -n1 -I{} echo {}
printf 'a b' | xargs -n1 -I{} echo {}
#| a b
#! xargs: warning: options --max-args and --replace/-I/-i are mutually exclusive, ignoring previous --max-args value

### xargs -I{} echo "{}"
printf '"q r" s\n' | xargs -I{} echo "{}"
#| q r s

### xargs -0 -n1 echo
printf 'a\nb\0c' | xargs -0 -n1 echo
#| a
#| b
#| c

### xargs -d x
printf 'axbxc' | xargs -d x
#| a b c

### xargs -d "\t" echo
printf 'a\tb' | xargs -d "\t" echo
#| a b

### xargs -d ab echo
printf 'a' | xargs -d ab echo
#! xargs: Invalid input delimiter specification ab: the delimiter must be either a single character or an escape sequence starting with \.
#? 1

### xargs -L2 -n1 echo
printf 'a b\nc' | xargs -L2 -n1 echo
#| a
#| b
#| c
#! xargs: warning: options --max-lines and --max-args/-n are mutually exclusive, ignoring previous --max-lines value

### xargs -x -s 20 echo
printf 'aaaaa bbbbbb cccccc dd' | xargs -x -s 20 echo
#| aaaaa bbbbbb
#| cccccc dd

### xargs -d "\x41" echo
printf '1A2' | xargs -d "\x41" echo
#| 1 2

### xargs -l echo
printf 'a b\nc' | xargs -l echo
#| a b
#| c

### xargs echo, given 'a\n\n\nb\n'
printf 'a\n\n\nb\n' | xargs echo
#| a b

### xargs -I{} echo
printf 'a\nb\n' | xargs -I{} echo
#|
#|

### xargs -rI{} echo {}
xargs -rI{} echo {}

### xargs -n 3 -t echo x
printf '1 2 3 4' | xargs -n 3 -t echo x
#| x 1 2 3
#| x 4
#! echo x 1 2 3
#! echo x 4

### printf 'a\0b c\0d\n' | xargs; printf 'a\0b c\0d\n' | xargs -I{} echo {}
printf 'a\0b c\0d\n' | xargs; printf 'a\0b c\0d\n' | xargs -I{} echo {}
echo "status $?"
#| a c
#| a
#| status 0
#! xargs: WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  Did you mean to use the --null option?
#! xargs: WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  Did you mean to use the --null option?

### echo a | xargs -L1 -I{} echo {}; echo a | xargs -I{} -L1 echo {}; echo a | xargs -I{} -l echo {}; echo a | xargs -n2 -L1; echo a | xargs -n2 -I{} echo {}
echo a | xargs -L1 -I{} echo {}; echo a | xargs -I{} -L1 echo {}; echo a | xargs -I{} -l echo {}; echo a | xargs -n2 -L1; echo a | xargs -n2 -I{} echo {}
echo "status $?"
#| a
#| {} a
#| {} a
#| a
#| a
#| status 0
#! xargs: warning: options --max-lines and --replace/-I/-i are mutually exclusive, ignoring previous --max-lines value
#! xargs: warning: options --replace and -L are mutually exclusive, ignoring previous --replace value
#! xargs: warning: options --replace and --max-lines/-l are mutually exclusive, ignoring previous --replace value
#! xargs: warning: options --max-args and -L are mutually exclusive, ignoring previous --max-args value
#! xargs: warning: options --max-args and --replace/-I/-i are mutually exclusive, ignoring previous --max-args value

### echo a | xargs -P-1; echo a | xargs -Px; echo a | xargs -n-1
echo a | xargs -P-1; echo a | xargs -Px; echo a | xargs -n-1
echo "status $?"
#| status 1
#! xargs: value -1 for -P option should be >= 0
#! Try 'xargs --help' for more information.
#! xargs: invalid number "x" for -P option
#! Try 'xargs --help' for more information.
#! xargs: value -1 for -n option should be >= 1
#! Try 'xargs --help' for more information.

### echo abc | xargs -s 12 echo abcdefgh; echo abcdefghijk | xargs -s 12 echo; echo a b c d e f | xargs -x -s 10 -n 9 echo
echo abc | xargs -s 12 echo abcdefgh; echo abcdefghijk | xargs -s 12 echo; echo a b c d e f | xargs -x -s 10 -n 9 echo
echo "status $?"
#| status 1
#! xargs: cannot fit single argument within argument list size limit
#! xargs: argument line too long
#! xargs: argument list too long

### echo a | xargs '-d\q'; echo a | xargs '-d\400'; echo a | xargs -d ab
echo a | xargs '-d\q'; echo a | xargs '-d\400'; echo a | xargs -d ab
echo "status $?"
#| status 1
#! xargs: Invalid escape sequence \q in input delimiter specification.
#! xargs: Invalid escape sequence \400 in input delimiter specification; character values must not exceed 377.
#! xargs: Invalid input delimiter specification ab: the delimiter must be either a single character or an escape sequence starting with \.

### printf 'a\\' | xargs; printf 'a\\\nb\n' | xargs -I{} echo {}
printf 'a\\' | xargs; printf 'a\\\nb\n' | xargs -I{} echo {}
echo "status $?"
#| a
#| a
#| b
#| status 0

### echo a | xargs -d, -E x echo
echo a | xargs -d, -E x echo
echo "status $?"
#| a
#|
#| status 0
#! xargs: warning: the -E option has no effect if -0 or -d is used.
#!

### echo a | xargs -I echo; echo a | xargs --max-lines echo; echo a | xargs --max-lines=1 echo
echo a | xargs -I echo; echo a | xargs --max-lines echo; echo a | xargs --max-lines=1 echo
echo "status $?"
#|
#| a
#| a
#| status 0
