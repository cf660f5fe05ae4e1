"""Values as JSON text, the way jq prints them: compact or indented, sorted, ASCII only, in colour.

A value of plain leaves goes through the C encoder of the standard library; the rest is put together piece by piece
without recursion, so that no depth and no size of a value is more than its text costs.
"""

from __future__ import annotations

import re
from json.encoder import c_make_encoder as _make_encoder  # type: ignore[attr-defined]
from json.encoder import encode_basestring as _quote

from runtime.bash.commands.jq.numbers import spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget

__all__ = ["Style", "compact", "joined", "pieces", "quoted"]

# Levels that jq prints.
_DEEPEST = 10_000
_PLAIN = frozenset((str, int, bool, type(None)))
_CONTAINERS = frozenset((list, dict))
_SHALLOW = 12
# Characters that are written in one go, in which nothing looks at the clock.
_MOST_AT_ONCE = 4_000_000
_END: Any = object()
_WORDS = {None: "null", True: "true", False: "false"}
_NOT_ASCII = re.compile("[^\x00-\x7f]")


def _encoder() -> Callable[[Any, int], tuple[str, ...]]:
    return _make_encoder(None, None, _quote, None, ":", ",", False, False, True)  # type: ignore[no-any-return]


_encode = _encoder()


def quoted(text: str) -> str:
    """A string as JSON."""
    made = _quote(text)
    return made.replace("\x7f", "\\u007f") if "\x7f" in made else made


def compact(value: Any, budget: Budget) -> str:
    """``tojson``"""
    kind = type(value)
    if kind is str:
        # Most of it could need an escape of two characters, and all be held twice meanwhile.
        budget.meter.text(len(value))
        made = quoted(value)
        budget.text(len(made))
        return made
    if kind is int:
        return str(value)
    if kind in _CONTAINERS:
        if _tame(value, _SHALLOW, budget, [_MOST_AT_ONCE]):
            made = "".join(_encode(value, 0))
            return made.replace("\x7f", "\\u007f") if "\x7f" in made else made
        return joined(pieces(value), budget)
    return _leaf(value)


def _tame(value: Any, depth: int, budget: Budget, room: list[int]) -> bool:
    """Whether the C encoder writes this as jq does: no floats, not deep, and within the ``room`` of characters."""
    members = value.values() if type(value) is dict else value
    budget.left -= len(members) + 1
    if budget.left < 0:
        budget.check()
    kinds = set(map(type, members))
    left = room[0] - 4 * len(members)
    if str in kinds:
        left -= sum([len(item) for item in members if type(item) is str])
    if members is not value:
        left -= sum(map(len, value))
    room[0] = left
    if left < 0:
        return False
    rest = kinds - _PLAIN
    if not rest:
        return True
    if depth and rest <= _CONTAINERS:
        return all(_tame(item, depth - 1, budget, room) for item in members if type(item) in _CONTAINERS)
    return False


def joined(parts: Iterator[str], budget: Budget) -> str:
    """The pieces together, refused where a value that is small because it repeats itself has a huge text."""
    held: list[str] = []
    size = charged = 0
    for part in parts:
        held.append(part)
        size += len(part) + 1
        budget.left -= 1
        if size - charged > 65_536 or budget.left < 0:
            charged = size
            budget.meter.text(size)
            budget.check()
    return "".join(held)


def _leaf(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return quoted(value)
    return _WORDS[value] if value is None or kind is bool else spelled(value)


def pieces(value: Any, *, sort: bool = False) -> Iterator[str]:
    """The compact text, piece by piece."""
    return Style(sort=sort).pieces(value)


class Style:
    """How to print.

    Args:
        indent: what one level is indented by; "" for one line.
        sort: keys in order.
        ascii_only: nothing but ASCII.
    """

    __slots__ = ("ascii_only", "indent", "sort")

    def __init__(self, *, indent: str = "", sort: bool = False, ascii_only: bool = False) -> None:
        self.indent = indent
        self.sort = sort
        self.ascii_only = ascii_only

    def text(self, value: Any, budget: Budget) -> str:
        """``value`` in this style."""
        if self.indent and type(value) in _CONTAINERS:
            made = self._indented(value, budget)
        elif self.sort:
            made = joined(self.pieces(value), budget)
        else:
            made = compact(value, budget)
        return self.escaped(made)

    def escaped(self, text: str) -> str:
        """JSON text without what is beyond ASCII, where that is wanted."""
        return text if not self.ascii_only or text.isascii() else _NOT_ASCII.sub(_escaped, text)

    def _indented(self, value: Any, budget: Budget) -> str:
        if _tame(value, _SHALLOW, budget, [_MOST_AT_ONCE]):
            return self._nested(value, "\n")
        return joined(self.pieces(value), budget)

    def _nested(self, value: Any, margin: str) -> str:
        """A tame value over several lines."""
        if not value:
            return "{}" if type(value) is dict else "[]"
        inner = margin + self.indent
        if type(value) is dict:
            names = sorted(value) if self.sort else value
            body = f",{inner}".join([f"{quoted(name)}: {self._value(value[name], inner)}" for name in names])
            return f"{{{inner}{body}{margin}}}"
        body = f",{inner}".join([self._value(item, inner) for item in value])
        return f"[{inner}{body}{margin}]"

    def _value(self, value: Any, inner: str) -> str:
        kind = type(value)
        if kind is str:
            return quoted(value)
        if kind is int:
            return str(value)
        return self._nested(value, inner) if kind in _CONTAINERS else _WORDS[value]

    def pieces(self, value: Any) -> Iterator[str]:
        """The text, piece by piece; the levels are on a stack of ours, not of Python's."""
        if type(value) not in _CONTAINERS or not value:
            yield self._small(value)
            return
        margin = "\n" + self.indent if self.indent else ""
        # Of every open container: its members that are left, its closing mark.
        stack = [self._open(value)]
        yield stack[0][2] + margin
        first = True
        while stack:
            members, closing, _ = stack[-1]
            item = next(members, _END)
            if item is _END:
                stack.pop()
                margin = margin[: len(margin) - len(self.indent)]
                yield margin + closing
                first = False
                continue
            lead = "" if first else "," + margin
            first = False
            if closing == "}":
                lead += quoted(item[0]) + (": " if self.indent else ":")
                item = item[1]
            if type(item) not in _CONTAINERS or not item:
                yield lead + self._small(item)
            elif len(stack) > _DEEPEST:
                yield lead + "<skipped: too deep>"
            else:
                stack.append(self._open(item))
                margin += self.indent
                first = True
                yield lead + stack[-1][2] + margin

    def _small(self, value: Any) -> str:
        if type(value) in _CONTAINERS:
            return "{}" if type(value) is dict else "[]"
        return _leaf(value)

    def _open(self, value: Any) -> tuple[Iterator[Any], str, str]:
        if type(value) is dict:
            return iter(sorted(value.items(), key=_name) if self.sort else value.items()), "}", "{"
        return iter(value), "]", "["


def _name(item: tuple[str, Any]) -> str:
    return item[0]


def _escaped(found: re.Match[str]) -> str:
    """A character beyond ASCII as one or two ``\\uXXXX``."""
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
