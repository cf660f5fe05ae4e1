# nl: what each command line gives on these files.
printf 'a\nb\nc\n' >a; printf '1\n2\n3\n4\n' >b; printf 'b\nc\nd' >c; printf 'z\na\n' >u; : > e; mkdir d; printf 'x\0y\0' > z; printf 'a long line of text that goes on\nshort\n\tTab\there\n' > l; printf 'H\n\\:\\:\\:\nhead\n\\:\\:\nbody\n\nbody2\n\\:\nfoot\n' > s; printf 'a\nb\nX\n' > a2; printf 'a\nb' > a3

### nl a
printf 'i\n\nj\n' | nl a
#|      1	a
#|      2	b
#|      3	c

### nl l
printf 'i\n\nj\n' | nl l
#|      1	a long line of text that goes on
#|      2	short
#|      3		Tab	here

### nl -ba s
printf 'i\n\nj\n' | nl -ba s
#|      1	H
#|
#|        head
#|
#|      1	body
#|= '     2\t\n'
#|      3	body2
#|
#|        foot

### nl s
printf 'i\n\nj\n' | nl s
#|      1	H
#|
#|        head
#|
#|      1	body
#|= '       \n'
#|      2	body2
#|
#|        foot

### nl -bn a
printf 'i\n\nj\n' | nl -bn a
#|        a
#|        b
#|        c

### nl -b pb a
printf 'i\n\nj\n' | nl -b pb a
#|        a
#|      1	b
#|        c

### nl -b p[ a
printf 'i\n\nj\n' | nl -b p[ a
#! nl: Invalid regular expression
#? 1

### nl -bx a
printf 'i\n\nj\n' | nl -bx a
#! nl: invalid body numbering style: ‘x’
#! Try 'nl --help' for more information.
#? 1

### nl -n ln a
printf 'i\n\nj\n' | nl -n ln a
#| 1     	a
#| 2     	b
#| 3     	c

### nl -n rz a
printf 'i\n\nj\n' | nl -n rz a
#| 000001	a
#| 000002	b
#| 000003	c

### nl -n xx a
printf 'i\n\nj\n' | nl -n xx a
#! nl: invalid line numbering format: ‘xx’
#! Try 'nl --help' for more information.
#? 1

### nl -w 3 a
printf 'i\n\nj\n' | nl -w 3 a
#|   1	a
#|   2	b
#|   3	c

### nl -w 0 a
printf 'i\n\nj\n' | nl -w 0 a
#! nl: invalid line number field width: ‘0’: Numerical result out of range
#? 1

### nl -s ": " a
printf 'i\n\nj\n' | nl -s ": " a
#|      1: a
#|      2: b
#|      3: c

### nl -v 10 a
printf 'i\n\nj\n' | nl -v 10 a
#|     10	a
#|     11	b
#|     12	c

### nl -i 5 a
printf 'i\n\nj\n' | nl -i 5 a
#|      1	a
#|      6	b
#|     11	c

### nl -v -5 -i 2 a
printf 'i\n\nj\n' | nl -v -5 -i 2 a
#|     -5	a
#|     -3	b
#|     -1	c

### nl -v x a
printf 'i\n\nj\n' | nl -v x a
#! nl: invalid starting line number: ‘x’
#? 1

### nl 
printf 'i\n\nj\n' | nl 
#|      1	i
#|= '       \n'
#|      2	j

### nl -b a -l 2
printf 'i\n\nj\n' | nl -b a -l 2
#|      1	i
#|= '       \n'
#|      2	j

### nl -p -ha s
printf 'i\n\nj\n' | nl -p -ha s
#|      1	H
#|
#|      2	head
#|
#|      3	body
#|= '       \n'
#|      4	body2
#|
#|        foot

### nl -ha -fa s
printf 'i\n\nj\n' | nl -ha -fa s
#|      1	H
#|
#|      1	head
#|
#|      1	body
#|= '       \n'
#|      2	body2
#|
#|      1	foot

### nl -d ab s
printf 'i\n\nj\n' | nl -d ab s
#|      1	H
#|      2	\:\:\:
#|      3	head
#|      4	\:\:
#|      5	body
#|= '       \n'
#|      6	body2
#|      7	\:
#|      8	foot

### nl a b
printf 'i\n\nj\n' | nl a b
#|      1	a
#|      2	b
#|      3	c
#|      4	1
#|      5	2
#|      6	3
#|      7	4

### nl nx
printf 'i\n\nj\n' | nl nx
#! nl: nx: No such file or directory
#? 1

### nl nx a
printf 'i\n\nj\n' | nl nx a
#|      1	a
#|      2	b
#|      3	c
#! nl: nx: No such file or directory
#? 1

### nl -
printf 'i\n\nj\n' | nl -
#|      1	i
#|= '       \n'
#|      2	j

### nl e
printf 'i\n\nj\n' | nl e

### nl -bt -
printf 'i\n\nj\n' | nl -bt -
#|      1	i
#|= '       \n'
#|      2	j

### nl -w 2 -v 99 a
printf 'i\n\nj\n' | nl -w 2 -v 99 a
#| 99	a
#| 100	b
#| 101	c

### nl -s "" a
printf 'i\n\nj\n' | nl -s "" a
#|      1a
#|      2b
#|      3c

### nl -ba -
printf 'i\n\nj\n' | nl -ba -
#|      1	i
#|= '     2\t\n'
#|      3	j

### nl -b t -n ln -w 2 -
printf 'i\n\nj\n' | nl -b t -n ln -w 2 -
#| 1 	i
#|= '   \n'
#| 2 	j

### nl -i x a
printf 'i\n\nj\n' | nl -i x a
#! nl: invalid line number increment: ‘x’
#? 1

### nl -l 0 a
printf 'i\n\nj\n' | nl -l 0 a
#! nl: invalid line number of blank lines: ‘0’: Numerical result out of range
#? 1

### nl d
printf 'i\n\nj\n' | nl d
#! nl: d: Is a directory
#? 1

### nl as random lines found it: printf 'a\n' | nl -bt1
printf 'a\n' | nl -bt1
#|      1	a

### nl as random lines found it: nl -v x -w 0
nl -v x -w 0
#! nl: invalid starting line number: ‘x’
#? 1
