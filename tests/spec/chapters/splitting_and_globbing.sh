# Word splitting and pathname expansion.

### Blanks, tabs and newlines split by default
x=$'  a b\tc\n d '
printf '<%s>' $x; echo
#| <a><b><c><d>

### Quoted expansions are not split
x='a  b'
printf '<%s>' "$x" "$(echo 'c  d')"; echo
#| <a  b><c  d>

### Characters of IFS that are no blanks each end a field
IFS=:
x=a::b:
printf '<%s>' $x; echo
#| <a><><b>

### Blanks around another separator belong to it
IFS=' :'
x='a : b::c '
printf '<%s>' $x; echo
#| <a><b><><c>

### An empty IFS splits nothing
IFS=
x='a b c'
printf '<%s>' $x; echo
#| <a b c>

### An unset IFS splits as by default
unset IFS
x='a b  c'
printf '<%s>' $x; echo
#| <a><b><c>

### Only what comes from expansions is split
IFS=:
x=c:d
printf '<%s>' a:b $x; echo
#| <a:b><c><d>

### Neighbours stick to the first and the last field
x='a b c'
printf '<%s>' pre$x-post; echo
#| <prea><b><c-post>

### An expansion to nothing gives no field
x= y='   '
printf '<%s>' [$x] $x $y "$x"; echo
#| <[]><>

### Splitting a command substitution
printf '<%s>' $(printf 'a b\nc\n\n'); echo
#| <a><b><c>

### IFS with a letter
IFS=x
v=axbxxc
printf '<%s>' $v; echo
#| <a><b><><c>

### A backslash in IFS
IFS='\'
v='a\b'
printf '<%s>' $v; echo
#| <a><b>

### A star matches any name
touch apple banana cherry
echo * a* *an* *y
#| apple banana cherry apple banana cherry

### A pattern without a match stays
echo no*such
#| no*such

### A question mark matches one character
touch a1 a2 a10
echo a? a??
#| a1 a2 a10

### Brackets match one of a set
touch a1 a2 a3 b1
echo a[12] [ab]1 a[!1] a[^23] [a-b]1
#| a1 a2 a1 b1 a2 a3 a1 a1 b1

### Character classes
touch 1 a B
echo [[:digit:]] [[:lower:]] [[:upper:]] [[:alpha:]]
#| 1 a B B a

### A hidden file needs a leading dot
touch .hidden seen
echo * .h*
#| seen .hidden

### dotglob shows hidden files
touch .hidden seen
shopt -s dotglob
echo *
#| .hidden seen

### nullglob drops a pattern without a match
shopt -s nullglob
printf '<%s>' a no*such b; echo
#| <a><b>

### failglob makes a pattern without a match an error
shopt -s failglob
echo no*such; echo same line
echo "status $?"
#| status 1
#! bash: line 2: no match: no*such

### nocaseglob ignores case
touch File file2
shopt -s nocaseglob
echo f*
#| File file2

### set -f switches pathname expansion off
touch a b
set -f
echo *
#| *

### A quoted pattern is text
touch ab 'a*'
echo "a*" a\* 'a'* a"*"
#| a* a* a* ab a*

### A pattern from a variable expands when unquoted
touch x1 x2
p='x*'
echo $p "$p"
#| x1 x2 x*

### Patterns across folders
mkdir -p d1 d2
touch d1/a d1/b d2/a
echo */a d1/* */*
#| d1/a d2/a d1/a d1/b d1/a d1/b d2/a

### A trailing slash matches folders only
mkdir dir; touch file
echo */
#| dir/

### globstar goes down all folders
mkdir -p t/u/v
touch t/a t/u/b t/u/v/c
shopt -s globstar
echo **/[abc]
echo t/**
#| t/a t/u/b t/u/v/c
#| t/ t/a t/u t/u/b t/u/v t/u/v/c

### Without globstar two stars are one
mkdir -p t/u
touch t/a t/u/b
echo **/b t/**
#| **/b t/a t/u

### Extended patterns
shopt -s extglob
touch a ab abb b c.txt d.log
echo a*(b) a+(b) a?(b) @(a|b) !(*.txt|*.log)
#| a ab abb ab abb a ab a b a ab abb b

### Names sort by character
touch b A a B _ 1
echo *
#| 1 A B _ a b

### Results are sorted but arguments stay in place
touch a b c
echo c* a* b*
#| c a b

### GLOBIGNORE hides names
touch a.c a.h b.c
GLOBIGNORE='*.h'
echo *
#| a.c b.c

### A slash must be matched by a slash
mkdir d; touch d/f
echo d*f d/*
#| d*f d/f

### A bracket that is not closed is text
touch 'a[b' ab
echo a[b a[b*
#| a[b a[b

### Patterns in double quotes with a part outside
touch 'a b1' 'a b2'
for f in "a b"*; do echo "<$f>"; done
#| <a b1>
#| <a b2>

### A word that looks like an option
touch -- -n
echo *

### Redirection to a pattern with one match
touch only1
echo text > onl*
cat only1
#| text

### A pattern with an escaped character
touch 'a?' ab
echo a\? a?
#| a? a? ab
