"""Shell patterns: ``*``, ``?``, ``[...]`` and the extended ``?(..) *(..) +(..) @(..) !(..)``.

Three ways to match, none of which can backtrack without end:

Plain      fixed text with at most one ``*``: str methods
Stars      single characters and ``*``: regexes, each star atomic (the leftmost fit of what follows is always a right one)
Extended   groups: sets of positions as the bits of an int (see `extglob`)

Each can do four things; positions are character offsets, and -1 is no match:

matches    whether the whole of a text matches
prefix     where the shortest or longest matching prefix ends
suffix     where the shortest or longest matching suffix starts
find       the leftmost match from ``start`` on, the longest one there
"""

from __future__ import annotations

import re

from runtime.bash.errors import LimitExceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.extglob import Extended
    from runtime.bash.expand.pattern_items import PatternAtom
    from runtime.bash.limits import Meter

__all__ = ["Plain", "compiled", "escape", "is_magic", "pattern", "unescape"]

# Patterns that are kept compiled: so many, none of them longer. A script makes as many as it likes.
_KEPT, _LONGEST_KEPT = 4096, 256
_MAGIC = re.compile(r"[*?\[]")
_EXTENDED = re.compile(r"[?*+@!]\(")
# Compiled at their first use.
_ESCAPE = r"[*?\[\]\\()|!+@^-]"
_BACKSLASHED = r"(?s)\\(.)"
# Text that is no pattern whatever the options.
_FIXED = r"(?s)(?:[^*?\[\\(]|\\.)*+"
# Reading and compiling takes microseconds a character, in which nothing looks at the clock.
_LONGEST = 65_536
# A regex of more single characters takes longer to compile than the sets of `extglob` to be moved.
_MOST_ATOMS = 2_000


def escape(text: str) -> str:
    """``text`` as a pattern that matches nothing else."""
    return re.sub(_ESCAPE, r"\\\g<0>", text)


def unescape(pattern: str) -> str:
    """A pattern without its backslashes: what it matches when nothing in it is magic."""
    return re.sub(_BACKSLASHED, r"\1", pattern)


def is_magic(text: str, extglob: bool = False) -> bool:
    """Whether pathname expansion has work to do (a quick look: an escaped or unclosed one counts)."""
    return _MAGIC.search(text) is not None or (extglob and _EXTENDED.search(text) is not None)


class Plain:
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


class Stars:
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


if TYPE_CHECKING:
    Pattern = Plain | Stars | Extended


def _runs(items: list[PatternAtom]) -> list[list[PatternAtom]]:
    from runtime.bash.expand.pattern_items import STAR

    runs: list[list[PatternAtom]] = [[]]
    for item in items:
        if item is STAR:
            runs.append([])
        else:
            runs[-1].append(item)
    return runs


def _build(text: str, extglob: bool, nocase: bool) -> Pattern:
    if not nocase and re.fullmatch(_FIXED, text):
        # However long: the content of a file, in quotes.
        return Plain(unescape(text))
    if len(text) > _LONGEST:
        raise LimitExceeded("pattern", f"a pattern of more than {_LONGEST} characters")
    from runtime.bash.expand.pattern_items import PatternAtom, parse

    items = parse(text, extglob=extglob, nocase=nocase)
    atoms = [item for item in items if isinstance(item, PatternAtom)]
    flags = re.DOTALL | (re.IGNORECASE if nocase else 0)
    if len(atoms) < len(items) or len(atoms) > _MOST_ATOMS:
        from runtime.bash.expand.extglob import Extended

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
        found = _build(text, extglob, nocase)
        if len(text) <= _LONGEST_KEPT:
            if len(_patterns) >= _KEPT:
                _patterns.clear()
            _patterns[key] = found
    return found


def compiled(text: str, *, extglob: bool = True, nocase: bool = False) -> Callable[[str], bool]:
    """Whether a text as a whole matches, as a function."""
    return pattern(text, extglob, nocase).matches
