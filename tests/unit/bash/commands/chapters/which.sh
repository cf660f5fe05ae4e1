# which: what each command line gives.

### which nope
which nope
#? 1

### which
which
#? 1

### which ls nope
which ls nope
#| /usr/bin/ls
#? 1
