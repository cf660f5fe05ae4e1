"""``set -e`` and the ERR trap: where a failure is one, and where it is an answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Said = Callable[[str], tuple[str, str, int]]


@pytest.mark.parametrize(
    "answered",
    [
        "false || true",
        "false && true",
        "! true",
        "if false; then :; fi",
        "while false; do :; done",
        "until true; do :; done",
        "false || false || true",
        "[[ a == b ]] || :",
        "((0)) || :",
        "f() { false; }; f || :",
        "f() { false; true; }; if f; then :; fi",
        "{ false; true; } && :",
        "(false; true) || :",
        "false | true",
        "x=$(false; true)",
        "local_() { local x=$(false); }; local_",
        "export x=$(false)",
        "echo $(false) >/dev/null",
        "case $(false) in *) ;; esac",
        "for x in $(false); do :; done",
        "eval false || :",
        "! (false)",
        "! { false; }",
        "$(true)",
        "set +e; false; set -e",
    ],
)
def test_a_failure_that_is_an_answer_does_not_end_the_shell(said: Said, answered: str) -> None:
    assert said(f"set -e\n{answered}\necho here") == ("here\n", "", 0)


@pytest.mark.parametrize(
    ("failing", "status"),
    [
        ("false", 1),
        ("(exit 4)", 4),
        ("x=$(exit 3)", 3),
        ("$(exit 5)", 5),
        ("[[ a == b ]]", 1),
        ("((0))", 1),
        ("[ a = b ]", 1),
        ("test -n ''", 1),
        ("true && false", 1),
        ("true && { false; }", 1),
        ("f() { return 6; }; f", 6),
        ("f() { false || return 7; }; f", 7),
        ("eval false", 1),
        ("set -o pipefail; false | true", 1),
        ("true | false", 1),
        ("{ false; }", 1),
        ("if true; then false; fi", 1),
        ("for x in 1; do false; done", 1),
        ("echo x > /nope/x", 1),
        ("{ echo x; } > /nope/x", 1),
        ("readonly r=1; r=2", 1),
        ("readonly r=1\nr=2", 1),
        ("echo ${a&}", 1),
        ("a[-9]=1", 1),
        ("shopt -s failglob; echo *.nope", 1),
    ],
)
def test_a_failure_that_nobody_asked_about_ends_the_shell(said: Said, failing: str, status: int) -> None:
    printed, _, left = said(f"set -e\n{failing}\necho here")
    assert (printed, left) == ("", status)


def test_faulty_arithmetic_throws_away_its_line_but_does_not_end_the_shell(said: Said) -> None:
    printed, errors, status = said("set -e\necho $((1/0)); echo same line\necho next")
    assert (printed, status) == ("next\n", 0)
    assert errors == 'bash: line 2: 1/0: division by 0 (error token is "0")\n'


def test_substitutions_forget_errexit_unless_told_to_inherit_it(said: Said) -> None:
    script = "set -e; echo $(false; echo a); shopt -s inherit_errexit; echo $(false; echo b)"
    assert said(script) == ("a\n\n", "", 0)


def test_the_err_trap_runs_where_set_e_would_end_the_shell(said: Said) -> None:
    script = """trap 'echo "E$?:$LINENO"' ERR
false
f() { return 5; }
f
(exit 9)
false | false
x=$(exit 8)
if false; then :; fi
false || true
! true
[[ a == b ]]
((0))
true"""
    expected = "E1:2\nE5:4\nE9:5\nE1:6\nE8:7\nE1:11\nE1:12\n"
    printed, errors, _ = said(script)
    assert (printed, errors) == (expected, "")


def test_functions_and_subshells_have_the_err_trap_only_with_errtrace(said: Said) -> None:
    body = "trap 'echo E' ERR; f() { false; true; }; f; (false; true); true"
    assert said(body) == ("", "", 0)
    assert said(f"set -E; {body}") == ("E\nE\n", "", 0)


def test_the_exit_trap_sees_the_status_that_errexit_left(said: Said) -> None:
    assert said("set -e; trap 'echo bye $?' EXIT; f() { return 3; }; f") == ("bye 3\n", "", 3)


def test_the_err_trap_sees_the_command_that_failed(said: Said) -> None:
    assert (
        said("trap 'echo \"$BASH_COMMAND\"' ERR; x=$(exit 2); (exit 3); true")[0]
        == "x=$(exit 2)\n( exit 3 )\n"
    )
