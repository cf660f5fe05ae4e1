# zgrep bzgrep xzgrep and their kin: grep in compressed files.
printf 'foo\nbar\nfood\n' > a; gzip -k a; bzip2 -k a; xz -k a; printf 'foo\n' > b; mkdir d

### zgrep foo a.gz; echo $?
zgrep foo a.gz; echo $?
#| foo
#| food
#| 0

### zgrep foo a.gz b; echo $?
zgrep foo a.gz b; echo $?
#| a.gz:foo
#| a.gz:food
#| b:foo
#| 0

### zgrep -c foo a.gz b; echo $?
zgrep -c foo a.gz b; echo $?
#| a.gz:2
#| b:1
#| 0

### zgrep -l foo a.gz b; echo $?
zgrep -l foo a.gz b; echo $?
#| a.gz
#| b
#| 0

### zgrep -L foo a.gz b; echo $?
zgrep -L foo a.gz b; echo $?
#| 0

### zgrep -h foo a.gz b; echo $?
zgrep -h foo a.gz b; echo $?
#| foo
#| food
#| foo
#| 0

### zgrep -H foo a.gz; echo $?
zgrep -H foo a.gz; echo $?
#| a.gz:foo
#| a.gz:food
#| 0

### zgrep nosuch a.gz; echo $?
zgrep nosuch a.gz; echo $?
#| 1

### zgrep -E 'o{2}d?' a.gz; echo $?
zgrep -E 'o{2}d?' a.gz; echo $?
#| foo
#| food
#| 0

### zegrep 'fo+' a.gz; echo $?
zegrep 'fo+' a.gz; echo $?
#| foo
#| food
#| 0

### zfgrep 'o' a.gz; echo $?
zfgrep 'o' a.gz; echo $?
#| foo
#| food
#| 0

### cat a.gz | zgrep foo; echo $?
cat a.gz | zgrep foo; echo $?
#| foo
#| food
#| 0

### cat a.gz | zgrep foo -; echo $?
cat a.gz | zgrep foo -; echo $?
#| foo
#| food
#| 0

### zgrep -n foo a.gz; echo $?
zgrep -n foo a.gz; echo $?
#| 1:foo
#| 3:food
#| 0

### zgrep -q foo a.gz; echo $?
zgrep -q foo a.gz; echo $?
#| 0

### bzgrep foo a.bz2 b; echo $?
bzgrep foo a.bz2 b; echo $?
#| a.bz2:foo
#| a.bz2:food
#| b:foo
#| 0

### xzgrep foo a.xz; echo $?
xzgrep foo a.xz; echo $?
#| foo
#| food
#| 0

### xzgrep foo a.xz b; echo $?
xzgrep foo a.xz b; echo $?
#| a.xz:foo
#| a.xz:food
#| b:foo
#| 0

### zgrep -e foo -e bar a.gz; echo $?
zgrep -e foo -e bar a.gz; echo $?
#| foo
#| bar
#| food
#| 0

### zgrep -i FOO a.gz; echo $?
zgrep -i FOO a.gz; echo $?
#| foo
#| food
#| 0

### zgrep -v foo a.gz b; echo $?
zgrep -v foo a.gz b; echo $?
#| a.gz:bar
#| 0

### zgrep -o 'oo' a.gz; echo $?
zgrep -o 'oo' a.gz; echo $?
#| oo
#| oo
#| 0

### zgrep foo d; echo $?
zgrep foo d; echo $?
#| 1

### zgrep -A1 foo a.gz; echo $?
zgrep -A1 foo a.gz; echo $?
#| foo
#| bar
#| food
#| 0

### zgrep -f b a.gz; echo $?
zgrep -f b a.gz; echo $?
#| foo
#| food
#| 0

### echo foo | zgrep -f - a.gz; echo $?
echo foo | zgrep -f - a.gz; echo $?
#| foo
#| food
#| 0

### zgrep '[' a.gz; echo $?
zgrep '[' a.gz; echo $?
#| 2
#! grep: Invalid regular expression

### bzgrep -c foo a.bz2 b; echo $?
bzgrep -c foo a.bz2 b; echo $?
#| a.bz2:2
#| b:1
#| 0

### xzgrep -l foo a.xz b; echo $?
xzgrep -l foo a.xz b; echo $?
#| a.xz
#| b
#| 0

### zgrep --color=always foo a.gz; echo $?
zgrep --color=always foo a.gz; echo $?
#|= '\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= '\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[Kd\n'
#| 0

### zgrep -m1 foo a.gz; echo $?
zgrep -m1 foo a.gz; echo $?
#| foo
#| 0

### zgrep -x foo a.gz; echo $?
zgrep -x foo a.gz; echo $?
#| foo
#| 0

### zgrep foo a ; echo $?
zgrep foo a ; echo $?
#| foo
#| food
#| 0

### zgrep -lv foo a.gz; echo $?
zgrep -lv foo a.gz; echo $?
#| a.gz
#| 0

### xzegrep 'fo+' a.xz; echo $?
xzegrep 'fo+' a.xz; echo $?
#| foo
#| food
#| 0

### zgrep foo nosuch; echo $?; bzgrep foo a.bz2; zgrep foo a; zgrep foo a b a.gz
zgrep foo nosuch; echo $?; bzgrep foo a.bz2; zgrep foo a; zgrep foo a b a.gz
#| 2
#| foo
#| food
#| foo
#| food
#| a:foo
#| a:food
#| b:foo
#| a.gz:foo
#| a.gz:food
#! gzip: nosuch.gz: No such file or directory

### zgrep -ce foo a.gz b; zgrep -lE 'x|f' a.gz b; zgrep --count foo a.gz; zgrep --regexp=bar a.gz
zgrep -ce foo a.gz b; zgrep -lE 'x|f' a.gz b; zgrep --count foo a.gz; zgrep --regexp=bar a.gz
#| a.gz:2
#| b:1
#| a.gz
#| b
#| 2
#| bar
