"""Syntax errors in bash's words, at bash's lines, with the line that bash echoes; recorded from GNU bash 5.2."""

import pytest

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.limits import Limits
from runtime.bash.syntax.parser import ParseOptions, Parser, parse
from runtime.bash.syntax.tree import Literal, Sequence, Simple, Word


def fault(text):
    with pytest.raises(ShellSyntaxError) as caught:
        parse(text)
    return caught.value


UNEXPECTED = [
    (")", ")", 1),
    ("; echo", ";", 1),
    ("echo & ; echo", ";", 1),
    ("echo a >", "newline", 1),
    ("echo <\nx", "newline", 1),
    ("echo < ; x", ";", 1),
    ("a 2> 3>x", "3", 1),
    ("echo )", ")", 1),
    ("fi", "fi", 1),
    ("in", "in", 1),
    ("]]", "]]", 1),
    ("a\n\ndone", "done", 3),
    ("{ a; } >x fi", "fi", 1),
    ("{ }", "}", 1),
    ("( )", ")", 1),
    ("if a; then; b; fi", ";", 1),
    ("if ; then a; fi", ";", 1),
    ("while; do a; done", ";", 1),
    ("for a b; do c; done", "b", 1),
    ("for", "newline", 1),
    ("case x in a", "newline", 1),
    ("case a in (a|b) c ;& esac) d; esac", ")", 1),
    ("case esac in esac) a;; esac", ")", 1),
    ("f() echo", "echo", 1),
    ("f( x", "x", 1),
    ("a b(", "(", 1),
    ("a=1 b()", "(", 1),
    ("function f echo", "echo", 1),
    ("coproc", "newline", 1),
    ("coproc f() { a; }", ")", 1),
    ("coproc && a", "&&", 1),
    ("else\\\n a", "else", 1),
    ("a | ! b", "!", 1),
    ("a && ; b", ";", 1),
    ("a | | b", "|", 1),
    ("x=(1 ; 2)", ";", 1),
    ("command declare x=(1)", "(", 1),
    ("echo $(if) x", ")", 1),
    ("echo <(a;;)", ";;", 1),
    ("{echo a;}", "}", 1),
]


@pytest.mark.parametrize(("text", "token", "line"), UNEXPECTED)
def test_an_unexpected_token_is_named_and_its_line_echoed(text, token, line):
    error = fault(text)
    assert error.message == f"syntax error near unexpected token `{token}'"
    assert error.line == line
    assert error.source == f"`{text.splitlines()[line - 1]}'"
    assert not error.incomplete


UNFINISHED = [
    ("if a\nthen", "syntax error: unexpected end of file", 3),
    ("{ echo a }", "syntax error: unexpected end of file", 2),
    ("case x in", "syntax error: unexpected end of file", 2),
    ("case x in a) b ;;", "syntax error: unexpected end of file", 2),
    ("a &&", "syntax error: unexpected end of file", 2),
    ("a |", "syntax error: unexpected end of file", 2),
    ("(a", "syntax error: unexpected end of file", 2),
    ("f()", "syntax error: unexpected end of file", 2),
    ("a\n'b\nc", "unexpected EOF while looking for matching `''", 2),
    ('a "b', "unexpected EOF while looking for matching `\"'", 1),
    ("a `b", "unexpected EOF while looking for matching ``'", 1),
    ("a ${b", "unexpected EOF while looking for matching `}'", 1),
    ("a $(b", "unexpected EOF while looking for matching `)'", 2),
    ("a <(b", "unexpected EOF while looking for matching `)'", 2),
    ("a $((b", "unexpected EOF while looking for matching `)'", 1),
    ("a $((1 + 'b", "unexpected EOF while looking for matching `''", 1),
    ('a $((1 + "b', "unexpected EOF while looking for matching `\"'", 1),
    ("a $[b", "unexpected EOF while looking for matching `]'", 1),
    ("((a", "unexpected EOF while looking for matching `)'", 1),
    ("x=(a", "unexpected EOF while looking for matching `)'", 1),
    ("x[a", "unexpected EOF while looking for matching `]'", 1),
    ("a $'b", "unexpected EOF while looking for matching `''", 1),
    ("[[ a &&", "unexpected token `EOF' in conditional command", 2),
]


@pytest.mark.parametrize(("text", "message", "line"), UNFINISHED)
def test_a_text_that_could_go_on_is_incomplete(text, message, line):
    error = fault(text)
    assert (error.message, error.line, error.source) == (message, line, "")
    assert error.incomplete


CONDITIONS = [
    ("[[ a ) ]]", "syntax error in conditional expression: unexpected token `)'"),
    ("[[ a == b c ]]", "syntax error in conditional expression"),
    ("[[ a b ]]", "conditional binary operator expected"),
    ("[[ a ; ]]", "unexpected token `;', conditional binary operator expected"),
    ("[[ a\n", "unexpected token `newline', conditional binary operator expected"),
    ("[[ -f ]]", "unexpected argument `]]' to conditional unary operator"),
    ("[[ -f && a ]]", "unexpected argument `&&' to conditional unary operator"),
    ("[[ a == \nb ]]", "unexpected argument `newline' to conditional binary operator"),
    ("[[ a -eq && ]]", "unexpected argument `&&' to conditional binary operator"),
    ("[[ && ]]", "unexpected token `&&' in conditional command"),
    ("[[ a =~ a<b ]]", "syntax error in conditional expression: unexpected token `<'"),
]


@pytest.mark.parametrize(("text", "message"), CONDITIONS)
def test_a_condition_is_refused_in_the_words_of_its_own(text, message):
    error = fault(text)
    assert (error.message, error.line, error.source) == (message, 1, "")


def test_a_loop_over_arithmetic_has_three_expressions():
    assert fault("for ((a;b)); do c; done").message.splitlines() == [
        "syntax error: arithmetic expression required",
        "syntax error: `((a;b))'",
    ]
    assert fault("for ((a;b;c;d)); do e; done").message.splitlines() == [
        "syntax error: `;' unexpected",
        "syntax error: `((a;b;c;d))'",
    ]
    assert fault("for ((a) b); do c; done").message == "syntax error near unexpected token `b'"


def test_the_column_points_at_the_token():
    assert fault("a\n  b (c").column == 6


def test_units_before_a_fault_are_given_first():
    parser = Parser("a\nb\n)\n", ParseOptions(), Limits())
    units = [parser.next(), parser.next()]
    assert units == [Sequence((Simple((Word((Literal(name),)),)),)) for name in "ab"]
    with pytest.raises(ShellSyntaxError) as caught:
        parser.next()
    assert caught.value.line == 3


def test_a_backslash_at_the_end_is_echoed_doubled_as_bash_does():
    assert fault(") \\").source == "`) \\\\'"


def test_an_unclosed_parenthesis_in_a_condition_is_named():
    assert fault("[[ ( a ]]").message == "unexpected token `]]', expected `)'"
