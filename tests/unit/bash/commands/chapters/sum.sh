# sum: what each command line gives on these files.
seq 1 1000 > a

### sum a
sum a
#| 20029     4 a

### sum -s a
sum -s a
#| 31295 8 a

### sum < a
sum < a
#| 20029     4

### sum -r a a
sum -r a a
#| 20029     4 a
#| 20029     4 a

### sum nope
sum nope
#! sum: nope: No such file or directory
#? 1

### sum -x a
sum -x a
#! sum: invalid option -- 'x'
#! Try 'sum --help' for more information.
#? 1
