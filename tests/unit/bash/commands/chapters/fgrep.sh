# fgrep: what each command line gives on these files.
printf 'foo\nbar\nbaz foo\nqux\n\nFoo bar\nlast' >a; printf 'nothing\nfoo here\n'>b; seq 30 > s; printf 'a\0foo\nfoo\n' >bin; printf 'foo\377x\nfoo ok\n' >bad; mkdir -p d/e; echo foo >d/x.c; echo foo>d/e/y.h; echo foo > d/z.txt; ln -s d ld; ln -s ../a d/la; printf 'foo\n^b\n' >pats; : > empty; printf 'x\0foo\0y\nfoo\0' > z; printf 'h\303\251llo foo\nna\303\257ve\n' > u

### fgrep "o" a
fgrep "o" a
#| foo
#| baz foo
#| Foo bar
