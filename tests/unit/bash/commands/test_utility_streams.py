"""Utilities read no more than they need, hold no more than they may, and end when their time is up."""

from __future__ import annotations

import itertools

import pytest

from runtime.bash.commands import utility
from runtime.bash.errors import LimitExceeded
from runtime.bash.streams import Input, Stream

NAUGHTY = bytes(range(256)) * 3 + b"\xff\xfe\n\0\n" + "é\u2028\U0001f600".encode() + b"\r\nend"


class Endless(Stream):
    """Reads the same for ever."""

    def __init__(self, data: bytes = b"y\n") -> None:
        super().__init__()
        self.data = data

    def read(self, size: int = 65_536) -> bytes:
        return self.data

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        return self.data


def test_head_leaves_the_rest_for_the_next_reader(run) -> None:
    source = Input(b"1\n2\n3\n")
    assert run("head", "-n1", stdin=source).out == b"1\n"
    assert source.read() == b"2\n3\n"


def test_grep_that_stops_early_gives_back_what_it_did_not_look_at(run) -> None:
    source = Input(b"a\nb\na\nc\n")
    assert run("grep", "-m1", "a", stdin=source).out == b"a\n"
    assert source.read() == b"b\na\nc\n"


@pytest.mark.parametrize(
    "args", [("head", "-n3"), ("head", "-c5"), ("sed", "2q"), ("grep", "-m2", "y"), ("grep", "-q", "y")]
)
def test_an_endless_input_is_no_problem_for_who_needs_its_head(run, args) -> None:
    assert run(*args, stdin=Endless()).status == 0


@pytest.mark.parametrize(
    "args",
    [("sort",), ("tac",), ("wc",), ("tail", "-c", "5G"), ("head", "-c", "-5G"), ("xargs", "echo"), ("od", "-S3"),
     ("sed", ":a;N;ba"), ("grep", "x", "--null-data")],
)  # fmt: skip
def test_who_must_hold_an_endless_input_ends_by_a_limit(run, args) -> None:
    with pytest.raises(LimitExceeded):
        run(
            *args,
            stdin=Endless(b"y\n" * 4096),
            limits={"max_file_bytes": 1_000_000, "max_loop_iterations": 500},
        )


@pytest.mark.parametrize(
    "args", [("yes",), ("seq", "inf"), ("wc", "-l"), ("uniq",), ("tr", "y", "z"), ("cat",), ("cut", "-c1")]
)
def test_an_endless_stream_ends_with_its_time(context, args) -> None:
    """The clock moves a second at every look: thirty looks, then it is over."""
    ticks = itertools.count()
    cx = context(*args, stdin=Endless(b"y\n" * 100), now=lambda: float(next(ticks)))
    with pytest.raises(LimitExceeded) as caught:
        utility(args[0])(cx)
    assert caught.value.code == "limit.timeout"


@pytest.mark.parametrize(
    "args",
    [("cat",), ("cat", "-A"), ("tac",), ("sort",), ("uniq",), ("rev",), ("od", "-c"), ("xxd",), ("wc",), ("sed", "s/x/y/g"),
     ("sed", "-n", "l"), ("grep", "-a", ""), ("grep", "-ao", "."), ("tr", "a-z", "A-Z"), ("cut", "-c2-"), ("cut", "-f1"),
     ("nl",), ("fold", "-w5"), ("paste", "-", "-"), ("head", "-n2"), ("tail", "-n2"), ("expr", "a", ":", "\udcff"),
     ("comm", "-", "f"), ("diff", "-a", "-", "f"), ("cmp", "-l", "-", "f"), ("dd", "conv=ucase,swab"), ("xargs", "-0", "x")],
)  # fmt: skip
def test_any_bytes_are_fine_and_none_raise(run, args) -> None:
    done = run(*args, stdin=NAUGHTY, files={"f": NAUGHTY[::-1]})
    assert done.status in (0, 1)


@pytest.mark.parametrize(
    "args",
    [("cat",), ("sed", ""), ("tr", "", "", "-d"), ("tail", "-n+1"), ("head", "-c1M"), ("dd", "status=none")],
)
def test_what_copies_changes_no_byte(run, args) -> None:
    args = ("tr", "-d", "") if args[0] == "tr" else args
    assert run(*args, stdin=NAUGHTY).out == NAUGHTY


def test_two_times_backwards_is_forwards(run) -> None:
    for tool in ("rev", "tac"):
        text = "eins\nzwei é\ndrei\n".encode()
        assert run(tool, stdin=run(tool, stdin=text).out).out == text


def test_a_dump_turns_back_into_its_bytes(run) -> None:
    for flags in ((), ("-p",), ("-c", "7"), ("-g", "1")):
        dump = run("xxd", *flags, stdin=NAUGHTY).out
        assert run("xxd", "-r", *flags, stdin=dump).out == NAUGHTY
