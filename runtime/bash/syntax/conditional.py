"""``[[ ... ]]``."""

from __future__ import annotations

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.syntax.contexts import CONDITION, REGEX
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.redirects import Redirects
from runtime.bash.syntax.tree import BinaryTest, BothTest, Conditional, NotTest, UnaryTest, Word
from runtime.bash.syntax.words import TOKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from runtime.bash.syntax.contexts import LexicalContext
    from runtime.bash.syntax.tree import Condition

__all__ = ["Conditions"]

_UNARY = frozenset(f"-{letter}" for letter in "abcdefghknoprstuvwxzGLNORS")
_BINARY = frozenset(
    {"=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"}
)
_GAP = LazyRegex(r"(?:[ \t]+|\\\n)*+")
# `!` right before a parenthesis: a pattern where `shopt -s extglob` is on.
_NOT = LazyRegex(r"(?:[ \t]+|\\\n)*+!(?=\()")
_ARGUMENT = "unexpected argument `{}' to conditional {} operator"


class Conditions(Redirects):
    """Reads conditional commands. A word here is no command: only ``]]`` and ``!`` are special."""

    __slots__ = ()

    def conditional(self, start: int) -> Conditional:
        """The command whose ``[[`` at ``start`` is behind ``self.pos`` already."""
        line = self.line_at(start)
        self.deeper()
        tokens: list[str] = []
        condition = self._either(tokens, "||")
        if self._operator() or self.next_word() != "]]":
            shown = f": unexpected token `{self._shown()}'" if self._operator() else ""
            self._refuse(f"syntax error in conditional expression{shown}")
        self.pos = TOKEN(self.text, self.pos).end()  # type: ignore[union-attr]
        self.depth -= 1
        self.count(1)
        return Conditional(condition, line, " ".join(tokens) if "(" in tokens else "")

    # Tokens

    def next_word(self) -> str:
        """The plain word that comes next, else ""."""
        match = TOKEN(self.text, self.pos)
        return match[2] if match and match.lastindex == 2 else ""

    def _operator(self) -> str:
        match = TOKEN(self.text, self.pos)
        return match[1] if match and match.lastindex == 1 else ""

    def _step(self) -> None:
        self.pos = TOKEN(self.text, self.pos).end()  # type: ignore[union-attr]

    def _ended(self) -> bool:
        return _GAP.match(self.text, self.pos).end() >= len(self.text)  # type: ignore[union-attr]

    def _shown(self) -> str:
        """The next token as messages show it. Only a fault may ask: to read words twice would take exponential time."""
        operator = self._operator()
        if operator:
            return "newline" if operator == "\n" else operator
        start = _GAP.match(self.text, self.pos).end()  # type: ignore[union-attr]
        if start >= len(self.text):
            return "EOF"
        pos = self.pos
        source = self.word(start, CONDITION).source
        self.pos = pos
        return source

    def _refuse(self, message: str) -> NoReturn:
        match = TOKEN(self.text, self.pos)
        start = match.start(match.lastindex or 0) if match else self.pos
        start = start if match and match.lastindex else min(len(self.text), self.pos)
        ended = self._shown() == "EOF"
        line = self.line_at(len(self.text) if ended else start)
        column = start - self.text.rfind("\n", 0, start)
        raise ShellSyntaxError(message, line, column, incomplete=ended)

    def _lines(self) -> None:
        while self._operator() == "\n":
            self.newline(TOKEN(self.text, self.pos).end())  # type: ignore[union-attr]

    # Conditions

    def _either(self, tokens: list[str], operator: str) -> Condition:
        """Conditions joined by ``||``, or by ``&&``, which binds tighter; both group to the right, as in bash."""
        joined = [self._both(tokens) if operator == "||" else self._term(tokens)]
        levels = self.depth
        while True:
            self._lines_if(operator)
            if self._operator() != operator:
                break
            self._step()
            tokens.append(operator)
            # Each link makes the tree one level deeper, for all that will walk it.
            self.deeper()
            joined.append(self._both(tokens) if operator == "||" else self._term(tokens))
        self.depth = levels
        condition = joined.pop()
        while joined:
            condition = BothTest(joined.pop(), operator, condition)
        self.count(1)
        return condition

    def _lines_if(self, operator: str) -> None:
        """Newlines may stand behind a condition."""
        if operator == "&&":
            self._lines()

    def _both(self, tokens: list[str]) -> Condition:
        return self._either(tokens, "&&")

    def _term(self, tokens: list[str]) -> Condition:
        """One test, a negated one, or one in parentheses."""
        self._lines()
        operator = self._operator()
        if operator == "(":
            return self._grouped(tokens)
        if operator:
            self._refuse(f"unexpected token `{self._shown()}' in conditional command")
        word = self.next_word()
        grouped = None if self.options.extglob else _NOT.match(self.text, self.pos)
        if word == "!" or grouped is not None:
            if grouped is None:
                self._step()
            else:
                self.pos = grouped.end()
            tokens.append("!")
            self.deeper()
            negated = NotTest(self._term(tokens))
            self.depth -= 1
            return negated
        if word in _UNARY:
            return self._unary(tokens, word)
        return self._binary(tokens)

    def _grouped(self, tokens: list[str]) -> Condition:
        self._step()
        tokens.append("(")
        self.deeper()
        condition = self._either(tokens, "||")
        if self._operator() != ")":
            shown = self._shown()
            self._refuse(f"unexpected token `{shown}', expected `)'" if shown else "expected `)'")
        self._step()
        self.depth -= 1
        tokens.append(")")
        return condition

    def _unary(self, tokens: list[str], operator: str) -> Condition:
        self._step()
        if self._operator() or self.next_word() == "]]" or self._ended():
            self._refuse(_ARGUMENT.format(self._shown(), "unary"))
        word = self._operand(CONDITION)
        tokens += [operator, word.source]
        return UnaryTest(operator, word)

    def _binary(self, tokens: list[str]) -> Condition:
        if self._ended():
            self._refuse("unexpected token `EOF' in conditional command")
        left = self._operand(CONDITION)
        operator = self._operator() or self.next_word()
        if operator in ("]]", "&&", "||", ")"):
            tokens += ["-n", left.source]
            return UnaryTest("", left)
        if operator not in _BINARY:
            shown = self._shown()
            known = "conditional binary operator expected"
            self._refuse(
                f"unexpected token `{shown}', {known}" if self._operator() or shown == "EOF" else known
            )
        self._step()
        if self._operator() not in ("", "(") or (self._operator() and operator != "=~"):
            self._refuse(_ARGUMENT.format(self._shown(), "binary"))
        if self.next_word() == "]]":
            self._refuse(_ARGUMENT.format("]]", "binary"))
        right = self._operand(REGEX if operator == "=~" else CONDITION)
        tokens += [left.source, operator, right.source]
        return BinaryTest(left, operator, right)

    def _operand(self, cx: LexicalContext) -> Word:
        start = _GAP.match(self.text, self.pos).end()  # type: ignore[union-attr]
        return self.word(start, cx)
