"""``[`` with ``-a`` and ``-o`` between comparisons: compiled where the words are plain, and the same answers by the builtin."""

import pytest

from runtime.bash import Bash

VALUES = ("", "x", "5", "!", "(", "=", "-a", "-f")
TESTS = (
    '[ "$a" = "$b" -a -n "$a" ]',
    '[ -n "$a" -o -z "$b" -a -n x ]',
    '[ "$a" != x -o "$b" = 5 -a 1 -lt 2 ]',
    '[ -f "$a" -o -d / ]',
    'test -z "$a" -a -z "$b"',
    "[ 1 -lt 2 -o 2 -lt 1 -a 4 -lt 3 ]",
)


@pytest.mark.parametrize("test", TESTS)
def test_compiled_and_interpreted_tests_agree_for_operands_that_look_like_operators(test):
    asked = "\n".join(f"a='{a}' b='{b}'; {test}; echo $?" for a in VALUES for b in VALUES)
    compiled, interpreted = Bash().exec_sync(asked), Bash().exec_sync(f"trap : DEBUG\n{asked}")
    assert compiled.stdout.split() == interpreted.stdout.split()
    assert {"0", "1"} >= set(compiled.stdout.split()) - {"2"}


@pytest.mark.parametrize(
    ("test", "status"),
    [
        ("[ $i -gt 3 -a $i -lt 9 ]", 0),
        ("[ $i -gt 3 -a $i -lt 4 ]", 1),
        ("[ $i -gt 7 -o $i -lt 9 ]", 0),
        ("[ 1 -lt 2 -a 2 -lt 1 -o 3 -lt 4 ]", 0),
        ("[ 1 -lt 2 -o 2 -lt 1 -a 4 -lt 3 ]", 0),
        ('[ ! -n "$i" -a 1 -lt 2 ]', 1),
        ("[ \\( 1 -lt 2 \\) -a 3 -lt 4 ]", 0),
        ("[ -a = -a -a 1 = 1 ]", 0),
        ('[ x = x -a "-o" = y ]', 1),
        ("[ x -lt 9 -o 1 = 1 ]", 2),
    ],
)
def test_and_binds_tighter_than_or(test, status):
    assert Bash().exec_sync(f"i=5; {test}").exit_code == status
