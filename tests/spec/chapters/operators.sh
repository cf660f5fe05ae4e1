# Parameter expansion with operators: defaults, lengths, cuts, replacements, cases, transformations.

### A default for what is unset or empty
unset u; e=; v=set
echo "${u-a} ${e-b} ${v-c}"
echo "${u:-a} ${e:-b} ${v:-c}"
#| a  set
#| a b set

### A default is stored with the equal sign
unset u
echo ${u:=stored} $u
e=
echo ${e=kept} "[$e]"
#| stored stored
#| []

### An alternative for what is set
unset u; e=; v=set
echo "[${u+a}] [${e+b}] [${v+c}]"
echo "[${u:+a}] [${e:+b}] [${v:+c}]"
#| [] [b] [c]
#| [] [] [c]

### A message for what must be set ends the shell
unset u
echo before
echo ${u?must be set}
echo not here
#| before
#! bash: line 3: u: must be set
#? 127
#~ a script is run as from a file, where a fatal error leaves 1; under `bash -c` it leaves 127 in both
#~| before
#~! bash: line 3: u: must be set
#~? 1

### A message for what must not be empty
e=
(echo ${e:?}; echo not here)
echo $?
#| 1
#! bash: line 2: e: parameter null or not set

### The default message
(unset u; : ${u?})
(unset u; : "${u:?}")
#! bash: line 1: u: parameter not set
#! bash: line 2: u: parameter null or not set
#? 1

### The default word is expanded only when it is needed
x=1
echo ${x:-$(echo no >&2)} ${y:-$(echo yes)}
#| 1 yes

### Defaults may nest
unset a b
echo ${a:-${b:-deep}}
#| deep

### The length of a value
x=hello
echo ${#x} ${#nothing}
set -- a b c
echo ${#} ${#1} ${#@} ${#*}
#| 5 0
#| 3 1 3 3

### The shortest and the longest beginning are cut
p=/usr/local/lib/x.tar.gz
echo ${p#*/} ${p##*/}
#| usr/local/lib/x.tar.gz x.tar.gz

### The shortest and the longest end are cut
p=/usr/local/lib/x.tar.gz
echo ${p%.*} ${p%%.*} ${p%/*}
#| /usr/local/lib/x.tar /usr/local/lib/x /usr/local/lib

### A cut that does not match leaves the value
x=abc
echo ${x#z} ${x%z} ${x##} ${x%%}
#| abc abc abc abc

### A quoted pattern is cut literally
x='*a*b'
echo "${x#'*'}" "${x#"*a"}" "${x##*a}"
#| a*b *b *b

### A pattern may come from a variable, and quoting makes it text
x=abcabc p='a*'
echo "${x##$p}" "${x##"$p"}"
#|  abcabc

### The first match is replaced, or all
x=banana
echo ${x/a/o} ${x//a/o} ${x/an/} ${x//an}
#| bonana bonono bana ba

### A match at the beginning or the end is replaced
x=banana
echo ${x/#b/c} ${x/#a/c} ${x/%a/o} ${x/%n/o}
#| canana banana banano banana

### The longest match is replaced
x=aXbXc
echo ${x/X*/-} ${x/*X/-}
#| a- -c

### An ampersand in the replacement is the match
x=abc
echo ${x/b/[&]} ${x/b/\&} "${x/b/'&'}"
#| a[b]c a&c a&c

### A slash in a pattern is quoted
p=a/b/c
echo ${p//\//-} "${p//'/'/.}"
#| a-b-c a.b.c

### An empty pattern replaces nothing
x=abc
echo ${x//-} ${x///z} ${x/#/pre} ${x/%/post}
#| abc abc preabc abcpost

### Replacement in every element
set -- apple pear plum
echo ${@/p/P}
a=(x1 x2)
echo ${a[@]//x/y} ${a[@]/%/!}
#| aPple Pear Plum
#| y1 y2 x1! x2!

### A substring by offset and length
x=abcdefgh
echo ${x:2} ${x:2:3} ${x:0:1} ${x:7:5} [${x:9}]
#| cdefgh cde a h []

### A negative offset counts from the end
x=abcdefgh
echo ${x: -3} ${x: -3:2} ${x:(-2)} ${x:2:-2}
#| fgh fg gh cdef

### A negative length that ends before the offset is an error
x=abc
(echo ${x:2:-2})
echo $?
#| 1
#! bash: line 2: -2: substring expression < 0

### Offset and length are arithmetic
x=abcdefgh n=2
echo ${x:n:n+1} ${x:$n*2} ${x:${#x}-1}
#| cde efgh h

### Slices of the positional parameters count from one, and zero is the shell
set -- a b c d
echo ${@:2} - ${@:2:2} - ${@: -1} - ${@:1:0} -
echo ${@:0:2}
#| b c d - b c - d - -
#| bash a

### Slices of an array
a=(0 1 2 3 4 5)
echo ${a[@]:2:3} ${a[@]: -2} ${a[*]:4}
#| 2 3 4 4 5 4 5

### Slices of a sparse array go by the elements that are there
a=([2]=two [5]=five [9]=nine)
echo ${a[@]:3:2} - ${a[@]:0:1}
#| five nine - two

### Upper and lower case of the first letter or of all
x=hello Y=WORLD
echo ${x^} ${x^^} ${Y,} ${Y,,}
#| Hello HELLO wORLD world

### A pattern chooses which letters change
x=banana
echo ${x^^[an]} ${x^[a]} ${x^^?}
#| bANANA banana BANANA

### Case changes in every element
a=(one two)
echo ${a[@]^} ${a[@]^^}
#| One Two ONE TWO

### The tilde turns the case around
x=aBc
echo ${x~} ${x~~}
#| ABc AbC

### An indirect expansion
x=name name=value
echo ${!x} ${!x:-d} ${!x/a/A}
#| value value vAlue

### An indirect expansion of a positional parameter
set -- a b c
i=2
echo ${!i} ${!#}
#| b c

### An indirect expansion of an array element
a=(x y z) r='a[1]' s='a[@]'
echo ${!r} - ${!s}
#| y - x y z

### The names that begin alike
abc_1= abc_2= abc_x=
echo ${!abc_*}
printf '<%s>' "${!abc_@}"; echo
#| abc_1 abc_2 abc_x
#| <abc_1><abc_2><abc_x>

### Indirection through an unset name is an error
unset u
(echo ${!u}); echo $?
#| 1
#! bash: line 2: u: invalid indirect expansion

### Quoted so that it can be read again
x="it's" y='a b' z=$'tab\t' e=
echo ${x@Q} ${y@Q} ${z@Q} ${e@Q} ${u@Q}
#| 'it'\''s' 'a b' $'tab\t' ''

### Escapes are expanded
x='a\tb\x41'
echo "${x@E}"
#| a	bA

### A statement that makes the variable again
declare -i n=5; x='a b'; declare -A m=([k]=v); a=(1 'b c')
echo "${x@A}"; echo "${n@A}"; echo "${a[@]@A}"
#| x='a b'
#| declare -i n='5'
#| declare -a a=([0]="1" [1]="b c")

### The attributes
declare -ir n=5; declare -x e=1; a=(1); declare -A m; x=
echo ${n@a} ${e@a} ${a@a} ${m@a} [${x@a}]
#| ir x a A []

### Upper, lower and capital letters as a transformation
x='hello World'
echo "${x@U}" "${x@L}" "${x@u}"
#| HELLO WORLD hello world Hello World

### Keys and values
a=(p 'q r')
echo "${a[@]@K}"
printf '<%s>' "${a[@]@k}"; echo
#| 0 "p" 1 "q r"
#| <0><p><1><q r>

### Every element quoted
a=('a b' "c'd")
echo "${a[@]@Q}" "${a[*]@Q}"
set -- x 'y z'
echo "${@@Q}"
#| 'a b' 'c'\''d' 'a b' 'c'\''d'
#| 'x' 'y z'

### A bad substitution
echo before
echo ${x&}; echo not here
echo here again
#| before
#| here again
#! bash: line 2: ${x&}: bad substitution

### An operator on a special parameter
false
echo ${?:-x} ${#?} ${$:+pid}
#| 1 1 pid

### Quotes in the word of an operator, inside and outside of quotes
unset u
printf '<%s>' ${u:-a 'b c' "d e"}; echo
printf '<%s>' "${u:-a 'b c' d}"; echo
#| <a><b c><d e>
#| <a 'b c' d>

### An unquoted default is split into words
unset u
printf '<%s>' ${u:-x y z}; echo
printf '<%s>' ${u:-"x y" z}; echo
#| <x><y><z>
#| <x y><z>

### At-signs in defaults stay several words
set -- 'a b' c
unset u
printf '<%s>' "${u:-$@}"; echo
printf '<%s>' "${u-"$@"}"; echo
#| <a b><c>
#| <a b><c>

### Nothing is replaced in what is unset, and an empty value has one empty match
unset u; e=; echo "[${u/*/x}][${u/%/x}][${e/*/x}][${e/%/x}]"
#| [][][x][x]
