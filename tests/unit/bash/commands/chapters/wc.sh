# wc: what each command line gives on these files.
printf 'a\nb\n' >a; printf 'x\n\n\n\ny\tz\n\n' >b;printf 'h\303\251 w\342\200\250x \344\270\255\n' >u; printf 'a\377b \377 c\n' >bad; printf '\001 a\001 \177\n' >w; printf '\177ELF\1\0\200\377\n\t x\r\n\0\0a b' >bin; mkdir dir

### wc a
wc a
#| 2 2 4 a

### wc -l a
wc -l a
#| 2 a

### wc a b
wc a b
#|  2  2  4 a
#|  6  3 10 b
#|  8  5 14 total

### wc -w a b
wc -w a b
#|  2 a
#|  3 b
#|  5 total

### wc -c a
wc -c a
#| 4 a

### wc -m u
wc -m u
#| 9 u

### wc u
wc u
#|  1  3 14 u

### wc -L b u a
wc -L b u a
#|  9 b
#|  8 u
#|  1 a
#|  9 total

### wc bin
wc bin
#|  2  4 19 bin

### wc -lwmcL a u
wc -lwmcL a u
#|  2  2  4  4  1 a
#|  1  3  9 14  8 u
#|  3  5 13 18  8 total

### wc
printf 'a b\nc' | wc
#|       1       3       5

### wc -l
printf 'a\nb' | wc -l
#| 1

### wc -
printf 'x y\n' | wc -
#|       1       2       4 -

### wc - a
printf 'x y\n' | wc - a
#|       1       2       4 -
#|       2       2       4 a
#|       3       4       8 total

### wc nx
wc nx
#! wc: nx: No such file or directory
#? 1

### wc nx a
wc nx a
#| 2 2 4 a
#| 2 2 4 total
#! wc: nx: No such file or directory
#? 1

### wc dir
wc dir
#|       0       0       0 dir
#! wc: dir: Is a directory
#? 1

### wc dir a
wc dir a
#|       0       0       0 dir
#|       2       2       4 a
#|       2       2       4 total
#! wc: dir: Is a directory
#? 1

### wc -m bad
wc -m bad
#| 6 bad

### wc bad
wc bad
#| 1 2 8 bad

### wc -L bad
wc -L bad
#| 5 bad

### wc --files0-from=-
printf 'a\0b' | wc --files0-from=-
#| 2 2 4 a
#| 6 3 10 b
#| 8 5 14 total

### wc --files0-from=- a
wc --files0-from=- a
#! wc: extra operand 'a'
#! file operands cannot be combined with --files0-from
#! Try 'wc --help' for more information.
#? 1

### wc -l a b
wc -l a b
#|  2 a
#|  6 b
#|  8 total

### wc w
wc w
#| 1 1 7 w

### wc as random lines found it: wc --files0-from=missing
wc --files0-from=missing
#! wc: cannot open 'missing' for reading: No such file or directory
#? 1

### wc as random lines found it: printf 'x' > o; wc -c '' o
printf 'x' > o; wc -c '' o
#| 1 o
#| 1 total
#! wc: invalid zero-length file name
#? 1
