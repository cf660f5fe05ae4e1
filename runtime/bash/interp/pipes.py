"""Pipes: bounded buffers between two tasks, with the ends that descriptors refer to.

A writer goes on until the buffer is full, a reader until it is empty; then the other side has its turn. The last reader
gone, a writer gets EPIPE; the last writer gone, a reader gets the end. A write is taken whole once there is any room, so
that a buffer holds its bound and one write more: the bytes are there already, cutting them would copy them.
"""

from __future__ import annotations

from collections import deque

from runtime.bash.streams import Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.interp.scheduler import Scheduler, Task

__all__ = ["Pipe", "ReadEnd", "WriteEnd"]

_EPIPE = 32


class Pipe:
    """The buffer. ``readers`` and ``writers`` count the ends that are open."""

    __slots__ = (
        "at",
        "bound",
        "chunks",
        "readers",
        "readers_came",
        "readers_waiting",
        "scheduler",
        "size",
        "writers",
        "writers_came",
        "writers_waiting",
    )

    def __init__(self, scheduler: Scheduler, bound: int) -> None:
        self.scheduler = scheduler
        self.bound = bound
        self.chunks: deque[bytes] = deque()
        self.at = 0  # how far the first chunk is read
        self.size = 0
        self.readers = self.writers = 0
        # Ends ever opened: who opens a named pipe waits for one that may have gone again.
        self.readers_came = self.writers_came = 0
        self.readers_waiting: list[Task] = []
        self.writers_waiting: list[Task] = []

    def ends(self) -> tuple[ReadEnd, WriteEnd]:
        """A new end of each kind."""
        return ReadEnd(self), WriteEnd(self)

    def fill(self) -> bool:
        """Wait for bytes; False at the end."""
        while not self.chunks:
            if not self.writers:
                return False
            self.readers_waiting.append(self.scheduler.current)
            self.scheduler.park()
        return True

    def take(self, size: int) -> bytes:
        """Up to ``size`` bytes of what is there."""
        chunk, start = self.chunks[0], self.at
        end = start + size
        if end < len(chunk):
            # The rest stays where it is: a reader of lines would copy it for every line.
            self.at = end
            self._taken(size)
            return chunk[start:end]
        del self.chunks[0]
        self.at = 0
        if start:
            chunk = chunk[start:]
        if len(chunk) < size and self.chunks:
            chunk = self._joined(chunk, size)
        self._taken(len(chunk))
        return chunk

    def _joined(self, first: bytes, size: int) -> bytes:
        parts, length = [first], len(first)
        while self.chunks and length < size:
            part = self.chunks[0]
            if len(part) > size - length:
                self.at = size - length
                part = part[: self.at]
            else:
                del self.chunks[0]
            parts.append(part)
            length += len(part)
        return b"".join(parts)

    def _taken(self, size: int) -> None:
        self.size -= size
        if self.writers_waiting and self.size < self.bound:
            _wake_all(self.scheduler, self.writers_waiting)

    def put(self, data: bytes) -> None:
        """Append; wait while there is no room. Raises OSError EPIPE."""
        if self.size >= self.bound:
            self._wait(len(data))
        if not self.readers:
            if self.scheduler.on_broken_pipe is not None:
                self.scheduler.on_broken_pipe()
            raise OSError(_EPIPE, "Broken pipe")
        if data:
            self.chunks.append(data)
            self.size += len(data)
            if self.readers_waiting:
                _wake_all(self.scheduler, self.readers_waiting)

    def empty(self) -> None:
        """Forget what nobody has read: a named pipe loses it when its last end closes."""
        self.chunks.clear()
        self.at = self.size = 0

    def _wait(self, size: int) -> None:
        """Wait for room, or for the last reader to go. What waits is held: all writers together have a budget."""
        scheduler = self.scheduler
        scheduler.waiting_bytes += size
        try:
            scheduler.meter.text(scheduler.waiting_bytes)
            while self.size >= self.bound and self.readers:
                self.writers_waiting.append(scheduler.current)
                scheduler.park()
        finally:
            scheduler.waiting_bytes -= size

    def left(self, readers: int, writers: int) -> None:
        """Ends were closed: who waits for them looks again."""
        self.readers -= readers
        self.writers -= writers
        if not self.writers:
            _wake_all(self.scheduler, self.readers_waiting)
        if not self.readers:
            _wake_all(self.scheduler, self.writers_waiting)


def _wake_all(scheduler: Scheduler, tasks: list[Task]) -> None:
    for task in tasks:
        scheduler.wake(task)
    tasks.clear()


class ReadEnd(Stream):
    """Where a pipe is read."""

    __slots__ = ("pipe",)
    is_pipe = True

    def __init__(self, pipe: Pipe) -> None:
        super().__init__("pipe")
        self.pipe = pipe
        pipe.readers += 1
        pipe.readers_came += 1

    def close(self) -> None:
        self.pipe.left(1, 0)

    def held(self) -> int:
        return self.pipe.size

    def ready(self) -> bool:
        pipe = self.pipe
        return bool(pipe.chunks) or not pipe.writers

    def read(self, size: int = 65_536) -> bytes:
        pipe = self.pipe
        if not pipe.chunks and not pipe.fill():
            return b""
        if size < 0:
            return self._rest()
        return pipe.take(size)

    def _rest(self) -> bytes:
        parts = []
        length = 0
        meter = self.pipe.scheduler.meter
        while self.pipe.fill():
            part = self.pipe.take(self.pipe.size)
            length += len(part)
            if length > meter.limits.max_file_bytes:
                meter.exceeded("file_bytes", f"more than {meter.limits.max_file_bytes} bytes of input")
            parts.append(part)
        return b"".join(parts)

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        pipe = self.pipe
        if not pipe.chunks and not pipe.fill():
            return b""
        # A whole line in the first chunk: what every round of `while read` finds.
        at = pipe.chunks[0].find(delimiter, pipe.at)
        if at >= 0 and limit < 0:
            return pipe.take(at + len(delimiter) - pipe.at)
        return self._long_line(delimiter, limit)

    def _long_line(self, delimiter: bytes, limit: int) -> bytes:
        pipe = self.pipe
        parts: list[bytes] = []
        length = 0
        most = pipe.scheduler.meter.limits.max_file_bytes
        while (limit < 0 or length < limit) and pipe.fill():
            if length > most:
                pipe.scheduler.meter.exceeded("file_bytes", f"a line of more than {most} bytes")
            chunk = pipe.chunks[0]
            at = chunk.find(delimiter, pipe.at)
            size = (len(chunk) if at < 0 else at + 1) - pipe.at
            if limit >= 0:
                size = min(size, limit - length)
            part = pipe.take(size)
            parts.append(part)
            length += len(part)
            if part.endswith(delimiter):
                break
        return b"".join(parts)


class WriteEnd(Stream):
    """Where a pipe is written."""

    __slots__ = ("pipe",)
    is_pipe = True

    def __init__(self, pipe: Pipe) -> None:
        super().__init__("pipe")
        self.pipe = pipe
        pipe.writers += 1
        pipe.writers_came += 1

    def close(self) -> None:
        self.pipe.left(0, 1)

    def write(self, data: bytes) -> None:
        self.pipe.put(data)
