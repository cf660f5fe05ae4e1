# What is no script, where bash says so, and what it runs before.

### Commands before a syntax error run
echo before
echo )
echo after
#| before
#! bash: -c: line 2: syntax error near unexpected token `)'
#! bash: -c: line 2: `echo )'
#? 2

### A missing fi
if true; then
echo hi
#! bash: -c: line 3: syntax error: unexpected end of file
#? 2

### A missing done
for i in 1; do
echo $i
#! bash: -c: line 3: syntax error: unexpected end of file
#? 2

### A missing quote
echo before
echo "open
#| before
#! bash: -c: line 2: unexpected EOF while looking for matching `"'
#? 2

### A missing backquote
echo `date
#! bash: -c: line 1: unexpected EOF while looking for matching ``'
#? 2

### A missing brace
{ echo a
#! bash: -c: line 2: syntax error: unexpected end of file
#? 2

### A missing parenthesis
(echo a
#! bash: -c: line 2: syntax error: unexpected end of file
#? 2

### An unexpected keyword
then
echo no
#! bash: -c: line 1: syntax error near unexpected token `then'
#! bash: -c: line 1: `then'
#? 2

### An unexpected done
done
#! bash: -c: line 1: syntax error near unexpected token `done'
#! bash: -c: line 1: `done'
#? 2

### Two semicolons outside of case
echo a;; echo b
#! bash: -c: line 1: syntax error near unexpected token `;;'
#! bash: -c: line 1: `echo a;; echo b'
#? 2

### A pipe without a command
echo a |
#! bash: -c: line 2: syntax error: unexpected end of file
#? 2

### A pipe at the beginning
| echo a
#! bash: -c: line 1: syntax error near unexpected token `|'
#! bash: -c: line 1: `| echo a'
#? 2

### An operator at the end
true &&
#! bash: -c: line 2: syntax error: unexpected end of file
#? 2

### A double operator
echo a && && echo b
#! bash: -c: line 1: syntax error near unexpected token `&&'
#! bash: -c: line 1: `echo a && && echo b'
#? 2

### A redirection without a target
echo a >
#! bash: -c: line 1: syntax error near unexpected token `newline'
#! bash: -c: line 1: `echo a >'
#? 2

### A bad for variable
for 1x in a; do echo; done
echo after
#| after
#! bash: line 1: `1x': not a valid identifier

### A function without a body
f()
echo x
#! bash: -c: line 2: syntax error near unexpected token `echo'
#! bash: -c: line 2: `echo x'
#? 2

### A function with a bad name
a\ b() { echo; }
#! bash: line 1: `a\ b': not a valid identifier
#? 1

### A case without esac
case a in a) echo x ;;
#! bash: -c: line 2: syntax error: unexpected end of file
#? 2

### An else twice
if true; then echo a; else echo b; else echo c; fi
#! bash: -c: line 1: syntax error near unexpected token `else'
#! bash: -c: line 1: `if true; then echo a; else echo b; else echo c; fi'
#? 2

### A condition that is not closed
[[ a == b
echo x
#! bash: -c: line 1: syntax error in conditional expression
#~ a faulty condition is a syntax error like any other: bash forgets the status, and names the line before
#~! bash: -c: line 2: syntax error in conditional expression
#~? 2

### Arithmetic that is not closed
echo $((1 +
#! bash: -c: line 1: unexpected EOF while looking for matching `)'
#? 2

### An arithmetic command with a syntax error goes on
((1 +))
echo "status $?"
#| status 1
#! bash: line 1: ((: 1 +: syntax error: operand expected (error token is "+")

### A here-document that is not closed
cat <<END
text
#| text
#! bash: line 2: warning: here-document at line 1 delimited by end-of-file (wanted `END')

### An unclosed expansion
echo ${x
#! bash: -c: line 1: unexpected EOF while looking for matching `}'
#? 2

### A subshell alone
()
echo no
#! bash: -c: line 1: syntax error near unexpected token `)'
#! bash: -c: line 1: `()'
#? 2

### An if without a command
if ; then echo; fi
#! bash: -c: line 1: syntax error near unexpected token `;'
#! bash: -c: line 1: `if ; then echo; fi'
#? 2

### A command that is not found
nosuchcommand arg
echo $?
#| 127
#! bash: line 1: nosuchcommand: command not found

### A keyword as an argument is a word
echo if then else fi for do done case esac while until in function time { } ! [[
#| if then else fi for do done case esac while until in function time { } ! [[

### A reserved word behind a pipe and a semicolon
true; if true; then echo a; fi | cat
#| a

### Newlines may stand after operators
true &&

echo a |

cat
#| a

### Semicolons and newlines in compound commands
if true
then echo a
else echo b
fi
for i in 1 2
do
echo $i
done
while false
do :
done
#| a
#| 1
#| 2

### case over several lines
case x in
  a | b)
    echo ab
    ;;
  x)
    echo x
esac
#| x

### Comments everywhere
echo a # one
# two
if true # three
then # four
  echo b # five
fi # six
#| a
#| b

### A line that ends in a backslash in a comment
# comment \
echo shown
#| shown

### A backslash at the end of the script
echo a\
#| a

### Braces need blanks and an end
{ echo a; }
{echo b; }
#| a
#! bash: -c: line 2: syntax error near unexpected token `}'
#! bash: -c: line 2: `{echo b; }'
#? 2

### Nested quotes and substitutions
echo "$(echo "$(echo "deep $(echo "deeper")")")"
#| deep deeper

### A carriage return is an ordinary character
printf 'echo a\r\n' > s
. ./s | od -c | head -n 1
#| 0000000   a  \r  \n

### The shell goes on after errors of commands
cd /nosuch
echo $?
unset -z
echo $?
declare -Z
echo $?
#| 1
#| 2
#| 2
#! bash: line 1: cd: /nosuch: No such file or directory
#! bash: line 3: unset: -z: invalid option
#! unset: usage: unset [-f] [-v] [-n] [name ...]
#! bash: line 5: declare: -Z: invalid option
#! declare: usage: declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]

### Assignment to a readonly variable ends the line
readonly r=1
r=2; echo not here
echo here
#| here
#! bash: line 2: r: readonly variable

### A readonly variable in a function
readonly r=1
f() { r=2; echo not here; }
f; echo nor here
echo here
#| here
#! environment: line 2: r: readonly variable

### Division by zero ends the line
echo $((1/0)); echo not here
echo here
#| here
#! bash: line 1: 1/0: division by 0 (error token is "0")

### An error in a subshell ends only that
(echo $((1/0)); echo not here)
echo here
#| here
#! bash: line 1: 1/0: division by 0 (error token is "0")

### A bad array subscript
a=(1)
echo ${a[-5]}; echo here
a[-5]=x; echo not here
echo end
#|
#| here
#| end
#! bash: line 2: a: bad array subscript
#! bash: line 3: a[-5]: bad array subscript

### A recursive function meets its limit
FUNCNEST=5
f() { f; }
f
echo $?
#| 1
#! environment: line 2: f: maximum function nesting level exceeded (5)

### Unset function name in a pipeline
nosuch | cat
echo ${PIPESTATUS[@]}
#| 127 0
#! bash: line 1: nosuch: command not found

### An ambiguous redirection ends only its command
x='a b'
echo a > $x; echo $?
#| 1
#! bash: line 2: $x: ambiguous redirect

### A syntax error inside eval does not end the shell
eval 'for'
echo $?
#| 2
#! bash: eval: line 1: syntax error near unexpected token `newline'
#! bash: eval: line 1: `for'

### A syntax error in a substitution
echo $(if)
echo after
#! bash: -c: line 1: syntax error near unexpected token `)'
#! bash: -c: line 1: `echo $(if)'
#? 127
#~ a syntax error leaves 2, wherever it stands
#~! bash: -c: line 1: syntax error near unexpected token `)'
#~! bash: -c: line 1: `echo $(if)'
#~? 2

### The message names the line
true
true
nosuch1
(nosuch2)
{ nosuch3; }
#! bash: line 3: nosuch1: command not found
#! bash: line 4: nosuch2: command not found
#! bash: line 5: nosuch3: command not found
#? 127

### An error in a function names its line
f() {
  nosuch
}
f
#! environment: line 2: nosuch: command not found
#? 127

### A trap's error
trap nosuch EXIT
true
#! bash: line 1: nosuch: command not found

### An unknown escape in a test
[ a ] ]; echo $?
#| 2
#! bash: line 1: [: a: unary operator expected

### Parentheses in arguments need quotes
echo a(b)
#! bash: -c: line 1: syntax error near unexpected token `('
#! bash: -c: line 1: `echo a(b)'
#? 2

### An unfinished list leaves 1
eval 'a=(1 2'; echo $?; eval 'echo "'; echo $?
#| 1
#| 2
#! bash: eval: line 1: unexpected EOF while looking for matching `)'
#! bash: eval: line 1: unexpected EOF while looking for matching `"'

### The parameters of a file sourced in a function
echo 'set -- q; echo "$@"' > s; f() { . ./s x; echo "$@"; }; f orig; . ./s x; echo "$@"
#| q
#| orig
#| q
#| q

### set -u names a parameter as it was written
(set -u; echo "${1#x}"); (set -u; echo "$1")
#! bash: line 1: 1: unbound variable
#! bash: line 1: $1: unbound variable
#? 1

### set -e ends at a subscript that leads nowhere
(s=(); set -e; echo "${s[-1]}"; echo never); echo $?
#| 1
#! bash: line 1: s: bad array subscript

### The lines of a substitution are those of the script
x=$(
  echo $LINENO
  nosuch
)
echo $x
echo `
echo $LINENO
`
#| 4
#| 9
#! bash: line 5: nosuch: command not found
#~ messages name the line where the fault stands; bash counts on from the line of the command that substitutes
#~| 2
#~| 7
#~! bash: line 3: nosuch: command not found

### a parameter in braces is named without its dollar
set -u
(echo $2); (echo ${2}); (echo "a${2}b"); (echo ${12}); (y=${2}); (: ${2%x}); (: ${#2}); (echo $x)
#! bash: line 2: $2: unbound variable
#! bash: line 2: 2: unbound variable
#! bash: line 2: 2: unbound variable
#! bash: line 2: 12: unbound variable
#! bash: line 2: 2: unbound variable
#! bash: line 2: 2: unbound variable
#! bash: line 2: 2: unbound variable
#! bash: line 2: x: unbound variable
#? 1
