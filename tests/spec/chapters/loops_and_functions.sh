# Loops and functions.

### A for loop over words
for x in a 'b c' d; do echo "<$x>"; done
#| <a>
#| <b c>
#| <d>

### A for loop without words takes the positional parameters
set -- p 'q r'
for x; do echo "<$x>"; done
#| <p>
#| <q r>

### A for loop over nothing does nothing and succeeds
false
for x in; do echo never; done; echo $?
for x in $nothing; do echo never; done; echo $?
#| 0
#| 0

### The loop variable stays
for x in 1 2 3; do :; done
echo $x
#| 3

### while and until
i=0
while [ $i -lt 3 ]; do echo w$i; i=$((i+1)); done
until [ $i -eq 0 ]; do i=$((i-1)); echo u$i; done
#| w0
#| w1
#| w2
#| u2
#| u1
#| u0

### A loop's status is that of its last command, or zero
while false; do :; done; echo $?
for i in 1; do (exit 3); done; echo $?
#| 0
#| 3

### break leaves the loop
for i in 1 2 3; do [ $i = 2 ] && break; echo $i; done; echo $? $i
#| 1
#| 0 2

### continue goes on
for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done
#| 1
#| 3

### break and continue through several loops
for i in 1 2; do
  for j in a b; do
    [ $i$j = 1b ] && continue 2
    [ $i$j = 2b ] && break 2
    echo $i$j
  done
  echo end $i
done
#| 1a
#| 2a

### break with a number that is too large leaves all loops
for i in 1 2; do for j in 1 2; do break 9; done; echo no; done; echo $?
#| 0

### break outside of a loop
break; echo $?
#| 0
#! bash: line 1: break: only meaningful in a `for', `while', or `until' loop

### break with zero
for i in 1 2; do break 0; echo x; done; echo $?
#| 1
#! bash: line 1: break: 0: loop count out of range

### break with a word
for i in 1 2; do break x; echo x; done
echo not here
#! bash: line 1: break: x: numeric argument required
#? 128

### A loop reads a file
printf 'one\ntwo\n' > f
while read -r line; do echo "<$line>"; done < f
#| <one>
#| <two>

### A last line without newline is read but fails
printf 'a\nb' | while read -r line || [ -n "$line" ]; do echo "<$line>"; done
#| <a>
#| <b>

### A loop in a pipeline runs in a subshell
n=0
echo x | while read -r _; do n=1; done
echo $n
#| 0

### The whole loop's output is redirected
for i in 1 2; do echo $i; done > out
cat out
#| 1
#| 2

### A brace body for a for loop
for i in a b; { echo $i; }
for ((i=0; i<2; i++)) { echo $i; }
#| a
#| b
#| 0
#| 1

### A loop over an arithmetic expression
for ((i=3; i>0; i--)); do printf '%d ' $i; done; echo
#|= '3 2 1 \n'

### The words of a loop are expanded once
x='1 2'
for i in $x; do x=changed; echo $i; done
#| 1
#| 2

### A function is called like a command
greet() { echo "hello $1"; }
greet world
function other { echo "$# $@"; }
other a 'b c'
#| hello world
#| 2 a b c

### A function's parameters are its own
set -- outer
f() { echo "$1 $#"; set -- changed; echo $1; }
f a b
echo $1
#| a 2
#| changed
#| outer

### A function's status is that of its last command or of return
f() { false; }; f; echo $?
g() { return 5; echo no; }; g; echo $?
h() { (exit 6); return; }; h; echo $?
#| 1
#| 5
#| 6

### return with a number beyond a byte
f() { return 256; }; f; echo $?
g() { return -1; }; g; echo $?
#| 0
#| 255

### return with a word
f() { return x; }; f; echo $?
#| 2
#! environment: line 1: return: x: numeric argument required

### return outside of a function
return; echo $?
#| 2
#! bash: line 1: return: can only `return' from a function or sourced script

### local variables end with the function
f() { local x=1 y; y=2; z=3; echo $x$y$z; }
f
echo "[$x][$y][$z]"
#| 123
#| [][][3]

### local outside of a function
local x=1; echo $?
#| 1
#! bash: line 1: local: can only be used in a function

### A function sees its caller's local variables
f() { local v=mine; g; echo $v; }
g() { echo $v; v=changed; }
f
echo "[$v]"
#| mine
#| changed
#| []

### A local variable without value is unset
x=outer
f() { local x; echo "[${x-unset}]"; }
f
#| [unset]

### Recursion
fact() { if (( $1 <= 1 )); then echo 1; else echo $(( $1 * $(fact $(( $1 - 1 ))) )); fi; }
fact 10
#| 3628800

### A function may redefine itself
f() { echo first; f() { echo second; }; }
f; f
#| first
#| second

### unset -f removes a function
f() { echo f; }
unset -f f
f; echo $?
#| 127
#! bash: line 3: f: command not found

### unset without flag removes a variable first, then a function
f() { :; }
f=1
unset f; echo "[$f]"; type -t f
unset f; type -t f; echo $?
#| []
#| function
#| 1

### A function shadows a builtin, and builtin reaches it
echo() { builtin echo "mine: $*"; }
echo hi
unset -f echo
echo hi
#| mine: hi
#| hi

### command passes over functions
true() { return 1; }
true; echo $?
command true; echo $?
#| 1
#| 0

### A function with redirections
f() { echo out; echo err >&2; } > file 2>&1
f
cat file
#| out
#| err

### A function's body may be any compound command
f() for i in 1 2; do echo $i; done
f
g() (x=sub; echo $x)
g; echo "[$x]"
h() [[ $1 == y ]]
h y; echo $?
#| 1
#| 2
#| sub
#| []
#| 0

### FUNCNAME tells the calls
f() { g; }
g() { echo "${FUNCNAME[@]}"; echo $FUNCNAME; }
f
#| g f
#| g

### BASH_LINENO tells where calls came from
f() {
  g
}
g() { echo ${BASH_LINENO[0]}; }
f
#| 2

### An assignment before a function call is for that call
f() { echo $x; g; }
g() { echo $x; }
x=1 f
echo "[$x]"
#| 1
#| 1
#| []

### declare -f shows a function
f() { if true; then echo "yes"; fi; }
declare -f f
#|= 'f () \n'
#|= '{ \n'
#|     if true; then
#|         echo "yes";
#|     fi
#| }

### declare -F shows names
b() { :; }; a() { :; }
declare -F
#| declare -f a
#| declare -f b

### An exported function reaches bash
f() { echo from function; }
export -f f
bash -c f
#| from function

### local -a, local -i, local -r
f() { local -i n=2+3; local -a a=(x y); local -r r=c; echo $n ${a[1]} $r; r=d; echo no; }
f
echo $?
#| 5 y c
#| 1
#! environment: line 1: r: readonly variable

### A function name may hold more than a variable's
my-func.x() { echo odd; }
my-func.x
#| odd

### shift inside a function
f() { while (( $# )); do printf '<%s>' "$1"; shift; done; echo; }
f a 'b c' d
#| <a><b c><d>

### A function that is not there
nofunc arg; echo $?
#| 127
#! bash: line 1: nofunc: command not found

### command_not_found_handle is asked
command_not_found_handle() { echo "no $1 here: $*"; return 42; }
nosuch a b; echo $?
#| no nosuch here: nosuch a b
#| 42

### A nested function definition is global
f() { g() { echo g; }; }
f; g
#| g

### The status of defining a function
false
f() { :; }
echo $?
#| 0

### A readonly function cannot be redefined
f() { echo 1; }
readonly -f f
f() { echo 2; }
echo $?
f
#| 1
#| 1
#! bash: line 3: f: readonly function

### local -n makes a reference
f() { local -n ref=$1; ref=set; }
f v
echo $v
#| set

### A function reads standard input
f() { read -r a; echo "got $a"; }
echo data | f
f <<< here
#| got data
#| got here

### A loop without in walks the parameters as they are
set -- "" "a b" '*'; for word; do printf '<%s>' "$word"; done; echo
#| <><a b><*>

### A local of what eval was given lasts as long as eval
v=outer
f() { v=given eval 'local v; echo "[$v]"; v=changed; echo "[$v]"'; echo "[$v]"; }
f; echo "$v"
#| [given]
#| [changed]
#| [outer]
#| outer

### A local of what a sourced file was given lasts as long as the file
v=outer; echo 'local v; echo "<$v>"; v=inner' > s
f() { v=given . ./s; echo "[$v]"; }; f; echo "$v"
#| <given>
#| [outer]
#| outer
