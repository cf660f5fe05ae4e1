"""Declarations, ``let`` and ``printf`` with plain words: their fast paths give what the general path gives.

Each script is what GNU bash 5.2 printed; it runs a second time with a DEBUG trap, which makes every command look around and
take the long way.
"""

import pytest

from runtime.bash import Bash

CASES = [
    ("declare -i n=3; n+=4; n=n*2; echo $n; n=; echo $n; n+=1+1; echo $n; n=0x10; n+=010; echo $n", "14\n0\n2\n24\n"),
    ("declare -i n=9223372036854775807; n+=1; echo $n; unset n; declare -i n; n+=5; echo $n", "-9223372036854775808\n5\n"),
    ("declare -i bad=1/0; echo never", 'bash: line 1: declare: 1/0: division by 0 (error token is "0")\n'),
    ("declare -l x; x=ABC; declare -p x; declare -u x=abc; declare -p x", 'declare -l x="abc"\ndeclare -u x="ABC"\n'),
    ("declare -r x=1; declare x=2; echo $?; export x; declare -p x", 'bash: line 1: declare: x: readonly variable\n1\ndeclare -rx x="1"\n'),
    ("readonly w=5 v; declare -p w v; readonly w=6; echo $?", 'declare -r w="5"\ndeclare -r v\nbash: line 1: w: readonly variable\n1\n'),
    ("export A=1 B; B=2; declare -p A B; export -n A; declare -p A", 'declare -x A="1"\ndeclare -x B="2"\ndeclare -- A="1"\n'),
    ("declare x; declare -p x; export x; declare -p x; declare x=1; declare -p x", 'declare -- x\ndeclare -x x\ndeclare -x x="1"\n'),
    ("a=1; f() { local a=2 b=$a; echo $b; declare -i c=5 d=c+1; echo $d; }; f; echo $a ${c-u}", "1\n6\n1 u\n"),
    ("f() { local -i n=$1; ((n)) && f $((n-1)); echo $n; }; f 2; echo ${n-u}", "0\n1\n2\nu\n"),
    ("f() { local a=(1 '2 3' $1) b; local -a c=(x); local -A m; m[k]=v; declare -p a b c m; }; f 'p q'; echo ${a-u}${c-u}",
     'declare -a a=([0]="1" [1]="2 3" [2]="p" [3]="q")\ndeclare -- b\ndeclare -a c=([0]="x")\ndeclare -A m=([k]="v" )\nuu\n'),
    ("f() { local -n r=$1; r=5; local -n q=1x; echo $?; }; f out; echo $out", "environment: line 1: local: `1x': invalid variable name for name reference\n1\n5\n"),
    ("f() { local k; echo \"[$k]\"; }; k=8 f; f2() { local -i k; echo \"[$k]\"; }; k=8 f2", "[8]\n[8]\n"),
    ("f() { local v=$(false); echo $?; local -i w=$(echo 3; false); echo $? $w; }; f", "0\n0 3\n"),
    ("declare IFS=:; z=1:2; echo $z", "1 2\n"),
    ("declare -x newx; env | grep -c newx; newx=1; env | grep newx", "0\nnewx=1\n"),
    ("local z=1; echo $?", "bash: line 1: local: can only be used in a function\n1\n"),
    ("set -e; f() { local x=$(false); echo on; }; f; export y=$(false); echo on; let i=0; echo never", "on\non\n"),
    ("let i=1+1 j=i*2; echo $? $i $j; let 'i = 1 / 0'; echo $?; if let k=0; then :; fi; echo $?", '0 2 4\nbash: line 1: let: i = 1 / 0: division by 0 (error token is "0")\n1\n0\n'),
    ("declare() { echo fn; }; declare x=5; unset -f declare; declare x=6; echo $x", "fn\n6\n"),
    ("x=08; echo $((10#$x)) $((2#101)) $((10#$x+1)); y=ff; echo $((16#$y)) $((36#$y))", "8 5 9\n255 555\n"),
    ("x=9; echo $((8#$x)); echo never", 'bash: line 1: 8#9: value too great for base (error token is "8#9")\n'),
    ("while getopts ab o -ab; do echo $o $OPTIND; done; OPTIND=1; getopts ab o -ab; echo $o", "a 1\nb 2\na\n"),
    ("printf '%s %d|' a 1 b; printf '%05d|%-5d|%5d|%5s|%-5s|\\n' 42 42 42 ab ab -42 -42 -42 é é", "a 1|b 0|00042|42   |   42|   ab|ab   |\n-0042|-42  |  -42|   é|é   |\n"),
    ("printf '%d %i\\n' '' 007; printf '%d\\n' 0x1f \"'a\" 3x; printf '%q\\n' 'a b' ''", "0 7\n31\n97\nbash: line 1: printf: 3x: invalid number\n3\na\\ b\n''\n"),
    ("printf -v x '%04d-%s' 7 abc; echo $x; printf -v 'a[2]' %s q; declare -p a; printf -v 1x %s q; echo $?", "0007-abc\ndeclare -a a=([2]=\"q\")\nbash: line 1: printf: `1x': not a valid identifier\n2\n"),
    ("printf -v z '%s' $'\\xc3'; printf -v z \"$z%s\" $'\\xa9'; echo ${#z}; readonly r=1; printf -v r %s 2; echo $?", "1\nbash: line 1: r: readonly variable\n1\n"),
]  # fmt: skip


def run(script: str) -> list[str]:
    done = Bash().exec_sync(script)
    # Which of the two streams a line goes to is not what is asked here.
    return sorted((done.stdout + done.stderr).splitlines())


@pytest.mark.parametrize(("script", "said"), CASES)
def test_the_short_way_gives_what_bash_gives(script, said):
    assert run(script) == sorted(said.splitlines())


@pytest.mark.parametrize(("script", "said"), [case for case in CASES if "set -e" not in case[0]])
def test_the_long_way_gives_the_same(script, said):
    assert run(f"set -T; trap : DEBUG; {script}") == sorted(said.splitlines())


def test_a_format_that_is_used_again_and_again_is_charged():
    from runtime.bash import Limits

    done = Bash(limits=Limits(max_variable_bytes=20_000)).exec_sync("printf '%200s' {1..500}; echo never")
    assert done.error == "limit.variable_bytes"
