# nohup: what each command line gives.

### nohup nope
nohup nope
#! nohup: failed to run command 'nope': No such file or directory
#? 127

### nohup echo hi
nohup echo hi
#| hi

### nohup false
nohup false
#? 1
