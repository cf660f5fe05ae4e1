"""kill -9 before any system call of a run: the log verifies, nothing is lost, and the next run finishes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from retained_logs import RetainedLog

from runtime.audit.read.reader import LogReader

CHILD = Path(__file__).with_name("retention_crash_child.py")
Kill = Callable[[Path, int], str]


@pytest.fixture
def kill() -> Iterator[Kill]:
    """Has a run on the log in a folder killed before its so manyth call that changes something: ``killed``, or ``ended 0``."""
    command = [sys.executable, str(CHILD)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        told, said = child.stdin, child.stdout

        def run(folder: Path, count: int) -> str:
            told.write(f"{folder} {count}\n")
            told.flush()
            return said.readline().strip()

        yield run
        told.close()


def records(log: RetainedLog) -> bytes:
    with LogReader(log.place) as reader:
        return b"".join(reader.read(0, reader.end()))


def finishes(kill: Kill, base: Path, count: int) -> bool:
    """Kill a run at one point, look, and run again; whether the point was reached."""
    log = RetainedLog(base)
    log.write(range(4))
    log.write(range(10, 70), valued=False)
    before = records(log)
    ended = kill(base, count)
    assert ended in ("killed", "ended 0")
    report = log.verify()
    assert report.verdict == "OK_NOT_WITNESSED" or report.code in ("log.unsigned", "vault.missing"), report
    assert records(log).startswith(before)
    log.retain(values_days=1)
    assert sum(size == 0 for size in log.bytes_here().values()) >= 2
    final = log.verify()
    assert (final.verdict, final.erased, final.values) == ("OK_NOT_WITNESSED", 4, 0), final
    assert log.verify(fetch=False, quick=True).verdict == "OK_NOT_WITNESSED"
    return ended == "killed"


def test_a_run_that_is_killed_anywhere_loses_nothing_and_is_finished(kill, tmp_path):
    """T-RET-00: a sample; the soak kills before each call."""
    points = sorted(random.Random(7).sample(range(130), 6))
    assert all(finishes(kill, tmp_path / str(count), count) for count in points)


@pytest.mark.soak
def test_a_run_that_is_killed_at_each_call_loses_nothing_and_is_finished(kill, tmp_path):
    """T-RET-00"""
    count = 0
    while finishes(kill, tmp_path / str(count), count):
        count += 1
    assert count > 100
