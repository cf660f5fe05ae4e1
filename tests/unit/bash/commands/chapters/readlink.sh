# readlink: what each command line gives on these files.
mkdir -p d/e; echo hi >d/f; ln -s d ld; ln -s nx bad; ln -s d/f lf; ln -s loop loop; ln -s ../d d/up

### readlink ld
readlink ld
#| d

### readlink bad
readlink bad
#| nx

### readlink d
readlink d
#? 1

### readlink nx
readlink nx
#? 1

### readlink -f ld/f
readlink -f ld/f
#| /tmp/t/d/f

### readlink -f bad
readlink -f bad
#| /tmp/t/nx

### readlink -f nx
readlink -f nx
#| /tmp/t/nx

### readlink -f nx/y
readlink -f nx/y
#? 1

### readlink -e bad
readlink -e bad
#? 1

### readlink -e lf
readlink -e lf
#| /tmp/t/d/f

### readlink -m nx/y/../z
readlink -m nx/y/../z
#| /tmp/t/nx/z

### readlink -n ld
readlink -n ld
#|= 'd'

### readlink -n ld lf
readlink -n ld lf
#| d
#| d/f
#! readlink: ignoring --no-newline with multiple arguments

### readlink -v d
readlink -v d
#! readlink: d: Invalid argument
#? 1

### readlink -v nx
readlink -v nx
#! readlink: nx: No such file or directory
#? 1

### readlink -z ld
readlink -z ld
#|= 'd\x00'

### readlink -f loop
readlink -f loop
#? 1

### readlink -e loop
readlink -e loop
#? 1

### readlink -m loop/x
readlink -m loop/x
#| /tmp/t/loop/x

### readlink -f /
readlink -f /
#| /

### readlink -f d/up/f
readlink -f d/up/f
#| /tmp/t/d/f

### readlink -m bad/x/..
readlink -m bad/x/..
#| /tmp/t/nx

### readlink -f d/
readlink -f d/
#| /tmp/t/d

### readlink -f lf/
readlink -f lf/
#? 1

### readlink -q nx
readlink -q nx
#? 1

### readlink 
readlink 
#! readlink: missing operand
#! Try 'readlink --help' for more information.
#? 1

### readlink -f ld/../d
readlink -f ld/../d
#| /tmp/t/d

### readlink -fv lf/x
readlink -fv lf/x
#! readlink: lf/x: Not a directory
#? 1
