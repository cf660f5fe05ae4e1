# paste: what each command line gives on these files.
printf 'a\nb\nc\n' >a; printf '1\n2\n3\n4\n' >b; printf 'b\nc\nd' >c; printf 'z\na\n' >u; : > e; mkdir d; printf 'x\0y\0' > z; printf 'a long line of text that goes on\nshort\n\tTab\there\n' > l; printf 'H\n\\:\\:\\:\nhead\n\\:\\:\nbody\n\nbody2\n\\:\nfoot\n' > s; printf 'a\nb\nX\n' > a2; printf 'a\nb' > a3

### paste a b
printf 'i\nj\nk\n' | paste a b
#| a	1
#| b	2
#| c	3
#| 	4

### paste -s a b
printf 'i\nj\nk\n' | paste -s a b
#| a	b	c
#| 1	2	3	4

### paste -d, a b
printf 'i\nj\nk\n' | paste -d, a b
#| a,1
#| b,2
#| c,3
#| ,4

### paste -d ", " a b c
printf 'i\nj\nk\n' | paste -d ", " a b c
#| a,1 b
#| b,2 c
#| c,3 d
#|= ',4 \n'

### paste -s -d, a b
printf 'i\nj\nk\n' | paste -s -d, a b
#| a,b,c
#| 1,2,3,4

### paste a -
printf 'i\nj\nk\n' | paste a -
#| a	i
#| b	j
#| c	k

### paste - -
printf 'i\nj\nk\n' | paste - -
#| i	j
#|= 'k\t\n'

### paste - - -
printf 'i\nj\nk\n' | paste - - -
#| i	j	k

### paste -d "\n" a b
printf 'i\nj\nk\n' | paste -d "\n" a b
#| a
#| 1
#| b
#| 2
#| c
#| 3
#|
#| 4

### paste -d "\0" a b
printf 'i\nj\nk\n' | paste -d "\0" a b
#| a1
#| b2
#| c3
#| 4

### paste -d "" a b
printf 'i\nj\nk\n' | paste -d "" a b
#| a1
#| b2
#| c3
#| 4

### paste nx a
printf 'i\nj\nk\n' | paste nx a
#! paste: nx: No such file or directory
#? 1

### paste -s nx a
printf 'i\nj\nk\n' | paste -s nx a
#| a	b	c
#! paste: nx: No such file or directory
#? 1

### paste e a
printf 'i\nj\nk\n' | paste e a
#| 	a
#| 	b
#| 	c

### paste -s e
printf 'i\nj\nk\n' | paste -s e
#|

### paste -z z z
printf 'i\nj\nk\n' | paste -z z z
#|= 'x\tx\x00y\ty\x00'

### paste -d "ab" a b c
printf 'i\nj\nk\n' | paste -d "ab" a b c
#| aa1bb
#| ba2bc
#| ca3bd
#| a4b

### paste -d "\\" a b
printf 'i\nj\nk\n' | paste -d "\\" a b
#! paste: delimiter list ends with an unescaped backslash: \
#? 1

### paste a
printf 'i\nj\nk\n' | paste a
#| a
#| b
#| c

### paste 
printf 'i\nj\nk\n' | paste 
#| i
#| j
#| k

### paste -sd"\t\n" b
printf 'i\nj\nk\n' | paste -sd"\t\n" b
#| 1	2
#| 3	4

### paste c a
printf 'i\nj\nk\n' | paste c a
#| b	a
#| c	b
#| d	c

### paste -d é a b
printf 'i\nj\nk\n' | paste -d é a b
#|= 'a\udcc31\n'
#|= 'b\udcc32\n'
#|= 'c\udcc33\n'
#|= '\udcc34\n'

### paste -s - a
printf 'i\nj\nk\n' | paste -s - a
#| i	j	k
#| a	b	c

### paste as random lines found it: mkdir p; printf 'a\n' > o; paste o p
mkdir p; printf 'a\n' > o; paste o p
#|= 'a\t\n'
#! paste: p: Is a directory
#? 1
