# uniq: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
printf 'a\na\nb\nc\nc\nc\nA\n' > a; printf '1 x\n2 x\n3 y\n' > f; printf 'a\na' > n; seq 1000 | sed 's/.$//' > big

### uniq a
printf 'q\nq\nr\n' | uniq a
#| a
#| b
#| c
#| A

### uniq -c a
printf 'q\nq\nr\n' | uniq -c a
#|       2 a
#|       1 b
#|       3 c
#|       1 A

### uniq -d a
printf 'q\nq\nr\n' | uniq -d a
#| a
#| c

### uniq -u a
printf 'q\nq\nr\n' | uniq -u a
#| b
#| A

### uniq -D a
printf 'q\nq\nr\n' | uniq -D a
#| a
#| a
#| c
#| c
#| c

### uniq --all-repeated=separate a
printf 'q\nq\nr\n' | uniq --all-repeated=separate a
#| a
#| a
#|
#| c
#| c
#| c

### uniq --all-repeated=prepend a
printf 'q\nq\nr\n' | uniq --all-repeated=prepend a
#|
#| a
#| a
#|
#| c
#| c
#| c

### uniq --group a
printf 'q\nq\nr\n' | uniq --group a
#| a
#| a
#|
#| b
#|
#| c
#| c
#| c
#|
#| A

### uniq --group=both a
printf 'q\nq\nr\n' | uniq --group=both a
#|
#| a
#| a
#|
#| b
#|
#| c
#| c
#| c
#|
#| A
#|

### uniq --group=append a
printf 'q\nq\nr\n' | uniq --group=append a
#| a
#| a
#|
#| b
#|
#| c
#| c
#| c
#|
#| A
#|

### uniq --group=prepend a
printf 'q\nq\nr\n' | uniq --group=prepend a
#|
#| a
#| a
#|
#| b
#|
#| c
#| c
#| c
#|
#| A

### uniq -ci a
printf 'q\nq\nr\n' | uniq -ci a
#|       2 a
#|       1 b
#|       3 c
#|       1 A

### uniq -f1 f
printf 'q\nq\nr\n' | uniq -f1 f
#| 1 x
#| 3 y

### uniq -s2 f
printf 'q\nq\nr\n' | uniq -s2 f
#| 1 x
#| 3 y

### uniq -w1 a
printf 'q\nq\nr\n' | uniq -w1 a
#| a
#| b
#| c
#| A

### uniq -cf1 f
printf 'q\nq\nr\n' | uniq -cf1 f
#|       2 1 x
#|       1 3 y

### uniq 
printf 'q\nq\nr\n' | uniq 
#| q
#| r

### uniq -c
printf 'q\nq\nr\n' | uniq -c
#|       2 q
#|       1 r

### uniq nx
printf 'q\nq\nr\n' | uniq nx
#! uniq: nx: No such file or directory
#? 1

### uniq a b c
printf 'q\nq\nr\n' | uniq a b c
#! uniq: extra operand ‘c’
#! Try 'uniq --help' for more information.
#? 1

### uniq -1 f
printf 'q\nq\nr\n' | uniq -1 f
#| 1 x
#| 3 y

### uniq +2 f
printf 'q\nq\nr\n' | uniq +2 f
#| 1 x
#| 3 y

### uniq -f x f
printf 'q\nq\nr\n' | uniq -f x f
#! uniq: x: invalid number of fields to skip
#? 1

### uniq -n a
printf 'q\nq\nr\n' | uniq -n a
#! uniq: invalid option -- 'n'
#! Try 'uniq --help' for more information.
#? 1

### uniq n
printf 'q\nq\nr\n' | uniq n
#| a

### uniq -c n
printf 'q\nq\nr\n' | uniq -c n
#|       2 a

### uniq -dc a
printf 'q\nq\nr\n' | uniq -dc a
#|       2 a
#|       3 c

### uniq -du a
printf 'q\nq\nr\n' | uniq -du a

### uniq -z a
printf 'q\nq\nr\n' | uniq -z a
#| a
#| a
#| b
#| c
#| c
#| c
#| A
#|= '\x00'

### uniq --group -c a
printf 'q\nq\nr\n' | uniq --group -c a
#! uniq: --group is mutually exclusive with -c/-d/-D/-u
#! Try 'uniq --help' for more information.
#? 1

### uniq -D -c a
printf 'q\nq\nr\n' | uniq -D -c a
#! uniq: printing all duplicated lines and repeat counts is meaningless
#! Try 'uniq --help' for more information.
#? 1

### uniq --all-repeated=x a
printf 'q\nq\nr\n' | uniq --all-repeated=x a
#! uniq: invalid argument ‘x’ for ‘--all-repeated’
#! Valid arguments are:
#!   - ‘none’
#!   - ‘prepend’
#!   - ‘separate’
#! Try 'uniq --help' for more information.
#? 1

### uniq -cd a
printf 'q\nq\nr\n' | uniq -cd a
#|       2 a
#|       3 c

### uniq -ud a
printf 'q\nq\nr\n' | uniq -ud a

### uniq as random lines found it: printf 'a\na\na\n' | uniq -Du
printf 'a\na\na\n' | uniq -Du
#| a
#| a

### uniq as random lines found it: printf 'a b\nc b\n' | uniq -f 6 -1
printf 'a b\nc b\n' | uniq -f 6 -1
#| a b
