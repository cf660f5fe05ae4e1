"""Quoting text so that the shell reads it back: ``printf %q``, ``${x@Q}``, ``declare -p``, ``set -x``."""

from __future__ import annotations

import re

__all__ = ["ansi", "assoc_key", "backslashed", "declared", "single", "traced", "transformed"]

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\udc80-\udcff\u2028\u2029\ufeff]")
# What `printf %q` escapes; a tilde counts where one would expand.
_SPECIAL = re.compile(r"""[ \t!"$&'()*,;<>?\[\\\]^`{|}]""")
_TILDE = re.compile(r"(?<=[:=])~")
_DOUBLE = re.compile(r'["$`\\]')
# What makes `set -x` quote a word.
_META = re.compile(r"""[\s!"$&'()*;<>?\[\\\]^`{|}]|\A[#~]|[:=]~""")
_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
    "\x1b": "\\E",
    "\\": "\\\\",
    "'": "\\'",
}


def _ansi_character(found: re.Match[str]) -> str:
    character = found[0]
    known = _ESCAPES.get(character)
    if known is not None:
        return known
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


_ANSI = re.compile(r"[\x00-\x1f\x7f-\x9f\udc80-\udcff\u2028\u2029\ufeff'\\]")


def ansi(text: str) -> str:
    """``$'...'`` with escapes for everything that does not print."""
    return f"$'{_ANSI.sub(_ansi_character, text)}'"


def single(text: str) -> str:
    """``'...'``, or ``''\\'''`` for a quote in it."""
    if text == "'":
        return "\\'"
    return "'" + text.replace("'", "'\\''") + "'"


def transformed(text: str) -> str:
    """``${x@Q}``: single quotes, or ``$'...'`` where something does not print."""
    return ansi(text) if _CONTROL.search(text) else single(text)


def backslashed(text: str) -> str:
    """``printf %q``: backslashes where that is enough."""
    if not text:
        return "''"
    if _CONTROL.search(text):
        return ansi(text)
    quoted = _TILDE.sub(r"\\~", _SPECIAL.sub(r"\\\g<0>", text))
    return f"\\{quoted}" if text[0] in "~#" else quoted


def declared(text: str) -> str:
    """A value as ``declare -p`` shows it: double quotes, or ``$'...'``."""
    if _CONTROL.search(text):
        return ansi(text)
    return f'"{_DOUBLE.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    return "\\" + found[0]


def assoc_key(text: str) -> str:
    """A key of an associative array as ``declare -p`` and ``@K`` show it."""
    if _CONTROL.search(text):
        return ansi(text)
    if _META.search(text) or text in {"", "@"}:
        return f'"{_DOUBLE.sub(_escape, text)}"'
    return text


def traced(text: str) -> str:
    """A word as ``set -x`` shows it."""
    if text.isalnum() and text.isascii():
        return text
    if not text:
        return "''"
    if _META.search(text):
        return single(text)
    return ansi(text) if _CONTROL.search(text) else text
