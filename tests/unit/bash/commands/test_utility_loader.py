"""Utilities are found by file name, at their first use, and every way that they end is a status."""

from __future__ import annotations

import subprocess
import sys

import pytest

from runtime.bash.commands import confined, names, utility
from runtime.bash.errors import LimitExceeded
from runtime.bash.option_table import Done
from runtime.bash.streams import Stream


def test_every_listed_name_is_a_utility() -> None:
    listed = names()
    assert {"cat", "grep", "sed", "find", "sort"} <= listed
    assert all(utility(name) is not None for name in listed)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "os",
        "_input",
        "__init__",
        "../os",
        "cat.main",
        "a b",
        "import",
        "nope",
        "\uff43at",
        "cat\0",
        "[",
        "-",
    ],
)
def test_a_name_that_is_no_utility_imports_nothing(name) -> None:
    before = set(sys.modules)
    assert utility(name) is None
    assert set(sys.modules) - before == set()


def test_finding_one_utility_does_not_import_another() -> None:
    code = (
        "import sys; from runtime.bash.commands import utility; utility('cat');"
        "print([m for m in sys.modules if m.startswith('runtime.bash.commands.') and '._' not in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['runtime.bash.commands.cat']\n"


class Broken(Stream):
    def __init__(self, errno: int) -> None:
        super().__init__()
        self.errno = errno

    def write(self, data: bytes) -> None:
        raise OSError(self.errno, "it does not work")


def test_a_writer_without_a_reader_ends_as_by_sigpipe(run) -> None:
    assert run("seq", "3", stdout=_with_value(Broken(32))).status == 141


def test_output_that_cannot_be_written_is_said_and_fails(run) -> None:
    done = run("seq", "3", stdout=_with_value(Broken(28)))
    assert (done.status, done.err) == (1, "seq: write error: No space left on device\n")


def _with_value(stream):
    stream.value = lambda: b""
    return stream


def test_bad_usage_inside_a_utility_is_its_status(context) -> None:
    def main(cx):
        raise Done(7)

    assert confined(main)(context("x")) == 7


def test_a_limit_passes_through_whole(run) -> None:
    with pytest.raises(LimitExceeded) as caught:
        run("sort", stdin=b"x" * 2000, limits={"max_file_bytes": 1000})
    assert caught.value.code == "limit.file_bytes"
