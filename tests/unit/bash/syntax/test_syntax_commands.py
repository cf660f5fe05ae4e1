"""Commands: simple and compound ones, pipelines, lists, redirections, here-documents, aliases, and the units of a script."""

import pytest

from runtime.bash.limits import Limits
from runtime.bash.syntax.parser import ParseOptions, Parser, parse
from runtime.bash.syntax.tree import (
    AndOr,
    ArithmeticCommand,
    ArrayElement,
    ArrayLiteral,
    Assignment,
    Background,
    BinaryTest,
    BothTest,
    Case,
    CaseClause,
    Conditional,
    Coprocess,
    DoubleQuoted,
    Fault,
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


def w(text):
    return Word((Literal(text),)) if text else Word(())


def cmd(text):
    return Simple(tuple(map(w, text.split())))


def seq(*texts):
    return Sequence(tuple(cmd(text) if isinstance(text, str) else text for text in texts))


def only(text, **options):
    (command,) = parse(text, ParseOptions(**options)).commands
    return command


a, b, c, d = map(cmd, "abcd")
COMMANDS = [
    ("a b", cmd("a b")),
    ("a; b", seq("a", "b")),
    ("a & b", seq(Background(a), "b")),
    ("a && b || c", AndOr(a, (("&&", b), ("||", c)))),
    ("a &&\n\n# x\n b", AndOr(a, (("&&", b),))),
    ("a && b &", Background(AndOr(a, (("&&", b),)))),
    ("a | b | c", Pipeline((a, b, c))),
    ("a |\n b", Pipeline((a, b))),
    ("a |& b", Pipeline((Simple(a.words, (), (Redirection(">&", w("1"), 2),)), b))),
    ("! a", Pipeline((a,), 1)),
    ("! ! a | b", Pipeline((a, b), 2)),
    ("!", Pipeline((Simple(()),), 1)),
    ("time", Pipeline((Simple(()),), 0, "time")),
    ("time a", Pipeline((a,), 0, "time")),
    ("time -p -- a", Pipeline((a,), 0, "time -p")),
    ("time ! a", Pipeline((a,), 1, "time")),
    ("a | time b", Pipeline((a, cmd("time b")))),
    ("{ a; }", Group(seq("a"))),
    ("{ a\n}", Group(seq("a"))),
    ("(a; b)", Subshell(seq("a", "b"))),
    ("( (a) )", Subshell(seq(Subshell(seq("a"))))),
    ("((a); b)", Subshell(seq(Subshell(seq("a")), "b"))),
    ("((1 + 2))", ArithmeticCommand(w("1 + 2"))),
    ("if a; then b; fi", If(((seq("a"), seq("b")),), None)),
    ("if a; then b; else c; fi", If(((seq("a"), seq("b")),), seq("c"))),
    (
        "if a\nthen b\nelif c; then d; elif a\nthen b; fi",
        If(((seq("a"), seq("b")), (seq("c"), seq("d")), (seq("a"), seq("b"))), None),
    ),
    ("if { a; } then (b) fi", If(((seq(Group(seq("a"))), seq(Subshell(seq("b")))),), None)),
    (
        "if((1))then(a)else(b)fi",
        If(((seq(ArithmeticCommand(w("1"))), seq(Subshell(seq("a")))),), seq(Subshell(seq("b")))),
    ),
    ("while((1))do(a)done", While(seq(ArithmeticCommand(w("1"))), seq(Subshell(seq("a"))))),
    ("!(a)", Pipeline((Subshell(seq("a")),), 1)),
    ("case a in(b)c;;esac", Case(w("a"), (CaseClause((w("b"),), seq("c")),))),
    ("time(a)", Pipeline((Subshell(seq("a")),), 0, "time")),
    ("if [[ a ]] then b; fi", If(((seq(Conditional(UnaryTest("", w("a")))), seq("b")),), None)),
    ("while a; do b; done", While(seq("a"), seq("b"))),
    ("until a\ndo b\ndone", While(seq("a"), seq("b"), True)),
    ("for x in a b; do c; done", For("x", (w("a"), w("b")), seq("c"))),
    ("for x\nin a\ndo c; done", For("x", (w("a"),), seq("c"))),
    ("for x in; do c; done", For("x", (), seq("c"))),
    ("for x; do c; done", For("x", None, seq("c"))),
    ("for x do c; done", For("x", None, seq("c"))),
    ("for x in a; { c; }", For("x", (w("a"),), seq("c"))),
    ("for in in in; do c; done", For("in", (w("in"),), seq("c"))),
    ("for ((i=0; i<2; i++)); do a; done", ForArithmetic(w("i=0"), w("i<2"), w("i++"), seq("a"))),
    ("for((;;))do a;done", ForArithmetic(w(""), w(""), w(""), seq("a"))),
    ("for ((;;)) { a; }", ForArithmetic(w(""), w(""), w(""), seq("a"))),
    ("select x in a; do b; done", Select("x", (w("a"),), seq("b"))),
    ("case a in esac", Case(w("a"), ())),
    ("case a in b) c;; esac", Case(w("a"), (CaseClause((w("b"),), seq("c")),))),
    (
        "case a\nin\n(b | c) a ;& d)\n b\n;;&\n*) esac",
        Case(
            w("a"),
            (
                CaseClause((w("b"), w("c")), seq("a"), ";&"),
                CaseClause((w("d"),), seq("b"), ";;&"),
                CaseClause((w("*"),), seq()),
            ),
        ),
    ),
    ("case a in (esac) b;; esac", Case(w("a"), (CaseClause((w("esac"),), seq("b")),))),
    ("f() { a; }", Function("f", Group(seq("a")))),
    ("f () (a)", Function("f", Subshell(seq("a")))),
    ("f()\n\nwhile a; do b; done", Function("f", While(seq("a"), seq("b")))),
    ("function f { a; }", Function("f", Group(seq("a")))),
    ("function f() { a; }", Function("f", Group(seq("a")))),
    ("function f (a)", Function("f", Subshell(seq("a")))),
    ("a-b.c() ((1))", Function("a-b.c", ArithmeticCommand(w("1")))),
    ("f() { a; } >x", Function("f", Redirected(Group(seq("a")), (Redirection(">", w("x")),)))),
    ("coproc a", Coprocess("COPROC", a)),
    ("coproc { a; }", Coprocess("COPROC", Group(seq("a")))),
    ("coproc N (a)", Coprocess("N", Subshell(seq("a")))),
    ("coproc N { a; } >x", Coprocess("N", Redirected(Group(seq("a")), (Redirection(">", w("x")),)))),
    ("coproc a b", Coprocess("COPROC", cmd("a b"))),
    ("echo if then }", cmd("echo if then }")),
    ("{a b}", cmd("{a b}")),
    ("a # b", a),
    ("a#b", cmd("a#b")),
    ("a \\\n b", cmd("a b")),
    ("if a; then\\\n b; fi", If(((seq("a"), seq("b")),), None)),
    ("a\\\n", a),
    (
        "coproc a |& b",
        Pipeline((Coprocess("COPROC", Simple(a.words, (), (Redirection(">&", w("1"), 2),))), b)),
    ),
]
CONDITIONS = [
    ("a", UnaryTest("", w("a"))),
    ("-f a", UnaryTest("-f", w("a"))),
    ("! a", NotTest(UnaryTest("", w("a")))),
    ("a == b*", BinaryTest(w("a"), "==", w("b*"))),
    ("a < b", BinaryTest(w("a"), "<", w("b"))),
    ("a -nt b", BinaryTest(w("a"), "-nt", w("b"))),
    ("a == @(b|c d)", BinaryTest(w("a"), "==", w("@(b|c d)"))),
    ("a =~ b|c", BinaryTest(w("a"), "=~", w("b|c"))),
    ("a =~ ^(b c|(d))$", BinaryTest(w("a"), "=~", w("^(b c|(d))$"))),
    ("a =~ '(b'", BinaryTest(w("a"), "=~", Word((Quoted("(b"),)))),
    (
        "a && b || c",
        BothTest(BothTest(UnaryTest("", w("a")), "&&", UnaryTest("", w("b"))), "||", UnaryTest("", w("c"))),
    ),
    (
        "a || b || c",
        BothTest(UnaryTest("", w("a")), "||", BothTest(UnaryTest("", w("b")), "||", UnaryTest("", w("c")))),
    ),
    (
        "\n( a || b )\n&&\n! ( c )\n",
        BothTest(
            BothTest(UnaryTest("", w("a")), "||", UnaryTest("", w("b"))), "&&", NotTest(UnaryTest("", w("c")))
        ),
    ),
]
REDIRECTIONS = [
    (">a", Redirection(">", w("a"))),
    ("> a", Redirection(">", w("a"))),
    ("2>a", Redirection(">", w("a"), 2)),
    ("{fd}>a", Redirection(">", w("a"), "fd")),
    ("{a[1]}<b", Redirection("<", w("b"), "a[1]")),
    (">>a", Redirection(">>", w("a"))),
    (">|a", Redirection(">|", w("a"))),
    ("<>a", Redirection("<>", w("a"))),
    ("<<<a", Redirection("<<<", w("a"))),
    ("2>&1", Redirection(">&", w("1"), 2)),
    ("<&-", Redirection("<&", w("-"))),
    ("3<&4-", Redirection("<&", w("4-"), 3)),
    ("&>a", Redirection("&>", w("a"))),
    ("&>>a", Redirection("&>>", w("a"))),
]


@pytest.mark.parametrize(("text", "expected"), COMMANDS)
def test_a_command_has_the_tree_that_bash_reads(text, expected):
    commands = parse(text).commands
    assert commands == (expected.commands if isinstance(expected, Sequence) else (expected,))


@pytest.mark.parametrize(("text", "expected"), CONDITIONS)
def test_a_condition_has_the_tree_that_bash_reads(text, expected):
    assert only(f"[[ {text} ]]").expression == expected


@pytest.mark.parametrize(("text", "expected"), REDIRECTIONS)
def test_a_redirection_stands_anywhere_in_a_command(text, expected):
    assert only(f"a {text} b") == Simple(cmd("a b").words, (), (expected,))
    assert only(f"{text} a") == Simple(a.words, (), (expected,))
    assert only(f"{{ a; }} {text}") == Redirected(Group(seq("a")), (expected,))


def test_a_number_too_long_for_a_descriptor_is_a_word():
    assert only("a 99999999999>b") == Simple(cmd("a 99999999999").words, (), (Redirection(">", w("b")),))


def test_behind_a_redirection_no_word_is_reserved():
    assert only(">x if") == Simple(cmd("if").words, (), (Redirection(">", w("x")),))


ASSIGNMENTS = [
    ("x=1", Assignment("x", w("1"))),
    ("x=", Assignment("x", Word(()))),
    ("x+=1", Assignment("x", w("1"), append=True)),
    ("x[1]=2", Assignment("x", w("2"), w("1"))),
    ("x[ i + 1 ]+=2", Assignment("x", w("2"), w(" i + 1 "), append=True)),
    ("x[a|b]=1", Assignment("x", w("1"), w("a|b"))),
    ("x['a b']=1", Assignment("x", w("1"), Word((Quoted("a b"),)))),
    ("x[]=1", Assignment("x", w("1"), Word(()))),
    ("x=()", Assignment("x", ArrayLiteral(()))),
    ("x=(a  [b]=c)d", Assignment("x", w("(a [b]=c)d"))),
    (
        "x=(a # c )\n[c d]=e\n[f]+=g if)",
        Assignment(
            "x",
            ArrayLiteral(
                (
                    ArrayElement(w("a")),
                    ArrayElement(w("e"), w("c d")),
                    ArrayElement(w("g"), w("f"), True),
                    ArrayElement(w("if")),
                )
            ),
        ),
    ),
]


@pytest.mark.parametrize(("text", "expected"), ASSIGNMENTS)
def test_an_assignment_has_the_tree_that_bash_reads(text, expected):
    assert only(text) == Simple((), (expected,))
    assert only(f"{text} a") == Simple(a.words, (expected,))
    if not {" ", "|"} & set(text.partition("=")[0]):
        assert only(f"declare -x {text}").words[2] == expected


def test_arguments_are_assignments_behind_declaration_builtins_only():
    assert only("a x=1").words[1] == w("x=1")
    assert only("export x=1 y").words == (w("export"), Assignment("x", w("1")), w("y"))
    assert only("declare a[1 2]=3").words == (w("declare"), w("a[1"), w("2]=3"))
    assert only("\\declare x=1").words[1] == w("x=1")
    assert only("eval x=(1  2)").words[1] == w("x=(1 2)")


def test_a_word_with_brackets_that_assigns_nothing_is_a_word():
    assert only("x[1 2] y").words == (w("x[1 2]"), w("y"))
    assert only("x[1]").words == (w("x[1]"),)


def doc(*parts, delimiter="E", quoted=False):
    return HereDocument(Word(parts), delimiter, quoted)


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("a <<E\nx\nE\n", doc(Literal("x\n"))),
        ("a <<E\nE\n", doc()),
        ("a <<'E'\n$x\\\nE\n", doc(Quoted("$x\\\n"), quoted=True)),
        ('a <<"E F"\nx\nE F\n', doc(Quoted("x\n"), delimiter="E F", quoted=True)),
        ("a <<\\E\nx\nE\n", doc(Quoted("x\n"), quoted=True)),
        ("a <<$'E'\nE\n", doc(quoted=True)),
        ("a <<$x\ny\n$x\n", doc(Literal("y\n"), delimiter="$x")),
        ('a <<E\n$x "y" \\$z \\y\nE\n', doc(Parameter("x"), Literal(' "y" $z \\y\n'))),
        ("a <<E\nx\\\nE\nE\n", doc(Literal("xE\n"))),
        ("a <<E\n${x:-'y'}\nE\n", doc(Parameter("x", ":-", w("'y'")), Literal("\n"))),
        ("a <<E\n`x (`\nE", None),
    ],
)
def test_a_here_document_has_the_body_that_bash_reads(text, document):
    (redirection,) = only(text).redirections
    if document is None:
        assert isinstance(redirection.target.body.parts[0].body.commands[0], Fault)
    else:
        assert redirection == Redirection("<<", document)


def test_tabs_are_stripped_before_the_lines_and_the_delimiter():
    assert only("a <<-E\n\t\tx\n\ty\\\n\tz\n\tE\n").redirections[0].target == doc(Literal("x\ny\tz\n"))


def test_several_here_documents_follow_one_another():
    command = only("a <<A | b <<B\n1\nA\n2\nB\n")
    bodies = [stage.redirections[0].target.body for stage in command.commands]
    assert bodies == [w("1\n"), w("2\n")]


def test_here_documents_are_read_inside_what_is_not_finished():
    assert len(parse("{ a <<E\nx\nE\nb; }").commands[0].body.commands) == 2
    assert only("x=$(a <<E\ny\nE\n)").assignments[0].value.parts[0].body.commands[0].redirections
    assert only("a=(b # <<E\nc)").assignments[0].value == ArrayLiteral(
        (ArrayElement(w("b")), ArrayElement(w("c")))
    )


def test_a_here_document_may_begin_in_a_substitution_and_lie_behind_it():
    (command, after) = parse("a $(b <<E)\nx\nE\nc").commands
    assert command.words[1].parts[0].body.commands[0].redirections[0].target == doc(Literal("x\n"))
    assert after == c


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("a\nb <<E\nx", [(3, "warning: here-document at line 2 delimited by end-of-file (wanted `E')")]),
        ("a <<E", [(1, "warning: here-document at line 1 delimited by end-of-file (wanted `E')")]),
        ("x=$(a <<E\ny\nE)", [(3, "warning: here-document at line 1 delimited by end-of-file (wanted `E')")]),
    ],
)
def test_a_here_document_without_its_delimiter_ends_with_the_input_and_a_warning(text, warnings):
    parser = Parser(text, ParseOptions(), Limits())
    while parser.next() is not None:
        pass
    assert parser.warnings == warnings


def test_a_broken_body_fails_its_command_only():
    target = only("a <<E\nx $(b ( c\nE\n").redirections[0].target
    assert [type(part) for part in target.body.parts] == [Fault]
    assert parse("a <<E\n`\nE\nb").commands[1] == b


# Units and places


def units(text, **options):
    parser = Parser(text, ParseOptions(**options), Limits())
    found = []
    while (unit := parser.next()) is not None:
        found.append(unit)
    return found


def test_a_unit_is_what_bash_reads_before_it_executes():
    assert units("a; b\nc &\n\n# x\n{ a\nb; }\n") == [
        seq("a", "b"),
        seq(Background(c)),
        seq(Group(seq("a", "b"))),
    ]
    assert units("") == units("\n \n# a\n") == []


def test_nul_bytes_are_dropped():
    assert units("a\0b") == [seq("ab")]


LINES = """\
echo 1
echo \\
  3
"echo" "a
b"
x=1 \\
  y
for i in a
do echo
done
{ a <<E
E
b; }
"""


def test_a_command_has_the_line_that_bash_gives_it():
    found = [unit.commands[0] for unit in units(LINES)]
    assert [command.line for command in found[:5]] == [1, 3, 5, 6, 8]
    assert found[4].body.commands[0].line == 9
    assert [command.line for command in found[5].body.commands] == [11, 13]


def test_lines_count_from_where_the_text_stands():
    parser = Parser("a\nb", ParseOptions(), Limits(), 10)
    assert [parser.next().commands[0].line for _ in "ab"] == [10, 11]


# Aliases


@pytest.mark.parametrize(
    ("aliases", "text", "same"),
    [
        ({"e": "echo a"}, "e b; e", "echo a b; echo a"),
        ({"e": "echo ", "x": "y", "y": "z"}, "e x x", "echo z x"),
        ({"e": "echo", "echo": "echo x"}, "e y", "echo x y"),
        ({"e": "e e"}, "e", "e e"),
        ({"i": "if true; then", "f": "fi"}, "i a; f", "if true; then a; fi"),
        ({"x": "a; b"}, "X=1 x 3", "X=1 a; b 3"),
        ({"x": "a"}, ">y x 4", ">y a 4"),
        ({"x": "a"}, "! x | x && x", "! a | a && a"),
        ({"q": 'echo "a'}, 'q b"', 'echo "a b"'),
        ({"n": "a\nb"}, "n c", "a\nb c"),
        ({"p": "("}, "p a )", "( a )"),
        ({"case": "a"}, "case b; \\case; 'case' c", "a b; \\case; 'case' c"),
        ({"x": "a"}, "$(x) `x` {x} x=x", "$(a) `a` {x} x=x"),
        ({"c": "# x"}, "c a\nb", "b"),
        ({"c": "# x"}, "{ c\nb; }", "{ b; }"),
        ({"s": "a ", "l": "b c"}, "s l>d", "a b c>d"),
    ],
)
def test_aliases_are_replaced_where_a_command_begins(aliases, text, same):
    options = ParseOptions(expand_aliases=True, aliases=aliases)
    assert parse(text, options) == parse(same)


def test_aliases_wait_for_their_option():
    assert only("a", aliases={"a": "b"}) == a


def test_quotes_and_words_behind_the_command_are_no_aliases():
    options = ParseOptions(expand_aliases=True, aliases={"b": "c"})
    assert only("a b", expand_aliases=True, aliases={"b": "c"}) == cmd("a b")
    assert parse('"b"', options) == Sequence((Simple((Word((DoubleQuoted((Literal("b"),)),)),)),))
