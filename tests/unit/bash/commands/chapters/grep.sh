# grep: what each command line gives on these files.
printf 'foo\nbar\nbaz foo\nqux\n\nFoo bar\nlast' >a; printf 'nothing\nfoo here\n'>b; seq 30 > s; printf 'a\0foo\nfoo\n' >bin; printf 'foo\377x\nfoo ok\n' >bad; mkdir -p d/e; echo foo >d/x.c; echo foo>d/e/y.h; echo foo > d/z.txt; ln -s d ld; ln -s ../a d/la; printf 'foo\n^b\n' >pats; : > empty; printf 'x\0foo\0y\nfoo\0' > z; printf 'h\303\251llo foo\nna\303\257ve\n' > u

### grep foo a
printf 'stdin foo\nabc abc\nx\n' | grep foo a
#| foo
#| baz foo

### grep foo a b
printf 'stdin foo\nabc abc\nx\n' | grep foo a b
#| a:foo
#| a:baz foo
#| b:foo here

### grep -n foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -n foo a b
#| a:1:foo
#| a:3:baz foo
#| b:2:foo here

### grep -c foo a
printf 'stdin foo\nabc abc\nx\n' | grep -c foo a
#| 2

### grep -c foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -c foo a b
#| a:2
#| b:1

### grep -v foo a
printf 'stdin foo\nabc abc\nx\n' | grep -v foo a
#| bar
#| qux
#|
#| Foo bar
#| last

### grep -vc foo a
printf 'stdin foo\nabc abc\nx\n' | grep -vc foo a
#| 5

### grep -vn foo a
printf 'stdin foo\nabc abc\nx\n' | grep -vn foo a
#| 2:bar
#| 4:qux
#| 5:
#| 6:Foo bar
#| 7:last

### grep -i foo a
printf 'stdin foo\nabc abc\nx\n' | grep -i foo a
#| foo
#| baz foo
#| Foo bar

### grep -l foo a b s
printf 'stdin foo\nabc abc\nx\n' | grep -l foo a b s
#| a
#| b

### grep -L foo a b s
printf 'stdin foo\nabc abc\nx\n' | grep -L foo a b s
#| s

### grep -q foo a
printf 'stdin foo\nabc abc\nx\n' | grep -q foo a

### grep -q zzz a
printf 'stdin foo\nabc abc\nx\n' | grep -q zzz a
#? 1

### grep -o foo a
printf 'stdin foo\nabc abc\nx\n' | grep -o foo a
#| foo
#| foo

### grep -on foo a
printf 'stdin foo\nabc abc\nx\n' | grep -on foo a
#| 1:foo
#| 3:foo

### grep -ob foo a
printf 'stdin foo\nabc abc\nx\n' | grep -ob foo a
#| 0:foo
#| 12:foo

### grep -b foo a
printf 'stdin foo\nabc abc\nx\n' | grep -b foo a
#| 0:foo
#| 8:baz foo

### grep -nb foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -nb foo a b
#| a:1:0:foo
#| a:3:8:baz foo
#| b:2:8:foo here

### grep -w foo a
printf 'stdin foo\nabc abc\nx\n' | grep -w foo a
#| foo
#| baz foo

### grep -x foo a
printf 'stdin foo\nabc abc\nx\n' | grep -x foo a
#| foo

### grep -h foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -h foo a b
#| foo
#| baz foo
#| foo here

### grep -H foo a
printf 'stdin foo\nabc abc\nx\n' | grep -H foo a
#| a:foo
#| a:baz foo

### grep -A1 foo a
printf 'stdin foo\nabc abc\nx\n' | grep -A1 foo a
#| foo
#| bar
#| baz foo
#| qux

### grep -B1 foo a
printf 'stdin foo\nabc abc\nx\n' | grep -B1 foo a
#| foo
#| bar
#| baz foo

### grep -C1 bar a
printf 'stdin foo\nabc abc\nx\n' | grep -C1 bar a
#| foo
#| bar
#| baz foo
#| --
#|
#| Foo bar
#| last

### grep -A1 -n foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -A1 -n foo a b
#| a:1:foo
#| a-2-bar
#| a:3:baz foo
#| a-4-qux
#| --
#| b:2:foo here

### grep -2 qux a
printf 'stdin foo\nabc abc\nx\n' | grep -2 qux a
#| bar
#| baz foo
#| qux
#|
#| Foo bar

### grep -m1 foo a
printf 'stdin foo\nabc abc\nx\n' | grep -m1 foo a
#| foo

### grep -m1 -c foo a
printf 'stdin foo\nabc abc\nx\n' | grep -m1 -c foo a
#| 1

### grep -m1 -A2 foo a
printf 'stdin foo\nabc abc\nx\n' | grep -m1 -A2 foo a
#| foo
#| bar
#| baz foo

### grep -m0 foo a
printf 'stdin foo\nabc abc\nx\n' | grep -m0 foo a
#? 1

### grep foo nx
printf 'stdin foo\nabc abc\nx\n' | grep foo nx
#! grep: nx: No such file or directory
#? 2

### grep foo nx a
printf 'stdin foo\nabc abc\nx\n' | grep foo nx a
#| a:foo
#| a:baz foo
#! grep: nx: No such file or directory
#? 2

### grep -s foo nx a
printf 'stdin foo\nabc abc\nx\n' | grep -s foo nx a
#| a:foo
#| a:baz foo
#? 2

### grep -q foo nx a
printf 'stdin foo\nabc abc\nx\n' | grep -q foo nx a
#! grep: nx: No such file or directory

### grep foo d
printf 'stdin foo\nabc abc\nx\n' | grep foo d
#! grep: d: Is a directory
#? 2

### grep -rh foo d
printf 'stdin foo\nabc abc\nx\n' | grep -rh foo d
#| foo
#| foo
#| foo

### grep -r --include=*.c foo d
printf 'stdin foo\nabc abc\nx\n' | grep -r --include=*.c foo d
#| d/x.c:foo

### grep -r --exclude-dir=e foo d
printf 'stdin foo\nabc abc\nx\n' | grep -r --exclude-dir=e foo d
#| d/x.c:foo
#| d/z.txt:foo

### grep -e foo -e qux a
printf 'stdin foo\nabc abc\nx\n' | grep -e foo -e qux a
#| foo
#| baz foo
#| qux

### grep -f pats a
printf 'stdin foo\nabc abc\nx\n' | grep -f pats a
#| foo
#| bar
#| baz foo

### grep -f empty a
printf 'stdin foo\nabc abc\nx\n' | grep -f empty a
#? 1

### grep -f nx a
printf 'stdin foo\nabc abc\nx\n' | grep -f nx a
#! grep: nx: No such file or directory
#? 2

### grep -E "foo|bar" a
printf 'stdin foo\nabc abc\nx\n' | grep -E "foo|bar" a
#| foo
#| bar
#| baz foo
#| Foo bar

### grep -F foo a
printf 'stdin foo\nabc abc\nx\n' | grep -F foo a
#| foo
#| baz foo

### grep -F "f" -e b a
printf 'stdin foo\nabc abc\nx\n' | grep -F "f" -e b a
#| a:bar
#| a:baz foo
#| a:Foo bar
#! grep: f: No such file or directory
#? 2

### grep -Fx qux a
printf 'stdin foo\nabc abc\nx\n' | grep -Fx qux a
#| qux

### grep -Fi FOO a
printf 'stdin foo\nabc abc\nx\n' | grep -Fi FOO a
#| foo
#| baz foo
#| Foo bar

### grep -Fw bar a
printf 'stdin foo\nabc abc\nx\n' | grep -Fw bar a
#| bar
#| Foo bar

### grep foo bin
printf 'stdin foo\nabc abc\nx\n' | grep foo bin
#! grep: bin: binary file matches

### grep -c foo bin
printf 'stdin foo\nabc abc\nx\n' | grep -c foo bin
#| 2

### grep -a foo bin
printf 'stdin foo\nabc abc\nx\n' | grep -a foo bin
#|= 'a\x00foo\n'
#| foo

### grep -I foo bin
printf 'stdin foo\nabc abc\nx\n' | grep -I foo bin
#? 1

### grep -l foo bin
printf 'stdin foo\nabc abc\nx\n' | grep -l foo bin
#| bin

### grep --binary-files=text foo bin
printf 'stdin foo\nabc abc\nx\n' | grep --binary-files=text foo bin
#|= 'a\x00foo\n'
#| foo

### grep -v foo bin
printf 'stdin foo\nabc abc\nx\n' | grep -v foo bin
#! grep: bin: binary file matches

### grep -o foo bin
printf 'stdin foo\nabc abc\nx\n' | grep -o foo bin
#! grep: bin: binary file matches

### grep -q foo bin
printf 'stdin foo\nabc abc\nx\n' | grep -q foo bin

### grep foo bad
printf 'stdin foo\nabc abc\nx\n' | grep foo bad
#| foo ok
#! grep: bad: binary file matches

### grep -a foo bad
printf 'stdin foo\nabc abc\nx\n' | grep -a foo bad
#|= 'foo\udcffx\n'
#| foo ok

### grep -c foo bad
printf 'stdin foo\nabc abc\nx\n' | grep -c foo bad
#| 2

### grep -o foo bad
printf 'stdin foo\nabc abc\nx\n' | grep -o foo bad
#| foo
#| foo

### grep -n foo bad a
printf 'stdin foo\nabc abc\nx\n' | grep -n foo bad a
#| bad:2:foo ok
#| a:1:foo
#| a:3:baz foo
#! grep: bad: binary file matches

### grep -v x bad
printf 'stdin foo\nabc abc\nx\n' | grep -v x bad
#| foo ok

### grep -z foo z
printf 'stdin foo\nabc abc\nx\n' | grep -z foo z
#|= 'foo\x00y\n'
#|= 'foo\x00'

### grep -zc foo z
printf 'stdin foo\nabc abc\nx\n' | grep -zc foo z
#| 2

### grep -zo fo z
printf 'stdin foo\nabc abc\nx\n' | grep -zo fo z
#|= 'fo\x00fo\x00'

### grep -zv foo z
printf 'stdin foo\nabc abc\nx\n' | grep -zv foo z
#|= 'x\x00'

### grep --color=always foo a
printf 'stdin foo\nabc abc\nx\n' | grep --color=always foo a
#|= '\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= 'baz \x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'

### grep --color=always -n foo a b
printf 'stdin foo\nabc abc\nx\n' | grep --color=always -n foo a b
#|= '\x1b[35m\x1b[Ka\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[32m\x1b[K1\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= '\x1b[35m\x1b[Ka\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[32m\x1b[K3\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[Kbaz \x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= '\x1b[35m\x1b[Kb\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[32m\x1b[K2\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K here\n'

### grep --color=always -A1 -n foo a
printf 'stdin foo\nabc abc\nx\n' | grep --color=always -A1 -n foo a
#|= '\x1b[32m\x1b[K1\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= '\x1b[32m\x1b[K2\x1b[m\x1b[K\x1b[36m\x1b[K-\x1b[m\x1b[Kbar\n'
#|= '\x1b[32m\x1b[K3\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[Kbaz \x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= '\x1b[32m\x1b[K4\x1b[m\x1b[K\x1b[36m\x1b[K-\x1b[m\x1b[Kqux\n'

### grep --color=always -v foo a
printf 'stdin foo\nabc abc\nx\n' | grep --color=always -v foo a
#| bar
#| qux
#|
#| Foo bar
#| last

### grep --color=always -o foo a
printf 'stdin foo\nabc abc\nx\n' | grep --color=always -o foo a
#|= '\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= '\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'

### grep --color=always -c foo a b
printf 'stdin foo\nabc abc\nx\n' | grep --color=always -c foo a b
#|= '\x1b[35m\x1b[Ka\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K2\n'
#|= '\x1b[35m\x1b[Kb\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K1\n'

### grep --color=always -l foo a b
printf 'stdin foo\nabc abc\nx\n' | grep --color=always -l foo a b
#|= '\x1b[35m\x1b[Ka\x1b[m\x1b[K\n'
#|= '\x1b[35m\x1b[Kb\x1b[m\x1b[K\n'

### grep --color=auto foo a
printf 'stdin foo\nabc abc\nx\n' | grep --color=auto foo a
#| foo
#| baz foo

### grep --color=always -vA1 foo a
printf 'stdin foo\nabc abc\nx\n' | grep --color=always -vA1 foo a
#| bar
#|= 'baz \x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#| qux
#|
#| Foo bar
#| last

### grep -A1 --group-separator=XX foo a
printf 'stdin foo\nabc abc\nx\n' | grep -A1 --group-separator=XX foo a
#| foo
#| bar
#| baz foo
#| qux

### grep -A1 --no-group-separator foo a
printf 'stdin foo\nabc abc\nx\n' | grep -A1 --no-group-separator foo a
#| foo
#| bar
#| baz foo
#| qux

### grep -T foo a
printf 'stdin foo\nabc abc\nx\n' | grep -T foo a
#| foo
#| baz foo

### grep -nT foo a
printf 'stdin foo\nabc abc\nx\n' | grep -nT foo a
#|  1:	foo
#|  3:	baz foo

### grep -HnT foo a
printf 'stdin foo\nabc abc\nx\n' | grep -HnT foo a
#| a: 1:	foo
#| a: 3:	baz foo

### grep -Z -l foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -Z -l foo a b
#|= 'a\x00b\x00'

### grep -Z foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -Z foo a b
#|= 'a\x00foo\n'
#|= 'a\x00baz foo\n'
#|= 'b\x00foo here\n'

### grep --null -c foo a b
printf 'stdin foo\nabc abc\nx\n' | grep --null -c foo a b
#|= 'a\x002\n'
#|= 'b\x001\n'

### grep --label=L -H foo
printf 'stdin foo\nabc abc\nx\n' | grep --label=L -H foo
#| L:stdin foo

### grep -nH foo -
printf 'stdin foo\nabc abc\nx\n' | grep -nH foo -
#| (standard input):1:stdin foo

### grep -A x foo a
printf 'stdin foo\nabc abc\nx\n' | grep -A x foo a
#! grep: x: invalid context length argument
#? 2

### grep -m x foo a
printf 'stdin foo\nabc abc\nx\n' | grep -m x foo a
#! grep: invalid max count
#? 2

### grep -A -1 foo a
printf 'stdin foo\nabc abc\nx\n' | grep -A -1 foo a
#! grep: -1: invalid context length argument
#? 2

### grep --binary-files=x foo a
printf 'stdin foo\nabc abc\nx\n' | grep --binary-files=x foo a
#! grep: unknown binary-files type
#? 2

### grep -d skip foo d a
printf 'stdin foo\nabc abc\nx\n' | grep -d skip foo d a
#| a:foo
#| a:baz foo

### grep -d read foo d
printf 'stdin foo\nabc abc\nx\n' | grep -d read foo d
#! grep: d: Is a directory
#? 2

### grep -e foo
printf 'stdin foo\nabc abc\nx\n' | grep -e foo
#| stdin foo

### grep -P "fo+" a
printf 'stdin foo\nabc abc\nx\n' | grep -P "fo+" a
#| foo
#| baz foo

### grep -P "(?<=z )foo" a
printf 'stdin foo\nabc abc\nx\n' | grep -P "(?<=z )foo" a
#| baz foo

### grep -oP "\w+(?= bar)" a
printf 'stdin foo\nabc abc\nx\n' | grep -oP "\w+(?= bar)" a
#| Foo

### grep -P "\d" a s
printf 'stdin foo\nabc abc\nx\n' | grep -P "\d" a s
#| s:1
#| s:2
#| s:3
#| s:4
#| s:5
#| s:6
#| s:7
#| s:8
#| s:9
#| s:10
#| s:11
#| s:12
#| s:13
#| s:14
#| s:15
#| s:16
#| s:17
#| s:18
#| s:19
#| s:20
#| s:21
#| s:22
#| s:23
#| s:24
#| s:25
#| s:26
#| s:27
#| s:28
#| s:29
#| s:30

### grep -oP "b\Ka." a
printf 'stdin foo\nabc abc\nx\n' | grep -oP "b\Ka." a
#| ar
#| az
#| ar

### grep -E "(a)(r|z)" a
printf 'stdin foo\nabc abc\nx\n' | grep -E "(a)(r|z)" a
#| bar
#| baz foo
#| Foo bar

### grep "\(o\)\1" a
printf 'stdin foo\nabc abc\nx\n' | grep "\(o\)\1" a
#| foo
#| baz foo
#| Foo bar

### grep -c "" a
printf 'stdin foo\nabc abc\nx\n' | grep -c "" a
#| 7

### grep -n "^$" a
printf 'stdin foo\nabc abc\nx\n' | grep -n "^$" a
#| 5:

### grep -c x empty
printf 'stdin foo\nabc abc\nx\n' | grep -c x empty
#| 0
#? 1

### grep -v x empty
printf 'stdin foo\nabc abc\nx\n' | grep -v x empty
#? 1

### grep -nv x a
printf 'stdin foo\nabc abc\nx\n' | grep -nv x a
#| 1:foo
#| 2:bar
#| 3:baz foo
#| 5:
#| 6:Foo bar
#| 7:last

### grep -o "" a
printf 'stdin foo\nabc abc\nx\n' | grep -o "" a

### grep -E "[" a
printf 'stdin foo\nabc abc\nx\n' | grep -E "[" a
#! grep: Invalid regular expression
#? 2

### grep "\(" a
printf 'stdin foo\nabc abc\nx\n' | grep "\(" a
#! grep: Unmatched ( or \(
#? 2

### grep -on "[a-z]*" a
printf 'stdin foo\nabc abc\nx\n' | grep -on "[a-z]*" a
#| 1:foo
#| 2:bar
#| 3:baz
#| 3:foo
#| 4:qux
#| 6:oo
#| 6:bar
#| 7:last

### grep -ow "ba." a
printf 'stdin foo\nabc abc\nx\n' | grep -ow "ba." a
#| bar
#| baz
#| bar

### grep -E "fo*|x" -o a
printf 'stdin foo\nabc abc\nx\n' | grep -E "fo*|x" -o a
#| foo
#| foo
#| x

### grep -oE "a|ab|abc" -
printf 'stdin foo\nabc abc\nx\n' | grep -oE "a|ab|abc" -
#| abc
#| abc

### grep -ob o a
printf 'stdin foo\nabc abc\nx\n' | grep -ob o a
#| 1:o
#| 2:o
#| 13:o
#| 14:o
#| 22:o
#| 23:o

### grep -i "FOO" -c a b
printf 'stdin foo\nabc abc\nx\n' | grep -i "FOO" -c a b
#| a:3
#| b:1

### grep é u
printf 'stdin foo\nabc abc\nx\n' | grep é u
#| héllo foo

### grep -o "." u
printf 'stdin foo\nabc abc\nx\n' | grep -o "." u
#| h
#| é
#| l
#| l
#| o
#|= ' \n'
#| f
#| o
#| o
#| n
#| a
#| ï
#| v
#| e

### grep -c "h.llo" u
printf 'stdin foo\nabc abc\nx\n' | grep -c "h.llo" u
#| 1

### grep -ob l u
printf 'stdin foo\nabc abc\nx\n' | grep -ob l u
#| 3:l
#| 4:l

### grep -i É u
printf 'stdin foo\nabc abc\nx\n' | grep -i É u
#| héllo foo

### grep -n naïve u
printf 'stdin foo\nabc abc\nx\n' | grep -n naïve u
#| 2:naïve

### grep -w llo u
printf 'stdin foo\nabc abc\nx\n' | grep -w llo u
#? 1

### grep -e a -f pats a
printf 'stdin foo\nabc abc\nx\n' | grep -e a -f pats a
#| foo
#| bar
#| baz foo
#| Foo bar
#| last

### grep -ie FOO a
printf 'stdin foo\nabc abc\nx\n' | grep -ie FOO a
#| foo
#| baz foo
#| Foo bar

### grep -nA1 3 s
printf 'stdin foo\nabc abc\nx\n' | grep -nA1 3 s
#| 3:3
#| 4-4
#| --
#| 13:13
#| 14-14
#| --
#| 23:23
#| 24-24
#| --
#| 30:30

### grep -nB1 2 s
printf 'stdin foo\nabc abc\nx\n' | grep -nB1 2 s
#| 1-1
#| 2:2
#| --
#| 11-11
#| 12:12
#| --
#| 19-19
#| 20:20
#| 21:21
#| 22:22
#| 23:23
#| 24:24
#| 25:25
#| 26:26
#| 27:27
#| 28:28
#| 29:29

### grep -c 1 s
printf 'stdin foo\nabc abc\nx\n' | grep -c 1 s
#| 12

### grep -nC1 "[59]$" s
printf 'stdin foo\nabc abc\nx\n' | grep -nC1 "[59]$" s
#| 4-4
#| 5:5
#| 6-6
#| --
#| 8-8
#| 9:9
#| 10-10
#| --
#| 14-14
#| 15:15
#| 16-16
#| --
#| 18-18
#| 19:19
#| 20-20
#| --
#| 24-24
#| 25:25
#| 26-26
#| --
#| 28-28
#| 29:29
#| 30-30

### grep -L foo a
printf 'stdin foo\nabc abc\nx\n' | grep -L foo a

### grep -lv foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -lv foo a b
#| a
#| b

### grep -vx foo a
printf 'stdin foo\nabc abc\nx\n' | grep -vx foo a
#| bar
#| baz foo
#| qux
#|
#| Foo bar
#| last

### grep -vw foo a
printf 'stdin foo\nabc abc\nx\n' | grep -vw foo a
#| bar
#| qux
#|
#| Foo bar
#| last

### grep -y FOO a
printf 'stdin foo\nabc abc\nx\n' | grep -y FOO a
#| foo
#| baz foo
#| Foo bar

### grep -E -w "fo|foo" a
printf 'stdin foo\nabc abc\nx\n' | grep -E -w "fo|foo" a
#| foo
#| baz foo

### grep -wo "fo\|foo" a
printf 'stdin foo\nabc abc\nx\n' | grep -wo "fo\|foo" a
#| foo
#| foo

### grep -r foo d/x.c
printf 'stdin foo\nabc abc\nx\n' | grep -r foo d/x.c
#| foo

### grep -r foo d/x.c a
printf 'stdin foo\nabc abc\nx\n' | grep -r foo d/x.c a
#| d/x.c:foo
#| a:foo
#| a:baz foo

### grep foo ld
printf 'stdin foo\nabc abc\nx\n' | grep foo ld
#! grep: ld: Is a directory
#? 2

### grep -c foo d a
printf 'stdin foo\nabc abc\nx\n' | grep -c foo d a
#| d:0
#| a:2
#! grep: d: Is a directory
#? 2

### grep --include=a foo a b
printf 'stdin foo\nabc abc\nx\n' | grep --include=a foo a b
#| a:foo
#| a:baz foo

### grep --exclude=a foo a b
printf 'stdin foo\nabc abc\nx\n' | grep --exclude=a foo a b
#| b:foo here

### grep -m2 -n foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -m2 -n foo a b
#| a:1:foo
#| a:3:baz foo
#| b:2:foo here

### grep -E -o "[0-9]+" s -m3
printf 'stdin foo\nabc abc\nx\n' | grep -E -o "[0-9]+" s -m3
#| 1
#| 2
#| 3

### grep -no "1." s
printf 'stdin foo\nabc abc\nx\n' | grep -no "1." s
#| 10:10
#| 11:11
#| 12:12
#| 13:13
#| 14:14
#| 15:15
#| 16:16
#| 17:17
#| 18:18
#| 19:19

### grep -vc 1 s
printf 'stdin foo\nabc abc\nx\n' | grep -vc 1 s
#| 18

### grep -hc foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -hc foo a b
#| 2
#| 1

### grep -qs foo nx
printf 'stdin foo\nabc abc\nx\n' | grep -qs foo nx
#? 2

### grep -s foo nx
printf 'stdin foo\nabc abc\nx\n' | grep -s foo nx
#? 2

### grep -U foo a
printf 'stdin foo\nabc abc\nx\n' | grep -U foo a
#| foo
#| baz foo

### grep --line-buffered foo a
printf 'stdin foo\nabc abc\nx\n' | grep --line-buffered foo a
#| foo
#| baz foo

### grep -D skip foo a
printf 'stdin foo\nabc abc\nx\n' | grep -D skip foo a
#| foo
#| baz foo

### grep -lc foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -lc foo a b
#| a
#| b

### grep -lq foo a
printf 'stdin foo\nabc abc\nx\n' | grep -lq foo a

### grep -cv "" a
printf 'stdin foo\nabc abc\nx\n' | grep -cv "" a
#? 1

### grep -ohn foo a b
printf 'stdin foo\nabc abc\nx\n' | grep -ohn foo a b
#| 1:foo
#| 3:foo
#| 2:foo

### grep -bo -n foo b
printf 'stdin foo\nabc abc\nx\n' | grep -bo -n foo b
#| 2:8:foo

### grep -PA1 foo a
printf 'stdin foo\nabc abc\nx\n' | grep -PA1 foo a
#| foo
#| bar
#| baz foo
#| qux

### grep -F "" a
printf 'stdin foo\nabc abc\nx\n' | grep -F "" a
#| foo
#| bar
#| baz foo
#| qux
#|
#| Foo bar
#| last

### grep -x "" a
printf 'stdin foo\nabc abc\nx\n' | grep -x "" a
#|

### grep -w "" a
printf 'stdin foo\nabc abc\nx\n' | grep -w "" a
#|

### grep -e "" -c a
printf 'stdin foo\nabc abc\nx\n' | grep -e "" -c a
#| 7

### grep -Fo "fo\nfoo" a
printf 'stdin foo\nabc abc\nx\n' | grep -Fo "fo
foo" a
#| foo
#| foo

### grep -e 'foo\nqux' a
printf 'stdin foo\nabc abc\nx\n' | grep -e 'foo
qux' a
#| foo
#| baz foo
#| qux

### printf 'a\nb\na\n' | grep -A0 a; printf 'a\nb\na\n' | grep -nC0 a
printf 'a\nb\na\n' | grep -A0 a; printf 'a\nb\na\n' | grep -nC0 a
echo "status $?"
#| a
#| --
#| a
#| 1:a
#| --
#| 3:a
#| status 0

### grep -E -F foo a; grep -G -P foo a; grep -E -E foo a
grep -E -F foo a; grep -G -P foo a; grep -E -E foo a
echo "status $?"
#| foo
#| baz foo
#| status 0
#! grep: conflicting matchers specified
#! grep: conflicting matchers specified

### printf 'a\n\\(\n\\(b\n' > t; grep -f t a
printf 'a\n\\(\n\\(b\n' > t; grep -f t a
echo "status $?"
#| status 2
#! grep: t:2: Unmatched ( or \(
#! grep: t:3: Unmatched ( or \(

### grep -m0 '\(' a
grep -m0 '\(' a
echo "status $?"
#| status 1

### grep -P '(a' a; grep -P 'a)' a; grep -P '[a' a; grep -P '*a' a; grep -P '\' a; grep -P 'a{2,1}' a; grep -P '\1' a
grep -P '(a' a; grep -P 'a)' a; grep -P '[a' a; grep -P '*a' a; grep -P '\' a; grep -P 'a{2,1}' a; grep -P '\1' a
echo "status $?"
#| status 2
#! grep: missing closing parenthesis
#! grep: unmatched closing parenthesis
#! grep: missing terminating ] for character class
#! grep: quantifier does not follow a repeatable item
#! grep: \ at end of pattern
#! grep: numbers out of order in {} quantifier
#! grep: reference to non-existent subpattern

### printf 'aa\n' | grep -P '(?<n>a)\k<n>'
printf 'aa\n' | grep -P '(?<n>a)\k<n>'
echo "status $?"
#| aa
#| status 0

### grep -P '\R' a
grep -P '\R' a
echo "status $?"
#| status 1

### grep -E '(*)' a; printf 'x)x\n' | grep -oE '(*)x)'
grep -E '(*)' a; printf 'x)x\n' | grep -oE '(*)x)'
echo "status $?"
#| )x
#| status 0
#! grep: Unmatched ( or \(
#! grep: warning: * at start of expression

### grep -E 'x\|^*' a; grep -E '^*f' a
grep -E 'x\|^*' a; grep -E '^*f' a
echo "status $?"
#| foo
#| baz foo
#| status 0
#! grep: warning: * at start of expression

### grep -E '(f)|\1' a
grep -E '(f)|\1' a
echo "status $?"
#| status 2
#! grep: Invalid back reference

### grep --exclude-dir=d foo d
grep --exclude-dir=d foo d
echo "status $?"
#| status 1

### grep -D x foo a
grep -D x foo a
echo "status $?"
#| status 2
#! grep: unknown devices method

### printf 'a\0b\0a\0' | grep -zA0 a | od -c
printf 'a\0b\0a\0' | grep -zA0 a | od -c
echo "status $?"
#| 0000000   a  \0   -   -  \n   a  \0
#| 0000007
#| status 0
