"""Pipelines stream, end early, and leave the statuses that bash leaves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Bash, Limits, Result

Out = Callable[[str], str]


def test_a_producer_without_end_ends_with_its_reader(out: Out) -> None:
    assert out("yes | head -3; echo ${PIPESTATUS[@]}") == "y\ny\ny\n141 0\n"


def test_a_loop_of_the_shell_ends_with_its_reader_as_by_sigpipe(out: Out) -> None:
    assert out("while true; do echo x; done | head -1; echo ${PIPESTATUS[@]}") == "x\n141 0\n"


def test_a_function_goes_on_after_a_utility_that_died_of_a_broken_pipe(out: Out) -> None:
    assert out("f() { yes; echo $? > status; }; f | head -1; cat status") == "y\n141\n"


def test_who_ignores_sigpipe_gets_an_error_instead(run: Callable[[str], Result]) -> None:
    result = run("{ trap '' PIPE; sleep 1; echo x; echo $? >&2; } | :")
    assert result.stderr == "bash: line 1: echo: write error: Broken pipe\n1\n"


def test_a_trap_on_sigpipe_runs(out: Out) -> None:
    assert (
        out("{ trap 'echo pipe > seen; exit 3' PIPE; sleep 1; echo x; :; } 2>/dev/null | :; cat seen")
        == "pipe\n"
    )


def test_memory_stays_bounded_between_a_fast_writer_and_a_slow_reader() -> None:
    shell = Bash(limits=Limits(max_pipe_buffer=1000, max_commands=10**6, max_loop_iterations=10**6))
    result = shell.exec_sync(
        "i=0; while (( i++ < 5000 )); do echo 0123456789; done | while read x; do :; done; echo $i"
    )
    assert (result.stdout, result.error) == ("0\n", None)


def test_every_stage_is_a_subshell(out: Out) -> None:
    assert out("x=1; x=2 | { x=3; echo $x; }; echo a | read x; echo $x") == "3\n1\n"


def test_with_lastpipe_the_last_stage_is_the_shell_itself(out: Out) -> None:
    assert out(
        "shopt -s lastpipe; echo a b | read x y; echo $y$x; seq 3 | while read n; do s+=$n; done; echo $s"
    ) == ("ba\n123\n")


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("false | true; echo $?", "0\n"),
        ("set -o pipefail; false | true; echo $?", "1\n"),
        ("set -o pipefail; (exit 3) | (exit 4) | true; echo $? ${PIPESTATUS[@]}", "4 3 4 0\n"),
        ("! false | true; echo $? ${PIPESTATUS[@]}", "1 1 0\n"),
        ("! true | false; echo $?", "0\n"),
        ("! ! false; echo $?", "1\n"),
        ("true | false | (exit 7); echo $? ${PIPESTATUS[@]}", "7 0 1 7\n"),
        ("set -e; false | true; echo on; true | false; echo no", "on\n"),
        ("set -e; if false | false; then :; fi; ! true | true; echo on", "on\n"),
        ("trap 'echo E$?' ERR; true | (exit 6)", "E6\n"),
    ],
)
def test_the_status_of_a_pipeline(script: str, printed: str, run: Callable[[str], Result]) -> None:
    assert run(script).stdout == printed


def test_standard_error_goes_along_with_an_ampersand(out: Out) -> None:
    assert out("{ echo o; echo e >&2; } |& cat -n | tr -d ' \\t'") == "1o\n2e\n"


def test_stages_take_turns_line_by_line(out: Out) -> None:
    script = "for i in 1 2 3; do echo $i; sleep 1; done | while read x; do echo got $x at $SECONDS; done"
    assert out(script) == "got 1 at 0\ngot 2 at 1\ngot 3 at 2\n"


def test_commands_share_what_one_reader_leaves(out: Out) -> None:
    assert out("seq 5 | (read a; read b; echo $a$b; cat | wc -l)") == "12\n3\n"


def test_a_pipeline_in_the_background_is_waited_for_as_one(out: Out) -> None:
    assert out("sleep 1 | (cat; exit 5) & wait $!; echo $?") == "5\n"


def test_binary_data_passes_unchanged(out: Out) -> None:
    assert out(r"printf '\0\377\n\0' | cat | od -An -tx1") == " 00 ff 0a 00\n"


@pytest.mark.parametrize(
    ("form", "printed"),
    [
        ("", ""),
        ("%R", "2.000\n"),
        ("%0R|%1R|%9R", "2|2.0|2.000\n"),
        ("%lR %lU %S %P%%", "0m2.000s 0m0.000s 0.000 0.00%\n"),
        ("plain", "plain\n"),
    ],
)
def test_time_is_told_as_timeformat_asks(form: str, printed: str, run: Callable[[str], Result]) -> None:
    assert run(f"TIMEFORMAT='{form}'; time sleep 2 | cat").stderr == printed


def test_time_has_a_usual_and_a_posix_form(run: Callable[[str], Result]) -> None:
    assert run("time sleep 61.5").stderr == "\nreal\t1m1.500s\nuser\t0m0.000s\nsys\t0m0.000s\n"
    assert run("time -p sleep 1").stderr == "real 1.00\nuser 0.00\nsys 0.00\n"
    assert run("TIMEFORMAT=%Q; time :").stderr.endswith("TIMEFORMAT: `Q': invalid format character\n")
