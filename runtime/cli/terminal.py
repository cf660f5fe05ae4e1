"""The terminal's side of the virtual shell: this process's standard streams, as far as a script reads and writes them."""

from __future__ import annotations

import sys

from runtime.bash.streams import Stream

__all__ = ["StandardInput", "show"]


class StandardInput(Stream):
    """The standard input of this process, read only when the script reads."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("stdin")

    def read(self, size: int = 65_536) -> bytes:
        return sys.stdin.buffer.read1(size) if size >= 0 else sys.stdin.buffer.read()

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        if delimiter == b"\n":
            return sys.stdin.buffer.readline(limit)
        found = bytearray()
        while not found.endswith(delimiter) and (limit < 0 or len(found) < limit):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            found += byte
        return bytes(found)

    def isatty(self) -> bool:
        return sys.stdin.isatty()


def show(stdout: str, stderr: str) -> None:
    """Pass a chunk of output on as the bytes it was."""
    for stream, text in ((sys.stdout, stdout), (sys.stderr, stderr)):
        if text:
            stream.buffer.write(text.encode("utf-8", "surrogateescape"))
            stream.flush()
