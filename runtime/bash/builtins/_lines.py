"""Lines from a descriptor, charged while they grow: a producer may never send a delimiter."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State
    from runtime.bash.streams import Stream

__all__ = ["line"]

# Bytes of one line between two looks at its budget.
_CHUNK = 65_536


def line(st: State, stream: Stream, delimiter: bytes) -> bytes:
    """The next line with its delimiter; what is left at the end; b"" is the end."""
    data = stream.readline(delimiter, _CHUNK)
    if len(data) < _CHUNK or data.endswith(delimiter):
        return data
    pieces = [data]
    size = len(data)
    while len(data) == _CHUNK and not data.endswith(delimiter):
        data = stream.readline(delimiter, _CHUNK)
        pieces.append(data)
        size += len(data)
        st.meter.text(size)
        st.meter.check()
    return b"".join(pieces)
