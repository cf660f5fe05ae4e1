"""declare, local, export, readonly, unset. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            "x=1; declare -p x; declare -i y=2+3; declare -p y; declare -r z=1; declare -p z; declare -x w; declare -p w; declare v; declare -p v; declare -p nope; echo $?",
            'declare -- x="1"\ndeclare -i y="5"\ndeclare -r z="1"\ndeclare -x w\ndeclare -- v\nbash: line 1: declare: nope: not found\n1\n',
        ),
        (
            'declare -a a=(1 2 "x y"); declare -p a; declare -A m=([a]=1 [b c]=2); declare -p m; declare -a e; declare -p e; declare -A em; declare -p em; e=(); declare -p e',
            'declare -a a=([0]="1" [1]="2" [2]="x y")\ndeclare -A m=(["b c"]="2" [a]="1" )\ndeclare -a e\ndeclare -A em\ndeclare -a e=()\n',
        ),
        ("declare -aixr t=(1 2); declare -p t", 'declare -airx t=([0]="1" [1]="2")\n'),
        (
            "declare -l l=ABC; declare -u u=abc; declare -c c=abc; declare -p l u c",
            'declare -l l="abc"\ndeclare -u u="ABC"\ndeclare -c c="Abc"\n',
        ),
        ("declare -lu x=AbC; declare -p x", 'declare -- x="AbC"\n'),
        ("declare -n r=x; x=5; declare -p r; r=6; echo $x", 'declare -n r="x"\n6\n'),
        (
            "declare -n r=1x; echo $?",
            "bash: line 1: declare: `1x': invalid variable name for name reference\n1\n",
        ),
        (
            "declare -n r=r; echo $?",
            "bash: line 1: declare: r: nameref variable self references not allowed\n1\n",
        ),
        ("declare -n r; r=x; x=4; echo $r; declare -p r", '4\ndeclare -n r="x"\n'),
        ("declare -n r=a[1]; a=(1 2); echo $r; declare -p r", '2\ndeclare -n r="a[1]"\n'),
        (
            "declare -a a=1; declare -p a; declare a[1]=x; declare -p a; declare b[2]=y; declare -p b",
            'declare -a a=([0]="1")\ndeclare -a a=([0]="1" [1]="x")\ndeclare -a b=([2]="y")\n',
        ),
        (
            "a=(1 2); declare -A a; echo $?",
            "bash: line 1: declare: a: cannot convert indexed to associative array\n1\n",
        ),
        (
            "declare -A m; m[a]=1; declare -a m; echo $?",
            "bash: line 1: declare: m: cannot convert associative to indexed array\n1\n",
        ),
        (
            "declare +a a; a=(1); declare +a a; echo $?; declare +A a; echo $?",
            "bash: line 1: declare: a: cannot destroy array variables in this way\n1\n0\n",
        ),
        (
            "readonly x=1; declare +r x; echo $?; declare x=2; echo $?",
            "bash: line 1: declare: x: readonly variable\n1\nbash: line 1: declare: x: readonly variable\n1\n",
        ),
        (
            "readonly x=1; declare -i x; echo $?; declare -p x; declare -x x; declare -p x",
            '0\ndeclare -ir x="1"\ndeclare -irx x="1"\n',
        ),
        ("declare -i n=5; declare +i n; n=1+1; declare -p n", 'declare -- n="1+1"\n'),
        ("export x=1; declare +x x; declare -p x", 'declare -- x="1"\n'),
        (
            'f() { declare x=1; local y=2; declare -g z=3; declare -p x y z; }; f; echo "${x-u} ${y-u} $z"',
            'declare -- x="1"\ndeclare -- y="2"\ndeclare -- z="3"\nu u 3\n',
        ),
        (
            "f() { local; local -p; local x=1 y; local -p; local; }; f",
            'declare -- x="1"\ndeclare -- y\ndeclare -- x="1"\ndeclare -- y\n',
        ),
        ("local x; echo $?", "bash: line 1: local: can only be used in a function\n1\n"),
        ('f() { local x=1; local x; echo "[$x]"; }; f', "[1]\n"),
        ('x=g; f() { local x; echo "[${x-unset}]"; local y="$x"; }; f', "[unset]\n"),
        ("x=g; f() { local x=$x; echo $x; }; f", "g\n"),
        ("x=g; f() { local -; set -f; echo $-; }; f; echo $-", "fhBc\nhBc\n"),
        (
            'f() { local 1x; echo $?; local x=1 2y=2 z=3; echo "$? $x $z"; }; f',
            "environment: line 1: local: `1x': not a valid identifier\n1\nenvironment: line 1: local: `2y=2': not a valid identifier\n1 1 3\n",
        ),
        (
            "f() { :; }; declare -f f; declare -F f; declare -F; declare -f nope; echo $?; declare -F nope; echo $?",
            "f () \n{ \n    :\n}\nf\ndeclare -f f\n1\n1\n",
        ),
        ("export X=1 Y=2; export -n X; declare -p X Y", 'declare -- X="1"\ndeclare -x Y="2"\n'),
        (
            'export 1x; echo $?; export x=1 2y z=3; echo "$? $x $z"; export -f nope; echo $?',
            "bash: line 1: export: `1x': not a valid identifier\n1\nbash: line 1: export: `2y': not a valid identifier\n1 1 3\nbash: line 1: export: nope: not a function\n1\n",
        ),
        (
            "readonly a=(1 2); declare -p a; a[0]=1; echo $?",
            'declare -ar a=([0]="1" [1]="2")\nbash: line 1: a: readonly variable\n',
            1,
        ),
        (
            "readonly -a a=(1 2); readonly -A m=([x]=1); declare -p a m",
            'declare -ar a=([0]="1" [1]="2")\ndeclare -Ar m=([x]="1" )\n',
        ),
        ("export -a a=(1 2); echo $?; export a=(1 2); declare -p a", '0\ndeclare -ax a=([0]="1" [1]="2")\n'),
        ("readonly x; x=1; echo $?", "bash: line 1: x: readonly variable\n", 1),
        (
            "readonly x=1; readonly x=2; echo $?; export x=3; echo $?",
            "bash: line 1: x: readonly variable\n1\nbash: line 1: x: readonly variable\n1\n",
        ),
        (
            "declare -z; echo $?; export -z; echo $?; readonly -z; echo $?; local -z; echo $?",
            "bash: line 1: declare: -z: invalid option\ndeclare: usage: declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]\n2\nbash: line 1: export: -z: invalid option\nexport: usage: export [-fn] [name[=value] ...] or export -p\n2\nbash: line 1: readonly: -z: invalid option\nreadonly: usage: readonly [-aAf] [name[=value] ...] or readonly -p\n2\nbash: line 1: local: can only be used in a function\n1\n",
        ),
        (
            "declare x+=1; declare x+=1; echo $x; declare -i n=1; declare n+=2; echo $n; declare a=(1); declare a+=(2); declare -p a",
            '11\n3\ndeclare -a a=([0]="1" [1]="2")\n',
        ),
        (
            "declare 'a=(1 2)'; declare -p a; declare -a 'a=(1 2)'; declare -p a; v='(3 4)'; declare -a a=$v; declare -p a",
            'declare -- a="(1 2)"\ndeclare -a a=([0]="1" [1]="2")\ndeclare -a a=([0]="3" [1]="4")\n',
        ),
        (
            "declare -A m='([x]=1)'; declare -p m; declare \"b[1]=(x)\"; declare -p b",
            'declare -A m=([x]="1" )\nbash: line 1: warning: b[1]=(x): quoted compound array assignment deprecated\ndeclare -a b=([1]="(x)")\n',
        ),
        (
            "declare -a a[5]=x; declare -p a; declare a[]=x; echo $?",
            'declare -a a=([5]="x")\nbash: line 1: a[]: bad array subscript\n1\n',
        ),
        (
            "declare -f f=1; echo $?; declare -F f=1; echo $?",
            "bash: line 1: declare: cannot use `-f' to make functions\n1\nbash: line 1: declare: cannot use `-f' to make functions\n1\n",
        ),
        (
            "declare x=1 -i; echo $?; declare -- -x=1; echo $?",
            "bash: line 1: declare: `-i': not a valid identifier\n1\nbash: line 1: declare: `-x=1': not a valid identifier\n1\n",
        ),
        (
            "x=$'a\\nb'; declare -p x; y='a\"b$c`d\\e'; declare -p y; declare -A m=([$'a\\nb']=1 ['\"']=2); declare -p m",
            'declare -- x=$\'a\\nb\'\ndeclare -- y="a\\"b\\$c\\`d\\\\e"\ndeclare -A m=([$\'a\\nb\']="1" ["\\""]="2" )\n',
        ),
        ("f() { local -n r=$1; r=5; }; f x; echo $x", "5\n"),
        (
            "f() { local -a a=(1 2); local -A m=([a]=b); declare -p a m; }; f; declare -p a",
            'declare -a a=([0]="1" [1]="2")\ndeclare -A m=([a]="b" )\nbash: line 1: declare: a: not found\n',
            1,
        ),
        ("f() { local x=1; g; echo $x; }; g() { x=2; local x=3; unset x; echo ${x-u}; x=4; }; f", "u\n2\n"),
        (
            "f() { local x=1; g; echo ${x-u}; }; g() { unset x; echo ${x-u}; }; x=0; f; echo ${x-u}",
            "0\n0\n0\n",
        ),
        ("declare -r x; x=1; echo $?; declare -p x", "bash: line 1: x: readonly variable\n", 1),
        (
            "declare -I x; echo $?; x=o; f() { declare -I x; echo $x; local -I y; declare -p x; }; f",
            '0\no\ndeclare -- x="o"\n',
        ),
        (
            "declare -ga a=(1); f() { declare -ga b=(1 2); local -g c=1; }; f; declare -p a b c",
            'declare -a a=([0]="1")\ndeclare -a b=([0]="1" [1]="2")\ndeclare -- c="1"\n',
        ),
        (
            "declare -t x=1; declare -p x; f() { :; }; declare -ft f; declare -F -t",
            'declare -t x="1"\ndeclare -ft f\n',
        ),
        (
            "declare -ai a=(1+1 2*3); declare -p a; a+=(4/2); a[0]+=5; declare -p a",
            'declare -ai a=([0]="2" [1]="6")\ndeclare -ai a=([0]="7" [1]="6" [2]="2")\n',
        ),
        ("declare -u a=(ab cd); declare -p a", 'declare -au a=([0]="AB" [1]="CD")\n'),
        (
            "declare -n r=x; unset -n r; declare -p r; declare -n r=x; x=1; declare +n r; declare -p r",
            'bash: line 1: declare: r: not found\ndeclare -- r="x"\n',
        ),
        ("declare -nx r=x; declare -p r x", 'declare -nx r="x"\nbash: line 1: declare: x: not found\n', 1),
        (
            "declare -n r=x; declare -i r; declare -p r x; declare -n r2; declare -p r2",
            'declare -n r="x"\ndeclare -i x\ndeclare -n r2\n',
        ),
        (
            "declare -p x y 2>&1; declare -pf 2>&1",
            "bash: line 1: declare: x: not found\nbash: line 1: declare: y: not found\n",
        ),
        ("set -u; declare x; declare -p x", "declare -- x\n"),
        ("x=5; declare -i x; x+=3; echo $x; declare -a x; declare -p x", '8\ndeclare -ai x=([0]="8")\n'),
        (
            "unset; echo $?; unset nope; echo $?; unset 1x; echo $?; unset -f nope; echo $?; readonly r=1; unset r; echo $?",
            "0\n0\n0\n0\nbash: line 1: unset: r: cannot unset: readonly variable\n1\n",
        ),
        (
            "a=(1 2 3); unset a[1]; declare -p a; unset 'a[-1]'; declare -p a; unset 'a[-5]'; echo $?; unset 'a[@]'; declare -p a; unset 'x[0]'; echo $?; x=1; unset 'x[1]'; echo $?; unset 'x[0]'; echo \"$? ${x-u}\"",
            'declare -a a=([0]="1" [2]="3")\ndeclare -a a=([0]="1")\nbash: line 1: unset: [-5]: bad array subscript\n1\ndeclare -a a=()\n0\nbash: line 1: unset: x: not an array variable\n1\n0 u\n',
        ),
        (
            "declare -A m=([a]=1 [b]=2 [\"@\"]=3); unset 'm[a]'; declare -p m; unset 'm[@]'; declare -p m; unset m[zz]; echo $?",
            'declare -A m=(["@"]="3" [b]="2" )\ndeclare -A m=([b]="2" )\n0\n',
        ),
        ("f() { :; }; f=1; unset f; declare -F f; unset f; declare -F f; echo $?", "f\n1\n"),
        (
            "unset -vf x; echo $?; unset -n r; echo $?; unset -x; echo $?; unset -v 'a b'; echo $?",
            "bash: line 1: unset: cannot simultaneously unset a function and a variable\n1\n0\nbash: line 1: unset: -x: invalid option\nunset: usage: unset [-f] [-v] [-n] [name ...]\n2\nbash: line 1: unset: `a b': not a valid identifier\n1\n",
        ),
        (
            "declare -n r=x; x=1; unset r; declare -p r x; unset -n r; declare -p r",
            'declare -n r="x"\nbash: line 1: declare: x: not found\nbash: line 1: declare: r: not found\n',
            1,
        ),
        (
            "readonly -f nope; echo $?; readonly 1a; echo $?",
            "bash: line 1: readonly: nope: not a function\n1\nbash: line 1: readonly: `1a': not a valid identifier\n1\n",
        ),
        ("f() { local x; x=1; unset x; declare -p x; local -p; }; f", "declare -- x\ndeclare -- x\n"),
        (
            "f() { readonly x=1; declare -p x; }; f; x=2; echo $?",
            'declare -r x="1"\nbash: line 1: x: readonly variable\n',
            1,
        ),
        (
            'f() { local -r x=1; x=2; echo $?; }; f; echo "${x-u}"',
            "environment: line 1: x: readonly variable\n",
            1,
        ),
        (
            "readonly x=1; f() { local x=2; echo $?; }; f",
            "environment: line 1: local: x: readonly variable\n1\n",
        ),
        (
            "declare -r x=1; f() { declare x=2; echo $?; local x; echo $?; }; f",
            "environment: line 1: declare: x: readonly variable\n1\nenvironment: line 1: local: x: readonly variable\n1\n",
        ),
        (
            "declare -A m=(a 1 b 2); declare -p m; declare -A n=([a]=1 b); declare -p n",
            'declare -A m=([b]="2" [a]="1" )\nbash: line 1: n: \'b\': must use subscript when assigning associative array\ndeclare -A n=([a]="1" )\n',
        ),
        ("declare -a a=([2]=x y [0]=z); declare -p a", 'declare -a a=([0]="z" [2]="x" [3]="y")\n'),
        (
            "f() { local a; a=(1); declare -p a; local b=(1 2) c=x; declare -p b c; }; f",
            'declare -a a=([0]="1")\ndeclare -a b=([0]="1" [1]="2")\ndeclare -- c="x"\n',
        ),
        (
            "a=1; declare -a a; declare -p a; declare -A b; b=5; declare -p b",
            'declare -a a=([0]="1")\ndeclare -A b=([0]="5" )\n',
        ),
        ('export x=a y="$x"; declare -p y', 'declare -x y=""\n'),
        ("local -a; echo $?", "bash: line 1: local: can only be used in a function\n1\n"),
        (
            'foo=bar; export foo=; declare -p foo; export "a b=c"; echo $?; export =x; echo $?',
            "declare -x foo=\"\"\nbash: line 1: export: `a b=c': not a valid identifier\n1\nbash: line 1: export: `=x': not a valid identifier\n1\n",
        ),
        (
            "declare a=(1 2) b=3; declare -p a b; declare -a c=3; declare -p c",
            'declare -a a=([0]="1" [1]="2")\ndeclare -- b="3"\ndeclare -a c=([0]="3")\n',
        ),
        (
            "declare -a arr; arr[3]=x; declare -p arr; declare -p 'arr[3]'; declare -p arr[3]; echo $?",
            'declare -a arr=([3]="x")\nbash: line 1: declare: arr[3]: not found\nbash: line 1: declare: arr[3]: not found\n1\n',
        ),
    ],
)
def test_declarations_make_variables_and_show_them(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            'declare -A m=([a]=1 [b]=2); k=a; unset \'m[$k]\'; declare -p m; unset "m[\\"b\\"]"; declare -p m',
            'declare -A m=([b]="2" )\ndeclare -A m=()\n',
        ),
        (
            "a=(1 2 3 4); i=1; unset 'a[i]' 'a[$i+1]'; declare -p a; unset a; echo $?; unset 'a[0]'; echo $?",
            'declare -a a=([0]="1" [3]="4")\n0\n0\n',
        ),
        (
            "unset -f; unset -v; echo $?; f() { :; }; unset -v f; declare -F f; unset -f f; declare -F f",
            "0\nf\n",
            1,
        ),
        ('unset PATH; echo "${PATH-u}"; unset IFS; x="a b"; set -- $x; echo $#', "u\n2\n"),
        (
            "readonly -a a=(1 2); unset 'a[0]'; echo $?; unset a; echo $?",
            "bash: line 1: unset: a: cannot unset: readonly variable\n1\nbash: line 1: unset: a: cannot unset: readonly variable\n1\n",
        ),
        ('f() { local v=1; g; echo "${v-u}"; }; g() { unset v; }; v=0; v=2 f; echo $v', "0\n0\n"),
        ('declare -n r=x; x=1; unset r; echo "${x-u}"; declare -p r', 'u\ndeclare -n r="x"\n'),
    ],
)
def test_unset_forgets_variables_and_functions(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ('f() { local x; echo "${x-u}"; }; x=1 f; x=g; f', "1\nu\n"),
        ('f() { g; }; g() { local x; echo "${x-u}"; }; x=1 f', "1\n"),
        ("f() { declare -g x=2; echo $x; }; x=1; f; echo $x", "2\n2\n"),
        ("f() { local x=1; declare -g x=2; echo $x; }; f; echo $x", "1\n2\n"),
        ("shopt -s localvar_inherit; x=5; f() { local x; echo $x; x=6; }; f; echo $x", "5\n5\n"),
        ("x=1 declare -p x; x=1 export x; echo $x", 'declare -x x="1"\n1\n'),
        ("f() { local -; set -u; set -f; }; f; case $- in *[uf]*) echo kept;; *) echo back;; esac", "back\n"),
    ],
)
def test_locals_begin_with_what_stood_before_the_call(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("declare -l x=ABC; declare -u x; x=def; declare -p x", 'declare -u x="DEF"\n'),
        ("declare -a a=(1); a+=(2); declare +x a; declare -p a", 'declare -a a=([0]="1" [1]="2")\n'),
        (
            "declare -A m=([x]=1); declare -r m; m[y]=2; declare -p m",
            "bash: line 1: m: readonly variable\n",
            1,
        ),
        (
            "set -o allexport; declare q=1; declare -p q; f=2; declare -p f",
            'declare -x q="1"\ndeclare -x f="2"\n',
        ),
        (
            "export x=1; export -n x; declare -p x; set -o posix; export y=2; export -p y",
            'declare -- x="1"\n',
        ),
        (
            "declare -r x=1; declare +r x; declare -x x; declare -p x",
            'bash: line 1: declare: x: readonly variable\ndeclare -rx x="1"\n',
        ),
        ("declare -c w=hELLO; declare -p w", 'declare -c w="Hello"\n'),
    ],
)
def test_attributes_shape_what_is_assigned(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "local a=(1 2); echo $? ${a[@]}; local b=1; echo ${b-u}",
            "bash: line 1: local: can only be used in a function\n1 1 2\nbash: line 1: local: can only be used in a function\nu\n",
        ),
    ],
)
def test_local_outside_of_a_function_is_refused(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "f() { :; }; declare -F f; declare -f f; declare -F; declare -fx f; declare -F; declare -f +x f; declare -F",
            "f\nf () \n{ \n    :\n}\ndeclare -f f\ndeclare -fx f\ndeclare -f f\n",
        ),
        (
            "f() { :; }; readonly -f f; readonly -f; unset -f f; echo $?; export -f nope; echo $?",
            "f () \n{ \n    :\n}\ndeclare -fr f\nbash: line 1: unset: f: cannot unset: readonly function\n1\nbash: line 1: export: nope: not a function\n1\n",
        ),
        (
            "f() { :; }; export -f f; export -f; export -fn f; export -f",
            "f () \n{ \n    :\n}\ndeclare -fx f\n",
        ),
        (
            "f() { echo $1; }; declare -ft f; declare -f f; declare -f nope; echo $?",
            "f () \n{ \n    echo $1\n}\n1\n",
        ),
    ],
)
def test_functions_are_declared_too(says, case):
    says(*case)
