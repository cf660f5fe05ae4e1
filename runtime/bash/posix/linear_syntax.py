"""The expressions that `regex_syntax` writes in Python's syntax, as trees (for `linear`)."""

from __future__ import annotations

import re

from runtime.bash.posix.regex_syntax import RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "ANY_NUMBER",
    "LinearExpression",
    "Look",
    "NotLinear",
    "RegexAtom",
    "RegexChoice",
    "RegexGroup",
    "RegexNode",
    "RegexSequence",
    "Repeat",
    "parse",
]

ANY_NUMBER = -1
# Groups inside groups: deeper than any expression that means something, shallower than the interpreter's stack.
_MAX_DEPTH = 150
_TOKEN = re.compile(
    r"""(?P<look>\(\?<?[=!]\\w\)|\(\?!\)|\\[AZbB]|[\^$])
      | (?P<reference>\(\?:\\[1-9]\))
      | (?P<open>\((?:\?:)?)
      | (?P<close>\))
      | (?P<bar>\|)
      | (?P<repeat>[*+?]|\{\d+(?:,\d*)?\})
      | (?P<atom>\[(?:\\.|[^\]\\])+\]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|.)""",
    re.DOTALL | re.VERBOSE,
)
_OF_TEXT = {"^": r"\A", "$": r"\Z"}
_REPEATS = {"*": (0, ANY_NUMBER), "+": (1, ANY_NUMBER), "?": (0, 1)}


class NotLinear(Exception):
    """What the expression matches depends on what a group has matched."""


class RegexNode:
    """A part of an expression; ``grouped``: there is a group in it."""

    __slots__ = ("grouped",)
    grouped: bool


class RegexAtom(RegexNode):
    """One character: ``sign`` is its expression."""

    __slots__ = ("sign",)

    def __init__(self, sign: str) -> None:
        self.sign = sign
        self.grouped = False


class Look(RegexNode):
    """A look at where we are, which takes no character: ``^ $ \\b ...``."""

    __slots__ = ("sign",)

    def __init__(self, sign: str) -> None:
        self.sign = sign
        self.grouped = False


class RegexSequence(RegexNode):
    """One after the other."""

    __slots__ = ("items",)

    def __init__(self, items: list[RegexNode]) -> None:
        self.items = items
        self.grouped = any(item.grouped for item in items)


class RegexChoice(RegexNode):
    """One of several."""

    __slots__ = ("alternatives",)

    def __init__(self, alternatives: list[RegexNode]) -> None:
        self.alternatives = alternatives
        self.grouped = any(one.grouped for one in alternatives)


class Repeat(RegexNode):
    """``low`` to ``high`` times."""

    __slots__ = ("high", "low", "node")

    def __init__(self, node: RegexNode, low: int, high: int) -> None:
        self.node = node
        self.low = low
        self.high = high
        self.grouped = node.grouped


class RegexGroup(RegexNode):
    """A group that is remembered."""

    __slots__ = ("node", "number")

    def __init__(self, node: RegexNode, number: int) -> None:
        self.node = node
        self.number = number
        self.grouped = True


class LinearExpression:
    """A whole expression: its tree, how many groups it has, and which characters its atoms fit."""

    __slots__ = ("groups", "ignore_case", "node", "tables")

    def __init__(self, node: RegexNode, groups: int, *, ignore_case: bool) -> None:
        self.node = node
        self.groups = groups
        self.ignore_case = ignore_case
        self.tables: dict[str, _Table] = {}

    def table(self, sign: str) -> _Table:
        """For ``str.translate``: 1 for each character that ``sign`` fits, else 0."""
        table = self.tables.get(sign)
        if table is None:
            table = self.tables[sign] = _Table(sign, self.ignore_case)
        return table


def _compiled(sign: str, ignore_case: bool) -> Any:
    if "\\p{" in sign:
        import regex

        return regex.compile(sign, regex.IGNORECASE if ignore_case else 0)
    return re.compile(sign, re.IGNORECASE if ignore_case else 0)


class _Table(dict[int, str]):
    """Filled as characters come."""

    def __init__(self, sign: str, ignore_case: bool) -> None:
        self._fits = _compiled(sign, ignore_case).fullmatch

    def __missing__(self, code: int) -> str:
        found = self[code] = "1" if self._fits(chr(code)) else "0"
        return found


class _Level:
    """A group that is open: what has been read of it."""

    __slots__ = ("alternatives", "items", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.items: list[RegexNode] = []
        self.alternatives: list[RegexNode] = []

    def bar(self) -> None:
        self.alternatives.append(self.items[0] if len(self.items) == 1 else RegexSequence(self.items))
        self.items = []

    def node(self) -> RegexNode:
        self.bar()
        inside = self.alternatives[0] if len(self.alternatives) == 1 else RegexChoice(self.alternatives)
        return RegexGroup(inside, self.number) if self.number else inside


def parse(source: str, *, ignore_case: bool, lines: bool) -> LinearExpression:
    """The tree of an expression; ``^`` and ``$`` are those of ``lines`` or of the text. Raises NotLinear, and RegexError where groups are nested too deeply."""
    levels = [_Level(0)]
    groups = 0
    for token in _TOKEN.finditer(source):
        kind, text = token.lastgroup, token[0]
        level = levels[-1]
        if kind == "atom":
            level.items.append(RegexAtom(text))
        elif kind == "look":
            level.items.append(Look(text if lines else _OF_TEXT.get(text, text)))
        elif kind == "repeat":
            level.items.append(Repeat(level.items.pop(), *_bounds(text)))
        elif kind == "bar":
            level.bar()
        elif kind == "open":
            if len(levels) > _MAX_DEPTH:
                raise RegexError("Regular expression too big")
            groups += text == "("
            levels.append(_Level(groups if text == "(" else 0))
        elif kind == "close":
            levels.pop()
            levels[-1].items.append(level.node())
        else:
            raise NotLinear
    return LinearExpression(levels[0].node(), groups, ignore_case=ignore_case)


def _bounds(text: str) -> tuple[int, int]:
    if text in _REPEATS:
        return _REPEATS[text]
    low, comma, high = text[1:-1].partition(",")
    if not comma:
        return int(low), int(low)
    return int(low), int(high) if high else ANY_NUMBER
