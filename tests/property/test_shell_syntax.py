"""Laws of the shell's syntax: a tree's text parses back to it, and any text gives a tree or a syntax error, in linear time."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.bash.errors import LimitExceeded, ShellSyntaxError
from runtime.bash.syntax.parser import ParseOptions, parse
from runtime.bash.syntax.printer import command_text, declaration, unparse
from runtime.bash.syntax.tree import (
    AndOr,
    Arithmetic,
    ArithmeticCommand,
    ArrayElement,
    ArrayLiteral,
    Assignment,
    Background,
    BinaryTest,
    BothTest,
    Case,
    CaseClause,
    CommandSubstitution,
    Conditional,
    Coprocess,
    DoubleQuoted,
    For,
    ForArithmetic,
    Function,
    Group,
    HereDocument,
    If,
    Literal,
    NotTest,
    Parameter,
    Pipeline,
    ProcessSubstitution,
    Quoted,
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

# Trees as the parser makes them: neighbours merged, plain text that means nothing, no reserved words.

VALUES = ["-", ":-", "=", ":=", "?", ":?", "+", ":+"]
PATTERNS = ["#", "##", "%", "%%", "^", "^^", ",", ",,"]
TRANSFORMS = ["@Q", "@E", "@P", "@A", "@a", "@K", "@k", "@U", "@u", "@L"]
SAFE = "abcxyz.,:%@+^~*?-"
ANY = "ab $`\"'\\!#&|;<>(){}[]=\n\té\udc80*?~"


class Maker:
    """Makes trees; ``level`` is how deep substitutions and bodies may still nest."""

    def __init__(self, rng, level):
        self.rng = rng
        self.level = level

    def one(self, *options):
        return self.rng.choice(options)

    def some(self, make, least, most):
        return [make() for _ in range(self.rng.randint(least, most))]

    def name(self):
        return self.one("x", "y1", "_z", "abc")

    def text(self, alphabet, least=1):
        return "".join(self.rng.choice(alphabet) for _ in range(self.rng.randint(least, 5)))

    # Words

    def literal(self):
        return Literal(self.text(SAFE))

    def quoted(self):
        return Quoted(self.text(ANY, 0))

    def expression(self):
        return Word((Literal(self.one("1 + 2", "x", " -1", "(a)*2", "i++", "x ? y")),))

    def substitution(self):
        return CommandSubstitution(self.inner())

    def double(self):
        makes = (
            lambda: Literal(self.text(ANY)),
            lambda: self.parameter(True),
            self.substitution,
            self.arithmetic,
        )
        return DoubleQuoted(merged(self.some(lambda: self.one(*makes)(), 0, 3)))

    def arithmetic(self):
        return Arithmetic(self.expression())

    def process(self):
        return ProcessSubstitution(self.one("<", ">"), self.inner())

    def part(self):
        if not self.level:
            return self.one(self.literal, self.quoted)()
        parameter = lambda: self.parameter(False)  # noqa: E731
        kinds = (
            self.literal,
            self.quoted,
            self.double,
            parameter,
            self.substitution,
            self.arithmetic,
            self.process,
        )
        return self.one(*kinds)()

    def word(self, least=1):
        return Word(merged(self.some(self.part, least, 3)))

    def plain(self, least=0):
        """A word that may stand in a pattern."""
        piece = lambda: self.one(Literal(self.one("a", "b", "x")), self.quoted())  # noqa: E731
        return Word(merged(self.some(piece, least, 2)))

    def subscript(self):
        return self.one(None, None, "@", "*", *[Word((Literal(text),)) for text in ("1", " i + 1 ", "a b")])

    def parameter(self, quoted):
        name, subscript = self.name(), self.subscript()
        indirect = not isinstance(subscript, str) and self.rng.random() < 0.2
        common = {"subscript": subscript, "indirect": indirect}
        word = Word(merged(self.some(self.literal, 0, 1))) if quoted else self.word(0)
        return self.one(
            Parameter(name, **common),
            Parameter(name, "#len", subscript=subscript),
            Parameter(name, self.one("names@", "names*")),
            Parameter(name, "keys", subscript=self.one("@", "*")),
            Parameter(name, self.one(*VALUES), word, **common),
            Parameter(name, self.one(*PATTERNS), self.plain(1), **common),
            Parameter(
                name, self.one("/", "//", "/#", "/%"), self.plain(1), self.one(None, self.plain()), **common
            ),
            Parameter(name, ":", Word((Literal(" -1"),)), self.one(None, self.expression()), **common),
            Parameter(name, self.one(*TRANSFORMS), **common),
            Parameter(self.one(*"@*#?-$!019", "10")),
        )

    # Simple commands

    def here_document(self):
        body = "".join(f"{line}\n" for line in self.some(lambda: self.text("abc $`\\\"'x{}", 0), 0, 3))
        quoted = self.rng.random() < 0.5
        part = Quoted(body) if quoted else Literal(body)
        return HereDocument(Word((part,) if body else ()), self.one("E", "EOF"), quoted)

    def redirection(self):
        fd = self.one(None, None, 0, 1, 2, 7, "fd")
        if self.rng.random() < 0.2:
            return Redirection(self.one("<<", "<<-"), self.here_document(), fd)
        return Redirection(self.one("<", ">", ">>", ">|", "<>", "<<<", "<&", ">&"), self.word(), fd)

    def assignment(self):
        element = lambda: ArrayElement(self.word(), self.one(None, Word((Literal("k l"),))), False)  # noqa: E731
        value = self.one(self.word(), Word(()), ArrayLiteral(tuple(self.some(element, 0, 2))))
        return Assignment(
            self.name(), value, self.one(None, Word((Literal("i + 1"),))), self.rng.random() < 0.3
        )

    def simple(self):
        words = self.some(self.word, 1, 3) if self.rng.random() < 0.9 else []
        assignments = self.some(self.assignment, 0 if words else 1, 1)
        return Simple(tuple(words), tuple(assignments), tuple(self.some(self.redirection, 0, 1)))

    # Compound commands

    def inner(self):
        return (
            Maker(self.rng, self.level - 1).tree()
            if self.level
            else Sequence((Simple((Word((Literal("a"),)),)),))
        )

    def condition(self, level=2):
        kind = self.rng.random()
        if level and kind < 0.2:
            return NotTest(self.condition(level - 1))
        if level and kind < 0.5:
            return BothTest(self.condition(level - 1), self.one("&&", "||"), self.condition(level - 1))
        left = Word((Quoted("l"), *self.word().parts[1:])) if kind < 0.7 else Word((Literal("l"),))
        left = Word(merged(left.parts))
        if kind < 0.8:
            return UnaryTest(self.one("", "-n", "-f"), left)
        return BinaryTest(left, self.one("==", "=", "!=", "<", "-nt", "-eq"), self.word())

    def clause(self):
        patterns = tuple(self.some(self.word, 1, 2))
        return CaseClause(patterns, self.one(self.inner(), Sequence(())), self.one(";;", ";&", ";;&"))

    def compound(self):
        inner, words = self.inner, self.one(None, tuple(self.some(self.word, 0, 2)))
        loops = [Word((Literal(text),)) if text else Word(()) for text in ("", "i=0", "i < 9")]
        make = self.one(
            lambda: Group(inner()),
            lambda: Subshell(inner()),
            lambda: If(tuple(self.some(lambda: (inner(), inner()), 1, 2)), self.one(None, inner())),
            lambda: While(inner(), inner(), self.one(True, False)),
            lambda: For(self.name(), words, inner()),
            lambda: Select(self.name(), words, inner()),
            lambda: ForArithmetic(self.one(*loops), self.one(*loops), self.one(*loops), inner()),
            lambda: Case(self.word(), tuple(self.some(self.clause, 0, 2))),
            lambda: ArithmeticCommand(self.expression()),
            lambda: Conditional(self.condition()),
        )
        redirections = tuple(self.some(self.redirection, 0, 1)) if self.rng.random() < 0.3 else ()
        return Redirected(make(), redirections) if redirections else make()

    # Lists

    def single(self):
        make = self.one(
            self.simple,
            self.simple,
            self.compound,
            lambda: Function(self.one("f", "g-h"), self.compound()),
            lambda: Coprocess("COPROC", self.simple()),
            lambda: Coprocess("N", self.compound()),
        )
        return make()

    def element(self):
        kind = self.rng.random()
        stage = lambda: self.one(self.simple, self.compound)()  # noqa: E731
        if kind < 0.7:
            return self.single()
        if kind < 0.9:
            return Pipeline(
                tuple(self.some(stage, 2, 3)), self.one(0, 1, 2), self.one(None, "time", "time -p")
            )
        return Pipeline((stage(),), self.one(1, 2), self.one(None, "time"))

    def command(self):
        made = self.element()
        if self.rng.random() < 0.3:
            made = AndOr(made, tuple(self.some(lambda: (self.one("&&", "||"), self.element()), 1, 2)))
        return Background(made) if self.rng.random() < 0.2 else made

    def tree(self):
        return Sequence(tuple(self.some(self.command, 1, 2)))


def merged(parts):
    """Parts with no two neighbours of one plain kind."""
    kept = []
    for part in parts:
        plain = isinstance(part, Literal | Quoted)
        if not (kept and plain and type(kept[-1]) is type(part)):
            kept.append(part)
    return tuple(kept)


@given(st.randoms(use_true_random=False), st.integers(0, 2))
def test_the_text_of_a_made_tree_parses_back_to_it(rng, level):
    tree = Maker(rng, level).tree()
    text = unparse(tree)
    assert parse(text) == tree, text


@given(st.randoms(use_true_random=False))
def test_what_bash_would_show_of_a_tree_can_be_printed(rng):
    for command in Maker(rng, 1).tree().commands:
        assert command_text(command)
        assert declaration("f", command).startswith("f () \n")


# Any text

PIECES = [
    *"(){}[]<>|&;\"'`$\\\n!=#*?@~+-/:%^,. \t",
    *[
        "if",
        "then",
        "else",
        "elif",
        "fi",
        "do",
        "done",
        "while",
        "until",
        "for",
        "in",
        "case",
        "esac",
        "select",
    ],
    *[
        "function",
        "coproc",
        "time",
        "[[",
        "]]",
        "((",
        "))",
        ";;",
        ";&",
        ";;&",
        "&&",
        "||",
        "|&",
        "<<",
        "<<-",
        "<<<",
    ],
    *[
        ">>",
        "&>",
        ">&",
        "<&",
        "<>",
        ">|",
        "2>",
        "{fd}>",
        "$(",
        "$((",
        "${",
        "$[",
        "$'",
        '$"',
        "<(",
        ">(",
        "@(",
        "=~",
    ],
    *[
        "a",
        "x=",
        "a=(",
        "a[",
        "a[1]=",
        "declare",
        "E\n",
        "<<E\n",
        "-f",
        "==",
        "${x:-",
        "${x/",
        "}}",
        "\\\n",
        "\0",
        "\udc80",
    ],
    *["é", "1", "f()", "echo hi", "EOF"],
]
SCRIPTS = [
    'for f in *.txt; do\n  echo "$f: $(wc -l < "$f")" >> out\ndone\n',
    'case $1 in\n  -h|--help) usage ;;\n  *) set -- "${@:2}" ;&\nesac\n',
    "if [[ $x =~ ^(a|b c)$ && -f ${y:-/etc/z} ]]; then ((i += 2)); else x[i+1]=$((1 + (2))); fi\n",
    "cat <<EOF | tr a b\nhello $name `date`\n${x//\\//-}\nEOF\n",
    "f() {\n  local a=(1 \"2 3\" [5]=$'x\\n')\n  while read -r l; do :; done < <(ls) 2>&1\n}\nf & wait\n",
    "x=$(cat <<-'E'\n\tbody\n\tE\n)\n! time -p { a; } |& (b) || c &\n",
]
_TOKENS = re.compile(r"\s+|\w+|.", re.DOTALL)


def made_text(rng):
    """A text of pieces, or a script with some of its tokens changed."""
    if rng.random() < 0.4:
        return "".join(rng.choice(PIECES) + rng.choice(["", " "]) for _ in range(rng.randint(1, 14)))
    tokens = _TOKENS.findall(rng.choice(SCRIPTS))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(tokens) + 1)
        change = rng.random()
        if change < 0.5:
            tokens.insert(at, rng.choice(PIECES))
        elif change < 0.7:
            del tokens[at : at + 1]
        elif change < 0.9:
            tokens[at:at] = tokens[: rng.randint(1, 3)]
        else:
            del tokens[at:]
    return "".join(tokens)


def check(text, options):
    """A tree whose text gives the same tree again, or a syntax error that says where."""
    try:
        tree = parse(text, options)
    except ShellSyntaxError as error:
        if not (error.message and 1 <= error.line <= text.count("\n") + 2):
            raise AssertionError(text) from error
        return
    except LimitExceeded:
        return
    # A delimiter of several lines stands in no line of a body: only the end of the input ends such a document.
    if "<<" not in text:
        assert parse(unparse(tree), options) == tree, text
    for command in tree.commands:
        command_text(command)


@pytest.mark.parametrize("seed", range(4))
def test_any_text_gives_a_tree_or_a_syntax_error(seed):
    rng = random.Random(seed)
    for _ in range(1_000):
        check(made_text(rng), ParseOptions(extglob=rng.random() < 0.5))


@pytest.mark.soak
def test_a_million_texts_give_trees_or_syntax_errors():
    rng = random.Random(20_260)
    for _ in range(1_000_000):
        check(made_text(rng), ParseOptions(extglob=rng.random() < 0.5))


@given(st.text(max_size=40))
def test_any_unicode_text_is_read(text):
    check(text, ParseOptions())


@given(st.binary(max_size=40))
def test_any_bytes_are_read(data):
    check(data.decode("utf-8", "surrogateescape"), ParseOptions(extglob=True))
