# env: what each command line gives on these files.

### env -i
env -i

### env -i A=1 B=2
env -i A=1 B=2
#| A=1
#| B=2

### env -i A=1 env
env -i A=1 env
#| A=1

### env nx
env nx
#! env: ‘nx’: No such file or directory
#? 127

### env -0 echo
env -0 echo
#! env: cannot specify --null (-0) with command
#! Try 'env --help' for more information.
#? 125

### env -u
env -u
#! env: option requires an argument -- 'u'
#! Try 'env --help' for more information.
#? 125

### env -i -0 A=b
env -i -0 A=b
#|= 'A=b\x00'

### env -u A=
env -u A=
#! env: cannot unset ‘A=’: Invalid argument
#? 125

### env -S "echo a b"
env -S "echo a b"
#| a b

### env "-S echo 'a  b' c"
env "-S echo 'a  b' c"
#| a  b c

### env "echo a"
env "echo a"
#! env: ‘echo a’: No such file or directory
#! env: use -[v]S to pass options in shebang lines
#? 127

### env -C nx echo
env -C nx echo
#! env: cannot change directory to 'nx': No such file or directory
#? 125

### env -C /
env -C /
#! env: must specify command with --chdir (-C)
#! Try 'env --help' for more information.
#? 125

### env - A=1
env - A=1
#| A=1

### env A=1 printenv A
env A=1 printenv A
#| 1

### env -i printenv
env -i printenv

### env echo hi
env echo hi
#| hi

### env false
env false
#? 1

### env -y
env -y
#! env: invalid option -- 'y'
#! Try 'env --help' for more information.
#? 125
