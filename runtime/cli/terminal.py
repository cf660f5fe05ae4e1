"""The terminal's side of the virtual shell: this process's standard streams, as far as a script reads and writes them."""

from __future__ import annotations

import sys
from typing import Any

from runtime.bash import Stream

__all__ = ["StandardInput", "show"]

_BLOCK = 65_536


class StandardInput(Stream):
    """The standard input of this process, waited for only when the script reads."""

    __slots__ = ("_ended", "_held", "_source")

    def __init__(self) -> None:
        super().__init__("stdin")
        self._source: Any = sys.stdin.buffer
        self._held = b""
        self._ended = False

    def _more(self) -> bool:
        """Wait for more; whether there is some."""
        data = b"" if self._ended else self._source.read1(_BLOCK)
        self._ended = not data
        self._held += data
        return bool(data)

    def _take(self, size: int) -> bytes:
        taken, self._held = self._held[:size], self._held[size:]
        return taken

    def read(self, size: int = _BLOCK) -> bytes:
        if size < 0:
            while self._more():
                pass
            return self._take(len(self._held))
        if not self._held:
            self._more()
        return self._take(size)

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        start = 0
        while (at := self._held.find(delimiter, start)) < 0 and not 0 <= limit <= len(self._held):
            start = max(0, len(self._held) - len(delimiter) + 1)
            if not self._more():
                break
        end = len(self._held) if at < 0 else at + len(delimiter)
        return self._take(end if limit < 0 else min(end, limit))

    def isatty(self) -> bool:
        return sys.stdin.isatty()


def show(stdout: bytes, stderr: bytes) -> None:
    """Pass a chunk of output on as it is."""
    for stream, data in ((sys.stdout, stdout), (sys.stderr, stderr)):
        if data:
            stream.buffer.write(data)
            stream.flush()
