"""Verifies segments in worker processes, as many as there are cores.

Each process takes one segment after another: a frame with the task on its standard input, frames with progress and the
result on its output. A frame is its length in eight bytes and MessagePack. The processes run the interpreter and the files
that this one runs. One that cannot be started, or dies, costs time only: its segment is then verified here.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

import msgspec

from runtime.audit.layout.checkpoint_file import CheckpointRange
from runtime.audit.layout.segments import Segment
from runtime.audit.verify.boundary_calls import BoundaryCalls, SegmentCalls
from runtime.audit.verify.completeness import Violation
from runtime.audit.verify.segment_verifier import SegmentOutcome, SegmentVerifier
from runtime.audit.verify.vault_check import VaultCheck, VaultComparison
from runtime.contracts.audit import Body, Record

if TYPE_CHECKING:
    import subprocess

_BOOT = "import sys; sys.path += sys.argv[1:]; from runtime.audit.verify.worker_pool import run_worker; run_worker()"
_LENGTH_BYTES = 8
_START_S = 30.0
"""What calls itself the interpreter, and is a program that embeds it, may never say a word."""
_AHEAD = 2
"""How many segments for each process are under way or finished before the first of them is taken: bounds the memory."""


class SegmentTask(msgspec.Struct, frozen=True):
    """A segment, and the checkpoints that speak of it."""

    segment: Segment
    checkpoints: CheckpointRange
    vault: bool = False
    """Whether the vault is compared with the segment's records, too."""


class SegmentResult(msgspec.Struct, kw_only=True):
    """What a task came to: an outcome, or the number and text of an operating system's error."""

    outcome: SegmentOutcome | None = None
    boundary_calls: BoundaryCalls | None = None
    comparison: VaultComparison | None = None
    errno: int = 0
    error: str = ""


class _Message(msgspec.Struct):
    """What a process says: how many bytes it has read since, and at the end the result."""

    count: int = 0
    done: SegmentResult | None = None


def available_cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0))


def verify_segment(task: SegmentTask, progress: Callable[[int], None]) -> SegmentResult:
    """Carry out a task in this process."""
    calls = SegmentCalls()
    check = VaultCheck(Path(task.segment.folder), task.segment.start.size) if task.vault else None

    def follow(record: Record, body: Body, line: bytes, offset: int) -> Violation | None:
        if check is not None:
            check.take(record.seq, body)
        return calls.take(record, body, line, offset)

    try:
        outcome = SegmentVerifier(task.segment, follow, progress).run(task.checkpoints)
    except OSError as error:
        return SegmentResult(errno=error.errno or 0, error=error.strerror or str(error))
    finally:
        comparison = check.close() if check is not None else None
    return SegmentResult(outcome=outcome, boundary_calls=calls.boundary_calls(), comparison=comparison)


def verify_segments(
    tasks: Sequence[SegmentTask], processes: int, progress: Callable[[int], None]
) -> Iterator[SegmentResult]:
    """Carry out tasks in so many processes; the results come in the order of the tasks."""
    pool = _WorkerPool(tasks, progress)
    try:
        pool.start(min(processes, len(tasks)))
        for number in range(len(tasks)):
            yield pool.result(number)
    finally:
        pool.close()


class _Worker:
    """One process, and the task that it is at."""

    def __init__(self) -> None:
        """Start it. Raises OSError."""
        import subprocess

        own = str(Path(__file__).parents[__name__.count(".")])  # where this package is
        command = [sys.executable, "-I", "-S", "-c", _BOOT, own, *(path for path in sys.path if path)]
        self.process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603  # this interpreter
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.task: int | None = None
        self.has_spoken = False

    @property
    def source(self) -> IO[bytes]:
        assert self.process.stdout is not None  # noqa: S101  # it was asked for
        return self.process.stdout

    def give(self, number: int, task: SegmentTask) -> None:
        """Hand it a task. Raises OSError."""
        assert self.process.stdin is not None  # noqa: S101  # it was asked for
        self.task = number
        _send(self.process.stdin, task)

    def close(self) -> None:
        """End it: nothing that it holds is worth keeping."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


class _WorkerPool:
    """Hands tasks to processes and gathers what they say."""

    def __init__(self, tasks: Sequence[SegmentTask], progress: Callable[[int], None]) -> None:
        self._tasks = tasks
        self._progress = progress
        self._waiting = deque(range(len(tasks)))
        self._results: dict[int, SegmentResult] = {}
        self._workers: list[_Worker] = []
        self._taken = 0

    def start(self, processes: int) -> None:
        """Start the processes, or as many as can be."""
        try:
            for _ in range(processes if sys.executable else 0):
                self._workers.append(_Worker())
        except OSError:
            return

    def result(self, number: int) -> SegmentResult:
        """The result of a task; those in front of it were taken already."""
        self._taken = number
        while number not in self._results:
            self._hand_out()
            if not any(worker.task is not None for worker in self._workers):
                self._waiting = deque(waiting for waiting in self._waiting if waiting != number)
                return verify_segment(self._tasks[number], self._progress)
            self._listen()
        return self._results.pop(number)

    def close(self) -> None:
        """End every process."""
        for worker in self._workers:
            worker.close()

    def _hand_out(self) -> None:
        for worker in list(self._workers):
            if worker.task is None and self._waiting:
                if self._waiting[0] >= self._taken + _AHEAD * len(self._workers):
                    return
                number = self._waiting.popleft()
                try:
                    worker.give(number, self._tasks[number])
                except OSError:
                    self._lose(worker)

    def _listen(self) -> None:
        """Wait until some process says something."""
        import select

        busy = {worker.source.fileno(): worker for worker in self._workers if worker.task is not None}
        poll = select.poll()
        for descriptor in busy:
            poll.register(descriptor, select.POLLIN)
        silent = [worker for worker in busy.values() if not worker.has_spoken]
        ready = poll.poll(_START_S * 1000 if silent else None)
        for worker in () if ready else silent:
            self._lose(worker)
        for descriptor, _ in ready:
            worker = busy[descriptor]
            worker.has_spoken = True
            try:
                message = msgspec.msgpack.decode(_receive(worker.source), type=_Message)
            except (EOFError, OSError, msgspec.MsgspecError):
                self._lose(worker)
                continue
            if message.done is None:
                self._progress(message.count)
            elif worker.task is not None:
                self._results[worker.task] = message.done
                worker.task = None

    def _lose(self, worker: _Worker) -> None:
        """A process died: its task waits again, in its place."""
        self._workers.remove(worker)
        worker.close()
        if worker.task is not None:
            self._waiting = deque(sorted([*self._waiting, worker.task]))


def run_worker() -> None:
    """What a process does until its input ends."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    _send(target, _Message())
    while True:
        try:
            task = msgspec.msgpack.decode(_receive(source), type=SegmentTask)
        except EOFError:
            return
        _send(target, _Message(done=verify_segment(task, lambda count: _send(target, _Message(count=count)))))


def _send(target: IO[bytes], message: object) -> None:
    data = msgspec.msgpack.encode(message)
    rest = memoryview(len(data).to_bytes(_LENGTH_BYTES, "big") + data)
    while rest:
        rest = rest[target.write(rest) :]
    target.flush()


def _receive(source: IO[bytes]) -> bytes:
    """One frame. Raises EOFError."""
    length = int.from_bytes(_receive_exactly(source, _LENGTH_BYTES), "big")
    return _receive_exactly(source, length)


def _receive_exactly(source: IO[bytes], count: int) -> bytes:
    parts = []
    while count:
        part = source.read(count)
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
