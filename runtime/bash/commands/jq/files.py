"""The inputs: files one after the other as values, lines, one text, or events."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.jq.input_values import Chunks, values
from runtime.bash.commands.jq.reader import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Inputs"]

# Seconds for a byte of JSON.
_SCANNING_S = 3e-8


class Inputs:
    """Reads the operands in order; those that cannot be opened are complained of and passed over.

    Attributes:
        failed: whether a file could not be opened.
    """

    __slots__ = ("_before", "_begun", "_chunks", "_cx", "_names", "_stream", "failed", "filename")

    def __init__(self, cx: Context, names: list[str]) -> None:
        self._cx = cx
        self._names = names or ["-"]
        self._chunks = Chunks(self._read, cx.meter.limits.max_file_bytes, self._refuse)
        self._before = 0
        self._begun = False
        self._stream: Stream | None = None
        self.failed = False
        self.filename: str | None = None

    @property
    def line(self) -> int:
        """Lines read of the current file."""
        return max(self._chunks.line - self._before, 0)

    @property
    def place(self) -> str:
        """Where the reading is, for messages."""
        if not self._begun:
            return "<unknown>"
        return f"{self.filename if self.filename is not None else '<stdin>'}:{self.line}"

    def _read(self, size: int) -> bytes:
        """The next bytes: the files are one text, in which a value may go on from one to the next."""
        # As much again is then scanned, in which nothing looks at the clock.
        self._cx.meter.afford(_SCANNING_S * size)
        while self._stream is not None or self._open():
            assert self._stream is not None  # noqa: S101  # as the condition says
            try:
                data = self._stream.read(size)
            except OSError as error:
                self._complain(f"error: Input error: {reason(error)}")
                data = b""
            if data:
                return data
            self.close()
        return b""

    def _open(self) -> bool:
        """Open the next file that can be; whether there is one."""
        while self._names:
            name = self._names.pop(0)
            try:
                self._stream = opened(self._cx, name)
            except OSError as error:
                self._complain(f"error: Could not open file {name}: {reason(error)}")
                continue
            self.filename = None if name == "-" else name
            self._before = self._chunks.fed
            self._begun = True
            return True
        return False

    def close(self) -> None:
        """Let go of the file that is read: who writes to a pipe that nobody reads must learn of it."""
        if self._stream is not None:
            self._stream.release()
            self._stream = None

    def _complain(self, words: str) -> None:
        self._cx.complain(words)
        self.failed = True

    def _refuse(self) -> None:
        most = self._cx.meter.limits.max_file_bytes
        self._cx.meter.exceeded("file_bytes", f"jq: more than {most} bytes in one text")

    def values(self) -> Iterator[Any]:
        """Every JSON text."""
        return values(self._chunks)

    def lines(self) -> Iterator[str]:
        """Every line, without its end; a last one without an end goes on in the next file."""
        chunks, held = self._chunks, ""
        while not chunks.ended:
            rows = (held + chunks.more(len(chunks.text))).split("\n")
            held = rows.pop()
            at = -1
            for row in rows:
                # The newline itself counts as read.
                at = chunks.at = chunks.text.find("\n", at + 1)
                yield row
            chunks.at = len(chunks.text)
            if len(held) > chunks.most:
                self._refuse()
        if held:
            yield held

    def text(self) -> str:
        """All of it as one string."""
        chunks, made, size = self._chunks, [], 0
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
