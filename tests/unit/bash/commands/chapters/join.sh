# join: what each command line gives on these files.
printf 'a 1\nb 2\nc 3\n' > x; printf 'a X\nc Y\nd Z\n' > y; printf 'b 1\na 2\n' > u; printf 'a,1,2\nb,,3\n' > p; printf 'a,9\nb,8\n' > q

### join x y
join x y
#| a 1 X
#| c 3 Y

### join -a1 x y
join -a1 x y
#| a 1 X
#| b 2
#| c 3 Y

### join -v 2 x y
join -v 2 x y
#| d Z

### join -a1 -a2 -e NA -o 0,1.2,2.2 x y
join -a1 -a2 -e NA -o 0,1.2,2.2 x y
#| a 1 X
#| b 2 NA
#| c 3 Y
#| d NA Z

### join -o auto -a1 -e - x y
join -o auto -a1 -e - x y
#| a 1 X
#| b 2 -
#| c 3 Y

### join -1 2 -2 1 x y
join -1 2 -2 1 x y

### join x
join x
#! join: missing operand after ‘x’
#! Try 'join --help' for more information.
#? 1

### join
join
#! join: missing operand
#! Try 'join --help' for more information.
#? 1

### join x y z
join x y z
#! join: extra operand 'z'
#! Try 'join --help' for more information.
#? 1

### join nope x
join nope x
#! join: nope: No such file or directory
#? 1

### join -i x y
join -i x y
#| a 1 X
#| c 3 Y

### join --header x y
join --header x y
#| a 1 X
#| c 3 Y

### join -o 3.1 x y
join -o 3.1 x y
#! join: invalid file number in field spec: ‘3.1’
#? 1

### join -1 0 x y
join -1 0 x y
#! join: invalid field number: ‘0’
#? 1

### join u x
join u x
#| b 1 2
#! join: u:2: is not sorted: a 2
#! join: input is not in sorted order
#? 1

### join --check-order u x
join --check-order u x
#! join: u:2: is not sorted: a 2
#? 1

### join --nocheck-order u x
join --nocheck-order u x
#| b 1 2

### join -t, p q
join -t, p q
#| a,1,2,9
#| b,,3,8

### join -t, -e X -o 0,1.2,1.3 p q
join -t, -e X -o 0,1.2,1.3 p q
#| a,1,2
#| b,X,3

### join x x
join x x
#| a 1 1
#| b 2 2
#| c 3 3

### join as random lines found it: printf 'a \n' > o; printf 'a y\n' > p; join o p
printf 'a \n' > o; printf 'a y\n' > p; join o p
#| a  y

### join as random lines found it: join -1 2 -j 3 o p
join -1 2 -j 3 o p
#! join: incompatible join fields 2, 3
#? 1

### join as random lines found it: join -e x -e y o p
join -e x -e y o p
#! join: conflicting empty-field replacement strings
#? 1

### join as random lines found it: printf 'b\na\n' > o; : > p; join o p; echo $?
printf 'b\na\n' > o; : > p; join o p; echo $?
#| 0
