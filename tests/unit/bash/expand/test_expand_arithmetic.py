"""Arithmetic: operators, numbers, arrays, texts as expressions, and the words of every error. Expected output is GNU bash 5.2's."""

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
            "echo $((1+2*3-4/2%3)) $((2**10)) $((2**3**2)) $((-2**2)) $((7/-2)) $((-7%3))",
            "5 1024 512 4 -3 -1\n",
        ),
        (
            "echo $((1<<64)) $((1<<-1)) $((-1>>1)) $((9223372036854775807+1)) $((-9223372036854775808/-1)) $((3**50)) $((99999999999999999999))",
            "1 -9223372036854775808 -1 -9223372036854775808 -9223372036854775808 6048575297968530377 7766279631452241919\n",
        ),
        (
            "echo $((16#ff)) $((2#101)) $((36#zZ)) $((64#@_)) $((0x1F)) $((010)) $((0x))",
            "255 5 1295 4031 31 8 0\n",
        ),
        ("echo $((5>3&&2>1||0)) $((!5)) $((~5)) $((5&3|8^1)) $((1?2:3?4:5)) $((1,2))", "1 0 -6 9 2 2\n"),
        (
            "x=5; ((x+=2,x<<=1)); echo $x $((x++)) $((++x)) $((x--)) $((--x)) $((y=z=3)) $y",
            "14 14 16 16 14 3 3\n",
        ),
        ("x=1+2; echo $((x*2)) $(($x*2)) $(( $x ? $x : 0 ))", "6 5 3\n"),
        ("x=-5; echo $((3-$x)) $((-$x)) $((x+1))", "8 5 -4\n"),
        ("z=3 x=-5; echo $((z-$x))", 'bash: line 1: z--5: syntax error in expression (error token is "5")\n'),
        (
            "a=(1 2 3); i=1; echo $((a[i]+a[i+1])) $((a[$i]*2)) $((${a[$i]}+${#a[@]})); ((a[5]=7,a[0]++)); echo ${a[@]}",
            "5 4 5\n2 2 3 7\n",
        ),
        ("a=(0 0 0) i=0; ((a[i++]++)); ((a[i]+=5)); echo ${a[@]} $i", "1 5 0 1\n"),
        (
            "declare -A m; k=\"a b\"; ((m[x]++)); ((m[$k]+=2)); ((m['q']=3)); echo $((m[x]+m[$k]+m[q])) $((${m[zz]:-0}+1)) ${#m[@]}",
            "6 1 3\n",
        ),
        ("a=b b=7; echo $((a)) $((a+1))", "7 8\n"),
        (
            "a=b b=a; echo $((a))",
            'bash: line 1: b: expression recursion level exceeded (error token is "b")\n',
        ),
        ("x='y=5'; echo $((x)) $y", "5 5\n"),
        ("echo $((1+)); echo no", 'bash: line 1: 1+: syntax error: operand expected (error token is "+")\n'),
        ("((1+)); echo $?", '1\nbash: line 1: ((: 1+: syntax error: operand expected (error token is "+")\n'),
        ("echo $((08)) ", 'bash: line 1: 08: value too great for base (error token is "08")\n'),
        ("echo $((1 2))", 'bash: line 1: 1 2: syntax error in expression (error token is "2")\n'),
        ("echo $((5=3))", 'bash: line 1: 5=3: attempted assignment to non-variable (error token is "=3")\n'),
        (
            "echo $((1.5))",
            'bash: line 1: 1.5: syntax error: invalid arithmetic operator (error token is ".5")\n',
        ),
        (
            "echo $((1?2))",
            'bash: line 1: 1?2: `:\' expected for conditional expression (error token is "2")\n',
        ),
        ("echo $((1?2:))", 'bash: line 1: 1?2:: expression expected (error token is ":")\n'),
        ("echo $((2**-1))", 'bash: line 1: 2**-1: exponent less than 0 (error token is "1")\n'),
        ("echo $((65#1))", 'bash: line 1: 65#1: invalid arithmetic base (error token is "65#1")\n'),
        ("echo $((16#))", 'bash: line 1: 16#: invalid integer constant (error token is "16#")\n'),
        ("echo $((3#5))", 'bash: line 1: 3#5: value too great for base (error token is "3#5")\n'),
        ("echo $((1/0))", 'bash: line 1: 1/0: division by 0 (error token is "0")\n'),
        ("x=5; echo $((x%=0))", 'bash: line 1: x%=0: division by 0 (error token is "0")\n'),
        ("n=0; echo $((5/$n))", 'bash: line 1: 5/0: division by 0 (error token is "0")\n'),
        ("echo $((@))", 'bash: line 1: @: syntax error: operand expected (error token is "@")\n'),
        (
            "echo $((1;2))",
            'bash: line 1: 1;2: syntax error: invalid arithmetic operator (error token is ";2")\n',
        ),
        ("echo $((a[1))", 'bash: line 1: a[1: bad array subscript (error token is "a[1")\n'),
        (
            "x=1.5; echo $((x+1))",
            'bash: line 1: 1.5: syntax error: invalid arithmetic operator (error token is ".5")\n',
        ),
        ("x=; echo $((x+1)) $(($x+1)) $(()) ", "1 1 0\n"),
        (
            "a=(1); ((a[-5]=1)); echo $? $((a[-5]))",
            "0 0\nbash: line 1: a[-5]: bad array subscript\nbash: line 1: a: bad array subscript\n",
        ),
        ("readonly r=1; ((r=2)); echo $? $r", "1 1\nbash: line 1: r: readonly variable\n"),
        ('let x=3*4 "y = x + 1"; echo $x $y; declare -i n; n=2+3; n+=4; echo $n', "12 13\n9\n"),
        ("for ((i=0;i<3;i++)); do echo -n $i; done; echo", "012\n"),
        ("op=+; v=abc abc=9; echo $((3 $op 4)) $(($v)) $((${v}+1)); ((${v}y=2)); echo $abcy", "7 9 10\n2\n"),
        ("x=5; echo $((x=3,x+$x)) $((x ** 2)) $(( (1+2)*3 ))", "8 9 9\n"),
    ],
)
def test_arithmetic_is_that_of_bash(script: str, output: str) -> None:
    assert run(script) == output


def test_a_long_sum_is_no_depth() -> None:
    assert run("echo $((" + "+".join(["1"] * 5000) + "))") == "5000\n"


def test_deep_parentheses_are_refused_in_words() -> None:
    assert "expression recursion level exceeded" in run("echo $((" + "(" * 5000 + "1" + ")" * 5000 + "))")


def test_expansions_in_an_expression_happen_once() -> None:
    assert run("n=0; f() { echo 1+1; }; echo $(($(f)*2)) $(( ${x:=4} + x ))") == "3 8\n"


def test_a_value_that_is_no_number_is_read_as_text_each_time() -> None:
    assert run("for x in 1 2+3 4; do echo -n $(($x*2)) ''; done") == "2 8 8 "


def test_huge_powers_and_shifts_make_no_huge_numbers() -> None:
    assert run("echo $((9**999999999)) $((1<<999999999999))") == "3591297635458227769 -9223372036854775808\n"


def test_a_loop_through_names_ends() -> None:
    """T-BASH arithmetic recursion through variables."""
    assert "expression recursion level exceeded" in run("x='x+1'; echo $((x))")


def test_commands_in_subscripts_of_values_run_in_the_virtual_shell() -> None:
    assert run("x='a[$(echo 2)]'; a=(7 8 9); echo $((x))") == "9\n"
