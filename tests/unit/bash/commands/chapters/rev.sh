# rev: what each command line gives on these files.
seq 20 > a; printf 'x\ny' > b; : > e; mkdir d; printf 'a\0b\0c' > z; seq 30000 > big

### rev 
printf 'héllo\nabc\nx' | rev 
#| olléh
#| cba
#|= 'x'

### rev a
printf 'héllo\nabc\nx' | rev a
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 01
#| 11
#| 21
#| 31
#| 41
#| 51
#| 61
#| 71
#| 81
#| 91
#| 02

### rev b e
printf 'héllo\nabc\nx' | rev b e
#| x
#|= 'y'

### rev nx
printf 'héllo\nabc\nx' | rev nx
#! rev: cannot open nx: No such file or directory
#? 1
