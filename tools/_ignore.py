"""What the ``.gitignore`` files of a tree leave out, by the rules of gitignore(5).

The last rule that fits decides; a file nearer to the path comes after one farther up; what lies in a folder that is left
out cannot be taken in again. Patterns come from the tree and may be hostile: they run in ``regex`` within the deadline.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from runtime.sdk import OutsideWorkspace, ToolContext

FILE = ".gitignore"
_MAX_BYTES = 65_536
_MAX_RULES = 1000
_MAX_LINE = 512


class _Rule(NamedTuple):
    fits: Callable[..., object]
    """The expression's fullmatch, for a path relative to the file's folder."""
    negated: bool
    folders_only: bool


class Ignore:
    """The rules of the folders that a walk has entered."""

    def __init__(self, ctx: ToolContext, left_s: Callable[[], float]) -> None:
        """Read rules as folders are entered; ``left_s`` is how long the search may still take."""
        self._ctx = ctx
        self._left_s = left_s
        self._rules: dict[str, list[_Rule]] = {}

    def enters(self, folder: str) -> bool:
        """Whether a folder is not left out."""
        return not self._ignored(folder, is_folder=True)

    def takes(self, path: str) -> bool:
        """Whether a file is not left out; its folder was entered."""
        return not self._ignored(path, is_folder=False)

    def _ignored(self, path: str, *, is_folder: bool) -> bool:
        folder, rest = path, ""
        while folder:
            folder, _, name = folder.rpartition("/")
            rest = f"{name}/{rest}" if rest else name
            for rule in self._rules_of(folder):
                if (is_folder or not rule.folders_only) and rule.fits(rest, timeout=max(self._left_s(), 0.0)):
                    return not rule.negated
        return False

    def _rules_of(self, folder: str) -> list[_Rule]:
        if folder not in self._rules:
            self._rules[folder] = self._read(f"{folder}/{FILE}" if folder else FILE)
        return self._rules[folder]

    def _read(self, path: str) -> list[_Rule]:
        """The rules of one file, the last first; none where it cannot be read."""
        try:
            data = self._ctx.fs.read_bytes(path, max_bytes=_MAX_BYTES)
        except (OSError, OutsideWorkspace):
            return []
        lines = data.decode("utf-8", "replace").split("\n")[:_MAX_RULES]
        return [rule for line in reversed(lines) if (rule := _rule(line.removesuffix("\r"))) is not None]


def _rule(line: str) -> _Rule | None:
    import regex

    text = re.sub(r"(?<!\\) +$", "", line)
    if not text or text.startswith("#") or len(text) > _MAX_LINE:
        return None
    negated = text.startswith("!")
    text = text.removeprefix("!")
    folders_only = text.endswith("/")
    text = text.rstrip("/")
    anchored = "/" in text
    if not text:
        return None
    expression = ("" if anchored else "(?:.*/)?") + _expression(text.removeprefix("/"))
    try:
        return _Rule(regex.compile(expression, regex.DOTALL).fullmatch, negated, folders_only)
    except regex.error:
        return None


_TOKEN = re.compile(r"\*\*/|/\*\*(?=$)|\*+|\?|\[[!^]?\]?(?:\\.|[^\]\\/])*\]|\\(.)|.", re.DOTALL)
_FIXED = {"**/": "(?:.*/)?", "/**": "/.*", "?": "[^/]"}


def _expression(text: str) -> str:
    return "".join(_translated(token) for token in _TOKEN.finditer(text))


def _translated(token: re.Match[str]) -> str:
    found = token[0]
    if found in _FIXED:
        return _FIXED[found]
    if found.startswith("*"):
        return "[^/]*"
    if token[1] is not None:
        return re.escape(token[1])
    if len(found) > 1:
        body = found[1:-1]
        negated = body[:1] in ("!", "^")
        inside = (
            (body[1:] if negated else body).replace("[", r"\[").replace("&&", r"&\&").replace("~~", r"~\~")
        )
        return f"(?!/)[{'^' if negated else ''}{inside}]"
    return re.escape(found)
