# Pipelines, lists, subshells, command substitution, set -e.

### A pipeline joins commands
printf 'b\na\n' | sort | tr a-z A-Z
#| A
#| B

### The status of a pipeline is that of its last command
false | true; echo $?
true | false; echo $?
#| 0
#| 1

### pipefail takes the last failure
set -o pipefail
(exit 3) | (exit 5) | true; echo $?
true | true; echo $?
#| 5
#| 0

### Each stage runs in a subshell
x=1
x=2 | x=3
echo $x
echo 4 | read -r x
echo $x
#| 1
#| 1

### lastpipe runs the last stage in this shell
shopt -s lastpipe
echo 4 | read -r x
echo $x
#| 4

### A pipeline's stages run at the same time
yes | head -n 2
while true; do echo tick; done | { read -r a; read -r b; echo $a $b; }
#| y
#| y
#| tick tick

### Writing to a pipe that nobody reads ends the writer
{ echo a; echo b; } | true
echo "${PIPESTATUS[1]}"
#| 0

### A negated pipeline
! true | false; echo $?
! false; echo $?
#| 0
#| 0

### A pipeline over lines
echo a b |
  tr ' ' '\n' |
  # a comment between
  sort -r
#| b
#| a

### And and or
true && echo yes || echo no
false && echo yes || echo no
false || false && echo x; echo $?
#| yes
#| no
#| 1

### And and or have the same precedence
true || echo a && echo b
false && echo a || echo b && echo c
#| b
#| b
#| c

### A semicolon and a newline part commands
echo a; echo b
echo c ;echo d
#| a
#| b
#| c
#| d

### A subshell keeps its changes
x=1
(x=2; cd /; echo $x)
echo $x
(exit 3); echo $?
#| 2
#| 1
#| 3

### A group runs in this shell
x=1
{ x=2; }
echo $x
#| 2

### A group's braces are words
{ echo a; echo b; } | sort -r
echo } {
#| b
#| a
#| } {

### Nested subshells
( ( echo deep; exit 2 ); echo $? )
#| deep
#| 2

### Command substitution drops the newlines at the end
x=$(printf 'a\nb\n\n\n')
echo "[$x]"
#| [a
#| b]

### Command substitution nests
echo $(echo $(echo $(echo deep)))
echo `echo \`echo old\``
#| deep
#| old

### Command substitution leaves its status
x=$(exit 4); echo $?
x=$(true) y=$(exit 5); echo $?
echo $(exit 6); echo $?
#| 4
#| 5
#|
#| 0

### Command substitution is a subshell
x=1
y=$(x=2; echo $x)
echo $x $y
#| 1 2

### A quote or parenthesis inside a substitution
echo "$(echo ")")" $(echo '(') $(case a in a) echo case;; esac)
#| ) ( case

### A comment inside a substitution
echo $(echo a # comment )
echo b)
#| a b

### exit in a subshell ends only that
(echo a; exit 7; echo b); echo $?
#| a
#| 7

### exit ends the shell
echo a
exit 3
echo b
#| a
#? 3

### exit without a number keeps the status
(false; exit); echo $?
#| 1

### exit takes the number modulo 256
(exit 256); echo $?
(exit -1); echo $?
(exit 1000); echo $?
#| 0
#| 255
#| 232

### exit with a word
(exit abc); echo $?
#| 2
#! bash: line 1: exit: abc: numeric argument required

### exit with too many arguments throws the line away
exit 1 2; echo not here
echo not here either
#! bash: line 1: exit: too many arguments
#? 1
#~ a script is read line by line, as from a file, where this throws away the line only
#~| not here either
#~! bash: line 1: exit: too many arguments

### set -e ends the shell at the first failure
set -e
echo a
false
echo b
#| a
#? 1

### set -e ignores conditions
set -e
if false; then :; fi
while false; do :; done
false || true
! true
false && true
echo still here
#| still here

### set -e looks at the last command of an and-list
set -e
true && false
echo not here
#? 1

### set -e and a subshell
set -e
(false; echo not here)
echo nor here
#? 1

### set -e and command substitution
set -e
x=$(false; echo after)
echo "[$x]"
y=$(false)
echo not here
#| [after]
#? 1

### set -e is not told of a failure in an argument
set -e
echo $(false) a
local_test() { local x=$(false); echo b; }
local_test
#| a
#| b

### set -e in a function that is part of a condition sleeps
set -e
f() { false; echo inside; }
if f; then echo yes; fi
f || echo no
f
echo not here
#| inside
#| yes
#| inside
#? 1

### set -e and a pipeline
set -e
false | true
echo a
true | false
echo b
#| a
#? 1

### set -e with a compound command that fails
set -e
{ true; false; }
echo not here
#? 1

### inherit_errexit keeps set -e in command substitution
set -e
shopt -s inherit_errexit
x=$(false; echo after) || true
echo "[$x]"
#| [after]

### set -u ends the shell at an unset variable
set -u
echo ${x-default}
echo $x
echo not here
#| default
#! bash: line 3: x: unbound variable
#? 127
#~ a script is run as from a file, where a fatal error leaves 1; under `bash -c` it leaves 127 in both
#~| default
#~! bash: line 3: x: unbound variable
#~? 1

### set -u and positional parameters, arrays and lengths
set -u
echo "$@" "$*" $#
a=()
echo "${a[@]}"
(echo $1); echo $?
(echo ${#x}); echo $?
#|  0
#|
#| 1
#| 1
#! bash: line 5: $1: unbound variable
#! bash: line 6: x: unbound variable

### set -u in a subshell ends that one
set -u
(echo $x; echo no); echo $?
#| 1
#! bash: line 2: x: unbound variable

### A list in the background does not hold the shell
(exit 5) & wait $!; echo $?
#| 5

### The empty command line
;
echo $?
#! bash: -c: line 1: syntax error near unexpected token `;'
#! bash: -c: line 1: `;'
#? 2

### An empty group is a syntax error
{ }
echo no
#! bash: -c: line 1: syntax error near unexpected token `}'
#! bash: -c: line 1: `{ }'
#? 2

### Time is a keyword with a format
TIMEFORMAT=done
time true 2>&1
#! done

### A pipeline with time gives its status
TIMEFORMAT=
time false; echo $?
#| 1

### Redirecting the output of time
TIMEFORMAT='t'
{ time echo a; } 2>&1
#| a
#| t

### A long pipeline
echo 1 | cat | cat | cat | cat | { read -r x; echo $((x+1)); }
#| 2

### Standard input is shared
printf '1\n2\n3\n' | { read -r a; cat; }
#| 2
#| 3

### The status of an assignment and of nothing
x=$(false); echo $?
x=1; echo $?
$(true); echo $?
$(false); echo $?
#| 1
#| 0
#| 0
#| 1

### A command that is only an expansion to nothing
$nothing; echo $?
$nothing echo hi
#| 0
#| hi

### The status of a command that is not found and of one that cannot run
nosuchcommand; echo $?
touch notexec; ./notexec; echo $?
./none; echo $?
mkdir d; ./d; echo $?
#| 127
#| 126
#| 127
#| 126
#! bash: line 1: nosuchcommand: command not found
#! bash: line 2: ./notexec: Permission denied
#! bash: line 3: ./none: No such file or directory
#! bash: line 4: ./d: Is a directory
