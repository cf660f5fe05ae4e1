"""How GNU's messages show the names that they speak of, so that no name can garble a terminal or forge a line.

`always` and `maybe` are gnulib's shell-escape styles (text that a shell would read back), `quote` is its locale style in
UTF-8.
"""

from __future__ import annotations

import re
from os import strerror

from runtime.bash.charset import CODEC

__all__ = ["always", "in_double_quotes", "maybe", "needs_quotes", "quote", "reason"]

_NAMED = {7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}
_SAME_IN_DOUBLE = re.compile(r"[\w%+,\-./:@\] ']*", re.ASCII)


def reason(error: OSError) -> str:
    """The kernel's words for an error."""
    return strerror(error.errno) if error.errno else str(error)


def quote(text: str) -> str:
    """``‘text’`` with escapes as in C; with apostrophes where characters are bytes."""
    is_plain = CODEC.get() == "ascii"
    if not text.isprintable() or "\\" in text:
        text = "".join(
            "\\\\" if char == "\\" else char if _visible(char) else _escaped(char) for char in text
        )
    return "'" + text.replace("'", "\\'") + "'" if is_plain else f"‘{text}’"


def maybe(text: str, colon: bool = True) -> str:
    """``text``, quoted where a shell (or, with ``colon``, a reader of ``name: message``) would misread it."""
    if text.isalnum():
        return text
    if not text or not all(map(_visible, text)) or needs_quotes(text, colon):
        return always(text)
    return text


def needs_quotes(text: str, colon: bool) -> bool:
    return (
        text[0] in "~#"
        or text in {"{", "}"}
        or (colon and ":" in text)
        or any(char in " !\"$&()*;<=>?[\\^`|'" for char in text)
    )


def in_double_quotes(text: str) -> bool:
    """Whether ``text`` reads the same between double quotes, so that an apostrophe in it needs no escape."""
    return _SAME_IN_DOUBLE.fullmatch(text) is not None


def always(text: str) -> str:
    """``'text'``; ``'a'$'\\n''b'`` where characters cannot be shown."""
    if "'" in text and in_double_quotes(text):
        return f'"{text}"'
    out = ["'"]
    hidden = False
    for char in text:
        if _visible(char):
            if hidden:
                out.append("''")
            hidden = False
            out.append("'\\''" if char == "'" else char)
        else:
            if not hidden:
                out.append("'$'")
            hidden = True
            out.append(_escaped(char))
    out.append("'")
    return "".join(out)


def _visible(char: str) -> bool:
    return char.isprintable() or char in "\u00a0\u200b\u200c\u200d\u00ad"


def _escaped(char: str) -> str:
    named = _NAMED.get(ord(char))
    return named or "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))
