"""What a script names, read without running it."""

import shlex

import pytest

from runtime.bash.limits import Limits
from runtime.bash.static_analysis import analyze


@pytest.mark.parametrize(
    ("script", "kind", "names"),
    [
        ("cat a | grep b && ls; cat c", "commands", ["cat", "grep", "ls"]),
        ("'c'\"at\" x", "commands", ["cat"]),
        (
            "if a; then b; else c; fi; for i in x; do d; done; case x in y) e;; esac; (f); { g; }",
            "commands",
            list("abcdefg"),
        ),
        ('x=$(a $(b)) c <(d) `e` "$(f)" <<E\n$(g)\nE\n', "commands", ["c", "a", "b", "d", "e", "f", "g"]),
        ("timeout -s KILL 5 env -u X A=1 nice -n 3 rm x", "commands", ["timeout", "env", "nice", "rm"]),
        ("xargs -n 1 rm", "commands", ["xargs", "rm"]),
        ("find . -name x -exec rm {} \\; -ok mv {} y \\;", "commands", ["find", "rm", "mv"]),
        (
            "eval 'a; b'; bash -c 'c'; trap 'd' EXIT; sh -ec e",
            "commands",
            ["eval", "a", "b", "bash", "c", "trap", "d", "sh", "e"],
        ),
        ("f() { a; }; f", "functions", ["f"]),
        ("f() { a; }; f", "commands", ["f", "a"]),
        ("a <b >c 2>>d &>e <>g >&h 2>&1 <&-", "reads", ["b", "g"]),
        ("a <b >c 2>>d &>e <>g >&h 2>&1 <&-", "writes", ["c", "d", "e", "g", "h"]),
        ("{ a; } >x/y", "writes", ["x/y"]),
        ("ls /etc ~/x ../y --out=/tmp/z -l plain", "paths", ["/etc", "~/x", "../y", "/tmp/z"]),
        ("/bin/ls", "paths", ["/bin/ls"]),
        ("bash -c 'ls /q x'", "paths", ["/q"]),
        ("curl https://x.org/a; wget y", "network", ["curl", "https://x.org/a", "wget"]),
        ("exec 3<>/dev/tcp/h/80", "network", ["/dev/tcp/h/80"]),
        ("cat <<<x <<E\ny\nE\n", "reads", []),
    ],
)
def test_names_are_read_from_the_text(script, kind, names):
    found = getattr(analyze(script), kind)
    assert sorted(found) == sorted(names)


@pytest.mark.parametrize(
    "script",
    [
        "$x a",
        '"a$x"',
        'eval "$x"',
        'bash -c "$x"',
        "bash file",
        "source f",
        ". f",
        "a >$x",
        "env $x",
        "${x&} a",
        "`(`",
    ],
)
def test_what_is_computed_is_said_to_be(script):
    assert analyze(script).dynamic


def test_a_plain_script_is_not_dynamic():
    assert not analyze('a $x "$y" $(b) <c').dynamic


def test_jobs_and_substitutions_are_counted():
    found = analyze("a & b & coproc c; x=$(d `e`) <(f)")
    assert (found.background, found.substitutions) == (3, 3)


def test_a_fault_is_told_and_what_stands_before_it_kept():
    found = analyze("a /b\nc (\n")
    assert found.error == "syntax error near unexpected token `newline'"
    assert found.commands == ["a"]


def test_a_limit_is_told():
    assert analyze("( " * 200, limits=Limits(max_parse_depth=10)).error


def test_texts_in_texts_end():
    script = "a"
    for _ in range(9):
        script = f"eval {shlex.quote(script)}"
    assert analyze(script).dynamic


def test_it_is_plain_data():
    data = analyze("a /b >c").as_dict()
    assert data["commands"] == ["a"]
    assert data["writes"] == ["c"]
    assert data["dynamic"] is False
