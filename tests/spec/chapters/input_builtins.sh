# read, mapfile and getopts.

### read splits a line at IFS
read a b c <<< 'one two  three four'
echo "[$a] [$b] [$c]"
#| [one] [two] [three four]

### read with fewer words leaves names empty
read a b c <<< 'x'
echo "[$a] [$b] [$c]"
#| [x] [] []

### read without a name uses REPLY and keeps blanks
read <<< '  spaced  '
echo "[$REPLY]"
#| [  spaced  ]

### read with one name strips blanks
read x <<< '  a  b  '
echo "[$x]"
#| [a  b]

### read with an own IFS
IFS=: read a b c <<< 'x:y:z:w'
echo "[$a] [$b] [$c]"
IFS=, read a b <<< ',x'
echo "[$a] [$b]"
#| [x] [y] [z:w]
#| [] [x]

### Backslashes join lines and quote, unless -r
printf 'a\\\nb\n' | { read x; echo "[$x]"; }
read x <<< 'a\tb\ c'
echo "[$x]"
read -r x <<< 'a\tb\ c'
echo "[$x]"
#| [ab]
#| [atb c]
#| [a\tb\ c]

### read at the end of input fails
read x < /dev/null; echo "$? [$x]"
printf 'no newline' | { read x; echo "$? [$x]"; }
#| 1 []
#| 1 [no newline]

### read -a fills an array
IFS=- read -ra a <<< '1-2-3'
echo ${#a[@]} ${a[2]}
#| 3 3

### read -d ends at another character
read -d ';' x <<< 'a b;c'
echo "[$x]"
printf 'a\0b\0' | while read -r -d '' x; do echo "<$x>"; done
#| [a b]
#| <a>
#| <b>

### read -n and -N read characters
printf 'hello\n' | { read -n 3 x; read y; echo "$x $y"; }
printf 'a b\nc' | { read -N 4 x; echo "[$x]"; }
printf 'ab\ncd' | { read -n 5 x; echo "[$x]"; }
#| hel lo
#| [a b
#| ]
#| [ab]

### read -u reads from a descriptor
exec 3<<< 'from three'
read -u 3 x
echo "$x"
#| from three

### read -t gives up
read -t 0.02 x < <(sleep 1); echo $(( $? > 128 ))
#| 1

### read -t 0 asks whether there is input
read -t 0 < /dev/null; echo $?
#| 0

### read -p shows nothing without a terminal
read -p 'prompt: ' x <<< v; echo "[$x]"
#| [v]

### read into a readonly or bad name
readonly r=1
read r <<< x; echo $?
read 1x <<< x; echo $?
#| 1
#| 1
#! bash: line 2: r: readonly variable
#! bash: line 3: read: `1x': not a valid identifier

### read with an option it does not know
read -z; echo $?
read -n x y; echo $?
#| 2
#| 1
#! bash: line 1: read: -z: invalid option
#! read: usage: read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]
#! bash: line 2: read: x: invalid number

### The last name takes the rest with its separators
IFS=: read a b <<< 'x:y:z:'
echo "[$b]"
IFS=: read a b <<< 'x:y:'
echo "[$b]"
#| [y:z:]
#| [y]

### read into an element
read 'a[3]' <<< value
echo ${!a[@]} ${a[3]}
#| 3 value

### A while loop reads fields
while IFS=, read -r name age; do echo "$name is $age"; done <<END
ann,30
bob,40
END
#| ann is 30
#| bob is 40

### mapfile reads lines into an array
mapfile a < <(printf 'x\ny\n')
printf '[%s]' "${a[@]}"; echo
mapfile -t a < <(printf 'x\ny')
printf '[%s]' "${a[@]}"; echo
#| [x
#| ][y
#| ]
#| [x][y]

### mapfile without a name uses MAPFILE
mapfile -t <<< $'1\n2'
echo ${#MAPFILE[@]} ${MAPFILE[1]}
#| 2 2

### mapfile -n, -s and -O
mapfile -t -n 2 -s 1 -O 5 a < <(printf '%s\n' a b c d)
declare -p a
#| declare -a a=([5]="b" [6]="c")

### mapfile keeps what is there with -O
a=(old0 old1 old2)
mapfile -t -O 1 a <<< new
declare -p a
#| declare -a a=([0]="old0" [1]="new" [2]="old2")

### mapfile -d splits at another character
mapfile -t -d , a < <(printf 'a,b,c')
declare -p a
#| declare -a a=([0]="a" [1]="b" [2]="c")

### mapfile -C calls back
f() { echo "call $1 [${2%$'\n'}]"; }
mapfile -c 2 -C f a < <(printf '%s\n' 1 2 3 4)
#| call 1 [2]
#| call 3 [4]

### readarray is mapfile
readarray -t a <<< $'p\nq'
echo "${a[@]}"
#| p q

### mapfile with bad options
mapfile -n x a; echo $?
mapfile 1x <<< a; echo $?
#| 1
#| 1
#! bash: line 1: mapfile: x: invalid line count
#! bash: line 2: mapfile: `1x': not a valid identifier

### getopts reads options one by one
set -- -a -b value -c rest
while getopts ab:c opt; do echo "$opt [$OPTARG] $OPTIND"; done
shift $((OPTIND - 1)); echo "$@"
#| a [] 2
#| b [value] 4
#| c [] 5
#| rest

### getopts with options written together
set -- -abvalue -c
while getopts ab:c opt; do echo "$opt [$OPTARG]"; done
#| a []
#| b [value]
#| c []

### getopts stops at -- and at a word
set -- -a -- -b
while getopts ab opt; do echo $opt; done; echo $OPTIND
OPTIND=1
set -- -a word -b
while getopts ab opt; do echo $opt; done; echo $OPTIND
#| a
#| 3
#| a
#| 2

### getopts complains of an unknown option
set -- -x
getopts ab opt; echo "$? $opt [$OPTARG]"
#| 0 ? []
#! bash: illegal option -- x

### getopts complains of a missing argument
set -- -b
getopts ab: opt; echo "$? $opt [$OPTARG]"
#| 0 ? []
#! bash: option requires an argument -- b

### getopts is silent with a leading colon
set -- -x -b
getopts :ab: opt; echo "$? $opt [$OPTARG]"
getopts :ab: opt; echo "$? $opt [$OPTARG]"
#| 0 ? [x]
#| 0 : [b]

### getopts with arguments of its own
getopts xy opt -y; echo $opt
OPTIND=1
getopts xy opt; echo $?
#| y
#| 1

### getopts in a function has its own parameters
f() { local OPTIND=1 o; while getopts v o "$@"; do echo "f: $o"; done; }
f -v -v
f -v
#| f: v
#| f: v
#| f: v

### OPTERR silences getopts
OPTERR=0
set -- -z
getopts a o; echo $o
#| ?

### getopts with a usage error
getopts; echo $?
getopts ab; echo $?
#| 2
#| 2
#! getopts: usage: getopts optstring name [arg ...]
#! getopts: usage: getopts optstring name [arg ...]

### select offers a menu
select x in apple pear; do echo "$x $REPLY"; break; done <<< 2
#| pear 2
#! 1) apple
#! 2) pear
#!= '#? '

### select with a wrong answer, and the end of input
select x in a b; do echo "[$x] $REPLY"; done <<< 7
echo $?
#| [] 7
#|
#| 1
#! 1) a
#! 2) b
#!= '#? #? '

### PS3 is the prompt of select
PS3='choose: '
select x in one two three; do echo $x; break; done <<< 3
#| three
#! 1) one
#! 2) two
#! 3) three
#!= 'choose: '

### select shows the menu again after an empty line
printf '\n1\n' | { select x in only; do echo $x; break; done; }
#| only
#! 1) only
#! #? 1) only
#!= '#? '
