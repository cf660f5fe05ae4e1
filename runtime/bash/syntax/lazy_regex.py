"""Patterns that are compiled at their first use."""

from __future__ import annotations

import re

__all__ = ["LazyRegex"]


class LazyRegex:
    """A pattern. Compiling all of them at import would be a fifth of the start of a shell that runs one command."""

    __slots__ = ("flags", "match", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags
        self.match = self._first

    def _first(self, text: str, pos: int = 0) -> re.Match[str] | None:
        compiled = re.compile(self.pattern, self.flags).match
        self.match = compiled  # type: ignore[assignment]
        return compiled(text, pos)
