"""``read`` as loops use it: ``-r``, ``-a``, plain names, perhaps ``IFS=...`` before it; the builtin does the rest.

IFS before the command only says how the line is split. So where it is plain text, nothing is bound and put back, and
how it splits is known at compile time: a round of ``while IFS=: read -r a b`` takes 2 µs instead of 11.
"""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.expand.read_split import MARK, line_splitter, unmarked
from runtime.bash.interp.assign import ELEMENT_BYTES, SMALL, store
from runtime.bash.interp.execute import excused
from runtime.bash.interp.failure import failed
from runtime.bash.interp.fast_operands import SPECIAL_NAMES
from runtime.bash.interp.line_input import CHUNK, finished, rest
from runtime.bash.interp.redirect import Redirections, leave, leaves_nothing
from runtime.bash.syntax.tree import Word
from runtime.bash.variables import INDEXED, READONLY, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.read_split import LineSplitter
    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.streams import Stream
    from runtime.bash.syntax.tree import Assignment, Simple

    Run = Callable[[State], int]

__all__ = ["fast_read"]

_EVERY = 1 << 60
_OPTIONS = frozenset({"", "r", "a", "ra"})


class _Request:
    """What a ``read`` with plain words asks for; ``splitter`` is from IFS where it stands before the command."""

    __slots__ = ("array", "names", "raw", "said", "splitter")

    def __init__(self, names: tuple[str, ...], splitter: LineSplitter | None, said: str) -> None:
        self.names = names
        self.splitter = splitter
        self.said = said
        self.raw = self.array = False

    def of(self, st: State) -> LineSplitter:
        """What splits the lines."""
        return self.splitter or line_splitter(st.ifs)


def fast_read(node: Simple, compiler: Compiler, general: Run, guarded: bool) -> Run | None:
    """The fast path, or None for words or assignments that are not plain."""
    request = _request(node, compiler)
    if request is None or not all(map(leaves_nothing, node.redirections)):
        return None
    take = _array_taker(request) if request.array else _taker(request)
    if node.redirections:
        take = _redirected(take, Redirections(node.redirections, compiler))
    line, said = node.line, request.said
    has_ifs = request.splitter is not None
    array = request.names[0] if request.array else None

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks or "TMOUT" in st.vars or (has_ifs and _is_readonly(st)):
            return general(st)
        if array is not None and not _is_free(st, array):
            return general(st)
        st.line = line
        st.command = node
        status = take(st)
        st.underscore = said
        st.pipestatus = None
        st.status = status
        if status and not guarded:
            failed(st, status)
        return status

    return run


def _request(node: Simple, compiler: Compiler) -> _Request | None:
    words = compiler.words.fields(tuple(word for word in node.words if isinstance(word, Word)))
    if not isinstance(words, tuple):
        return None
    names = words[1:]
    letters = ""
    if names and names[0][:1] == "-":
        letters, names = names[0][1:], names[1:]
    array = "a" in letters
    plain = all(name.isidentifier() and name.isascii() for name in names)
    if letters not in _OPTIONS or not plain:
        return None
    if array and (len(names) != 1 or names[0] in SPECIAL_NAMES):
        return None
    splitter = None
    if node.assignments:
        ifs = _plain_ifs(node.assignments, compiler)
        if ifs is None:
            return None
        splitter = line_splitter(ifs)
    request = _Request(names, splitter, words[-1])
    request.raw = "r" in letters
    request.array = array
    return request


def _plain_ifs(assignments: tuple[Assignment, ...], compiler: Compiler) -> str | None:
    """The text of IFS where nothing else is assigned."""
    (only, *others) = assignments
    if others or only.name != "IFS" or only.subscript is not None or only.append:
        return None
    text = compiler.words.assigned(only.value) if isinstance(only.value, Word) else None
    return text if isinstance(text, str) else None


def _is_readonly(st: State) -> bool:
    held = st.vars.get("IFS")
    return isinstance(held, Variable) and bool(held.flags & READONLY)


def _redirected(take: Run, redirections: Redirections) -> Run:
    def redirected(st: State) -> int:
        undo = redirections.enter(st)
        if undo is None:
            return 1
        try:
            return take(st)
        finally:
            leave(st, undo)

    return redirected


# Lines


def _taker(request: _Request) -> Run:
    """Read a line and assign it."""
    names, raw = request.names, request.raw
    count = len(names)
    split = None if request.splitter is None else request.splitter.plain

    def take(st: State) -> int:
        stream = st.fds.get(0)
        if stream is None:
            return _unreadable(st, "Bad file descriptor")
        try:
            data = stream.readline(b"\n", CHUNK)
            ended = data[-1:] == b"\n"
            if (b"\\" in data and not raw) or b"\0" in data or (not ended and len(data) == CHUNK):
                return _taken(st, stream, request, data)
        except OSError as error:
            return _unreadable(st, error.strerror)
        text = str(data[:-1] if ended else data, "utf-8", "surrogateescape")
        if not count:
            return _stored(st, "REPLY", text) or (0 if ended else 1)
        found = (split or line_splitter(st.ifs).plain)(text, count)
        return _given(st, names, found) or (0 if ended else 1)

    return take


def _given(st: State, names: tuple[str, ...], found: list[str]) -> int:
    """Give each name its text, those left over nothing."""
    if len(found) < len(names):
        found += [""] * (len(names) - len(found))
    variables = st.vars
    for name, text in zip(names, found, strict=False):
        # The assignment of nine reads in ten: an existing plain variable.
        if type(variables.get(name)) is str and len(text) <= SMALL:
            variables[name] = text
        elif _stored(st, name, text):
            return 1
    return 0


def _stored(st: State, name: str, text: str) -> int:
    try:
        return store(st, name, text)
    except ExpansionError as error:
        return excused(st, "read", error)


def _taken(st: State, stream: Stream, request: _Request, data: bytes) -> int:
    """Read on from a line's first piece, where it is long or has bytes that do not stand for themselves."""
    text, status = _whole(st, stream, request, data)
    names = request.names
    if not names:
        return _stored(st, "REPLY", unmarked(text)) or status
    splitter = request.of(st)
    found = (splitter.split if MARK in text else splitter.plain)(text, len(names))
    return _given(st, names, list(map(unmarked, found))) or status


def _whole(st: State, stream: Stream, request: _Request, data: bytes) -> tuple[str, int]:
    return finished(st, stream, rest(st, stream, b"\n", data), b"\n", raw=request.raw)


def _unreadable(st: State, why: str | None) -> int:
    st.complain(f"read: read error: 0: {why}")
    return 1


# Arrays


def _array_taker(request: _Request) -> Run:
    """``read -a name``: each field an element."""
    name = request.names[0]

    def take(st: State) -> int:
        stream = st.fds.get(0)
        if stream is None:
            return _unreadable(st, "Bad file descriptor")
        try:
            text, status = _whole(st, stream, request, stream.readline(b"\n", CHUNK))
        except OSError as error:
            return _unreadable(st, error.strerror)
        found = request.of(st).split(text, _EVERY)
        st.meter.fields(len(found))
        st.hold(len(text) + ELEMENT_BYTES * len(found))
        st.vars[name] = Variable(Indexed(map(unmarked, found)), INDEXED, st.token)
        return status

    return take


def _is_free(st: State, name: str) -> bool:
    """Whether a name may become an array without a look at what it is."""
    held = st.vars.get(name)
    return held is None or type(held) is str or (type(held) is Variable and held.flags == INDEXED)
