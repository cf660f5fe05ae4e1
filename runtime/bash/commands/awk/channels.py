"""Where print writes and getline reads besides the main input and output: files, commands, the standard streams."""

from __future__ import annotations

from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.reader import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.awk.shared_state import Core
    from runtime.bash.streams import Stream

    Wait = Callable[[], int]

__all__ = ["Channels", "Sink"]

_HELD = 32_768
_MOST_OPEN = 1000
_CREATE, _APPEND = 0o1101, 0o2101  # O_WRONLY | O_CREAT | O_TRUNC or O_APPEND
_EPIPE, _EISDIR = 32, 21


class Sink:
    """Output on its way to a stream."""

    __slots__ = ("_held", "_size", "stream", "wait")

    def __init__(self, stream: Stream, wait: Wait | None = None) -> None:
        self.stream = stream
        self.wait = wait
        self._held: list[str] = []
        self._size = 0

    def put(self, text: str) -> None:
        """Write, sooner or later."""
        self._held.append(text)
        self._size += len(text)
        if self._size > _HELD:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        if self._held:
            text = "".join(self._held)
            # Emptied first: what cannot be written is not tried again at the end.
            self._held = []
            self._size = 0
            self.stream.write(text.encode("utf-8", "surrogateescape"))


class Channels:
    """Every file and command that is open, by the text that names it."""

    __slots__ = ("_rt", "_sinks", "_sources", "_standard", "error", "output")

    def __init__(self, rt: Core) -> None:
        self._rt = rt
        self.output = Sink(rt.cx.stdout)
        self.error = Sink(rt.cx.stderr)
        self._standard: Reader | None = None
        self._sinks: dict[str, Sink] = {}
        self._sources: dict[str, tuple[Reader, Wait | None]] = {}

    # Output

    def put(self, how: str, name: str, text: str) -> None:
        """``print text > name``, ``>>`` or ``|``."""
        sink = self._sinks.get(name)
        if sink is None:
            sink = self._opened(how, name)
        try:
            sink.put(text)
            if sink is self.error:
                sink.flush()
        except OSError as error:
            # Nobody reads a command's input any more: as where SIGPIPE is ignored, the rest is lost.
            if error.errno != _EPIPE or sink.wait is None:
                raise

    def _opened(self, how: str, name: str) -> Sink:
        if how != "|":
            if name in ("/dev/stdout", "-"):
                return self.output
            if name == "/dev/stderr":
                self.output.flush()
                return self.error
        if not name:
            raise AwkError("expression for redirection has null string value")
        self._room()
        if how == "|":
            self.flush()
            sink = Sink(*self._rt.cx.launch.begin(name, writes=True))
        else:
            sink = Sink(self._file(how, name))
        self._sinks[name] = sink
        return sink

    def _file(self, how: str, name: str) -> Stream:
        try:
            return self._rt.cx.open(name, _CREATE if how == ">" else _APPEND)
        except OSError as error:
            raise AwkError(f'cannot redirect to "{name}": {_reason(error)}') from None

    def _room(self) -> None:
        if len(self._sinks) + len(self._sources) >= _MOST_OPEN:
            raise AwkError("too many open files")

    def flush(self, name: str | None = None) -> float:
        """``fflush``: all, or one that is open."""
        if name:
            sink = self._sinks.get(name)
            if sink is None:
                if name != "/dev/stdout":
                    return 0.0 if name in self._sources or name == "/dev/stderr" else -1.0
                sink = self.output
            _flushed(sink)
            return 0.0
        self.output.flush()
        for sink in list(self._sinks.values()):
            _flushed(sink)
        return 0.0

    # Input

    def standard_input(self) -> Reader:
        """The one reader of standard input."""
        if self._standard is None:
            self._standard = Reader(self._rt, self._rt.cx.stdin.retain())
        return self._standard

    def file(self, name: str) -> Reader | None:
        """The reader of a file; None where it cannot be opened."""
        held = self._sources.get(name)
        if held is not None:
            return held[0]
        if name in ("-", "/dev/stdin"):
            return self.standard_input()
        self._room()
        cx = self._rt.cx
        try:
            if cx.fs.is_dir(cx.path(name)):
                raise IsADirectoryError(_EISDIR, name)
            stream = cx.open(name)
        except OSError:
            return None
        reader = Reader(self._rt, stream)
        self._sources[name] = reader, None
        return reader

    def command(self, text: str) -> Reader:
        """The reader of a command's output."""
        held = self._sources.get(text)
        if held is not None:
            return held[0]
        self._room()
        self.flush()
        stream, wait = self._rt.cx.launch.begin(text, writes=False)
        reader = Reader(self._rt, stream)
        self._sources[text] = reader, wait
        return reader

    def run(self, text: str) -> float:
        """``system``."""
        self.flush()
        return float(self._rt.cx.launch.script(text))

    # The end

    def close(self, name: str) -> float:
        """``close``: 0 for a file, the exit status of a command, -1 for what is not open."""
        status = -1.0
        sink = self._sinks.pop(name, None)
        if sink is not None:
            _flushed(sink)
            sink.stream.release()
            status = float(sink.wait()) if sink.wait is not None else 0.0
        source = self._sources.pop(name, None)
        if source is not None:
            reader, wait = source
            reader.stream.release()
            status = float(wait()) if wait is not None else 0.0
        return status

    def finish(self) -> None:
        """Close everything; commands are waited for, and what they write comes before what is still held here."""
        for name in [*self._sinks, *self._sources]:
            self.close(name)
        self.output.flush()

    def abandon(self) -> None:
        """Close what `finish` did not come to."""
        for sink in self._sinks.values():
            sink.stream.release()
        for reader, _ in self._sources.values():
            reader.stream.release()
        self._sinks = {}
        self._sources = {}
        if self._standard is not None:
            self._standard.stream.release()
            self._standard = None


def _flushed(sink: Sink) -> None:
    try:
        sink.flush()
    except OSError as error:
        if error.errno != _EPIPE or sink.wait is None:
            raise


def _reason(error: OSError) -> str:
    from runtime.bash.commands._shared.quoting import reason

    return reason(error)
