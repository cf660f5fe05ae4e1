"""Words: quotes, escapes, parameters, substitutions, arithmetic. Expected trees say what GNU bash 5.2 does with the text."""

import pytest

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.syntax.parser import ParseOptions, parse
from runtime.bash.syntax.quoting import decode_ansi
from runtime.bash.syntax.tree import (
    Arithmetic,
    BadSubstitution,
    CommandSubstitution,
    DoubleQuoted,
    Fault,
    Literal,
    Parameter,
    ProcessSubstitution,
    Quoted,
    Sequence,
    Simple,
    Word,
)


def parts(text, **options):
    (command,) = parse(f"echo {text}", ParseOptions(**options)).commands
    _, word = command.words
    return list(word.parts)


def run(*words):
    return Sequence((Simple(tuple(Word((Literal(word),)) for word in words)),))


def word(*parts):
    return Word(tuple(Literal(part) if isinstance(part, str) else part for part in parts))


def dq(*parts):
    return DoubleQuoted(word(*parts).parts)


x = Parameter("x")
QUOTES = [
    ("abc", ["abc"]),
    ("'a b'", [Quoted("a b")]),
    ("'a'\"'\"'b'", [Quoted("a"), dq("'"), Quoted("b")]),
    (r"a\ b\$c", ["a", Quoted(" "), "b", Quoted("$"), "c"]),
    (r"\a\b'c'$'d'", [Quoted("abcd")]),
    ("''", [Quoted("")]),
    ("''a''", [Quoted(""), "a", Quoted("")]),
    ('""', [DoubleQuoted(())]),
    (r'"a\b\$\"\\\`"', [dq(r"a\b$\"\`".replace(r"\"", '"'))]),
    ('"a\\\nb"', [dq("ab")]),
    ("a\\\nb", ["ab"]),
    ("$'a\\tb\\'c'", [Quoted("a\tb'c")]),
    ('$"a$x"', [dq("a", x)]),
    ("\"$'a'\"", [dq("$'a'")]),
    ("a#b", ["a#b"]),
    ("$", ["$"]),
    ("a$", ["a$"]),
    ("$%", ["$%"]),
    ("{a,b}*?[x]~", ["{a,b}*?[x]~"]),
    ("a=b", ["a=b"]),
    ('"a"b"c"', [dq("a"), "b", dq("c")]),
    ("a\\", ["a", Quoted("\\")]),
]
PARAMETERS = [
    ("$x", [x]),
    ("$xy-z", [Parameter("xy"), "-z"]),
    ("$1$10", [Parameter("1", bare=True), Parameter("1", bare=True), "0"]),
    ("$@$*$#$?$-$$$!$0$_", [Parameter(name) for name in "@*#?-$!0_"]),
    ("${x}y", [x, "y"]),
    ("${10}", [Parameter("10")]),
    ("${#x}", [Parameter("x", "#len")]),
    ("${#}", [Parameter("#")]),
    ("${##}", [Parameter("#", "#len")]),
    ("${#@}", [Parameter("@", "#len")]),
    ("${##x}", [Parameter("#", "#", word("x"))]),
    ("${#-}", [Parameter("-", "#len")]),
    ("${#-x}", [Parameter("#", "-", word("x"))]),
    ("${#:-x}", [Parameter("#", ":-", word("x"))]),
    ("${#x[@]}", [Parameter("x", "#len", subscript="@")]),
    ("${!x}", [Parameter("x", indirect=True)]),
    ("${!x:-y}", [Parameter("x", ":-", word("y"), indirect=True)]),
    ("${!x[1]}", [Parameter("x", subscript=word("1"), indirect=True)]),
    ("${!x@}", [Parameter("x", "names@")]),
    ("${!x*}", [Parameter("x", "names*")]),
    ("${!x[@]}", [Parameter("x", "keys", subscript="@")]),
    ("${!x[*]}", [Parameter("x", "keys", subscript="*")]),
    ("${!x@Q}", [Parameter("x", "@Q", indirect=True)]),
    ("${!}", [Parameter("!")]),
    ("${!-x}", [Parameter("!", "-", word("x"))]),
    ("${!#}", [Parameter("#", indirect=True)]),
    ("${x[@]}", [Parameter("x", subscript="@")]),
    ("${x[*]:1}", [Parameter("x", ":", word("1"), subscript="*")]),
    ("${x[ i + 1 ]}", [Parameter("x", subscript=word(" i + 1 "))]),
    ("${x['a b']}", [Parameter("x", subscript=word(Quoted("a b")))]),
    ("${x[y[1]]}", [Parameter("x", subscript=word("y[1]"))]),
    ("${x[$x]}", [Parameter("x", subscript=word(x))]),
    ("${x-}", [Parameter("x", "-", Word(()))]),
    ("${x:=a b}", [Parameter("x", ":=", word("a b"))]),
    ("${x?a}", [Parameter("x", "?", word("a"))]),
    ("${x:+'a}'\"b}\"}", [Parameter("x", ":+", word(Quoted("a}"), dq("b}")))]),
    (r"${x:-\}}", [Parameter("x", ":-", word(Quoted("}")))]),
    ("${x%%.*}", [Parameter("x", "%%", word(".*"))]),
    ("${x#a}", [Parameter("x", "#", word("a"))]),
    ("${x^^}", [Parameter("x", "^^")]),
    ("${x,[a-c]}", [Parameter("x", ",", word("[a-c]"))]),
    ("${x~~}", [Parameter("x", "~~")]),
    ("${x@A}", [Parameter("x", "@A")]),
    ("${@@Q}", [Parameter("@", "@Q")]),
    ("${x/a/b}", [Parameter("x", "/", word("a"), word("b"))]),
    (r"${x//\//y}", [Parameter("x", "//", word(Quoted("/")), word("y"))]),
    ("${x///b}", [Parameter("x", "//", word("/b"))]),
    ("${x////-}", [Parameter("x", "//", word("/"), word("-"))]),
    ("${x/#//b}", [Parameter("x", "/#", Word(()), word("/b"))]),
    ("${x/%a}", [Parameter("x", "/%", word("a"))]),
    ("${x/$(a/b)/c/d}", [Parameter("x", "/", word(CommandSubstitution(run("a/b"))), word("c/d"))]),
    ("${x: -1}", [Parameter("x", ":", word(" -1"))]),
    ("${x:1:2}", [Parameter("x", ":", word("1"), word("2"))]),
    ("${x::2}", [Parameter("x", ":", Word(()), word("2"))]),
    ("${x:a?b:c:d}", [Parameter("x", ":", word("a?b:c"), word("d"))]),
    ("${x:(1):(2)}", [Parameter("x", ":", word("(1)"), word("(2)"))]),
    ("${x:-<(a)}", [Parameter("x", ":-", word(ProcessSubstitution("<", run("a"))))]),
    ("${x:-a<b}", [Parameter("x", ":-", word("a<b"))]),
    ("${x\\\ny}", [Parameter("xy")]),
    ("$\\\nx", [x]),
    ("$x\\\ny", [Parameter("xy")]),
]
IN_QUOTES = [
    ("\"${x:-'a'}\"", [dq(Parameter("x", ":-", word("'a'")))]),
    ('"${x:-"a b"}"', [dq(Parameter("x", ":-", word(dq("a b"))))]),
    (r'"${x:-\a\}\"}"', [dq(Parameter("x", ":-", word('\\a}"')))]),
    ("\"${x#'a'}\"", [dq(Parameter("x", "#", word(Quoted("a"))))]),
    (r'"${x#\*}"', [dq(Parameter("x", "#", word(Quoted("*"))))]),
    ("\"${x/a/'b'}\"", [dq(Parameter("x", "/", word("a"), word(Quoted("b"))))]),
    ('"${x:-<(a)}"', [dq(Parameter("x", ":-", word("<(a)")))]),
    ("\"${x:-$'a'}\"", [dq(Parameter("x", ":-", word("a")))]),
    ('"${x["a"]}"', [dq(Parameter("x", subscript=word(dq("a"))))]),
]
BAD = [
    "${}",
    "${x&}",
    "${a.b}",
    "${ x; }",
    "${x:}",
    "${x[]}",
    "${1[0]}",
    "${x[1}",
    "${x@Z}",
    "${#x y}",
    "${x:)}",
]


@pytest.mark.parametrize(("text", "expected"), QUOTES + PARAMETERS + IN_QUOTES)
def test_a_word_has_the_parts_that_bash_reads(text, expected):
    assert parts(text) == list(word(*expected).parts)


@pytest.mark.parametrize("text", BAD)
def test_a_bad_substitution_is_kept_for_the_moment_it_is_expanded(text):
    assert parts(text) == [BadSubstitution(text)]
    assert parts(f'"{text}"') == [dq(BadSubstitution(text))]


def test_a_bad_substitution_holds_its_nested_ones_to_its_own_brace():
    assert parts("${x&${y}}z") == [BadSubstitution("${x&${y}}"), Literal("z")]
    assert parts("${${y}}") == [BadSubstitution("${${y}}")]


def test_a_substitution_is_parsed_and_not_counted_by_its_parentheses():
    (part,) = parts("$(case x in x) echo ;; esac)")
    assert isinstance(part, CommandSubstitution)
    assert parts("$(echo ')')") == [
        CommandSubstitution(Sequence((Simple((word("echo"), word(Quoted(")")))),)))
    ]
    assert parts("$(a # )\n)") == [CommandSubstitution(run("a"))]
    assert parts("$( )") == [CommandSubstitution(Sequence(()))]


def test_process_substitutions_stand_in_words():
    assert parts("<(a)b") == [ProcessSubstitution("<", run("a")), Literal("b")]
    assert parts("2>(a)") == [Literal("2"), ProcessSubstitution(">", run("a"))]
    assert parts('"<(a)"') == [dq("<(a)")]


def test_arithmetic_is_read_as_if_quoted():
    assert parts("$((1 + x))") == [Arithmetic(word("1 + x"))]
    assert parts("$(( (1)+(2) ))") == [Arithmetic(word(" (1)+(2) "))]
    assert parts('$(( "1" + $x ))') == [Arithmetic(word(" 1 + ", x, " "))]
    assert parts("$(( 'a' ))") == [Arithmetic(word(" 'a' "))]
    assert parts("$[1+a[2]]") == [Arithmetic(word("1+a[2]"))]
    assert parts("$(($(a)))") == [Arithmetic(word(CommandSubstitution(run("a"))))]


def test_two_parentheses_that_do_not_close_together_are_a_subshell_in_a_substitution():
    (part,) = parts("$((a); (b))")
    assert isinstance(part, CommandSubstitution)
    assert len(part.body.commands) == 2
    (part,) = parts("$((a) )")
    assert isinstance(part, CommandSubstitution)


def test_backquotes_unescape_before_they_are_parsed():
    assert parts("`a`") == [CommandSubstitution(run("a"))]
    assert parts(r"`a \`b\``") == [
        CommandSubstitution(Sequence((Simple((word("a"), word(CommandSubstitution(run("b"))))),)))
    ]
    assert parts(r'"`a \"b\"`"') == [dq(CommandSubstitution(Sequence((Simple((word("a"), word(dq("b")))),))))]
    assert parts(r"`a \$x`") == [CommandSubstitution(Sequence((Simple((word("a"), word(x))),)))]


def test_what_does_not_parse_between_backquotes_fails_when_it_runs():
    (part,) = parts("`a\nb; (`")
    assert part.body.commands[0] == run("a").commands[0]
    fault = part.body.commands[1]
    assert isinstance(fault, Fault)
    assert (fault.message, fault.text, fault.line) == ("syntax error: unexpected end of file", "b; (", 3)


def test_extended_patterns_are_words_when_the_option_is_on():
    assert parts("@(a|b c)*", extglob=True) == [Literal("@(a|b c)*")]
    assert parts("a!(b|+(c))", extglob=True) == [Literal("a!(b|+(c))")]
    assert parts("?('a b'|$x)", extglob=True) == [Literal("?("), Quoted("a b"), Literal("|"), x, Literal(")")]
    with pytest.raises(ShellSyntaxError):
        parts("@(a|b)")
    with pytest.raises(ShellSyntaxError):
        parts(r"\@(a|b)", extglob=True)


def test_options_are_looked_at_when_they_are_needed():
    from runtime.bash.limits import Limits
    from runtime.bash.syntax.parser import Parser

    options = ParseOptions()
    parser = Parser("shopt -s extglob\necho @(a|b)\n", options, Limits())
    assert parser.next() is not None
    options.extglob = True
    assert parser.next() == Sequence((Simple((word("echo"), word("@(a|b)"))),))
    assert parser.next() is None


def test_a_word_remembers_how_it_was_written():
    (command,) = parse("""echo 'a'"$x"$(b  c)""").commands
    assert command.words[1].source == """'a'"$x"$(b  c)"""


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (r"a\nb\t", "a\nb\t"),
        (r"\a\b\e\E\f\r\v\\\'\"\?", "\a\b\x1b\x1b\f\r\v\\'\"?"),
        (r"\101\x41\x4g", "AA\x04g"),
        (r"\u00e9\U0001F600", "\u00e9\U0001f600"),
        (r"\cA\c?\c[", "\x01\x7f\x1b"),
        (r"\xc3\xa9", "\u00e9"),
        (r"\xff", "\udcff"),
        (r"a\0b", "a"),
        (r"\x{41}", "A"),
        (r"\z\8", r"\z\8"),
        (r"\ud800", "\udced\udca0\udc80"),
        (r"\U00110000", r"\U00110000"),
    ],
)
def test_ansi_quotes_mean_what_they_say(text, meaning):
    assert decode_ansi(text) == meaning
