"""Opening files for redirections and utilities: what stands behind a path becomes a `Stream`.

``/dev/stdin``, ``/dev/stdout``, ``/dev/stderr`` and ``/dev/fd/N`` are the process's own descriptors; a named pipe is a
`Pipe` that opening waits for the other end of; everything else is a handle of the virtual file system.
"""

from __future__ import annotations

from runtime.bash.errors import LimitExceeded
from runtime.bash.interp.machine import machine
from runtime.bash.interp.pipes import Pipe, ReadEnd, WriteEnd
from runtime.bash.streams import Stream
from runtime.bash.vfs.api import Handle, fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.limits import Meter
    from runtime.bash.state import State
    from runtime.bash.vfs.api import Stat

__all__ = ["FileStream", "bounded", "open_file", "open_special"]

_ENOENT, _ENXIO, _EACCES = 2, 6, 13
_ACCESS, _READ, _WRITE = 0o3, 0, 1
_NAMED = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_FIFO, _KIND = 0o010000, 0o170000


class FileStream(Stream):
    """An open file of the virtual file system."""

    __slots__ = ("handle",)

    def __init__(self, handle: Handle, name: str) -> None:
        self.name = name
        self.count = 1
        self.handle = handle

    def close(self) -> None:
        self.handle.close()

    def read(self, size: int = 65_536) -> bytes:
        return self.handle.read(size)

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        try:
            return self.handle.readline(delimiter, limit)
        except OSError as error:
            raise _limited(error) from None

    def write(self, data: bytes) -> None:
        try:
            self.handle.write(data)
        except OSError as error:
            raise _limited(error) from None

    def seek(self, offset: int, whence: int = 0) -> int:
        return self.handle.seek(offset, whence)

    def stat(self) -> Stat:
        return self.handle.stat()


class SameFile(FileStream):
    """A file that its reader also writes to, read as far as it went when reading began.

    A program of GNU's has read its input before it writes what it held back; here every write is seen at once, and a
    reader would follow its own output without end.
    """

    __slots__ = ("_end", "_source")

    def __init__(self, source: FileStream, size: int) -> None:
        super().__init__(source.handle, source.name)
        self._source = source.retain()
        self._end = size

    def close(self) -> None:
        self._source.release()

    def _left(self, size: int) -> int:
        left = max(0, self._end - self.handle.seek(0, 1))
        return left if size < 0 else min(size, left)

    def read(self, size: int = 65_536) -> bytes:
        left = self._left(size)
        return super().read(left) if left else b""

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        left = self._left(limit)
        return super().readline(delimiter, left) if left else b""


def bounded(source: Stream, output: Stream | None) -> Stream:
    """``source``, to be released by the caller once more; as far as it goes now, where ``output`` writes to the same file."""
    if type(source) is not FileStream or not isinstance(output, FileStream):
        return source.retain()
    mine, its = source.stat(), output.stat()
    if (mine.dev, mine.ino) != (its.dev, its.ino):
        return source.retain()
    return SameFile(source, mine.size)


def _limited(error: OSError) -> OSError | LimitExceeded:
    """A quota of the file system that is used up is a limit of the shell."""
    limit = getattr(error, "limit", None)
    return error if limit is None else LimitExceeded(limit, str(getattr(error, "what", error.strerror)))


def open_file(st: State, path: str, flags: int, mode: int = 0o666) -> Stream:
    """Open ``path`` (relative to the working directory) with ``os.O_*`` flags. The caller releases it. Raises OSError."""
    if path.startswith("/dev/"):
        number = _descriptor(path)
        if number is not None:
            return _duplicate(st, number, path)
    if not path.startswith("/"):
        if not path:
            raise fault(_ENOENT, path)
        path = f"{st.cwd}/{path}" if st.cwd != "/" else f"/{path}"
    try:
        handle = st.fs.open(path, flags, mode & ~st.umask)
    except OSError as error:
        raise _limited(error) from None
    if isinstance(handle, _Waiting):
        return handle.stream
    return FileStream(handle, path)


def _descriptor(path: str) -> int | None:
    """Which descriptor a name of /dev stands for."""
    number = _NAMED.get(path)
    if number is None and path.startswith("/dev/fd/") and path[8:].isdecimal() and len(path) < 14:
        return int(path[8:])
    return number


def _duplicate(st: State, number: int, path: str) -> Stream:
    stream = st.fds.get(number)
    if stream is None:
        raise fault(_ENOENT, path)
    return stream.retain()


class _Waiting(Handle):
    """What the file system hands back for a special file: the stream that the shell made for it."""

    __slots__ = ("meter", "stream")

    def __init__(self, stream: Stream, meter: Meter) -> None:
        self.stream = stream
        self.meter = meter

    def read(self, size: int = -1) -> bytes:
        if size >= 0:
            return self.stream.read(size)
        most = self.meter.limits.max_file_bytes
        pieces, held = [], 0
        while piece := self.stream.read():
            pieces.append(piece)
            held += len(piece)
            if held > most:
                self.meter.exceeded("file_bytes", f"more than {most} bytes of input")
            self.meter.check()
        return b"".join(pieces)

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        return self.stream.readline(delimiter, limit)

    def write(self, data: bytes) -> int:
        self.stream.write(data)
        return len(data)

    def close(self) -> None:
        self.stream.release()


def open_special(st: State, stat: Stat, flags: int) -> Handle:
    """Open what is no file, folder or plain device (`FileSystem.attach`): descriptors, named pipes, terminals, ``/proc``."""
    from runtime.bash.vfs.devices import descriptor_number, process_file_number

    number = descriptor_number(stat.rdev)
    if number is not None:
        return _Waiting(_duplicate(st, number, f"/dev/fd/{number}"), st.meter)
    if stat.mode & _KIND == _FIFO:
        return _Waiting(_fifo(st, stat, flags & _ACCESS), st.meter)
    number = process_file_number(stat.rdev)
    if number is not None:
        return _Waiting(_process_file(st, number, flags & _ACCESS), st.meter)
    raise fault(_ENXIO)


def _process_file(st: State, number: int, access: int) -> Stream:
    from runtime.bash.interp.process_files import content
    from runtime.bash.streams import Input

    text = content(st, number) if access == _READ else None
    if text is None:
        raise fault(_EACCES)
    return Input(text, "proc")


def _fifo(st: State, stat: Stat, access: int) -> Stream:
    """One end of a named pipe, once there is another (fifo(7)); for both ways at once without waiting."""
    here = machine(st)
    key = (stat.dev, stat.ino)
    pipe = here.fifos.get(key)
    if pipe is None:
        pipe = here.fifos[key] = Pipe(here.scheduler, st.meter.limits.max_pipe_buffer)
    if not pipe.readers and not pipe.writers:
        pipe.empty()
    if access not in (_READ, _WRITE):
        return _BothEnds(pipe)
    # This end counts as soon as it waits, so that two that wait for each other meet. One that has come and gone
    # meanwhile was there.
    end: Stream
    if access == _READ:
        came = pipe.writers_came
        end = ReadEnd(pipe)
    else:
        came = pipe.readers_came
        end = WriteEnd(pipe)
    try:
        if access == _READ:
            here.scheduler.block(lambda: bool(pipe.writers) or pipe.writers_came > came)
        else:
            here.scheduler.block(lambda: bool(pipe.readers) or pipe.readers_came > came)
    except BaseException:
        end.release()
        raise
    return end


class _BothEnds(Stream):
    """A named pipe opened for reading and writing."""

    __slots__ = ("reader", "writer")

    def __init__(self, pipe: Pipe) -> None:
        super().__init__("fifo")
        self.reader, self.writer = pipe.ends()

    def close(self) -> None:
        self.reader.close()
        self.writer.close()

    def ready(self) -> bool:
        return self.reader.ready()

    def read(self, size: int = 65_536) -> bytes:
        return self.reader.read(size)

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        return self.reader.readline(delimiter, limit)

    def write(self, data: bytes) -> None:
        self.writer.write(data)
