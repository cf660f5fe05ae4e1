# Redirections, here-documents and file descriptors.

### Output goes to a file, replacing or appending
echo one > f; echo two > f; echo three >> f
cat f
#| two
#| three

### Input comes from a file
echo content > f
cat < f
read -r x < f; echo "<$x>"
#| content
#| <content>

### Errors have their own descriptor
ls none 2> err; echo $?
test -s err && echo has errors
#| 2
#| has errors

### Both to one file
{ echo out; echo err >&2; } > f 2>&1
cat f
{ echo out2; echo err2 >&2; } &> f
cat f
{ echo out3; echo err3 >&2; } &>> f
cat f
#| out
#| err
#| out2
#| err2
#| out2
#| err2
#| out3
#| err3

### The order of redirections matters
{ echo out; echo err >&2; } 2>&1 > f | cat
cat f
#| err
#| out

### A redirection may stand anywhere in the command
> f echo hello world
cat f
echo a > g b; cat g
#| hello world
#| a b

### A redirection without a command makes the file
> empty
test -f empty && test ! -s empty && echo empty file
#| empty file

### A missing file is an error, and the command does not run
cat < none
echo $?
echo never < none
echo $?
#| 1
#| 1
#! bash: line 1: none: No such file or directory
#! bash: line 3: none: No such file or directory

### A folder cannot be written
mkdir d
echo x > d
echo $?
#| 1
#! bash: line 2: d: Is a directory

### A missing folder
echo x > no/file
echo $?
#| 1
#! bash: line 1: no/file: No such file or directory

### An empty file name
x=
echo a > "$x"
echo $?
#| 1
#! bash: line 2: : No such file or directory

### An unquoted expansion to several words is ambiguous
x='a b'
echo hi > $x
echo $?
echo hi > $nothing
echo $?
#| 1
#| 1
#! bash: line 2: $x: ambiguous redirect
#! bash: line 4: $nothing: ambiguous redirect

### noclobber protects files, and >| overrides it
set -o noclobber
echo 1 > f
echo 2 > f; echo $?
echo 3 >| f; cat f
echo 4 >> f; cat f
#| 1
#| 3
#| 3
#| 4
#! bash: line 3: f: cannot overwrite existing file

### Opening further descriptors
exec 3> f
echo three >&3
echo more >&3
exec 3>&-
cat f
#| three
#| more

### Reading from further descriptors
printf 'a\nb\n' > f
exec 4< f
read -r x <&4; read -r y <&4
echo $x $y
exec 4<&-
#| a b

### A closed descriptor
echo hi >&7
echo $?
exec 3>&-
echo hi >&3; echo $?
#| 1
#| 1
#! bash: line 1: 7: Bad file descriptor
#! bash: line 4: 3: Bad file descriptor

### Reading and writing one descriptor
echo abcdef > f
exec 3<> f
read -r -n 2 x <&3
echo $x
echo X >&3
exec 3>&-
cat f
#| ab
#| abX
#| ef

### Duplicating and swapping
{ echo out; echo err >&2; } 3>&1 1>&2 2>&3 3>&- 2> errs
cat errs
#| err
#! out

### Moving a descriptor
exec 3> f
exec 4>&3-
echo moved >&4
echo x >&3
exec 4>&-
cat f
#| moved
#! bash: line 4: 3: Bad file descriptor

### A variable receives the descriptor
exec {fd}> f
echo $((fd >= 10))
echo via $fd >&$fd 2>/dev/null
exec {fd}>&-
sed 's/[0-9]*$/N/' f
#| 1
#| via N

### A descriptor from a variable
exec 5> f
n=5
echo hi >&$n
exec 5>&-
cat f
#| hi

### Redirecting a group, a subshell, a loop and an if
{ echo 1; echo 2; } > f
(echo 3) >> f
for i in 4 5; do echo $i; done >> f
if true; then echo 6; fi >> f
cat f
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6

### A here-document
cat <<END
line 1
  line 2
END
#| line 1
#|   line 2

### Expansions in a here-document
x=5
cat <<END
$x ${x}0 $((x+1)) $(echo cmd) `echo old` \$x "quoted" 'single'
END
#| 5 50 6 cmd old $x "quoted" 'single'

### A quoted delimiter keeps the text
x=5
cat <<'END'
$x $(echo no) \$
END
cat <<"E"D
$x
ED
#| $x $(echo no) \$
#| $x

### Tabs are stripped with <<-
cat <<-END
	one
		two
	END
#| one
#| two

### Two here-documents on one line
cat <<A - <<B
in a
A
in b
B
#| in b

### A here-document in a function and in a loop
f() { cat <<E
arg $1
E
}
f x; f y
for i in 1 2; do cat <<E
i=$i
E
done
#| arg x
#| arg y
#| i=1
#| i=2

### A here-document's lines may be joined
cat <<E
one\
two
E
#| onetwo

### A here-document in a command substitution
x=$(cat <<E
inner
E
)
echo "[$x]"
#| [inner]

### A here-string
cat <<< "a  b"
x='v w'
cat <<< $x
read -r a b <<< "1 2 3"; echo "$b"
#| a  b
#| v w
#| 2 3

### A here-document that ends with the script
cat <<E
no end
#| no end
#! bash: line 2: warning: here-document at line 1 delimited by end-of-file (wanted `E')

### Builtins write where they are told
echo to err >&2 2>/dev/null
{ echo quiet >&2; } 2>/dev/null
printf 'x\n' > f; read -r v < f; echo $v
#| x
#! to err

### Redirecting standard input for a whole block
printf '1\n2\n' > f
{ read -r a; read -r b; echo $b$a; } < f
#| 21

### exec redirects the shell itself
exec > f
echo hidden
exec >&2
cat f
#! hidden

### Standard output can be kept and put back
exec 3>&1 > f
echo in file
exec 1>&3 3>&-
echo back
cat f
#| back
#| in file

### A failed redirection of a special builtin
: > no/dir; echo $?
set -o posix
echo before
: > no/dir
echo not here
#| 1
#| before
#! bash: line 1: no/dir: No such file or directory
#! bash: line 4: no/dir: No such file or directory
#? 1

### A failed redirection fails only that command
true > no/dir && echo no
echo after $?
#| after 1
#! bash: line 1: no/dir: No such file or directory

### The null device
echo gone > /dev/null
cat < /dev/null; echo $?
#| 0

### Standard streams have names
echo a > /dev/stdout
echo b 2>/dev/null > /dev/stderr
echo c | cat /dev/stdin
echo d | cat /dev/fd/0
#| a
#| c
#| d

### Process substitution gives a name to read from
cat <(echo one) <(echo two)
diff <(printf 'a\nb\n') <(printf 'a\nc\n'); echo $?
#| one
#| two
#| 2c2
#| < b
#| ---
#| > c
#| 1

### Process substitution to write to
echo data > >(cat > f; echo done > g)
while [ ! -s g ]; do :; done
cat f
#| data

### A while loop over a process substitution keeps its variables
n=0
while read -r x; do n=$((n+x)); done < <(printf '1\n2\n3\n')
echo $n
#| 6

### $(< file) reads a file
printf 'a\nb\n\n' > f
x=$(< f)
echo "[$x]"
#| [a
#| b]

### Redirection of a function's call
f() { echo out; echo err >&2; }
f 2>/dev/null
f > /dev/null
#| out
#! err

### The last of several redirections wins
echo x > a > b
wc -c < a; cat b
#| 0
#| x

### A number before the operator belongs to it only without a blank
echo 2 > f; cat f
echo 2> f; cat f
#| 2
#|

### Appending both with a pipe
{ echo out; echo err >&2; } |& sort
#| err
#| out

### A digit descriptor out of range
echo x 2>&9
echo $?
#| 1
#! bash: line 1: 9: Bad file descriptor

### Closing standard output makes a write fail
echo x >&-
echo $? >&2
#! bash: line 1: echo: write error: Bad file descriptor
#! 1

### Closing standard input
read -r x <&-; echo $?
#| 1
#! bash: line 1: read: read error: 0: Bad file descriptor

### cat refuses to copy a file into itself
echo x > out; cat out >> out; echo $?; cat < out
#| 1
#| x
#! cat: out: input file is output file
