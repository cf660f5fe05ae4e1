# Brace and tilde expansion.

### A list in braces
echo a{b,c,d}e {x,y}
#| abe ace ade x y

### Braces multiply
echo {a,b}{1,2} {a,b{1,2},c}
#| a1 a2 b1 b2 a b1 b2 c

### An empty alternative
echo a{,b} {,}x x{,,}y
#| a ab x x xy xy xy

### A range of numbers
echo {1..5} {5..1} {-2..2} {3..3}
#| 1 2 3 4 5 5 4 3 2 1 -2 -1 0 1 2 3

### A range with a step
echo {1..10..3} {10..1..4} {1..5..-2} {1..5..0}
#| 1 4 7 10 10 6 2 1 3 5 1 2 3 4 5

### A range with leading zeros
echo {01..10..3} {1..03} {-01..1}
#| 01 04 07 10 01 02 03 -01 000 001

### A range of letters
echo {a..e} {e..a..2} {A..C} {W..Z}
#| a b c d e e c a A B C W X Y Z

### Braces that are no expansion stay
echo {a} {} {a..} {1..a} {a,b a,b} {1..2.. {..}
#| {a} {} {a..} {1..a} {a,b a,b} {1..2.. {..}

### A quoted comma or brace is text
echo {a\,b,c} "{a,b}" '{a,b}' {a,"b c"} \{a,b}
#| a,b c {a,b} {a,b} a b c {a,b}

### A dollar-brace is no brace expansion
x=1
echo ${x}{a,b} {${x},2}
#| 1a 1b 1 2

### Braces come before other expansions
a=1 b=2
echo {$a,$b} $\{a,b} 
#| 1 2 ${a,b}

### A range cannot come from a variable
n=3
echo {1..$n}
#| {1..3}

### Braces do not expand in assignments
x={a,b}
echo $x
#| {a,b}

### Brace expansion makes words even when files do not exist
echo /no/such/{one,two}.txt
#| /no/such/one.txt /no/such/two.txt

### set +B switches brace expansion off
set +B
echo {a,b} {1..3}
#| {a,b} {1..3}

### Nested ranges
echo {{1..3},x{a..b}}
#| 1 2 3 xa xb

### A preamble and a postscript
echo pre{1,2}mid{a,b}post
#| pre1midapost pre1midbpost pre2midapost pre2midbpost

### Braces in a for loop
for i in {1..3}{a,b}; do printf '%s ' $i; done; echo
#|= '1a 1b 2a 2b 3a 3b \n'

### Quotes inside alternatives
echo {'a b',"c d"} | cat
printf '<%s>' {'a b',"c d"}; echo
#| a b c d
#| <a b><c d>

### Single element braces with a nested list
echo {x{1,2}} {{a,b}}
#| {x1} {x2} {a} {b}

### A tilde is the home folder
HOME=/my/home
echo ~ ~/x ~/
#| /my/home /my/home/x /my/home/

### A tilde in the middle or quoted is text
HOME=/h
echo a~ x/~ "~" '~/x' \~
#| a~ x/~ ~ ~/x ~

### A tilde plus and minus are the folders of now and before
cd /; cd /tmp
case ~+ in "$PWD") echo now ;; esac
echo ~-
#| now
#| /

### A tilde for an unknown user is text
echo ~no_such_user/x
#| ~no_such_user/x

### A tilde in an assignment
HOME=/h
x=~ y=~/a:~/b z=a~
echo $x $y $z
#| /h /h/a:/h/b a~

### A tilde out of an expansion is text
HOME=/h x='~/a'
echo $x
#| ~/a

### A tilde expands in a default
HOME=/h
echo ${u:-~/d} "${u:-~/d}"
#| /h/d ~/d

### A tilde behind an equal sign in an argument
HOME=/h
echo x=~/a --prefix=~/b
#| x=/h/a --prefix=~/b

### What braces put behind a name makes it longer
u=1 ua=2 ux=3; echo {$u,v}{a,x} {x,$u}a $u{a,x} ${u}{a,x}
#| 2 3 va vx xa 2 2 3 1a 1x

### Tildes in the word of an expansion follow its place
HOME=/h; x=a:${none-~:~}; echo "$x" ${none-~:~} "${none-~}"
#| a:/h:/h /h:~ ~

### The backslash between Z and a is none
echo {Y..b}
#| Y Z [  ] ^ _ ` a b
