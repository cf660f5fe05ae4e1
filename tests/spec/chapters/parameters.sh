# Parameters: variables, positional and special ones.

### An unset variable is empty
unset x
echo "[$x]" [${x}]
#| [] []

### Braces part a name from what follows
x=one xy=two
echo $xy ${x}y "$x-y"
#| two oney one-y

### Ten and beyond need braces
set -- a b c d e f g h i j k
echo $10 ${10} ${11}
#| a0 j k

### Positional parameters are replaced by set
set -- x 'y z'
echo $# "$1" "$2"
set --
echo $#
#| 2 x y z
#| 0

### shift drops parameters from the left
set -- a b c d
shift; echo "$*"
shift 2; echo "$*"
shift 5; echo $? "$*"
#| b c d
#| d
#| 1 d

### A quoted at-sign keeps each parameter a word of its own
set -- 'a b' c ''
printf '<%s>' "$@"; echo
printf '<%s>' $@; echo
#| <a b><c><>
#| <a><b><c>

### A quoted star joins the parameters with the first character of IFS
set -- a b c
IFS=-+; echo "$*"
IFS=; echo "$*"
unset IFS; echo "$*"
#| a-b-c
#| abc
#| a b c

### An at-sign in the middle of a word joins its ends with its neighbours
set -- 1 2 3
printf '<%s>' "pre$@post"; echo
set --
printf '<%s>' "pre$@post"; echo
#| <pre1><2><3post>
#| <prepost>

### No parameters and a quoted at-sign give no word
set --
printf '<%s>' a "$@" b; echo
printf '<%s>' a "$*" b; echo
#| <a><b>
#| <a><><b>

### The exit status of the last command
true; echo $?
false; echo $?
(exit 7); echo $?
#| 0
#| 1
#| 7

### The name of the shell
echo $0
#| bash

### The flags that are on
set -f
case $- in *f*) echo f is on ;; esac
set +f
case $- in *f*) ;; *) echo f is off ;; esac
#| f is on
#| f is off

### The last argument of the command before
echo a b c
echo $_
: x y
echo "$_"
#| a b c
#| c
#| y

### The process number of the shell is the same in a subshell
a=$$
(test "$a" = "$$" && echo same)
test "$a" = "$(echo $$)" && echo same
#| same
#| same

### The number of the last background command
true & test -n "$!" && echo known
wait
#| known

### An assignment before a command is only for that command
x=outer
x=inner eval 'echo $x'
echo $x
#| inner
#| outer

### An assignment alone stays
x=1 y=2
echo $x$y
#| 12

### Assignments are made from left to right
a=1 b=$a c=$b$b
echo $a $b $c
#| 1 1 11

### A value is neither split nor globbed
x=$(echo 'a   b')
y=*
echo "$x"
z=$x
echo "$z"
#| a   b
#| a   b

### A plus sign appends
x=ab
x+=cd
x+=
echo $x
declare -i n=3
n+=4
echo $n
#| abcd
#| 7

### A command word may come from an expansion, an assignment may not
x='y=5'
$x; echo $?
#| 127
#! bash: line 2: y=5: command not found

### A tilde expands behind the equal sign and behind colons
HOME=/h
x=~/a:~/b:c~
echo $x
#| /h/a:/h/b:c~

### A local name hides the outer one
x=outer
f() { local x=inner; g; }
g() { echo $x; }
f; echo $x
#| inner
#| outer

### readonly forbids another value
readonly r=1
r=2; echo "status $?"
#! bash: line 2: r: readonly variable
#? 1

### In a subshell the failed assignment to a readonly variable ends it
readonly r=1
(r=2; echo not here)
echo "status $?"
#| status 1
#! bash: line 2: r: readonly variable

### unset forgets a variable
x=1
unset x
echo "[${x-gone}]"
#| [gone]

### unset cannot forget a readonly variable
readonly r=1
unset r
echo $? $r
#| 1 1
#! bash: line 2: unset: r: cannot unset: readonly variable

### An exported variable reaches commands
export e=seen
h=hidden
bash -c 'echo "[$e] [$h]"'
#| [seen] []

### A variable for one command reaches it
x=1 bash -c 'echo $x'
echo "[$x]"
#| 1
#| []

### LINENO is the line of the command
echo $LINENO

echo $LINENO
#| 1
#| 3

### SECONDS can be set and counts on
SECONDS=100
test $SECONDS -ge 100 && test $SECONDS -lt 105 && echo counting
#| counting

### RANDOM differs and stays within fifteen bits
a=$RANDOM b=$RANDOM c=$RANDOM
test "$a$b$c" != "$a$a$a" && echo differs
test $a -ge 0 -a $a -le 32767 && echo in range
#| differs
#| in range

### The same seed gives the same random numbers
RANDOM=42; a="$RANDOM $RANDOM"
RANDOM=42; b="$RANDOM $RANDOM"
test "$a" = "$b" && echo same
#| same

### The version says which shell this is
echo ${BASH_VERSINFO[0]} ${BASH_VERSINFO[1]}
case $BASH_VERSION in 5.2*) echo 5.2 ;; esac
#| 5 2
#| 5.2

### PIPESTATUS holds the status of each stage
true | false | (exit 3)
echo "${PIPESTATUS[@]}"
echo "${PIPESTATUS[@]}"
#| 0 1 3
#| 0

### BASH_SUBSHELL counts how deep
echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL) $( (echo $BASH_SUBSHELL) )
(echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL))
#| 0 1 2
#| 1
#| 2

### EPOCHSECONDS and EPOCHREALTIME agree on the second
a=$EPOCHSECONDS b=${EPOCHREALTIME%.*}
test $((b - a)) -le 1 && echo agree
#| agree

### The names of positional parameters cannot be assigned
1=x; echo $?
#| 127
#! bash: line 1: 1=x: command not found

### The number of the command in a prompt is counted by interactive shells
x='\#'; echo "${x@P}"; echo "${x@P}"
bash -i 2> /dev/null <<< $'PS1=; x="\\\\#"; echo ${x@P}\n\necho ${x@P}\nif :\nthen :\nfi\necho ${x@P}'
#| 0
#| 0
#| 1
#| 2
#| 4

### In the locale C a character is a byte
x=héé; echo ${#x}; LC_ALL=C; echo ${#x} "${x:0:3}" "${x: -2}"; LC_ALL=C.UTF-8; echo ${#x}
#| 3
#| 5 hé é
#| 3

### Text is encoded byte by byte in the locale C
encoded() {
  local LC_ALL=C i c
  for ((i = 0; i < ${#1}; i++)); do
    c=${1:i:1}
    case $c in [a-zA-Z0-9.~_-]) printf %s "$c" ;; *) printf '%%%02X' "'$c" ;; esac
  done
  echo
}
encoded 'a é/ü€ ~'; x=é; echo ${#x}
#| a%20%C3%A9%2F%C3%BC%E2%82%AC%20~
#| 1

### Operators see bytes in the locale C
LC_ALL=C; x=é
echo "${x#?}" | od -An -tx1; echo "${x%?}" | od -An -tx1
echo "${x/?/_}" "${x//?/_}" ${x^^} ${x^}
declare -u y=é; echo $y; a=(é üü); echo ${#a[1]} ${a[@]/é/e}
#|  a9 0a
#|  c3 0a
#|= '_\udca9 __ \xe9 \xe9\n'
#| é
#| 4 e üü

### Patterns see bytes in the locale C
LC_ALL=C; x=é
[[ $x == ? ]]; echo $?; [[ $x == ?? ]]; echo $?
case $x in ?) echo one ;; ??) echo two ;; esac
touch é üx a; echo ??; echo ???
#| 1
#| 0
#| two
#| é
#| üx

### Bytes that are put together are characters again
x=日本; LC_ALL=C; y=
for ((i = 0; i < ${#x}; i++)); do y+=${x:i:1}; done
[[ $y == "$x" ]] && echo same; echo ${#y}
LC_ALL=C.UTF-8; echo ${#y} "${y:0:1}"; [[ $y == "$x" ]] && echo same
#| same
#| 6
#| 2 日
#| same

### The first variable of the locale that is set decides
x=é; LC_ALL=C eval 'echo ${#x}'; echo ${#x}; LANG=C; echo ${#x}
unset LC_ALL; echo ${#x}; LC_CTYPE=C.UTF-8; echo ${#x}
env -i bash -c 'x=é; echo ${#x}'; LC_ALL=C bash -c 'x=é; echo ${#x}'; LC_ALL=C printf '%d\n' "'é"
#| 2
#| 1
#| 1
#| 2
#| 1
#| 2
#| 2
#| 195

### Regular expressions see bytes in the locale C
LC_ALL=C; x=aéb
[[ $x =~ ^a(..)b$ ]]; echo $? ${BASH_REMATCH[1]}; [[ $x =~ é ]]; echo $? "${BASH_REMATCH[0]}"
[[ $x =~ a.b ]]; echo $?; [[ $x =~ ^[[:alpha:]]+$ ]]; echo $?
#| 0 é
#| 0 é
#| 1
#| 1
