"""Command substitution."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Result


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("x=$(printf 'a\\n\\n\\n'); echo \"[$x]\"", "[a]\n"),
        ("echo \"[$(printf '\\n\\na ')]\"", "[\n\na ]\n"),
        ("x=$(exit 4); echo $?; echo $(exit 3) $?", "4\n3\n"),
        ("x=1; y=$(x=2; echo $x); echo $x$y", "12\n"),
        ("f() { echo $1; return 3; }; x=$(f a); echo $? $x", "3 a\n"),
        ("echo $(echo `echo $(echo deep)`)", "deep\n"),
        ("exec 3>&1; x=$(echo a; echo b >&3); echo [$x]", "b\n[a]\n"),
        ("set -e; x=$(false; echo y); echo [$x]", "[y]\n"),
        ("set -e; shopt -s inherit_errexit; x=$(false; echo y); echo [$x]", ""),
        ("echo abc > f; x=$(<f); echo $x $?", "abc 0\n"),
        ("x=$( (sleep 1; echo late) & ); echo $x $SECONDS", "late 1\n"),
        ("x=$(sleep 1 & echo now; wait); echo $x $SECONDS", "now 1\n"),
        ("echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL))", "0 1 2\n"),
        ("x=$(kill $BASHPID); echo $?", "143\n"),
        ("x=$(break 2>/dev/null; echo y); echo $x", "y\n"),
        ("a=(1 2); x=$(a+=(3); echo ${#a[@]}); echo $x${#a[@]}", "32\n"),
        ("x=$(exec >/dev/null; echo no); echo [$x]", "[]\n"),
        ("x=$(printf '\\377'); printf $x | od -An -tx1", " ff\n"),
    ],
)
def test_what_a_substitution_gives(script: str, printed: str, run: Callable[[str], Result]) -> None:
    result = run(script)
    assert (result.stdout, result.failures) == (printed, ())


def test_nul_bytes_are_dropped_with_bashs_warning(run: Callable[[str], Result]) -> None:
    result = run("x=$(printf 'a\\0b'); echo $x")
    assert result.stdout == "ab\n"
    assert result.stderr == "bash: line 1: warning: command substitution: ignored null byte in input\n"


def test_a_file_that_is_not_there_fails_the_substitution_alone(run: Callable[[str], Result]) -> None:
    result = run("x=$(<nope); echo $?")
    assert (result.stdout, result.stderr) == ("1\n", "bash: line 1: nope: No such file or directory\n")
