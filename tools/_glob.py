"""Whether a path fits a glob that nobody vouches for, and which folders can hold such paths.

By the rules of wcmatch: ``*.py`` at any depth, ``./*.py`` at the top, ``**``, ``{a,b}``. A hidden name must stand in the pattern letter by letter,
as a step of its own. A policy sees arguments, not files: so no call reads ``.env`` by way of ``**``, ``.*`` or ``.e?v`` past a
policy that closes ``.env``.

wcmatch writes the expressions; they run in ``regex`` within a deadline, since stars can backtrack, too.
"""

from __future__ import annotations

from collections.abc import Callable

from runtime.sdk import ToolError

from ._files import MAX_SHOWN, outside, shown

MAX_GLOB = 256
_MAX_ALTERNATIVES = 64
_MAGIC = frozenset("*?[]{}\\!")
Wanted = Callable[[str], bool]


class Glob:
    """A pattern, checked once."""

    def __init__(self, pattern: str, left_s: Callable[[], float]) -> None:
        """Compile the pattern.

        Args:
            pattern: Relative to the folder that is searched.
            left_s: How long the search may still take.

        Raises:
            ToolError: ``invalid_glob``, or ``path_outside_working_dir`` for one that climbs out.
        """
        self._left_s = left_s
        steps = pattern.split("/")
        if not steps[0] or ".." in steps:
            if pattern:
                raise outside(pattern)
            raise invalid(pattern)
        self._matches = _compiled(pattern)
        # What all fitting names end with, and whether that is all there is to it: "**/*.py".
        self._end = _literal_end(steps[-1])
        self._by_end = pattern.removeprefix("**/") == f"*{self._end}"
        self._named = frozenset(steps)
        self.base = _base(steps)
        """The folder that all fitting paths lie beneath: ``src/api`` for ``src/api/**/*.py``."""

    def among(self, folder: str, names: list[str]) -> list[str]:
        """Those of a folder's files that fit.

        Args:
            folder: Relative to the folder that is searched, with a closing slash; nothing for that folder itself.
            names: Of files in it.

        Raises:
            TimeoutError: the search has no time left.
        """
        # Most names are told apart by their ends, at a tenth of what an expression takes.
        likely = [name for name in names if name.endswith(self._end)]
        if self._by_end:
            return unhidden(folder, likely)
        return [name for name in likely if self._fits(folder + name)]

    def _fits(self, path: str) -> bool:
        return not self._hidden(path) and any(
            fit(path, timeout=max(self._left_s(), 0.0)) for fit in self._matches
        )

    def enters(self, folder: str) -> bool:
        """Whether a folder may hold fitting paths: a hidden one only where the pattern names it."""
        if self._hidden(folder):
            return False
        return (
            self.base == "." or f"{folder}/".startswith(f"{self.base}/") or self.base.startswith(f"{folder}/")
        )

    def _hidden(self, path: str) -> bool:
        return not visible(path) and any(s.startswith(".") and s not in self._named for s in path.split("/"))


def visible(path: str) -> bool:
    """Whether no step of the path begins with a dot."""
    return not path.startswith(".") and "/." not in path


def unhidden(folder: str, names: list[str]) -> list[str]:
    """The names that do not begin with a dot; none in a hidden folder."""
    return [name for name in names if not name.startswith(".")] if visible(folder) else []


def invalid(pattern: str) -> ToolError:
    """The refusal of a pattern that is none."""
    cut = pattern if len(pattern) <= MAX_SHOWN else pattern[:MAX_SHOWN] + "..."
    return ToolError(
        "invalid_glob",
        f"Invalid glob pattern '{shown(cut)}'",
        suggestion=f"Use a pattern such as '*.py' or 'src/**/*.{{ts,tsx}}', at most {MAX_GLOB} characters long",
    )


def _base(steps: list[str]) -> str:
    fixed: list[str] = []
    for step in steps[:-1]:
        if _MAGIC & set(step):
            break
        fixed.append(step)
    return "/".join(fixed) or "."


def _literal_end(step: str) -> str:
    """What follows the last special character: no name fits that does not end with it."""
    return step[max((at + 1 for at, character in enumerate(step) if character in _MAGIC), default=0) :]


def _compiled(pattern: str) -> list[Callable[..., object]]:
    import regex
    from wcmatch import glob

    flags = glob.GLOBSTAR | glob.BRACE | glob.FORCEUNIX | glob.CASE
    if not pattern.startswith("./"):
        flags |= glob.MATCHBASE
    if len(pattern) > MAX_GLOB or _has_unclosed_class(pattern):
        raise invalid(pattern)
    try:
        whole = pattern.removeprefix("./") + ("**" if pattern.endswith("/") else "")
        included, _ = glob.translate(whole, flags=flags, limit=_MAX_ALTERNATIVES)
        return [regex.compile(expression).fullmatch for expression in included]
    except Exception:  # noqa: BLE001  # too many braces: an exception of wcmatch that has no public name
        raise invalid(pattern) from None


def _has_unclosed_class(pattern: str) -> bool:
    # wcmatch would take such a bracket for itself and quietly find nothing.
    import regex

    return "[" in regex.sub(r"\\.|\[[!^]?\]?[^\]]*\]", "", pattern)
