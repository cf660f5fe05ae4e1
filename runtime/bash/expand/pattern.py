"""Shell patterns: ``*``, ``?``, ``[...]`` and the extended ``?(..) *(..) +(..) @(..) !(..)``.

One port, three ways to match, none of which can backtrack without end:

Plain      fixed text with at most one ``*``: str methods
Stars      single characters and ``*``: regexes, each star atomic (the leftmost fit of what follows is always a right one)
Extended   groups: sets of positions as the bits of an int (see `extended`)
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.limits import Meter

__all__ = ["Pattern", "compiled", "escape", "is_magic", "parse", "pattern", "unescape"]

_KEPT = 4096
_GROUPS = "?*+@!"
_MAGIC = re.compile(r"[*?\[]")
_EXTENDED = re.compile(r"[?*+@!]\(")
# Compiled at their first use.
_ESCAPE = r"[*?\[\]\\()|!+@^-]"
_BACKSLASHED = r"(?s)\\(.)"
# Groups inside groups: deeper than any pattern that means something, shallower than the interpreter's stack.
_MAX_DEPTH = 40


def escape(text: str) -> str:
    """``text`` as a pattern that matches nothing else."""
    return re.sub(_ESCAPE, r"\\\g<0>", text)


def unescape(pattern: str) -> str:
    """A pattern without its backslashes: what it matches when nothing in it is magic."""
    return re.sub(_BACKSLASHED, r"\1", pattern)


def is_magic(text: str, extglob: bool = False) -> bool:
    """Whether pathname expansion has work to do (a quick look: an escaped or unclosed one counts)."""
    return _MAGIC.search(text) is not None or (extglob and _EXTENDED.search(text) is not None)


class Group:
    """``op(alternative|alternative)``; each alternative is a sequence of items."""

    __slots__ = ("alternatives", "operator")

    def __init__(self, operator: str, alternatives: list[Items]) -> None:
        self.operator = operator
        self.alternatives = alternatives


class Atom:
    """One character: ``text`` when it is a known one, else ``regex``."""

    __slots__ = ("regex", "text")

    def __init__(self, text: str, regex: str = "") -> None:
        self.text = text
        self.regex = regex or re.escape(text)


STAR = Atom("", ".*")
ANY = Atom("", ".")
if TYPE_CHECKING:
    Items = list[Atom | Group]


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


def _group(text: str, at: int, nocase: bool, depth: int) -> tuple[Group, int] | None:
    alternatives = []
    inside = at + 2
    while True:
        items, inside = _sequence(text, inside, True, nocase, depth + 1)
        alternatives.append(items)
        if inside >= len(text):
            return None
        inside += 1
        if text[inside - 1] == ")":
            return Group(text[at], alternatives), inside


def _bracket(text: str, at: int, nocase: bool) -> tuple[str, int] | None:
    from runtime.bash.expand.brackets import bracket

    return bracket(text, at, nocase)


def _atom(text: str, at: int, nocase: bool, items: Items) -> int:
    character = text[at]
    if character == "*":
        if not items or items[-1] is not STAR:
            items.append(STAR)
    elif character == "?":
        items.append(ANY)
    elif character == "[" and (found := _bracket(text, at, nocase)) is not None:
        items.append(Atom("", found[0]))
        return found[1]
    elif character == "\\" and at + 1 < len(text):
        items.append(Atom(text[at + 1]))
        return at + 2
    else:
        items.append(Atom(character))
    return at + 1


class Pattern:
    """A compiled pattern. Positions are character offsets; -1 is no match."""

    __slots__ = ()

    def matches(self, text: str, meter: Meter | None = None) -> bool:
        """Whether the whole of ``text`` matches."""
        raise NotImplementedError

    def prefix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        """Where the shortest or longest matching prefix ends."""
        raise NotImplementedError

    def suffix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        """Where the shortest or longest matching suffix starts."""
        raise NotImplementedError

    def find(self, text: str, start: int, meter: Meter | None = None) -> tuple[int, int] | None:
        """The leftmost match from ``start`` on, the longest one there."""
        raise NotImplementedError


class Plain(Pattern):
    """``head``, or with a star ``head*tail``."""

    __slots__ = ("head", "star", "tail")

    def __init__(self, head: str, star: bool = False, tail: str = "") -> None:
        self.head = head
        self.star = star
        self.tail = tail

    def matches(self, text: str, meter: Meter | None = None) -> bool:
        if not self.star:
            return text == self.head
        return (
            len(text) >= len(self.head) + len(self.tail)
            and text.startswith(self.head)
            and text.endswith(self.tail)
        )

    def prefix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        head = len(self.head)
        if not text.startswith(self.head):
            return -1
        if not self.star:
            return head
        at = text.rfind(self.tail, head) if longest else text.find(self.tail, head)
        return at if at < 0 else at + len(self.tail)

    def suffix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        if not self.star:
            return len(text) - len(self.head) if text.endswith(self.head) else -1
        if not text.endswith(self.tail):
            return -1
        end = len(text) - len(self.tail)
        return text.find(self.head, 0, end) if longest else text.rfind(self.head, 0, end)

    def find(self, text: str, start: int, meter: Meter | None = None) -> tuple[int, int] | None:
        at = text.find(self.head, start)
        if at < 0:
            return None
        end = at + len(self.head)
        if self.star:
            end = text.rfind(self.tail, end)
            if end < 0:
                return None
            end += len(self.tail)
        return at, end


class Stars(Pattern):
    """Fixed runs of single characters with stars between them: ``runs`` are their regexes."""

    __slots__ = ("_flags", "_forms", "_mirror", "runs")

    def __init__(self, runs: list[list[str]], flags: int) -> None:
        self.runs = runs
        self._flags = flags
        self._forms: dict[str, re.Pattern[str]] = {}
        self._mirror: Stars | None = None

    def _form(self, name: str) -> re.Pattern[str]:
        found = self._forms.get(name)
        if found is None:
            runs = ["".join(run) for run in self.runs]
            head, middle, tail = runs[0], [f"(?>.*?{run})" for run in runs[1:-1]], runs[-1]
            text = "".join([head, *middle])
            if len(runs) > 1:
                text += f".*?{tail}" if name == "shortest" else f".*{tail}"
            if name == "whole":
                text += r"\Z"
            found = self._forms[name] = re.compile(text, self._flags)
        return found

    def matches(self, text: str, meter: Meter | None = None) -> bool:
        return self._form("whole").match(text) is not None

    def prefix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        found = self._form("longest" if longest else "shortest").match(text)
        return -1 if found is None else found.end()

    def suffix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        if self._mirror is None:
            self._mirror = Stars([run[::-1] for run in reversed(self.runs)], self._flags)
        at = self._mirror.prefix(text[::-1], longest)
        return at if at < 0 else len(text) - at

    def find(self, text: str, start: int, meter: Meter | None = None) -> tuple[int, int] | None:
        # Searching for the whole pattern would try the stars again from every start. It needs no second try: where
        # what follows a star is not found behind the first head, it is not behind a later one either.
        first = self._part(0).search(text, start)
        if first is None:
            return None
        end = first.end()
        for number in range(1, len(self.runs) - 1):
            found = self._part(number).search(text, end)
            if found is None:
                return None
            end = found.end()
        if len(self.runs) > 1:
            last = self._last().match(text, end)
            if last is None:
                return None
            end = last.end()
        return first.start(), end

    def _part(self, number: int) -> re.Pattern[str]:
        name = f"run {number}"
        found = self._forms.get(name)
        if found is None:
            found = self._forms[name] = re.compile("".join(self.runs[number]), self._flags)
        return found

    def _last(self) -> re.Pattern[str]:
        found = self._forms.get("last")
        if found is None:
            found = self._forms["last"] = re.compile(".*" + "".join(self.runs[-1]), self._flags)
        return found


def _runs(items: list[Atom]) -> list[list[Atom]]:
    runs: list[list[Atom]] = [[]]
    for item in items:
        if item is STAR:
            runs.append([])
        else:
            runs[-1].append(item)
    return runs


def _build(text: str, extglob: bool, nocase: bool) -> Pattern:
    items = parse(text, extglob=extglob, nocase=nocase)
    atoms = [item for item in items if isinstance(item, Atom)]
    flags = re.DOTALL | (re.IGNORECASE if nocase else 0)
    if len(atoms) < len(items):
        from runtime.bash.expand.extended import Extended

        return Extended(items, flags)
    runs = _runs(atoms)
    if len(runs) <= 2 and not nocase and all(atom.text for run in runs for atom in run):
        head, *tail = ("".join(atom.text for atom in run) for run in runs)
        return Plain(head, bool(tail), "".join(tail))
    return Stars([[atom.regex for atom in run] for run in runs], flags)


_patterns: dict[tuple[str, bool, bool], Pattern] = {}


def pattern(text: str, extglob: bool = True, nocase: bool = False) -> Pattern:
    """The compiled form of a pattern's text."""
    key = (text, extglob, nocase)
    found = _patterns.get(key)
    if found is None:
        if len(_patterns) >= _KEPT:
            _patterns.clear()
        found = _patterns[key] = _build(text, extglob, nocase)
    return found


def compiled(text: str, *, extglob: bool = True, nocase: bool = False) -> Callable[[str], bool]:
    """Whether a text as a whole matches, as a function."""
    return pattern(text, extglob, nocase).matches
