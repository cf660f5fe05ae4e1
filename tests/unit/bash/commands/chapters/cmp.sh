# cmp: what each command line gives on these files.
printf 'a\nb\nc\n' >a; printf '1\n2\n3\n4\n' >b; printf 'b\nc\nd' >c; printf 'z\na\n' >u; : > e; mkdir d; printf 'x\0y\0' > z; printf 'a long line of text that goes on\nshort\n\tTab\there\n' > l; printf 'H\n\\:\\:\\:\nhead\n\\:\\:\nbody\n\nbody2\n\\:\nfoot\n' > s; printf 'a\nb\nX\n' > a2; printf 'a\nb' > a3

### cmp a a2
printf 'a\nb\n' | cmp a a2
#| a a2 differ: byte 5, line 3
#? 1

### cmp a a3
printf 'a\nb\n' | cmp a a3
#! cmp: EOF on a3 after byte 3, in line 2
#? 1

### cmp a3 a
printf 'a\nb\n' | cmp a3 a
#! cmp: EOF on a3 after byte 3, in line 2
#? 1

### cmp a a
printf 'a\nb\n' | cmp a a

### cmp a e
printf 'a\nb\n' | cmp a e
#! cmp: EOF on e which is empty
#? 1

### cmp e a
printf 'a\nb\n' | cmp e a
#! cmp: EOF on e which is empty
#? 1

### cmp e e
printf 'a\nb\n' | cmp e e

### cmp -l a a2
printf 'a\nb\n' | cmp -l a a2
#| 5 143 130
#? 1

### cmp -s a a2
printf 'a\nb\n' | cmp -s a a2
#? 1

### cmp -b a a2
printf 'a\nb\n' | cmp -b a a2
#| a a2 differ: byte 5, line 3 is 143 c 130 X
#? 1

### cmp -lb a a2
printf 'a\nb\n' | cmp -lb a a2
#| 5 143 c    130 X
#? 1

### cmp -n 3 a a2
printf 'a\nb\n' | cmp -n 3 a a2

### cmp -i 4 a a2
printf 'a\nb\n' | cmp -i 4 a a2
#| a a2 differ: byte 1, line 1
#? 1

### cmp -i 1:2 a a2
printf 'a\nb\n' | cmp -i 1:2 a a2
#| a a2 differ: byte 1, line 1
#? 1

### cmp a nx
printf 'a\nb\n' | cmp a nx
#! cmp: nx: No such file or directory
#? 2

### cmp nx a
printf 'a\nb\n' | cmp nx a
#! cmp: nx: No such file or directory
#? 2

### cmp -s nx a
printf 'a\nb\n' | cmp -s nx a
#? 2

### cmp a -
printf 'a\nb\n' | cmp a -
#! cmp: EOF on - after byte 4, line 2
#? 1

### cmp - a3
printf 'a\nb\n' | cmp - a3
#! cmp: EOF on a3 after byte 3, in line 2
#? 1

### cmp a
printf 'a\nb\n' | cmp a
#! cmp: EOF on - after byte 4, line 2
#? 1

### cmp 
printf 'a\nb\n' | cmp 
#! cmp: missing operand after 'cmp'
#! cmp: Try 'cmp --help' for more information.
#? 2

### cmp a a2 2 2
printf 'a\nb\n' | cmp a a2 2 2
#| a a2 differ: byte 3, line 2
#? 1

### cmp -ls a b
printf 'a\nb\n' | cmp -ls a b
#! cmp: options -l and -s are incompatible
#! cmp: Try 'cmp --help' for more information.
#? 2

### cmp a d
printf 'a\nb\n' | cmp a d
#! cmp: d: Is a directory
#? 2

### cmp -n x a b
printf 'a\nb\n' | cmp -n x a b
#! cmp: invalid --bytes value 'x'
#! cmp: Try 'cmp --help' for more information.
#? 2

### cmp a b
printf 'a\nb\n' | cmp a b
#| a b differ: byte 1, line 1
#? 1

### cmp -l a b
printf 'a\nb\n' | cmp -l a b
#| 1 141  61
#| 3 142  62
#| 5 143  63
#! cmp: EOF on a after byte 6
#? 1

### cmp -l a a3
printf 'a\nb\n' | cmp -l a a3
#! cmp: EOF on a3 after byte 3
#? 1

### cmp -b b a
printf 'a\nb\n' | cmp -b b a
#| b a differ: byte 1, line 1 is  61 1 141 a
#? 1

### cmp a c
printf 'a\nb\n' | cmp a c
#| a c differ: byte 1, line 1
#? 1

### cmp -i 100 a b
printf 'a\nb\n' | cmp -i 100 a b

### cmp -l l b
printf 'a\nb\n' | cmp -l l b
#| 1 141  61
#| 2  40  12
#| 3 154  62
#| 4 157  12
#| 5 156  63
#| 6 147  12
#| 7  40  64
#| 8 154  12
#! cmp: EOF on b after byte 8
#? 1
