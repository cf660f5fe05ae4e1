"""Compound commands: one method for each reserved word that begins one."""

from __future__ import annotations

from runtime.bash.syntax.conditional import Conditions
from runtime.bash.syntax.contexts import ARITHMETIC, CLAUSE
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.tree import (
    ArithmeticCommand,
    Case,
    CaseClause,
    Coprocess,
    For,
    ForArithmetic,
    Function,
    Group,
    If,
    Redirected,
    Select,
    Sequence,
    Subshell,
    While,
    Word,
)
from runtime.bash.syntax.words import TOKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.syntax.tree import Command

__all__ = ["BEGINS", "RESERVED", "Compounds"]

_NO_COMMAND = frozenset({"\n", ";", ";;", ";&", ";;&", "&", "&&", "|", "||", "|&", ")"})
_TERMINATORS = frozenset({";;", ";&", ";;&"})
_SPACE = LazyRegex(r"[ \t\n]*")
_PLAIN = LazyRegex(r"(?:[ \t]+|\\\n)*+([^ \t\n;&|<>()'\"`$\\=]++)(?=[ \t\n;(])")
_TWO_PARENS = LazyRegex(r"(?:[ \t]+|\\\n)*\(\(")


class Compounds(Conditions):
    """Reads compound commands. Each method is called with ``self.pos`` behind the reserved word at ``start``."""

    __slots__ = ()

    if TYPE_CHECKING:

        def commands(self) -> list[Command]:
            """Commands up to a token that begins none; `parser` knows how."""

        def command(self) -> Command | None:
            """One command, None where none begins; `parser` knows how."""

        def simple(self) -> Command:
            """A simple command; `parser` knows how."""

    def body(self, closer: str) -> Sequence:
        """Commands, at least one, and the token that closes them."""
        self.deeper()
        commands = self.commands()
        if not commands:
            self.unexpected()
        self.expect(closer)
        self.depth -= 1
        return Sequence(tuple(commands))

    def group(self, start: int) -> Command:  # noqa: ARG002  (one signature for all)
        """``{ ...; }``."""
        return Group(self.body("}"))

    def subshell(self, start: int) -> Command:
        """``( ... )`` or, where two parentheses close side by side too, ``(( ... ))``."""
        if self.text.startswith("(", self.pos) and self.text.startswith("))", self.balanced(self.pos + 1)):
            line = self.line_at(start)
            self.pos += 1
            parts = self.scan(self.pos, ARITHMETIC)
            expression = Word(parts, self.text[start + 2 : self.pos])
            self.pos += 2
            self.barred = -1
            return ArithmeticCommand(expression, line)
        return Subshell(self.body(")"))

    def conditional_branches(self, start: int) -> Command:  # noqa: ARG002
        """``if`` ... ``fi``."""
        clauses = [(self.body("then"), self._branch())]
        while self.take("elif"):
            clauses.append((self.body("then"), self._branch()))
        otherwise = None
        if self.take("else"):
            otherwise = self._branch()
        self.expect("fi")
        return If(tuple(clauses), otherwise)

    def _branch(self) -> Sequence:
        """Commands whose closer is one of several."""
        self.deeper()
        commands = self.commands()
        if not commands:
            self.unexpected()
        self.depth -= 1
        return Sequence(tuple(commands))

    def loop(self, start: int) -> Command:
        """``while`` and ``until``."""
        condition = self.body("do")
        return While(condition, self.body("done"), self.text.startswith("until", start))

    def for_(self, start: int) -> Command:
        """``for``, over words or arithmetic."""
        match = _TWO_PARENS.match(self.text, self.pos)
        if match is not None:
            self.pos = match.end()
            return self._for_arithmetic(start)
        return self._each(For, start)

    def select(self, start: int) -> Command:
        """``select``."""
        return self._each(Select, start)

    def _each(self, kind: type[For] | type[Select], start: int) -> Command:
        line = self.line_at(start)
        self.deeper()
        name = self.plain_word().source
        words: tuple[Word, ...] | None = None
        if self.take(";"):
            self.skip_newlines()
        else:
            self.skip_newlines()
            if self.take("in"):
                words = self._word_list()
        body = self._do()
        self.depth -= 1
        return kind(name, words, body, line)

    def _word_list(self) -> tuple[Word, ...]:
        """Words up to ``;`` or a newline."""
        words: list[Word] = []
        while (token := self.peek()) not in (";", "\n"):
            if token == "" and TOKEN(self.text, self.pos).end() >= len(self.text):  # type: ignore[union-attr]
                self.ended()
            words.append(self.plain_word())
        self.count(len(words))
        self.take(token)
        self.skip_newlines()
        return tuple(words)

    def _do(self) -> Sequence:
        """``do ... done`` or ``{ ...; }``."""
        if self.take("{"):
            return self.body("}")
        self.expect("do")
        return self.body("done")

    def _for_arithmetic(self, start: int) -> Command:
        line = self.line_at(start)
        opened = self.pos
        clauses: list[Word] = []
        while not clauses or self.text[self.pos] == ";":
            begin = _SPACE.match(self.text, self.pos + bool(clauses)).end()  # type: ignore[union-attr]
            parts = self.scan(begin, CLAUSE)
            clauses.append(Word(parts, self.text[begin : self.pos]))
        if not self.text.startswith("))", self.pos):
            self.pos += 1
            self.unexpected()
        self.pos += 2
        written = self.text[opened - 2 : self.pos]
        if len(clauses) != 3:
            what = "arithmetic expression required" if len(clauses) < 3 else "`;' unexpected"
            self.fault(f"syntax error: {what}\nsyntax error: `{written}'", start, echo=False)
        self.take(";")
        self.skip_newlines()
        first, condition, step = clauses
        return ForArithmetic(first, condition, step, self._do(), line)

    def case(self, start: int) -> Command:
        """``case ... esac``."""
        line = self.line_at(start)
        word = self.plain_word()
        self.skip_newlines()
        self.expect("in")
        self.skip_newlines()
        clauses: list[CaseClause] = []
        self.deeper()
        while not self.take("esac"):
            clauses.append(self._case_clause())
            if clauses[-1].terminator == "":
                clauses[-1].terminator = ";;"
                self.expect("esac")
                break
            self.skip_newlines()
        self.depth -= 1
        return Case(word, tuple(clauses), line)

    def _case_clause(self) -> CaseClause:
        """Patterns, commands and the terminator, which is "" before an ``esac`` that ends the last one."""
        self.take("(")
        patterns = [self.plain_word()]
        while self.take("|"):
            patterns.append(self.plain_word())
        self.expect(")")
        body = Sequence(tuple(self.commands()))
        self.count(len(patterns))
        terminator = self.peek()
        if terminator not in _TERMINATORS:
            return CaseClause(tuple(patterns), body, "")
        self.take(terminator)
        return CaseClause(tuple(patterns), body, terminator)

    # Definitions

    def function(self, start: int) -> Command:
        """``function name [()] body``."""
        line = self.line_at(start)
        name = self.plain_word().source
        before = self.pos
        if not (self.take("(") and self.take(")")):
            self.pos = before
        return self.defined(name, line)

    def defined(self, name: str, line: int) -> Command:
        """A function's body: a compound command, maybe redirected."""
        self.skip_newlines()
        match = TOKEN(self.text, self.pos)
        token = match[match.lastindex] if match and match.lastindex else ""
        if token not in BODIES:
            self.unexpected()
        # A definition takes more frames of Python than another level.
        self.deeper()
        body = self._required()
        self.depth -= 1
        return Function(name, body, line)

    def coprocess(self, start: int) -> Command:  # noqa: ARG002
        """``coproc [name] command``."""
        token = self.peek()
        if token in BODIES:
            return Coprocess("COPROC", self._required())
        if token in RESERVED or token in _NO_COMMAND:
            self.unexpected()
        # A name is plain: to read any word here, and again below, would take exponential time.
        match = _PLAIN.match(self.text, self.pos)
        if match is not None:
            before, self.pos = self.pos, match.end()
            if self.peek() in BODIES:
                return Coprocess(match[1], self._required())
            self.pos = before
        return Coprocess("COPROC", self.simple())

    def _required(self) -> Command:
        command = self.command()
        if command is None:
            self.unexpected()
        return command

    def redirected(self, command: Command) -> Command:
        """``command`` with the redirections that follow it; their line is where they end, as in bash's messages."""
        found = self.redirections()
        return Redirected(command, found, self.line_at(self.pos)) if found else command


# Reserved words that begin a command, and how it goes on.
BEGINS: dict[str, Callable[[Any, int], Command]] = {
    "{": Compounds.group,
    "if": Compounds.conditional_branches,
    "while": Compounds.loop,
    "until": Compounds.loop,
    "for": Compounds.for_,
    "select": Compounds.select,
    "case": Compounds.case,
    "[[": Compounds.conditional,
    "function": Compounds.function,
    "coproc": Compounds.coprocess,
}
# What may begin the body of a function.
BODIES = (frozenset(BEGINS) | {"("}) - {"function", "coproc"}
# All reserved words: those that begin no command end a list of commands.
RESERVED = frozenset(BEGINS) | {
    "then",
    "else",
    "elif",
    "fi",
    "do",
    "done",
    "esac",
    "}",
    "]]",
    "in",
    "!",
    "time",
}
