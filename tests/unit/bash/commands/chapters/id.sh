# id: what each command line gives on these files.

### id -un
id -un
#| root

### id -gn
id -gn
#| root

### id -Gn
id -Gn
#| root

### id -n
id -n
#! id: cannot print only names or real IDs in default format
#? 1

### id -ug
id -ug
#! id: cannot print "only" of more than one choice
#? 1

### id nx
id nx
#! id: ‘nx’: no such user
#? 1

### id -r
id -r
#! id: cannot print only names or real IDs in default format
#? 1

### id -z
id -z
#! id: option --zero not permitted in default format
#? 1
