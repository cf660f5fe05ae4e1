"""The inputs: files one after the other as values, lines, one text, or events."""

from __future__ import annotations

from runtime.bash.commands._input import opened
from runtime.bash.commands._names import reason
from runtime.bash.commands.jq.feed import Chunks, values
from runtime.bash.commands.jq.reader import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.command import Context
    from runtime.bash.streams import Stream

__all__ = ["Inputs"]


class Inputs:
    """Reads the operands in order; those that cannot be opened are complained of and passed over.

    Attributes:
        failed: whether a file could not be opened.
    """

    __slots__ = ("_begun", "_chunks", "_cx", "_names", "failed", "filename")

    def __init__(self, cx: Context, names: list[str]) -> None:
        self._cx = cx
        self._names = names
        self._chunks: Chunks | None = None
        self._begun = False
        self.failed = False
        self.filename: str | None = None

    @property
    def line(self) -> int:
        """Lines read of the current file."""
        return self._chunks.line if self._chunks else 0

    @property
    def place(self) -> str:
        """Where the reading is, for messages."""
        if not self._begun:
            return "<unknown>"
        return f"{self.filename if self.filename is not None else '<stdin>'}:{self.line}"

    def _streams(self) -> Iterator[Stream]:
        for name in self._names or ["-"]:
            try:
                stream = opened(self._cx, name) if self._names else self._cx.stdin.retain()
            except OSError as error:
                self._complain(f"error: Could not open {name}: {reason(error)}")
                continue
            self.filename = name if self._names and name != "-" else None
            self._begun = True
            try:
                yield stream
            except OSError as error:
                self._complain(f"error: Input error: {reason(error)}")
            finally:
                stream.release()

    def _complain(self, words: str) -> None:
        self._cx.complain(words)
        self.failed = True

    def _refuse(self) -> None:
        most = self._cx.meter.limits.max_file_bytes
        self._cx.meter.exceeded("file_bytes", f"jq: more than {most} bytes in one text")

    def _opened(self, stream: Stream) -> Chunks:
        self._chunks = Chunks(stream.read, self._cx.meter.limits.max_file_bytes, self._refuse)
        return self._chunks

    def values(self) -> Iterator[Any]:
        """Every JSON text."""
        for stream in self._streams():
            yield from values(self._opened(stream))

    def lines(self) -> Iterator[str]:
        """Every line, without its end; a last one without an end goes on in the next file."""
        held = ""
        for stream in self._streams():
            chunks = self._opened(stream)
            while not chunks.ended:
                text = held + chunks.more(len(chunks.text))
                rows = text.split("\n")
                held = rows.pop()
                at = -1
                for row in rows:
                    # The newline itself counts as read.
                    at = chunks.at = chunks.text.find("\n", at + 1)
                    yield row
                if len(held) > chunks.most:
                    self._refuse()
        if held:
            yield held

    def text(self) -> str:
        """All of it as one string."""
        made = []
        size = 0
        for stream in self._streams():
            chunks = self._opened(stream)
            while not chunks.ended:
                made.append(chunks.more(len(chunks.text)))
                size += len(made[-1])
                if size > chunks.most:
                    self._refuse()
        return "".join(made)

    def events(self, budget: Any, *, errors: bool) -> Iterator[Any]:
        """``--stream``: the events of every value; with ``errors`` what is malformed is an event too."""
        from runtime.bash.commands.jq.streams import streamed

        source = self.values()
        while True:
            try:
                value = next(source, source)
            except Malformed as bad:
                if not errors:
                    raise
                yield [bad.message, []]
                return
            if value is source:
                return
            yield from streamed(value, budget)
