"""Two files side by side, as ``diff -y`` sets them."""

from __future__ import annotations

from runtime.bash.commands._shared.char_width import width

__all__ = ["Columns"]

_TAB = 8


class Columns:
    """The rows of a table ``size`` columns wide: left half, a mark in the gutter, right half at a tab stop."""

    def __init__(self, size: int, expand: bool, stop: int = _TAB) -> None:
        tab = 1 if expand else stop
        self.stop = stop
        self.expand = expand
        # GNU: the right column begins at a multiple of the tab, with a gutter of three before it.
        offset = (size + tab + 3) // (2 * tab) * tab
        self.half = max(0, min(offset - 3, size - offset))
        self.second = offset if self.half else size

    def row(self, left: bytes | None, mark: bytes, right: bytes | None) -> bytes:
        """One row; ``left`` and ``right`` are lines with their ends, None where there is none."""
        out, at = self._half(left.rstrip(b"\n"), 0) if left is not None else (b"", 0)
        if mark != b" ":
            middle = (self.half + self.second - 1) // 2
            out += self._fill(at, middle) + mark
            at = middle + 1
            if (
                mark == b"|"
                and left is not None
                and right is not None
                and left.endswith(b"\n") != right.endswith(b"\n")
            ):
                out = out[:-1] + (b"/" if left.endswith(b"\n") else b"\\")
        if right is not None and right.rstrip(b"\n"):
            out += self._fill(at, self.second) + self._half(right.rstrip(b"\n"), self.second)[0]
        return out + b"\n"

    def _fill(self, at: int, to: int) -> bytes:
        out = b""
        if not self.expand:
            while at // self.stop * self.stop + self.stop <= to:
                at = at // self.stop * self.stop + self.stop
                out += b"\t"
        return out + b" " * (to - at)

    def _half(self, line: bytes, start: int) -> tuple[bytes, int]:
        """As much of a line as fits, and the column it ends in."""
        out = bytearray()
        at = 0
        for char in line.decode("utf-8", "surrogateescape"):
            if char == "\t":
                step = self.stop - at % self.stop
                if at + step > self.half:
                    break
                out += b" " * step if self.expand else b"\t"
            else:
                step = width(char) if char.isprintable() else 0 if char < " " else 1
                if at + step > self.half:
                    break
                out += char.encode("utf-8", "surrogateescape")
            at += step
        return bytes(out), start + at
