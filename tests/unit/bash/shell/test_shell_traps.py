"""Traps and signals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Bash, Result

Run = Callable[[str], Result]


@pytest.mark.parametrize(
    ("script", "printed", "status"),
    [
        ("trap 'echo bye $?' EXIT; echo hi; exit 3", "hi\nbye 3\n", 3),
        ("trap 'exit 7' EXIT; exit 3", "", 7),
        ("trap 'false' EXIT; exit 3", "", 3),
        ("trap 'echo 1; trap \"echo 2\" EXIT' EXIT; exit 4", "1\n", 4),
        ("trap 'echo e' EXIT; (echo in); x=$(echo in2); echo $x", "in\nin2\ne\n", 0),
        ("(trap 'echo sub' EXIT; echo in; exit 2); echo $?", "in\nsub\n2\n", 0),
        ("x=$(trap 'echo sub' EXIT; echo in); echo $x", "in sub\n", 0),
        ("{ trap 'echo job' EXIT; } & wait", "job\n", 0),
        ("echo | { trap 'echo stage' EXIT; }", "stage\n", 0),
        ("trap 'echo e' EXIT; set -e; false; echo no", "e\n", 1),
        ("trap 'echo e' EXIT; exec true", "", 0),
        ("trap 'echo bye' EXIT; kill $$; echo no", "bye\n", 143),
        ("trap 'echo bye' EXIT; kill -9 $$; echo no", "", 137),
        ("trap 'kill -9 $$' EXIT", "", 137),
    ],
)
def test_the_exit_trap_runs_with_its_process(script: str, printed: str, status: int, run: Run) -> None:
    result = run(script)
    assert (result.stdout, result.exit_code) == (printed, status)


def test_an_exit_trap_runs_at_the_end_of_its_script_and_once(shell: Bash) -> None:
    assert shell.exec_sync("trap 'echo bye' EXIT").stdout == "bye\n"
    assert shell.exec_sync("echo next").stdout == "next\n"


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("trap 'echo got $?' USR1; false; kill -USR1 $$; echo after $?", "got 0\nafter 0\n"),
        ("trap 'echo got' USR1; (kill -USR1 $$; echo in); echo end", "in\ngot\nend\n"),
        (
            "trap 'echo got' USR1; (sleep 1; kill -USR1 $$) & sleep 9 & wait $!; echo $? $SECONDS",
            "got\n138 1\n",
        ),
        ("trap 'echo got' USR1; (sleep 1; kill -USR1 $$) & sleep 5; echo $SECONDS", "got\n5\n"),
        ("trap 'echo got; break' USR1; while :; do kill -USR1 $$; :; done; echo out", "got\nout\n"),
        ("trap 'echo t; exit 9' TERM; (kill $$) & while :; do :; done", "t\n"),
        ("trap '' TERM; (kill -TERM $BASHPID; echo yes); kill $$; echo alive", "yes\nalive\n"),
        ("trap 'echo t' TERM; trap - TERM; (kill $BASHPID; echo no); echo $?", "143\n"),
        ("(trap 'echo t; exit 5' TERM; sleep 3 & wait $!) & sleep 1; kill $!; wait $!; echo $?", "t\n5\n"),
        ("f() { kill -USR1 $$; echo no; }; trap 'return 2' USR1; f; echo $?", "2\n"),
        ("kill -CHLD $$; kill -WINCH $$; kill -CONT $$; kill -STOP $$; echo on", "on\n"),
        ("kill -0 $$ && echo there; kill -0 99 2>/dev/null || echo none", "there\nnone\n"),
    ],
)
def test_a_signal_reaches_its_process_between_commands(script: str, printed: str, run: Run) -> None:
    assert run(script).stdout == printed


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("trap 'echo E$?' ERR; false; (exit 4); if false; then :; fi; false || true; ! true", "E1\nE4\n"),
        ("trap 'echo E' ERR; f() { false; echo in; }; f", "in\n"),
        ("set -E; trap 'echo E' ERR; f() { false; echo in; }; f; (false)", "E\nin\nE\nE\n"),
        ("trap 'echo $LINENO' ERR\n\nfalse", "3\n"),
        ("f() { trap 'echo ret $?' RETURN; return 3; }; f; echo $?", "ret 0\n3\n"),
        ("trap 'echo $BASH_COMMAND' DEBUG; x=1; for i in 1; do :; done", "x=1\nfor i in 1\n:\n"),
        ("trap 'echo D >&2' DEBUG; { echo a; } | cat | wc -l", "1\n"),
        ("trap 'echo $BASH_COMMAND' DEBUG; echo x | cat", "echo x\ncat\nx\n"),
        ("trap 'echo E' ERR; set -E; (false; :) | cat; trap - ERR; false", "E\n"),
        ("set -T; trap 'echo D' DEBUG; f() { :; }; f", "D\nD\nD\n"),
    ],
)
def test_events_run_where_bash_runs_them(script: str, printed: str, run: Run) -> None:
    assert run(script).stdout == printed


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("trap 'echo x' INT; trap; (trap)", "trap -- 'echo x' SIGINT\n" * 2),
        ("trap 'echo x' INT; (trap 'echo y' TERM; trap)", "trap -- 'echo y' SIGTERM\n"),
        ("trap 'echo x' INT; echo \"$(trap -p INT)\"", "trap -- 'echo x' SIGINT\n"),
        ("trap '' INT; (trap 'a' TERM; trap)", "trap -- '' SIGINT\ntrap -- 'a' SIGTERM\n"),
    ],
)
def test_a_subshell_shows_the_traps_of_its_parent_until_it_sets_one(
    script: str, printed: str, run: Run
) -> None:
    assert run(script).stdout == printed


@pytest.mark.parametrize(("event", "title"), [("EXIT", "exit trap"), ("ERR", "error trap"), ("USR1", "trap")])
def test_an_action_that_is_no_script_is_named(event: str, title: str, run: Run) -> None:
    result = run(f"trap : USR1; trap ')' {event}; kill -USR1 $$; false")
    assert f"bash: {title}: line 1: syntax error near unexpected token `)'\n" in result.stderr
