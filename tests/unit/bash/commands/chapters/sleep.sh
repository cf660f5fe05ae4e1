# sleep: what each command line gives on these files.

### sleep 0
sleep 0

### sleep 0.01
sleep 0.01

### sleep x
sleep x
#! sleep: invalid time interval ‘x’
#! Try 'sleep --help' for more information.
#? 1

### sleep 0 y
sleep 0 y
#! sleep: invalid time interval ‘y’
#! Try 'sleep --help' for more information.
#? 1

### sleep 
sleep 
#! sleep: missing operand
#! Try 'sleep --help' for more information.
#? 1

### sleep 0.001s 0.001s
sleep 0.001s 0.001s

### sleep -1
sleep -1
#! sleep: invalid option -- '1'
#! Try 'sleep --help' for more information.
#? 1

### sleep 0m
sleep 0m

### sleep 1x
sleep 1x
#! sleep: invalid time interval ‘1x’
#! Try 'sleep --help' for more information.
#? 1
