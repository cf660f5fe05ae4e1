"""The tokens of bc, and where they stand."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Lexer", "Wrong"]

_END = "\n"
_TOKEN = re.compile(
    r"(?P<blank>(?:[ \t\r\f\v]|\\\n|/\*.*?\*/|\#[^\n]*)+)"
    r"|(?P<number>(?:[0-9A-Z]|\\\n)+(?:\.(?:[0-9A-Z]|\\\n)*)?|\.(?:[0-9A-Z]|\\\n)+)"
    r"|(?P<name>[a-z][a-z0-9_]*)|(?P<string>\"[^\"]*\")"
    r"|(?P<op>\+\+|--|[-+*/%^]=|==|<=|>=|!=|&&|\|\||[-+*/%^=<>!(){}\[\],;.&\n])",
    re.DOTALL,
)


class Wrong(Exception):
    """A line is not bc; the rest of it is passed over."""


class Lexer:
    """One text, a token at a time: ``kind`` and ``word`` are the next one."""

    def __init__(self, text: str, say: Callable[[str], None], name: str) -> None:
        self.text = text
        self.say = say
        self.name = name
        self.at = 0
        self.line_number = 1
        self.kind = ""
        self.word = ""
        self.advance()

    def advance(self) -> None:
        """Read the next token."""
        while True:
            if self.word == "\n":
                self.line_number += 1
                self.word = ""
            if self.at >= len(self.text):
                self.kind, self.word = "end", ""
                return
            found = _TOKEN.match(self.text, self.at)
            if found is None:
                self.kind, self.word = "bad", self.text[self.at]
                self.say(f"{self.name} {self.line_number}: illegal character: {self.word}")
                self.at += 1
                return
            self.at = found.end()
            self.kind = found.lastgroup or ""
            if self.kind == "blank":
                self.line_number += found[0].count("\n")
                continue
            self.word = found[0]
            return

    def accept(self, token: str) -> bool:
        """Pass ``token`` if it is next."""
        if self.word != token or self.kind == "string":
            return False
        self.advance()
        return True

    def expect(self, token: str) -> None:
        """Pass ``token``. Raises Wrong."""
        if not self.accept(token):
            raise Wrong

    def newlines(self) -> None:
        """Pass line ends."""
        while self.word == "\n":
            self.advance()

    def pass_line(self) -> None:
        """Complain, and pass what is left of the line."""
        # The end of a line is counted when the token behind it is read.
        self.say(f"{self.name} {self.line_number + (self.word == _END)}: syntax error")
        while self.kind != "end" and self.word != "\n":
            self.advance()
