"""Pipes, on their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.bash.errors import LimitExceeded
from runtime.bash.interp.pipes import Pipe
from runtime.bash.interp.scheduler import Scheduler
from runtime.bash.limits import Limits, Meter


def _scheduler() -> Scheduler:
    scheduler = Scheduler(lambda: 0.0, lambda _: None)
    scheduler.begin(Meter(Limits()))
    return scheduler


@pytest.fixture
def tasks() -> Iterator[Scheduler]:
    scheduler = _scheduler()
    yield scheduler
    scheduler.finish()


SIZES = st.lists(st.integers(1, 9), min_size=1)
READS = st.lists(st.one_of(st.integers(1, 12), st.sampled_from(["line", "short line", "rest"])), min_size=1)


@given(
    st.lists(st.binary(max_size=12).map(lambda data: data.replace(b"\xff", b"\n"))), READS, st.integers(1, 20)
)
def test_what_is_written_is_read_whatever_the_sizes(
    writes: list[bytes], reads: list[int | str], bound: int
) -> None:
    tasks = _scheduler()
    reader, writer = Pipe(tasks, bound).ends()

    def write() -> None:
        for data in writes:
            writer.write(data)
            assert writer.pipe.size <= bound + len(data)
        writer.release()

    tasks.spawn(write)
    got, turn = b"", 0
    while True:
        how = reads[turn % len(reads)]
        turn += 1
        if how == "rest":
            part = reader.read(-1)
        elif isinstance(how, int):
            part = reader.read(how)
            assert len(part) <= how
        else:
            limit = 3 if how == "short line" else -1
            part = reader.readline(b"\n", limit)
            assert part.count(b"\n") <= 1
            assert part[-1:] == b"\n" or len(part) == limit or not writer.count
        if not part:
            break
        got += part
    assert got == b"".join(writes)
    tasks.finish()


def test_a_reader_waits_for_bytes_and_sees_the_end(tasks: Scheduler) -> None:
    reader, writer = Pipe(tasks, 10).ends()
    assert not reader.ready()
    tasks.spawn(lambda: (tasks.pause(), writer.write(b"x"), writer.release()))
    assert reader.read() == b"x"
    assert reader.ready()
    assert reader.read() == reader.readline() == b""


def test_a_writer_waits_while_the_pipe_is_full(tasks: Scheduler) -> None:
    reader, writer = Pipe(tasks, 4).ends()
    written: list[int] = []
    tasks.spawn(lambda: [written.append(writer.write(b"123456") or 1) for _ in range(3)])
    tasks.pause()
    assert len(written) == 1
    reader.read(3)
    tasks.pause()
    assert len(written) == 2


def test_who_writes_to_nobody_gets_epipe_also_while_it_waits(tasks: Scheduler) -> None:
    reader, writer = Pipe(tasks, 1).ends()
    found: list[int | None] = []

    def write() -> None:
        try:
            while True:
                writer.write(b"xx")
        except OSError as error:
            found.append(error.errno)

    task = tasks.spawn(write)
    tasks.pause()
    reader.release()
    tasks.join(task)
    assert found == [32]


def test_an_end_is_closed_by_its_last_descriptor(tasks: Scheduler) -> None:
    reader, writer = Pipe(tasks, 9).ends()
    writer.retain()
    writer.release()
    writer.write(b"x")
    writer.release()
    assert reader.read(-1) == b"x"


def test_a_pipe_that_nobody_will_fill_is_a_deadlock(tasks: Scheduler) -> None:
    reader, _writer = Pipe(tasks, 9).ends()
    with pytest.raises(LimitExceeded):
        reader.read()


@pytest.mark.parametrize("name", ["reader", "writer"])
def test_a_pipe_has_no_offset(name: str, tasks: Scheduler) -> None:
    reader, writer = Pipe(tasks, 9).ends()
    with pytest.raises(OSError, match="Illegal seek"):
        {"reader": reader, "writer": writer}[name].seek(0)
