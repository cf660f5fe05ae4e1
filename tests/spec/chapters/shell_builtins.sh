# cd and the directory stack, eval, source, exec, type, command, hash, enable, history, completion, help and others.

### cd changes PWD and OLDPWD
mkdir a; cd a
echo ${PWD##*/} ${OLDPWD##*/} | sed 's/ .*/ x/'
cd ..; test -d a && echo back
#| a x
#| back

### cd - goes back and says where
mkdir a b; cd a; cd ../b; cd - | sed 's/.*\///'
#| a

### cd to nowhere
cd nosuch; echo $?
touch file; cd file; echo $?
#| 1
#| 1
#! bash: line 1: cd: nosuch: No such file or directory
#! bash: line 2: cd: file: Not a directory

### cd without HOME, with too many arguments, with a bad option
unset HOME; cd; echo $?
cd a b; echo $?
cd -x; echo $?
#| 1
#| 1
#| 2
#! bash: line 1: cd: HOME not set
#! bash: line 2: cd: too many arguments
#! bash: line 3: cd: -x: invalid option
#! cd: usage: cd [-L|[-P [-e]] [-@]] [dir]

### CDPATH is searched
mkdir -p base/target
CDPATH=base
cd target > /dev/null; echo ${PWD##*/}
#| target

### cd -P resolves links
mkdir real; ln -s real link
cd link; pwd | sed 's/.*\///'; pwd -P | sed 's/.*\///'
cd ..; cd -P link; pwd | sed 's/.*\///'
#| link
#| real
#| real

### pushd, popd and dirs
mkdir a b
start=$PWD
pushd a > /dev/null; pushd ../b > /dev/null
dirs -p | sed 's/.*\///' | head -n 2
popd > /dev/null; echo ${PWD##*/}
popd > /dev/null; test "$PWD" = "$start" && echo start
#| b
#| a
#| a
#| start

### popd on an empty stack
popd; echo $?
#| 1
#! bash: line 1: popd: directory stack empty

### dirs -c clears
mkdir a; pushd a > /dev/null
dirs -c; dirs -p | wc -l
#| 1

### pushd +n rotates
mkdir a b c
cd a; pushd ../b > /dev/null; pushd ../c > /dev/null
pushd +1 > /dev/null; echo ${PWD##*/}
pushd +9; echo $?
#| b
#| 1
#! bash: line 4: pushd: +9: directory stack index out of range

### eval runs its arguments as a command
x='echo $y'; y=5
eval $x
eval "z=1; echo \$z"
eval; echo $?
#| 5
#| 1
#| 0

### eval sees and changes the shell
eval 'a=(1 2); f() { echo f ${a[1]}; }'
f
#| f 2

### eval with a syntax error
eval 'if'; echo $?
eval 'echo )'; echo still here
#| 2
#| still here
#! bash: eval: line 2: syntax error: unexpected end of file
#! bash: eval: line 2: syntax error near unexpected token `)'
#! bash: eval: line 2: `echo )'

### eval's status
eval '(exit 3)'; echo $?
eval 'return 3' 2>/dev/null; echo $?
#| 3
#| 2

### source runs a file in this shell
echo 'x=sourced; echo in $x' > f
source ./f; echo $x
. ./f
#| in sourced
#| sourced
#| in sourced

### source passes arguments and puts them back
echo 'echo $# $1; shift; echo $1' > f
set -- outer
source ./f a b
echo $1
#| 2 a
#| b
#| outer

### return ends a sourced file
printf 'echo one\nreturn 4\necho two\n' > f
source ./f; echo $?
#| one
#| 4

### source of a missing file, a folder, nothing
source ./nosuch; echo $?
mkdir d; source ./d; echo $?
source; echo $?
#| 1
#| 1
#| 2
#! bash: line 1: ./nosuch: No such file or directory
#! bash: line 2: source: ./d: is a directory
#! bash: line 3: source: filename argument required
#! source: usage: source filename [arguments]

### source looks along PATH
mkdir bin; echo 'echo found' > bin/lib.sh
PATH=$PWD/bin:$PATH
source lib.sh
#| found

### A syntax error in a sourced file
printf 'echo a\nif\n' > f
source ./f; echo $?
#| a
#| 2
#! ./f: line 3: syntax error: unexpected end of file

### BASH_SOURCE and FUNCNAME in a sourced file
echo 'echo ${BASH_SOURCE[0]} ${FUNCNAME[0]}; f() { echo ${BASH_SOURCE[0]} ${FUNCNAME[@]}; }' > f
. ./f
f
#| ./f
#| ./f f

### exec replaces the shell
(exec echo replaced; echo never)
(exec nosuchcmd; echo never); echo $?
#| replaced
#| 127
#! bash: line 2: exec: nosuchcmd: not found

### exec with a name and an empty environment
exec -a name bash -c 'echo $0'
#| name

### exec -c
x=1; export x
exec -c bash -c 'echo "[$x]"'
#| []

### execfail keeps the shell
shopt -s execfail
exec nosuchcmd; echo $?
#| 127
#! bash: line 2: exec: nosuchcmd: not found

### A file that is executed runs in a shell of its own
printf '#!/bin/bash\necho script $1; x=inner; exit 3\n' > s; chmod +x s
x=outer
./s arg; echo $? $x
#| script arg
#| 3 outer

### A script without a first line of its own
echo 'echo plain $0' > s; chmod +x s
./s
#| plain ./s

### type tells what a name is
f() { :; }
type f if cd nosuch; echo $?
#| f is a function
#|= 'f () \n'
#|= '{ \n'
#|     :
#| }
#| if is a shell keyword
#| cd is a shell builtin
#| 1
#! bash: line 2: type: nosuch: not found

### type -t is one word
f() { :; }
type -t f if cd ls nosuch; echo $?
#| function
#| keyword
#| builtin
#| file
#| 1

### type -a tells all
cd() { builtin cd "$@"; }
type -a cd
unset -f cd
type -a true | head -n 1
#| cd is a function
#|= 'cd () \n'
#|= '{ \n'
#|     builtin cd "$@"
#| }
#| cd is a shell builtin
#| true is a shell builtin

### type -P and -p
type -P ls | sed 's/.*\///'
type -p cd; echo $?
type -P nosuch; echo $?
#| ls
#| 0
#| 1

### command runs past functions
ls() { echo mine; }
command echo hi
ls
command -v ls cd if nosuch; echo $?
#| hi
#| mine
#| ls
#| cd
#| if
#| 0

### command -V tells in words
command -V cd if
command -V nosuch; echo $?
#| cd is a shell builtin
#| if is a shell keyword
#| 1
#! bash: line 2: command: nosuch: not found

### command without anything, and with a bad option
command; echo $?
command -z; echo $?
command nosuchcmd; echo $?
#| 0
#| 2
#| 127
#! bash: line 2: command: -z: invalid option
#! command: usage: command [-pVv] command [arg ...]
#! bash: line 3: nosuchcmd: command not found

### command keeps the shell from ending at a special builtin's failure
command exit 3; echo never
#? 3

### builtin runs a builtin
builtin echo hi
builtin nosuch; echo $?
builtin; echo $?
#| hi
#| 1
#| 0
#! bash: line 2: builtin: nosuch: not a shell builtin

### enable -n puts a builtin to sleep
enable -n true
type -t true
enable true; type -t true
enable nosuch; echo $?
enable -n | wc -l
#| file
#| builtin
#| 1
#| 0
#! bash: line 4: enable: nosuch: not a shell builtin

### hash remembers where commands are
hash; ls > /dev/null; hash -t ls | sed 's/.*\///'
hash -r; hash
hash nosuch; echo $?
hash -p /bin/cat meow; echo text | meow
#| hash: hash table empty
#| ls
#| hash: hash table empty
#| 1
#| text
#! bash: line 3: hash: nosuch: not found

### alias in a script
alias a='b c'
alias a
unalias a; alias a; echo $?
#| alias a='b c'
#| 1
#! bash: line 3: alias: a: not found

### caller tells who called
f() {
  caller 0
}
g() {
  f
}
g
#| 5 g environment

### history in a script
history -s 'first line' ; history -s second
history
history -d 1; history
history -c; history
#|     1  first line
#|     2  second
#|     1  second

### history -p expands
history -s 'echo a b c'
history -p '!!' '!echo:2' '!$'
history -p '!nosuch'; echo $?
#| echo a b c
#| b
#| c
#| 1
#! bash: line 3: history: !nosuch: history expansion failed

### history is kept while it is on
set -o history
echo one
for i in 1 2; do
  echo $i
done
history
fc -ln 1 2
#| one
#| 1
#| 2
#|     1  echo one
#|     2  for i in 1 2; do   echo $i; done
#|     3  history
#| 	 echo one
#| 	 for i in 1 2; do   echo $i; done

### history goes to files and back
HISTFILE=h
history -s one; history -s two
history -w; cat h
history -c; history -r; history
#| one
#| two
#|     1  one
#|     2  two

### complete keeps specifications
complete -W 'a b' -o nospace cmd
complete -p cmd
complete -r cmd; complete -p cmd; echo $?
#| complete -o nospace -W 'a b' cmd
#| 1
#! bash: line 3: complete: cmd: no completion specification

### complete with bad actions
complete -A nosuch x; echo $?
complete -o nosuch x; echo $?
#| 2
#| 2
#! bash: line 1: complete: nosuch: invalid action name
#! bash: line 2: complete: nosuch: invalid option name

### compgen makes words
compgen -W 'apple pear plum' p
compgen -W 'a b' z; echo $?
#| pear
#| plum
#| 1

### compgen with files and folders
touch f1 f2; mkdir d1
compgen -f f | sort
compgen -d
compgen -G 'f*' | sort
#| f1
#| f2
#| d1
#| f1
#| f2

### compgen filters and decorates
compgen -W 'a.c b.h c.c' -X '*.h'
compgen -W 'a.c b.h' -X '!*.h'
compgen -W 'x y' -P '<' -S '>'
#| a.c
#| c.c
#| b.h
#| <x>
#| <y>

### compgen with functions, builtins and keywords
f_one() { :; }; f_two() { :; }
compgen -A function f_
compgen -b ec
compgen -k wh
#| f_one
#| f_two
#| echo
#| while

### compgen -F calls a function
f() { COMPREPLY=(x "$2"); }
compgen -F f word 2>/dev/null
#| x
#| word

### compopt outside of a completion
compopt -o nospace; echo $?
#| 1
#! bash: line 1: compopt: not currently executing completion function

### help knows its topics
help -s cd test
help nosuch; echo $?
#| cd: cd [-L|[-P [-e]] [-@]] [dir]
#| test: test [expr]
#| 1
#! bash: line 2: help: no help topics match `nosuch'.  Try `help help' or `man -k nosuch' or `info nosuch'.

### A builtin's --help is its usage
cd --help | head -n 1
type --help > /dev/null; echo $?
#| cd: cd [-L|[-P [-e]] [-@]] [dir]
#| 2

### umask shows and sets
umask 022; umask; umask -S
umask u=rwx,g=rx,o=; umask
umask 9; echo $?
#| 0022
#| u=rwx,g=rx,o=rx
#| 0027
#| 1
#! bash: line 3: umask: 9: octal number out of range

### times and ulimit answer
times > /dev/null; echo $?
ulimit -z; echo $?
#| 0
#| 2
#! bash: line 2: ulimit: -z: invalid option
#! ulimit: usage: ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]

### true, false and colon take any arguments
true a b; echo $?
false --help; echo $?
: $((x=5)); echo $x
#| 0
#| 1
#| 5

### pwd with an option
pwd -x; echo $?
test "$(pwd)" = "$PWD" && echo same
#| 2
#| same
#! bash: line 1: pwd: -x: invalid option
#! pwd: usage: pwd [-LP]

### logout outside of a login shell
logout; echo $?
#| 1
#! bash: line 1: logout: not login shell: use `exit'

### kill, wait and jobs are builtins
type -t kill wait jobs
#| builtin
#| builtin
#| builtin

### test is a builtin with another name
type -t [ test
enable -n test; type -t test; test a = a; echo $?
#| builtin
#| builtin
#| file
#| 0

### exit in a sourced file ends the shell
echo 'exit 6' > f
. ./f
echo never
#? 6
