# cat: what each command line gives on these files.
printf 'a\nb\n' >a; printf 'x\n\n\n\ny\tz\n\n' >b; printf 'a\r\nb\rc\n'>crlf; printf '\177ELF\1\0\200\377\n\t x\r\n\0\0a b' >bin; printf x>nonl; mkdir dir

### cat a b
cat a b
#| a
#| b
#| x
#|
#|
#|
#| y	z
#|

### cat -n a b
cat -n a b
#|      1	a
#|      2	b
#|      3	x
#|= '     4\t\n'
#|= '     5\t\n'
#|= '     6\t\n'
#|      7	y	z
#|= '     8\t\n'

### cat -b a b
cat -b a b
#|      1	a
#|      2	b
#|      3	x
#|
#|
#|
#|      4	y	z
#|

### cat -A b
cat -A b
#| x$
#| $
#| $
#| $
#| y^Iz$
#| $

### cat -s b
cat -s b
#| x
#|
#| y	z
#|

### cat nx a
cat nx a
#| a
#| b
#! cat: nx: No such file or directory
#? 1

### cat -E crlf
cat -E crlf
#| a^M$
#|= 'b\rc$\n'

### cat -A crlf
cat -A crlf
#| a^M$
#| b^Mc$

### cat -T b
cat -T b
#| x
#|
#|
#|
#| y^Iz
#|

### cat -v bin
cat -v bin
#| ^?ELF^A^@M-^@M-^?
#| 	 x^M
#|= '^@^@a b'

### cat -e bin
cat -e bin
#| ^?ELF^A^@M-^@M-^?$
#| 	 x^M$
#|= '^@^@a b'

### cat -t bin
cat -t bin
#| ^?ELF^A^@M-^@M-^?
#| ^I x^M
#|= '^@^@a b'

### cat -n - a
printf 'x\ny' | cat -n - a
#|      1	x
#|      2	ya
#|      3	b

### cat -nA nonl a nonl
cat -nA nonl a nonl
#|      1	xa$
#|      2	b$
#|= '     3\tx'

### cat dir a
cat dir a
#| a
#| b
#! cat: dir: Is a directory
#? 1

### cat -sb b
cat -sb b
#|      1	x
#|
#|      2	y	z
#|

### cat -An b
cat -An b
#|      1	x$
#|      2	$
#|      3	$
#|      4	$
#|      5	y^Iz$
#|      6	$

### cat -zz
cat -zz
#! cat: invalid option -- 'z'
#! Try 'cat --help' for more information.
#? 1

### cat --sho
cat --sho
#! cat: option '--sho' is ambiguous; possibilities: '--show-nonprinting' '--show-ends' '--show-tabs' '--show-all'
#! Try 'cat --help' for more information.
#? 1

### cat
printf 'a\0b' | cat
#|= 'a\x00b'

### cat -bn a
cat -bn a
#|      1	a
#|      2	b

### cat -vET bin
cat -vET bin
#| ^?ELF^A^@M-^@M-^?$
#| ^I x^M$
#|= '^@^@a b'
