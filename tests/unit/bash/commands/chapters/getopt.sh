# getopt: util-linux reading options for a script.

### getopt ab:c -a -b x y
getopt ab:c -a -b x y
#|  -a -b x -- y

### getopt -o ab:c -- -a -bfoo -- z
getopt -o ab:c -- -a -bfoo -- z
#|  -a -b 'foo' -- 'z'

### getopt -o ab:: -l long,req:,opt:: -- --long --req x --opt --opt=v -b -bq 'a b' "it's"
getopt -o ab:: -l long,req:,opt:: -- --long --req x --opt --opt=v -b -bq 'a b' "it's"
#|  --long --req 'x' --opt '' --opt 'v' -b '' -b 'q' -- 'a b' 'it'\''s'

### getopt -o a -- -x; echo $?
getopt -o a -- -x; echo $?
#|  --
#| 1
#! getopt: invalid option -- 'x'

### getopt -o a: -- -a; echo $?
getopt -o a: -- -a; echo $?
#|  --
#| 1
#! getopt: option requires an argument -- 'a'

### getopt -l foo,fob -o '' -- --fo; echo $?
getopt -l foo,fob -o '' -- --fo; echo $?
#|  --
#| 1
#! getopt: option '--fo' is ambiguous; possibilities: '--foo' '--fob'

### getopt -l foo: -o '' -- --foo
getopt -l foo: -o '' -- --foo
#|  --
#! getopt: option '--foo' requires an argument
#? 1

### getopt -l foo -o '' -- --foo=1
getopt -l foo -o '' -- --foo=1
#|  --
#! getopt: option '--foo' doesn't allow an argument
#? 1

### getopt -o a -n prog -- -x
getopt -o a -n prog -- -x
#|  --
#! prog: invalid option -- 'x'
#? 1

### getopt -q -o a -- -x; echo $?
getopt -q -o a -- -x; echo $?
#|  --
#| 1

### getopt -Q -o a -- -a
getopt -Q -o a -- -a

### getopt -u -o a -- -a 'b c'
getopt -u -o a -- -a 'b c'
#|  -a -- b c

### getopt -s csh -o a -- -a 'b!c'
getopt -s csh -o a -- -a 'b!c'
#|  -a -- 'b'\!'c'

### getopt -s x -o a; echo $?
getopt -s x -o a; echo $?
#| 2
#! getopt: unknown shell after -s or --shell argument
#! Try 'getopt --help' for more information.

### getopt; echo $?
getopt; echo $?
#| 2
#! getopt: missing optstring argument
#! Try 'getopt --help' for more information.

### getopt -o
getopt -o
#! getopt: option requires an argument -- 'o'
#! Try 'getopt --help' for more information.
#? 2

### getopt -a -l foo -o '' -- -foo
getopt -a -l foo -o '' -- -foo
#|  --foo --

### getopt -o +ab -- x -a
getopt -o +ab -- x -a
#|  -- 'x' '-a'

### getopt -o -ab -- x -a y
getopt -o -ab -- x -a y
#|  'x' -a 'y' --

### POSIXLY_CORRECT=1 getopt -o ab -- x -a
POSIXLY_CORRECT=1 getopt -o ab -- x -a
#|  -- 'x' '-a'

### getopt -l a,b; echo $?
getopt -l a,b; echo $?
#| 2
#! getopt: missing optstring argument
#! Try 'getopt --help' for more information.

### getopt --nosuch; echo $?
getopt --nosuch; echo $?
#| 2
#! getopt: unrecognized option '--nosuch'
#! Try 'getopt --help' for more information.

### getopt -l 'x y,z' -o a -- --x
getopt -l 'x y,z' -o a -- --x
#|  --x --

### getopt --longoptions=foo --options=a --name=p -- --bar
getopt --longoptions=foo --options=a --name=p -- --bar
#|  --
#! p: unrecognized option '--bar'
#? 1

### getopt 'a' 'x y'
getopt 'a' 'x y'
#|  -- x y

### getopt -T; echo $?
getopt -T; echo $?
#| 4

### getopt -o 'ab' -- "a'b" 'c\d' ''
getopt -o 'ab' -- "a'b" 'c\d' ''
#|  -- 'a'\''b' 'c\d' ''

### GETOPT_COMPATIBLE=1 getopt ab -a x; echo
GETOPT_COMPATIBLE=1 getopt ab -a x; echo
#|  -a -- x
#|

### getopt -o a
getopt -o a
#|  --

### getopt -l verbose,version -o v -- --ver
getopt -l verbose,version -o v -- --ver
#|  --
#! getopt: option '--ver' is ambiguous; possibilities: '--verbose' '--version'
#? 1

### getopt -l verbose,version -o v -- --verb
getopt -l verbose,version -o v -- --verb
#|  --verbose --

### getopt -l "abc," -o a -- --abc
getopt -l "abc," -o a -- --abc
#|  --abc --

### getopt -l ":" -o a -- --abc
getopt -l ":" -o a -- --abc
#! getopt: empty long option after -l or --long argument
#! Try 'getopt --help' for more information.
#? 2

### getopt -u -o b:: -- -b x
getopt -u -o b:: -- -b x
#|  -b  -- x

### getopt -a -l foo,f2 -o fx -- -f -x -fo
getopt -a -l foo,f2 -o fx -- -f -x -fo
#|  -f -x --foo --

### getopt -a -l foo -o '' -- -bar
getopt -a -l foo -o '' -- -bar
#|  --
#! getopt: unrecognized option '-bar'
#? 1

### getopt -o :a: -- -b -a; echo $?
getopt -o :a: -- -b -a; echo $?
#|  --
#| 1

### getopt -s tcsh -o a -- "it's" 'a b' 'c\d' 'e!'
getopt -s tcsh -o a -- "it's" 'a b' 'c\d' 'e!'
#|  -- 'it'\''s' 'a'\ 'b' 'c\\d' 'e'\!''

### getopt --options=ab: --longoptions=alpha,beta: --name=tool -- -a --beta=1 file -b2; echo $?
getopt --options=ab: --longoptions=alpha,beta: --name=tool -- -a --beta=1 file -b2; echo $?
#|  -a --beta '1' -b '2' -- 'file'
#| 0

### set -- -v --out=f 'a b'; eval set -- "$(getopt -o v -l out: -- "$@")"; for i; do echo "[$i]"; done
set -- -v --out=f 'a b'; eval set -- "$(getopt -o v -l out: -- "$@")"; for i; do echo "[$i]"; done
#| [-v]
#| [--out]
#| [f]
#| [--]
#| [a b]

### getopt --version | head -c 6
getopt --version | head -c 6
#|= 'getopt'

### getopt abc -abc -- -x
getopt abc -abc -- -x
#|  -a -b -c -- -x

### getopt -o a -l bar: -- --bar; echo $?
getopt -o a -l bar: -- --bar; echo $?
#|  --
#| 1
#! getopt: option '--bar' requires an argument

### getopt +a: x -a
getopt +a: x -a
#|  -- x
#! getopt: option requires an argument -- 'a'
#? 1
