# realpath: what each command line gives on these files.
mkdir -p d/e; echo hi >d/f; ln -s d ld; ln -s nx bad; ln -s d/f lf; ln -s loop loop; ln -s ../d d/up

### realpath ld
realpath ld
#| /tmp/t/d

### realpath bad
realpath bad
#| /tmp/t/nx

### realpath nx
realpath nx
#| /tmp/t/nx

### realpath nx/y
realpath nx/y
#! realpath: nx/y: No such file or directory
#? 1

### realpath -e nx
realpath -e nx
#! realpath: nx: No such file or directory
#? 1

### realpath -m nx/y
realpath -m nx/y
#| /tmp/t/nx/y

### realpath -s ld
realpath -s ld
#| /tmp/t/ld

### realpath -L ld/..
realpath -L ld/..
#| /tmp/t

### realpath ld/..
realpath ld/..
#| /tmp/t

### realpath --relative-to=d ld/f
realpath --relative-to=d ld/f
#| f

### realpath --relative-to=d .
realpath --relative-to=d .
#| ..

### realpath --relative-base=d ld/f nx
realpath --relative-base=d ld/f nx
#| f
#| /tmp/t/nx

### realpath -q nx/y
realpath -q nx/y
#? 1

### realpath -z d
realpath -z d
#|= '/tmp/t/d\x00'

### realpath 
realpath 
#! realpath: missing operand
#! Try 'realpath --help' for more information.
#? 1

### realpath d/../d/./f
realpath d/../d/./f
#| /tmp/t/d/f

### realpath lf
realpath lf
#| /tmp/t/d/f

### realpath loop
realpath loop
#! realpath: loop: Too many levels of symbolic links
#? 1

### realpath --relative-to=nx/y d
realpath --relative-to=nx/y d
#! realpath: nx/y: No such file or directory
#? 1

### realpath -s nx/y
realpath -s nx/y
#| /tmp/t/nx/y

### realpath -es nx
realpath -es nx
#! realpath: nx: No such file or directory
#? 1

### realpath --relative-to=d/e --relative-base=d d/f /tmp
realpath --relative-to=d/e --relative-base=d d/f /tmp
#| ../f
#| /tmp

### realpath --relative-to=/ --relative-base=d d/f
realpath --relative-to=/ --relative-base=d d/f
#| /tmp/t/d/f

### realpath -e --relative-to=d/f d
realpath -e --relative-to=d/f d
#! realpath: d/f: Not a directory
#? 1

### realpath as random lines found it: : > o; realpath -s o/
: > o; realpath -s o/
#! realpath: o/: Not a directory
#? 1

### realpath as random lines found it: mkdir p; ln -s p q; realpath -s -P q
mkdir p; ln -s p q; realpath -s -P q
#| /tmp/t/p
