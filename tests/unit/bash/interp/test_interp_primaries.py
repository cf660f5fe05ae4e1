"""The primaries of ``[`` and ``[[`` about files, variables and descriptors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Out = Callable[[str], str]
SETUP = """cd /tmp; : > empty; echo x > full; ln -s full link; ln -s none dangling; mkdir dir; mkfifo pipe
chmod 000 empty; chmod 4755 full; touch -d '2020-01-01' old; touch -d '2021-01-01' new; ln new same
a=(1); declare -A m=([k]=v); declare -n ref=a unbound; set -- p
"""


@pytest.mark.parametrize(
    ("question", "yes", "no"),
    [
        ("-e", "full link dir pipe", "none dangling ''"),
        ("-a", "full", "none"),
        ("-f", "full link", "dir pipe none"),
        ("-d", "dir", "full none"),
        ("-h", "link dangling", "full none"),
        ("-L", "link", "full"),
        ("-p", "pipe", "full"),
        ("-s", "full", "empty none"),
        ("-c", "/dev/null", "full"),
        ("-b", "''", "full"),
        ("-S", "''", "full"),
        ("-r", "full", "empty none ''"),
        ("-w", "full", "empty none"),
        ("-x", "full", "empty none"),
        ("-u", "full", "old"),
        ("-g", "''", "full"),
        ("-k", "/tmp", "full"),
        ("-O", "full", "/ none"),
        ("-G", "full", "/ none"),
        ("-t", "''", "0 9 x"),
        ("-o", "hashall", "errexit none"),
        ("-v", "HOME a a[0] m[k] a[@] 1 ref", "none a[3] m[z] 2 none[0] none[@] m[@]"),
        ("-R", "ref", "HOME unbound none PPID"),
        ("-z", "''", "x"),
        ("-n", "x", "''"),
        ("-e", "/dev/fd/1 /dev/stdin", "/dev/fd/99 /dev/fd/x"),
    ],
)
def test_a_primary_answers_yes_or_no(out: Out, question: str, yes: str, no: str) -> None:
    ask = f'for x in {yes}; do test {question} "$x" || echo "no: $x"; done'
    if yes == "''":
        ask = ":"
        if question == "-z":
            ask = "test -z '' || echo no"
    refuse = f'for x in {no}; do test {question} "$x" && echo "yes: $x"; done'
    assert out(f"{SETUP}{ask}; {refuse}; :") == ""


@pytest.mark.parametrize(
    ("comparison", "status"),
    [
        ("new -nt old", 0),
        ("old -nt new", 1),
        ("new -nt none", 0),
        ("none -nt new", 1),
        ("old -ot new", 0),
        ("none -ot new", 0),
        ("new -ef same", 0),
        ("new -ef old", 1),
        ("none -ef none", 1),
    ],
)
def test_files_are_compared_by_age_and_identity(out: Out, comparison: str, status: int) -> None:
    assert out(f"{SETUP}[[ {comparison} ]]; echo $?; [ {comparison} ]; echo $?") == f"{status}\n{status}\n"
