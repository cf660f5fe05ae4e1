# shuf: what each command line gives.

### shuf -i 1-10 | sort -n | head -3
shuf -i 1-10 | sort -n | head -3
#| 1
#| 2
#| 3

### shuf -n 0 -i 1-5
shuf -n 0 -i 1-5

### shuf -e a b c | sort
shuf -e a b c | sort
#| a
#| b
#| c

### shuf -i 5-1
shuf -i 5-1
#! shuf: invalid input range: ‘5-1’
#? 1

### shuf nope
shuf nope
#! shuf: nope: No such file or directory
#? 1

### shuf -n x
shuf -n x
#! shuf: invalid line count: ‘x’
#? 1

### seq 10 | shuf -n 3 | wc -l
seq 10 | shuf -n 3 | wc -l
#| 3

### shuf -r -n 5 -e a
shuf -r -n 5 -e a
#| a
#| a
#| a
#| a
#| a

### shuf -r -e z | head -3
shuf -r -e z | head -3
#| z
#| z
#| z

### shuf a b
shuf a b
#! shuf: extra operand ‘b’
#! Try 'shuf --help' for more information.
#? 1

### shuf -e -i 1-2
shuf -e -i 1-2
#! shuf: cannot combine -e and -i options
#! Try 'shuf --help' for more information.
#? 1
