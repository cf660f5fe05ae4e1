# timeout: what each command line gives on these files.

### timeout 1 echo hi
timeout 1 echo hi
#| hi

### timeout x echo
timeout x echo
#! timeout: invalid time interval ‘x’
#! Try 'timeout --help' for more information.
#? 125

### timeout 1
timeout 1
#! Try 'timeout --help' for more information.
#? 125

### timeout
timeout
#! Try 'timeout --help' for more information.
#? 125

### timeout 5 false
timeout 5 false
#? 1

### timeout 1 nx
timeout 1 nx
#! timeout: failed to run command ‘nx’: No such file or directory
#? 127

### timeout -s FOO 1 echo
timeout -s FOO 1 echo
#! timeout: ‘FOO’: invalid signal
#! Try 'timeout --help' for more information.
#? 125

### timeout -k x 1 echo
timeout -k x 1 echo
#! timeout: invalid time interval ‘x’
#! Try 'timeout --help' for more information.
#? 125

### timeout -s 9 2 echo a
timeout -s 9 2 echo a
#| a
