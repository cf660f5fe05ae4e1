"""How many columns a character takes, as wcwidth() in C.UTF-8 has it."""

from __future__ import annotations

from unicodedata import category, combining, east_asian_width

__all__ = ["width"]


def width(char: str) -> int:
    """0 for what cannot be shown or combines, 2 for wide characters, else 1."""
    if " " <= char <= "~":
        return 1
    kind = category(char)
    if (
        kind in {"Cc", "Cs", "Cn", "Zl", "Zp", "Mn", "Me"}
        or combining(char)
        or (kind == "Cf" and char != "\u00ad")
    ):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1
