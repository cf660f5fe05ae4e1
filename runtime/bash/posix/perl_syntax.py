"""Perl's regular expressions (``grep -P``) in the syntax of `regex`, which knows nearly all of them."""

from __future__ import annotations

import re

__all__ = ["rewrite_perl"]

_QUOTED = re.compile(r"\\Q(.*?)(?:\\E|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
# What `regex` spells differently. PCRE matches ASCII for \d \w \s without (*UCP), as grep 3.8 does.
_ESCAPES = {
    "h": r"[ \t]",
    "H": r"[^ \t\n]",
    "R": r"(?>\r\n|[\n-\r])",
    "N": r"[^\n]",
    "z": r"\Z",
    "Z": r"$",
    "e": r"\x1b",
    "E": "",
}


def rewrite_perl(source: str) -> str:
    """``source`` for `regex`; what is no expression is found out there."""
    source = _QUOTED.sub(lambda found: re.escape(found[1]), source)
    source = source.replace("(*UTF)", "").replace("(*UCP)", "")
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[0]), source)
