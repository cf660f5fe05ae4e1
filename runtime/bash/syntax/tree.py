"""The syntax tree of a script: what the parser makes, the printer prints, and `expand` and `interp` compile.

Nodes compare by what they say, not by where they stand: ``line`` and ``source`` (the text as it was written) take no
part in equality, so that ``parse(unparse(tree)) == tree`` is a law that can be tested.
"""

from __future__ import annotations

TYPE_CHECKING = False
# What tells where and how a node was written, not what it says.
_WRITTEN = frozenset({"line", "source"})


class Node:
    """Base of all nodes: equality and repr over the slots, positions left out."""

    __slots__: tuple[str, ...] = ()

    def _said(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__ if name not in _WRITTEN)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash((type(self), self._said()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._said()))})"


# Parts of a word


class Literal(Node):
    """Unquoted text: its pattern characters, braces and tildes have their meaning. Inside DoubleQuoted: plain text."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Quoted(Node):
    """Text that nothing expands: from ``'...'``, ``$'...'`` (decoded) or a backslash."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class DoubleQuoted(Node):
    """``"..."``: parts are Literal (plain), Parameter, CommandSubstitution, Arithmetic."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts


class Parameter(Node):
    """``$name`` and ``${...}`` in every form.

    Attributes:
        name: a variable's name, digits, or one of ``@ * # ? - $ ! 0 _``.
        subscript: between the brackets of ``${a[...]}``: a Word, or the str "@" or "*"; None without brackets.
        indirect: ``${!name...}``.
        operator: "" for the plain value; "#len" for ``${#name}``; "names@" / "names*" for ``${!prefix@}`` / ``${!prefix*}``;
            "keys" for ``${!a[@]}`` / ``${!a[*]}`` (subscript says which); one of
            ``- :- = := ? :? + :+ # ## % %% / // /# /% ^ ^^ , ,, ~ ~~``; ":" for a substring or slice;
            "@Q" "@E" "@P" "@A" "@a" "@K" "@k" "@U" "@u" "@L" for a transformation.
        argument: the word, the pattern (``# % / ^ ,``) or the offset (":"), None where absent.
        replacement: of ``/``, or the length of ":"; None where absent.
        bare: ``$1`` to ``$9``, which messages show with their dollar; ``${1}`` is shown as ``1``.
    Offset and length are words in arithmetic context (as in Arithmetic).
    """

    __slots__ = ("argument", "bare", "indirect", "name", "operator", "replacement", "subscript")

    def __init__(
        self,
        name: str,
        operator: str = "",
        argument: Word | None = None,
        replacement: Word | None = None,
        *,
        subscript: Word | str | None = None,
        indirect: bool = False,
        bare: bool = False,
    ) -> None:
        self.name = name
        self.bare = bare
        self.operator = operator
        self.argument = argument
        self.replacement = replacement
        self.subscript = subscript
        self.indirect = indirect


class BadSubstitution(Node):
    """``${...}`` that is none; bash reports it when it is expanded: ``bash: line 1: ${a&}: bad substitution``."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class CommandSubstitution(Node):
    """``$(...)``, or with backquotes (whose text is unescaped before it is parsed)."""

    __slots__ = ("body",)

    def __init__(self, body: Sequence) -> None:
        self.body = body


class Arithmetic(Node):
    """``$((...))`` and ``$[...]``: the expression as a word whose parts stand as if in double quotes."""

    __slots__ = ("expression",)

    def __init__(self, expression: Word) -> None:
        self.expression = expression


class ProcessSubstitution(Node):
    """``<(...)`` or ``>(...)``."""

    __slots__ = ("body", "direction")

    def __init__(self, direction: str, body: Sequence) -> None:
        self.direction = direction
        self.body = body


class Fault(Node):
    """Text that does not parse where bash finds out only when it runs it.

    Between backquotes it is the last command: ``bash: command substitution: line N: message`` on stderr (and below it the
    same with ``source``, unless that is ""), and status 2. As the only part of a here-document's body the same lines, and
    the command with the here-document fails with status 1.

    Attributes:
        message: bash's wording.
        text: what does not parse.
        source: the line that bash echoes, in its quotes.
        line: its number, within the backquotes from 1.
    """

    __slots__ = ("line", "message", "source", "text")

    def __init__(self, message: str, text: str, source: str = "", line: int = 0) -> None:
        self.message = message
        self.text = text
        self.source = source
        self.line = line


if TYPE_CHECKING:
    Part = (
        Literal
        | Quoted
        | DoubleQuoted
        | Parameter
        | BadSubstitution
        | CommandSubstitution
        | Arithmetic
        | ProcessSubstitution
        | Fault
    )


class Word(Node):
    """A word; neighbours of one kind are merged. No parts is the empty word (only in ``x=`` and ``${x-}``).

    Brace expansion, tilde expansion and extended patterns are read from Literal parts by `expand`. ``source`` is the text
    as it was written (``declare -f`` and messages such as ``$x: ambiguous redirect`` show it), "" in a made tree.
    """

    __slots__ = ("parts", "source")

    def __init__(self, parts: tuple[Part, ...], source: str = "") -> None:
        self.parts = parts
        self.source = source


# Assignments and redirections


class ArrayElement(Node):
    """An element of ``(...)``: ``value``, ``[subscript]=value`` or ``[subscript]+=value``."""

    __slots__ = ("append", "subscript", "value")

    def __init__(self, value: Word, subscript: Word | None = None, append: bool = False) -> None:
        self.value = value
        self.subscript = subscript
        self.append = append


class ArrayLiteral(Node):
    """``( ... )`` on the right of an assignment."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[ArrayElement, ...]) -> None:
        self.elements = elements


class Assignment(Node):
    """``name=value``, ``name[subscript]+=value``, ``name=(...)``."""

    __slots__ = ("append", "name", "subscript", "value")

    def __init__(
        self, name: str, value: Word | ArrayLiteral, subscript: Word | None = None, append: bool = False
    ) -> None:
        self.name = name
        self.value = value
        self.subscript = subscript
        self.append = append


class HereDocument(Node):
    """The body of ``<<`` and ``<<-`` (tabs already stripped); with ``quoted`` the body is one Quoted part or none.

    Else its parts are as in double quotes, except that ``"`` is a plain character. ``delimiter`` is unquoted text.
    """

    __slots__ = ("body", "delimiter", "quoted")

    def __init__(self, body: Word, delimiter: str, quoted: bool) -> None:
        self.body = body
        self.delimiter = delimiter
        self.quoted = quoted


class Redirection(Node):
    """One redirection.

    Attributes:
        operator: ``< > >> >| <> << <<- <<< <& >& &> &>>``.
        target: a HereDocument for ``<<`` and ``<<-``, else a Word.
        fd: the number before the operator, the name of ``{name}``, or None for the operator's default.
    """

    __slots__ = ("fd", "operator", "target")

    def __init__(self, operator: str, target: Word | HereDocument, fd: int | str | None = None) -> None:
        self.operator = operator
        self.target = target
        self.fd = fd


# Commands


class Simple(Node):
    """A simple command. After a declaration builtin's name (declare, typeset, local, export, readonly, also behind
    ``command`` and ``builtin``) ``words`` may hold Assignments."""

    __slots__ = ("assignments", "line", "redirections", "words")

    def __init__(
        self,
        words: tuple[Word | Assignment, ...],
        assignments: tuple[Assignment, ...] = (),
        redirections: tuple[Redirection, ...] = (),
        line: int = 0,
    ) -> None:
        self.words = words
        self.assignments = assignments
        self.redirections = redirections
        self.line = line


class Pipeline(Node):
    """``[time [-p]] [!] a | b |& c``: two commands or more, or one with ``!`` or ``time``; else the command stands alone.

    ``|&`` is parsed as ``2>&1 |``: a Redirection put last on the left command. ``timed`` is None, "time" or "time -p".
    ``negated`` counts the ``!``.
    """

    __slots__ = ("commands", "line", "negated", "timed")

    def __init__(
        self, commands: tuple[Command, ...], negated: int = 0, timed: str | None = None, line: int = 0
    ) -> None:
        self.commands = commands
        self.negated = negated
        self.timed = timed
        self.line = line


class AndOr(Node):
    """``first && second || third``: ``rest`` is a tuple of (operator, command)."""

    __slots__ = ("first", "rest")

    def __init__(self, first: Command, rest: tuple[tuple[str, Command], ...]) -> None:
        self.first = first
        self.rest = rest


class Background(Node):
    """``command &``."""

    __slots__ = ("command",)

    def __init__(self, command: Command) -> None:
        self.command = command


class Sequence(Node):
    """A list of commands: a script, the body of a loop, of ``{ }``, of ``( )``, of ``$( )``. May be empty."""

    __slots__ = ("commands",)

    def __init__(self, commands: tuple[Command, ...]) -> None:
        self.commands = commands


class Group(Node):
    """``{ ...; }``."""

    __slots__ = ("body",)

    def __init__(self, body: Sequence) -> None:
        self.body = body


class Subshell(Node):
    """``( ... )``."""

    __slots__ = ("body",)

    def __init__(self, body: Sequence) -> None:
        self.body = body


class If(Node):
    """``if`` and ``elif`` as (condition, body) pairs; ``otherwise`` is the else part or None."""

    __slots__ = ("clauses", "otherwise")

    def __init__(self, clauses: tuple[tuple[Sequence, Sequence], ...], otherwise: Sequence | None) -> None:
        self.clauses = clauses
        self.otherwise = otherwise


class While(Node):
    """``while`` or, with ``until``, ``until``."""

    __slots__ = ("body", "condition", "until")

    def __init__(self, condition: Sequence, body: Sequence, until: bool = False) -> None:
        self.condition = condition
        self.body = body
        self.until = until


class For(Node):
    """``for name in words``; ``words`` is None without ``in`` (the positional parameters)."""

    __slots__ = ("body", "line", "name", "words")

    def __init__(self, name: str, words: tuple[Word, ...] | None, body: Sequence, line: int = 0) -> None:
        self.name = name
        self.words = words
        self.body = body
        self.line = line


class Select(Node):
    """``select name in words``."""

    __slots__ = ("body", "line", "name", "words")

    def __init__(self, name: str, words: tuple[Word, ...] | None, body: Sequence, line: int = 0) -> None:
        self.name = name
        self.words = words
        self.body = body
        self.line = line


class ForArithmetic(Node):
    """``for ((start; condition; step))``; absent parts are words without parts."""

    __slots__ = ("body", "condition", "line", "start", "step")

    def __init__(self, start: Word, condition: Word, step: Word, body: Sequence, line: int = 0) -> None:
        self.start = start
        self.condition = condition
        self.step = step
        self.body = body
        self.line = line


class CaseClause(Node):
    """``patterns) body`` and its end: ``;;``, ``;&`` or ``;;&``."""

    __slots__ = ("body", "patterns", "terminator")

    def __init__(self, patterns: tuple[Word, ...], body: Sequence, terminator: str = ";;") -> None:
        self.patterns = patterns
        self.body = body
        self.terminator = terminator


class Case(Node):
    """``case word in ... esac``."""

    __slots__ = ("clauses", "line", "word")

    def __init__(self, word: Word, clauses: tuple[CaseClause, ...], line: int = 0) -> None:
        self.word = word
        self.clauses = clauses
        self.line = line


class ArithmeticCommand(Node):
    """``(( expression ))``."""

    __slots__ = ("expression", "line")

    def __init__(self, expression: Word, line: int = 0) -> None:
        self.expression = expression
        self.line = line


class Conditional(Node):
    """``[[ expression ]]``; ``source`` is the expression as `declare -f` shows it where it has parentheses, else ""."""

    __slots__ = ("expression", "line", "source")

    def __init__(self, expression: Condition, line: int = 0, source: str = "") -> None:
        self.expression = expression
        self.line = line
        self.source = source


class UnaryTest(Node):
    """``-f word``; a word alone is ``-n word`` with operator ""."""

    __slots__ = ("operator", "word")

    def __init__(self, operator: str, word: Word) -> None:
        self.operator = operator
        self.word = word


class BinaryTest(Node):
    """``left operator right`` inside ``[[ ]]`` (``= == != =~ < > -eq ...``)."""

    __slots__ = ("left", "operator", "right")

    def __init__(self, left: Word, operator: str, right: Word) -> None:
        self.left = left
        self.operator = operator
        self.right = right


class NotTest(Node):
    """``! condition``."""

    __slots__ = ("condition",)

    def __init__(self, condition: Condition) -> None:
        self.condition = condition


class BothTest(Node):
    """``left && right`` or ``left || right`` inside ``[[ ]]``."""

    __slots__ = ("left", "operator", "right")

    def __init__(self, left: Condition, operator: str, right: Condition) -> None:
        self.left = left
        self.operator = operator
        self.right = right


class Function(Node):
    """A function's definition; ``body`` is a compound command, maybe Redirected."""

    __slots__ = ("body", "line", "name")

    def __init__(self, name: str, body: Command, line: int = 0) -> None:
        self.name = name
        self.body = body
        self.line = line


class Coprocess(Node):
    """``coproc [name] command``; a simple command has the name COPROC."""

    __slots__ = ("command", "name")

    def __init__(self, name: str, command: Command) -> None:
        self.name = name
        self.command = command


class Redirected(Node):
    """A compound command with redirections."""

    __slots__ = ("command", "line", "redirections")

    def __init__(self, command: Command, redirections: tuple[Redirection, ...], line: int = 0) -> None:
        self.command = command
        self.redirections = redirections
        self.line = line


if TYPE_CHECKING:
    from collections.abc import Iterator

    Condition = UnaryTest | BinaryTest | NotTest | BothTest
    Compound = (
        Group | Subshell | If | While | For | Select | ForArithmetic | Case | ArithmeticCommand | Conditional
    )
    Command = (
        Compound
        | Simple
        | Pipeline
        | AndOr
        | Background
        | Sequence
        | Function
        | Coprocess
        | Redirected
        | Fault
    )


# Slots by the order in which their text stands; the rest follow by name.
_FIRST = ("assignments", "first", "condition", "words", "word", "clauses")


def children(node: Node) -> Iterator[Node]:
    """The nodes right below one."""
    slots = type(node).__slots__
    for name in (
        *[name for name in _FIRST if name in slots],
        *[name for name in slots if name not in _FIRST],
    ):
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
