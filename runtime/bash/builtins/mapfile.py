"""``mapfile``, alias ``readarray``: lines into an indexed array."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, number, options
from runtime.bash.builtins._variables import may_hold_array, store_array
from runtime.bash.interp.line_input import line
from runtime.bash.state import ReadOnly
from runtime.bash.streams import Input
from runtime.bash.variables import INDEXED, TRANSFORMS, Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.builtins._options import Options
    from runtime.bash.state import State
    from runtime.bash.streams import Stream

_SYNOPSIS = "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]"
SYNOPSIS = {"mapfile": _SYNOPSIS, "readarray": _SYNOPSIS}
_HELP = """Read lines from the standard input into an indexed array, MAPFILE if none is named.

Options:
  -d delim     lines end at the first character of delim (a NUL if it is empty)
  -n count     read at most so many lines; 0 is all
  -O origin    begin at that index and keep what is in the array
  -s count     drop so many lines first
  -t           drop the delimiter of each line
  -u fd        read from that descriptor
  -C callback  evaluate callback with the index and the line appended, every quantum lines, before the line is stored
  -c quantum   lines between two callbacks (5000)"""
HELP = {"mapfile": _HELP, "readarray": _HELP}

_QUANTUM = 5000
_ELEMENT_BYTES = 64
# The last byte that is a character by itself in UTF-8.
_ASCII = 0x7F


class MapfileRequest:
    """What the options ask for."""

    __slots__ = ("callback", "count", "delimiter", "fd", "origin", "quantum", "skip", "trim")

    def __init__(self) -> None:
        self.callback = ""
        self.count = 0
        self.delimiter = b"\n"
        self.fd = 0
        self.origin: int | None = None
        self.quantum = _QUANTUM
        self.skip = 0
        self.trim = False


def main(st: State, argv: list[str]) -> int:
    """Read and store."""
    parsed = options(st, argv, "d:u:n:O:tC:c:s:")
    if parsed is None:
        return USAGE
    request = _request(st, argv[0], parsed[0])
    if request is None:
        return 1
    names = argv[parsed[1] :] or ["MAPFILE"]
    if not names[0]:
        st.complain(f"{argv[0]}: empty array variable name")
        return USAGE
    if not may_hold_array(st, argv[0], names[0]):
        return 1
    return _filled(st, argv[0], request, names[0])


# Options with a number: the attribute, the least value, what bash calls a wrong one.
_NUMBERS = {
    "n": ("count", 0, "invalid line count"),
    "s": ("skip", 0, "invalid line count"),
    "O": ("origin", 0, "invalid array origin"),
    "c": ("quantum", 1, "invalid callback quantum"),
    "u": ("fd", 0, "invalid file descriptor specification"),
}


def _request(st: State, name: str, given: Options) -> MapfileRequest | None:
    request = MapfileRequest()
    for letter, value in given:
        if letter == "t":
            request.trim = True
        elif letter == "d":
            request.delimiter = value[:1].encode("utf-8", "surrogateescape")[:1] or b"\0"
        elif letter == "C":
            request.callback = value
        else:
            attribute, least, wrong = _NUMBERS[letter]
            found = number(value)
            if found is None or found < least:
                st.complain(f"{name}: {value}: {wrong}")
                return None
            if letter == "u" and found not in st.fds:
                st.complain(f"{name}: {value}: invalid file descriptor: Bad file descriptor")
                return None
            setattr(request, attribute, found)
    return request


def _filled(st: State, name: str, request: MapfileRequest, target: str) -> int:
    """Read lines into the array, one by one: a callback may look at it."""
    try:
        if request.origin is None:
            if store_array(st, name, target, []):
                return 1
            at = 0
        else:
            at = request.origin
            st.writable(target, INDEXED)
        stream = st.fds.get(request.fd)
        if stream is not None:
            _read(st, stream, request, target, at)
    except ReadOnly as failed:
        st.complain(failed.message)
        return 1
    except OSError:
        # bash takes what cannot be read for the end.
        return 0
    return 0


def _read(st: State, stream: Stream, request: MapfileRequest, target: str, at: int) -> None:
    for _ in range(request.skip):
        if not line(st, stream, request.delimiter):
            return
    if request.callback or request.count or request.delimiter[0] > _ASCII:
        _line_by_line(st, stream, request, target, at)
        return
    data = _rest(st, stream)
    # C's strings end at a NUL: such lines are cut one by one.
    if b"\0" in data and request.delimiter != b"\0":
        _line_by_line(st, Input(data), request, target, at)
        return
    text = data.decode("utf-8", "surrogateescape")
    sign = request.delimiter.decode()
    lines = text.split(sign)
    last = lines.pop()
    if not request.trim and sign != "\0":
        lines = [f"{piece}{sign}" for piece in lines]
    if last:
        lines.append(last)
    _append(st, target, at, lines)


def _rest(st: State, stream: Stream) -> bytes:
    """All that is left to read."""
    pieces = []
    size = 0
    while piece := stream.read():
        pieces.append(piece)
        size += len(piece)
        st.meter.text(size)
        st.meter.check()
    return b"".join(pieces)


def _append(st: State, target: str, at: int, lines: list[str]) -> None:
    """Store lines at ``at`` and behind."""
    st.meter.fields(len(lines))
    st.hold(sum(map(len, lines)) + _ELEMENT_BYTES * len(lines))
    array = st.writable(target, INDEXED)
    if isinstance(array.value, Indexed):
        store = array.value.set
        for index, text in enumerate(lines, at):
            store(index, st.transform(array.flags, text) if array.flags & TRANSFORMS else text)


def _line_by_line(st: State, stream: Stream, request: MapfileRequest, target: str, at: int) -> None:
    delimiter = request.delimiter
    taken = 0
    while not request.count or taken < request.count:
        data = line(st, stream, delimiter)
        if not data:
            return
        taken += 1
        if request.trim and data.endswith(delimiter):
            data = data[:-1]
        text = data.partition(b"\0")[0].decode("utf-8", "surrogateescape")
        if request.callback and taken % request.quantum == 0:
            _call(st, request.callback, at, text)
        _append(st, target, at, [text])
        at += 1
        if taken & 0xFF == 0:
            st.meter.check()


def _call(st: State, callback: str, at: int, text: str) -> None:
    from runtime.bash.expand.quote import single

    st.callbacks.extra["run_text"](st, f"{callback} {at} {single(text)}")  # type: ignore[operator]
