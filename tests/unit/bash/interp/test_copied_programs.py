"""Programs stand in /bin as files: what is done to the file holds for the program."""

from __future__ import annotations

import pytest

from runtime.bash import Bash
from runtime.bash.commands import names


@pytest.mark.parametrize(
    ("script", "output", "status"),
    [
        ("cp /bin/tr mine; echo abc | ./mine a-c A-C", "ABC\n", 0),
        ("ln -s /bin/cat also; echo x | ./also", "x\n", 0),
        ("cp /bin/bash b; ./b -c 'echo $0 $1' ./b one", "./b one\n", 0),
        ("cp /bin/ls mine; ./mine nope", "./mine: cannot access 'nope': No such file or directory\n", 2),
        ("cp /bin/ls mine; chmod -x mine; ./mine", "bash: line 1: ./mine: Permission denied\n", 126),
        # Nothing new comes of writing such a file: it names a program that there is, or none.
        (
            "printf '#!virtual nosuch\\n' > n; chmod +x n; ./n",
            "bash: line 1: ./n: cannot execute: required file not found\n",
            127,
        ),
        (
            "printf '#!virtual n\\n' > n; chmod +x n; PATH=.:$PATH; n",
            "bash: line 1: ./n: cannot execute: required file not found\n",
            127,
        ),
    ],
)
def test_a_copy_of_a_program_or_a_link_to_one_is_that_program(script: str, output: str, status: int) -> None:
    done = Bash(cwd="/tmp").exec_sync("exec 2>&1; " + script)
    assert (done.stdout, done.exit_code) == (output, status)


def test_a_builtin_that_is_run_as_a_program_changes_nothing_of_the_shell() -> None:
    done = Bash().exec_sync("/usr/bin/printf -v x hi > /dev/null 2>&1; echo [$x]; env kill -l 15")
    assert (done.stdout, done.exit_code) == ("[]\nTERM\n", 0)


def test_every_utility_stands_in_bin_whether_it_is_a_file_or_a_folder() -> None:
    done = Bash().exec_sync("ls /bin")
    assert set(done.stdout.split()) >= {*names(), "[", "bash", "kill", "sh"}
