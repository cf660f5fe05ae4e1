# unexpand: what each command line gives on these files.
printf '        a       b\n    c    d\n\t  x        y\nab       c d\n' > f

### unexpand f | cat -A
unexpand f | cat -A
#| ^Ia       b$
#|     c    d$
#| ^I  x        y$
#| ab       c d$

### unexpand -a f | cat -A
unexpand -a f | cat -A
#| ^Ia^Ib$
#|     c^I d$
#| ^I  x^I   y$
#| ab^I c d$

### unexpand -t 4 f | cat -A
unexpand -t 4 f | cat -A
#| ^I^Ia^I^Ib$
#| ^Ic^I d$
#| ^I  x^I^I   y$
#| ab^I^I c d$

### unexpand --first-only -t 4 f | cat -A
unexpand --first-only -t 4 f | cat -A
#| ^I^Ia       b$
#| ^Ic    d$
#| ^I  x        y$
#| ab       c d$

### unexpand -t 2,5 f | cat -A
unexpand -t 2,5 f | cat -A
#| ^I^I   a       b$
#| ^I  c    d$
#| ^I  x        y$
#| ab^I    c d$

### unexpand nope
unexpand nope
#! unexpand: nope: No such file or directory
#? 1

### unexpand as random lines found it: printf 'a  b\n' | unexpand -t1
printf 'a  b\n' | unexpand -t1
#| a		b

### unexpand as random lines found it: printf '        a\n' | unexpand -3,6
printf '        a\n' | unexpand -3,6
#| 		  a
