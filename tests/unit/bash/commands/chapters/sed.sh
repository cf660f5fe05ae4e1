# sed: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
seq 3 > s; echo bb > b

### sed 's/[/]/x/'
printf 'a/b\nfoo\n' | sed 's/[/]/x/'
#| axb
#| foo

### sed s/a
printf 'a/b\nfoo\n' | sed s/a
#! sed: -e expression #1, char 3: unterminated `s' command
#? 1

### sed s/a/b
printf 'a/b\nfoo\n' | sed s/a/b
#! sed: -e expression #1, char 5: unterminated `s' command
#? 1

### sed s/a/b/q
printf 'a/b\nfoo\n' | sed s/a/b/q
#! sed: -e expression #1, char 7: unknown option to `s'
#? 1

### sed s/a/b/gg
printf 'a/b\nfoo\n' | sed s/a/b/gg
#! sed: -e expression #1, char 8: multiple `g' options to `s' command
#? 1

### sed s/a/b/pp
printf 'a/b\nfoo\n' | sed s/a/b/pp
#! sed: -e expression #1, char 8: multiple `p' options to `s' command
#? 1

### sed s/a/b/0
printf 'a/b\nfoo\n' | sed s/a/b/0
#! sed: -e expression #1, char 7: number option to `s' command may not be zero
#? 1

### sed 's/a/b/2 3'
printf 'a/b\nfoo\n' | sed 's/a/b/2 3'
#! sed: -e expression #1, char 9: multiple number options to `s' command
#? 1

### sed y/a/bc/
printf 'a/b\nfoo\n' | sed y/a/bc/
#! sed: -e expression #1, char 7: strings for `y' command are different lengths
#? 1

### sed y/a/b
printf 'a/b\nfoo\n' | sed y/a/b
#! sed: -e expression #1, char 5: unterminated `y' command
#? 1

### sed k
printf 'a/b\nfoo\n' | sed k
#! sed: -e expression #1, char 1: unknown command: `k'
#? 1

### sed 'p x'
printf 'a/b\nfoo\n' | sed 'p x'
#! sed: -e expression #1, char 3: extra characters after command
#? 1

### sed a
printf 'a/b\nfoo\n' | sed a
#! sed: -e expression #1, char 1: expected \ after `a', `c' or `i'
#? 1

### sed 'a\'
printf 'a/b\nfoo\n' | sed 'a\'
#| a/b
#| foo

### sed i
printf 'a/b\nfoo\n' | sed i
#! sed: -e expression #1, char 1: expected \ after `a', `c' or `i'
#? 1

### sed '{p'
printf 'a/b\nfoo\n' | sed '{p'
#! sed: -e expression #1, char 0: unmatched `{'
#? 1

### sed 'p}'
printf 'a/b\nfoo\n' | sed 'p}'
#! sed: -e expression #1, char 2: unexpected `}'
#? 1

### sed 'b foo'
printf 'a/b\nfoo\n' | sed 'b foo'
#! sed: can't find label for jump to `foo'
#? 4

### sed ': '
printf 'a/b\nfoo\n' | sed ': '
#! sed: -e expression #1, char 2: ":" lacks a label
#? 1

### sed 1,p
printf 'a/b\nfoo\n' | sed 1,p
#! sed: -e expression #1, char 3: unexpected `,'
#? 1

### sed ,p
printf 'a/b\nfoo\n' | sed ,p
#! sed: -e expression #1, char 1: unknown command: `,'
#? 1

### sed 0p
printf 'a/b\nfoo\n' | sed 0p
#! sed: -e expression #1, char 2: invalid usage of line address 0
#? 1

### sed 0,3p
printf 'a/b\nfoo\n' | sed 0,3p
#! sed: -e expression #1, char 4: invalid usage of line address 0
#? 1

### sed '1!!p'
printf 'a/b\nfoo\n' | sed '1!!p'
#! sed: -e expression #1, char 3: multiple `!'s
#? 1

### sed 1,2=
printf 'a/b\nfoo\n' | sed 1,2=
#| 1
#| a/b
#| 2
#| foo

### sed 1,2q
printf 'a/b\nfoo\n' | sed 1,2q
#! sed: -e expression #1, char 4: command only uses one address
#? 1

### sed '1,2a x'
printf 'a/b\nfoo\n' | sed '1,2a x'
#| a/b
#| x
#| foo
#| x

### sed '#x'
printf 'a/b\nfoo\n' | sed '#x'
#| a/b
#| foo

### sed '1#x'
printf 'a/b\nfoo\n' | sed '1#x'
#! sed: -e expression #1, char 2: comments don't accept any addresses
#? 1

### sed /a
printf 'a/b\nfoo\n' | sed /a
#! sed: -e expression #1, char 2: unterminated address regex
#? 1

### sed /a/
printf 'a/b\nfoo\n' | sed /a/
#! sed: -e expression #1, char 3: missing command
#? 1

### sed '\x'
printf 'a/b\nfoo\n' | sed '\x'
#! sed: -e expression #1, char 2: unterminated address regex
#? 1

### sed 's/\(a/x/'
printf 'a/b\nfoo\n' | sed 's/\(a/x/'
#! sed: -e expression #1, char 8: Unmatched ( or \(
#? 1

### sed 's/a\)/x/'
printf 'a/b\nfoo\n' | sed 's/a\)/x/'
#! sed: -e expression #1, char 8: Unmatched ) or \)
#? 1

### sed 's/a/\1/'
printf 'a/b\nfoo\n' | sed 's/a/\1/'
#! sed: -e expression #1, char 7: invalid reference \1 on `s' command's RHS
#? 1

### sed 's/[/x/'
printf 'a/b\nfoo\n' | sed 's/[/x/'
#! sed: -e expression #1, char 6: unterminated `s' command
#? 1

### sed s//x/
printf 'a/b\nfoo\n' | sed s//x/
#! sed: -e expression #1, char 0: no previous regular expression
#? 1

### sed r
printf 'a/b\nfoo\n' | sed r
#! sed: -e expression #1, char 1: missing filename in r/R/w/W commands
#? 1

### sed w
printf 'a/b\nfoo\n' | sed w
#! sed: -e expression #1, char 1: missing filename in r/R/w/W commands
#? 1

### sed y/ab/c/
printf 'a/b\nfoo\n' | sed y/ab/c/
#! sed: -e expression #1, char 7: strings for `y' command are different lengths
#? 1

### sed 'v 9.0'
printf 'a/b\nfoo\n' | sed 'v 9.0'
#! sed: -e expression #1, char 5: expected newer version of sed
#? 1

### sed 'q x'
printf 'a/b\nfoo\n' | sed 'q x'
#! sed: -e expression #1, char 3: extra characters after command
#? 1

### sed 'l x'
printf 'a/b\nfoo\n' | sed 'l x'
#! sed: -e expression #1, char 3: extra characters after command
#? 1

### sed '}'
printf 'a/b\nfoo\n' | sed '}'
#! sed: -e expression #1, char 1: unexpected `}'
#? 1

### sed '1~2p'
printf 'a/b\nfoo\n' | sed '1~2p'
#| a/b
#| a/b
#| foo

### sed 'p;p'
printf 'a/b\nfoo\n' | sed 'p;p'
#| a/b
#| a/b
#| a/b
#| foo
#| foo
#| foo

### sed 'p p'
printf 'a/b\nfoo\n' | sed 'p p'
#! sed: -e expression #1, char 3: extra characters after command
#? 1

### sed s/a/b/w
printf 'a/b\nfoo\n' | sed s/a/b/w
#! sed: -e expression #1, char 7: missing filename in r/R/w/W commands
#? 1

### sed +1p
printf 'a/b\nfoo\n' | sed +1p
#! sed: -e expression #1, char 2: invalid usage of +N or ~N as first address
#? 1

### sed '$$p'
printf 'a/b\nfoo\n' | sed '$$p'
#! sed: -e expression #1, char 2: unknown command: `$'
#? 1

### sed //p
printf 'a/b\nfoo\n' | sed //p
#! sed: -e expression #1, char 0: no previous regular expression
#? 1

### sed 's/x\{1/y/'
printf 'a/b\nfoo\n' | sed 's/x\{1/y/'
#! sed: -e expression #1, char 9: Unmatched \{
#? 1

### sed 's/*/y/'
printf 'a/b\nfoo\n' | sed 's/*/y/'
#| a/b
#| foo

### sed 1,+p
printf 'a/b\nfoo\n' | sed 1,+p
#| a/b
#| a/b
#| foo

### sed 'd}'
printf 'a/b\nfoo\n' | sed 'd}'
#! sed: -e expression #1, char 2: unexpected `}'
#? 1

### sed 'd;}'
printf 'a/b\nfoo\n' | sed 'd;}'
#! sed: -e expression #1, char 3: unexpected `}'
#? 1

### sed 'y/a\bc/xyz/'
printf 'a/b\nfoo\n' | sed 'y/a\bc/xyz/'
#| x/y
#| foo

### sed 2,1p
printf 'a/b\nfoo\n' | sed 2,1p
#| a/b
#| foo
#| foo

### sed 't a;:a'
printf 'a/b\nfoo\n' | sed 't a;:a'
#| a/b
#| foo

### sed :
printf 'a/b\nfoo\n' | sed :
#! sed: -e expression #1, char 1: ":" lacks a label
#? 1

### sed 'b;:'
printf 'a/b\nfoo\n' | sed 'b;:'
#! sed: -e expression #1, char 3: ":" lacks a label
#? 1

### sed 'b a;:a;p'
printf 'a/b\nfoo\n' | sed 'b a;:a;p'
#| a/b
#| a/b
#| foo
#| foo

### sed =p
printf 'a/b\nfoo\n' | sed =p
#! sed: -e expression #1, char 2: extra characters after command
#? 1

### sed 's,x\,y,z,'
printf 'a/b\nfoo\n' | sed 's,x\,y,z,'
#| a/b
#| foo

### sed s/a/x/I
printf 'a/b\nfoo\n' | sed s/a/x/I
#| x/b
#| foo

### sed 's/a/b/mg;p'
printf 'a/b\nfoo\n' | sed 's/a/b/mg;p'
#| b/b
#| b/b
#| foo
#| foo

### sed 's/\n/x/'
printf 'a/b\nfoo\n' | sed 's/\n/x/'
#| a/b
#| foo

### sed 'a\\n t1\\n t2'
printf 'a/b\nfoo\n' | sed 'a\
 t1\
 t2'
#| a/b
#|  t1
#|  t2
#| foo
#|  t1
#|  t2

### sed '$!{$!N}'
printf 'a/b\nfoo\n' | sed '$!{$!N}'
#| a/b
#| foo

### sed 'y/\//|/'
printf 'a/b\nfoo\n' | sed 'y/\//|/'
#| a|b
#| foo

### sed 's|a\|b|X|'
printf 'a/b\nfoo\n' | sed 's|a\|b|X|'
#| a/b
#| foo

### sed 'y/abc/\n\t\\/'
printf 'a/b\nfoo\n' | sed 'y/abc/\n\t\\/'
#|
#|= '/\t\n'
#| foo

### sed 'c\'
printf 'a/b\nfoo\n' | sed 'c\'

### sed '2c\x'
printf 'a/b\nfoo\n' | sed '2c\x'
#| a/b
#| x

### sed '1i\  hi'
printf 'a/b\nfoo\n' | sed '1i\  hi'
#|   hi
#| a/b
#| foo

### sed '1i   hi\'
printf 'a/b\nfoo\n' | sed '1i   hi\'
#| hi
#| a/b
#| foo

### sed 's/a/\\n/'
printf 'a/b\nfoo\n' | sed 's/a/\
/'
#|
#| /b
#| foo

### sed 'l;l 3;l 1'
printf 'a/b\nfoo\n' | sed 'l;l 3;l 1'
#| a/b$
#| a/\
#| b$
#| \
#| a\
#| /\
#| b$
#| a/b
#| foo$
#| fo\
#| o$
#| \
#| f\
#| o\
#| o$
#| foo

### sed 'D;p'
printf 'a/b\nfoo\n' | sed 'D;p'

### sed 'N;P;D'
printf 'a/b\nfoo\n' | sed 'N;P;D'
#| a/b
#| foo

### sed 'x;G'
printf 'a/b\nfoo\n' | sed 'x;G'
#|
#| a/b
#| a/b
#| foo

### sed 'T;p'
printf 'a/b\nfoo\n' | sed 'T;p'
#| a/b
#| foo

### sed 'z;s/^$/E/'
printf 'a/b\nfoo\n' | sed 'z;s/^$/E/'
#| E
#| E

### sed 'F;='
printf 'a/b\nfoo\n' | sed 'F;='
#| -
#| 1
#| a/b
#| -
#| 2
#| foo

### sed 'n;d'
printf 'a/b\nfoo\n' | sed 'n;d'
#| a/b

### sed '$!d'
printf 'a/b\nfoo\n' | sed '$!d'
#| foo

### sed '1d;$d'
printf 'a/b\nfoo\n' | sed '1d;$d'

### sed 's/./\U&/;s/o/\u&x\L/'
printf 'a/b\nfoo\n' | sed 's/./\U&/;s/o/\u&x\L/'
#| A/b
#| FOxo

### sed s/o/X/2
printf 'a/b\nfoo\n' | sed s/o/X/2
#| a/b
#| foX

### sed s/o/X/2g
printf 'a/b\nfoo\n' | sed s/o/X/2g
#| a/b
#| foX

### sed 's/o*/-/g'
printf 'a/b\nfoo\n' | sed 's/o*/-/g'
#| -a-/-b-
#| -f-

### sed 's/x*/-/g'
printf 'a/b\nfoo\n' | sed 's/x*/-/g'
#| -a-/-b-
#| -f-o-o-

### sed 's/b*/-/2'
printf 'a/b\nfoo\n' | sed 's/b*/-/2'
#| a-/b
#| f-oo

### sed 's/\(.\)\(.\)/\2\1/'
printf 'a/b\nfoo\n' | sed 's/\(.\)\(.\)/\2\1/'
#| /ab
#| ofo

### sed 's/o/[&]/g'
printf 'a/b\nfoo\n' | sed 's/o/[&]/g'
#| a/b
#| f[o][o]

### sed 's/o/\&/g'
printf 'a/b\nfoo\n' | sed 's/o/\&/g'
#| a/b
#| f&&

### sed 's/\//_/'
printf 'a/b\nfoo\n' | sed 's/\//_/'
#| a_b
#| foo

### sed 's#/#_#'
printf 'a/b\nfoo\n' | sed 's#/#_#'
#| a_b
#| foo

### sed /foo/d
printf 'a/b\nfoo\n' | sed /foo/d
#| a/b

### sed '/foo/!d'
printf 'a/b\nfoo\n' | sed '/foo/!d'
#| foo

### sed 2q
printf 'a/b\nfoo\n' | sed 2q
#| a/b
#| foo

### sed 2q5
printf 'a/b\nfoo\n' | sed 2q5
#| a/b
#| foo
#? 5

### sed 1Q
printf 'a/b\nfoo\n' | sed 1Q

### sed '$='
printf 'a/b\nfoo\n' | sed '$='
#| a/b
#| 2
#| foo

### sed '2,$s/o/0/'
printf 'a/b\nfoo\n' | sed '2,$s/o/0/'
#| a/b
#| f0o

### sed /a/,/foo/d
printf 'a/b\nfoo\n' | sed /a/,/foo/d

### sed 1,/a/d
printf 'a/b\nfoo\n' | sed 1,/a/d

### sed 0,/a/d
printf 'a/b\nfoo\n' | sed 0,/a/d
#| foo

### sed /o/s//0/g
printf 'a/b\nfoo\n' | sed /o/s//0/g
#| a/b
#| f00

### sed '/foo/{s/f/F/;p}'
printf 'a/b\nfoo\n' | sed '/foo/{s/f/F/;p}'
#| a/b
#| Foo
#| Foo

### sed '1{/x/d};p'
printf 'a/b\nfoo\n' | sed '1{/x/d};p'
#| a/b
#| a/b
#| foo
#| foo

### sed 'H;$!d;x;s/\n/,/g'
printf 'a/b\nfoo\n' | sed 'H;$!d;x;s/\n/,/g'
#| ,a/b,foo

### sed ':a;N;$!ba;s/\n/+/'
printf 'a/b\nfoo\n' | sed ':a;N;$!ba;s/\n/+/'
#| a/b+foo

### sed '$!N;s/\n/ /'
printf 'a/b\nfoo\n' | sed '$!N;s/\n/ /'
#| a/b foo

### sed 's/^/> /'
printf 'a/b\nfoo\n' | sed 's/^/> /'
#| > a/b
#| > foo

### sed 's/$/ </'
printf 'a/b\nfoo\n' | sed 's/$/ </'
#| a/b <
#| foo <

### sed 's/\s*$//'
printf 'a/b\nfoo\n' | sed 's/\s*$//'
#| a/b
#| foo

### sed 's/[[:alpha:]]/X/g'
printf 'a/b\nfoo\n' | sed 's/[[:alpha:]]/X/g'
#| X/X
#| XXX

### sed 's/\<./\u&/g'
printf 'a/b\nfoo\n' | sed 's/\<./\u&/g'
#| A/B
#| Foo

### sed 's/\b/|/g'
printf 'a/b\nfoo\n' | sed 's/\b/|/g'
#| |a|/|b|
#| |foo|

### sed 's/\(foo\|a\)/<\1>/'
printf 'a/b\nfoo\n' | sed 's/\(foo\|a\)/<\1>/'
#| <a>/b
#| <foo>

### sed 's/fo\{1,2\}/X/'
printf 'a/b\nfoo\n' | sed 's/fo\{1,2\}/X/'
#| a/b
#| X

### sed 's/o\+/0/'
printf 'a/b\nfoo\n' | sed 's/o\+/0/'
#| a/b
#| f0

### sed 's/o\?/0/'
printf 'a/b\nfoo\n' | sed 's/o\?/0/'
#| 0a/b
#| 0foo

### sed 's/\t/T/'
printf 'a/b\nfoo\n' | sed 's/\t/T/'
#| a/b
#| foo

### sed 's/a/\t/'
printf 'a/b\nfoo\n' | sed 's/a/\t/'
#| 	/b
#| foo

### sed 's/a/\x41/'
printf 'a/b\nfoo\n' | sed 's/a/\x41/'
#| A/b
#| foo

### sed 's/\x61/A/'
printf 'a/b\nfoo\n' | sed 's/\x61/A/'
#| A/b
#| foo

### sed 's/a/\o101\d066/'
printf 'a/b\nfoo\n' | sed 's/a/\o101\d066/'
#| AB/b
#| foo

### sed 's/\x2f/-/'
printf 'a/b\nfoo\n' | sed 's/\x2f/-/'
#| a-b
#| foo

### sed 's/./\x26/'
printf 'a/b\nfoo\n' | sed 's/./\x26/'
#| &/b
#| &oo

### sed y/abc/ABC/
printf 'a/b\nfoo\n' | sed y/abc/ABC/
#| A/B
#| foo

### sed '1a\\nhello'
printf 'a/b\nfoo\n' | sed '1a\
hello'
#| a/b
#| hello
#| foo

### sed '1i\\nhello'
printf 'a/b\nfoo\n' | sed '1i\
hello'
#| hello
#| a/b
#| foo

### sed '1c\\nhello'
printf 'a/b\nfoo\n' | sed '1c\
hello'
#| hello
#| foo

### sed '2a hello\\nworld'
printf 'a/b\nfoo\n' | sed '2a hello\
world'
#| a/b
#| foo
#| hello
#| world

### sed '$a end'
printf 'a/b\nfoo\n' | sed '$a end'
#| a/b
#| foo
#| end

### sed '1r b'
printf 'a/b\nfoo\n' | sed '1r b'
#| a/b
#| bb
#| foo

### sed '1r nx'
printf 'a/b\nfoo\n' | sed '1r nx'
#| a/b
#| foo

### sed 'r /dev/stdin'
printf 'a/b\nfoo\n' | sed 'r /dev/stdin'
#| a/b
#| foo

### sed 'R s'
printf 'a/b\nfoo\n' | sed 'R s'
#| a/b
#| 1
#| foo
#| 2

### sed 'w out'
printf 'a/b\nfoo\n' | sed 'w out'
echo "status $?"; show
#| a/b
#| foo
#| status 0
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./s \n'
#| ==> ./b <==
#| bb
#|
#| ==> ./out <==
#| a/b
#| foo
#|
#| ==> ./s <==
#| 1
#| 2
#| 3

### sed '/foo/w out'
printf 'a/b\nfoo\n' | sed '/foo/w out'
echo "status $?"; show
#| a/b
#| foo
#| status 0
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./s \n'
#| ==> ./b <==
#| bb
#|
#| ==> ./out <==
#| foo
#|
#| ==> ./s <==
#| 1
#| 2
#| 3

### sed '1w /dev/stdout'
printf 'a/b\nfoo\n' | sed '1w /dev/stdout'
echo "status $?"; show
#| a/b
#| a/b
#| foo
#| status 0
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./s \n'
#| ==> ./b <==
#| bb
#|
#| ==> ./s <==
#| 1
#| 2
#| 3

### sed 's/o/0/w out'
printf 'a/b\nfoo\n' | sed 's/o/0/w out'
echo "status $?"; show
#| a/b
#| f0o
#| status 0
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./s \n'
#| ==> ./b <==
#| bb
#|
#| ==> ./out <==
#| f0o
#|
#| ==> ./s <==
#| 1
#| 2
#| 3

### sed 's/o/0/gpw out'
printf 'a/b\nfoo\n' | sed 's/o/0/gpw out'
echo "status $?"; show
#| a/b
#| f00
#| f00
#| status 0
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./s \n'
#| ==> ./b <==
#| bb
#|
#| ==> ./out <==
#| f00
#|
#| ==> ./s <==
#| 1
#| 2
#| 3

### sed l
printf 'a/b\nfoo\n' | sed l
#| a/b$
#| a/b
#| foo$
#| foo

### sed 'n;s/o/0/'
printf 'a/b\nfoo\n' | sed 'n;s/o/0/'
#| a/b
#| f0o

### sed 'N;N;s/\n/+/g'
printf 'a/b\nfoo\n' | sed 'N;N;s/\n/+/g'
#| a/b
#| foo

### sed '$!{h;d};x;G'
printf 'a/b\nfoo\n' | sed '$!{h;d};x;G'
#| a/b
#| foo

### sed '1!G;h;$!d'
printf 'a/b\nfoo\n' | sed '1!G;h;$!d'
#| foo
#| a/b

### sed 'e echo hi'
printf 'a/b\nfoo\n' | sed 'e echo hi'
#| hi
#| a/b
#| hi
#| foo

### sed 's/.*/echo &/e'
printf 'a/b\nfoo\n' | sed 's/.*/echo &/e'
#| a/b
#| foo

### sed '1~2d'
printf 'a/b\nfoo\n' | sed '1~2d'
#| foo

### sed '2~0p'
printf 'a/b\nfoo\n' | sed '2~0p'
#| a/b
#| foo
#| foo

### sed '0~2d'
printf 'a/b\nfoo\n' | sed '0~2d'
#| a/b

### sed '1,~2d'
printf 'a/b\nfoo\n' | sed '1,~2d'

### sed 2,+1d
printf 'a/b\nfoo\n' | sed 2,+1d
#| a/b

### sed /a/,+1p
printf 'a/b\nfoo\n' | sed /a/,+1p
#| a/b
#| a/b
#| foo
#| foo

### sed '/foo/I p'
printf 'a/b\nfoo\n' | sed '/foo/I p'
#| a/b
#| foo
#| foo

### sed /FOO/Ip
printf 'a/b\nfoo\n' | sed /FOO/Ip
#| a/b
#| foo
#| foo

### sed s/A/x/i
printf 'a/b\nfoo\n' | sed s/A/x/i
#| x/b
#| foo

### sed '/^f/M,$p'
printf 'a/b\nfoo\n' | sed '/^f/M,$p'
#| a/b
#| foo
#| foo

### sed '\,a,d'
printf 'a/b\nfoo\n' | sed '\,a,d'
#| foo

### sed '\%foo%p'
printf 'a/b\nfoo\n' | sed '\%foo%p'
#| a/b
#| foo
#| foo

### sed 's/a\|f/X/g'
printf 'a/b\nfoo\n' | sed 's/a\|f/X/g'
#| X/b
#| Xoo

### sed 's/\(a\)\|f/[\1]/g'
printf 'a/b\nfoo\n' | sed 's/\(a\)\|f/[\1]/g'
#| [a]/b
#| []oo

### sed 's/.\{2\}/X/'
printf 'a/b\nfoo\n' | sed 's/.\{2\}/X/'
#| Xb
#| Xo

### sed '/x/b;s/o/0/'
printf 'a/b\nfoo\n' | sed '/x/b;s/o/0/'
#| a/b
#| f0o

### sed '/foo/bend;s/^/-/;:end'
printf 'a/b\nfoo\n' | sed '/foo/bend;s/^/-/;:end'
#| -a/b
#| foo

### sed 's/o/0/;ta;s/a/A/;:a'
printf 'a/b\nfoo\n' | sed 's/o/0/;ta;s/a/A/;:a'
#| A/b
#| f0o

### sed 's/o/0/;Ta;s/$/!/;:a'
printf 'a/b\nfoo\n' | sed 's/o/0/;Ta;s/$/!/;:a'
#| a/b
#| f0o!

### sed ':a;s/o/0/;ta'
printf 'a/b\nfoo\n' | sed ':a;s/o/0/;ta'
#| a/b
#| f00

### sed 'y/o/\n/;P;D'
printf 'a/b\nfoo\n' | sed 'y/o/\n/;P;D'
#| a/b
#| f
#|
#|

### sed P
printf 'a/b\nfoo\n' | sed P
#| a/b
#| a/b
#| foo
#| foo

### sed '$!N;P;D'
printf 'a/b\nfoo\n' | sed '$!N;P;D'
#| a/b
#| foo

### sed '$!N;D'
printf 'a/b\nfoo\n' | sed '$!N;D'

### sed 'a\', given 'a/b\nfoo\n'
printf 'a/b\nfoo\n' | sed 'a\'
#| a/b
#| foo

### sed 'a foo\n'
printf 'a/b\nfoo\n' | sed 'a foo
'
#| a/b
#| foo
#| foo
#| foo

### sed 'i\\n  a\\n b'
printf 'a/b\nfoo\n' | sed 'i\
  a\
 b'
#|   a
#|  b
#| a/b
#|   a
#|  b
#| foo

### sed 'c foo'
printf 'a/b\nfoo\n' | sed 'c foo'
#| foo
#| foo

### sed '2{c foo\n}'
printf 'a/b\nfoo\n' | sed '2{c foo
}'
#| a/b
#| foo

### sed '1,2c foo'
printf 'a/b\nfoo\n' | sed '1,2c foo'
#| foo

### sed '$!c foo'
printf 'a/b\nfoo\n' | sed '$!c foo'
#| foo
#| foo

### sed '1!c foo'
printf 'a/b\nfoo\n' | sed '1!c foo'
#| a/b
#| foo

### sed '/a/c\\nX'
printf 'a/b\nfoo\n' | sed '/a/c\
X'
#| X
#| foo

### sed 'a\ttab'
printf 'a/b\nfoo\n' | sed 'a\ttab'
#| a/b
#| ttab
#| foo
#| ttab

### sed 'a \ttab'
printf 'a/b\nfoo\n' | sed 'a \ttab'
#| a/b
#| ttab
#| foo
#| ttab

### sed 'i\ttab'
printf 'a/b\nfoo\n' | sed 'i\ttab'
#| ttab
#| a/b
#| ttab
#| foo

### sed 's/a/b\'
printf 'a/b\nfoo\n' | sed 's/a/b\'
#! sed: -e expression #1, char 6: unterminated `s' command
#? 1

### sed 's/\(/x/'
printf 'a/b\nfoo\n' | sed 's/\(/x/'
#! sed: -e expression #1, char 7: Unmatched ( or \(
#? 1

### sed 's/a/\U\n/'
printf 'a/b\nfoo\n' | sed 's/a/\U\n/'
#|
#| /b
#| foo

### sed 's/a*/x/3'
printf 'a/b\nfoo\n' | sed 's/a*/x/3'
#| a/bx
#| foxo

### sed 's/\(a*\)*/x/'
printf 'a/b\nfoo\n' | sed 's/\(a*\)*/x/'
#| x/b
#| xfoo

### sed 's/a\{1,0\}/x/'
printf 'a/b\nfoo\n' | sed 's/a\{1,0\}/x/'
#! sed: -e expression #1, char 13: Invalid content of \{\}
#? 1

### sed 's/[[:foo:]]/x/'
printf 'a/b\nfoo\n' | sed 's/[[:foo:]]/x/'
#! sed: -e expression #1, char 14: Invalid character class name
#? 1

### sed 's/[a/x/'
printf 'a/b\nfoo\n' | sed 's/[a/x/'
#! sed: -e expression #1, char 7: unterminated `s' command
#? 1

### sed 's/a/b/;s//c/'
printf 'a/b\nfoo\n' | sed 's/a/b/;s//c/'
#| b/b
#| foo

### sed 's/a/'"'"'/'
printf 'a/b\nfoo\n' | sed 's/a/'"'"'/'
#| '/b
#| foo

### sed 's/.*/"&"/'
printf 'a/b\nfoo\n' | sed 's/.*/"&"/'
#| "a/b"
#| "foo"

### sed 's/\./x/'
printf 'a/b\nfoo\n' | sed 's/\./x/'
#| a/b
#| foo

### sed 's/[.]/x/'
printf 'a/b\nfoo\n' | sed 's/[.]/x/'
#| a/b
#| foo

### sed 's/[^,]*$/x/'
printf 'a/b\nfoo\n' | sed 's/[^,]*$/x/'
#| x
#| x

### sed 's/^[^o]*o/x/'
printf 'a/b\nfoo\n' | sed 's/^[^o]*o/x/'
#| a/b
#| xo

### sed 's/[]]/x/'
printf 'a/b\nfoo\n' | sed 's/[]]/x/'
#| a/b
#| foo

### sed 's/[^]]/x/'
printf 'a/b\nfoo\n' | sed 's/[^]]/x/'
#| x/b
#| xoo

### sed 's/\n*$//'
printf 'a/b\nfoo\n' | sed 's/\n*$//'
#| a/b
#| foo

### sed s/a.b/X/
printf 'a/b\nfoo\n' | sed s/a.b/X/
#| X
#| foo

### sed 's/\(.\)\1/<\1>/'
printf 'a/b\nfoo\n' | sed 's/\(.\)\1/<\1>/'
#| a/b
#| f<o>

### sed 's/\w\+/[&]/g'
printf 'a/b\nfoo\n' | sed 's/\w\+/[&]/g'
#| [a]/[b]
#| [foo]

### sed 's/\W/_/g'
printf 'a/b\nfoo\n' | sed 's/\W/_/g'
#| a_b
#| foo

### sed 'G;s/\n/-/'
printf 'a/b\nfoo\n' | sed 'G;s/\n/-/'
#| a/b-
#| foo-

### sed 'G;l'
printf 'a/b\nfoo\n' | sed 'G;l'
#| a/b\n$
#| a/b
#|
#| foo\n$
#| foo
#|

### sed 'x;p;x'
printf 'a/b\nfoo\n' | sed 'x;p;x'
#|
#| a/b
#|
#| foo

### sed '1h;2G'
printf 'a/b\nfoo\n' | sed '1h;2G'
#| a/b
#| foo
#| a/b

### sed '1h;2{x;G}'
printf 'a/b\nfoo\n' | sed '1h;2{x;G}'
#| a/b
#| a/b
#| foo

### sed 's/\`./X/'
printf 'a/b\nfoo\n' | sed 's/\`./X/'
#| X/b
#| Xoo

### sed 's/.\'"'"'/X/'
printf 'a/b\nfoo\n' | sed 's/.\'"'"'/X/'
#| a/X
#| foX

### sed 'N;s/^f/X/M'
printf 'a/b\nfoo\n' | sed 'N;s/^f/X/M'
#| a/b
#| Xoo

### sed 'N;s/b$/X/Mg'
printf 'a/b\nfoo\n' | sed 'N;s/b$/X/Mg'
#| a/X
#| foo

### sed 'N;s/^./X/g'
printf 'a/b\nfoo\n' | sed 'N;s/^./X/g'
#| X/b
#| foo

### sed 'N;s/./X/4'
printf 'a/b\nfoo\n' | sed 'N;s/./X/4'
#| a/bXfoo

### sed 's/a/x/;s/b/y/;s/f/z/'
printf 'a/b\nfoo\n' | sed 's/a/x/;s/b/y/;s/f/z/'
#| x/y
#| zoo

### sed '/a/{n;d}'
printf 'a/b\nfoo\n' | sed '/a/{n;d}'
#| a/b

### sed '/a/{N;d}'
printf 'a/b\nfoo\n' | sed '/a/{N;d}'

### sed '$d'
printf 'a/b\nfoo\n' | sed '$d'
#| a/b

### sed '$!s/^/x/'
printf 'a/b\nfoo\n' | sed '$!s/^/x/'
#| xa/b
#| foo

### sed 's/\cA/x/'
printf 'a/b\nfoo\n' | sed 's/\cA/x/'
#| a/b
#| foo

### sed =
printf 'a/b\nfoo\n' | sed =
#| 1
#| a/b
#| 2
#| foo

### sed 2=
printf 'a/b\nfoo\n' | sed 2=
#| a/b
#| 2
#| foo

### sed 's/f\|o/(&)/2'
printf 'a/b\nfoo\n' | sed 's/f\|o/(&)/2'
#| a/b
#| f(o)o

### sed 's/\(a\|f\)\(o\|\/\)/\2\1/'
printf 'a/b\nfoo\n' | sed 's/\(a\|f\)\(o\|\/\)/\2\1/'
#| /ab
#| ofo

### sed 's_/_\__'
printf 'a/b\nfoo\n' | sed 's_/_\__'
#| a_b
#| foo

### sed 's/o/\n/'
printf 'a/b\nfoo\n' | sed 's/o/\n/'
#| a/b
#| f
#| o

### sed 's/o/a\\nb/g'
printf 'a/b\nfoo\n' | sed 's/o/a\
b/g'
#| a/b
#| fa
#| ba
#| b

### sed '}', given 'a/b\nfoo\n'
printf 'a/b\nfoo\n' | sed '}'
#! sed: -e expression #1, char 1: unexpected `}'
#? 1

### sed '{'
printf 'a/b\nfoo\n' | sed '{'
#! sed: -e expression #1, char 0: unmatched `{'
#? 1

### sed '{};p'
printf 'a/b\nfoo\n' | sed '{};p'
#| a/b
#| a/b
#| foo
#| foo

### sed '{;p;}'
printf 'a/b\nfoo\n' | sed '{;p;}'
#| a/b
#| a/b
#| foo
#| foo

### sed '{p};{p}'
printf 'a/b\nfoo\n' | sed '{p};{p}'
#| a/b
#| a/b
#| a/b
#| foo
#| foo
#| foo

### sed '/a/{p;p'
printf 'a/b\nfoo\n' | sed '/a/{p;p'
#! sed: -e expression #1, char 0: unmatched `{'
#? 1

### sed '1,3{/f/{s/f/g/}}'
printf 'a/b\nfoo\n' | sed '1,3{/f/{s/f/g/}}'
#| a/b
#| goo

### sed 'b;p'
printf 'a/b\nfoo\n' | sed 'b;p'
#| a/b
#| foo

### sed 'bx;p;:x'
printf 'a/b\nfoo\n' | sed 'bx;p;:x'
#| a/b
#| foo

### sed t
printf 'a/b\nfoo\n' | sed t
#| a/b
#| foo

### sed T
printf 'a/b\nfoo\n' | sed T
#| a/b
#| foo

### sed '1,2{=;p}'
printf 'a/b\nfoo\n' | sed '1,2{=;p}'
#| 1
#| a/b
#| a/b
#| 2
#| foo
#| foo

### sed '1{p};2{d}'
printf 'a/b\nfoo\n' | sed '1{p};2{d}'
#| a/b
#| a/b

### sed z
printf 'a/b\nfoo\n' | sed z
#|
#|

### sed F
printf 'a/b\nfoo\n' | sed F
#| -
#| a/b
#| -
#| foo

### sed 'y/a/\//'
printf 'a/b\nfoo\n' | sed 'y/a/\//'
#| //b
#| foo

### sed 'y,a,\,,'
printf 'a/b\nfoo\n' | sed 'y,a,\,,'
#| ,/b
#| foo

### sed 's/a/b/ ; p'
printf 'a/b\nfoo\n' | sed 's/a/b/ ; p'
#| b/b
#| b/b
#| foo
#| foo

### sed 's/a/b/ }'
printf 'a/b\nfoo\n' | sed 's/a/b/ }'
#! sed: -e expression #1, char 8: unexpected `}'
#? 1

### sed 's/a/b/;}'
printf 'a/b\nfoo\n' | sed 's/a/b/;}'
#! sed: -e expression #1, char 8: unexpected `}'
#? 1

### sed 'p # comment'
printf 'a/b\nfoo\n' | sed 'p # comment'
#| a/b
#| a/b
#| foo
#| foo

### sed 's/a/b/ # c'
printf 'a/b\nfoo\n' | sed 's/a/b/ # c'
#| b/b
#| foo

### sed '1 , 2 p'
printf 'a/b\nfoo\n' | sed '1 , 2 p'
#| a/b
#| a/b
#| foo
#| foo

### sed '1, 2p'
printf 'a/b\nfoo\n' | sed '1, 2p'
#| a/b
#| a/b
#| foo
#| foo

### sed '1 ,2p'
printf 'a/b\nfoo\n' | sed '1 ,2p'
#| a/b
#| a/b
#| foo
#| foo

### sed '1!p'
printf 'a/b\nfoo\n' | sed '1!p'
#| a/b
#| foo
#| foo

### sed '1 ! p'
printf 'a/b\nfoo\n' | sed '1 ! p'
#| a/b
#| foo
#| foo

### sed '! p'
printf 'a/b\nfoo\n' | sed '! p'
#| a/b
#| foo

### sed '/a/ p'
printf 'a/b\nfoo\n' | sed '/a/ p'
#| a/b
#| a/b
#| foo

### sed '/a/,/b/ p'
printf 'a/b\nfoo\n' | sed '/a/,/b/ p'
#| a/b
#| a/b
#| foo
#| foo

### sed w, given 'a/b\nfoo\n'
printf 'a/b\nfoo\n' | sed w
#! sed: -e expression #1, char 1: missing filename in r/R/w/W commands
#? 1

### sed 'a\\n'
printf 'a/b\nfoo\n' | sed 'a\
'
#| a/b
#|
#| foo
#|

### sed 'i\'
printf 'a/b\nfoo\n' | sed 'i\'
#| a/b
#| foo

### sed 'q;q'
printf 'a/b\nfoo\n' | sed 'q;q'
#| a/b

### sed 'q5;p'
printf 'a/b\nfoo\n' | sed 'q5;p'
#| a/b
#? 5

### sed '$q7'
printf 'a/b\nfoo\n' | sed '$q7'
#| a/b
#| foo
#? 7

### sed 'l 5'
printf 'a/b\nfoo\n' | sed 'l 5'
#| a/b$
#| a/b
#| foo$
#| foo

### sed 'l 0'
printf 'a/b\nfoo\n' | sed 'l 0'
#| a/b$
#| a/b
#| foo$
#| foo

### sed 'l;d'
printf 'a/b\nfoo\n' | sed 'l;d'
#| a/b$
#| foo$

### sed '\n/n p'
printf 'a/b\nfoo\n' | sed '\n/n p'
#| a/b
#| a/b
#| foo

### sed 's/\//\\/'
printf 'a/b\nfoo\n' | sed 's/\//\\/'
#| a\b
#| foo

### sed 's/[\/]/x/'
printf 'a/b\nfoo\n' | sed 's/[\/]/x/'
#| axb
#| foo

### sed 's/[\n]/x/;p'
printf 'a/b\nfoo\n' | sed 's/[\n]/x/;p'
#| a/b
#| a/b
#| foo
#| foo

### sed 'N;s/[\n]/x/'
printf 'a/b\nfoo\n' | sed 'N;s/[\n]/x/'
#| a/bxfoo

### sed 's/a\nb/x/'
printf 'a/b\nfoo\n' | sed 's/a\nb/x/'
#| a/b
#| foo

### sed 's/$/\\n/'
printf 'a/b\nfoo\n' | sed 's/$/\
/'
#| a/b
#|
#| foo
#|

### sed 's/$/\r/'
printf 'a/b\nfoo\n' | sed 's/$/\r/'
#|= 'a/b\r\n'
#|= 'foo\r\n'

### sed 'y/\n/x/'
printf 'a/b\nfoo\n' | sed 'y/\n/x/'
#| a/b
#| foo

### sed 'N;y/\n/,/'
printf 'a/b\nfoo\n' | sed 'N;y/\n/,/'
#| a/b,foo

### sed 's/(a)/x/'
printf 'a/b\nfoo\n' | sed 's/(a)/x/'
#| a/b
#| foo

### sed 's/a{1}/x/'
printf 'a/b\nfoo\n' | sed 's/a{1}/x/'
#| a/b
#| foo

### sed 's/a|f/x/'
printf 'a/b\nfoo\n' | sed 's/a|f/x/'
#| a/b
#| foo

### sed s/+/x/
printf 'a/b\nfoo\n' | sed s/+/x/
#| a/b
#| foo

### sed 's/a\/b/X/'
printf 'a/b\nfoo\n' | sed 's/a\/b/X/'
#| X
#| foo

### sed 's/^a*/X/'
printf 'a/b\nfoo\n' | sed 's/^a*/X/'
#| X/b
#| Xfoo

### sed 's/.\?$/X/'
printf 'a/b\nfoo\n' | sed 's/.\?$/X/'
#| a/X
#| foX

### sed -n s/a/b/pp
printf 'a/b\nfoo\n' | sed -n s/a/b/pp
#! sed: -e expression #1, char 8: multiple `p' options to `s' command
#? 1

### sed -n 'p x'
printf 'a/b\nfoo\n' | sed -n 'p x'
#! sed: -e expression #1, char 3: extra characters after command
#? 1

### sed -n '{p'
printf 'a/b\nfoo\n' | sed -n '{p'
#! sed: -e expression #1, char 0: unmatched `{'
#? 1

### sed -n 'p}'
printf 'a/b\nfoo\n' | sed -n 'p}'
#! sed: -e expression #1, char 2: unexpected `}'
#? 1

### sed -n 1,p
printf 'a/b\nfoo\n' | sed -n 1,p
#! sed: -e expression #1, char 3: unexpected `,'
#? 1

### sed -n ,p
printf 'a/b\nfoo\n' | sed -n ,p
#! sed: -e expression #1, char 1: unknown command: `,'
#? 1

### sed -n 0p
printf 'a/b\nfoo\n' | sed -n 0p
#! sed: -e expression #1, char 2: invalid usage of line address 0
#? 1

### sed -n 0,3p
printf 'a/b\nfoo\n' | sed -n 0,3p
#! sed: -e expression #1, char 4: invalid usage of line address 0
#? 1

### sed -n '1!!p'
printf 'a/b\nfoo\n' | sed -n '1!!p'
#! sed: -e expression #1, char 3: multiple `!'s
#? 1

### sed -n '1~2p'
printf 'a/b\nfoo\n' | sed -n '1~2p'
#| a/b

### sed -n 'p;p'
printf 'a/b\nfoo\n' | sed -n 'p;p'
#| a/b
#| a/b
#| foo
#| foo

### sed -n 'p p'
printf 'a/b\nfoo\n' | sed -n 'p p'
#! sed: -e expression #1, char 3: extra characters after command
#? 1

### sed -n +1p
printf 'a/b\nfoo\n' | sed -n +1p
#! sed: -e expression #1, char 2: invalid usage of +N or ~N as first address
#? 1

### sed -n '$$p'
printf 'a/b\nfoo\n' | sed -n '$$p'
#! sed: -e expression #1, char 2: unknown command: `$'
#? 1

### sed -n //p
printf 'a/b\nfoo\n' | sed -n //p
#! sed: -e expression #1, char 0: no previous regular expression
#? 1

### sed -n 1,+p
printf 'a/b\nfoo\n' | sed -n 1,+p
#| a/b

### sed -n 2,1p
printf 'a/b\nfoo\n' | sed -n 2,1p
#| foo

### sed -n 'b a;:a;p'
printf 'a/b\nfoo\n' | sed -n 'b a;:a;p'
#| a/b
#| foo

### sed -n =p
printf 'a/b\nfoo\n' | sed -n =p
#! sed: -e expression #1, char 2: extra characters after command
#? 1

### sed -n 's/a/b/mg;p'
printf 'a/b\nfoo\n' | sed -n 's/a/b/mg;p'
#| b/b
#| foo

### sed -n 'D;p'
printf 'a/b\nfoo\n' | sed -n 'D;p'

### sed -n 'N;P;D'
printf 'a/b\nfoo\n' | sed -n 'N;P;D'
#| a/b

### sed -n 'T;p'
printf 'a/b\nfoo\n' | sed -n 'T;p'

### sed -n '/foo/{s/f/F/;p}'
printf 'a/b\nfoo\n' | sed -n '/foo/{s/f/F/;p}'
#| Foo

### sed -n '1{/x/d};p'
printf 'a/b\nfoo\n' | sed -n '1{/x/d};p'
#| a/b
#| foo

### sed -n 's/[[:alpha:]]/X/g'
printf 'a/b\nfoo\n' | sed -n 's/[[:alpha:]]/X/g'

### sed -n 's/o/0/gpw out'
printf 'a/b\nfoo\n' | sed -n 's/o/0/gpw out'
echo "status $?"; show
#| f00
#| status 0
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./s \n'
#| ==> ./b <==
#| bb
#|
#| ==> ./out <==
#| f00
#|
#| ==> ./s <==
#| 1
#| 2
#| 3

### sed -n '2~0p'
printf 'a/b\nfoo\n' | sed -n '2~0p'
#| foo

### sed -n /a/,+1p
printf 'a/b\nfoo\n' | sed -n /a/,+1p
#| a/b
#| foo

### sed -n '/foo/I p'
printf 'a/b\nfoo\n' | sed -n '/foo/I p'
#| foo

### sed -n /FOO/Ip
printf 'a/b\nfoo\n' | sed -n /FOO/Ip
#| foo

### sed -n '/^f/M,$p'
printf 'a/b\nfoo\n' | sed -n '/^f/M,$p'
#| foo

### sed -n '\%foo%p'
printf 'a/b\nfoo\n' | sed -n '\%foo%p'
#| foo

### sed -n 'y/o/\n/;P;D'
printf 'a/b\nfoo\n' | sed -n 'y/o/\n/;P;D'
#| a/b
#| f
#|
#|

### sed -n P
printf 'a/b\nfoo\n' | sed -n P
#| a/b
#| foo

### sed -n '$!N;P;D'
printf 'a/b\nfoo\n' | sed -n '$!N;P;D'
#| a/b
#| foo

### sed -n 'x;p;x'
printf 'a/b\nfoo\n' | sed -n 'x;p;x'
#|
#|

### sed -n '{};p'
printf 'a/b\nfoo\n' | sed -n '{};p'
#| a/b
#| foo

### sed -n '{;p;}'
printf 'a/b\nfoo\n' | sed -n '{;p;}'
#| a/b
#| foo

### sed -n '{p};{p}'
printf 'a/b\nfoo\n' | sed -n '{p};{p}'
#| a/b
#| a/b
#| foo
#| foo

### sed -n '/a/{p;p'
printf 'a/b\nfoo\n' | sed -n '/a/{p;p'
#! sed: -e expression #1, char 0: unmatched `{'
#? 1

### sed -n 'b;p'
printf 'a/b\nfoo\n' | sed -n 'b;p'

### sed -n 'bx;p;:x'
printf 'a/b\nfoo\n' | sed -n 'bx;p;:x'

### sed -n '1,2{=;p}'
printf 'a/b\nfoo\n' | sed -n '1,2{=;p}'
#| 1
#| a/b
#| 2
#| foo

### sed -n '1{p};2{d}'
printf 'a/b\nfoo\n' | sed -n '1{p};2{d}'
#| a/b

### sed -n 's/a/b/ ; p'
printf 'a/b\nfoo\n' | sed -n 's/a/b/ ; p'
#| b/b
#| foo

### sed -n 'p # comment'
printf 'a/b\nfoo\n' | sed -n 'p # comment'
#| a/b
#| foo

### sed -n '1 , 2 p'
printf 'a/b\nfoo\n' | sed -n '1 , 2 p'
#| a/b
#| foo

### sed -n '1, 2p'
printf 'a/b\nfoo\n' | sed -n '1, 2p'
#| a/b
#| foo

### sed -n '1 ,2p'
printf 'a/b\nfoo\n' | sed -n '1 ,2p'
#| a/b
#| foo

### sed -n '1!p'
printf 'a/b\nfoo\n' | sed -n '1!p'
#| foo

### sed -n '1 ! p'
printf 'a/b\nfoo\n' | sed -n '1 ! p'
#| foo

### sed -n '! p'
printf 'a/b\nfoo\n' | sed -n '! p'

### sed -n '/a/ p'
printf 'a/b\nfoo\n' | sed -n '/a/ p'
#| a/b

### sed -n '/a/,/b/ p'
printf 'a/b\nfoo\n' | sed -n '/a/,/b/ p'
#| a/b
#| foo

### sed -n 'q5;p'
printf 'a/b\nfoo\n' | sed -n 'q5;p'
#? 5

### sed -n '\n/n p'
printf 'a/b\nfoo\n' | sed -n '\n/n p'
#| a/b

### sed -n 's/[\n]/x/;p'
printf 'a/b\nfoo\n' | sed -n 's/[\n]/x/;p'
#| a/b
#| foo

### sed -n p a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n p a b
#| hello world
#| foo bar
#| baz
#| x
#|= 'y'

### sed -n '$p' a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n '$p' a b
#|= 'y'

### sed -s -n '$p' a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -s -n '$p' a b
#| baz
#|= 'y'

### sed -s '1s/^/>/' a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -s '1s/^/>/' a b
#| >hello world
#| foo bar
#| baz
#| >x
#|= 'y'

### sed '1s/^/>/' a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed '1s/^/>/' a b
#| >hello world
#| foo bar
#| baz
#| x
#|= 'y'

### sed -i s/o/0/ a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i s/o/0/ a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hell0 world
#| f0o bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -i.bak s/o/0/ a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i.bak s/o/0/ a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a.bak \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hell0 world
#| f0o bar
#| baz
#|
#| ==> ./a.bak <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -i s/o/0/ a b nx
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i s/o/0/ a b nx
echo "status $?"; show
#| status 2
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hell0 world
#| f0o bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'
#! sed: can't read nx: No such file or directory

### sed -i "1d" a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i "1d" a b
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| foo bar
#| baz
#|
#| ==> ./b <==
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -i "$ d" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i "$ d" a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| foo bar
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -i -n 2p a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i -n 2p a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| foo bar
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -i=x p a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i=x p a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a=x \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| hello world
#| foo bar
#| foo bar
#| baz
#| baz
#|
#| ==> ./a=x <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed --in-place=.b p a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --in-place=.b p a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a.b \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| hello world
#| foo bar
#| foo bar
#| baz
#| baz
#|
#| ==> ./a.b <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -ibk_* p a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -ibk_* p a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bk_a \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| hello world
#| foo bar
#| foo bar
#| baz
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./bk_a <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -i 1q a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i 1q a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -n -i "w out" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n -i "w out" a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./out <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -e p -e d a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -e p -e d a
#| hello world
#| foo bar
#| baz

### sed -e "i\\" -e foo b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -e "i\\" -e foo b
#| foo
#| x
#| foo
#|= 'y'

### sed -e "a\\" -e foo b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -e "a\\" -e foo b
#| x
#| foo
#| y
#| foo

### sed -f sc a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -f sc a
#| hell0 world
#| hell0 world
#| f0o bar
#| f0o bar
#| baz
#| baz

### sed -f sc -e d a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -f sc -e d a
#| hell0 world
#| f0o bar
#| baz

### sed -f nx a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -f nx a
#! sed: couldn't open file nx: No such file or directory
#? 4

### sed -f sn a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -f sn a
#| hello world
#| foo bar
#| baz

### sed -nf sc a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -nf sc a
#| hell0 world
#| f0o bar
#| baz

### sed -E "s/(o)(r|.)/\2\1/" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -E "s/(o)(r|.)/\2\1/" a
#| hell oworld
#| foo bar
#| baz

### sed -r "s/o+/0/" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -r "s/o+/0/" a
#| hell0 world
#| f0 bar
#| baz

### sed -E "s/a|b/X/g" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -E "s/a|b/X/g" a
#| hello world
#| foo XXr
#| XXz

### sed -E "s/(^|b)a/X/" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -E "s/(^|b)a/X/" a
#| hello world
#| foo Xr
#| Xz

### sed -E "s/o{2}/X/"
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -E "s/o{2}/X/"
#| a/b
#| fX

### sed -E "s/()/x/" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -E "s/()/x/" a
#| xhello world
#| xfoo bar
#| xbaz

### sed -E "s/a)/x/" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -E "s/a)/x/" a
#! sed: -e expression #1, char 7: Unmatched ) or \)
#? 1

### sed -z "s/a/x/" z
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -z "s/a/x/" z
#|= 'x\x00b\x00'

### sed -z "s/^/>/" z
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -z "s/^/>/" z
#|= '>a\x00>b\x00'

### sed -z "s/\n/,/g" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -z "s/\n/,/g" a
#|= 'hello world,foo bar,baz,'

### sed p nx
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed p nx
#! sed: can't read nx: No such file or directory
#? 2

### sed p nx a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed p nx a
#| hello world
#| hello world
#| foo bar
#| foo bar
#| baz
#| baz
#! sed: can't read nx: No such file or directory
#? 2

### sed p d
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed p d
#! sed: read error on d: Is a directory
#? 4

### sed p e
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed p e

### sed -u p b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -u p b
#| x
#| x
#| y
#|= 'y'

### sed --posix p b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --posix p b
#| x
#| x
#| y
#|= 'y'

### sed -l 5 l a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -l 5 l a
#| hell\
#| o wo\
#| rld$
#| hello world
#| foo \
#| bar$
#| foo bar
#| baz$
#| baz

### sed -l x l a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -l x l a
#| hello world$
#| hello world
#| foo bar$
#| foo bar
#| baz$
#| baz

### sed -n l u
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n l u
#| h\303\251llo\377$

### sed s/./X/g u
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed s/./X/g u
#|= 'XXXXX\udcff\n'

### sed 's/\xff/Y/' u
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed 's/\xff/Y/' u
#| hélloY

### sed 's/é/E/' u
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed 's/é/E/' u
#|= 'hEllo\udcff\n'

### sed 'y/é/e/' u
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed 'y/é/e/' u
#|= 'hello\udcff\n'

### sed -s F a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -s F a b
#| a
#| hello world
#| a
#| foo bar
#| a
#| baz
#| b
#| x
#| b
#|= 'y'

### sed -n "$=" a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "$=" a b
#| 5

### sed -n "$=" e
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "$=" e

### sed -n "/foo/=" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "/foo/=" a
#| 2

### sed -- p a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -- p a
#| hello world
#| hello world
#| foo bar
#| foo bar
#| baz
#| baz

### sed p -n a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed p -n a
#| hello world
#| foo bar
#| baz

### sed -s p a b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -s p a b
#| hello world
#| hello world
#| foo bar
#| foo bar
#| baz
#| baz
#| x
#| x
#| y
#|= 'y'

### sed --expression=p b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --expression=p b
#| x
#| x
#| y
#|= 'y'

### sed --quiet p b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --quiet p b
#| x
#|= 'y'

### sed -i p
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i p
echo "status $?"; show
#| status 4
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'
#! sed: no input files

### sed -i p d
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i p d
echo "status $?"; show
#| status 4
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'
#! sed: couldn't edit d: not a regular file

### sed $!d a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed $!d a

### sed N a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed N a
#| hello world
#| foo bar
#| baz

### sed N b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed N b
#| x
#|= 'y'

### sed "N;N" b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "N;N" b
#| x
#|= 'y'

### sed "$!N;P" b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "$!N;P" b
#| x
#| x
#|= 'y'

### sed n b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed n b
#| x
#|= 'y'

### sed p b a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed p b a
#| x
#| x
#| y
#| y
#| hello world
#| hello world
#| foo bar
#| foo bar
#| baz
#| baz

### sed "a x" b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "a x" b
#| x
#| x
#| y
#| x

### sed "i x" b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "i x" b
#| x
#| x
#| x
#|= 'y'

### sed "c x" b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "c x" b
#| x
#| x

### sed "r a" b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "r a" b
#| x
#| hello world
#| foo bar
#| baz
#| y
#| hello world
#| foo bar
#| baz

### sed "w /dev/stdout" b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "w /dev/stdout" b
echo "status $?"; show
#| x
#| x
#| yystatus 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed = b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed = b
#| 1
#| x
#| 2
#|= 'y'

### sed G b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed G b
#| x
#|
#| y
#|

### sed "1~3d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "1~3d" s
#| 2
#| 3
#| 5
#| 6
#| 8
#| 9

### sed "2,4!d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "2,4!d" s
#| 2
#| 3
#| 4

### sed "/3/,/5/d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "/3/,/5/d" s
#| 1
#| 2
#| 6
#| 7
#| 8
#| 9
#| 10

### sed "/3/,4d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "/3/,4d" s
#| 1
#| 2
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10

### sed "5,2p" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "5,2p" s
#| 1
#| 2
#| 3
#| 4
#| 5
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10

### sed "2,/3/d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "2,/3/d" s
#| 1
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10

### sed "/9/,/nx/d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "/9/,/nx/d" s
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8

### sed "0,/1/d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "0,/1/d" s
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10

### sed "1,/1/d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "1,/1/d" s

### sed "0~3d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "0~3d" s
#| 1
#| 2
#| 4
#| 5
#| 7
#| 8
#| 10

### sed "2~3d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "2~3d" s
#| 1
#| 3
#| 4
#| 6
#| 7
#| 9
#| 10

### sed "4,~4d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "4,~4d" s
#| 1
#| 2
#| 3
#| 9
#| 10

### sed "3,+2d" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "3,+2d" s
#| 1
#| 2
#| 6
#| 7
#| 8
#| 9
#| 10

### sed "$!{N;d}" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "$!{N;d}" s

### sed "n;n;s/./x/" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "n;n;s/./x/" s
#| 1
#| 2
#| x
#| 4
#| 5
#| x
#| 7
#| 8
#| x
#| 10

### sed "N;N;s/\n/,/g" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "N;N;s/\n/,/g" s
#| 1,2,3
#| 4,5,6
#| 7,8,9
#| 10

### sed "/2/,/4/{/3/d}" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "/2/,/4/{/3/d}" s
#| 1
#| 2
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10

### sed "2,4{N;d}" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "2,4{N;d}" s
#| 1
#| 6
#| 7
#| 8
#| 9
#| 10

### sed -n "2{p;q}" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "2{p;q}" s
#| 2

### sed -n "3,5p;5q" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "3,5p;5q" s
#| 3
#| 4
#| 5

### sed 5Q s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed 5Q s
#| 1
#| 2
#| 3
#| 4

### sed :a;s/^1/x/;ta s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed :a;s/^1/x/;ta s
#| a/b
#| foo
#! bash: line 6: s/^1/x/: Not a directory
#! bash: line 6: ta: command not found
#? 127

### sed ":a;N;\$!ba;s/\n/,/g" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed ":a;N;\$!ba;s/\n/,/g" s
#| 1,2,3,4,5,6,7,8,9,10

### sed --sandbox "w x" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --sandbox "w x" a
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'
#! sed: -e expression #1, char 1: e/r/w commands disabled in sandbox mode

### sed --sandbox "1r x" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --sandbox "1r x" a
#! sed: -e expression #1, char 2: e/r/w commands disabled in sandbox mode
#? 1

### sed --sandbox "s/a/b/e" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --sandbox "s/a/b/e" a
#! sed: -e expression #1, char 7: e/r/w commands disabled in sandbox mode
#? 1

### sed -i s/h/H/ la
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -i s/h/H/ la
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./la \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./la <==
#| Hello world
#| foo bar
#| baz
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed --follow-symlinks -i s/h/H/ la
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed --follow-symlinks -i s/h/H/ la
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./s \n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./sc \n'
#|= '-rw-r--r-- 1 ./sn \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| lrwxrwxrwx 1 ./la a
#| ==> ./a <==
#| Hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| x
#| y
#| ==> ./e <==
#|
#| ==> ./s <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#|
#| ==> ./sc <==
#| s/o/0/
#| p
#|
#| ==> ./sn <==
#| #n
#| p
#|
#| ==> ./u <==
#|= 'h\xe9llo\udcff\n'
#|
#| ==> ./z <==
#|= 'a\x00b\x00'

### sed -n "/a/,/b/p;/b/q" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "/a/,/b/p;/b/q" a
#| foo bar

### sed -bn p b
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -bn p b
#| x
#|= 'y'

### sed -E "s/[0-9]+/(&)/" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -E "s/[0-9]+/(&)/" s
#| (1)
#| (2)
#| (3)
#| (4)
#| (5)
#| (6)
#| (7)
#| (8)
#| (9)
#| (10)

### sed -n "2,3!p" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "2,3!p" s
#| 1
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10

### sed -n "1!G;h;\$p" s
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed -n "1!G;h;\$p" s
#| 10
#| 9
#| 8
#| 7
#| 6
#| 5
#| 4
#| 3
#| 2
#| 1

### sed "s/.*/\L&/;s/[a-z]*/\u&/g" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "s/.*/\L&/;s/[a-z]*/\u&/g" a
#| Hello World
#| Foo Bar
#| Baz

### sed "s/\w\+/\L\u&/g" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "s/\w\+/\L\u&/g" a
#| Hello World
#| Foo Bar
#| Baz

### sed "s/hello/\U&-\E&/" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "s/hello/\U&-\E&/" a
#| HELLO-hello world
#| foo bar
#| baz

### sed "s/\(h\)\(e\)/\U\1\l\2X\E\2/" a
printf 'hello world\nfoo bar\nbaz\n' > a; printf 'x\ny' > b; seq 10 > s; printf 's/o/0/\np\n' > sc; mkdir d; : > e; printf 'a\0b\0' > z; printf '#n\np\n' > sn; chmod 600 s; printf 'h\303\251llo\377\n' > u; ln -s a la
printf 'a/b\nfoo\n' | sed "s/\(h\)\(e\)/\U\1\l\2X\E\2/" a
#| HeXello world
#| foo bar
#| baz

### sed -n '1,3d;2,4p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1,3d;2,4p'
#| 4

### sed -n '1,5d;2,4p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1,5d;2,4p'

### sed -n '1d;1,/3/p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1d;1,/3/p'
#| 2
#| 3

### sed -n '1,3d;2,+1p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1,3d;2,+1p'
#| 4
#| 5

### sed -n '1,3d;2,~4p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1,3d;2,~4p'
#| 4
#| 5
#| 6
#| 7

### sed -n '1,3d;2,$p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1,3d;2,$p'
#| 4
#| 5
#| 6
#| 7

### sed -n '1,4d;2,/3/p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1,4d;2,/3/p'
#| 5
#| 6
#| 7

### sed -n '2{n;n;n};3,4p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2{n;n;n};3,4p'

### sed -n '2{N;N;N};3,4p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2{N;N;N};3,4p'

### sed -n '2{N;N};3,/6/p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2{N;N};3,/6/p'
#| 2
#| 3
#| 4
#| 5
#| 6

### sed -n '5,2p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '5,2p'
#| 5

### sed -n '2,2p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2,2p'
#| 2

### sed -n '3,/3/p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '3,/3/p'
#| 3
#| 4
#| 5
#| 6
#| 7

### sed -n '/2/,/4/p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '/2/,/4/p'
#| 2
#| 3
#| 4

### sed -n '/2/,3p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '/2/,3p'
#| 2
#| 3

### sed -n '/5/,3p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '/5/,3p'
#| 5

### sed -n '0,/2/p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '0,/2/p'
#| 1
#| 2

### sed -n '2,4!p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2,4!p'
#| 1
#| 5
#| 6
#| 7

### sed -n '$p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '$p'
#| 7

### sed -n '2,$p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2,$p'
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7

### sed -n '/3/,$p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '/3/,$p'
#| 3
#| 4
#| 5
#| 6
#| 7

### sed -n '/3/,+1p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '/3/,+1p'
#| 3
#| 4

### sed -n '/3/,~2p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '/3/,~2p'
#| 3
#| 4

### sed -n '1,1p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1,1p'
#| 1

### sed -n '2,1p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2,1p'
#| 2

### sed -n '2~2,5p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '2~2,5p'
#| 2
#| 3
#| 4
#| 5
#| 6

### sed -n '1~3,+1p'
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
printf '1\n2\n3\n4\n5\n6\n7\n' | sed -n '1~3,+1p'
#| 1
#| 2
#| 4
#| 5
#| 7

### sed -s -n '2,3p' a s
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
sed -s -n '2,3p' a s
#| foo bar
#| baz
#| 2
#| 3

### sed -s -n '1,/o/p' a a2
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
sed -s -n '1,/o/p' a a2
#| hello world
#| foo bar
#| hello world
#| foo bar

### sed -i '1,2d' a s
printf 'hello world\nfoo bar\nbaz\n' > a; cp a a2; seq 5 > s
sed -i '1,2d' a s
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./s \n'
#| ==> ./a <==
#| baz
#|
#| ==> ./a2 <==
#| hello world
#| foo bar
#| baz
#|
#| ==> ./b <==
#| bb
#|
#| ==> ./s <==
#| 3
#| 4
#| 5

### sed ':a p' b
sed ':a p' b
echo "status $?"
#| bb
#| bb
#| status 0

### sed 'ba p;:a' b; sed 'b a ;p;:a' b
sed 'ba p;:a' b; sed 'b a ;p;:a' b
echo "status $?"
#| bb
#| bb
#| status 0

### sed q b; printf 'x' | sed q
sed q b; printf 'x' | sed q
echo "status $?"
#| bb
#| x
#| status 0

### sed '//p' b
sed '//p' b
echo "status $?"
#| status 1
#! sed: -e expression #1, char 0: no previous regular expression

### printf '//p\n\n' > t; sed -f t b
printf '//p\n\n' > t; sed -f t b
echo "status $?"
#| status 1
#! sed: file t line 3: no previous regular expression

### sed '//Ip' b; sed 's//x/M' b
sed '//Ip' b; sed 's//x/M' b
echo "status $?"
#| status 1
#! sed: -e expression #1, char 3: cannot specify modifiers on empty regexp
#! sed: -e expression #1, char 6: cannot specify modifiers on empty regexp

### sed '1,0q' b; sed '0!p' b; sed '0~p' b; sed -n '2,0p' s; sed '0,1k' b
sed '1,0q' b; sed '0!p' b; sed '0~p' b; sed -n '2,0p' s; sed '0,1k' b
echo "status $?"
#| 2
#| status 1
#! sed: -e expression #1, char 4: command only uses one address
#! sed: -e expression #1, char 2: invalid usage of line address 0
#! sed: -e expression #1, char 3: invalid usage of line address 0
#! sed: -e expression #1, char 4: invalid usage of line address 0

### sed '1}' b; sed '{' b; sed -e '{' -e '' b
sed '1}' b; sed '{' b; sed -e '{' -e '' b
echo "status $?"
#| status 1
#! sed: -e expression #1, char 2: unexpected `}'
#! sed: -e expression #1, char 0: unmatched `{'
#! sed: -e expression #1, char 0: unmatched `{'

### sed '1<newline>p' b
sed '1
p' b
echo "status $?"
#| status 1
#! sed: -e expression #1, char 2: unknown command: `
#! '

### sed 's/a/<newline>/' b; sed 's<newline>a<newline><newline>' b
sed 's/a/
/' b; sed 's
a

' b
echo "status $?"
#| status 1
#! sed: -e expression #1, char 4: unterminated `s' command
#! sed: -e expression #1, char 3: unterminated `s' command

### sed 's/é/\2/' b; sed 's,,é,gg' b
sed 's/é/\2/' b; sed 's,,é,gg' b
echo "status $?"
#| status 1
#! sed: -e expression #1, char 8: invalid reference \2 on `s' command's RHS
#! sed: -e expression #1, char 8: multiple `g' options to `s' command

### sed 's/\(\)\|\1//' b
sed 's/\(\)\|\1//' b
echo "status $?"
#| status 1
#! sed: -e expression #1, char 12: Invalid back reference

### sed -i p -
sed -i p -
echo "status $?"
#| status 2
#! sed: can't read -: No such file or directory

### sed -i.k p e; ls
sed -i.k p e; ls
echo "status $?"
#| b
#| s
#| status 0
#! sed: can't read e: No such file or directory

### sed -n -z '=;l;F' b
sed -n -z '=;l;F' b
echo "status $?"
#|= '1\x00bb\\n$\x00b\x00status 0\n'

### sed -z 'N;G;H;x' b b | od -c
sed -z 'N;G;H;x' b b | od -c
echo "status $?"
#| 0000000  \0   b   b  \n  \0   b   b  \n  \0  \0
#| 0000012
#| status 0

### sed -z 'ip' b | od -c; sed -z 'cp' b | od -c; sed -z 'ap' b | od -c
sed -z 'ip' b | od -c; sed -z 'cp' b | od -c; sed -z 'ap' b | od -c
echo "status $?"
#| 0000000   p  \0   b   b  \n
#| 0000005
#| 0000000   p  \0
#| 0000002
#| 0000000   b   b  \n  \0   p  \n
#| 0000006
#| status 0

### sed 'i\' b; sed 'c\' b
sed 'i\' b; sed 'c\' b
echo "status $?"
#| bb
#| status 0

### sed 's/b*/\ué/' b
sed 's/b*/\ué/' b
echo "status $?"
#| É
#| status 0

### sed 'w/dev/stderr' b none
sed 'w/dev/stderr' b none
echo "status $?"
#| bb
#| status 2
#! bb
#! sed: can't read none: No such file or directory

### sed 'a hello\nworld' b; sed 'a\nx\ny' b; sed 'i x\\ny' b
sed 'a hello\nworld' b; sed 'a\nx\ny' b; sed 'i x\\ny' b
echo "status $?"
#| bb
#| hello
#| world
#| bb
#| nx
#| y
#| x\ny
#| bb
#| status 0

### sed -i '//d' b; cat b
sed -i '//d' b; cat b
echo "status $?"
#| bb
#| status 0
#! sed: -e expression #1, char 0: no previous regular expression

### sed 'p;//d' b
sed 'p;//d' b
echo "status $?"
#| bb
#| status 1
#! sed: -e expression #1, char 0: no previous regular expression

### sed -n '1,3~2p;' s; sed -n '2,0~4p' s
sed -n '1,3~2p;' s; sed -n '2,0~4p' s; seq 9 | sed -n '2,0~4p'
echo "status $?"
#| 1
#| 2
#| 3
#| 2
#| 3
#| 2
#| 3
#| 4
#| status 0

### sed -i 'w /dev/stdout' b
sed -i 'w /dev/stdout' b; cat b
echo "status $?"
#| bb
#| bb
#| status 0
