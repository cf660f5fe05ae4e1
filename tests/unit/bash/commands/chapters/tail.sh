# tail: what each command line gives on these files.
seq 20 > a; printf 'x\ny' > b; : > e; mkdir d; printf 'a\0b\0c' > z; seq 30000 > big

### tail a
printf 'i1\ni2\ni3\n' | tail a
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20

### tail -n3 a
printf 'i1\ni2\ni3\n' | tail -n3 a
#| 18
#| 19
#| 20

### tail -3 a
printf 'i1\ni2\ni3\n' | tail -3 a
#| 18
#| 19
#| 20

### tail -n +18 a
printf 'i1\ni2\ni3\n' | tail -n +18 a
#| 18
#| 19
#| 20

### tail -c5 a
printf 'i1\ni2\ni3\n' | tail -c5 a
#| 9
#| 20

### tail -c +48 a
printf 'i1\ni2\ni3\n' | tail -c +48 a
#|
#| 20

### tail -c 1K a
printf 'i1\ni2\ni3\n' | tail -c 1K a
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20

### tail a b
printf 'i1\ni2\ni3\n' | tail a b
#| ==> a <==
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#|
#| ==> b <==
#| x
#|= 'y'

### tail -n1 a b e
printf 'i1\ni2\ni3\n' | tail -n1 a b e
#| ==> a <==
#| 20
#|
#| ==> b <==
#| y
#| ==> e <==

### tail -q a b
printf 'i1\ni2\ni3\n' | tail -q a b
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| x
#|= 'y'

### tail -v a
printf 'i1\ni2\ni3\n' | tail -v a
#| ==> a <==
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20

### tail -n1
printf 'i1\ni2\ni3\n' | tail -n1
#| i3

### tail -n1 -
printf 'i1\ni2\ni3\n' | tail -n1 -
#| i3

### tail nx a
printf 'i1\ni2\ni3\n' | tail nx a
#| ==> a <==
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#! tail: cannot open 'nx' for reading: No such file or directory
#? 1

### tail d
printf 'i1\ni2\ni3\n' | tail d
#! tail: error reading 'd': Is a directory
#? 1

### tail d a
printf 'i1\ni2\ni3\n' | tail d a
#| ==> d <==
#|
#| ==> a <==
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#! tail: error reading 'd': Is a directory
#? 1

### tail -n x a
printf 'i1\ni2\ni3\n' | tail -n x a
#! tail: invalid number of lines: ‘x’
#? 1

### tail -n0 a
printf 'i1\ni2\ni3\n' | tail -n0 a

### tail -z -n1 z
printf 'i1\ni2\ni3\n' | tail -z -n1 z
#|= 'c'

### tail -2c a
printf 'i1\ni2\ni3\n' | tail -2c a
#| 0

### tail +19 a
printf 'i1\ni2\ni3\n' | tail +19 a
#| 19
#| 20

### tail -n +0 a
printf 'i1\ni2\ni3\n' | tail -n +0 a
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20

### tail -n -2 a
printf 'i1\ni2\ni3\n' | tail -n -2 a
#| 19
#| 20

### tail --lines=2 a
printf 'i1\ni2\ni3\n' | tail --lines=2 a
#| 19
#| 20

### tail -n1 b
printf 'i1\ni2\ni3\n' | tail -n1 b
#|= 'y'

### tail -n2 b
printf 'i1\ni2\ni3\n' | tail -n2 b
#| x
#|= 'y'

### tail -n3 b
printf 'i1\ni2\ni3\n' | tail -n3 b
#| x
#|= 'y'

### tail -c0 a
printf 'i1\ni2\ni3\n' | tail -c0 a

### tail +2
printf 'i1\ni2\ni3\n' | tail +2
#| i2
#| i3

### tail -n2 big
printf 'i1\ni2\ni3\n' | tail -n2 big
#| 29999
#| 30000

### tail -n +29999 big
printf 'i1\ni2\ni3\n' | tail -n +29999 big
#| 29999
#| 30000

### tail -c 100 big
printf 'i1\ni2\ni3\n' | tail -c 100 big
#| 984
#| 29985
#| 29986
#| 29987
#| 29988
#| 29989
#| 29990
#| 29991
#| 29992
#| 29993
#| 29994
#| 29995
#| 29996
#| 29997
#| 29998
#| 29999
#| 30000

### tail -n +2 e
printf 'i1\ni2\ni3\n' | tail -n +2 e

### tail -1l a
printf 'i1\ni2\ni3\n' | tail -1l a
#| 20

### tail -c x a
printf 'i1\ni2\ni3\n' | tail -c x a
#! tail: invalid number of bytes: ‘x’
#? 1

### tail -f
printf 'i1\ni2\ni3\n' | tail -f
#| i1
#| i2
#| i3

### tail -n
printf 'i1\ni2\ni3\n' | tail -n
#! tail: option requires an argument -- 'n'
#! Try 'tail --help' for more information.
#? 1

### tail -s x a
printf 'i1\ni2\ni3\n' | tail -s x a
#! tail: invalid number of seconds: ‘x’
#? 1

### tail -qn1 a b
printf 'i1\ni2\ni3\n' | tail -qn1 a b
#| 20
#|= 'y'

### tail -n1 -v b -
printf 'i1\ni2\ni3\n' | tail -n1 -v b -
#| ==> b <==
#| y
#| ==> standard input <==
#| i3

### tail as random lines found it: printf 'a\nb\n' | tail -0
printf 'a\nb\n' | tail -0

### tail as random lines found it: tail -1 x y
tail -1 x y
#! tail: option used in invalid context -- 1
#? 1

### tail as random lines found it: printf 'a\nb\n' | tail -n ' 1'
printf 'a\nb\n' | tail -n ' 1'
#| b
