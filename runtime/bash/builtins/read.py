"""``read``: one line, or so many characters, from a descriptor into variables.

It consumes exactly what it reads, so that the next command finds the rest.
"""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, bad_name, number, options
from runtime.bash.builtins._variables import is_reference, store, store_array
from runtime.bash.expand.read_split import MARK, line_splitter, unmarked
from runtime.bash.interp.line_input import finished, is_open, line, text_of
from runtime.bash.syntax.lazy_regex import LazyRegex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.builtins._options import Options
    from runtime.bash.state import State
    from runtime.bash.streams import Stream

SYNOPSIS = "[-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]"
HELP = """Read a line from the standard input and split it into fields by IFS, one for each name; the last takes the rest.
Without names the line goes to REPLY as it is.

Options:
  -a array     assign the fields to the elements of an indexed array
  -d delim     the line ends at the first character of delim (a NUL if it is empty)
  -e -i text   edit the line, beginning with text (a terminal only)
  -n nchars    return after so many characters, or at the delimiter
  -N nchars    return after so many characters, whatever they are; nothing is split
  -p prompt    write a prompt first (a terminal only)
  -r           backslashes are plain characters
  -s           do not echo (a terminal only)
  -t timeout   give up after so many seconds with a status above 128; 0 only asks whether there is input
  -u fd        read from that descriptor

Fails at the end of the input."""

_TIMED_OUT = 142  # 128 + SIGALRM
_SECONDS = LazyRegex(r"\+?[0-9]*\.?[0-9]*\Z")
_ALL = 1 << 60
_FEW = 64


class ReadRequest:
    """What the options ask for."""

    __slots__ = ("array", "chars", "delimiter", "exact", "fd", "prompt", "raw", "timeout")

    def __init__(self) -> None:
        self.array: str | None = None
        self.chars = -1
        self.delimiter = b"\n"
        self.exact = False  # -N
        self.fd = 0
        self.prompt = ""
        self.raw = False
        self.timeout: float | None = None


def main(st: State, argv: list[str]) -> int:
    """Read and assign. (`interp.fast_read` does it where the words are plain.)"""
    key = tuple(argv)
    known = _known.get(key)
    if known is not None and "TMOUT" not in st.vars:
        return _served(st, *known)
    parsed = options(st, argv, "ersa:d:i:n:p:t:u:N:")
    if parsed is None:
        return USAGE
    names = argv[parsed[1] :]
    request = _request(st, parsed[0])
    if request is None:
        return 1
    target = request.array if request.array is not None else names[0] if names else "REPLY"
    if not is_reference(target):
        return bad_name(st, "read", target)
    if not request.fd and "TMOUT" not in st.vars and sum(map(len, key)) < _LONGEST_KNOWN:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = request, names
    return _served(st, request, names)


# Command lines that loops say again and again, read; a descriptor has to be looked up each time.
_known: dict[tuple[str, ...], tuple[ReadRequest, list[str]]] = {}
_MOST_KNOWN, _LONGEST_KNOWN = 64, 256


def _request(st: State, given: Options) -> ReadRequest | None:
    """The options' meaning; None after a message."""
    request = ReadRequest()
    for letter, value in given:
        if letter == "a":
            request.array = value
        elif letter == "d":
            request.delimiter = value[:1].encode("utf-8", "surrogateescape")[:1] or b"\0"
        elif letter == "p":
            request.prompt = value
        elif letter == "r":
            request.raw = True
        elif letter in _CHECKED:
            wrong = _CHECKED[letter](request, value, st)
            if wrong:
                st.complain(f"read: {value}: {wrong}")
                return None
            request.exact = request.exact or letter == "N"
    return request


def _characters(request: ReadRequest, value: str, _st: State) -> str:
    count = number(value)
    if count is None or not 0 <= count < 1 << 31:
        return "invalid number"
    request.chars = count
    return ""


def _timeout(request: ReadRequest, value: str, _st: State) -> str:
    if not _SECONDS.match(value):
        return "invalid timeout specification"
    request.timeout = float(f"0{value.lstrip('+')}")
    return ""


def _descriptor(request: ReadRequest, value: str, st: State) -> str:
    fd = number(value)
    if fd is None or fd < 0:
        return "invalid file descriptor specification"
    if fd not in st.fds:
        return "invalid file descriptor: Bad file descriptor"
    request.fd = fd
    return ""


_CHECKED = {"n": _characters, "N": _characters, "t": _timeout, "u": _descriptor}


def _served(st: State, request: ReadRequest, names: list[str]) -> int:
    stream = st.fds.get(request.fd)
    if stream is None:
        st.complain(f"read: read error: {request.fd}: Bad file descriptor")
        return 1
    if request.timeout == 0:
        return 0 if stream.ready() else 1
    if request.prompt and stream.isatty():
        st.say(request.prompt)
    if request.timeout is None and "TMOUT" in st.vars:
        _timeout(request, st.get("TMOUT") or "", st)
    try:
        text, status = _line(st, stream, request)
    except OSError as error:
        st.complain(f"read: read error: {request.fd}: {error.strerror}")
        return 1
    if request.array is not None:
        values = [text] if request.exact else line_splitter(st.ifs).split(text, _ALL)
        return store_array(st, "read", request.array, list(map(unmarked, values))) or status
    if not names:
        return store(st, "REPLY", unmarked(text)) or status
    return _into_names(st, names, text, whole=request.exact) or status


# Assigning


def _into_names(st: State, names: list[str], text: str, *, whole: bool) -> int:
    if whole:
        found = [unmarked(text)]
    elif MARK in text:
        found = list(map(unmarked, line_splitter(st.ifs).split(text, len(names))))
    else:
        found = line_splitter(st.ifs).plain(text, len(names))
    return _assigned(st, names, found)


def _assigned(st: State, names: list[str], found: list[str]) -> int:
    """Give each name its text, those left over nothing."""
    for at, name in enumerate(names):
        if not is_reference(name):
            return bad_name(st, "read", name)
        if store(st, name, found[at] if at < len(found) else ""):
            return 1
    return 0


# Reading


def _line(st: State, stream: Stream, request: ReadRequest) -> tuple[str, int]:
    """The text read (protected characters marked, the delimiter gone) and 0, or 1 at the end of the input."""
    if request.timeout is not None:
        return _timed(st, stream, request)
    if request.chars >= 0:
        return _counted(st, stream, request)
    first = line(st, stream, request.delimiter)
    return finished(st, stream, first, request.delimiter, raw=request.raw)


def _counted(st: State, stream: Stream, request: ReadRequest) -> tuple[str, int]:
    """``-n`` and ``-N``: characters, not bytes; a protected one counts once."""
    data = b""
    text = ""
    wanted = request.chars
    # -N knows no delimiter: a delimiter of no bytes is never found, so lines are read and joined.
    while len(text) - text.count(MARK) < wanted:
        missing = wanted - (len(text) - text.count(MARK))
        chunk = stream.read(missing) if request.exact else stream.readline(request.delimiter, missing)
        if not chunk:
            return text, 1
        if not data and request.raw and len(chunk) == wanted < _FEW and chunk.isascii():
            # A character or a few: no byte of them can be part of anything longer.
            if not request.exact and chunk.endswith(request.delimiter):
                chunk = chunk[:-1]
            if b"\0" not in chunk:
                return chunk.decode("ascii"), 0
        data += chunk
        st.meter.text(len(data))
        st.meter.check()
        if (
            not request.exact
            and chunk.endswith(request.delimiter)
            and (request.raw or not is_open(data[:-1]))
        ):
            return text_of(data[:-1], raw=request.raw), 0
        text = text_of(data[: _complete(data, request)], raw=request.raw)
    return text, 0


def _complete(data: bytes, request: ReadRequest) -> int:
    """How many bytes of ``data`` are whole characters: not a lead byte that waits for more, not an open backslash."""
    end = len(data)
    for back in range(1, min(4, end) + 1):
        byte = data[-back]
        if byte & 0xC0 == 0x80:
            continue
        length = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
        if length > back:
            end -= back
        break
    return end - 1 if not request.raw and end and is_open(data[:end]) else end


def _timed(st: State, stream: Stream, request: ReadRequest) -> tuple[str, int]:
    """``-t``: byte by byte, as each wait may be the last."""
    from runtime.bash.builtins._timed_wait import until

    deadline = until(st, request.timeout or 0.0)
    data = bytearray()
    while True:
        if not deadline(stream.ready):
            return text_of(bytes(data), raw=request.raw), _TIMED_OUT
        byte = stream.read(1)
        if not byte:
            return text_of(bytes(data), raw=request.raw), 1
        data += byte
        st.meter.text(len(data))
        if not request.exact and byte == request.delimiter and (request.raw or not is_open(bytes(data[:-1]))):
            return text_of(bytes(data[:-1]), raw=request.raw), 0
        if request.chars >= 0:
            text = text_of(bytes(data[: _complete(bytes(data), request)]), raw=request.raw)
            if len(text) - text.count(MARK) >= request.chars:
                return text, 0
