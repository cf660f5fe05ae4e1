"""The values of the input files, one by one, as they come in.

The scanner of the standard library reads what is plain JSON; whatever it refuses, and whatever it would read
differently from jq, is read by `reader`.
"""

from __future__ import annotations

import re
from itertools import accumulate
from json.scanner import c_make_scanner as _make_scanner  # type: ignore[attr-defined]

from runtime.bash.commands.jq.numbers import Literal, number, spelled
from runtime.bash.commands.jq.reader import Incomplete, Malformed, Reader, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Any

__all__ = ["Chunks", "loads", "values"]

# What the scanner reads otherwise than jq: half surrogates and -0.
_ODD = re.compile(r"\\u[dD][89a-fA-F]|-0(?![.0-9])")
_STRING = re.compile(rb'"[^"]*"?')
_NO_MARKS = bytes(set(range(256)) - set(b'[]{}"'))
_SPACE = re.compile(r"[ \t\r\n]*")
# No literal and no escape is longer, so that a fault further from the end is no matter of text to come.
_WORD = 32
# Levels that the scanner, which recurses in C, may be sent down: some 400 bytes of stack each.
_DEEP = 1_000
# Levels that are taken off in whole passes, and marks that are then counted at once.
_SHALLOW = 8
_BLOCK = 65_536
_RISE = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1, ord('"'): 0}
_NEXT = frozenset(' \t\r\n{["')


class _Options:
    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_int = int
    parse_constant = float

    @staticmethod
    def parse_float(text: str) -> float:
        """A float, with its spelling where that says more."""
        value = float(text)
        return value if repr(value) == text and spelled(value) == text else _literal(text, value)


def _literal(text: str, value: float) -> float:
    made = number(text)
    return made if type(made) is Literal else value


def _scanner() -> Callable[[str, int], tuple[Any, int]]:
    options = _Options()
    options.memo = {}  # type: ignore[attr-defined]
    return _make_scanner(options)  # type: ignore[no-any-return]


_scan = _scanner()


def plain(text: str, at: int = 0) -> bool:
    """Whether the scanner may read ``text``: nothing odd in it, and no depth that could exhaust the stack."""
    if ("\\u" in text or "-0" in text) and _ODD.search(text, at):
        return False
    return text.count("[", at) + text.count("{", at) < _DEEP or not _deep(text)


def _deep(text: str) -> bool:
    """Whether brackets outside strings nest deeper than the scanner may go. That cannot be undone is deep, too."""
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    marks = text.encode("ascii", "replace").translate(None, _NO_MARKS).replace(b'""', b"")
    if b'"' in marks:
        marks = _STRING.sub(b"", marks)
    # What has nothing in it goes first: the rest is little, unless it is deep.
    levels = 0
    while marks and levels < _SHALLOW:
        marks = marks.replace(b"[]", b"").replace(b"{}", b"")
        levels += 1
    level = 0
    for start in range(0, len(marks), _BLOCK):
        reached = list(accumulate(map(_RISE.__getitem__, marks[start : start + _BLOCK]), initial=level))
        if max(reached) + levels >= _DEEP or min(reached) < 0:
            return True
        level = reached[-1]
    return False


def loads(text: str) -> Any:
    """``fromjson``. Raises Malformed."""
    from runtime.bash.commands.jq.reader import from_json

    if plain(text):
        start = _SPACE.match(text).end()  # type: ignore[union-attr]
        try:
            value, end = _scan(text, start)
        except (StopIteration, ValueError):
            return from_json(text)
        if _SPACE.match(text, end).end() == len(text):  # type: ignore[union-attr]
            return value
    return from_json(text)


class Chunks:
    """Text that comes in chunks, and where in it the reading is; ``fed`` counts the lines that came."""

    __slots__ = ("_base", "_before", "_decode", "_read", "at", "ended", "fed", "most", "refuse", "text")

    def __init__(self, read: Callable[[int], bytes], most: int, refuse: Callable[[], None]) -> None:
        from codecs import getincrementaldecoder

        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._read = read
        self._base = 0
        self._before = 0  # bytes of the first line of `text` that are no longer held
        self.text = ""
        self.at = self.fed = 0
        self.ended = False
        self.most = most
        self.refuse = refuse

    def more(self, start: int) -> str:
        """The text from ``start`` on with the next chunk behind it, about as much again as there is already."""
        self._base += self.text.count("\n", 0, start)
        begin = self.text.rfind("\n", 0, start) + 1
        gone = len(self.text[begin:start].encode("utf-8", "surrogatepass"))
        self._before = gone if begin else self._before + gone
        held = self.text[start:]
        if len(held) > self.most:
            self.refuse()
        wanted = max(65_536, len(held))
        made = [held]
        size = 0
        while size < wanted and not self.ended:
            data = self._read(wanted)
            self.ended = not data
            made.append(self._decode(data, self.ended))
            self.fed += made[-1].count("\n")
            size += len(made[-1])
            if not held:
                break
        self.text = "".join(made)
        self.at = 0
        return self.text

    @property
    def line(self) -> int:
        """Lines handed on so far: jq feeds its parser line by line, so that of a value's last line all is read."""
        rest = 1 if self.text.find("\n", self.at) >= 0 else 0
        return self._base + self.text.count("\n", 0, self.at) + rest

    def bad(self, fault: Malformed) -> Malformed:
        """``fault`` with its position."""
        line, column = place(self.text, fault.at)
        if line == 1:
            column += self._before
        return Malformed(f"{fault.message} at line {line + self._base}, column {column}", fault.at)


def values(chunks: Chunks) -> Iterator[Any]:
    """Every value of a stream. Raises Malformed whose message has its position."""
    chunks.text = chunks.more(0).removeprefix("\ufeff")
    while True:
        short = yield from _scanned(chunks)
        # What the scanner did not take: more text first, or the judgement of the slow reader.
        if not chunks.ended and short:
            chunks.more(chunks.at)
            continue
        if (yield from _read(chunks)):
            return
        chunks.more(chunks.at)


def _scanned(chunks: Chunks) -> Generator[Any, None, bool]:
    """The values that the scanner takes whole; at the end, whether it lacks text. Inlined: 0.3 µs a value."""
    text, at = chunks.text, chunks.at
    if not plain(text, at):
        return False
    scan, space, size = _scan, _SPACE.match, len(text)
    while True:
        begin = chunks.at = space(text, at).end()  # type: ignore[union-attr]
        if begin >= size:
            return True
        try:
            value, at = scan(text, begin)
        except (StopIteration, ValueError, RecursionError) as error:
            return _cut_short(error, size)
        if at >= size:
            if not chunks.ended and text[-1] not in '"]}':
                # A number may go on in the next chunk.
                return True
        elif text[at] not in _NEXT:
            return False
        chunks.at = at
        yield value


def _read(chunks: Chunks) -> Generator[Any, None, bool]:
    """The values that the slow reader finds; whether that is all."""
    reader = Reader(chunks.text, chunks.at, ended=chunks.ended)
    try:
        while True:
            value = reader.next()
            chunks.at = reader.at
            yield value
    except Incomplete:
        return False
    except EOFError:
        return True
    except Malformed as bad:
        raise chunks.bad(bad) from None


def _cut_short(error: Exception, size: int) -> bool:
    """Whether the scanner failed at the end of its text, so that more of it may help."""
    if isinstance(error, StopIteration):
        return bool(error.value is not None and error.value >= size - _WORD)
    at = getattr(error, "pos", 0)
    return at >= size - _WORD or getattr(error, "msg", "").startswith("Unterminated")
