"""Negated bodies: ``not { a; b }`` in a file that imports ``future.keywords.not``.

The engine's parser takes the braces for a set. So before it reads such a file, each body becomes the body of a set
comprehension, ``not{0| a; b }``, which `runtime.policy.emit` turns into "this set is empty". The new characters take
the place of blanks where there are enough, so that later complaints still name the column that the author sees.
"""

from __future__ import annotations

import re

from runtime.policy.lexical import tokens

_IMPORT = re.compile(r"^[ \t]*import[ \t]+future\.keywords\.not[ \t\r]*(#.*)?$", re.MULTILINE)
_MARKS = "{0|"


def parsable(text: str) -> str:
    """The source as the engine's parser can read it. Other files come back as they are."""
    if not _IMPORT.search(text):
        return text
    characters = list(text)
    after_not: int | None = None
    opened: int | None = None
    for kind, begin, end in tokens(text):
        if kind in ("space", "newline"):
            continue
        if opened is not None and after_not is not None:
            _mark(characters, after_not, opened, begin)
        is_body = after_not is not None and kind == "open" and text[begin] == "{"
        opened = begin if is_body else None
        after_not = after_not if is_body else end if text[begin:end] == "not" else None
    return "".join(characters)


def _mark(characters: list[str], after_not: int, opened: int, first: int) -> None:
    """Write ``{``, ``0`` and ``|`` between ``not`` and the first token of its body, over blanks."""
    gap = "".join(characters[after_not:first])
    end = after_not + (gap.index("#") if "#" in gap else len(gap))
    free = [n for n in range(after_not, end) if characters[n] in " \t" or n == opened]
    if len(free) < len(_MARKS):
        characters[opened] = _MARKS
        return
    characters[opened] = " "
    for place, mark in zip(free, _MARKS, strict=False):
        characters[place] = mark
