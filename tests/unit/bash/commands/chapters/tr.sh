# tr: what each command line gives on these files.

### tr a-z A-Z
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a-z A-Z
#| HELLO WORLD 123
#| AABBCC	DD
#|
#|   X

### tr a b
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a b
#| hello World 123
#| bbbbcc	dd
#|
#|   x

### tr -d l
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -d l
#| heo Word 123
#| aabbcc	dd
#|
#|   x

### tr -s l
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -s l
#| helo World 123
#| aabbcc	dd
#|
#|   x

### tr -ds a b
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -ds a b
#| hello World 123
#| bcc	dd
#|
#|   x

### tr -cd "[:alnum:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -cd "[:alnum:]"
#|= 'helloWorld123aabbccddx'

### tr -c a-z X
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -c a-z X
#|= 'helloXXorldXXXXXaabbccXddXXXXxX'

### tr "[:lower:]" "[:upper:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:lower:]" "[:upper:]"
#| HELLO WORLD 123
#| AABBCC	DD
#|
#|   X

### tr "[:upper:]" "[:lower:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:upper:]" "[:lower:]"
#| hello world 123
#| aabbcc	dd
#|
#|   x

### tr -s "\n"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -s "\n"
#| hello World 123
#| aabbcc	dd
#|   x

### tr "\n" " "
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "\n" " "
#|= 'hello World 123 aabbcc\tdd    x '

### tr -d "\n"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -d "\n"
#|= 'hello World 123aabbcc\tdd  x'

### tr a-c x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a-c x
#| hello World 123
#| xxxxxx	dd
#|
#|   x

### tr abc x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr abc x
#| hello World 123
#| xxxxxx	dd
#|
#|   x

### tr abc xy
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr abc xy
#| hello World 123
#| xxyyyy	dd
#|
#|   x

### tr abc "[x*]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr abc "[x*]"
#| hello World 123
#| xxxxxx	dd
#|
#|   x

### tr abc "[x*2]y"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr abc "[x*2]y"
#| hello World 123
#| xxxxyy	dd
#|
#|   x

### tr -t abc xy
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -t abc xy
#| hello World 123
#| xxyycc	dd
#|
#|   x

### tr "a-" xy
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "a-" xy
#| hello World 123
#| xxbbcc	dd
#|
#|   x

### tr "-a" xy
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "-a" xy
#! tr: invalid option -- 'a'
#! Try 'tr --help' for more information.
#? 1

### tr "[a]" xyz
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[a]" xyz
#| hello World 123
#| yybbcc	dd
#|
#|   x

### tr z-a b
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr z-a b
#! tr: range-endpoints of 'z-a' are in reverse collating sequence order
#? 1

### tr "[:foo:]" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:foo:]" x
#! tr: invalid character class ‘foo’
#? 1

### tr "[=a=]" z
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[=a=]" z
#| hello World 123
#| zzbbcc	dd
#|
#|   x

### tr "[=ab=]" z
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[=ab=]" z
#! tr: ab: equivalence class operand must be a single character
#? 1

### tr 
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr 
#! tr: missing operand
#! Try 'tr --help' for more information.
#? 1

### tr a
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a
#! tr: missing operand after ‘a’
#! Two strings must be given when translating.
#! Try 'tr --help' for more information.
#? 1

### tr -d
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -d
#! tr: missing operand
#! Try 'tr --help' for more information.
#? 1

### tr -d a b
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -d a b
#! tr: extra operand ‘b’
#! Only one string may be given when deleting without squeezing repeats.
#! Try 'tr --help' for more information.
#? 1

### tr -s a b
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -s a b
#| hello World 123
#| bcc	dd
#|
#|   x

### tr -s a-z
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -s a-z
#| helo World 123
#| abc	d
#|
#|   x

### tr -sc a-z
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -sc a-z
#| hello World 123
#| aabbcc	dd
#|  x

### tr -sc a-z X
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -sc a-z X
#|= 'helloXorldXaabbccXddXxX'

### tr -ds a
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -ds a
#! tr: missing operand after ‘a’
#! Two strings must be given when both deleting and squeezing repeats.
#! Try 'tr --help' for more information.
#? 1

### tr -dcs a-z b
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -dcs a-z b
#|= 'helloorldaabccddx'

### tr -d "[:space:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -d "[:space:]"
#|= 'helloWorld123aabbccddx'

### tr "[:space:]" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:space:]" x
#|= 'helloxWorldx123xaabbccxddxxxxxx'

### tr a "[:digit:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a "[:digit:]"
#! tr: when translating, the only character classes that may appear in
#! string2 are 'upper' and 'lower'
#? 1

### tr "[:digit:]" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:digit:]" x
#| hello World xxx
#| aabbcc	dd
#|
#|   x

### tr "[:lower:]" "a-z"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:lower:]" "a-z"
#| hello World 123
#| aabbcc	dd
#|
#|   x

### tr "\141" X
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "\141" X
#| hello World 123
#| XXbbcc	dd
#|
#|   x

### tr "\\" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "\\" x
#| hello World 123
#| aabbcc	dd
#|
#|   x
#! tr: warning: an unescaped backslash at end of string is not portable

### tr "a\\" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "a\\" x
#| hello World 123
#| xxbbcc	dd
#|
#|   x
#! tr: warning: an unescaped backslash at end of string is not portable

### tr "[a*]" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[a*]" x
#! tr: the [c*] repeat construct may not appear in string1
#? 1

### tr a ""
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a ""
#! tr: when not truncating set1, string2 must be non-empty
#? 1

### tr -x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -x
#! tr: invalid option -- 'x'
#! Try 'tr --help' for more information.
#? 1

### tr a b c
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a b c
#! tr: extra operand ‘c’
#! Try 'tr --help' for more information.
#? 1

### tr -s "[:space:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -s "[:space:]"
#| hello World 123
#| aabbcc	dd
#|  x

### tr "[:alpha:][:digit:]" "x"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:alpha:][:digit:]" "x"
#| xxxxx xxxxx xxx
#| xxxxxx	xx
#|
#|   x

### tr a-z "[:upper:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr a-z "[:upper:]"
#! tr: misaligned [:upper:] and/or [:lower:] construct
#? 1

### tr "[:upper:]" "[:upper:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:upper:]" "[:upper:]"
#| hello World 123
#| aabbcc	dd
#|
#|   x

### tr "\0141" X
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "\0141" X
#| hello World X23
#| aabbcc	dd
#|
#|   x

### tr "[a-c]" "[A-C]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[a-c]" "[A-C]"
#| hello World 123
#| AABBCC	dd
#|
#|   x

### tr "a-z0-9" "A-Za-j"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "a-z0-9" "A-Za-j"
#| HELLO WORLD bcd
#| AABBCC	DD
#|
#|   X

### tr "+-/" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "+-/" x
#| hello World 123
#| aabbcc	dd
#|
#|   x

### tr -C a X
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -C a X
#|= 'XXXXXXXXXXXXXXXXaaXXXXXXXXXXXXX'

### tr --delete a
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr --delete a
#| hello World 123
#| bbcc	dd
#|
#|   x

### tr -c "\n" x
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -c "\n" x
#| xxxxxxxxxxxxxxx
#| xxxxxxxxx
#|
#| xxx

### tr -cs A-Za-z "\n"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -cs A-Za-z "\n"
#| hello
#| World
#| aabbcc
#| dd
#| x

### tr "[:upper:][:lower:]" "[:lower:][:upper:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr "[:upper:][:lower:]" "[:lower:][:upper:]"
#| HELLO wORLD 123
#| AABBCC	DD
#|
#|   X

### tr -d "[:punct:]"
printf 'hello World 123\naabbcc\tdd\n\n  x\n' | tr -d "[:punct:]"
#| hello World 123
#| aabbcc	dd
#|
#|   x

### tr as random lines found it: tr '[q*x]' a
tr '[q*x]' a
#! tr: invalid repeat count ‘x’ in [c*n] construct
#? 1

### tr as random lines found it: printf 'xyz\n' | tr '[x*3]y' ab
printf 'xyz\n' | tr '[x*3]y' ab
#| bbz

### tr as random lines found it: printf '\400' | tr '\400' a
printf '\400' | tr '\400' a
#|= '\x00'
#! tr: warning: the ambiguous octal escape \400 is being
#! 	interpreted as the 2-byte sequence \040, 0

### tr as random lines found it: tr a '[=b=]'
tr a '[=b=]'
#! tr: [=c=] expressions may not appear in string2 when translating
#? 1

### tr as random lines found it: printf 'aBC\n' | tr 'x[:upper:]' 'y[:lower:]'
printf 'aBC\n' | tr 'x[:upper:]' 'y[:lower:]'
#| abc
