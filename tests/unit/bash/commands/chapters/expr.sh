# expr: what each command line gives on these files.

### expr 1 + 2
expr 1 + 2
#| 3

### expr 5 - 7
expr 5 - 7
#| -2

### expr 3 \* 4
expr 3 \* 4
#| 12

### expr 7 / 2
expr 7 / 2
#| 3

### expr -7 / 2
expr -7 / 2
#| -3

### expr -7 % 3
expr -7 % 3
#| -1

### expr 7 % 0
expr 7 % 0
#! expr: division by zero
#? 2

### expr 1 / 0
expr 1 / 0
#! expr: division by zero
#? 2

### expr a : a
expr a : a
#| 1

### expr abc : "a\(.\)c"
expr abc : "a\(.\)c"
#| b

### expr abc : b
expr abc : b
#| 0
#? 1

### expr abc : "."
expr abc : "."
#| 1

### expr abc : ".*"
expr abc : ".*"
#| 3

### expr length abc
expr length abc
#| 3

### expr length ""
expr length ""
#| 0
#? 1

### expr substr hello 2 3
expr substr hello 2 3
#| ell

### expr substr hello 0 3
expr substr hello 0 3
#|
#? 1

### expr substr hello 2 x
expr substr hello 2 x
#|
#? 1

### expr index hello lo
expr index hello lo
#| 3

### expr index hello z
expr index hello z
#| 0
#? 1

### expr match abc "a\(b\)"
expr match abc "a\(b\)"
#| b

### expr match abc a
expr match abc a
#| 1

### expr 1 \< 2
expr 1 \< 2
#| 1

### expr a \< b
expr a \< b
#| 1

### expr 10 \> 9
expr 10 \> 9
#| 1

### expr a = a
expr a = a
#| 1

### expr a == b
expr a == b
#| 0
#? 1

### expr a != b
expr a != b
#| 1

### expr 1 = 1.0
expr 1 = 1.0
#| 0
#? 1

### expr "" \| 0
expr "" \| 0
#| 0
#? 1

### expr a \| b
expr a \| b
#| a

### expr 0 \| b
expr 0 \| b
#| b

### expr a \& b
expr a \& b
#| a

### expr 0 \& b
expr 0 \& b
#| 0
#? 1

### expr "" \& b
expr "" \& b
#| 0
#? 1

### expr \( 1 + 2 \) \* 3
expr \( 1 + 2 \) \* 3
#| 9

### expr \( 1
expr \( 1
#! expr: syntax error: expecting ')' after ‘1’
#? 2

### expr 1 +
expr 1 +
#! expr: syntax error: missing argument after ‘+’
#? 2

### expr + length
expr + length
#| length

### expr length + length
expr length + length
#| 6

### expr 1 2
expr 1 2
#! expr: syntax error: unexpected argument ‘2’
#? 2

### expr 
expr 
#! expr: missing operand
#! Try 'expr --help' for more information.
#? 2

### expr --
expr --
#! expr: missing operand
#! Try 'expr --help' for more information.
#? 2

### expr -- 1
expr -- 1
#| 1

### expr a + 1
expr a + 1
#! expr: non-integer argument
#? 2

### expr 1 + a
expr 1 + a
#! expr: non-integer argument
#? 2

### expr 99999999999999999999 + 1
expr 99999999999999999999 + 1
#| 100000000000000000000

### expr 99999999999999999999 \* 99999999999999999999
expr 99999999999999999999 \* 99999999999999999999
#| 9999999999999999999800000000000000000001

### expr 0
expr 0
#| 0
#? 1

### expr ""
expr ""
#|
#? 1

### expr -0
expr -0
#| -0
#? 1

### expr 00
expr 00
#| 00
#? 1

### expr \)
expr \)
#! expr: syntax error: unexpected ')'
#? 2

### expr 1 \) 2
expr 1 \) 2
#! expr: syntax error: unexpected argument ‘)’
#? 2

### expr x : "\(","y"
expr x : "\(","y"
#! expr: Unmatched ( or \(
#? 2

### expr 3 + 3 \* 3
expr 3 + 3 \* 3
#| 12

### expr 10 - 3 - 2
expr 10 - 3 - 2
#| 5

### expr 1 \<= 1
expr 1 \<= 1
#| 1

### expr 1 \>= 2
expr 1 \>= 2
#| 0
#? 1

### expr abc : "\(z\)*"
expr abc : "\(z\)*"
#|
#? 1

### expr a : "a*\(b*\)"
expr a : "a*\(b*\)"
#|
#? 1

### expr foo : "f\(o\)*"
expr foo : "f\(o\)*"
#| o

### expr "été" : "..."
expr "été" : "..."
#| 3

### expr length "été"
expr length "été"
#| 3

### expr index "été" é
expr index "été" é
#| 1

### expr 1 \| 1 / 0
expr 1 \| 1 / 0
#| 1

### expr 0 \& 1 / 0
expr 0 \& 1 / 0
#| 0
#? 1

### expr -1 + 1
expr -1 + 1
#| 0
#? 1

### expr + 5
expr + 5
#| 5

### expr abc : "^a"
expr abc : "^a"
#| 1

### expr 2 \* \( 3 + 4
expr 2 \* \( 3 + 4
#! expr: syntax error: expecting ')' after ‘4’
#? 2

### expr é : é
expr é : é
#| 1
