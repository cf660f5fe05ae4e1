"""The parser: lists, pipelines and simple commands, and the units in which a script is read.

1. ``next`` reads what bash reads before it executes: one complete list up to a newline.
2. A list is pipelines joined by ``&&``, ``||``, ``;``, ``&`` and newlines.
3. A pipeline is commands joined by ``|``, behind any ``!`` and ``time``.
4. A command is a compound command (`compound`), or words, assignments and redirections.

Recursive descent by position in the text: no token list is made. Each level of nesting costs at most seven frames of
Python, so that ``max_parse_depth`` ends a hostile script long before Python's own limit.
"""

from __future__ import annotations

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.limits import Limits
from runtime.bash.syntax.compound import BEGINS, RESERVED
from runtime.bash.syntax.contexts import REGEX
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.options import ParseOptions
from runtime.bash.syntax.redirects import OPERATORS
from runtime.bash.syntax.simple import SimpleCommands
from runtime.bash.syntax.tree import (
    AndOr,
    Background,
    CommandSubstitution,
    Coprocess,
    Fault,
    Function,
    Literal,
    Pipeline,
    ProcessSubstitution,
    Redirected,
    Redirection,
    Sequence,
    Simple,
    Word,
)
from runtime.bash.syntax.words import TOKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.syntax.contexts import LexicalContext
    from runtime.bash.syntax.tree import Command, Part

__all__ = ["ParseOptions", "Parser", "parse"]

_LIMITS = Limits()
_SUBSHELL_LEVELS = 10
# What may stand before a pipeline.
_PREFIXES = frozenset({"!", "time"})
_BANG = LazyRegex(r"(?:[ \t]+|\\\n)*+!(?=\()")


class Parser(SimpleCommands):
    """Reads a script unit by unit.

    Args:
        text: the script.
        options: looked at on every use, so that ``shopt -s extglob`` holds from the next line on.
        limits: input size, depth and number of nodes.
        first_line: the line of the text's first character.

    Attributes:
        warnings: (line, text) of what bash would warn of while reading.
    """

    __slots__ = ()

    def next(self) -> Sequence | None:
        """The next complete command list, None at the end. Raises ShellSyntaxError, LimitExceeded."""
        self.aliasing = self.options.expand_aliases and bool(self.options.aliases)
        while True:
            self.skip_newlines()
            if self.pos >= len(self.text):
                return None
            commands = self.commands(unit=True)
            # None is read where an alias leaves nothing of the line.
            if commands:
                return Sequence(tuple(commands))

    # Lists and pipelines

    def commands(self, *, unit: bool = False) -> list[Command]:
        """Commands up to a token that begins none; with ``unit`` up to the end of a line."""
        found: list[Command] = []
        while True:
            if not unit:
                self.skip_newlines()
            command = self.pipeline()
            if command is None:
                if self.aliasing and not unit and self.peek() == "\n":
                    continue
                break
            operator = self.peek()
            if operator == "&&" or operator == "||":
                command = self._and_or(command)
                operator = self.peek()
            found.append(Background(command) if operator == "&" else command)
            if not self._separated(operator, found[-1]):
                break
            if unit and (operator == "\n" or self.take("\n")):
                return found
        if unit and self.peek() not in ("", "\n"):
            self.unexpected()
        return found

    def _separated(self, operator: str, command: Command) -> bool:
        """Pass over what separates ``command`` from the next one; false where nothing does."""
        if operator not in ("\n", ";", "&"):
            return False
        self.take(operator)
        if operator == "\n" and self.newlines is not None:
            self.newlines.add(id(command))
        return True

    def _and_or(self, first: Command) -> Command:
        rest: list[tuple[str, Command]] = []
        while True:
            operator = self.peek()
            if operator != "&&" and operator != "||":
                return AndOr(first, tuple(rest))
            self.take(operator)
            self.skip_newlines()
            command = self.pipeline()
            if command is None:
                self.unexpected()
            rest.append((operator, command))

    def pipeline(self) -> Command | None:
        """Commands joined by ``|``; None where no command begins."""
        command = self.command()
        if command is None:
            return self._prefixed() if self.peek() in _PREFIXES or self._bang() else None
        match = TOKEN(self.text, self.pos)
        if match and (match[1] == "|" or match[1] == "|&"):
            return Pipeline(self._stages(command), line=self.line_at(self.pos))
        return command

    def _prefixed(self) -> Command:
        """A pipeline behind ``!`` and ``time``."""
        line = self.line_at(self.pos)
        negated, timed = 0, None
        while True:
            if self.take("!") or self._bang(True):
                negated += 1
            elif self.take("time"):
                timed = "time -p" if self.take("-p") or self.take("--") else timed or "time"
                self.take("--")
            else:
                break
        command = self.command()
        if command is None:
            if self.peek() not in ("\n", ";", ""):
                self.unexpected()
            command = Simple((), line=line)
        return Pipeline(self._stages(command), negated, timed, line)

    def _bang(self, take: bool = False) -> bool:
        """Whether ``!(`` comes next and is no extended pattern; ``take`` passes over the ``!``."""
        match = None if self.options.extglob else _BANG.match(self.text, self.pos)
        if match and take:
            self.pos = match.end()
        return match is not None

    def _stages(self, first: Command) -> tuple[Command, ...]:
        stages = [first]
        while True:
            operator = self.peek()
            if operator == "|&":
                stages[-1] = _with_errors(stages[-1])
            elif operator != "|":
                self.count(len(stages))
                return tuple(stages)
            self.take(operator)
            self.skip_newlines()
            # `time` is a reserved word only before a whole pipeline.
            command = self.simple() if self.peek() == "time" else self.command()
            if command is None:
                self.unexpected()
            stages.append(command)

    # Commands

    def command(self) -> Command | None:
        """One command; None where none begins."""
        if self.aliasing:
            self.expand_alias()
        match = TOKEN(self.text, self.pos)
        assert match is not None  # noqa: S101
        kind = match.lastindex
        if kind == 2:
            word = match[2]
            if word in RESERVED:
                begin = BEGINS.get(word)
                if begin is None:
                    return None
                start = match.start(2)
                self.pos = match.end()
                command = begin(self, start)
                return command if word == "coproc" else self.redirected(command)
            return self.simple()
        if kind == 1:
            operator = match[1]
            if operator == "(":
                start = match.start(1)
                self.pos = match.end()
                return self.redirected(self.subshell(start))
            return self.simple() if operator in OPERATORS else None
        return self.simple() if match.end() < len(self.text) and not self._bang() else None

    # Substitutions

    def substitution(
        self, pos: int, cx: LexicalContext
    ) -> CommandSubstitution | ProcessSubstitution | Part | str:
        """``$(``, ``<(`` and ``>(``; ``$((`` is arithmetic if its parentheses close side by side."""
        text, direction = self.text, self.text[pos]
        if direction == "$":
            if text[pos + 2 : pos + 3] == "(":
                return self._two_parentheses(pos)
        elif cx.quoted:
            return self.angle(pos, cx)  # type: ignore[return-value]
        self.deeper()
        self.inside += 1
        here, self.here = self.here, 0
        if here:
            self.marked_pos, self.marked_line = pos, here
        pending, self.pending = self.pending, []
        spans, self.spans = self.spans, None
        self.pos = pos + 2
        body = Sequence(tuple(self.commands()))
        self.expect(")")
        # What begins as arithmetic is printed as it was written, in bash too.
        if spans is not None and text[pos + 2] != "(":
            spans.append((pos, self.pos, body))
        self.spans = spans
        # Its here-documents may have their bodies behind its end.
        self.pending = pending + self.pending
        self.inside -= 1
        self.depth -= 1
        self.here = here
        return CommandSubstitution(body) if direction == "$" else ProcessSubstitution(direction, body)

    def _two_parentheses(self, pos: int) -> Part:
        """``$((...))``, or a substitution that begins with a subshell: as in bash its text is cut out before it is read."""
        end = self.balanced(pos + 2)
        inner = self.balanced(pos + 3)
        if inner == end - 1:
            return self.arithmetic(pos, inner)
        # Its text is read once more at each level, so that few levels are enough.
        self.deeper(_SUBSHELL_LEVELS)
        body = self.backquoted(self.text[pos + 2 : end], self.line_at(pos))
        self.depth -= _SUBSHELL_LEVELS
        self.pos = end + 1
        return CommandSubstitution(body)

    def backquoted(self, text: str, line: int) -> Sequence:
        """The commands between backquotes, a text of its own."""
        inner = type(self)(text, self.options, self.limits, line)
        inner.depth, inner.nodes, inner.look = self.depth, self.nodes, self.look
        inner.deeper()
        commands: list[Command] = []
        start = 0
        try:
            while (unit := inner.next()) is not None:
                commands.extend(unit.commands)
                start = inner.pos
        except ShellSyntaxError as error:
            # bash reads this text when it runs it: the commands before the fault have run then.
            rest = inner.text[start:].strip("\n")
            commands.append(Fault(error.message, rest, error.source, error.line - line + 1))
        self.nodes = inner.nodes
        self.warnings += inner.warnings
        return Sequence(tuple(commands))


Parser.handlers.update({"$(": Parser.substitution, "<(": Parser.substitution, ">(": Parser.substitution})


def _with_errors(command: Command) -> Command:
    """``command |&``: its standard error goes where its standard output goes."""
    both = Redirection(">&", Word((Literal("1"),), "1"), 2)
    if isinstance(command, Simple):
        return Simple(command.words, command.assignments, (*command.redirections, both), command.line)
    if isinstance(command, Redirected):
        return Redirected(command.command, (*command.redirections, both), command.line)
    if isinstance(command, Function):
        return Function(command.name, _with_errors(command.body), command.line)
    if isinstance(command, Coprocess):
        return Coprocess(command.name, _with_errors(command.command))
    return Redirected(command, (both,))


def parse(text: str, options: ParseOptions | None = None, limits: Limits = _LIMITS) -> Sequence:
    """A whole script. Raises ShellSyntaxError, LimitExceeded."""
    parser = Parser(text, options or ParseOptions(), limits)
    commands: list[Command] = []
    while (unit := parser.next()) is not None:
        commands.extend(unit.commands)
    return Sequence(tuple(commands))


def rewritten(source: str) -> tuple[list[tuple[int, int, Sequence | str]], frozenset[int]]:
    """What bash rewrites in the text of a word that it prints: begin, end and what stands there instead.

    The commands of substitutions are printed anew; those that a newline ended are told by their ids.
    """
    parser = Parser(source, ParseOptions(extglob=True), _LIMITS)
    parser.spans, parser.newlines = [], set()
    while parser.pos < len(source):
        parser.scan(parser.pos, REGEX)
        parser.pos += 1
    return parser.spans, frozenset(parser.newlines)
