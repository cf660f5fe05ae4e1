"""Bracket expressions (POSIX 9.3.5): ``[abc]``, ``[!a-z]``, ``[[:alpha:]_]``, as one regular expression for one character.

Ranges go by code point, as in the locale C.UTF-8.
"""

from __future__ import annotations

import re

__all__ = ["NOTHING", "bracket"]

NOTHING = "(?!)"
# Alternatives rather than sets, as `re` has no intersection of classes. ASCII first: most text is decided there.
_CLASSES = {
    "alpha": ["[A-Za-z]", r"[^\W\d_\x00-\x7f]"],
    "digit": ["[0-9]"],
    "alnum": ["[0-9A-Za-z]", r"[^\W_\x00-\x7f]"],
    "word": ["[0-9A-Za-z_]", r"[^\W\x00-\x7f]"],
    "space": [r"[ \t\n\v\f\r\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]"],
    "blank": [r"[ \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]"],
    "punct": [r"[!-/:-@\[-`{-~]", r"[^\w\s\x00-\x9f\udc80-\udcff]"],
    "print": [r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\udc80-\udcff]"],
    "graph": [r"[^\x00-\x20\x7f-\x9f\u1680\u2000-\u200a\u2028\u2029\u205f\u3000\udc80-\udcff]"],
    "cntrl": [r"[\x00-\x1f\x7f-\x9f\u2028\u2029]"],
    "xdigit": ["[0-9A-Fa-f]"],
    "ascii": [r"[\x00-\x7f]"],
}
_CASED = {"upper": str.isupper, "lower": str.islower}
# Latin, Greek, Cyrillic and Armenian: the scripts that have two cases.
_CASED_END = 0x590
_COLLATING = {
    "space": " ",
    "hyphen": "-",
    "hyphen-minus": "-",
    "period": ".",
    "slash": "/",
    "backslash": "\\",
    "tab": "\t",
    "newline": "\n",
    "asterisk": "*",
    "left-square-bracket": "[",
    "right-square-bracket": "]",
    "circumflex": "^",
    "exclamation-mark": "!",
}
_NAMED = re.compile(r"\[([:=.])(.*?)\1\]", re.DOTALL)


def _class(name: str, nocase: bool) -> list[str]:
    if name in _CASED:
        chosen = _CASED[name]
        members = "".join(chr(code) for code in range(_CASED_END) if chosen(chr(code)))
        # The cases of classes count even where those of letters do not.
        return [f"(?-i:[{members}])" if nocase else f"[{members}]"]
    return _CLASSES.get(name, [])


def _single(kind: str, name: str) -> str | None:
    """The character that ``[=c=]`` or ``[.name.]`` stands for."""
    return name if len(name) == 1 else _COLLATING.get(name) if kind == "." else None


def bracket(pattern: str, start: int, nocase: bool = False) -> tuple[str, int] | None:
    """The expression whose ``[`` is at ``start``: a regex for one character and the position behind it.

    None when nothing closes it: then the ``[`` is itself.
    """
    at = start + 1
    negated = pattern[at : at + 1] in {"!", "^"}
    at += negated
    found: list[str] = []
    first = True
    low: str | None = None  # the character before a possible "-"
    while True:
        if at >= len(pattern):
            return None
        if pattern[at] == "]" and not first:
            break
        first = False
        classes, character, behind = _member(pattern, at, nocase)
        if behind is None:
            return None
        at = behind
        if character is None:
            found += classes
            continue
        if pattern[at : at + 1] == "-" and pattern[at + 1 : at + 2] not in {"]", ""}:
            low = character
            _, high, behind = _member(pattern, at + 1, nocase)
            if behind is None:
                return None
            at = behind
            if high is not None and low <= high:
                found.append(f"[{re.escape(low)}-{re.escape(high)}]")
            continue
        found.append(re.escape(character))
    one_of = "|".join(found) or NOTHING
    return (f"(?:(?!{one_of}).)" if negated else f"(?:{one_of})"), at + 1


def _member(pattern: str, at: int, nocase: bool) -> tuple[list[str], str | None, int | None]:
    """One member at ``at``: (classes, None, behind) or ([], character, behind); behind is None when the text ends."""
    character = pattern[at]
    if character == "[":
        named = _NAMED.match(pattern, at)
        if named is not None:
            kind, name = named.groups()
            if kind == ":":
                return _class(name, nocase), None, named.end()
            return [], _single(kind, name), named.end()
    if character == "\\":
        if at + 1 >= len(pattern):
            return [], None, None
        return [], pattern[at + 1], at + 2
    return [], character, at + 1
