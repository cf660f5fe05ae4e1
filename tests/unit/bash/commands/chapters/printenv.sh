# printenv: what each command line gives on these files.

### printenv PATH
printenv PATH
#| /usr/bin:/bin

### printenv NX
printenv NX
#? 1

### printenv PATH NX
printenv PATH NX
#| /usr/bin:/bin
#? 1

### printenv -0 PATH
printenv -0 PATH
#|= '/usr/bin:/bin\x00'
