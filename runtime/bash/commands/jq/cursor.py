"""A place in the tokens of a program, and the steps from there."""

from __future__ import annotations

from runtime.bash.commands.jq.lexer import KEYWORDS, SyntaxFault, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.commands.jq.lexer import Token

__all__ = ["Cursor"]

_DEEPEST = 500
_SHOWN = {
    "$end": "end of file",
    "name": "IDENT",
    "field": "FIELD",
    "number": "LITERAL",
    "variable": "BINDING",
}
_SHOWN |= {"text": "QQSTRING_START", "format": "FORMAT"}


class Cursor:
    """Steps over tokens; ``kind`` is the kind of the next one."""

    def __init__(self, text: str, found: list[Token] | None = None, depth: int = 0) -> None:
        self.text = text
        self.tokens = tokens(text) if found is None else found
        self.at = 0
        self.kind = self.tokens[0][0]
        self.depth = depth

    def next(self) -> Any:
        """Step over a token; its value."""
        value = self.tokens[self.at][1]
        self.at += 1
        self.kind = self.tokens[self.at][0]
        return value

    def offset(self) -> int:
        """Where the next token begins."""
        return self.tokens[self.at][2]

    def peek(self) -> str:
        """The kind of the token after the next."""
        return self.tokens[self.at + 1][0] if self.at + 1 < len(self.tokens) else "$end"

    def take(self, kind: str) -> bool:
        """Step over the next token if it is of that kind."""
        if self.kind != kind:
            return False
        self.next()
        return True

    def want(self, kind: str) -> Any:
        """Step over a token of that kind, which must be next; its value."""
        if self.kind != kind:
            raise self.unexpected()
        return self.next() if kind != "$end" else ""

    def unexpected(self) -> SyntaxFault:
        """The complaint about the next token."""
        shown = _SHOWN.get(self.kind) or f"'{self.kind}'"
        if self.kind in KEYWORDS:
            shown = self.kind
        # Where the text just ends, its last word is pointed at.
        at = self.at - 1 if self.kind == "$end" and self.at else self.at
        return SyntaxFault(f"syntax error, unexpected {shown}", self.tokens[at][2])

    def deeper(self) -> None:
        """Count a level of nesting."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise SyntaxFault("expression nested too deeply", self.offset())
