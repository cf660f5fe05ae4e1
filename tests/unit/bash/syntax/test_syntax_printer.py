"""The printer: bash's own layout, recorded from GNU bash, and texts that parse back."""

from pathlib import Path

import pytest

from runtime.bash.syntax.parser import ParseOptions, parse
from runtime.bash.syntax.printer import command_text, declaration, unparse
from runtime.bash.syntax.tree import Function

CASES = Path(__file__).parents[3] / "cases" / "bash_declarations" / "cases.txt"


def recorded():
    blocks = [block.partition("#### declared\n") for block in CASES.read_text().split("#### source\n")[1:]]
    return [(source.removesuffix("\n"), declared) for source, _, declared in blocks]


def only(text):
    (command,) = parse(text).commands
    return command


@pytest.mark.parametrize(("source", "declared"), recorded())
def test_a_function_is_declared_as_bash_declares_it(source, declared):
    command = parse(source).commands[-1]
    assert isinstance(command, Function)
    assert declaration("f", command.body) + "\n" == declared


@pytest.mark.parametrize("source", [source for source, _ in recorded()])
@pytest.mark.parametrize("rebuilt", [False, True])
def test_the_text_of_a_tree_parses_back_to_it(source, rebuilt):
    tree = parse(source)
    assert parse(unparse(tree, rebuilt=rebuilt)) == tree


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('echo   "a"  >/dev/null', 'echo "a" > /dev/null'),
        ("x=( 1  2 ) y[ 1 ]=2", "x=(1 2) y[ 1 ]=2"),
        ("[[ a ]]", "[[ -n a ]]"),
        ("((  1  ))", "((  1  ))"),
        ("{ a; b; } &", "{ a; b; } &"),
        ("while a; do break; done | cat &", "while a; do\n    break;\ndone | cat &"),
        ("if a; then :; fi", "if a; then\n    :;\nfi"),
        ("! a |& b", "! a 2>&1 | b"),
        ("echo $(a   b) $'x\\ty'", "echo $(a b) 'x\ty'"),
        ("echo a\\\nb", "echo ab"),
        ("a; b", "a; b"),
        ("a && b &", "a && b &"),
    ],
)
def test_jobs_and_traps_see_the_text_that_bash_shows(text, shown):
    tree = parse(text)
    assert command_text(tree.commands[0] if len(tree.commands) == 1 else tree) == shown


@pytest.mark.parametrize(
    "text",
    [
        ">x 'if' && 2>&1 while",
        "2>y for",
        "<<E if\nbody\nE",
        "cat << -e\nbody\n-e",
        "echo $\\=a $``",
        'echo `a; (` "`b\n)`"',
        "cat <<E\n`a (`\nE",
        "cat <<E\n$(a b (\nE",
        "cat <<E\n${x\nE",
        "echo $[(] ${x&}",
        "echo $[1+2] $\"a\" $'b'",
        "x=1 a[$(b)]+=2 c=([d]+=e f)",
        "declare -A m=([a b]=c) n[1]=2; command export x=$y",
        "time -p ! ! a | b; time; !",
        "case x in (esac) a;; b | c) ;& (d) ;; esac",
        "[[ ! ( a && b ) || -f c && ( d == e || f < g ) ]]",
        "[[ a =~ ^(b|c d)$ && x == @(y|z) ]]",
        "{fd}>x {a[1]}<y <>z >|w <<<v 3<&- 4>&5- >&$u &>>t",
        "coproc a; coproc N { b; }; coproc if c; then d; fi",
        "f() ( a ) >x; function g { b; } 2>&1; h() [[ x ]]",
        "for ((;;)); do a; done; for ((i=0; i<1; i++)) { b; }",
        "if a; then b; elif c; then d; elif e; then f; else g; fi",
        "a <<A | b <<'B' && c <<-C &\n1\nA\n2\nB\n\t3\nC",
        "echo $(cat <<A; b\nx\nA\n)",
        "(a <<A; b)\nx\nA",
        "while a <<A; do b <<B; done\n1\nA\n2\nB",
        'echo "${x:-"a b"}${y/a\\/b/\'c\'}" ${z:-\\}} ${w: -1:2}',
        "eval a=(1  2) b; let c=(3)",
    ],
)
def test_hard_texts_parse_back(text):
    options = ParseOptions(extglob=True)
    tree = parse(text, options)
    assert parse(unparse(tree), options) == tree
    assert parse(unparse(tree, rebuilt=True), options) == tree
    assert all(command_text(command) for command in tree.commands)
