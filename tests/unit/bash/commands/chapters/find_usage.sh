# find_usage: what find says of its command line.
mkdir d; echo a > d/a; echo b > b

### printf 'd\0b\0' | find -files0-from - | sort
printf 'd\0b\0' | find -files0-from - | sort
#| b
#| d
#| d/a

### printf 'd\0b\0' > l; find -files0-from l -type f | sort
printf 'd\0b\0' > l; find -files0-from l -type f | sort
#| b
#| d/a

### find d -files0-from l
find d -files0-from l
#! find: extra operand ‘d’
#! find: file operands cannot be combined with -files0-from
#? 1

### find -files0-from nope
find -files0-from nope
#! find: cannot open ‘nope’ for reading: No such file or directory
#? 1

### printf 'd\0\0b\0' | find -files0-from -
printf 'd\0\0b\0' | find -files0-from -
#| d
#| d/a
#| b
#! find: ‘(standard input)’:2: invalid zero-length file name
#? 1

### find -O3 d | sort
find -O3 d | sort
#| d
#| d/a

### find -Ox d
find -Ox d
#! find: Please specify a decimal number immediately after -O
#? 1

### find -O d
find -O d
#! find: The -O option must be immediately followed by a decimal integer
#? 1

### find -O9 d
find -O9 d
#| d
#| d/a

### find . -context x
find . -context x
#! find: invalid predicate -context: SELinux is not enabled.
#? 1

### find . -newerXY b
find . -newerXY b
#! find: invalid predicate `-newerXY'
#? 1

### find . -newermt 'nonsense'
find . -newermt 'nonsense'
#! find: I cannot figure out how to interpret ‘nonsense’ as a date or time
#? 1

### find . -type q
find . -type q
#! find: Unknown argument to -type: q
#? 1

### find . -type f,d | sort
find . -type f,d | sort
#| .
#| ./b
#| ./d
#| ./d/a

### find . -xtype
find . -xtype
#! find: missing argument to `-xtype'
#? 1

### find . -size +1Q
find . -size +1Q
#! find: invalid -size type `Q'
#? 1

### find . -size x
find . -size x
#! find: invalid -size type `x'
#? 1

### find . -perm rwx9
find . -perm rwx9
#! find: invalid mode ‘rwx9’
#? 1

### find . -maxdepth x
find . -maxdepth x
#! find: Expected a positive decimal integer argument to -maxdepth, but got ‘x’
#? 1

### find . -maxdepth
find . -maxdepth
#! find: missing argument to `-maxdepth'
#? 1

### find . -name
find . -name
#! find: missing argument to `-name'
#? 1

### find . -exec
find . -exec
#! find: missing argument to `-exec'
#? 1

### find . -exec echo {}
find . -exec echo {}
#! find: missing argument to `-exec'
#? 1

### find . -mtime x
find . -mtime x
#! find: invalid argument `x' to `-mtime'
#? 1

### find . -group nosuch
find . -group nosuch
#! find: ‘nosuch’ is not the name of an existing group
#? 1

### find . -printf '%q\n'
find . -printf '%q\n'
#| %q
#| %q
#| %q
#| %q
#! find: warning: unrecognized format directive `%q'

### find . -printf '%'
find . -printf '%'
#! find: error: % at end of format string
#? 1

### find . -printf 'a\q\n' | head -1
find . -printf 'a\q\n' | head -1
#| a\q
#! find: warning: unrecognized escape `\q'

### find --version | head -1 | cut -c1-4
find --version | head -1 | cut -c1-4
#| find

### find -warn -maxdepth 1 -name d
find -warn -maxdepth 1 -name d
#| ./d

### find -name d -maxdepth 1
find -name d -maxdepth 1
#| ./d

### find . -depth -prune | sort
find . -depth -prune | sort
#| .
#| ./b
#| ./d
#| ./d/a

### find d -delete -print; ls
find d -delete -print; ls
#| d/a
#| d
#| b

### find -L . -xtype l
find -L . -xtype l

### find . -inum x
find . -inum x
#! find: invalid argument `x' to `-inum'
#? 1

### find . -links +0 -name b
find . -links +0 -name b
#| ./b

### find -H -P -L d | sort
find -H -P -L d | sort
#| d
#| d/a

### find d b -a
find d b -a
#! find: invalid expression; you have used a binary operator '-a' with nothing before it.
#? 1

### find d -o
find d -o
#! find: invalid expression; you have used a binary operator '-o' with nothing before it.
#? 1

### find d -not
find d -not
#! find: expected an expression after '-not'
#? 1

### find d '('
find d '('
#! find: invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('
#? 1

### find d '(' ')'
find d '(' ')'
#! find: invalid expression; empty parentheses are not allowed.
#? 1

### find d ')'
find d ')'
#| d
#| d/a
#! find: ‘)’: No such file or directory
#? 1

### find d -foo
find d -foo
#! find: unknown predicate `-foo'
#? 1

### find d foo -name x
find d foo -name x
#! find: ‘foo’: No such file or directory
#? 1

### find d -name a foo
find d -name a foo
#! find: paths must precede expression: `foo'
#? 1

### find d -ls | wc -l
find d -ls | wc -l
#| 2

### find d -fprint out -quit; cat out
find d -fprint out -quit; cat out
#| d

### find d , -name x
find d , -name x
#! find: ‘,’: No such file or directory
#? 1

### find . -name '*' -a -a -name b
find . -name '*' -a -a -name b
#! find: invalid expression; you have used a binary operator '-a' with nothing before it.
#? 1
