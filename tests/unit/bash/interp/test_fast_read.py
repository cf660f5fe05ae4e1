"""``read`` with plain words: its fast path gives what the builtin gives, whatever the names and the line are."""

import pytest

from runtime.bash import Bash


def run(script: str, data: str = "") -> str:
    done = Bash(files={"/data": data}).exec_sync(script)
    return done.stdout + done.stderr


# What GNU bash 5.2 prints; the second time each script goes the long way, by a DEBUG trap that looks at every command.
@pytest.mark.parametrize(
    ("script", "data", "said"),
    [
        ('while read x y; do echo "[$x|$y]"; done < /data; echo "$x|$y"', "a b  c \nx\\ y z\nlast", "[a|b  c]\n[x y|z]\nlast|\n"),
        ('while read -r x y; do echo "[$x|$y]"; done < /data', "x\\ y z\nq\\\nr s\n", "[x\\|y z]\n[q\\|]\n[r|s]\n"),
        ('while read x; do echo "[$x]"; done < /data', "one\\\ntwo\nthree\n", "[onetwo]\n[three]\n"),
        ('while IFS= read -r; do echo "[$REPLY]"; done < /data', " a \n\n", "[ a ]\n[]\n"),
        ('while IFS=: read -r x y; do echo "[$x|$y]"; done < /data', "a:b:c:\n:x::\n::\nq:\n", "[a|b:c:]\n[|x::]\n[|]\n[q|]\n"),
        ("IFS=, read -ra x < /data; declare -p x", "a,,b,\n", 'declare -a x=([0]="a" [1]="" [2]="b")\n'),
        ("read -a x < /data; declare -p x", "a\\ b c\n", 'declare -a x=([0]="a b" [1]="c")\n'),
        ('read x < /data; echo "${#x}$x"', "a\0b\n", "2ab\n"),
        ('read x; echo "$?$x"; declare -n r=t; read r <<< z; echo $t; declare -i n; read n <<< 3+4; echo $n', "", "1\nz\n7\n"),
        ("f() { local l; read l m <<< 'p q'; declare -p l; }; f; echo ${l-unset} $m", "", 'declare -- l="p"\nunset q\n'),
        ("declare -A m; read -a m <<< 'a b'; echo $?", "", "bash: line 1: read: m: not an indexed array\n1\n"),
        ("IFS=x read a b <<< 1x2; echo $a $b ${IFS@Q}", "", "1 2 $' \\t\\n'\n"),
        ("(readonly IFS; IFS=: read a b <<< 1:2; echo $a,$b)", "", "bash: line 1: IFS: readonly variable\n1:2,\n"),
        ("readonly x=1; read x <<< 5; echo $? $x", "", "bash: line 1: x: readonly variable\n1 1\n"),
        ("read IFS <<< :; x=1:2; echo $x", "", "1 2\n"),
        ("read x 0<&-; echo $?", "", "bash: line 1: read: read error: 0: Bad file descriptor\n1\n"),
        ("read x < /none; echo $?", "", "bash: line 1: /none: No such file or directory\n1\n"),
        ("read x < /; echo $?", "", "bash: line 1: read: read error: 0: Is a directory\n1\n"),
        ("read x < <(echo p); echo $x", "", "p\n"),
        ("read() { echo fn $1; }; read a; unset -f read; read q <<< zz; echo $q", "", "fn a\nzz\n"),
        ("set -e; read x < /data || echo ended; read x < /data; echo never", "", "ended\n"),
    ],
)  # fmt: skip
def test_lines_are_read_and_split_as_bash_does(script, data, said):
    assert sorted(run(script, data).splitlines()) == sorted(said.splitlines())
    assert sorted(run(f"trap : DEBUG; {script}", data).splitlines()) == sorted(said.splitlines())


def test_a_long_line_is_read_whole_and_the_next_one_after_it():
    text = "x" * 200_000
    assert (
        run("read -r a < /data; echo ${#a}; { read a; read b; } < /data; echo $b", f"{text}\nnext\n")
        == "200000\nnext\n"
    )


def test_a_line_that_outgrows_the_budget_ends_the_script():
    from runtime.bash import Limits

    done = Bash(files={"/data": "y" * 300_000}, limits=Limits(max_variable_bytes=200_000)).exec_sync(
        "read a < /data; echo on"
    )
    assert done.error == "limit.variable_bytes"
