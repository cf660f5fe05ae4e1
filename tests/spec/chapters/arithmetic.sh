# Arithmetic.

### The usual operators
echo $((7+3)) $((7-3)) $((7*3)) $((7/3)) $((7%3)) $((2**10))
#| 10 4 21 2 1 1024

### Division and remainder go towards zero
echo $((-7/2)) $((-7%2)) $((7/-2)) $((7%-2))
#| -3 -1 -3 1

### Precedence as in C
echo $((1+2*3)) $(((1+2)*3)) $((2**3**2)) $((-2**2)) $((10-3-2))
#| 7 9 512 4 5

### Comparisons give one or zero
echo $((3<4)) $((3>4)) $((3<=3)) $((3>=4)) $((3==3)) $((3!=3))
#| 1 0 1 0 1 0

### Logic stops early
x=0
echo $((0 && (x=1))) $((1 || (x=1))) $x $((!0)) $((!5))
#| 0 1 0 1 0

### Bits
echo $((6&3)) $((6|3)) $((6^3)) $((~6)) $((1<<4)) $((-16>>2))
#| 2 7 5 -7 16 -4

### The conditional operator
x=5
echo $((x>3 ? 10 : 20)) $((x<3 ? 10 : x<6 ? 15 : 20))
#| 10 15

### The comma gives its last value
echo $((a=1, b=2, a+b)) $a $b
#| 3 1 2

### Assignment operators
x=10
echo $((x+=5)) $((x-=3)) $((x*=2)) $((x/=4)) $((x%=4)) $((x<<=3)) $((x|=1)) $((x^=3)) $((x&=6)) $((x>>=1))
#| 15 12 24 6 2 16 17 18 2 1

### Increment before and behind
i=5
echo $((i++)) $i $((++i)) $i $((i--)) $((--i))
#| 5 6 7 7 7 5

### Names need no dollar sign, and an unset one is zero
x=4
echo $((x*x)) $(($x+x)) $((nothing+1))
#| 16 8 1

### A name's value is evaluated in turn
a=b b=c c=42
echo $((a))
e='1+2'
echo $((e*2)) $(($e*2))
#| 42
#| 6 5

### Octal, hexadecimal and any base up to 64
echo $((010)) $((0x1F)) $((2#1010)) $((16#ff)) $((36#Z)) $((64#_)) $((64#@))
#| 8 31 10 255 35 63 62

### A digit too great for its base
echo $((2#12)); echo "status $?"
#! bash: line 1: 2#12: value too great for base (error token is "2#12")
#? 1

### An invalid octal number
echo $((08)); echo "status $?"
#! bash: line 1: 08: value too great for base (error token is "08")
#? 1

### Division by zero
echo $((1/0)); echo "not here"
echo "status $?"
#| status 1
#! bash: line 1: 1/0: division by 0 (error token is "0")

### Numbers wrap at 64 bits
echo $((9223372036854775807+1)) $((-9223372036854775808-1)) $((9223372036854775807*2))
#| -9223372036854775808 9223372036854775807 -2

### A negative exponent is an error
echo $((2**-1))
echo "status $?"
#| status 1
#! bash: line 1: 2**-1: exponent less than 0 (error token is "1")

### A syntax error
echo $((1+))
echo "status $?"
#| status 1
#! bash: line 1: 1+: syntax error: operand expected (error token is "+")

### Two operands without an operator
echo $((1 2))
echo "status $?"
#| status 1
#! bash: line 1: 1 2: syntax error in expression (error token is "2")

### An assignment to a number
echo $((1=2))
echo "status $?"
#| status 1
#! bash: line 1: 1=2: attempted assignment to non-variable (error token is "=2")

### An unclosed parenthesis inside
echo $(((1+2))
echo never
#! bash: -c: line 1: unexpected EOF while looking for matching `)'
#? 2

### Empty arithmetic is zero
echo $(( )) $((  "" ))
#| 0 0

### Arithmetic command: the status says whether the value is not zero
((5)); echo $?
((0)); echo $?
((1-1)); echo $?
#| 0
#| 1
#| 1

### Arithmetic command with assignment
((x = 3 * 4))
((y = x > 10 ? 1 : 0))
echo $x $y
#| 12 1

### let evaluates each argument
let a=1+2 'b = a * 2' c=b-6
echo $? $a $b $c
#| 1 3 6 0

### let without arguments
let
echo $?
#| 1
#! bash: line 1: let: expression expected

### Spaces and newlines inside
echo $((  1
  +
  2  ))
#| 3

### Nested arithmetic and command substitution
echo $(( $(echo 3) * $((2+2)) ))
#| 12

### Double quotes inside arithmetic are dropped, single quotes are an error
x=5
echo $(( "x" + 1 ))
echo $(( 1 + '1' ))
echo $(( "3" + "4" ))
#| 6
#| 7
#! bash: line 3: 1 + '1' : syntax error: operand expected (error token is "'1' ")

### Logic binds looser than comparison
echo $((1 < 2 && 2 < 3)) $((1 | 2 == 2)) $((1 << 2 + 1))
#| 1 1 8

### Unary plus and minus
x=3
echo $((-x)) $((+x)) $((- -x)) $((1 - -1)) $((!x)) $((!!x)) $((~~x))
#| -3 3 3 2 0 1 3

### The old form with brackets
x=2
echo $[x+3] $[ 1 << 3 ]
#| 5 8

### An array element in arithmetic
a=(10 20 30) i=1
echo $((a[1])) $((a[i+1])) $((a[0]+=5)) ${a[0]}
#| 20 30 15 15

### An associative array element in arithmetic
declare -A m=([k]=7)
echo $((m[k]+1))
((m[new]++))
echo ${m[new]}
#| 8
#| 1

### An integer variable evaluates what is assigned
declare -i n
n=3+4; echo $n
n+=1; echo $n
n=nothing; echo $n
#| 7
#| 8
#| 0

### A variable that holds no number
x='abc def'
echo $((x))
echo "status $?"
#| status 1
#! bash: line 2: abc def: syntax error in expression (error token is "def")

### A variable that leads to itself
x=x
echo $((x)) 2>/dev/null
echo "status $?"
#| status 1
#! bash: line 2: x: expression recursion level exceeded (error token is "x")

### Counting in a loop
for ((i=0, j=10; i<j; i+=3, j-=2)); do echo $i $j; done
#| 0 10
#| 3 8

### A C-like loop with missing parts
i=0
for ((;;)); do ((i++ >= 2)) && break; echo $i; done
#| 1
#| 2

### Arithmetic expansion in a string
n=3
echo "there are $((n+1)) of $n"
#| there are 4 of 3

### A base is a number, not a variable
b=16
echo $(( b#ff ))
echo $((16#FF)) $((37#a)) $((37#A))
#| 255 10 36
#! bash: line 2: b#ff : syntax error: invalid arithmetic operator (error token is "#ff ")

### A constant with an unknown base
echo $((65#1))
echo "status $?"
#| status 1
#! bash: line 1: 65#1: invalid arithmetic base (error token is "65#1")

### Length and other expansions inside
s=hello
echo $(( ${#s} * 2 )) $(( ${x:-4} + 1 ))
#| 10 5

### Assignment inside a condition
if ((x = 5)) && ((x == 5)); then echo $x; fi
#| 5

### Leading zeros matter
x=010
echo $((x)) $((10#$x))
#| 8 10

### Positional parameters in arithmetic
set -- 3 4
echo $(($1*$2)) $(($#+1))
#| 12 3

### Large shifts take the count modulo 64
echo $((1<<64)) $((1<<63)) $((1>>64))
#| 1 -9223372036854775808 1

### A subscript that is no expression ends the whole text
a=(1 2); echo before; eval 'echo "${a[1/0]}"; echo in'; echo same
echo next
#| before
#! bash: line 1: 1/0: division by 0 (error token is "0")
#? 1

### So does the value of an integer
declare -i n=1/0; echo same
echo next
#! bash: line 1: declare: 1/0: division by 0 (error token is "0")
#? 1

### In a subshell only that ends
(a[7f]=x; echo in); echo "after $?"; echo "$(declare -i n=08; echo in)"; echo "after $?"
#| after 1
#|
#| after 0
#! bash: line 1: 7f: value too great for base (error token is "7f")
#! bash: line 1: declare: 08: value too great for base (error token is "08")

### An expansion that fails throws away its line only
echo $((1/0)); echo same
echo next
#| next
#! bash: line 1: 1/0: division by 0 (error token is "0")

### The same faulty subscript is reported each time
for i in 1 2; do (: $((a[1/0]))); done
#! bash: line 1: 1/0: division by 0 (error token is "0")
#! bash: line 1: 1/0: division by 0 (error token is "0")
#? 1

### Of an empty array no offset is looked at
a=(); echo "[${a[@]:1/0}]" "[${a[*]:1:-1}]"
#| [] []

### What cannot follow a name is complained of before the name
for x in 'a b}8' '1 b}8' 'a }8' '1 2}8' 'a b 5}' '(1) b}' 'a[0] b}' 'a b[0] }' '1 b 08' '1 b "' 'a++ b}' '1 b+}'; do
  (echo $((x)))
done
#! bash: line 2: a b}8: syntax error: invalid arithmetic operator (error token is "}8")
#! bash: line 2: 1 b}8: syntax error: invalid arithmetic operator (error token is "}8")
#! bash: line 2: a }8: syntax error: invalid arithmetic operator (error token is "}8")
#! bash: line 2: 1 2}8: syntax error in expression (error token is "2}8")
#! bash: line 2: a b 5}: syntax error in expression (error token is "b 5}")
#! bash: line 2: (1) b}: syntax error: invalid arithmetic operator (error token is "}")
#! bash: line 2: a[0] b}: syntax error: invalid arithmetic operator (error token is "}")
#! bash: line 2: a b[0] }: syntax error: invalid arithmetic operator (error token is "}")
#! bash: line 2: 1 b 08: value too great for base (error token is "08")
#! bash: line 2: 1 b ": syntax error: invalid arithmetic operator (error token is """)
#! bash: line 2: a++ b}: syntax error: invalid arithmetic operator (error token is "}")
#! bash: line 2: 1 b+}: syntax error in expression (error token is "b+}")
#? 1
