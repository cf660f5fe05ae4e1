# dirname: what each command line gives on these files.

### dirname /a/b
dirname /a/b
#| /a

### dirname /a
dirname /a
#| /

### dirname a
dirname a
#| .

### dirname a/
dirname a/
#| .

### dirname a/b/
dirname a/b/
#| a

### dirname /
dirname /
#| /

### dirname //
dirname //
#| /

### dirname ""
dirname ""
#| .

### dirname a//b
dirname a//b
#| a

### dirname 
dirname 
#! dirname: missing operand
#! Try 'dirname --help' for more information.
#? 1

### dirname -z a/b
dirname -z a/b
#|= 'a\x00'

### dirname a/b c/d
dirname a/b c/d
#| a
#| c

### dirname ///a
dirname ///a
#| /
