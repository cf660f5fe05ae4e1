# head: what each command line gives on these files.
seq 20 > a; printf 'x\ny' > b; : > e; mkdir d; printf 'a\0b\0c' > z; seq 30000 > big

### head a
printf 'i1\ni2\ni3\n' | head a
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

### head -n3 a
printf 'i1\ni2\ni3\n' | head -n3 a
#| 1
#| 2
#| 3

### head -3 a
printf 'i1\ni2\ni3\n' | head -3 a
#| 1
#| 2
#| 3

### head -n -18 a
printf 'i1\ni2\ni3\n' | head -n -18 a
#| 1
#| 2

### head -c5 a
printf 'i1\ni2\ni3\n' | head -c5 a
#| 1
#| 2
#|= '3'

### head -c -48 a
printf 'i1\ni2\ni3\n' | head -c -48 a
#| 1
#|= '2'

### head -c 1K a
printf 'i1\ni2\ni3\n' | head -c 1K a
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

### head -n 1k a
printf 'i1\ni2\ni3\n' | head -n 1k a
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

### head a b
printf 'i1\ni2\ni3\n' | head a b
#| ==> a <==
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
#|
#| ==> b <==
#| x
#|= 'y'

### head -n1 a b e
printf 'i1\ni2\ni3\n' | head -n1 a b e
#| ==> a <==
#| 1
#|
#| ==> b <==
#| x
#|
#| ==> e <==

### head -q a b
printf 'i1\ni2\ni3\n' | head -q a b
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
#| x
#|= 'y'

### head -v a
printf 'i1\ni2\ni3\n' | head -v a
#| ==> a <==
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

### head -n1
printf 'i1\ni2\ni3\n' | head -n1
#| i1

### head -n1 -
printf 'i1\ni2\ni3\n' | head -n1 -
#| i1

### head - a
printf 'i1\ni2\ni3\n' | head - a
#| ==> standard input <==
#| i1
#| i2
#| i3
#|
#| ==> a <==
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

### head nx a
printf 'i1\ni2\ni3\n' | head nx a
#| ==> a <==
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
#! head: cannot open 'nx' for reading: No such file or directory
#? 1

### head d
printf 'i1\ni2\ni3\n' | head d
#! head: error reading 'd': Is a directory
#? 1

### head d a
printf 'i1\ni2\ni3\n' | head d a
#| ==> d <==
#|
#| ==> a <==
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
#! head: error reading 'd': Is a directory
#? 1

### head -n x a
printf 'i1\ni2\ni3\n' | head -n x a
#! head: invalid number of lines: ‘x’
#? 1

### head -c x a
printf 'i1\ni2\ni3\n' | head -c x a
#! head: invalid number of bytes: ‘x’
#? 1

### head -n0 a
printf 'i1\ni2\ni3\n' | head -n0 a

### head -z -n1 z
printf 'i1\ni2\ni3\n' | head -z -n1 z
#|= 'a\x00'

### head -5c a
printf 'i1\ni2\ni3\n' | head -5c a
#| 1
#| 2
#|= '3'

### head -2q a b
printf 'i1\ni2\ni3\n' | head -2q a b
#| 1
#| 2
#| x
#|= 'y'

### head -n +3 a
printf 'i1\ni2\ni3\n' | head -n +3 a
#| 1
#| 2
#| 3

### head --lines=2 a
printf 'i1\ni2\ni3\n' | head --lines=2 a
#| 1
#| 2

### head --bytes=3 a
printf 'i1\ni2\ni3\n' | head --bytes=3 a
#| 1
#|= '2'

### head -n -0 b
printf 'i1\ni2\ni3\n' | head -n -0 b
#| x
#|= 'y'

### head -n -1 b
printf 'i1\ni2\ni3\n' | head -n -1 b
#| x

### head -c -0 b
printf 'i1\ni2\ni3\n' | head -c -0 b
#| x
#|= 'y'

### head -n 99999999999999999999999 b
printf 'i1\ni2\ni3\n' | head -n 99999999999999999999999 b
#! head: invalid number of lines: ‘99999999999999999999999’: Value too large for defined data type
#? 1

### head -1v a
printf 'i1\ni2\ni3\n' | head -1v a
#| ==> a <==
#| 1

### head -n -29999 big
printf 'i1\ni2\ni3\n' | head -n -29999 big
#| 1

### head -n
printf 'i1\ni2\ni3\n' | head -n
#! head: option requires an argument -- 'n'
#! Try 'head --help' for more information.
#? 1

### head -n --3 a
printf 'i1\ni2\ni3\n' | head -n --3 a
#! head: invalid number of lines: ‘-3’
#? 1

### head -b a
printf 'i1\ni2\ni3\n' | head -b a
#! head: invalid option -- 'b'
#! Try 'head --help' for more information.
#? 1

### head -n 2 -n 3 a
printf 'i1\ni2\ni3\n' | head -n 2 -n 3 a
#| 1
#| 2
#| 3

### head -c 2 -n 1 a
printf 'i1\ni2\ni3\n' | head -c 2 -n 1 a
#| 1

### head -2 -n 1 a
printf 'i1\ni2\ni3\n' | head -2 -n 1 a
#| 1

### head -1b a
printf 'i1\ni2\ni3\n' | head -1b a
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

### head as random lines found it: printf 'a\nb\n' | head -1v
printf 'a\nb\n' | head -1v
#| ==> standard input <==
#| a

### head as random lines found it: head -1x
head -1x
#! head: invalid trailing option -- x
#! Try 'head --help' for more information.
#? 1

### head as random lines found it: printf 'a\nb\n' | head -n1kb
printf 'a\nb\n' | head -n1kb
#! head: invalid number of lines: ‘1kb’
#? 1
