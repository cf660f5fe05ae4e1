# mktemp: what each command line gives on these files.

### mktemp -u x
mktemp -u x
#! mktemp: too few X's in template ‘x’
#? 1

### mktemp aXX
mktemp aXX
#! mktemp: too few X's in template ‘aXX’
#? 1

### mktemp a b
mktemp a b
#! mktemp: too many templates
#! Try 'mktemp --help' for more information.
#? 1

### mktemp nx/aXXX
mktemp nx/aXXX
#! mktemp: failed to create file via template ‘nx/aXXX’: No such file or directory
#? 1

### mktemp -d nx/aXXX
mktemp -d nx/aXXX
#! mktemp: failed to create directory via template ‘nx/aXXX’: No such file or directory
#? 1

### mktemp --suffix=.c foo
mktemp --suffix=.c foo
#! mktemp: with --suffix, template ‘foo’ must end in X
#? 1

### mktemp -t a/bXXX
mktemp -t a/bXXX
#! mktemp: invalid template, ‘a/bXXX’, contains directory separator
#? 1

### mktemp -p /tmp /aXXX
mktemp -p /tmp /aXXX
#! mktemp: invalid template, ‘/aXXX’; with --tmpdir, it may not be absolute
#? 1

### mktemp -q nx/aXXX
mktemp -q nx/aXXX
#? 1

### mktemp XXX/a
mktemp XXX/a
#! mktemp: invalid suffix ‘/a’, contains directory separator
#? 1

### mktemp --suffix=/x aXXX
mktemp --suffix=/x aXXX
#! mktemp: invalid suffix ‘/x’, contains directory separator
#? 1

### mktemp -y
mktemp -y
#! mktemp: invalid option -- 'y'
#! Try 'mktemp --help' for more information.
#? 1
