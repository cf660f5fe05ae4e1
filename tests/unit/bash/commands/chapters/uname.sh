# uname: what each command line gives on these files.

### uname
uname
#| Linux

### uname -s
uname -s
#| Linux

### uname -o
uname -o
#| GNU/Linux

### uname x
uname x
#! uname: extra operand ‘x’
#! Try 'uname --help' for more information.
#? 1

### uname -p
uname -p
#| unknown

### uname -i
uname -i
#| unknown

### uname -y
uname -y
#! uname: invalid option -- 'y'
#! Try 'uname --help' for more information.
#? 1
