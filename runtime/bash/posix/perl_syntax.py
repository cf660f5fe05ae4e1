"""Perl's regular expressions (``grep -P``) in the syntax of `regex`, which knows nearly all of them."""

from __future__ import annotations

import re

__all__ = ["perl_message", "rewrite_perl"]

_QUOTED = re.compile(r"\\Q(.*?)(?:\\E|\Z)", re.DOTALL)
_NAMED = re.compile(r"\\k(?:<(\w+)>|\{(\w+)\}|'(\w+)')")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
# What `regex` spells differently. PCRE matches ASCII for \d \w \s without (*UCP), as grep 3.8 does.
_ESCAPES = {
    "h": r"[ \t]",
    "H": r"[^ \t\n]",
    # The newline is never part of a line.
    "R": "[\v-\r\x85\u2028\u2029]",
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
    source = _NAMED.sub(lambda found: f"(?P={found[1] or found[2] or found[3]})", source)
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[0]), source)


# `regex`'s words for a fault, and PCRE2's.
_WORDS = (
    ("bad escape (end of pattern)", "\\ at end of pattern"),
    ("unbalanced parenthesis", "unmatched closing parenthesis"),
    ("missing )", "missing closing parenthesis"),
    ("nothing to repeat", "quantifier does not follow a repeatable item"),
    ("multiple repeat", "quantifier does not follow a repeatable item"),
    ("missing ]", "missing terminating ] for character class"),
    ("unterminated character set", "missing terminating ] for character class"),
    ("bad character range", "range out of order in character class"),
    ("bad set", "missing terminating ] for character class"),
    ("unknown property", "unknown property after \\P or \\p"),
    ("min repeat greater", "numbers out of order in {} quantifier"),
    ("invalid group reference", "reference to non-existent subpattern"),
    ("unknown group", "reference to non-existent subpattern"),
    ("cannot refer to an open group", "reference to non-existent subpattern"),
    ("unknown extension", "unrecognized character after (? or (?-"),
)


def perl_message(error: str) -> str:
    """A fault of `regex` as PCRE2 names it."""
    return next(
        (words for mark, words in _WORDS if error.startswith(mark)), f"unsupported expression: {error}"
    )
