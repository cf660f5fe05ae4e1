"""Parameter expansion with every operator, indirection, transformation, and braces next to names. Expected output is GNU bash 5.2's."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits


def run(script: str) -> str:
    done = Bash(limits=Limits(timeout_s=10), env={"HOME": "/h"}).exec_sync(script)
    assert done.error is None
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("script", "output"),
    [
        (
            'x=/usr/lib/x.tar.gz; echo ${x##*/} ${x%/*} ${x%%.*} ${x#*.} ${x##*.} ${x#"*"} ${x#?usr} ${x%[g]z}',
            "x.tar.gz /usr/lib /usr/lib/x tar.gz gz /usr/lib/x.tar.gz /lib/x.tar.gz /usr/lib/x.tar.\n",
        ),
        (
            "x=hello; echo ${x:1:3} ${x: -3} ${x:1:-1} ${x:9} ${x: -9} ${x:(-3):2} ${#x} ${x::2}",
            "ell llo ell ll 5 he\n",
        ),
        ('x=abc; echo "${x:2:-9}"; echo no', "bash: line 1: -9: substring expression < 0\n"),
        (
            'x=banana; echo ${x/a/o} ${x//a/o} ${x/#b/B} ${x/%a/A} ${x//an/[&]} ${x//an/[\\&]} "${x//an/"&"}" ${x//a} ${x/#/q} ${x/%/q} ${x//?/&&} ${x//*/z}',
            "bonana bonono Banana bananA b[an][an]a b[&][&]a b&&a bnn qbanana bananaq bbaannaannaa z\n",
        ),
        ("x=banana; shopt -u patsub_replacement; echo ${x//an/[&]}", "b[&][&]a\n"),
        ('x=aXbX; echo ${x/X/\\/} "${x//X/\\\\&}" ${x//[X]/"}"}', "a/bX a\\Xb\\X a}b}\n"),
        (
            "x=hello X=HeLLo; echo ${x^} ${x^^} ${x^^[el]} ${x~} ${x~~} ${X,} ${X,,} ${X,,L} ${X~~}; w=straße; echo ${w^^}",
            "Hello HELLO hELLo Hello HELLO heLLo hello Hello hEllO\nSTRAßE\n",
        ),
        (
            "x=y y=5; a=(1 2); r='a[1]' s='a[@]'; i=0 v='a[i+1]'; echo ${!x} ${!x:-d} ${!r} \"${!s}\" ${!v}; xa=1 xb=2; echo ${!x@} \"${!x*}\"",
            "5 5 2 1 2 2\nx xa xb x xa xb\n",
        ),
        ("echo ${!nope}; echo no", "bash: line 1: nope: invalid indirect expansion\n"),
        ("x='a b'; echo ${!x}", "bash: line 1: a b: invalid variable name\n"),
        (
            "declare -n r=x; x=5; echo $r ${!r}; r=6; echo $x; declare -n s=a[1]; a=(1 2); echo $s; s=9; echo ${a[@]}",
            "5 x\n6\n2\n1 9\n",
        ),
        (
            'a=(1 2 3); a[10]=x; echo "${a[@]:2}" "${a[@]:3:1}" "${a[@]: -1}" ${!a[@]} ${#a[@]} ${a[-1]} ${a[-11]}',
            "3 x x x 0 1 2 10 4 x 1\n",
        ),
        ('a=(1 2); echo "${a[-9]}"; echo $?', "\n0\nbash: line 1: a: bad array subscript\n"),
        ('a=(1 2 3); echo "${a[@]:1:-1}"; echo no', "bash: line 1: -1: substring expression < 0\n"),
        (
            'declare -A m=([a]=1 [b]=2 [c]=3 ["x y"]=4 [ten]=10); echo "${!m[@]}" "${m[@]}" "${m[@]:1:2}" "${m[@]: -1}" "${m[x y]}" ${#m[@]}; declare -p m',
            'ten c b a x y 10 3 2 1 4 10 3 4 4 5\ndeclare -A m=([ten]="10" [c]="3" [b]="2" [a]="1" ["x y"]="4" )\n',
        ),
        (
            'declare -A m; for ((i=0;i<2500;i++)); do m[k$i]=$i; done; s="${!m[*]}"; echo "${s:0:60}" "${s: -60}"',
            "k1698 k1699 k1696 k1697 k1694 k1695 k1692 k1693 k1690 k1691   k1043 k1042 k1041 k1040 k1047 k1046 k1045 k1044 k1049 k1048\n",
        ),
        (
            'x="h\'i\n\t\\$"; echo "${x@Q}"; y=\'a\\tb\\x41\'; echo "${y@E}"; z=hello; echo "${z@U}" "${z@u}" "${z@L}"; v=; echo "${v@Q}" ${u@Q} "${u@A}" "${z@A}"',
            "$'h\\'i\\n\\t$'\na\tbA\nHELLO Hello hello\n''  z='hello'\n",
        ),
        (
            'a=(1 "2 3"); echo "${a[@]@K}" "${a[@]@k}" "${a[@]@Q}" "${a[@]@A}" "${a@a}" "${a@A}"; declare -rx y=2; echo "${y@A}" "${y@a}"; set -- 1 "b c"; echo "${@@Q}" "${@@A}"',
            "0 \"1\" 1 \"2 3\" 0 1 1 2 3 '1' '2 3' declare -a a=([0]=\"1\" [1]=\"2 3\") a declare -a a='1'\ndeclare -rx y='2' rx\n'1' 'b c' set -- '1' 'b c'\n",
        ),
        (
            'declare -A m=([b c]="2 3" [a]=1); echo "${m[@]@K}" "${m[@]@k}" "${m[@]@A}"',
            '"b c" "2 3" a "1"  b c 2 3 a 1 declare -A m=(["b c"]="2 3" [a]="1" )\n',
        ),
        ("echo ${a&}; echo no", "bash: line 1: ${a&}: bad substitution\n"),
        ("echo ${x?}; echo no", "bash: line 1: x: parameter not set\n"),
        ("echo ${x:?foo bar}; echo no", "bash: line 1: x: foo bar\n"),
        ("x=; echo ${x?} ok; echo ${x:?}; echo no", "ok\nbash: line 1: x: parameter null or not set\n"),
        ('set -u; echo ${x-} "${x:+a}" $x; echo no', "bash: line 1: x: unbound variable\n"),
        ('set -u; set -- ; echo "$@" "$*" ok; echo $1; echo no', " ok\nbash: line 1: $1: unbound variable\n"),
        ('set -u; a=(); echo "${a[@]}" ${#a[@]} ${a[0]}; echo no', "bash: line 1: a[0]: unbound variable\n"),
        ("set -u; x=y; echo ${!x}", "bash: line 1: !x: unbound variable\n"),
        ('echo "${1=x}"; echo no', "bash: line 1: $1: cannot assign in this way\n"),
        ("readonly r; echo ${r:=5}; echo no", "bash: line 1: r: readonly variable\n"),
        ("echo ${x@Z} ok; x=1; echo ${x@Z}; echo no", "ok\nbash: line 1: ${x@Z}: bad substitution\n"),
        (
            "x=é; y=$'\\xff\\xfe'; z=héllo; echo ${#x} ${#y} ${z:1:1} ${z^^} ${z/é/e} ${z%l*}",
            "1 2 é HÉLLO hello hél\n",
        ),
        ("set -- a b c; echo ${!#} $# ${#} ${#@} ${@:2:1} ${10-none} ${1}0 $10", "c 3 3 3 b none a0 a0\n"),
        (
            'x=abc xa=1 xb=2; echo $x{a,b} ${x}{a,b} {1..3}$x {a,b}{c,d} {01..03} {5..1..2} {a..e..2} {a,b {a} x{,y} "{a,b}" {a,{b,c}d} {1..a} {-1..1}',
            "1 2 abca abcb 1abc 2abc 3abc ac ad bc bd 01 02 03 5 3 1 a c e {a,b {a} x xy {a,b} a bd cd {1..a} -1 0 1\n",
        ),
        ("set +B; echo {a,b}; set -B; echo {a,b}", "{a,b}\na b\n"),
        (
            'shopt -s extglob; s="  xx yy  "; echo "[${s##+([[:space:]])}]" "[${s%%+( )}]" "${s//+( )/_}" ${s//@(x|y)/z}; x=foobar; echo ${x#@(foo|f)} ${x%%!(foo)} ${x/@(oo|o)/0} ${x//*(o)/X} ${x%+(r|a)} ${x%%+(r|a)}',
            "[xx yy  ] [  xx yy] _xx_yy_ zz zz\noobar f0bar XfXXbXaXr fooba foob\n",
        ),
        ("shopt -s nocasematch; x=ABC; echo ${x/b/z} ${x//[a-b]/z} ${x#a}", "AzC zzC ABC\n"),
        (
            "PS1='\\$'; x='\\\\|\\s|\\v|\\[\\]|\\101|$((1+1))|$(echo hi)'; echo \"${x@P}\"",
            "\\|bash|5.2||A|2|hi\n",
        ),
    ],
)
def test_parameters_expand_as_in_bash(script: str, output: str) -> None:
    assert run(script) == output
