# fold: what each command line gives on these files.
printf 'a\nb\nc\n' >a; printf '1\n2\n3\n4\n' >b; printf 'b\nc\nd' >c; printf 'z\na\n' >u; : > e; mkdir d; printf 'x\0y\0' > z; printf 'a long line of text that goes on\nshort\n\tTab\there\n' > l; printf 'H\n\\:\\:\\:\nhead\n\\:\\:\nbody\n\nbody2\n\\:\nfoot\n' > s; printf 'a\nb\nX\n' > a2; printf 'a\nb' > a3

### fold -w 10 l
printf 'abcdef\n' | fold -w 10 l
#| a long lin
#|= 'e of text \n'
#|= 'that goes \n'
#| on
#| short
#| 	Ta
#| b	he
#| re

### fold -w 10 -s l
printf 'abcdef\n' | fold -w 10 -s l
#|= 'a long \n'
#|= 'line of \n'
#|= 'text that \n'
#| goes on
#| short
#|= '\t\n'
#|= 'Tab\t\n'
#| here

### fold -w 3
printf 'abcdef\n' | fold -w 3
#| abc
#| def

### fold -3
printf 'abcdef\n' | fold -3
#| abc
#| def

### fold -b -w 5 l
printf 'abcdef\n' | fold -b -w 5 l
#| a lon
#| g lin
#|= 'e of \n'
#|= 'text \n'
#|= 'that \n'
#|= 'goes \n'
#| on
#| short
#|= '\tTab\t\n'
#| here

### fold -w x a
printf 'abcdef\n' | fold -w x a
#! fold: invalid number of columns: ‘x’
#? 1

### fold l
printf 'abcdef\n' | fold l
#| a long line of text that goes on
#| short
#| 	Tab	here

### fold -w 80 l
printf 'abcdef\n' | fold -w 80 l
#| a long line of text that goes on
#| short
#| 	Tab	here

### fold nx
printf 'abcdef\n' | fold nx
#! fold: nx: No such file or directory
#? 1

### fold -w 1
printf 'abcdef\n' | fold -w 1
#| a
#| b
#| c
#| d
#| e
#| f

### fold -sw 6 l
printf 'abcdef\n' | fold -sw 6 l
#|= 'a \n'
#|= 'long \n'
#|= 'line \n'
#|= 'of \n'
#|= 'text \n'
#|= 'that \n'
#|= 'goes \n'
#| on
#| short
#|= '\t\n'
#| Tab
#|= '\t\n'
#| here

### fold -w 12 l
printf 'abcdef\n' | fold -w 12 l
#|= 'a long line \n'
#| of text that
#|  goes on
#| short
#| 	Tab
#| 	here

### fold --width=4
printf 'abcdef\n' | fold --width=4
#| abcd
#| ef

### fold -w4 a3
printf 'abcdef\n' | fold -w4 a3
#| a
#|= 'b'

### fold -bs -w 7 l
printf 'abcdef\n' | fold -bs -w 7 l
#|= 'a long \n'
#|= 'line \n'
#|= 'of \n'
#|= 'text \n'
#|= 'that \n'
#| goes on
#| short
#|= '\tTab\t\n'
#| here

### fold d
printf 'abcdef\n' | fold d
#! fold: d: Is a directory
#? 1

### fold e
printf 'abcdef\n' | fold e

### fold as random lines found it: printf 'abc\n' | fold -w +2
printf 'abc\n' | fold -w +2
#| ab
#| c

### fold as random lines found it: fold -w0
fold -w0
#! fold: invalid number of columns: ‘0’: Numerical result out of range
#? 1
