"""Redirections: their order, what they open and close, and how they fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Out = Callable[[str], str]
Said = Callable[[str], tuple[str, str, int]]


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("echo a > f; echo b >> f; cat < f", "a\nb\n"),
        ("{ echo e >&2; echo o; } 2>&1 | sort", "e\no\n"),
        ("{ echo e >&2; } 2>&1 >/dev/null", "e\n"),
        ("{ echo e >&2; echo o; } > f 2>&1; cat f", "e\no\n"),
        ("{ echo e >&2; echo o; } &> f; echo x &>> f; cat f", "e\no\nx\n"),
        ("{ echo e >&2; } >& f; cat f", "e\n"),
        ("exec 3> f; echo a >&3; exec 3>&-; cat f", "a\n"),
        (
            "exec 3> f; exec 4>&3-; echo a >&4; { echo b >&3; } 2>/dev/null || echo closed; cat f",
            "closed\na\n",
        ),
        ("exec {fd}> f; echo $fd; echo a >&$fd; exec {fd}>&-; cat f", "10\na\n"),
        ("echo a {fd}> f; echo b >&$fd; cat f", "a\nb\n"),
        ("shopt -s varredir_close; : {fd}> f; { echo b >&$fd; } 2>/dev/null || echo closed", "closed\n"),
        ("a[2]=; exec {a[2]}> f; echo ${a[2]}", "10\n"),
        ("echo abc > f; exec 3<> f; read -r x <&3; echo $x; echo d >&3; cat f", "abc\nabc\nd\n"),
        ("read -r a <<< 'x y'; echo \"[$a]\"", "[x y]\n"),
        ("cat <<A <<B\na\nA\nb\nB", "b\n"),
        ("x=1; cat <<E\n$x $(echo 2) $((3)) \\$x\nE", "1 2 3 $x\n"),
        ("cat <<'E'\n$x `a` \\\nE", "$x `a` \\\n"),
        ("cat <<-E\n\t\tx\n\tE", "x\n"),
        ("f() { echo $1; } > f; f a; cat f", "a\n"),
        ("for i in 1 2; do echo $i; done > f; cat f", "1\n2\n"),
        ("while read -r l; do echo \"<$l>\"; done <<< $'a\\nb'", "<a>\n<b>\n"),
        ("> f; [ -f f ] && [ ! -s f ] && echo empty", "empty\n"),
        ("exec 3>&1 > f; echo hidden; exec 1>&3 3>&-; echo shown; cat f", "shown\nhidden\n"),
        ("{ exec 3> f; } 2> g; echo a >&3; cat f", "a\n"),
        ("(exec > f; echo in); echo out; cat f", "out\nin\n"),
        ("cat <(echo a) <(echo b)", "a\nb\n"),
        ("set -C; echo a > f; echo b >| f; cat f; echo c > /dev/null; echo $?", "b\n0\n"),
    ],
)
def test_a_redirection_sends_it_there(out: Out, script: str, printed: str) -> None:
    assert out(script) == printed


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo a > nope/x", "nope/x: No such file or directory"),
        ("cat < none", "none: No such file or directory"),
        ("echo a > ''", ": No such file or directory"),
        ("echo a > /", "/: Is a directory"),
        ("x='a b'; echo a > $x", "$x: ambiguous redirect"),
        ("x=; echo a > $x", "$x: ambiguous redirect"),
        ("echo a >&7", "7: Bad file descriptor"),
        ("x=word; echo a 2>&$x", "word: ambiguous redirect"),
        ("set -C; echo a > f; echo b > f", "f: cannot overwrite existing file"),
        ("f=3; readonly f; : {f}> x", "f: readonly variable\nbash: line 1: f: cannot assign fd to variable"),
    ],
)
def test_a_redirection_that_fails_keeps_its_command_from_running(
    said: Said, script: str, message: str
) -> None:
    printed, errors, _ = said(f"{script}; echo $?")
    assert (printed, errors) == ("1\n", f"bash: line 1: {message}\n")


def test_a_failed_redirection_changes_nothing_and_the_next_command_writes_as_before(said: Said) -> None:
    printed, _, _ = said("echo a > f > nope/x; echo b; cat f")
    assert printed == "b\n"


def test_network_pseudo_files_are_refused(said: Said) -> None:
    """T-SH-05: no descriptor of the virtual shell leads to a socket."""
    assert said("echo x > /dev/tcp/localhost/80; echo $?")[0] == "1\n"


def test_a_function_keeps_what_exec_opened_behind_its_own_redirections(out: Out) -> None:
    assert out("f() { exec 5> f; echo in; }; f > g; echo five >&5; cat g f") == "in\nfive\n"


def test_posix_mode_ends_at_a_special_builtins_failed_redirection(said: Said) -> None:
    assert said("set -o posix; : > nope/x; echo here")[::2] == ("", 1)
    assert said("set +o posix; : > nope/x; echo here $?")[0] == "here 1\n"


def test_the_line_of_a_failed_redirection_is_the_one_it_ends_on(said: Said) -> None:
    script = "trap 'echo line=$LINENO' ERR\ntrue\n{ :\n} > nope/x\ntrue"
    assert said(script) == ("line=2\n", "bash: line 4: nope/x: No such file or directory\n", 0)


def test_a_failure_is_said_where_the_redirections_before_it_lead(out: Out) -> None:
    assert out("{ :; } 2>log <none; echo $?; cat log") == "1\nbash: line 1: none: No such file or directory\n"


def test_a_descriptors_name_that_stands_alone_is_set_for_nobody(out: Out) -> None:
    assert out('{fd}>f; echo "[$fd]" $?; [ -f f ] && echo made') == "[] 0\nmade\n"
