"""A shell for the tables of builtins: each row is a script, what GNU bash 5.2 wrote (both streams as one) and its status."""

import pytest

from runtime.bash import Bash


@pytest.fixture
def says():
    """A check that a script says in the virtual shell what the table has."""

    def check(script, output, status=0):
        shell = Bash(cwd="/tmp/t", username="user", env={"LC_ALL": "C.UTF-8"})
        done = shell.exec_sync("{ " + script + "\n} 2>&1")
        said = done.stdout_bytes.decode("utf-8", "surrogateescape")
        assert (said, done.exit_code, done.failures) == (output, status, ())

    return check
