# declare, local, export, readonly, unset, name references, attributes.

### declare makes a variable
declare x=1
declare y
echo $x "[${y-unset}]"
#| 1 [unset]

### declare -p shows variables with their attributes
declare -i n=5; declare -r r=c; declare -x e=v; s='a "b" $c'
declare -p n r e s
#| declare -i n="5"
#| declare -r r="c"
#| declare -x e="v"
#| declare -- s="a \"b\" \$c"

### declare -p of something unknown
declare -p nosuch; echo $?
#| 1
#! bash: line 1: declare: nosuch: not found

### declare -p without a value
declare x; declare -a a; declare -A m
declare -p x a m
#| declare -- x
#| declare -a a
#| declare -A m

### declare -l, -u and -c change case
declare -l low=ABC; declare -u up=abc; declare -c cap='hello World'
echo $low $up "$cap"
low+=DEF; echo $low
#| abc ABC Hello world
#| abcdef

### declare -l and -u together cancel
declare -lu x=aBc
echo $x
#| aBc

### Attributes are taken away with a plus
declare -i n=1
declare +i n
n=2+2; echo $n
declare -x e=1; declare +x e
bash -c 'echo "[$e]"'
#| 2+2
#| []

### readonly cannot be taken away
declare -r r=1
declare +r r; echo $?
r=2; echo $?
#| 1
#! bash: line 2: declare: r: readonly variable
#! bash: line 3: r: readonly variable
#? 1

### declare -g in a function is global
f() { declare -g g=1; declare l=2; }
f; echo "$g [$l]"
#| 1 []

### export -p and readonly -p list
export only=1
export -p | grep only
readonly ro=2
readonly -p | grep ro=
#| declare -x only="1"
#| declare -r ro="2"

### export -n takes the mark away
export x=1
export -n x
bash -c 'echo "[$x]"'; echo $x
#| []
#| 1

### export of an unset name
export later
later=1
bash -c 'echo $later'
#| 1

### export with a bad name
export 1x=2; echo $?
export -z; echo $?
#| 1
#| 2
#! bash: line 1: export: `1x=2': not a valid identifier
#! bash: line 2: export: -z: invalid option
#! export: usage: export [-fn] [name[=value] ...] or export -p

### A name reference
v=value
declare -n ref=v
echo $ref; ref=new; echo $v
echo ${!ref}
#| value
#| new
#| v

### A reference to an element
a=(x y z)
declare -n r='a[1]'
echo $r; r=Y; echo ${a[@]}
#| y
#| x Y z

### A reference to an array
a=(1 2 3)
declare -n r=a
echo ${r[1]} ${#r[@]}
r+=(4); echo ${a[@]}
#| 2 3
#| 1 2 3 4

### unset of a reference removes its target, -n itself
v=1; declare -n r=v
unset r; echo "[${v-gone}]"
v=2; unset -n r; echo "[${r-gone}] $v"
#| [gone]
#| [gone] 2

### A reference to itself
declare -n r=r; echo $?
#| 1
#! bash: line 1: declare: r: nameref variable self references not allowed

### A circular reference
declare -n a=b b=a
echo $a; echo $?
#|
#| 0
#! bash: line 2: warning: a: circular name reference

### A reference as loop variable
x=1 y=2
declare -n r
for r in x y; do echo $r; done
#| 1
#| 2

### A reference to an invalid name
declare -n r='1x'; echo $?
#| 1
#! bash: line 1: declare: `1x': invalid variable name for name reference

### declare -f and -F
f() { echo hi; }
declare -F f; declare -F nosuch; echo $?
declare -f f
#| f
#| 1
#|= 'f () \n'
#|= '{ \n'
#|     echo hi
#| }

### declare with an array value that has attributes
declare -a -r a=(1 2)
a[0]=x; echo ${a[0]}
declare -ia n=(1+1 2+2); echo ${n[@]}
#| 2 4
#! bash: line 2: a: readonly variable

### local shows only locals
f() { local a=1 b; local; }
f
#| declare -- a="1"
#| declare -- b

### local -p
f() { local v=1; local -p; }
f
#| declare -- v="1"

### local outside of a function
local x; echo $?
#| 1
#! bash: line 1: local: can only be used in a function

### local - keeps the switches
f() { local -; set -f; case $- in *f*) echo f;; esac; }
f
case $- in *f*) echo on;; *) echo off;; esac
#| f
#| off

### declare in a function is local
x=outer
f() { declare x=inner; echo $x; }
f; echo $x
#| inner
#| outer

### An integer variable with a bad expression
declare -i n
n='1 +'; echo "status $?"
#! bash: line 2: 1 +: syntax error: operand expected (error token is "+")
#? 1

### unset -v and -f
x=1; x() { echo f; }
unset -v x; echo "[$x]"; x
unset -f x; x; echo $?
#| []
#| f
#| 127
#! bash: line 3: x: command not found

### unset with a bad name
unset 1x; echo $?
unset -z; echo $?
#| 0
#| 2
#! bash: line 2: unset: -z: invalid option
#! unset: usage: unset [-f] [-v] [-n] [name ...]

### unset in a function uncovers the outer variable
x=global
f() { local x=local; g; echo "[$x]"; }
g() { unset x; echo "[$x]"; }
f
#| [global]
#| [global]

### A variable can be tested for being set
x=
echo ${x+set} ${y+set}
[[ -v x ]] && echo x
#| set
#| x

### Declaring an existing variable keeps its value
x=kept
declare -x x
echo $x
declare -a x
echo ${x[0]}
#| kept
#| kept

### typeset is declare
typeset -i n=2*3; echo $n
typeset -p n
#| 6
#| declare -i n="6"

### set lists variables
zzz='a b'
set | grep ^zzz=
#| zzz='a b'

### declare with an invalid option
declare -Z; echo $?
#| 2
#! bash: line 1: declare: -Z: invalid option
#! declare: usage: declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]

### declare of an invalid name
declare 1=2; echo $?
declare a-b=c; echo $?
#| 1
#| 1
#! bash: line 1: declare: `1=2': not a valid identifier
#! bash: line 2: declare: `a-b=c': not a valid identifier

### readonly with an assignment twice
readonly a=1
readonly a=2; echo $?
echo $a
#| 1
#| 1
#! bash: line 2: a: readonly variable

### Compound assignment to a scalar makes an array
x=1
x=(a b)
declare -p x
#| declare -a x=([0]="a" [1]="b")

### declare -A needs pairs
declare -A m=([a]=1 b); echo $?
declare -p m
#| 0
#| declare -A m=([a]="1" )
#! bash: line 1: m: 'b': must use subscript when assigning associative array

### A quoted compound value
declare -a a='(1 2 3)'
echo ${#a[@]}
#| 3

### An element's attributes are the array's
declare -u a
a=(x y)
echo ${a[@]}
#| X Y

### let and integer variables share arithmetic
declare -i i=010
echo $i
#| 8

### The environment of a command wins over exports
export x=1
x=2 bash -c 'echo $x'
#| 2

### shift with bad counts
set -- a b
shift 3; echo $? $#
shift x; echo $?
shift -1; echo $?
#| 1 2
#| 1
#| 1
#! bash: line 3: shift: x: numeric argument required
#! bash: line 4: shift: -1: shift count out of range

### Braces in a declaration make several of it
declare n={a,b}; echo "$n"; export m={1..3}x; echo "$m"; x={a,b}; echo "$x"
#| b
#| 3x
#| {a,b}

### A keyed element with braces is a plain word
a=([4]=x{a,b} y); declare -p a; declare -A m=([k]=x{a,b}); declare -p m
#| declare -a a=([0]="[4]=xa" [1]="[4]=xb" [2]="y")
#| declare -A m=([k]="x{a,b}" )

### += of a key grows what it had before
declare -A m=([k]=1); m=([k]+=x); echo "${m[k]}"; m=([k]+=y [k]+=z); echo "${m[k]}"
#| 1x
#| 1xz

### Elements of a table know no tilde
HOME=/h; declare -A m=([k]=~); a=([1]=~); echo "${m[k]}" "${a[1]}"
#| ~ /h

### A reference that cannot be is not made
f() { local -n r=3+4; declare -p r; }; f; declare -n s; s=3x; echo not reached
#! environment: line 1: local: `3+4': invalid variable name for name reference
#! environment: line 1: declare: r: not found
#! bash: line 1: `3x': not a valid identifier
#? 1

### A list makes a reference an array
declare -n r; r=(x y); declare -p r
#| declare -a r=([0]="x" [1]="y")
#! bash: line 1: warning: r: removing nameref attribute

### An empty key reads as unset, with a message
declare -A m=([k]=v); e=; echo "[${m[$e]}]" "${m[$e]-none}"
#| [] none
#! bash: line 1: m: bad array subscript
#! bash: line 1: m: bad array subscript
