"""The printer: commands as text, laid out as bash lays them out.

`unparse` keeps everything the tree says, so that ``parse(unparse(tree)) == tree``. `declaration` and `command_text` are
what `declare -f` and `jobs` show, where bash rewrites some commands: ``elif`` as a nested ``if``, ``for x`` as
``for x in "$@"``, ``[[ x ]]`` as ``[[ -n x ]]``, a function's body always in braces.

Bodies of here-documents wait until the end of what joins the command to the next; their place is bash's, blank lines
and all.
"""

from __future__ import annotations

from runtime.bash.syntax.compound import RESERVED
from runtime.bash.syntax.quoting import quote
from runtime.bash.syntax.tree import (
    AndOr,
    ArithmeticCommand,
    Background,
    BinaryTest,
    Case,
    Conditional,
    Coprocess,
    For,
    ForArithmetic,
    Function,
    Group,
    HereDocument,
    If,
    Literal,
    NotTest,
    Pipeline,
    Redirected,
    Redirection,
    Select,
    Sequence,
    Simple,
    Subshell,
    UnaryTest,
    While,
    Word,
)
from runtime.bash.syntax.word_text import WordText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.syntax.tree import Command, Condition, Node

__all__ = ["Printer", "command_text", "declaration", "unparse"]

_INDENT = 4
# The descriptor an operator acts on when none is written.
_DEFAULT_FD = {"<": 0, "<<": 0, "<<-": 0, "<<<": 0, "<&": 0, "<>": 0}


class Printer:
    """Prints one command in the form that parses back to the same tree.

    Args:
        lines: lay lists out over lines, as in a function; else on one line.
        rebuilt: words from their parts, though their source is known.
    """

    def __init__(self, *, lines: bool = True, rebuilt: bool = False) -> None:
        self.out: list[str] = []
        self.lines = lines
        self.rebuilt = rebuilt
        # Commands (by id) that a newline ended: substitutions keep it.
        self.newlines: frozenset[int] = frozenset()
        self.words = WordText(self.substitution, rebuilt=rebuilt, reprinted=self.as_bash)
        self.level = 0
        self.joined = 0
        self.skips = 0
        # Here-documents whose bodies are still to be printed; whether some were printed since the last separator.
        self.waiting: list[HereDocument] = []
        self.printed_bodies = False

    as_bash = False
    # What stands between two commands on one line where a here-document's bodies come between them.
    joint = ";"

    def substitution(self, body: Sequence, newlines: frozenset[int]) -> str:
        """The commands of a substitution, on one line but for the newlines that were written."""
        printer = type(self)(lines=False, rebuilt=self.rebuilt)
        printer.newlines = newlines
        printer.command(body)
        printer.bodies("")
        return printer.text()

    def text(self) -> str:
        """What was printed."""
        return "".join(self.out)

    # Layout

    def put(self, text: str) -> None:
        """Print ``text``."""
        if text:
            self.out.append(text)

    def newline(self, text: str = "") -> None:
        """Begin a line with ``text``."""
        self.put("\n" + " " * self.level + text)

    def semicolon(self) -> None:
        """A semicolon, unless what stands there ends a command already."""
        if self.last() not in ("&", "\n"):
            self.put(";")

    def ends_line(self) -> bool:
        """Whether what was printed last needs no separator: the bodies of here-documents."""
        return self.last() == "\n"

    def last(self) -> str:
        """The last character printed, blanks aside."""
        for text in reversed(self.out):
            if bare := text.rstrip(" "):
                return bare[-1]
        return ""

    def bodies(self, joint: str) -> None:
        """The text that joins two commands, and behind it the bodies that waited for it."""
        self.put(joint)
        if self.waiting:
            self.put_bodies()
            self.put(" " if joint else "")

    def put_bodies(self) -> None:
        """The bodies of the here-documents that wait."""
        waiting, self.waiting = self.waiting, []
        self.put("\n")
        for node in waiting:
            body = node.body
            text = "".join([part.text for part in body.parts]) if node.quoted else self.words.here(body)  # type: ignore[union-attr]
            self.put(f"{text}{node.delimiter}\n")
        self.printed_bodies = True

    # Commands

    def command(self, node: Command) -> None:
        """One command of any kind."""
        if self.skips:
            self.skips -= 1
        elif not (isinstance(node, Sequence) and not node.commands):
            self.put(" " * self.level)
        getattr(self, _PRINTS[type(node)])(node)

    def inline(self, node: Command) -> None:
        """A command that goes on in the same line."""
        self.skips += 1
        self.command(node)

    def indented(self, node: Sequence) -> None:
        """A list one level deeper."""
        self.level += _INDENT
        self.command(node)
        self.bodies("")
        self.level -= _INDENT

    def sequence(self, node: Sequence) -> None:
        """Commands one after another."""
        many = len(node.commands) > 1
        self.joined += many
        self.skips += 1
        for i, command in enumerate(node.commands):
            if i:
                # A list groups to the left: from its third command on, what stands before is joined already.
                if i > 1:
                    self.bodies("")
                self._separate(node.commands[i - 1])
            self.command(command)
        if not node.commands:
            self.skips -= 1
        if many:
            self.end_joined()

    def end_joined(self) -> None:
        """The last of several joined commands is printed: bodies come now, or behind what joins these to others."""
        self.joined -= 1
        # bash puts them here in any case, even where `&&` is still to come.
        if self.as_bash or not self.joined:
            self.bodies("")

    def _separate(self, before: Command) -> None:
        """Between two commands of a list."""
        if isinstance(before, Background):
            self.put(" ")
            self.skips += 1
            return
        if self.waiting:
            self.bodies("" if self.lines else self.joint)
            self.printed_bodies = self.as_bash
        elif self.ends_line():
            self.printed_bodies = False
        elif id(before) in self.newlines:
            self.put("\n")
            self.skips += 1
            return
        else:
            self.put(";")
        if self.lines:
            self.put("\n")
        else:
            self.put(" ")
            self.skips += 1

    def background(self, node: Background) -> None:
        """``command &``."""
        self.joined += 1
        self.inline(node.command)
        self.bodies(" &")
        self.joined -= 1

    def and_or(self, node: AndOr) -> None:
        """``a && b || c``."""
        self.joined += 1
        self.inline(node.first)
        for operator, command in node.rest:
            self.bodies(f" {operator} ")
            self.inline(command)
        self.end_joined()

    def pipeline(self, node: Pipeline) -> None:
        """``time ! a | b``."""
        if node.timed:
            self.put(f"{node.timed} ")
        self.put("! " * node.negated)
        many = len(node.commands) > 1
        self.joined += many
        for i, command in enumerate(node.commands):
            if i:
                self.bodies(" |")
                self.put(" ")
            self.inline(command)
        if many:
            self.end_joined()

    def simple(self, node: Simple) -> None:
        """Assignments, words, redirections; these first where the first word would be read as a reserved one."""
        if not self.as_bash and node.redirections and _reserved(node):
            self.joined += 1
            self.redirections(node.redirections)
            self.joined -= 1
            self.put(" " + " ".join(map(self.words.word, node.words)))
            if self.waiting and not self.joined:
                self.put_bodies()
            return
        self.put(" ".join(map(self.words.word, (*node.assignments, *node.words))))
        if node.redirections:
            self.put(" " if node.assignments or node.words else "")
            self.redirections(node.redirections)

    def redirected(self, node: Redirected) -> None:
        """A compound command and its redirections."""
        self.inline(node.command)
        self.put(" ")
        self.redirections(node.redirections)

    def group(self, node: Group) -> None:
        """``{ ...; }``."""
        self.put("{ ")
        if self.lines:
            self.put("\n")
            self.indented(node.body)
            self.newline("}")
        else:
            self.inline(node.body)
            self.bodies("")
            self.semicolon()
            self.put(" }")

    def subshell(self, node: Subshell) -> None:
        """``( ... )``."""
        self.put("( ")
        self.inline(node.body)
        self.bodies("")
        self.put(" )")

    def if_(self, node: If) -> None:
        """``if`` with its branches."""
        word = "if "
        for condition, body in node.clauses:
            self.put(word)
            self._branch(condition, body)
            word = "elif "
            self.semicolon()
            self.newline()
        if node.otherwise is not None:
            self.put("else\n")
            self.indented(node.otherwise)
            self.semicolon()
            self.newline()
        self.put("fi")

    def _branch(self, condition: Sequence, body: Sequence) -> None:
        self.inline(condition)
        self.bodies("")
        self.semicolon()
        self.put(" then\n")
        self.indented(body)

    def while_(self, node: While) -> None:
        """``while`` and ``until``."""
        self.put("until " if node.until else "while ")
        self.inline(node.condition)
        self.bodies("")
        self.semicolon()
        self.put(" do\n")
        self.indented(node.body)
        self.semicolon()
        self.newline("done")

    def for_(self, node: For | Select) -> None:
        """``for`` and ``select`` over words."""
        words = "" if node.words is None else " in " + " ".join(map(self.words.word, node.words))
        self.put(f"{'for' if isinstance(node, For) else 'select'} {node.name}{words};")
        self._do(node.body)

    def _do(self, body: Sequence) -> None:
        self.newline("do\n")
        self.indented(body)
        self.semicolon()
        self.newline("done")

    def for_arithmetic(self, node: ForArithmetic) -> None:
        """``for ((a; b; c))``."""
        clauses = "; ".join(map(self.clause, (node.start, node.condition, node.step)))
        self.put(f"for (({clauses}))")
        self._do(node.body)

    def clause(self, word: Word) -> str:
        """One of the three expressions."""
        return self.words.arithmetic(word)

    def case(self, node: Case) -> None:
        """``case`` and its clauses."""
        self.put(f"case {self.words.word(node.word)} in ")
        self.level += _INDENT
        for clause in node.clauses:
            # A first pattern `esac` would end the command.
            opening = "(" if self.words.word(clause.patterns[0]) == "esac" else ""
            self.newline(opening + " | ".join(map(self.words.word, clause.patterns)) + ")\n")
            self.indented(clause.body)
            self.newline(clause.terminator)
        self.level -= _INDENT
        self.newline("esac")

    def arithmetic(self, node: ArithmeticCommand) -> None:
        """``((expression))``."""
        self.put(f"(({self.words.arithmetic(node.expression)}))")

    # Conditions

    def conditional(self, node: Conditional) -> None:
        """``[[ ... ]]``."""
        self.put(f"[[ {self.condition(node.expression, 0)} ]]")

    def condition(self, node: Condition, binding: int) -> str:
        """A condition, in parentheses where it binds less than what stands around it."""
        if isinstance(node, UnaryTest):
            return self.unary(node)
        if isinstance(node, BinaryTest):
            return f"{self.words.word(node.left)} {node.operator} {self.words.word(node.right)}"
        if isinstance(node, NotTest):
            return f"! {self.condition(node.condition, 3)}"
        mine = 2 if node.operator == "&&" else 1
        # Both group to the right: a left side of the same kind needs its parentheses.
        text = f"{self.condition(node.left, mine + 1)} {node.operator} {self.condition(node.right, mine)}"
        return f"( {text} )" if mine < binding else text

    def unary(self, node: UnaryTest) -> str:
        """A test of one word."""
        return f"{node.operator} {self.words.word(node.word)}".lstrip()

    # Definitions

    def function(self, node: Function) -> None:
        """A function's definition."""
        self.put(f"function {node.name} () ")
        outer, self.lines = self.lines, True
        self.newline()
        self.body(node.body)
        self.lines = outer

    def body(self, body: Command) -> None:
        """A function's body, on a line of its own."""
        self.inline(body)

    def coprocess(self, node: Coprocess) -> None:
        """``coproc``."""
        simple = isinstance(node.command, Simple | Redirected) and isinstance(
            getattr(node.command, "command", node.command), Simple
        )
        self.put("coproc " if simple else f"coproc {node.name} ")
        self.inline(node.command)

    # Redirections

    def redirections(self, nodes: tuple[Redirection, ...]) -> None:
        """Redirections in their order; the bodies of here-documents wait if another command follows."""
        self.put(" ".join(map(self.redirection, nodes)))
        self.printed_bodies = False
        self.waiting += [node.target for node in nodes if isinstance(node.target, HereDocument)]
        if self.waiting and not self.joined:
            self.put_bodies()

    def redirection(self, node: Redirection) -> str:
        """One redirection."""
        fd = "" if node.fd is None else f"{{{node.fd}}}" if isinstance(node.fd, str) else str(node.fd)
        if isinstance(node.target, HereDocument):
            delimiter = quote(node.target.delimiter) if node.target.quoted else node.target.delimiter
            blank = " " if delimiter.startswith("-") and not self.as_bash else ""
            return f"{fd}{node.operator}{blank}{delimiter}"
        blank = "" if node.operator in ("<&", ">&") else " "
        return f"{fd}{node.operator}{blank}{self.words.word(node.target)}"


class BashPrinter(Printer):
    """Prints as bash does."""

    as_bash = True
    joint = ""

    def ends_line(self) -> bool:
        """bash remembers that it printed bodies, and not what it printed since."""
        return self.printed_bodies

    def last(self) -> str:
        """The last character printed."""
        return self.out[-1][-1] if self.out else ""

    def if_(self, node: If) -> None:
        """``elif`` is an ``if`` in the ``else`` part."""
        condition, body = node.clauses[0]
        self.put("if ")
        # bash forgets the bodies of the condition's here-documents until those of the branch are due.
        self.inline(condition)
        self.semicolon()
        self.put(" then\n")
        self.indented(body)
        otherwise = node.otherwise
        if len(node.clauses) > 1:
            otherwise = Sequence((If(node.clauses[1:], node.otherwise),))
        if otherwise is not None:
            self.semicolon()
            self.newline("else\n")
            self.indented(otherwise)
        self.semicolon()
        self.newline("fi")

    def for_(self, node: For | Select) -> None:
        """Without words it runs over the positional parameters."""
        words = '"$@"' if node.words is None else " ".join(map(self.words.word, node.words))
        self.put(f"{'for' if isinstance(node, For) else 'select'} {node.name} in {words};")
        self._do(node.body)

    def clause(self, word: Word) -> str:
        """An absent expression is 1."""
        return self.words.arithmetic(word) if word.parts else "1"

    def conditional(self, node: Conditional) -> None:
        """With the parentheses that were written."""
        self.put(f"[[ {node.source or self.condition(node.expression, 0)} ]]")

    def unary(self, node: UnaryTest) -> str:
        """A word alone is tested for its length."""
        return f"{node.operator or '-n'} {self.words.word(node.word)}"

    def body(self, body: Command) -> None:
        """Braces around any other command than a group."""
        inner = body.command if isinstance(body, Redirected) else body
        self.inline(body if isinstance(inner, Group) else Group(Sequence((body,))))

    def coprocess(self, node: Coprocess) -> None:
        """The name is always shown."""
        self.put(f"coproc {node.name} ")
        self.inline(node.command)

    def redirection(self, node: Redirection) -> str:
        """A descriptor is shown where it is not the operator's own, with ``&`` always."""
        if isinstance(node.target, HereDocument) or not isinstance(node.fd, int | None):
            return super().redirection(node)
        fd = node.fd
        usual = _DEFAULT_FD.get(node.operator, 1)
        operator, target = node.operator, self.words.word(node.target)
        if operator in ("<&", ">&"):
            literal = all(isinstance(part, Literal) for part in node.target.parts)
            number = usual if fd is None else fd
            if target == "-":
                return f"{number}>&-"
            if literal and target.rstrip("-").isdecimal():
                return f"{number}{operator}{target}"
            return f"{'' if number == usual else number}{operator}{target}"
        if operator == "<>":
            shown = 0 if fd is None else fd
            return f"{'' if shown == 1 else shown}<> {target}"
        return f"{'' if fd is None or fd == usual else fd}{operator} {target}"


_PRINTS: dict[type[Node], str] = {
    AndOr: "and_or",
    ArithmeticCommand: "arithmetic",
    Background: "background",
    Case: "case",
    Conditional: "conditional",
    Coprocess: "coprocess",
    For: "for_",
    ForArithmetic: "for_arithmetic",
    Function: "function",
    Group: "group",
    If: "if_",
    Pipeline: "pipeline",
    Redirected: "redirected",
    Select: "for_",
    Sequence: "sequence",
    Simple: "simple",
    Subshell: "subshell",
    While: "while_",
}


def _reserved(node: Simple) -> bool:
    """Whether its first word, or behind `coproc` its second, would be reserved if no redirection stood before it."""
    words = [] if node.assignments else node.words[:2]
    return any(isinstance(word, Word) and (word.source or _literal(word)) in RESERVED for word in words)


def _literal(word: Word) -> str:
    return "".join([part.text if isinstance(part, Literal) else "'" for part in word.parts])


def unparse(node: Command, *, rebuilt: bool = False) -> str:
    """``node`` as text that parses back to it; ``rebuilt`` writes words from their parts."""
    printer = Printer(rebuilt=rebuilt)
    printer.command(node)
    printer.bodies("")
    return printer.text()


def declaration(name: str, body: Command) -> str:
    """A function as ``declare -f`` and ``type`` show it, without a newline at its end."""
    printer = BashPrinter()
    printer.put(f"{name} () \n")
    printer.body(body)
    printer.bodies("")
    return printer.text()


def command_text(node: Command) -> str:
    """A command as ``jobs`` and ``BASH_COMMAND`` show it."""
    printer = BashPrinter(lines=False)
    printer.command(node)
    printer.bodies("")
    return printer.text()
