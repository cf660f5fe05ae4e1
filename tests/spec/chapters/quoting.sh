# Quoting: what keeps a character from having its special meaning.

### Single quotes keep every character as it is
echo 'a $HOME `b` \n "c" * ~'
#| a $HOME `b` \n "c" * ~

### A single quote cannot stand inside single quotes, not even behind a backslash
echo 'it'\''s' 'a\'
#| it's a\

### A backslash keeps the next character as it is
echo \$HOME \\ \" \' \* \a
#| $HOME \ " ' * a

### A backslash before a newline joins the lines
echo one\
two \
three
#| onetwo three

### Double quotes let parameters, commands and arithmetic through
x=5
echo "x is $x, twice is $((x * 2)), and $(echo said)"
#| x is 5, twice is 10, and said

### In double quotes a backslash only quotes dollar, backquote, quote, backslash and newline
echo "\$ \` \" \\ \a \n \' con\
tinued"
#| $ ` " \ \a \n \' continued

### Double quotes hold spaces, patterns and tildes together
set -- "a  b" "*" "~"
printf '<%s>' "$@"
#|= '<a  b><*><~>'

### Quotes may begin and end inside a word
a=1
echo pre'mid $a'"post $a"end
#| premid $apost 1end

### An empty quoted string is a word
printf '<%s>' '' "" $'' ; echo
unset nothing
printf '<%s>' "$nothing" $nothing; echo
#| <><><>
#| <>

### ANSI-C quoting knows the escapes of C
printf '%s\n' $'tab\there' $'nl\nthere' $'\x41\102\u00e9\U0001F600' $'\'\"\\\?' $'\e[m' | cat -v
#| tab	here
#| nl
#| there
#| ABM-CM-)M-pM-^_M-^XM-^@
#| '"\?
#| ^[[m

### ANSI-C quoting knows control characters
printf '%s' $'\cA\c[\a\b\v\f\r' | od -An -tx1
#|  01 1b 07 08 0b 0c 0d

### In ANSI-C quoting a NUL ends the string
x=$'ab\0cd'
echo "$x" ${#x}
#| ab 2

### An unknown escape keeps its backslash in ANSI-C quoting
echo $'\q \z \8'
#| \q \z \8

### Inside double quotes ANSI-C quoting has no meaning
echo "$'a\tb'"
#| $'a\tb'

### A dollar sign before double quotes asks for a translation, and the text stays
x=v
echo $"hello $x"
#| hello v

### A lone dollar sign is itself
echo $ "$" a$ "a$ b" $'$'
#| $ $ a$ a$ b $

### A comment begins only at the start of a word
echo a#b # c
echo 'a' "#b" \#c
#| a#b
#| a #b #c

### Quoting hides a keyword, so that it is looked up as a command
'if' true; echo $?
#| 127
#! bash: line 1: if: command not found

### Quoting a part of an assignment's name makes it a command
"x"=1; echo $?
#| 127
#! bash: line 1: x=1: command not found

### A quoted part of a pattern matches itself
v='a*b'
case $v in a"*"b) echo literally ;; esac
case axb in a"*"b) echo no ;; a*b) echo as a pattern ;; esac
#| literally
#| as a pattern

### Quotes that come out of an expansion are plain characters
x="'a b'"
printf '<%s>' $x; echo
#| <'a><b'>

### Backslashes that come out of an expansion are plain characters
x='a\ b'
printf '<%s>' $x; echo
#| <a\><b>

### Backquotes take one level of backslashes away
echo `echo \\\\a` `echo '\$x'` "`echo \"in\"`"
#| \a $x in

### Single quotes inside double quotes are plain
x=1
echo "'$x'" "it's"
#| '1' it's

### Double quotes inside a substitution stand by themselves
x="a  b"
echo "$(printf '<%s>' "$x")"
#| <a  b>

### Quotes inside a default value inside double quotes
unset u
echo "${u:-"a  b"}" "${u:-'c'}" ${u:-'d  e'} ${u:-"f  g"}
#| a  b 'c' d  e f  g

### A closing brace in a default value may be quoted
unset u
echo ${u:-\}} "${u:-\}}" ${u:-'}'} "${u:-"}"}"
#| } } } }

### The history character has no meaning in a script
echo "hi!" 'a!b' wow!
#| hi! a!b wow!

### A non-ASCII letter is one character
x=naïve
echo ${#x} ${x:2:1}
#| 5 ï

### A line may be joined inside a word but not inside single quotes
echo a\
b 'c\
d'
#| ab c\
#| d

### ANSI quotes within braces within double quotes
z=; printf '%s|' "${z:-$'a\tb'}" "${z:-'c'}" "${z/#/$'d'}"; cat <<E
${z:-$'t\t'}
E
#| a	b|'c'|d|$'t\t'

### An empty list between quotes takes the quotes along
n() { echo $#; }; z=; n "$@$z"; n "$@""$@"; n "$@"""; n "$z$@$z""$@"; set -- ''; n "$@$z"
#| 0
#| 0
#| 1
#| 0
#| 1
