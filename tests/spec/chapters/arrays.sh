# Arrays, indexed and associative.

### A list in parentheses makes an array
a=(one "two words" three)
echo ${#a[@]} "${a[1]}" ${a[2]}
#| 3 two words three

### A name without subscript is element zero
a=(first second)
echo $a ${a} ${#a}
a=changed
echo ${a[@]}
#| first first 5
#| changed second

### Quoted at-sign: one word for each element
a=('x y' '' z)
printf '<%s>' "${a[@]}"; echo
printf '<%s>' ${a[@]}; echo
#| <x y><><z>
#| <x><y><z>

### Quoted star: one word, joined by the first character of IFS
a=(x y z)
IFS=,; echo "${a[*]}"
#| x,y,z

### Elements may leave gaps
a=([5]=five [2]=two)
a[9]=nine
echo "${a[@]}" ${!a[@]} ${#a[@]}
#| two five nine 2 5 9 3

### An element without subscript follows the one before
a=(zero [5]=five six)
echo ${!a[@]}
#| 0 5 6

### Appending with +=
a=(1 2)
a+=(3 4)
a+=([9]=9 10)
echo ${a[@]} - ${!a[@]}
#| 1 2 3 4 9 10 - 0 1 2 3 9 10

### Appending to an element
a=(ab cd)
a[1]+=ef
a+=x
echo ${a[@]}
#| abx cdef

### A negative subscript counts from the end
a=(x y z)
echo ${a[-1]} ${a[-3]}
a[-1]=last
echo ${a[@]}
#| z x
#| x y last

### A negative subscript beyond the first element is an error
a=(x y)
echo "[${a[-3]}]"
echo $?
a[-3]=z
echo $?
#| []
#| 0
#| 1
#! bash: line 2: a: bad array subscript
#! bash: line 4: a[-3]: bad array subscript

### A subscript is arithmetic
a=(x y z) i=1
echo ${a[i]} ${a[i+1]} ${a[$i]} ${a[i*2-2]} ${a["i"]}
#| y z y x y

### The length of an element
a=(hello hi)
echo ${#a[0]} ${#a[1]} ${#a[7]}
#| 5 2 0

### Unsetting an element leaves a gap
a=(x y z)
unset 'a[1]'
echo ${a[@]} ${!a[@]} ${#a[@]}
#| x z 0 2 2

### Unsetting the whole array
a=(1 2)
unset a
echo "[${a[@]}]" ${#a[@]}
#| [] 0

### An empty array gives no words
a=()
printf '<%s>' x "${a[@]}" y; echo
echo "[${a[*]}]"
#| <x><y>
#| []

### An array copied keeps its words
a=('x y' z)
b=("${a[@]}")
echo ${#b[@]} "${b[0]}"
#| 2 x y

### Globs and expansions make elements
touch f1 f2
a=(f* $(echo p q) {1..3})
echo ${#a[@]} ${a[@]}
#| 7 f1 f2 p q 1 2 3

### Looping over indices
a=([3]=c [1]=a)
for i in "${!a[@]}"; do echo "$i=${a[i]}"; done
#| 1=a
#| 3=c

### A slice is taken by position
a=(a b c d e)
echo "${a[@]:1:3}"
b=("${a[@]:(-2)}")
echo ${b[*]}
#| b c d
#| d e

### Removing an element by rebuilding the array
a=(a b c d)
a=("${a[@]:0:1}" "${a[@]:2}")
echo ${a[@]}
#| a c d

### declare -p shows an array so that it can be read back
a=(x 'y z' $'t\tb')
declare -p a
unset a; a[3]=q
declare -p a
#| declare -a a=([0]="x" [1]="y z" [2]=$'t\tb')
#| declare -a a=([3]="q")

### declare -a declares without elements
declare -a a
echo ${#a[@]}
declare -p a
#| 0
#| declare -a a

### An associative array has strings as keys
declare -A m=([one]=1 ["two words"]=2)
m[three]=3
echo ${m[one]} "${m[two words]}" ${m[three]} ${#m[@]}
#| 1 2 3 3

### Keys in an associative array are expanded
declare -A m
k=key i=1
m[$k]=v m["$k 2"]=w m[$((i+1))]=x
echo ${m[key]} "${m[key 2]}" ${m[2]}
#| v w x

### The keys of an associative array
declare -A m=([b]=2 [a]=1)
printf '%s\n' "${!m[@]}" | sort
#| a
#| b

### A list of pairs makes an associative array
declare -A m=(a 1 b 2)
echo ${m[a]} ${m[b]}
#| 1 2

### An associative array can grow by +=
declare -A m=([a]=1)
m+=([b]=2 [a]=3)
echo ${m[a]} ${m[b]} ${#m[@]}
m[a]+=4
echo ${m[a]}
#| 3 2 2
#| 34

### Unsetting a key
declare -A m=([a]=1 [b]=2)
unset 'm[a]'
echo ${!m[@]} ${#m[@]}
#| b 1

### A key that is no arithmetic in an indexed array
declare -a a
i=2
a[i]=x
echo ${!a[@]}
#| 2

### Testing whether an element is set
a=(x ''); declare -A m=([k]=)
[[ -v a[0] ]]; echo $?
[[ -v a[1] ]]; echo $?
[[ -v a[2] ]]; echo $?
[[ -v m[k] ]]; echo $?
[[ -v m[z] ]]; echo $?
#| 0
#| 0
#| 1
#| 0
#| 1

### Defaults for elements
a=(x)
echo ${a[0]:-d} ${a[1]:-d} ${a[@]:-d} ${b[@]:-d}
#| x d x d

### An array cannot be exported to commands
export a=(1 2)
bash -c 'echo "[$a]"'
#| []

### Local arrays
a=(outer)
f() { local a=(in ner); local -A m=([k]=v); echo ${a[@]} ${m[k]}; }
f
echo ${a[@]}
#| in ner v
#| outer

### A readonly array
readonly -a a=(1 2)
a[0]=x
echo $? ${a[@]}
(a+=(3); echo no)
#| 1 1 2
#! bash: line 2: a: readonly variable
#! bash: line 4: a: readonly variable
#? 1

### An indexed array cannot become associative
a=(1)
declare -A a
echo $?
#| 1
#! bash: line 2: declare: a: cannot convert indexed to associative array

### Integer arrays evaluate their elements
declare -ai a=(1+1 2*3)
a+=(10/3)
a[0]+=5
echo ${a[@]}
#| 7 6 3

### read -a splits a line into an array
read -ra a <<< 'one  two three'
echo ${#a[@]} ${a[1]}
#| 3 two

### mapfile reads lines
mapfile -t a < <(printf 'l1\nl 2\n\n')
echo ${#a[@]} "<${a[1]}>"
#| 3 <l 2>

### Nested expansion in a subscript
a=(2 0 1)
echo ${a[${a[0]}]} ${a[a[0]]}
#| 1 1

### An element as arithmetic
a=(5 6)
echo $((a[0] + a[1])) $((a[1]++)) ${a[1]}
(( a[3] = 7 ))
echo ${!a[@]}
#| 11 6 7
#| 0 1 3

### An empty subscript is an error
a=(x)
echo "${a[]}"
echo $?
#| 1
#! bash: line 2: ${a[]}: bad substitution

### Assignment through a loop
for i in {1..5}; do sq[i]=$((i*i)); done
echo "${sq[@]}"
#| 1 4 9 16 25

### A string becomes an array by its subscript
s=text
s[1]=more
echo ${s[0]} ${s[1]}
declare -p s
#| text more
#| declare -a s=([0]="text" [1]="more")

### Elements with newlines and quotes survive
a=($'one\ntwo' "it's" '"q"')
b=("${a[@]}")
declare -p b
#| declare -a b=([0]=$'one\ntwo' [1]="it's" [2]="\"q\"")

### unset with a star as key
declare -A m=(['*']=star [a]=b)
unset 'm[a]'
echo "${!m[@]}"
#| *

### The array of positional parameters
set -- a 'b c'
args=("$@")
args+=("d")
set -- "${args[@]}"
echo $# "$2"
#| 3 b c

### Transformations of arrays that have no value yet
declare -a a; declare -Ar m
printf '[%s]' "${a[@]@A}" "${a[@]@a}" "${m[@]@a}" "${m[*]@A}"; echo
unset n; e=(); set -- "${n[@]@K}" "${e[@]@K}" "${n[@]@a}" "${e[@]@a}" "${m[@]@k}"; echo $#
#| [declare][-a][a][a][Ar][declare -Ar m]
#| 0

### Transformations of a scalar as an array
x='a b'; declare -i y=3
printf '[%s]' "${x[@]@k}" "${x[*]@K}" "${x[@]@A}" "${x[@]@a}" "${y[@]@k}" "${y[@]@A}" "${y[@]@a}"; echo
#| ['a b']['a b'][x='a b']['3'][declare -i y='3'][i]
