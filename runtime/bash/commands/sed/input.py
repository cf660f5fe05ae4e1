"""The input of sed: lines of all files in turn, with one line of lookahead so that ``$`` is known."""

from __future__ import annotations

from runtime.bash.commands._shared.input import Lines, opened
from runtime.bash.commands._shared.quoting import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Source"]


class Source:
    """Lines one by one.

    Attributes:
        line: number of the current line.
        name: the file it is from (``-`` for standard input).
        ended: whether the current line had its newline.
        status: 2 when a file was absent, 4 when one could not be read.
    """

    def __init__(
        self,
        cx: Context,
        names: list[str],
        *,
        end: bytes,
        separate: bool,
        entered: Callable[[str], None],
        emptied: Callable[[str], None] | None = None,
    ) -> None:
        self.cx = cx
        self.end = end
        self.separate = separate
        self.entered = entered
        # Told of files without a line; given where files are edited in place.
        self.emptied = emptied
        self.line = 0
        self.name = "-"
        self.ended = True
        self.status = 0
        self._names = list(reversed(names or ["-"]))
        self._lines: Iterator[bytes] | None = None
        self._stream: Stream | None = None
        self._ahead: bytes | None = None
        # Where reading of the open file began, where it can be said, and how much of it was lines that were used.
        self._start: int | None = None
        self._used = 0
        self._next_name: str | None = None  # the file of the line ahead, where that begins one

    def more(self) -> bool:
        """Whether any line follows, of this file or another."""
        if self._ahead is None:
            self._look()
        return self._ahead is not None

    def last(self) -> bool:
        """Whether this is the last line (of its file, where files are separate): what ``$`` means."""
        return not self.more() or (self.separate and self._next_name is not None)

    def next(self) -> bytes | None:
        """The next line without its end; None after the last."""
        if not self.more():
            return None
        if self._next_name is not None:
            self._enter(self._next_name)
        data, self._ahead = self._ahead or b"", None
        self.line += 1
        self._used += len(data)
        self.ended = data.endswith(self.end)
        return data[:-1] if self.ended else data

    def _look(self) -> None:
        """Read one line ahead, over the ends of files."""
        while True:
            if self._lines is not None:
                self._ahead = next(self._lines, None)
                if self._ahead is not None:
                    return
                self._lines = None
                self.close()
                if self._next_name is not None and self.emptied is not None:
                    self.emptied(self._next_name)
            if not self._names:
                return
            self._open(self._names.pop())

    def _open(self, name: str) -> None:
        try:
            # In place, "-" is a file of that name.
            self._stream = opened(self.cx, "./-" if name == "-" and self.emptied is not None else name)
        except OSError as error:
            self.status = max(self.status, 4 if error.errno == 21 else 2)
            if error.errno != 21:
                self.cx.complain(f"can't read {name}: {reason(error)}")
            elif self.emptied is not None:
                self.cx.complain(f"couldn't edit {name}: not a regular file")
            else:
                self.cx.complain(f"read error on {name}: Is a directory")
            return
        self._next_name = name
        self._used = 0
        try:
            self._start = self._stream.seek(0, 1)
        except OSError:
            self._start = None
        self._lines = iter(Lines(self.cx, self._stream, self.end))

    def blocks(self, *, ahead: bool) -> Iterator[tuple[bytes, bool]]:
        """All that there is as blocks of whole lines, without counting them; looking ``ahead``, with whether it is the last."""
        held: bytes | None = None
        for data in self._blocks():
            if not ahead:
                yield data, False
                continue
            if held is not None:
                yield held, False
            held = data
        if held is not None:
            yield held, True

    def _blocks(self) -> Iterator[bytes]:
        while self._names:
            name = self._names.pop()
            self._open(name)
            empty = True
            if self._stream is not None:
                for data in Lines(self.cx, self._stream, self.end).blocks():
                    if empty:
                        self._enter(name)
                        empty = False
                    yield data
                if empty and self.emptied is not None:
                    self.emptied(name)
            self.close()

    def _enter(self, name: str) -> None:
        self.name, self._next_name = name, None
        if self.separate:
            self.line = 0
        self.entered(name)

    def give_back(self) -> None:
        """The next reader of the same file goes on behind the last line that was used."""
        if self._stream is not None and self._start is not None:
            self._stream.seek(self._start + self._used)

    def close(self) -> None:
        """Let go of the open file."""
        if self._stream is not None:
            self._stream.release()
            self._stream = None
