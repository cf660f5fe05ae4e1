"""Assignments: alone, before a command, to elements, of arrays; what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Bash, Limits

Out = Callable[[str], str]
Said = Callable[[str], tuple[str, str, int]]


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("x=1; x=3 y=$x; echo $x $y", "3 3\n"),
        ("x=$(exit 4); echo $?; x=5; echo $?; x=$(exit 4) y=1; echo $?", "4\n0\n4\n"),
        ("$(exit 3); echo $?; $none; echo $?; >/dev/null $(exit 3); echo $?", "3\n0\n3\n"),
        ("false; x=$?; echo $x", "1\n"),
        ("x=a; x+=b; x+=c; echo $x; unset y; y+=d; echo $y", "abc\nd\n"),
        ('s=; for i in 1 2 3; do s="${s}$i"; done; echo $s', "123\n"),
        ("declare -i n=3; n+=4; n=n*2; echo $n", "14\n"),
        ("declare -u u=abc; u+=def; declare -l l=ABC; echo $u $l", "ABCDEF abc\n"),
        ("a=(x [5]=y z); echo ${!a[@]} ${a[@]}; a+=(w); echo ${!a[@]}", "0 5 6 x y z\n0 5 6 7\n"),
        ("a=(1 2 3); a[-1]=z; a[1]+=y; echo ${a[@]}", "1 2y z\n"),
        ('a=(b c); a=("${a[@]}" d); echo ${#a[@]}', "3\n"),
        ("a=(1 2); (a[0]=x; a+=(3); echo ${a[@]}); echo ${a[@]}", "x 2 3\n1 2\n"),
        ("i=0; a[i++]=$i; a[i++]=$i; echo ${a[@]} $i", "0 1 2\n"),
        ("declare -A m=([a]=1 ['b c']=2); m[d]=3; m+=([a]=9); echo ${m[a]} ${m[b c]} ${#m[@]}", "9 2 3\n"),
        ("declare -A m=(k v l w); echo ${m[k]}${m[l]}", "vw\n"),
        ("declare -A m; k='x y'; m[$k]=1; m[$k]=$(( ${m[$k]:-0} + 1 )); echo ${m[$k]}", "2\n"),
        ("declare -n r=t; r=5; r+=6; echo $t; r=(1 2); r[1]=x; echo ${t[@]}", "56\n1 x\n"),
        ("declare -n r; for r in x y; do r=$r.; done 2>/dev/null; echo ${!r}", "y\n"),
        ("declare -ai a=(1+1); a+=(2*3); a[0]+=5; echo ${a[@]}", "7 6\n"),
        ("set -a; x=1; bash -c 'echo $x'", "1\n"),
        ("x=1; x=2 eval 'echo $x'; echo $x; x=3 :; echo $x", "2\n1\n1\n"),
        ("x=5 export x; echo $x; y=6 readonly y; echo $y", "5\n6\n"),
        ("x=1 y=$x env | grep ^y", "y=1\n"),
        ("x=1; bash -c 'echo [$x]'; x=2 bash -c 'echo [$x]'", "[]\n[2]\n"),
        ('set -k; f() { echo "$x $*"; }; f x=1 a', "1 a\n"),
        ("set -o posix; x=1 :; echo $x", "1\n"),
        ("IFS=: read -r a b <<< 1:2; echo $a $b; x='3 4'; set -- $x; echo $#", "1 2\n2\n"),
        ("export a=1; a=(x y); bash -c 'echo [$a]'", "[]\n"),
        ('declare s=bar; echo $_; s=baz; echo "[$_]"; declare a=(1); echo $_', "s=bar\n[]\na\n"),
    ],
)
def test_an_assignment_does_this(out: Out, script: str, printed: str) -> None:
    assert out(script) == printed


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("readonly x=1; x=2; echo no", "x: readonly variable"),
        ("readonly a=(1); a[0]=2; echo no", "a: readonly variable"),
        ("readonly a=(1); a+=(2); echo no", "a: readonly variable"),
        ("a[-9]=1; echo no", "a[-9]: bad array subscript"),
        ("a[]=1; echo no", "a[]: bad array subscript"),
        ("declare -A m; m[]=1; echo no", "m[]: bad array subscript"),
        ("a=(1); a[0]=(2 3); echo no", "a[0]: cannot assign list to array member"),
    ],
)
def test_a_refused_assignment_throws_away_its_line(said: Said, script: str, message: str) -> None:
    assert said(f"{script}\necho next $?") == ("next 1\n", f"bash: line 1: {message}\n", 0)


def test_a_readonly_name_before_a_command_is_reported_and_the_command_runs(said: Said) -> None:
    assert said("readonly x=1; x=2 echo ran") == ("ran\n", "bash: line 1: x: readonly variable\n", 0)


def test_an_element_cannot_stand_before_a_command(said: Said) -> None:
    assert said('a[1]=x true; echo "[${a[1]}]"') == (
        "[]\n",
        "bash: line 1: `a[1]': not a valid identifier\n",
        0,
    )


def test_what_variables_hold_is_counted_not_what_was_ever_written() -> None:
    limits = Limits(max_variable_bytes=100_000, max_commands=10**6, max_loop_iterations=10**6)
    script = "x=$(printf %05000d 0); for ((i=0;i<2000;i++)); do a[0]=$x; y=$x; done; echo ${#a[0]}"
    result = Bash(limits=limits).exec_sync(script)
    assert (result.stdout, result.error) == ("5000\n", None)


@pytest.mark.parametrize(
    "hoarding",
    [
        "x=$(printf %05000d 0); for ((i=0;;i++)); do a[i]=$x; done",
        'for ((i=0;;i++)); do a+=("$i"); done',
        "declare -A m; for ((i=0;;i++)); do m[k$i]=$i; done",
        'for ((i=0;;i++)); do eval "v$i=x"; done',
        'for ((i=0;;i++)); do eval "f$i() { :; }"; done',
        "x=a; while :; do x=$x$x; done",
        'a=(1); while :; do a+=("${a[@]}"); done',
        "f() { local x$1=$(printf %02000d 0); f $(($1+1)); }; f 1",
        'set -- x; while :; do set -- "$@" "$@" y; a=("$@"); done',
    ],
)
def test_hoarding_ends_at_the_limit_of_variables(hoarding: str) -> None:
    """T-SH-02: held bytes are charged before the host's memory is."""
    limits = Limits(
        max_variable_bytes=100_000, max_commands=10**6, max_loop_iterations=10**6, max_function_depth=500
    )
    result = Bash(limits=limits).exec_sync(hoarding)
    assert (result.error, result.failures) == ("limit.variable_bytes", ())
