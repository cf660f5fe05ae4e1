# set, shopt, tracing and special modes.

### set -o shows switches
set -o | head -n 3
set -o pipefail; set -o | grep pipefail
set +o | grep -E 'pipefail|errexit'
#| allexport      	off
#| braceexpand    	on
#| emacs          	off
#| pipefail       	on
#| set +o errexit
#| set -o pipefail

### An unknown option
set -o nosuch; echo $?
set -Z; echo $?
#| 2
#| 2
#! bash: line 1: set: nosuch: invalid option name
#! bash: line 2: set: -Z: invalid option
#! set: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]

### set with words sets the positional parameters
set a b; echo $# $1
set -- -x y; echo $1 $#
set -; echo $#
#| 2 a
#| -x 2
#| 2

### set -- with options before
set -f -- '*' b; echo $1 $#
set +f
#| * 2

### shopt shows and sets
shopt extglob; echo $?
shopt -s extglob; shopt extglob; echo $?
shopt -u extglob; shopt -q extglob; echo $?
shopt -p extglob nullglob
#| extglob        	off
#| 1
#| extglob        	on
#| 0
#| 1
#| shopt -u extglob
#| shopt -u nullglob
#? 1

### shopt with an unknown name
shopt nosuch; echo $?
shopt -s nosuch; echo $?
#| 1
#| 1
#! bash: line 1: shopt: nosuch: invalid shell option name
#! bash: line 2: shopt: nosuch: invalid shell option name

### shopt -o is for set -o
shopt -so pipefail; shopt -o pipefail; set -o | grep pipefail
#| pipefail       	on
#| pipefail       	on

### Tracing shows each command with its words expanded
set -x
x=5
echo $x "a b" 'c$d' ''
[ $x = 5 ]
[[ $x == 5* && -n $x ]]
((x + 1))
#|= '5 a b c$d \n'
#! + x=5
#! + echo 5 'a b' 'c$d' ''
#! + '[' 5 = 5 ']'
#! + [[ 5 == 5* ]]
#! + [[ -n 5 ]]
#! + (( x + 1 ))

### Tracing shows the depth of substitution
set -x
echo $(echo $(echo in))
#| in
#! +++ echo in
#! ++ echo in
#! + echo in

### Tracing loops, cases and redirections
set -x
for i in 1 2; do :; done
case a in a) echo matched ;; esac
echo hi > /dev/null
#| matched
#! + for i in 1 2
#! + :
#! + for i in 1 2
#! + :
#! + case a in
#! + echo matched
#! + echo hi

### PS4 is expanded
PS4='[$LINENO] '
set -x
echo a
echo b
#| a
#| b
#! [3] echo a
#! [4] echo b

### Tracing functions and assignments
set -x
f() { local y=$1; echo $y; }
x=1 f 'p q'
a=(1 '2 3')
declare -A m=([k]=v)
#| p q
#! + x=1
#! + f 'p q'
#! + local 'y=p q'
#! + echo p q
#! + a=(1 '2 3')
#! + m=(['k']='v')
#! + declare -A m

### Tracing goes where BASH_XTRACEFD says
exec 7> trace
BASH_XTRACEFD=7
set -x
echo seen
set +x
cat trace
#| seen
#| + echo seen
#| + set +x

### Tracing is switched off with +x
set -x
echo a
{ set +x; } 2>/dev/null
echo b
#| a
#| b
#! + echo a

### Special characters in traced words
set -x
: $'tab\t' "it's" '~' a=b '*' '!' '{a}' 'é'
#! + : 'tab	' 'it'\''s' '~' a=b '*' '!' '{a}' é

### set -v shows lines as they are read
set -v
echo a
echo b
#| a
#| b
#! echo a
#! echo b

### set -n reads without running
set -n
echo never

### set -a exports what is assigned
set -a
x=exported
set +a
y=not
bash -c 'echo "[$x][$y]"'
#| [exported][]

### set -C is noclobber
set -C
echo a > f
echo b > f; echo $?
#| 1
#! bash: line 3: f: cannot overwrite existing file

### $- changes with the switches
set -u; case $- in *u*) echo u;; esac
set +u; case $- in *u*) ;; *) echo no u;; esac
#| u
#| no u

### The list of switches is a variable
set -o noglob
case :$SHELLOPTS: in *:noglob:*) echo listed;; esac
shopt -s nullglob
case :$BASHOPTS: in *:nullglob:*) echo listed too;; esac
#| listed
#| listed too

### set -k takes assignments anywhere
set -k
bash -c 'echo "[$x]"' x=1
#| [1]

### Posix mode is a switch
set -o posix
shopt -o posix
set +o posix
#| posix          	on

### Options of bash itself
bash -e -c 'false; echo no'; echo $?
bash -u -c 'echo $nothing' 2>/dev/null; echo $?
bash -x -c 'echo t'
bash -o pipefail -c 'false | true'; echo $?
bash +B -c 'echo {a,b}'
#| 1
#| 127
#| t
#| 1
#| {a,b}
#! + echo t

### bash -c names its parameters
bash -c 'echo $0 $1 $#' name a b
bash -c 'echo $0'
#| name a 2
#| bash

### bash runs a file, and reads a script from its input
echo 'echo "$0 $1"; exit 3' > s
bash s arg; echo $?
echo 'echo from input $1' | bash -s x
#| s arg
#| 3
#| from input x

### bash with a missing file
bash nosuchfile; echo $?
#| 127
#! bash: nosuchfile: No such file or directory

### sh is bash too
sh -c 'echo $1' x y
#| y

### A variable set by set -x in a subshell only
(set -x; :) 2>/dev/null
case $- in *x*) echo on;; *) echo off;; esac
#| off

### errexit by name
set -o errexit
case $- in *e*) echo e;; esac
set +o errexit
#| e

### xpg_echo makes echo expand escapes
shopt -s xpg_echo
echo 'a\tb'
#| a	b

### expand_aliases is needed for aliases in scripts
alias hi='echo hello'
hi 2>/dev/null; echo $?
shopt -s expand_aliases
hi there
#| 127
#| hello there

### An alias that ends in a blank expands the next word
shopt -s expand_aliases
alias run='command ' what='echo said'
run what now
#| said now

### An alias is expanded once and only as the first word
shopt -s expand_aliases
alias echo='echo pre'
echo a echo
unalias echo
echo b
#| pre a echo
#| b

### alias shows, and complains of what is unknown
alias a='x y' b="it's"
alias
alias a nosuch; echo $?
unalias nosuch; echo $?
unalias -a; alias
#| alias a='x y'
#| alias b='it'\''s'
#| alias a='x y'
#| 1
#| 1
#! bash: line 3: alias: nosuch: not found
#! bash: line 4: unalias: nosuch: not found

### localvar_inherit gives locals the outer value
shopt -s localvar_inherit
x=outer
f() { local x; echo $x; }
f
#| outer

### The expressions of an arithmetic for are commands to the DEBUG trap
trap 'echo "[$BASH_COMMAND]"' DEBUG
for (( i = 0; i < 1; i++ )); do :; done
for ((;;)); do break; done
case x in x) : ;; esac
#| [((i = 0))]
#| [((i < 1))]
#| [:]
#| [((i++ ))]
#| [((i < 1))]
#| [((1))]
#| [((1))]
#| [break]
#| [case x in ]
#| [:]

### Loops and case are traced before their DEBUG trap, commands after it
set -x; trap 'echo "[$BASH_COMMAND]"' DEBUG
for i in a; do :; done
for ((i = 0; i < 1; i++)); do :; done
case x in *) ;; esac
[[ a == b ]] || ((1 + 1))
#| [for i in a]
#| [:]
#| [((i = 0))]
#| [((i < 1))]
#| [:]
#| [((i++))]
#| [((i < 1))]
#| [case x in ]
#| [[[ a == b ]]]
#| [((1 + 1))]
#! + trap 'echo "[$BASH_COMMAND]"' DEBUG
#! + for i in a
#! ++ echo '[for i in a]'
#! ++ echo '[:]'
#! + :
#! + (( i = 0 ))
#! ++ echo '[((i = 0))]'
#! + (( i < 1 ))
#! ++ echo '[((i < 1))]'
#! ++ echo '[:]'
#! + :
#! + (( i++ ))
#! ++ echo '[((i++))]'
#! + (( i < 1 ))
#! ++ echo '[((i < 1))]'
#! + case x in
#! ++ echo '[case x in ]'
#! ++ echo '[[[ a == b ]]]'
#! + [[ a == b ]]
#! ++ echo '[((1 + 1))]'
#! + (( 1 + 1 ))

### A debugger skips an expression of an arithmetic for
shopt -s extdebug; trap '[[ $BASH_COMMAND != *"i=0"* ]]' DEBUG
for ((i=0; i<2; i++)); do echo $i; done; echo $i
#|
#| 1
#| 2
