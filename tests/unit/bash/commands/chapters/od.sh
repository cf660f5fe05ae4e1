# od: what each command line gives on these files.
printf 'hello\nworld\0\001\377abc\n' > a; head -c 100 /dev/zero > z; seq 50 > s; printf 'x' > one; printf '\000\000\200\077\333\017\111\100abcd1234' > f; printf 'h\303\251\n' > u

### od a
printf 'stdin data\n' | od a
#| 0000000 062550 066154 005157 067567 066162 000144 177401 061141
#| 0000020 005143
#| 0000022

### od -c a
printf 'stdin data\n' | od -c a
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#| 0000020   c  \n
#| 0000022

### od -b a
printf 'stdin data\n' | od -b a
#| 0000000 150 145 154 154 157 012 167 157 162 154 144 000 001 377 141 142
#| 0000020 143 012
#| 0000022

### od -x a
printf 'stdin data\n' | od -x a
#| 0000000 6568 6c6c 0a6f 6f77 6c72 0064 ff01 6261
#| 0000020 0a63
#| 0000022

### od -d a
printf 'stdin data\n' | od -d a
#| 0000000 25960 27756  2671 28535 27762   100 65281 25185
#| 0000020  2659
#| 0000022

### od -o a
printf 'stdin data\n' | od -o a
#| 0000000 062550 066154 005157 067567 066162 000144 177401 061141
#| 0000020 005143
#| 0000022

### od -i a
printf 'stdin data\n' | od -i a
#| 0000000  1819043176  1870072431     6581362  1650589441
#| 0000020        2659
#| 0000022

### od -s a
printf 'stdin data\n' | od -s a
#| 0000000  25960  27756   2671  28535  27762    100   -255  25185
#| 0000020   2659
#| 0000022

### od -l a
printf 'stdin data\n' | od -l a
#| 0000000  8031899934115259752  7089227668224502898
#| 0000020                 2659
#| 0000022

### od -a a
printf 'stdin data\n' | od -a a
#| 0000000   h   e   l   l   o  nl   w   o   r   l   d nul soh del   a   b
#| 0000020   c  nl
#| 0000022

### od -f f
printf 'stdin data\n' | od -f f
#| 0000000               1       3.1415927   1.6777999e+22   1.6688934e-07
#| 0000020

### od -F f
printf 'stdin data\n' | od -F f
#| 0000000        50.12387841939926   3.0581097731859107e-57
#| 0000020

### od -t x1 a
printf 'stdin data\n' | od -t x1 a
#| 0000000 68 65 6c 6c 6f 0a 77 6f 72 6c 64 00 01 ff 61 62
#| 0000020 63 0a
#| 0000022

### od -t x1z a
printf 'stdin data\n' | od -t x1z a
#| 0000000 68 65 6c 6c 6f 0a 77 6f 72 6c 64 00 01 ff 61 62  >hello.world...ab<
#| 0000020 63 0a                                            >c.<
#| 0000022

### od -t c -t x1 a
printf 'stdin data\n' | od -t c -t x1 a
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#|          68  65  6c  6c  6f  0a  77  6f  72  6c  64  00  01  ff  61  62
#| 0000020   c  \n
#|          63  0a
#| 0000022

### od -tx1c a
printf 'stdin data\n' | od -tx1c a
#| 0000000  68  65  6c  6c  6f  0a  77  6f  72  6c  64  00  01  ff  61  62
#|           h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#| 0000020  63  0a
#|           c  \n
#| 0000022

### od -An -c a
printf 'stdin data\n' | od -An -c a
#|    h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#|    c  \n

### od -An -tx1 a
printf 'stdin data\n' | od -An -tx1 a
#|  68 65 6c 6c 6f 0a 77 6f 72 6c 64 00 01 ff 61 62
#|  63 0a

### od -Ad -c a
printf 'stdin data\n' | od -Ad -c a
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#| 0000016   c  \n
#| 0000018

### od -Ax -c a
printf 'stdin data\n' | od -Ax -c a
#| 000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#| 000010   c  \n
#| 000012

### od -An -t u1 a
printf 'stdin data\n' | od -An -t u1 a
#|  104 101 108 108 111  10 119 111 114 108 100   0   1 255  97  98
#|   99  10

### od -t d1 a
printf 'stdin data\n' | od -t d1 a
#| 0000000  104  101  108  108  111   10  119  111  114  108  100    0    1   -1   97   98
#| 0000020   99   10
#| 0000022

### od -t x2 a
printf 'stdin data\n' | od -t x2 a
#| 0000000 6568 6c6c 0a6f 6f77 6c72 0064 ff01 6261
#| 0000020 0a63
#| 0000022

### od -t x4 a
printf 'stdin data\n' | od -t x4 a
#| 0000000 6c6c6568 6f770a6f 00646c72 6261ff01
#| 0000020 00000a63
#| 0000022

### od -t x8 a
printf 'stdin data\n' | od -t x8 a
#| 0000000 6f770a6f6c6c6568 6261ff0100646c72
#| 0000020 0000000000000a63
#| 0000022

### od -t o1 a
printf 'stdin data\n' | od -t o1 a
#| 0000000 150 145 154 154 157 012 167 157 162 154 144 000 001 377 141 142
#| 0000020 143 012
#| 0000022

### od -t d8 a
printf 'stdin data\n' | od -t d8 a
#| 0000000  8031899934115259752  7089227668224502898
#| 0000020                 2659
#| 0000022

### od -t u4 a
printf 'stdin data\n' | od -t u4 a
#| 0000000 1819043176 1870072431    6581362 1650589441
#| 0000020       2659
#| 0000022

### od -t fF f
printf 'stdin data\n' | od -t fF f
#| 0000000               1       3.1415927   1.6777999e+22   1.6688934e-07
#| 0000020

### od -t fD f
printf 'stdin data\n' | od -t fD f
#| 0000000        50.12387841939926   3.0581097731859107e-57
#| 0000020

### od -t f4 f
printf 'stdin data\n' | od -t f4 f
#| 0000000               1       3.1415927   1.6777999e+22   1.6688934e-07
#| 0000020

### od z
printf 'stdin data\n' | od z
#| 0000000 000000 000000 000000 000000 000000 000000 000000 000000
#| *
#| 0000140 000000 000000
#| 0000144

### od -v z
printf 'stdin data\n' | od -v z
#| 0000000 000000 000000 000000 000000 000000 000000 000000 000000
#| 0000020 000000 000000 000000 000000 000000 000000 000000 000000
#| 0000040 000000 000000 000000 000000 000000 000000 000000 000000
#| 0000060 000000 000000 000000 000000 000000 000000 000000 000000
#| 0000100 000000 000000 000000 000000 000000 000000 000000 000000
#| 0000120 000000 000000 000000 000000 000000 000000 000000 000000
#| 0000140 000000 000000
#| 0000144

### od -An -v -tx1 -w4 a
printf 'stdin data\n' | od -An -v -tx1 -w4 a
#|  68 65 6c 6c
#|  6f 0a 77 6f
#|  72 6c 64 00
#|  01 ff 61 62
#|  63 0a

### od -w8 -c a
printf 'stdin data\n' | od -w8 -c a
#| 0000000   h   e   l   l   o  \n   w   o
#| 0000010   r   l   d  \0 001 377   a   b
#| 0000020   c  \n
#| 0000022

### od -w -c a
printf 'stdin data\n' | od -w -c a
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b   c  \n
#| 0000022

### od -w3 -x a
printf 'stdin data\n' | od -w3 -x a
#| 0000000 6568
#| 0000002 6c6c
#| 0000004 0a6f
#| 0000006 6f77
#| 0000010 6c72
#| 0000012 0064
#| 0000014 ff01
#| 0000016 6261
#| 0000020 0a63
#| 0000022
#! od: warning: invalid width 3; using 2 instead

### od -N 5 -c a
printf 'stdin data\n' | od -N 5 -c a
#| 0000000   h   e   l   l   o
#| 0000005

### od -j 3 -c a
printf 'stdin data\n' | od -j 3 -c a
#| 0000003   l   o  \n   w   o   r   l   d  \0 001 377   a   b   c  \n
#| 0000022

### od -j 3 -N 4 -c a
printf 'stdin data\n' | od -j 3 -N 4 -c a
#| 0000003   l   o  \n   w
#| 0000007

### od -j 100 a
printf 'stdin data\n' | od -j 100 a
#! od: cannot skip past end of combined input
#? 1

### od -A n -c u
printf 'stdin data\n' | od -A n -c u
#|    h 303 251  \n

### od -c
printf 'stdin data\n' | od -c
#| 0000000   s   t   d   i   n       d   a   t   a  \n
#| 0000013

### od -c -
printf 'stdin data\n' | od -c -
#| 0000000   s   t   d   i   n       d   a   t   a  \n
#| 0000013

### od nx
printf 'stdin data\n' | od nx
#! od: nx: No such file or directory
#? 1

### od nx a
printf 'stdin data\n' | od nx a
#| 0000000 062550 066154 005157 067567 066162 000144 177401 061141
#| 0000020 005143
#| 0000022
#! od: nx: No such file or directory
#? 1

### od a one
printf 'stdin data\n' | od a one
#| 0000000 062550 066154 005157 067567 066162 000144 177401 061141
#| 0000020 005143 000170
#| 0000023

### od -t z a
printf 'stdin data\n' | od -t z a
#! od: invalid character 'z' in type string ‘z’
#? 1

### od -t x3 a
printf 'stdin data\n' | od -t x3 a
#! od: invalid type string ‘x3’;
#! this system doesn't provide a 3-byte integral type
#? 1

### od -A q a
printf 'stdin data\n' | od -A q a
#! od: invalid output address radix 'q'; it must be one character from [doxn]
#? 1

### od -N x a
printf 'stdin data\n' | od -N x a
#! od: invalid -N argument 'x'
#? 1

### od -j x a
printf 'stdin data\n' | od -j x a
#! od: invalid -j argument 'x'
#? 1

### od --endian=big -x a
printf 'stdin data\n' | od --endian=big -x a
#| 0000000 6865 6c6c 6f0a 776f 726c 6400 01ff 6162
#| 0000020 630a
#| 0000022

### od --endian=little -x a
printf 'stdin data\n' | od --endian=little -x a
#| 0000000 6568 6c6c 0a6f 6f77 6c72 0064 ff01 6261
#| 0000020 0a63
#| 0000022

### od -tx1 -N0 a
printf 'stdin data\n' | od -tx1 -N0 a
#| 0000000

### od -S 3 a
printf 'stdin data\n' | od -S 3 a
#| 0000006 world

### od -bc a
printf 'stdin data\n' | od -bc a
#| 0000000 150 145 154 154 157 012 167 157 162 154 144 000 001 377 141 142
#|           h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#| 0000020 143 012
#|           c  \n
#| 0000022

### od -cx a
printf 'stdin data\n' | od -cx a
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b
#|            6568    6c6c    0a6f    6f77    6c72    0064    ff01    6261
#| 0000020   c  \n
#|            0a63
#| 0000022

### od -t a a
printf 'stdin data\n' | od -t a a
#| 0000000   h   e   l   l   o  nl   w   o   r   l   d nul soh del   a   b
#| 0000020   c  nl
#| 0000022

### od -t x1 -t c -An one
printf 'stdin data\n' | od -t x1 -t c -An one
#|   78
#|    x

### od one
printf 'stdin data\n' | od one
#| 0000000 000170
#| 0000001

### od -x one
printf 'stdin data\n' | od -x one
#| 0000000 0078
#| 0000001

### od -t x4 one
printf 'stdin data\n' | od -t x4 one
#| 0000000 00000078
#| 0000001

### od -tcz a
printf 'stdin data\n' | od -tcz a
#| 0000000   h   e   l   l   o  \n   w   o   r   l   d  \0 001 377   a   b  >hello.world...ab<
#| 0000020   c  \n                                                          >c.<
#| 0000022

### od -h a
printf 'stdin data\n' | od -h a
#| 0000000 6568 6c6c 0a6f 6f77 6c72 0064 ff01 6261
#| 0000020 0a63
#| 0000022

### od -X a
printf 'stdin data\n' | od -X a
#| 0000000 6c6c6568 6f770a6f 00646c72 6261ff01
#| 0000020 00000a63
#| 0000022

### od -O a
printf 'stdin data\n' | od -O a
#| 0000000 15433062550 15735605157 00031066162 14230377401
#| 0000020 00000005143
#| 0000022

### od -e f
printf 'stdin data\n' | od -e f
#| 0000000        50.12387841939926   3.0581097731859107e-57
#| 0000020

### od -w0 a
printf 'stdin data\n' | od -w0 a
#| 0000000 062550
#| 0000002 066154
#| 0000004 005157
#| 0000006 067567
#| 0000010 066162
#| 0000012 000144
#| 0000014 177401
#| 0000016 061141
#| 0000020 005143
#| 0000022
#! od: warning: invalid width 0; using 2 instead

### od -w5 -t x1 s
printf 'stdin data\n' | od -w5 -t x1 s
#| 0000000 31 0a 32 0a 33
#| 0000005 0a 34 0a 35 0a
#| 0000012 36 0a 37 0a 38
#| 0000017 0a 39 0a 31 30
#| 0000024 0a 31 31 0a 31
#| 0000031 32 0a 31 33 0a
#| 0000036 31 34 0a 31 35
#| 0000043 0a 31 36 0a 31
#| 0000050 37 0a 31 38 0a
#| 0000055 31 39 0a 32 30
#| 0000062 0a 32 31 0a 32
#| 0000067 32 0a 32 33 0a
#| 0000074 32 34 0a 32 35
#| 0000101 0a 32 36 0a 32
#| 0000106 37 0a 32 38 0a
#| 0000113 32 39 0a 33 30
#| 0000120 0a 33 31 0a 33
#| 0000125 32 0a 33 33 0a
#| 0000132 33 34 0a 33 35
#| 0000137 0a 33 36 0a 33
#| 0000144 37 0a 33 38 0a
#| 0000151 33 39 0a 34 30
#| 0000156 0a 34 31 0a 34
#| 0000163 32 0a 34 33 0a
#| 0000170 34 34 0a 34 35
#| 0000175 0a 34 36 0a 34
#| 0000202 37 0a 34 38 0a
#| 0000207 34 39 0a 35 30
#| 0000214 0a
#| 0000215

### od -tx1 -w1 one
printf 'stdin data\n' | od -tx1 -w1 one
#| 0000000 78
#| 0000001

### od -t dS a
printf 'stdin data\n' | od -t dS a
#| 0000000  25960  27756   2671  28535  27762    100   -255  25185
#| 0000020   2659
#| 0000022

### od -t uC a
printf 'stdin data\n' | od -t uC a
#| 0000000 104 101 108 108 111  10 119 111 114 108 100   0   1 255  97  98
#| 0000020  99  10
#| 0000022

### od -t xI a
printf 'stdin data\n' | od -t xI a
#| 0000000 6c6c6568 6f770a6f 00646c72 6261ff01
#| 0000020 00000a63
#| 0000022

### od -t oL a
printf 'stdin data\n' | od -t oL a
#| 0000000 0675670246755433062550 0611417760040031066162
#| 0000020 0000000000000000005143
#| 0000022

### od -t dCz a
printf 'stdin data\n' | od -t dCz a
#| 0000000  104  101  108  108  111   10  119  111  114  108  100    0    1   -1   97   98  >hello.world...ab<
#| 0000020   99   10                                                                        >c.<
#| 0000022

### od -Anone -c one
printf 'stdin data\n' | od -Anone -c one
#|    x

### od -N 1k -c one
printf 'stdin data\n' | od -N 1k -c one
#| 0000000   x
#| 0000001

### od -j 1 -c one
printf 'stdin data\n' | od -j 1 -c one
#| 0000001

### od -c s
printf 'stdin data\n' | od -c s
#| 0000000   1  \n   2  \n   3  \n   4  \n   5  \n   6  \n   7  \n   8  \n
#| 0000020   9  \n   1   0  \n   1   1  \n   1   2  \n   1   3  \n   1   4
#| 0000040  \n   1   5  \n   1   6  \n   1   7  \n   1   8  \n   1   9  \n
#| 0000060   2   0  \n   2   1  \n   2   2  \n   2   3  \n   2   4  \n   2
#| 0000100   5  \n   2   6  \n   2   7  \n   2   8  \n   2   9  \n   3   0
#| 0000120  \n   3   1  \n   3   2  \n   3   3  \n   3   4  \n   3   5  \n
#| 0000140   3   6  \n   3   7  \n   3   8  \n   3   9  \n   4   0  \n   4
#| 0000160   1  \n   4   2  \n   4   3  \n   4   4  \n   4   5  \n   4   6
#| 0000200  \n   4   7  \n   4   8  \n   4   9  \n   5   0  \n
#| 0000215

### od as random lines found it: printf 'abcdefghij' | od -lx
printf 'abcdefghij' | od -lx
#| 0000000  7523094288207667809                27241
#|          6261 6463 6665 6867  6a69
#| 0000012

### od as random lines found it: printf 'abcd' | od -S1 -a
printf 'abcd' | od -S1 -a
#! od: no type may be specified when dumping strings
#? 1
