"""The text of a pattern, read: single characters, stars, and groups of alternatives."""

from __future__ import annotations

import re

TYPE_CHECKING = False

__all__ = ["ANY", "STAR", "PatternAtom", "PatternGroup", "parse"]

_GROUPS = "?*+@!"
# Groups inside groups: deeper than any pattern that means something, shallower than the interpreter's stack.
_MAX_DEPTH = 40


class PatternGroup:
    """``op(alternative|alternative)``; each alternative is a sequence of items."""

    __slots__ = ("alternatives", "operator")

    def __init__(self, operator: str, alternatives: list[Items]) -> None:
        self.operator = operator
        self.alternatives = alternatives


class PatternAtom:
    """One character: ``text`` when it is a known one, else ``regex``."""

    __slots__ = ("regex", "text")

    def __init__(self, text: str, regex: str = "") -> None:
        self.text = text
        self.regex = regex or re.escape(text)


STAR = PatternAtom("", ".*")
ANY = PatternAtom("", ".")
if TYPE_CHECKING:
    Items = list[PatternAtom | PatternGroup]


def parse(text: str, *, extglob: bool = True, nocase: bool = False) -> Items:
    """The items of a pattern; what is not well-formed stands for itself."""
    items, _ = _sequence(text, 0, extglob, nocase, 0)
    return items


def _sequence(text: str, at: int, extglob: bool, nocase: bool, depth: int) -> tuple[Items, int]:
    items: Items = []
    end = len(text)
    while at < end:
        character = text[at]
        if depth and character in "|)":
            break
        if extglob and character in _GROUPS and text[at + 1 : at + 2] == "(" and depth < _MAX_DEPTH:
            group = _group(text, at, nocase, depth)
            if group is not None:
                items.append(group[0])
                at = group[1]
                continue
        at = _atom(text, at, nocase, items)
    return items, at


def _group(text: str, at: int, nocase: bool, depth: int) -> tuple[PatternGroup, int] | None:
    alternatives = []
    inside = at + 2
    while True:
        items, inside = _sequence(text, inside, True, nocase, depth + 1)
        alternatives.append(items)
        if inside >= len(text):
            return None
        inside += 1
        if text[inside - 1] == ")":
            return PatternGroup(text[at], alternatives), inside


def _bracket(text: str, at: int, nocase: bool) -> tuple[str, int] | None:
    from runtime.bash.expand.bracket_expression import bracket

    return bracket(text, at, nocase)


def _atom(text: str, at: int, nocase: bool, items: Items) -> int:
    character = text[at]
    if character == "*":
        if not items or items[-1] is not STAR:
            items.append(STAR)
    elif character == "?":
        items.append(ANY)
    elif character == "[" and (found := _bracket(text, at, nocase)) is not None:
        items.append(PatternAtom("", found[0]))
        return found[1]
    elif character == "\\" and at + 1 < len(text):
        items.append(PatternAtom(text[at + 1]))
        return at + 2
    else:
        items.append(PatternAtom(character))
    return at + 1
