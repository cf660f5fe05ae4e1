# Conditions: [[ ]], test and [, if and case.

### An empty string is false, any other is true
[[ x ]]; echo $?
[[ '' ]]; echo $?
[[ -n x && -z '' ]]; echo $?
#| 0
#| 1
#| 0

### Words inside double brackets are not split
x='a b'
[[ $x == 'a b' ]] && echo same
[[ -n $x ]] && echo not empty
#| same
#| not empty

### The right side of == is a pattern
[[ hello == h*o ]]; echo $?
[[ hello == "h*o" ]]; echo $?
[[ hello != x* ]]; echo $?
p='h*'
[[ hello == $p ]]; echo $?
[[ hello == "$p" ]]; echo $?
#| 0
#| 1
#| 0
#| 0
#| 1

### Extended patterns work inside double brackets without a switch
[[ aab == +(a)b ]]; echo $?
[[ foo == @(foo|bar) ]]; echo $?
[[ foo == !(foo) ]]; echo $?
#| 0
#| 0
#| 1

### Strings compare by character
[[ a < b ]]; echo $?
[[ b > a ]]; echo $?
[[ 10 < 9 ]]; echo $?
[[ B < a ]]; echo $?
#| 0
#| 0
#| 0
#| 0

### Numbers compare by value, and may be expressions
[[ 10 -gt 9 && 3 -le 3 && 2 -ne 3 ]]; echo $?
x=5
[[ x -eq 5 ]]; echo $?
[[ 2+3 -eq x ]]; echo $?
#| 0
#| 0
#| 0

### And, or, not, and groups
[[ ( a == a || b == c ) && ! d == e ]]; echo $?
[[ ! ( a == b ) ]]; echo $?
#| 0
#| 0

### The rest is not evaluated once the answer is known
[[ a == b && $(echo seen >&2) ]]; echo $?
[[ a == a || $(echo seen >&2) ]]; echo $?
#| 1
#| 0

### A regular expression, and what it matched
[[ foo123bar =~ ([a-z]+)([0-9]+) ]]
echo $? "${BASH_REMATCH[0]}" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" ${#BASH_REMATCH[@]}
#| 0 foo123 foo 123 3

### No match empties BASH_REMATCH
[[ abc =~ (b) ]]; echo "${BASH_REMATCH[@]}"
[[ abc =~ x ]]; echo $? ${#BASH_REMATCH[@]}
#| b b
#| 1 0

### A regular expression in a variable
re='^[0-9]{3}-[0-9]{4}$'
[[ 555-1234 =~ $re ]]; echo $?
[[ 5555-123 =~ $re ]]; echo $?
#| 0
#| 1

### Quoting makes a part of a regular expression text
[[ a.b =~ a"."b ]]; echo $?
[[ axb =~ a"."b ]]; echo $?
[[ 'a+' =~ a\+ ]]; echo $?
#| 0
#| 1
#| 0

### An optional group that did not take part is empty
[[ ac =~ a(b)?c ]]
echo "[${BASH_REMATCH[1]}]" ${#BASH_REMATCH[@]}
#| [] 2

### Alternatives, classes and anchors
for s in cat dog cow; do [[ $s =~ ^(c.t|dog)$ ]] && echo "$s"; done
[[ $'a\tb' =~ [[:space:]] ]]; echo $?
#| cat
#| dog
#| 0

### A bad regular expression gives status 2
re='a('
[[ a =~ $re ]]; echo $?
#| 2

### File tests
touch file; mkdir dir; echo x > full; ln -s file link
for t in -e -f -d -s -L -r -w; do
  for f in file dir full link none; do test $t $f && printf '%s %s; ' $t $f; done
done; echo
#|= '-e file; -e dir; -e full; -e link; -f file; -f full; -f link; -d dir; -s dir; -s full; -L link; -r file; -r dir; -r full; -r link; -w file; -w dir; -w full; -w link; \n'

### Newer and older files
touch -d '2020-01-01' old; touch -d '2021-01-01' new
[[ new -nt old ]]; echo $?
[[ old -ot new ]]; echo $?
[[ old -nt new ]]; echo $?
[[ new -nt none ]]; echo $?
ln new same; [[ new -ef same ]]; echo $?
#| 0
#| 0
#| 1
#| 0
#| 0

### Whether a variable is set
x=; unset y
[[ -v x ]]; echo $?
[[ -v y ]]; echo $?
#| 0
#| 1

### Whether an option is on
set -o noglob
[[ -o noglob ]]; echo $?
[[ -o errexit ]]; echo $?
#| 0
#| 1

### test and bracket need blanks, quotes and a closing bracket
[ a = a ]; echo $?
test a = b; echo $?
[ a = a; echo $?
#| 0
#| 1
#| 2
#! bash: line 3: [: missing `]'

### test with no argument, with one, with two
test; echo $?
test x; echo $?
test -n; echo $?
test ! x; echo $?
test -z ''; echo $?
#| 1
#| 0
#| 0
#| 1
#| 0

### test takes three arguments as a comparison first
test a = a; echo $?
test ! = x; echo $?
test -n = -n; echo $?
test '(' x ')'; echo $?
#| 0
#| 1
#| 0
#| 0

### test with and, or
[ a = a -a b = c ]; echo $?
[ a = b -o b = b ]; echo $?
[ ! a = b -a ! c = d ]; echo $?
#| 1
#| 0
#| 0

### test with too many arguments
x='a b'
[ $x = y ]; echo $?
[ a b c d e ]; echo $?
#| 2
#| 2
#! bash: line 2: [: too many arguments
#! bash: line 3: [: too many arguments

### test wants integers
[ a -eq 1 ]; echo $?
[ 1 -lt '' ]; echo $?
[ 010 -eq 10 ]; echo $?
#| 2
#| 2
#| 0
#! bash: line 1: [: a: integer expression expected
#! bash: line 2: [: : integer expression expected

### An unknown operator of test
[ a -foo b ]; echo $?
[ -q b ]; echo $?
#| 2
#| 2
#! bash: line 1: [: -foo: binary operator expected
#! bash: line 2: [: -q: unary operator expected

### test compares strings with escaped angle brackets
[ a \< b ]; echo $?
[ b \> c ]; echo $?
#| 0
#| 1

### if takes the first branch whose condition succeeds
if false; then echo 1; elif true; then echo 2; else echo 3; fi
if false; then echo 1; fi; echo $?
#| 2
#| 0

### A condition may be a list of commands
if echo checking; false; true; then echo yes; fi
#| checking
#| yes

### if leaves the status of its branch
if true; then (exit 4); fi; echo $?
#| 4

### case takes the first pattern that matches
case hello in x) echo x ;; h*) echo h ;; *) echo other ;; esac
#| h

### case with alternatives and a leading parenthesis
case b in (a|b) echo ab ;; (c) echo c ;; esac
#| ab

### case without a match succeeds
case x in y) echo y ;; esac; echo $?
#| 0

### case falls through with ;& and goes on testing with ;;&
case a in
  a) echo 1 ;&
  b) echo 2 ;;&
  c) echo 3 ;;
  [a-z]) echo 4 ;;
esac
#| 1
#| 2
#| 4

### case matches quoted text literally
x='*'
case 'a' in "$x") echo no ;; $x) echo yes ;; esac
#| yes

### case with character classes and negation
for c in a 1 - ; do
  case $c in [[:alpha:]]) echo letter ;; [0-9]) echo digit ;; [!a-z]) echo else ;; esac
done
#| letter
#| digit
#| else

### case on an empty word
case '' in '') echo empty ;; esac
case $nothing in ?*) echo something ;; *) echo nothing ;; esac
#| empty
#| nothing

### The last clause needs no terminator
case a in a) echo a
esac
#| a

### nocasematch ignores case
shopt -s nocasematch
[[ ABC == abc ]]; echo $?
case Hello in hello) echo matched ;; esac
#| 0
#| matched

### A conditional across lines
[[ a == a &&
   b == b
]] && echo yes
#| yes

### A missing operand is a syntax error
[[ a == ]]
echo not here
#! bash: -c: line 1: unexpected argument `]]' to conditional binary operator
#~ a faulty condition is a syntax error like any other: bash forgets the status
#~! bash: -c: line 1: unexpected argument `]]' to conditional binary operator
#~? 2

### The result of a negated command
! true; echo $?
! false; echo $?
! [[ a == b ]]; echo $?
#| 1
#| 0
#| 0

### Terminal tests without a terminal
[ -t 0 ]; echo $?
[[ -t 1 ]]; echo $?
#| 1
#| 1

### Whether two names are the same string with = inside double brackets
[[ a = a ]]; echo $?
[[ abc = a?c ]]; echo $?
#| 0
#| 0

### A negated group where extended patterns are off
x=; [[ !($x) ]]; echo $?; x=y; [[ !($x) ]]; echo $?; [[ a == !(b) ]]; echo $?
#| 0
#| 1
#| 0

### Classes keep their case where letters do not
shopt -s nocasematch; [[ A == [a-z] ]]; echo $?; [[ a == [[:upper:]] ]]; echo $?; [[ A == [[:lower:]] ]]; echo $?
#| 0
#| 1
#| 1
