"""Quotes, backslashes and backquotes, and the parentheses and angle brackets that can stand in a word."""

from __future__ import annotations

import re
import sys

from runtime.bash.syntax.contexts import CONDITION, GROUP, HERE, REGEX
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.scanner import Scanner
from runtime.bash.syntax.tree import CommandSubstitution, Literal, Quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.syntax.contexts import LexicalContext
    from runtime.bash.syntax.tree import Part, Sequence

__all__ = ["Quoting", "decode_ansi", "quote"]

_BACKQUOTED = LazyRegex(r"[^`\\]*+(?:\\.[^`\\]*+)*+", re.DOTALL)
_UNESCAPE = r"\\([$`\\])"
_UNESCAPE_QUOTED = r"\\([$`\\\"])"
_ANSI = (
    r"\\(?:([abeEfnrtv\\'\"?])|([0-7]{1,3})|x\{([0-9A-Fa-f]*)\}?|x([0-9A-Fa-f]{1,2})"
    r"|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c(\\\\|.))"
)
_ANSI_TABLE = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "?": "?",
}


class Quoting(Scanner):
    """Handlers of the characters that quote."""

    __slots__ = ()

    if TYPE_CHECKING:

        def backquoted(self, text: str, line: int) -> Sequence:
            """The commands of a text between backquotes."""

    def backslash(self, pos: int, cx: LexicalContext) -> Part | str:
        """A backslash and what it quotes."""
        char = self.text[pos + 1 : pos + 2]
        self.pos = pos + 2
        if char == "\n":
            if self.spans is not None:
                self.spans.append((pos, self.pos, ""))
            return ""
        if not cx.quoted:
            return Quoted(char)
        return char if char in cx.escapes else "\\" + char

    def single(self, pos: int, cx: LexicalContext) -> Part | str:
        """``'...'``; in arithmetic the quotes stay for the evaluator to refuse."""
        end = self.text.find("'", pos + 1)
        if end < 0:
            self.unmatched("'", pos)
        self.pos = end + 1
        return self.text[pos : end + 1] if cx.quoted else Quoted(self.text[pos + 1 : end])

    def backquote(self, pos: int, cx: LexicalContext) -> Part:
        """Backquotes: the text is unescaped, then parsed on its own."""
        match = _BACKQUOTED.match(self.text, pos + 1)
        end = match.end() if match else pos + 1
        if self.text[end : end + 1] != "`":
            self.unmatched("`", pos)
        unescape = _UNESCAPE_QUOTED if cx.quoted and cx is not HERE else _UNESCAPE
        body = re.sub(unescape, r"\1", self.text[pos + 1 : end])
        node = CommandSubstitution(self.backquoted(body, self.here or self.line_at(pos)))
        self.pos = end + 1
        return node

    def angle(self, pos: int, cx: LexicalContext) -> str | None:
        """An angle bracket that begins no process substitution ends a word, and is plain inside ``${...}``."""
        char = self.text[pos]
        self.pos = pos + 1
        return None if char in cx.ends else char

    def parenthesis(self, pos: int, cx: LexicalContext) -> tuple[Part, ...] | None:
        """``(`` of an extended pattern such as ``@(a|b)``, or of a regular expression; else it ends the word."""
        if cx is not REGEX:
            before, escape = self.text[pos - 1], self.text[pos - 2 : pos - 1]
            if before not in "?*+@!" or escape == "\\" or not (cx is CONDITION or self.options.extglob):
                return None
        self.deeper()
        parts = self.scan(pos + 1, GROUP)
        self.depth -= 1
        self.pos += 1
        return (Literal("("), *parts, Literal(")"))


def quote(text: str) -> str:
    """``text`` between single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"


def decode_ansi(text: str) -> str:
    """The text that ``$'...'`` means. A NUL ends it, as in bash."""
    if "\\" not in text:
        return text
    out: list[str] = []
    done = 0
    for match in re.finditer(_ANSI, text, re.DOTALL):
        out.append(text[done : match.start()])
        piece = _ansi(match)
        done = match.end()
        if piece == "\0":
            return _rejoined("".join(out))
        out.append(piece)
    out.append(text[done:])
    return _rejoined("".join(out))


def _ansi(match: re.Match[str]) -> str:
    """One escape of ``$'...'``."""
    plain, octal, braced, hexed, short, long, control = match.groups()
    if plain:
        return _ANSI_TABLE[plain]
    if octal:
        return _byte(int(octal, 8) & 0xFF)
    if braced is not None:
        return _byte(int(braced, 16) & 0xFF) if braced else "\0"
    if hexed:
        return _byte(int(hexed, 16))
    if control:
        return _byte(0x7F if control == "?" else ord(control[-1]) & 0x1F)
    return _character(int(short or long, 16), match[0])


def _byte(code: int) -> str:
    # Bytes above ASCII are halves of UTF-8 characters, or no characters at all: surrogateescape until they are joined.
    return chr(code) if code < 0x80 else chr(0xDC00 + code)


def _character(code: int, written: str) -> str:
    if code > sys.maxunicode:
        return written
    # Halves of surrogate pairs are written as the bytes that encode them, as bash does.
    return chr(code).encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


def _rejoined(text: str) -> str:
    """Bytes written one by one become the characters that they are the UTF-8 of."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


Quoting.handlers.update(
    {
        "\\": Quoting.backslash,
        "'": Quoting.single,
        "`": Quoting.backquote,
        "<": Quoting.angle,
        ">": Quoting.angle,
        "(": Quoting.parenthesis,
    }
)
