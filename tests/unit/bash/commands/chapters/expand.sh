# expand: what each command line gives on these files.
printf 'a\tb\tc\n\tx\n  \ty\n' > f

### expand f
expand f
#| a       b       c
#|         x
#|         y

### expand -t 4 f
expand -t 4 f
#| a   b   c
#|     x
#|     y

### expand -i f
expand -i f
#| a	b	c
#|         x
#|         y

### expand -t 2,6 f
expand -t 2,6 f
#| a b   c
#|   x
#|       y

### expand -4 f
expand -4 f
#| a   b   c
#|     x
#|     y

### expand -t x f
expand -t x f
#! expand: tab size contains invalid character(s): ‘x’
#? 1

### expand -t 0 f
expand -t 0 f
#! expand: tab size cannot be 0
#? 1

### expand -t 3,2 f
expand -t 3,2 f
#! expand: tab sizes must be ascending
#? 1

### expand nope
expand nope
#! expand: nope: No such file or directory
#? 1

### expand -t 2,/5 f
expand -t 2,/5 f
#| a b  c
#|   x
#|      y

### expand -t 3,+4 f
expand -t 3,+4 f
#| a  b   c
#|    x
#|    y

### expand as random lines found it: printf 'a' > o; printf '\tb\n' > p; expand o p
printf 'a' > o; printf '\tb\n' > p; expand o p
#| a       b

### expand as random lines found it: printf '\ta\tb\n' | expand -2,5
printf '\ta\tb\n' | expand -2,5
#|   a  b
