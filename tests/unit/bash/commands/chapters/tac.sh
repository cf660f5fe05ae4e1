# tac: what each command line gives on these files.
seq 20 > a; printf 'x\ny' > b; : > e; mkdir d; printf 'a\0b\0c' > z; seq 30000 > big

### tac a
printf 'i1\ni2' | tac a
#| 20
#| 19
#| 18
#| 17
#| 16
#| 15
#| 14
#| 13
#| 12
#| 11
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

### tac b
printf 'i1\ni2' | tac b
#| yx

### tac a b
printf 'i1\ni2' | tac a b
#| 20
#| 19
#| 18
#| 17
#| 16
#| 15
#| 14
#| 13
#| 12
#| 11
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
#| yx

### tac 
printf 'i1\ni2' | tac 
#| i2i1

### tac -s 1 a
printf 'i1\ni2' | tac -s 1 a
#| 9
#| 20
#| 8
#| 17
#| 16
#| 15
#| 14
#| 13
#| 12
#| 1
#| 110
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#|= '11'

### tac -b a
printf 'i1\ni2' | tac -b a
#|
#|
#| 20
#| 19
#| 18
#| 17
#| 16
#| 15
#| 14
#| 13
#| 12
#| 11
#| 10
#| 9
#| 8
#| 7
#| 6
#| 5
#| 4
#| 3
#|= '21'

### tac -bs 1 a
printf 'i1\ni2' | tac -bs 1 a
#| 19
#| 20
#| 18
#| 17
#| 16
#| 15
#| 14
#| 13
#| 12
#| 1
#| 110
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9

### tac nx
printf 'i1\ni2' | tac nx
#! tac: failed to open 'nx' for reading: No such file or directory
#? 1

### tac d
printf 'i1\ni2' | tac d
#! tac: d: read error: Invalid argument
#? 1

### tac e
printf 'i1\ni2' | tac e

### tac -s "" z
printf 'i1\ni2' | tac -s "" z
#|= 'cb\x00a\x00'

### tac -rs "[05]" a
printf 'i1\ni2' | tac -rs "[05]" a
#|
#|
#| 16
#| 17
#| 18
#| 19
#| 20
#| 11
#| 12
#| 13
#| 14
#| 15
#| 6
#| 7
#| 8
#| 9
#| 101
#| 2
#| 3
#| 4
#|= '5'

### tac -r -s "1." a
printf 'i1\ni2' | tac -r -s "1." a
#|
#| 20
#|
#| 19
#| 18
#| 17
#| 16
#| 15
#| 14
#| 13
#| 12
#| 111
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#|= '10'

### tac - b
printf 'i1\ni2' | tac - b
#| i2i1
#| yx
