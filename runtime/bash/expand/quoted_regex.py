"""What quoting means in the right side of ``=~``: a quoted character matches itself, in brackets as it stands there.

``[^\\]]`` is what bash hands to regcomp(3) as ``[^]]``: within brackets a backslash would be a member of the set.
"""

from __future__ import annotations

import re

__all__ = ["MARK", "unmarked"]

MARK = "\ud800"
"""Stands before a quoted character until it is known where that one is; no text holds it."""
_CLASS = re.compile(r"\[(?P<kind>[:.=]).*?(?P=kind)\]", re.DOTALL)


def unmarked(source: str) -> str:
    """The expression with every mark made a backslash, or dropped within brackets."""
    if MARK not in source:
        return source
    if "[" not in source:
        return source.replace(MARK + "]", "]").replace(MARK, "\\")
    made: list[str] = []
    at = 0
    while at < len(source):
        char = source[at]
        end = _end_of_brackets(source, at) if char == "[" else 0
        if end:
            made.append(source[at:end].replace(MARK, ""))
            at = end
        elif char in (MARK, "\\"):
            quoted = source[at + 1 : at + 2]
            made.append(quoted if char == MARK and quoted == "]" else "\\" + quoted)
            at += 2
        else:
            made.append(char)
            at += 1
    return "".join(made)


def _end_of_brackets(source: str, at: int) -> int:
    """Behind the ``]`` of the brackets that open at ``at``; 0 where they are never closed."""
    at += 1
    if source[at : at + 1] == "^":
        at += 1
    if source[at : at + 1] == "]":
        at += 1
    while at < len(source):
        char = source[at]
        if char == "]":
            return at + 1
        if char == "[" and (named := _CLASS.match(source, at)):
            at = named.end()
        else:
            at += 2 if char == MARK else 1
    return 0
