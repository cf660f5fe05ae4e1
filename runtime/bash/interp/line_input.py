"""Lines from a descriptor, charged while they grow: a producer may never send a delimiter.

``read`` takes one as text: NULs gone, a backslash protecting the character behind it, a protected newline no end.
"""

from __future__ import annotations

import re

from runtime.bash.expand.read_split import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State
    from runtime.bash.streams import Stream

__all__ = ["CHUNK", "finished", "is_open", "line", "rest", "text_of"]

# Bytes of one line between two looks at its budget.
CHUNK = 65_536
# A backslash and what it protects; at the end of the input it protects nothing and goes.
_PROTECTED = r"\\(.|\Z)"


def line(st: State, stream: Stream, delimiter: bytes) -> bytes:
    """The next line with its delimiter; what is left at the end; b"" is the end."""
    return rest(st, stream, delimiter, stream.readline(delimiter, CHUNK))


def rest(st: State, stream: Stream, delimiter: bytes, data: bytes) -> bytes:
    """The whole of the line that begins with ``data``, which is all of it unless it is a full chunk."""
    if len(data) < CHUNK or data.endswith(delimiter):
        return data
    pieces = [data]
    size = len(data)
    while len(data) == CHUNK and not data.endswith(delimiter):
        data = stream.readline(delimiter, CHUNK)
        pieces.append(data)
        size += len(data)
        st.meter.text(size)
        st.meter.check()
    return b"".join(pieces)


def finished(st: State, stream: Stream, data: bytes, delimiter: bytes, *, raw: bool) -> tuple[str, int]:
    """The text of a line whose first piece is ``data``, its delimiter gone; and 0, or 1 at the end of the input."""
    if not raw and b"\\" in data:
        data = _continued(st, stream, data, delimiter)
    ended = data.endswith(delimiter)
    if ended:
        data = data[:-1]
    st.meter.text(len(data))
    return text_of(data, raw=raw), 0 if ended else 1


def text_of(data: bytes, *, raw: bool) -> str:
    """Bytes as text, characters that a backslash protects marked."""
    if b"\0" in data:
        data = data.replace(b"\0", b"")
    text = data.decode("utf-8", "surrogateescape")
    return text if raw or "\\" not in text else re.sub(_PROTECTED, _marked, text, flags=re.DOTALL)


def _marked(match: re.Match[str]) -> str:
    """A protected newline disappears with its backslash; any other character loses its meaning."""
    character = match[1]
    return "" if character in ("\n", "") else MARK + character


def _continued(st: State, stream: Stream, data: bytes, delimiter: bytes) -> bytes:
    """Read on while the delimiter at the end is protected by a backslash."""
    pieces = [data]
    size = len(data)
    while data.endswith(delimiter) and is_open(data[:-1]):
        data = line(st, stream, delimiter)
        size += len(data)
        st.meter.text(size)
        st.meter.check()
        if not data:
            # The backslash and the delimiter stay; what ended the text is the end of the input.
            return b"".join(pieces)[: -1 if delimiter == b"\n" else None] + (
                b"" if delimiter == b"\n" else b"\\"
            )
        pieces.append(data)
    return b"".join(pieces)


def is_open(data: bytes) -> bool:
    """Whether an odd number of backslashes stands at the end."""
    return (len(data) - len(data.rstrip(b"\\"))) % 2 == 1
