"""Server-sent events, read as they come: the ``data`` of each, within a bound.

Source: HTML Living Standard, section 9.2.6.
"""

from __future__ import annotations


class EventReader:
    """Takes pieces of a stream, and gives the data of the events that they complete."""

    def __init__(self, most_bytes: int) -> None:
        self._buffer = bytearray()
        self._data: list[bytes] = []
        self._size = 0
        self._most = most_bytes

    def feed(self, piece: bytes) -> list[bytes]:
        """The data of the events that end in this piece.

        Raises:
            ValueError: a line or an event is larger than its bound.
        """
        searched = max(0, len(self._buffer) - 1)
        self._buffer += piece
        found: list[bytes] = []
        start = 0
        while (end := _line_end(self._buffer, max(start, searched))) is not None:
            self._line(bytes(self._buffer[start : end[0]]), found)
            start = searched = end[1]
        del self._buffer[:start]
        if len(self._buffer) > self._most:
            raise ValueError("a line is too long")
        return found

    def _line(self, line: bytes, found: list[bytes]) -> None:
        if not line:
            if self._data:
                found.append(b"\n".join(self._data))
            self._data, self._size = [], 0
            return
        field, _, value = line.partition(b":")
        if field == b"data":
            self._size += len(value)
            if self._size > self._most:
                raise ValueError("an event is too large")
            self._data.append(value.removeprefix(b" "))


def _line_end(buffer: bytearray, start: int) -> tuple[int, int] | None:
    """Where the next line ends, and where the one after it begins. A CR at the end of a piece waits for what follows."""
    feed, ret = buffer.find(b"\n", start), buffer.find(b"\r", start)
    if ret >= 0 and (feed < 0 or ret < feed):
        if ret + 1 == len(buffer):
            return None
        return ret, ret + (2 if buffer[ret + 1 : ret + 2] == b"\n" else 1)
    return None if feed < 0 else (feed, feed + 1)
