# strings: what each command line gives on these files.
printf 'abc\0hello\0wor\tld\n\x80\x81longer string\n' > f

### strings f
strings f
#| hello
#| wor	ld
#| longer string

### strings -n 3 f
strings -n 3 f
#| abc
#| hello
#| wor	ld
#| longer string

### strings -8 f
strings -8 f
#| longer string

### strings -t x f
strings -t x f
#|       4 hello
#|       a wor	ld
#|      13 longer string

### strings -t d -f f
strings -t d -f f
#| f:       4 hello
#| f:      10 wor	ld
#| f:      19 longer string

### strings < f
strings < f
#| hello
#| wor	ld
#| longer string

### strings nope
strings nope
#! strings: 'nope': No such file
#? 1

### strings -w f
strings -w f
#| hello
#| wor	ld
#|
#| longer string
#|

### strings -n 0 f
strings -n 0 f
#! strings: invalid minimum string length 0
#? 1

### strings -n x f
strings -n x f
#! strings: invalid integer argument x
#? 1

### strings -e l f
strings -e l f
