"""Tokens, words, assignments and array literals."""

from __future__ import annotations

import re

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.syntax.contexts import META, SUBSCRIPT, WORD
from runtime.bash.syntax.dollars import Dollars
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.scanner import merged
from runtime.bash.syntax.tree import ArrayElement, ArrayLiteral, Assignment, Literal, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from runtime.bash.syntax.contexts import LexicalContext

__all__ = ["ARRAY_BEGINS", "NUMBER", "TOKEN", "Words"]

# Blanks and a comment, then (1) an operator, or (2) a word of plain characters that is complete, or neither: a word
# that needs the scanner, or the end of the input. Only a reserved word is complete before a parenthesis.
TOKEN = re.compile(
    r"(?:[ \t]+|\\\n)*+(?:\#[^\n]*)?"
    r"(?:(\n|&&|&>>|&>|&|\|\||\|&|\||;;&|;&|;;|;|<<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\()|\(|\))"
    r"|(?![0-9]+[<>]|\{[^ \t\n;&|<>()]+\}[<>])"
    r"([^ \t\n;&|<>()'\"`$\\]++(?=[ \t\n;&|)]|[<>](?!\()|(?:\\\n)+[ \t\n;&|()<>]|\Z)"
    r"|(?:if|then|elif|else|while|until|do|for|select|case|in|function|coproc|time|\{|\[\[)(?=\()))?"
).match
# Newlines, blanks and comments between two commands.
_BLANK_LINES = re.compile(r"(?:[ \t\n]+|\\\n|\#[^\n]*)*+").match
_ASSIGNED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?=|\[)").match
ARRAY_BEGINS = LazyRegex(r"[A-Za-z_][A-Za-z0-9_]*\+?=\(")
# A number, or a variable in braces, that stands right before `<` or `>`: the descriptor of a redirection.
NUMBER = re.compile(r"(?:([0-9]+)|\{([A-Za-z_][A-Za-z0-9_]*(?:\[[^\]\s]+\])?)\})(?=[<>](?!\())").match
_NEWLINE = "\n"
_EQUALS = LazyRegex(r"\+?=")


class Words(Dollars):
    """Reads tokens and whole words."""

    __slots__ = ()

    # Tokens

    def newline(self, pos: int) -> None:
        """A newline token ends at ``pos``: the here-documents that wait begin there."""
        self.pos = pos
        if self.pending:
            self.read_here_documents()

    if TYPE_CHECKING:

        def read_here_documents(self) -> None:
            """Read the bodies of ``pending``; `redirects` knows how."""

    def skip_newlines(self) -> None:
        """Pass over newlines, blanks and comments."""
        if self.pending:
            while (match := TOKEN(self.text, self.pos)) and match[1] == "\n":
                self.newline(match.end())
        else:
            self.pos = _BLANK_LINES(self.text, self.pos).end()  # type: ignore[union-attr]

    def peek(self) -> str:
        """The operator that comes next, or the plain word, or ""."""
        match = TOKEN(self.text, self.pos)
        assert match is not None  # noqa: S101  (every part of the pattern is optional)
        return match[match.lastindex] if match.lastindex else ""

    def take(self, token: str) -> bool:
        """Pass over the operator or reserved word ``token`` if it comes next."""
        match = TOKEN(self.text, self.pos)
        if match and match.lastindex and match[match.lastindex] == token:
            if match.lastindex == 2 and self.pos == self.barred:
                return False
            self.pos = match.end()
            if self.pending and token == _NEWLINE:
                self.read_here_documents()
            return True
        return False

    def expect(self, token: str) -> None:
        """Pass over ``token``; anything else is a fault."""
        if not self.take(token):
            self.unexpected()

    def unexpected(self) -> NoReturn:
        """Refuse the token that comes next, in bash's words."""
        match = TOKEN(self.text, self.pos)
        assert match is not None  # noqa: S101
        token = match[1] or match[2]
        start = match.start(match.lastindex) if match.lastindex else match.end()
        if token is None:
            if start >= len(self.text):
                self.ended()
            token = self.word(start, WORD).source
        self.fault(f"syntax error near unexpected token `{'newline' if token == chr(10) else token}'", start)

    def ended(self) -> NoReturn:
        """The input ends inside a command."""
        size = len(self.text)
        message = "syntax error: unexpected end of file"
        if self.inside:
            message = "unexpected EOF while looking for matching `)'"
        raise ShellSyntaxError(message, self.line_at(size), 1, incomplete=True)

    # Words

    def word(self, start: int, cx: LexicalContext) -> Word:
        """The word that begins at ``start``."""
        parts = self.scan(start, cx)
        return Word(parts, self.text[start : self.pos])

    def plain_word(self) -> Word:
        """The word that comes next, whatever it says; anything else is a fault."""
        match = TOKEN(self.text, self.pos)
        assert match is not None  # noqa: S101
        if match.lastindex == 2:
            self.pos = match.end()
            return Word((Literal(match[2]),), match[2])
        start = match.end()
        if match.lastindex or start >= len(self.text):
            self.unexpected()
        number = NUMBER(self.text, start)
        if number is not None:
            self.fault(f"syntax error near unexpected token `{number[1] or number[2]}'", start)
        parts = self.scan(start, WORD)
        return Word(parts, self.text[start : self.pos])

    # Assignments

    def assignment_or_word(self, start: int, index: LexicalContext, arrays: bool) -> Assignment | Word:
        """What begins at ``start``, where an assignment may stand, with subscripts read as ``index``."""
        match = _ASSIGNED(self.text, start)
        if match is None:
            parts = self.scan(start, WORD)
            return Word(parts, self.text[start : self.pos])
        name, operator = match[1], match[2]
        subscript = None
        self.pos = match.end()
        if operator == "[":
            subscript = self.subscript(self.pos, index)
            equals = _EQUALS.match(self.text, self.pos)
            if equals is None or self.text[self.pos - 1] != "]":
                return self._bracketed(start, f"{name}[", subscript)
            operator, self.pos = equals[0], equals.end()
        value: Word | ArrayLiteral
        if arrays and self.text.startswith("(", self.pos):
            value = self._array_value()
        else:
            begin = self.pos
            value = Word(self.scan(begin, WORD), self.text[begin : self.pos])
        return Assignment(name, value, subscript, operator == "+=")

    def _array_value(self) -> Word | ArrayLiteral:
        """``( ... )`` behind an assignment's ``=``; with more behind it, as in ``x=(a)b``, bash takes all for a text."""
        start = self.pos
        array = self.array()
        end = self.pos
        while self.text.startswith("\\\n", end):
            end += 2
        if self.text[end : end + 1] in META:
            return array
        written = f"({' '.join(map(_written, array.elements))})"
        return Word(merged([written, *self.scan(self.pos, WORD)]), self.text[start : self.pos])

    def subscript(self, start: int, index: LexicalContext = SUBSCRIPT) -> Word:
        """A subscript from behind its bracket; ``self.pos`` is left behind the closing one, if that ends it."""
        self.deeper()
        parts = self.scan(start, index)
        self.depth -= 1
        word = Word(parts, self.text[start : self.pos])
        self.pos += self.text.startswith("]", self.pos)
        return word

    def _bracketed(self, start: int, before: str, subscript: Word) -> Word:
        """A word that begins as ``name[...]`` but assigns nothing."""
        bracket = "]" if self.text[self.pos - 1] == "]" else ""
        rest = self.scan(self.pos, WORD)
        return Word(merged([before, *subscript.parts, bracket, *rest]), self.text[start : self.pos])

    def array(self) -> ArrayLiteral:
        """``( ... )`` at ``self.pos``."""
        try:
            return self._array()
        except ShellSyntaxError as error:
            # After a wrong token bash goes on with the next line.
            error.status = 1
            error.loses_line = not error.incomplete
            raise

    def _array(self) -> ArrayLiteral:
        opened = self.pos
        self.pos += 1
        self.deeper()
        elements: list[ArrayElement] = []
        while True:
            self.skip_newlines()
            match = TOKEN(self.text, self.pos)
            assert match is not None  # noqa: S101
            if match.lastindex == 1:
                self.pos = match.start(1)
                if match[1] != ")":
                    self.unexpected()
                self.pos += 1
                self.depth -= 1
                break
            start = match.start(2) if match.lastindex else match.end()
            if start >= len(self.text):
                self.unmatched(")", opened)
            elements.append(self._element(start))
            self.count(1)
        return ArrayLiteral(tuple(elements))

    def array_text(self, start: int, opened: int) -> Word:
        """``name=(...)`` where it is no assignment but a word: its text."""
        self.pos = opened
        elements = " ".join(map(_written, self.array().elements))
        source = f"{self.text[start:opened]}({elements})"
        return Word((Literal(source),), source)

    def _element(self, start: int) -> ArrayElement:
        """One element of an array literal."""
        if not self.text.startswith("[", start):
            return ArrayElement(self._element_word(start))
        subscript = self.subscript(start + 1)
        equals = _EQUALS.match(self.text, self.pos)
        if equals is None:
            return ArrayElement(self._bracketed(start, "[", subscript))
        return ArrayElement(self.word(equals.end(), WORD), subscript, equals[0] == "+=")

    def _element_word(self, start: int) -> Word:
        word = self.word(start, WORD)
        if not word.source:
            self.unexpected()
        return word


def _written(element: ArrayElement) -> str:
    if element.subscript is None:
        return element.value.source
    return f"[{element.subscript.source}]{'+=' if element.append else '='}{element.value.source}"
