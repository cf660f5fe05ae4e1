"""Pathname expansion: patterns to the names that are there, sorted by code point.

Walks the virtual file system folder by folder, one pattern component at a time; what a pattern may find is charged
before it is kept, and the clock is looked at in every folder.
"""

from __future__ import annotations

import re

from runtime.bash.charset import narrow
from runtime.bash.errors import ExpansionError
from runtime.bash.expand.pattern import is_magic, pattern, unescape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.expand.pattern import Pattern
    from runtime.bash.state import State

__all__ = ["expand", "pathnames"]

_DIRECTORY = 0o040000
_LINK = 0o120000
_DOTS = frozenset({".", ".."})
_MAX_DEPTH = 200


def pathnames(st: State, given: str, text: str) -> list[str]:
    """The fields that a word with the pattern ``given`` becomes; ``text`` is the word where nothing matches."""
    on = st.options.on
    if not _magic(given, "extglob" in on):
        return [text]
    found = expand(st, given)
    if found:
        return found
    if "failglob" in on:
        raise ExpansionError(f"no match: {text}")
    return [] if "nullglob" in on else [text]


def _magic(given: str, extglob: bool) -> bool:
    """Whether something in the pattern can match more than itself: an escaped or unclosed bracket cannot."""
    bare = re.sub(r"\\.", "", given, flags=re.DOTALL)
    if not is_magic(bare, extglob):
        return False
    return any(c in bare for c in "*?") or (extglob and is_magic(bare, extglob)) or "]" in bare


def expand(st: State, given: str) -> list[str]:
    """Every path that matches, sorted; none is an empty list."""
    found = _Walk(st).paths(given)
    ignored = _ignored(st)
    if ignored:
        found = [
            path
            for path in found
            if path.rpartition("/")[2] not in _DOTS and not any(one.matches(path) for one in ignored)
        ]
    found.sort()
    return found


def _ignored(st: State) -> list[Pattern]:
    """The patterns of GLOBIGNORE."""
    value = st.get("GLOBIGNORE")
    return [pattern(one) for one in _colons(value)] if value else []


def _colons(value: str) -> list[str]:
    return [one for one in re.split(r"(?<!\\):(?![^\[]*\])", value) if one]


class _Walk:
    """One pattern being expanded."""

    __slots__ = ("_dots", "_dotted", "_extglob", "_found", "_nocase", "_st", "_stars")

    def __init__(self, st: State) -> None:
        on = st.options.on
        self._st = st
        self._extglob = "extglob" in on
        self._nocase = "nocaseglob" in on
        self._stars = "globstar" in on
        self._dotted = "dotglob" in on or bool(st.get("GLOBIGNORE"))
        self._dots = "globskipdots" not in on
        self._found = 0

    def paths(self, given: str) -> list[str]:
        """All matches, in the order of the walk."""
        components = self._components(given)
        base = ""
        while components and not components[0]:
            base += "/"
            del components[0]
        if base and len(components) == 0:
            return [base]
        if self._stars:
            # "**/**" finds nothing that "**" does not.
            components = [
                one
                for one, behind in zip(components, [*components[1:], ""], strict=True)
                if not one == behind == "**"
            ]
        return list(self._below([base], components))

    def _components(self, given: str) -> list[str]:
        """The parts between slashes; a slash inside a group belongs to it."""
        parts = []
        depth = at = start = 0
        while at < len(given):
            c = given[at]
            quoted = c == "\\" and at + 1 < len(given)
            # A quoted slash is a slash all the same.
            if (quoted and given[at + 1] == "/") or (c == "/" and not depth):
                parts.append(given[start:at])
                start = at + 1 + quoted
            elif self._extglob and c == "(" and at and given[at - 1] in "?*+@!":
                depth += 1
            elif c == ")" and depth:
                depth -= 1
            at += 1 + quoted
        parts.append(given[start:])
        return parts

    def _below(self, bases: list[str], components: list[str]) -> list[str]:
        for number, component in enumerate(components):
            last = number == len(components) - 1
            rest = components[number + 1 :]
            if not component:
                # "a//b" and "a/": the slash stays.
                bases = (
                    [f"{base}/" for base in bases]
                    if not last
                    else [
                        base if base.endswith("/") else f"{base}/" for base in bases if self._is_folder(base)
                    ]
                )
                continue
            slash = "" if last else "/"
            if self._stars and component == "**":
                bases = self._trees(bases, rest)
            elif is_magic(component, self._extglob):
                chosen = self._pattern(component)
                bases = [
                    base + name + slash
                    for base in bases
                    for name in self._matching(base, component, chosen, folders=not last)
                ]
            else:
                name = unescape(component)
                bases = [base + name + slash for base in bases if self._there(base + name, folder=not last)]
            self._count(len(bases))
        return bases

    def _pattern(self, component: str) -> Pattern:
        return pattern(narrow(component) if self._st.narrow else component, self._extglob, self._nocase)

    def _count(self, more: int) -> None:
        self._st.meter.fields(more)

    def _absolute(self, path: str) -> str:
        if path.startswith("/"):
            return path
        cwd = self._st.cwd
        return f"{cwd}/{path}" if path and cwd != "/" else f"/{path}" if path else cwd

    def _there(self, path: str, *, folder: bool) -> bool:
        absolute = self._absolute(path)
        if folder:
            return self._st.fs.is_dir(absolute)
        try:
            self._st.fs.stat(absolute, follow=False)
        except OSError:
            return False
        return True

    def _is_folder(self, path: str) -> bool:
        return self._st.fs.is_dir(self._absolute(path))

    def _entries(self, base: str) -> list[tuple[str, int]]:
        self._st.meter.check()
        try:
            return self._st.fs.scandir(self._absolute(base))
        except OSError:
            return []

    def _matching(self, base: str, component: str, chosen: Pattern, *, folders: bool) -> list[str]:
        entries = self._entries(base)
        dotted = (
            self._dotted or component[0] == "." or component[:2] == "\\." or self._starts_dotted(component)
        )
        if self._dots and (component[0] == "." or component[:2] == "\\."):
            entries = [(".", _DIRECTORY), ("..", _DIRECTORY), *entries]
        matches, meter, bytes_ = chosen.matches, self._st.meter, self._st.narrow
        found = []
        for name, kind in entries:
            if (name[0] == "." and not dotted) or not matches(narrow(name) if bytes_ else name, meter):
                continue
            if folders and kind != _DIRECTORY and not (kind == _LINK and self._is_folder(base + name)):
                continue
            found.append(name)
        # Sorted here too: the walk of a large tree then meets its limits in the same order every time.
        found.sort()
        return found

    def _starts_dotted(self, component: str) -> bool:
        """``@(.a|b)``: a group may name the dot itself."""
        return self._extglob and re.match(r"[?*+@]\((?:[^)]*\|)?\.", component) is not None

    # **

    def _trees(self, bases: list[str], rest: list[str]) -> list[str]:
        """``**``: everything below; before a slash only folders, the bases among them."""
        found: list[str] = []
        only_folders = rest == [""]
        for base in bases:
            if base or (rest and not only_folders):
                found.append(base)
            for path, kind in self._tree(base):
                if not rest:
                    found.append(path)
                elif kind == _DIRECTORY or (only_folders and kind == _LINK and self._is_folder(path)):
                    found.append(f"{path}/")
            self._count(len(found))
        return found

    def _tree(self, base: str) -> Iterator[tuple[str, int]]:
        """Everything below a folder; links are not followed."""
        waiting = [(base, 0)]
        while waiting:
            folder, depth = waiting.pop()
            for name, kind in sorted(self._entries(folder), reverse=True):
                if name[0] == "." and not self._dotted:
                    continue
                yield folder + name, kind
                if kind == _DIRECTORY and depth < _MAX_DEPTH:
                    waiting.append((f"{folder}{name}/", depth + 1))
