# echo and printf.

### echo joins its arguments with blanks
echo a   b 'c  d'
echo
#| a b c  d
#|

### echo -n leaves the newline out
echo -n a; echo -n b; echo
#| ab

### echo -e expands escapes, -E does not
echo -e 'a\tb\nc\\d'
echo -E 'a\tb'
echo -eE 'a\tb'
#| a	b
#| c\d
#| a\tb
#| a\tb

### echo -e with \c stops
echo -e 'a\cb'; echo next
#| anext

### echo takes unknown options as text
echo -x -nq --help
#| -x -nq --help

### echo -e with octal, hexadecimal and Unicode
echo -e '\0101 \x42 \u00e9 \U0001F600 \0'  | od -c | head -n 2
#| 0000000   A       B     303 251     360 237 230 200      \0  \n
#| 0000016

### echo prints a dash and an empty argument
echo - '' --
#| -  --

### printf has no newline of its own
printf 'a'; printf 'b\n'
#| ab

### printf repeats its format for further arguments
printf '%s-%s\n' a b c
printf '%d\n' 1 2 3
#| a-b
#| c-
#| 1
#| 2
#| 3

### printf without arguments uses empty ones
printf '[%s] [%d]\n'
#| [] [0]

### Widths and precisions
printf '[%5s] [%-5s] [%.2s] [%5.1s]\n' abc abc abc abc
printf '[%5d] [%-5d] [%05d] [%+d] [% d]\n' 42 42 42 42 42
#| [  abc] [abc  ] [ab] [    a]
#| [   42] [42   ] [00042] [+42] [ 42]

### Width and precision from arguments
printf '[%*s] [%-*s] [%.*s]\n' 5 a 5 b 2 cde
printf '[%*d]\n' -5 3
#| [    a] [b    ] [cd]
#| [3    ]

### Integers in other bases
printf '%x %X %o %#x %#o\n' 255 255 8 255 8
printf '%d %d %d\n' 0x1f 010 "'A"
#| ff FF 10 0xff 010
#| 31 8 65

### Unsigned and negative
printf '%u\n' -1
printf '%d\n' -9223372036854775808
#| 18446744073709551615
#| -9223372036854775808

### Floating point
printf '%f %.2f %e %g %G\n' 3.14159 2.5 12345.678 0.0001 1e10
printf '%5.1f|%-8.3f|%08.2f\n' 3.14159 2.5 -1.5
#| 3.141590 2.50 1.234568e+04 0.0001 1E+10
#|   3.1|2.500   |-0001.50

### An invalid number is reported and its beginning used
printf '%d\n' 12abc; echo $?
printf '%d\n' abc; echo $?
printf '%f\n' 1.5x; echo $?
#| 12
#| 1
#| 0
#| 1
#| 1.500000
#| 1
#! bash: line 1: printf: 12abc: invalid number
#! bash: line 2: printf: abc: invalid number
#! bash: line 3: printf: 1.5x: invalid number

### Characters and strings
printf '%c%c%c\n' hello world ''
printf '%s\n' 'a\nb'
#|= 'hw\x00\n'
#| a\nb

### %b expands escapes in its argument
printf '%b\n' 'a\tb' 'c\0101' 'd\ce'
echo next
#| a	b
#| cA
#| dnext

### %q quotes
printf '%q ' 'a b' "it's" '$x' '' $'t\tb' '~' a=b; echo
#|= "a\\ b it\\'s \\$x '' $'t\\tb' \\~ a=b \n"

### %% is a percent sign
printf '100%%\n'
#| 100%

### Escapes in the format
printf 'a\tb\x41\101\u00e9\\\n'
#| a	bAAé\

### printf -v stores
printf -v x '%03d' 7
echo $x
printf -v 'a[2]' '%s' el
echo ${a[2]} ${!a[@]}
#| 007
#| el 2

### %(fmt)T formats times
TZ=UTC printf '%(%Y-%m-%d %H:%M:%S)T\n' 0 86400
TZ=UTC printf '%(%F)T|%()T\n' 1000000000 0
#| 1970-01-01 00:00:00
#| 1970-01-02 00:00:00
#| 2001-09-09|00:00:00

### An invalid format
printf '%z\n' a; echo $?
printf '%'; echo $?
#| 1
#| 1
#! bash: line 1: printf: `\': invalid format character
#! bash: line 2: printf: `%': missing format character

### Options of printf
printf -- '-x\n'
printf; echo $?
printf -v; echo $?
printf -v 1x a; echo $?
#| -x
#| 2
#| 2
#| 2
#! printf: usage: printf [-v var] format [arguments]
#! bash: line 3: printf: -v: option requires an argument
#! printf: usage: printf [-v var] format [arguments]
#! bash: line 4: printf: `1x': not a valid identifier

### printf with a format that looks like an option
printf -n; echo $?
#| 2
#! bash: line 1: printf: -n: invalid option
#! printf: usage: printf [-v var] format [arguments]

### Long output
printf '%s' {1..200} | wc -c
#| 492

### Numbers that do not fit
printf '%d\n' 99999999999999999999; echo $?
#| 9223372036854775807
#| 0
#! bash: line 1: printf: warning: 99999999999999999999: Numerical result out of range

### %s with a multibyte width
printf '[%4s]\n' é
printf '[%.2s]\n' éàü
#| [  é]
#| [é]

### %n$ is not understood
printf '%1$s\n' a; echo $?
#| 1
#! bash: line 1: printf: `$': invalid format character

### %i is %d
printf '%i\n' 5
#| 5

### A format that consumes nothing is printed once
printf 'x\n' a b c
#| x

### hexadecimal floating point
printf '%a\n' 1
#| 0x8p-3

### Writing to a closed descriptor
printf 'x' >&-; echo $?
#| 1
#! bash: line 1: printf: write error: Bad file descriptor

### Decimals are rounded as long doubles are
printf '%.2f %.1f %.0f %f|' 2.675 0.25 2.5 1 -0.004 0.05 99.995 1234567.891 0.125 1e3 .5 7.; echo
printf '[%8.2f][%-8.1f][%08.3f][%+.1f][% .0f][%#.0f]\n' 3.14159 2.25 -1.5 2 3 4
#| 2.67 0.2 2 1.000000|-0.00 0.1 100 1234567.891000|0.12 1000.0 0 7.000000|
#| [    3.14][2.2     ][-001.500][+2.0][ 3][4.]

### Numbers in other bases, characters and short options of width
printf '[%x][%X][%o][%u][%c][%5c][%-3x][%04o]\n' 255 255 8 7 abc é 10 9; printf '%b|' 'a' 'b\tc' ''; echo
#|= '[ff][FF][10][7][a][    \udcc3][a  ][0011]\n'
#| a|b	c||
