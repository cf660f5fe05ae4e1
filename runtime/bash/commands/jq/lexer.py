"""Tokens of a jq program. A token is (kind, value, offset); strings come whole, their interpolations as token lists."""

from __future__ import annotations

import re

from runtime.bash.commands.jq.numbers import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Token = tuple[str, Any, int]

__all__ = ["KEYWORDS", "SyntaxFault", "tokens"]

KEYWORDS = frozenset(
    [
        "def",
        "if",
        "then",
        "elif",
        "else",
        "end",
        "as",
        "reduce",
        "foreach",
        "try",
        "catch",
        "label",
        "import",
        "include",
        "module",
        "and",
        "or",
        "__loc__",
    ]
)
_TOKEN = re.compile(
    r"""(?P<space>(?:[ \t\r\n]+|\#(?:\\(?:\r\n|[\s\S])|[^\n\\])*\\?)+)
    |(?P<field>\.[a-zA-Z_]\w*)
    |(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |(?P<name>(?:[a-zA-Z_]\w*::)*[a-zA-Z_]\w*)
    |(?P<variable>\$[ \t]*(?:[a-zA-Z_]\w*::)*[a-zA-Z_]\w*)
    |(?P<format>@[a-zA-Z0-9_]+)
    |(?P<mark>\?//=|\?//|//=|\|=|\+=|-=|\*=|/=|%=|==|!=|<=|>=|//|\.\.|[.?|,=+\-*/%<>:;()\[\]{}$])
    |(?P<text>")""",
    re.VERBOSE | re.ASCII,
)
_PLAIN = re.compile(r'[^"\\]+')
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_PARENTHESES = {"(": 1, ")": -1}
_DEEPEST = 256


class SyntaxFault(Exception):
    """The text is no program; ``offset`` is where that shows."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def tokens(text: str) -> list[Token]:
    """All tokens, with ``$end`` in last place. Raises SyntaxFault."""
    found, _ = _scan(text, 0, 0)
    return found


def _scan(text: str, at: int, depth: int) -> tuple[list[Token], int]:
    """Tokens from ``at`` to the end or, inside a string (``depth`` above 0), to the ``)`` that ends an interpolation."""
    if depth > _DEEPEST:
        raise SyntaxFault("strings nested too deeply", at)
    found: list[Token] = []
    open_parentheses = 0
    size = len(text)
    while at < size:
        match = _TOKEN.match(text, at)
        if match is None:
            raise SyntaxFault("syntax error, unexpected INVALID_CHARACTER", at)
        kind = match.lastgroup or ""
        start, at = at, match.end()
        if kind == "space":
            continue
        value: Any = match[0]
        if kind == "text":
            value, at = _string(text, at, depth)
        elif kind == "mark":
            open_parentheses += _PARENTHESES.get(value, 0)
            if open_parentheses < 0 and depth:
                found.append(("$end", "", start))
                return found, at
            kind = value
        else:
            kind, value = _worded(kind, value)
        found.append((kind, value, start))
    if depth:
        raise SyntaxFault("syntax error, unexpected end of file", size)
    found.append(("$end", "", size))
    return found, at


def _worded(kind: str, value: str) -> tuple[str, Any]:
    if kind == "field":
        return kind, value[1:]
    if kind == "number":
        return kind, number(value)
    if kind == "variable":
        return kind, value[1:].lstrip(" \t")
    if kind == "name" and value in KEYWORDS:
        return value, value
    return kind, value


def _string(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    """The parts of a string that begins at ``at``: str, or the tokens of an interpolation."""
    parts: list[Any] = []
    held: list[str] = []
    while True:
        plain = _PLAIN.match(text, at)
        if plain:
            held.append(plain[0])
            at = plain.end()
        if at >= len(text):
            raise SyntaxFault(
                "syntax error, unexpected end of file, expecting QQSTRING_TEXT or QQSTRING_INTERP_START or QQSTRING_END",
                at,
            )
        if text[at] == '"':
            if held or not parts:
                parts.append("".join(held))
            return parts, at + 1
        letter = text[at + 1 : at + 2]
        if letter == "(":
            if held:
                parts.append("".join(held))
                held = []
            inner, at = _scan(text, at + 2, depth + 1)
            parts.append(inner)
        elif letter == "u":
            character, at = _unicode(text, at)
            held.append(character)
        elif letter in _ESCAPES:
            held.append(_ESCAPES[letter])
            at += 2
        else:
            raise SyntaxFault("syntax error, unexpected INVALID_CHARACTER", at)


def _unicode(text: str, at: int) -> tuple[str, int]:
    r"""The character of ``\uXXXX`` or a surrogate pair of them; half a pair is U+FFFD."""
    digits = _HEX.match(text, at + 2)
    if digits is None:
        raise SyntaxFault("syntax error, unexpected INVALID_CHARACTER", at)
    code = int(digits[0], 16)
    at += 6
    if 0xD800 <= code < 0xDC00 and text.startswith("\\u", at):
        low = _HEX.match(text, at + 2)
        if low is not None and 0xDC00 <= int(low[0], 16) < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + int(low[0], 16) - 0xDC00), at + 6
    return ("\ufffd" if 0xD800 <= code < 0xE000 else chr(code)), at
