# basename: what each command line gives on these files.

### basename /a/b.c
basename /a/b.c
#| b.c

### basename /a/b.c .c
basename /a/b.c .c
#| b

### basename b.c b.c
basename b.c b.c
#| b.c

### basename /
basename /
#| /

### basename //
basename //
#| /

### basename ""
basename ""
#|

### basename a/
basename a/
#| a

### basename a//
basename a//
#| a

### basename -a x/y z/w
basename -a x/y z/w
#| y
#| w

### basename -s .c x.c y.c
basename -s .c x.c y.c
#| x
#| y

### basename -z a
basename -z a
#|= 'a\x00'

### basename 
basename 
#! basename: missing operand
#! Try 'basename --help' for more information.
#? 1

### basename a b c
basename a b c
#! basename: extra operand ‘c’
#! Try 'basename --help' for more information.
#? 1

### basename --suffix=.c a/b.c
basename --suffix=.c a/b.c
#| b

### basename -- -a
basename -- -a
#| -a

### basename a ""
basename a ""
#| a
