# truncate: what each command line gives on these files.
echo abc > f

### truncate -s 10 f; od -c f
truncate -s 10 f; od -c f
#| 0000000   a   b   c  \n  \0  \0  \0  \0  \0  \0
#| 0000012

### truncate -s -3 f; cat f
truncate -s -3 f; cat f
#|= 'a'

### truncate -s +2K f; wc -c f
truncate -s +2K f; wc -c f
#| 2052 f

### truncate -s %1000 f; wc -c f
truncate -s %1000 f; wc -c f
#| 1000 f

### truncate -s '<2' f; cat f
truncate -s '<2' f; cat f
#|= 'ab'

### truncate -r f g; wc -c g
truncate -r f g; wc -c g
#| 4 g

### truncate -s x f
truncate -s x f
#! truncate: Invalid number: ‘x’
#? 1

### truncate f
truncate f
#! truncate: you must specify either ‘--size’ or ‘--reference’
#! Try 'truncate --help' for more information.
#? 1

### truncate -s 5
truncate -s 5
#! truncate: missing file operand
#! Try 'truncate --help' for more information.
#? 1

### truncate -c -s 5 nope
truncate -c -s 5 nope

### truncate -r nope f
truncate -r nope f
#! truncate: cannot stat 'nope': No such file or directory
#? 1

### truncate -r f -s 3 g
truncate -r f -s 3 g
#! truncate: you must specify a relative ‘--size’ with ‘--reference’
#! Try 'truncate --help' for more information.
#? 1

### truncate -r f -s +3 g; wc -c g
truncate -r f -s +3 g; wc -c g
#| 7 g

### truncate -s 3 nn/x
truncate -s 3 nn/x
#! truncate: cannot open 'nn/x' for writing: No such file or directory
#? 1

### truncate as random lines found it: truncate -s +1 -s -2 o
truncate -s +1 -s -2 o
#! truncate: multiple relative modifiers specified
#! Try 'truncate --help' for more information.
#? 1
