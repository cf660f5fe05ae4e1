# hexdump: what each command line gives on these files.
printf 'hello\nworld\0\001\377abc\n' > a; head -c 100 /dev/zero > z; seq 50 > s; printf 'x' > one; : > e; printf '"%%_ax " 4/1 "%%02x " "\\n"\n' > f

### hexdump a
printf 'stdin data\n' | hexdump a
#| 0000000 6568 6c6c 0a6f 6f77 6c72 0064 ff01 6261
#|= '0000010 0a63                                   \n'
#| 0000012

### hexdump -C a
printf 'stdin data\n' | hexdump -C a
#| 00000000  68 65 6c 6c 6f 0a 77 6f  72 6c 64 00 01 ff 61 62  |hello.world...ab|
#| 00000010  63 0a                                             |c.|
#| 00000012

### hexdump -b a
printf 'stdin data\n' | hexdump -b a
#| 0000000 150 145 154 154 157 012 167 157 162 154 144 000 001 377 141 142
#|= '0000010 143 012                                                        \n'
#| 0000012

### hexdump -c a
printf 'stdin data\n' | hexdump -c a
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#|= '0000010   c  \\n                                                        \n'
#| 0000012

### hexdump -d a
printf 'stdin data\n' | hexdump -d a
#| 0000000   25960   27756   02671   28535   27762   00100   65281   25185
#|= '0000010   02659                                                        \n'
#| 0000012

### hexdump -o a
printf 'stdin data\n' | hexdump -o a
#| 0000000  062550  066154  005157  067567  066162  000144  177401  061141
#|= '0000010  005143                                                        \n'
#| 0000012

### hexdump -x a
printf 'stdin data\n' | hexdump -x a
#| 0000000    6568    6c6c    0a6f    6f77    6c72    0064    ff01    6261
#|= '0000010    0a63                                                        \n'
#| 0000012

### hexdump -C z
printf 'stdin data\n' | hexdump -C z
#| 00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
#| *
#| 00000060  00 00 00 00                                       |....|
#| 00000064

### hexdump -v z
printf 'stdin data\n' | hexdump -v z
#| 0000000 0000 0000 0000 0000 0000 0000 0000 0000
#| 0000010 0000 0000 0000 0000 0000 0000 0000 0000
#| 0000020 0000 0000 0000 0000 0000 0000 0000 0000
#| 0000030 0000 0000 0000 0000 0000 0000 0000 0000
#| 0000040 0000 0000 0000 0000 0000 0000 0000 0000
#| 0000050 0000 0000 0000 0000 0000 0000 0000 0000
#|= '0000060 0000 0000                              \n'
#| 0000064

### hexdump -C -v z
printf 'stdin data\n' | hexdump -C -v z
#| 00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
#| 00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
#| 00000020  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
#| 00000030  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
#| 00000040  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
#| 00000050  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
#| 00000060  00 00 00 00                                       |....|
#| 00000064

### hexdump s
printf 'stdin data\n' | hexdump s
#| 0000000 0a31 0a32 0a33 0a34 0a35 0a36 0a37 0a38
#| 0000010 0a39 3031 310a 0a31 3231 310a 0a33 3431
#| 0000020 310a 0a35 3631 310a 0a37 3831 310a 0a39
#| 0000030 3032 320a 0a31 3232 320a 0a33 3432 320a
#| 0000040 0a35 3632 320a 0a37 3832 320a 0a39 3033
#| 0000050 330a 0a31 3233 330a 0a33 3433 330a 0a35
#| 0000060 3633 330a 0a37 3833 330a 0a39 3034 340a
#| 0000070 0a31 3234 340a 0a33 3434 340a 0a35 3634
#|= '0000080 340a 0a37 3834 340a 0a39 3035 000a     \n'
#| 000008d

### hexdump -C s
printf 'stdin data\n' | hexdump -C s
#| 00000000  31 0a 32 0a 33 0a 34 0a  35 0a 36 0a 37 0a 38 0a  |1.2.3.4.5.6.7.8.|
#| 00000010  39 0a 31 30 0a 31 31 0a  31 32 0a 31 33 0a 31 34  |9.10.11.12.13.14|
#| 00000020  0a 31 35 0a 31 36 0a 31  37 0a 31 38 0a 31 39 0a  |.15.16.17.18.19.|
#| 00000030  32 30 0a 32 31 0a 32 32  0a 32 33 0a 32 34 0a 32  |20.21.22.23.24.2|
#| 00000040  35 0a 32 36 0a 32 37 0a  32 38 0a 32 39 0a 33 30  |5.26.27.28.29.30|
#| 00000050  0a 33 31 0a 33 32 0a 33  33 0a 33 34 0a 33 35 0a  |.31.32.33.34.35.|
#| 00000060  33 36 0a 33 37 0a 33 38  0a 33 39 0a 34 30 0a 34  |36.37.38.39.40.4|
#| 00000070  31 0a 34 32 0a 34 33 0a  34 34 0a 34 35 0a 34 36  |1.42.43.44.45.46|
#| 00000080  0a 34 37 0a 34 38 0a 34  39 0a 35 30 0a           |.47.48.49.50.|
#| 0000008d

### hexdump one
printf 'stdin data\n' | hexdump one
#|= '0000000 0078                                   \n'
#| 0000001

### hexdump -C one
printf 'stdin data\n' | hexdump -C one
#| 00000000  78                                                |x|
#| 00000001

### hexdump -x one
printf 'stdin data\n' | hexdump -x one
#|= '0000000    0078                                                        \n'
#| 0000001

### hexdump -c one
printf 'stdin data\n' | hexdump -c one
#|= '0000000   x                                                            \n'
#| 0000001

### hexdump e
printf 'stdin data\n' | hexdump e

### hexdump -C e
printf 'stdin data\n' | hexdump -C e

### hexdump 
printf 'stdin data\n' | hexdump 
#|= '0000000 7473 6964 206e 6164 6174 000a          \n'
#| 000000b

### hexdump -
printf 'stdin data\n' | hexdump -
#! hexdump: -: No such file or directory
#! hexdump: all input file arguments failed
#? 1

### hexdump -C -n 5 a
printf 'stdin data\n' | hexdump -C -n 5 a
#| 00000000  68 65 6c 6c 6f                                    |hello|
#| 00000005

### hexdump -C -s 3 a
printf 'stdin data\n' | hexdump -C -s 3 a
#| 00000003  6c 6f 0a 77 6f 72 6c 64  00 01 ff 61 62 63 0a     |lo.world...abc.|
#| 00000012

### hexdump -s 3 -n 4 a
printf 'stdin data\n' | hexdump -s 3 -n 4 a
#|= '0000003 6f6c 770a                              \n'
#| 0000007

### hexdump nx
printf 'stdin data\n' | hexdump nx
#! hexdump: nx: No such file or directory
#! hexdump: all input file arguments failed
#? 1

### hexdump nx a
printf 'stdin data\n' | hexdump nx a
#| 0000000 6568 6c6c 0a6f 6f77 6c72 0064 ff01 6261
#|= '0000010 0a63                                   \n'
#| 0000012
#! hexdump: nx: No such file or directory
#? 1

### hexdump a one
printf 'stdin data\n' | hexdump a one
#| 0000000 6568 6c6c 0a6f 6f77 6c72 0064 ff01 6261
#|= '0000010 0a63 0078                              \n'
#| 0000013

### hexdump -n x a
printf 'stdin data\n' | hexdump -n x a
#! hexdump: failed to parse length: 'x': Invalid argument
#? 1

### hexdump -bc a
printf 'stdin data\n' | hexdump -bc a
#| 0000000 150 145 154 154 157 012 167 157 162 154 144 000 001 377 141 142
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#|= '0000010 143 012                                                        \n'
#|= '0000010   c  \\n                                                        \n'
#| 0000012

### hexdump -e '"%08.8_ax  " 8/1 "%02x " "\n"' a
printf 'stdin data\n' | hexdump -e '"%08.8_ax  " 8/1 "%02x " "\n"' a
#| 00000000  68 65 6c 6c 6f 0a 77 6f
#| 00000008  72 6c 64 00 01 ff 61 62
#|= '00000010  63 0a                  \n'

### hexdump -e '16/1 "%02x"' -e '"\n"' a
printf 'stdin data\n' | hexdump -e '16/1 "%02x"' -e '"\n"' a
#| 68656c6c6f0a776f726c640001ff6162
#|= '630a                            \n'

### hexdump -e '1/1 "%d\n"' one
printf 'stdin data\n' | hexdump -e '1/1 "%d\n"' one
#| 120

### hexdump -v -e '1/1 "%02x\n"' a
printf 'stdin data\n' | hexdump -v -e '1/1 "%02x\n"' a
#| 68
#| 65
#| 6c
#| 6c
#| 6f
#| 0a
#| 77
#| 6f
#| 72
#| 6c
#| 64
#| 00
#| 01
#| ff
#| 61
#| 62
#| 63
#| 0a

### hexdump -e '4/2 "%04x " "\n"' a
printf 'stdin data\n' | hexdump -e '4/2 "%04x " "\n"' a
#| 6568 6c6c 0a6f 6f77
#| 6c72 0064 ff01 6261
#|= '0a63               \n'

### hexdump -f f a
printf 'stdin data\n' | hexdump -f f a
#| 0 68 65 6c 6c
#| 4 6f 0a 77 6f
#| 8 72 6c 64 00
#| c 01 ff 61 62
#|= '10 63 0a      \n'

### hexdump -e '"%_p"' a
printf 'stdin data\n' | hexdump -e '"%_p"' a
#| hel*
#|= 'o.world...abc.'

### hexdump -e '/1 "%02x "' a
printf 'stdin data\n' | hexdump -e '/1 "%02x "' a
#| 68 65 6c *
#|= '6f 0a 77 6f 72 6c 64 00 01 ff 61 62 63 0a '

### hexdump -e '"x" "\n"' one
printf 'stdin data\n' | hexdump -e '"x" "\n"' one

### hexdump -ve '1/1 "%_c "' a
printf 'stdin data\n' | hexdump -ve '1/1 "%_c "' a
#|= 'h e l l o \\n w o r l d \\0 001 377 a b c \\n '

### hexdump -ve '1/1 "%_u "' a
printf 'stdin data\n' | hexdump -ve '1/1 "%_u "' a
#|= 'h e l l o lf w o r l d nul soh ff a b c lf '

### hexdump -e '8/1 "%3u " "\n"' a
printf 'stdin data\n' | hexdump -e '8/1 "%3u " "\n"' a
#| 104 101 108 108 111  10 119 111
#| 114 108 100   0   1 255  97  98
#|= ' 99  10                        \n'

### hexdump -e bad a
printf 'stdin data\n' | hexdump -e bad a
#! hexdump: bad format {bad}
#? 1

### hexdump -z
printf 'stdin data\n' | hexdump -z
#! hexdump: invalid option -- 'z'
#! Try 'hexdump --help' for more information.
#? 1

### hexdump -C a s -n 40
printf 'stdin data\n' | hexdump -C a s -n 40
#| 00000000  68 65 6c 6c 6f 0a 77 6f  72 6c 64 00 01 ff 61 62  |hello.world...ab|
#| 00000010  63 0a 31 0a 32 0a 33 0a  34 0a 35 0a 36 0a 37 0a  |c.1.2.3.4.5.6.7.|
#| 00000020  38 0a 39 0a 31 30 0a 31                           |8.9.10.1|
#| 00000028

### hexdump -v -e '/4 "%u\n"' a
printf 'stdin data\n' | hexdump -v -e '/4 "%u\n"' a
#| 1819043176
#| 1870072431
#| 6581362
#| 1650589441
#| 2659

### hexdump -C nx
printf 'stdin data\n' | hexdump -C nx
#! hexdump: nx: No such file or directory
#! hexdump: all input file arguments failed
#? 1

### hexdump -n 0 a
printf 'stdin data\n' | hexdump -n 0 a
