# cut: what each command line gives on these files.
printf 'a:b:c:d\ne:f\nnodelim\n::x\n\n' > a; printf 'hello\n\nab' > b; printf 'a b  c\td e\n' > c

### cut -d: -f1 a
printf '1:2:3\n' | cut -d: -f1 a
#| a
#| e
#| nodelim
#|
#|

### cut -d: -f2 a
printf '1:2:3\n' | cut -d: -f2 a
#| b
#| f
#| nodelim
#|
#|

### cut -d: -f1,3 a
printf '1:2:3\n' | cut -d: -f1,3 a
#| a:c
#| e
#| nodelim
#| :x
#|

### cut -d: -f2- a
printf '1:2:3\n' | cut -d: -f2- a
#| b:c:d
#| f
#| nodelim
#| :x
#|

### cut -d: -f-2 a
printf '1:2:3\n' | cut -d: -f-2 a
#| a:b
#| e:f
#| nodelim
#| :
#|

### cut -d: -f1-2,4 a
printf '1:2:3\n' | cut -d: -f1-2,4 a
#| a:b:d
#| e:f
#| nodelim
#| :
#|

### cut -d: -f3,1 a
printf '1:2:3\n' | cut -d: -f3,1 a
#| a:c
#| e
#| nodelim
#| :x
#|

### cut -s -d: -f1 a
printf '1:2:3\n' | cut -s -d: -f1 a
#| a
#| e
#|

### cut -d: -f2 --complement a
printf '1:2:3\n' | cut -d: -f2 --complement a
#| a:c:d
#| e
#| nodelim
#| :x
#|

### cut -d: -f1,2 --output-delimiter=XX a
printf '1:2:3\n' | cut -d: -f1,2 --output-delimiter=XX a
#| aXXb
#| eXXf
#| nodelim
#| XX
#|

### cut -c1 b
printf '1:2:3\n' | cut -c1 b
#| h
#|
#| a

### cut -c2-3 b
printf '1:2:3\n' | cut -c2-3 b
#| el
#|
#| b

### cut -c1,3 b
printf '1:2:3\n' | cut -c1,3 b
#| hl
#|
#| a

### cut -b2- b
printf '1:2:3\n' | cut -b2- b
#| ello
#|
#| b

### cut -c1,3 --output-delimiter=- b
printf '1:2:3\n' | cut -c1,3 --output-delimiter=- b
#| h-l
#|
#| a

### cut -c -2 b
printf '1:2:3\n' | cut -c -2 b
#| he
#|
#| ab

### cut -c1-2 --complement b
printf '1:2:3\n' | cut -c1-2 --complement b
#| llo
#|
#|

### cut -f1 c
printf '1:2:3\n' | cut -f1 c
#| a b  c

### cut -d" " -f2 c
printf '1:2:3\n' | cut -d" " -f2 c
#| b

### cut -d" " -f3 c
printf '1:2:3\n' | cut -d" " -f3 c
#|

### cut -z -d: -f1 a
printf '1:2:3\n' | cut -z -d: -f1 a
#|= 'a\x00'

### cut -f0 a
printf '1:2:3\n' | cut -f0 a
#! cut: fields are numbered from 1
#! Try 'cut --help' for more information.
#? 1

### cut -f x a
printf '1:2:3\n' | cut -f x a
#! cut: invalid field value ‘x’
#! Try 'cut --help' for more information.
#? 1

### cut -f 1x a
printf '1:2:3\n' | cut -f 1x a
#! cut: invalid field value ‘x’
#! Try 'cut --help' for more information.
#? 1

### cut -f 2-1 a
printf '1:2:3\n' | cut -f 2-1 a
#! cut: invalid decreasing range
#! Try 'cut --help' for more information.
#? 1

### cut -f - a
printf '1:2:3\n' | cut -f - a
#! cut: invalid range with no endpoint: -
#! Try 'cut --help' for more information.
#? 1

### cut -f "" a
printf '1:2:3\n' | cut -f "" a
#! cut: fields are numbered from 1
#! Try 'cut --help' for more information.
#? 1

### cut -c0 b
printf '1:2:3\n' | cut -c0 b
#! cut: byte/character positions are numbered from 1
#! Try 'cut --help' for more information.
#? 1

### cut -cx b
printf '1:2:3\n' | cut -cx b
#! cut: invalid byte/character position ‘x’
#! Try 'cut --help' for more information.
#? 1

### cut -f1 -c1 a
printf '1:2:3\n' | cut -f1 -c1 a
#! cut: only one list may be specified
#! Try 'cut --help' for more information.
#? 1

### cut -d: a
printf '1:2:3\n' | cut -d: a
#! cut: you must specify a list of bytes, characters, or fields
#! Try 'cut --help' for more information.
#? 1

### cut -d xx -f1 a
printf '1:2:3\n' | cut -d xx -f1 a
#! cut: the delimiter must be a single character
#! Try 'cut --help' for more information.
#? 1

### cut -d "" -f1 a
printf '1:2:3\n' | cut -d "" -f1 a
#| a:b:c:d
#| e:f
#| nodelim
#| ::x
#|

### cut -d: -c1 a
printf '1:2:3\n' | cut -d: -c1 a
#! cut: an input delimiter may be specified only when operating on fields
#! Try 'cut --help' for more information.
#? 1

### cut -s -c1 a
printf '1:2:3\n' | cut -s -c1 a
#! cut: suppressing non-delimited lines makes sense
#! 	only when operating on fields
#! Try 'cut --help' for more information.
#? 1

### cut -d: -f2
printf '1:2:3\n' | cut -d: -f2
#| 2

### cut -d: -f2 - a
printf '1:2:3\n' | cut -d: -f2 - a
#| 2
#| b
#| f
#| nodelim
#|
#|

### cut -f1 nx
printf '1:2:3\n' | cut -f1 nx
#! cut: nx: No such file or directory
#? 1

### cut -d: -f99 a
printf '1:2:3\n' | cut -d: -f99 a
#|
#|
#| nodelim
#|
#|

### cut -d: -f1,1,1 a
printf '1:2:3\n' | cut -d: -f1,1,1 a
#| a
#| e
#| nodelim
#|
#|

### cut -d: -f"1 3" a
printf '1:2:3\n' | cut -d: -f"1 3" a
#| a:c
#| e
#| nodelim
#| :x
#|

### cut -c1-3,2-4 b
printf '1:2:3\n' | cut -c1-3,2-4 b
#| hell
#|
#| ab

### cut -c1-2,3-4 --output-delimiter=_ b
printf '1:2:3\n' | cut -c1-2,3-4 --output-delimiter=_ b
#| he_ll
#|
#| ab

### cut -f1-2-3 a
printf '1:2:3\n' | cut -f1-2-3 a
#! cut: invalid field range
#! Try 'cut --help' for more information.
#? 1

### cut -nb1 b
printf '1:2:3\n' | cut -nb1 b
#| h
#|
#| a

### cut -d: -f2-3,3-4 a
printf '1:2:3\n' | cut -d: -f2-3,3-4 a
#| b:c:d
#| f
#| nodelim
#| :x
#|

### cut -d: -f4-,2 a
printf '1:2:3\n' | cut -d: -f4-,2 a
#| b:d
#| f
#| nodelim
#|
#|

### cut --fields=1 --delimiter=: a
printf '1:2:3\n' | cut --fields=1 --delimiter=: a
#| a
#| e
#| nodelim
#|
#|

### cut -c5- b
printf '1:2:3\n' | cut -c5- b
#| o
#|
#|

### cut -c99 b
printf '1:2:3\n' | cut -c99 b
#|
#|
#|

### cut -b1 -z b
printf '1:2:3\n' | cut -b1 -z b
#|= 'h\x00'

### cut -d: -f1-0 a
printf '1:2:3\n' | cut -d: -f1-0 a
#! cut: invalid decreasing range
#! Try 'cut --help' for more information.
#? 1

### cut -c1-x b
printf '1:2:3\n' | cut -c1-x b
#! cut: invalid byte/character position ‘x’
#! Try 'cut --help' for more information.
#? 1

### cut as random lines found it: printf 'abc\n' | cut -b1,3 --output-delimiter='' | od -c
printf 'abc\n' | cut -b1,3 --output-delimiter='' | od -c
#| 0000000   a  \0   c  \n
#| 0000004

### cut as random lines found it: cut -f 2x,3
cut -f 2x,3
#! cut: invalid field value ‘x,3’
#! Try 'cut --help' for more information.
#? 1

### cut as random lines found it: cut -d '' -f 99999999999999999999
cut -d '' -f 99999999999999999999
#! cut: field number ‘99999999999999999999’ is too large
#! Try 'cut --help' for more information.
#? 1

### cut as random lines found it: cut -d ab -f 0
cut -d ab -f 0
#! cut: the delimiter must be a single character
#! Try 'cut --help' for more information.
#? 1
