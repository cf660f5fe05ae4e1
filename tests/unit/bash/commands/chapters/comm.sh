# comm: what each command line gives on these files.
printf 'a\nb\nc\n' >a; printf '1\n2\n3\n4\n' >b; printf 'b\nc\nd' >c; printf 'z\na\n' >u; : > e; mkdir d; printf 'x\0y\0' > z; printf 'a long line of text that goes on\nshort\n\tTab\there\n' > l; printf 'H\n\\:\\:\\:\nhead\n\\:\\:\nbody\n\nbody2\n\\:\nfoot\n' > s; printf 'a\nb\nX\n' > a2; printf 'a\nb' > a3

### comm a c
printf 'b\n' | comm a c
#| a
#| 		b
#| 		c
#| 	d

### comm -1 a c
printf 'b\n' | comm -1 a c
#| 	b
#| 	c
#| d

### comm -2 a c
printf 'b\n' | comm -2 a c
#| a
#| 	b
#| 	c

### comm -3 a c
printf 'b\n' | comm -3 a c
#| a
#| 	d

### comm -12 a c
printf 'b\n' | comm -12 a c
#| b
#| c

### comm -23 a c
printf 'b\n' | comm -23 a c
#| a

### comm -13 a c
printf 'b\n' | comm -13 a c
#| d

### comm -123 a c
printf 'b\n' | comm -123 a c

### comm u a
printf 'b\n' | comm u a
#| 	a
#| 	b
#| 	c
#| z
#| a
#! comm: file 1 is not in sorted order
#! comm: input is not in sorted order
#? 1

### comm a u
printf 'b\n' | comm a u
#| a
#| b
#| c
#| 	z
#| 	a
#! comm: file 2 is not in sorted order
#! comm: input is not in sorted order
#? 1

### comm --nocheck-order u a
printf 'b\n' | comm --nocheck-order u a
#| 	a
#| 	b
#| 	c
#| z
#| a

### comm --check-order u a
printf 'b\n' | comm --check-order u a
#| 	a
#| 	b
#| 	c
#| z
#! comm: file 1 is not in sorted order
#? 1

### comm --total a c
printf 'b\n' | comm --total a c
#| a
#| 		b
#| 		c
#| 	d
#| 1	1	2	total

### comm --output-delimiter=, a c
printf 'b\n' | comm --output-delimiter=, a c
#| a
#| ,,b
#| ,,c
#| ,d

### comm a -
printf 'b\n' | comm a -
#| a
#| 		b
#| c

### comm nx a
printf 'b\n' | comm nx a
#! comm: nx: No such file or directory
#? 1

### comm a
printf 'b\n' | comm a
#! comm: missing operand after ‘a’
#! Try 'comm --help' for more information.
#? 1

### comm 
printf 'b\n' | comm 
#! comm: missing operand
#! Try 'comm --help' for more information.
#? 1

### comm a b c
printf 'b\n' | comm a b c
#! comm: extra operand ‘c’
#! Try 'comm --help' for more information.
#? 1

### comm -z z z
printf 'b\n' | comm -z z z
#|= '\t\tx\x00\t\ty\x00'

### comm --total -123 a c
printf 'b\n' | comm --total -123 a c
#| 1	1	2	total

### comm e a
printf 'b\n' | comm e a
#| 	a
#| 	b
#| 	c

### comm a e
printf 'b\n' | comm a e
#| a
#| b
#| c

### comm --check-order a c
printf 'b\n' | comm --check-order a c
#| a
#| 		b
#| 		c
#| 	d

### comm u u
printf 'b\n' | comm u u
#| 		z
#| 		a

### comm -4 a c
printf 'b\n' | comm -4 a c
#! comm: invalid option -- '4'
#! Try 'comm --help' for more information.
#? 1

### comm as random lines found it: comm --output-delimiter=a --output-delimiter=b o p
comm --output-delimiter=a --output-delimiter=b o p
#! comm: multiple output delimiters specified
#? 1

### comm as random lines found it: printf 'a\n' > o; comm --total --output-delimiter= o o | od -c
printf 'a\n' > o; comm --total --output-delimiter= o o | od -c
#| 0000000  \0  \0   a  \n   0   0   1   t   o   t   a   l  \n
#| 0000015
