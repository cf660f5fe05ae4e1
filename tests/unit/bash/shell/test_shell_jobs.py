"""Jobs, coprocesses, process substitutions and named pipes: what runs beside the shell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Result

Out = Callable[[str], str]
Run = Callable[[str], Result]


def test_jobs_really_run_side_by_side(out: Out) -> None:
    assert out("for i in 3 1 2; do (sleep $i; echo $i) & done; wait; echo $SECONDS") == "1\n2\n3\n3\n"


def test_two_loops_that_never_wait_take_turns(out: Out) -> None:
    script = "for n in a b; do for i in {1..300}; do s+=$n; :; done > /dev/null; echo $n >> order & done; wait; cat order"
    assert out(script) == "a\nb\n"
    spin = "(while [ ! -e flag ]; do :; done; echo seen) & for i in {1..200}; do :; done; echo > flag; wait"
    assert out(spin) == "seen\n"


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("(exit 3) & wait $!; echo $?", "3\n"),
        ("(exit 3) & wait; echo $?", "0\n"),
        ("(exit 3) & p=$!; wait $p; wait $p; echo $?", "3\n"),
        ("(exit 3) & p=$!; wait; wait $p 2>/dev/null; echo $?", "127\n"),
        (
            "(sleep 2; exit 3) & (sleep 1; exit 4) & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?",
            "4\n3\n127\n",
        ),
        ("(sleep 1; exit 3) & p=$!; sleep 9 & wait -n -p q; echo $? $(( p == q ))", "3 1\n"),
        ("(exit 5) & wait %1; echo $?; sleep 1 & wait %sleep; echo $?", "5\n0\n"),
        ("x=1; x=2 & wait; echo $x", "1\n"),
        ("sleep 9 & kill $!; wait $!; echo $?", "143\n"),
        ("sleep 9 & kill -INT $!; kill -QUIT $!; kill $!; wait $!; echo $?", "143\n"),
        ("cat & wait $!; echo $?", "0\n"),
        ("sleep 5 & wait; echo $SECONDS; kill -0 $! 2>/dev/null; echo $?", "5\n1\n"),
    ],
)
def test_waiting_gives_the_status_that_was_asked_for(script: str, printed: str, out: Out) -> None:
    assert out(script) == printed


def test_the_list_of_jobs_is_bashs(out: Out) -> None:
    script = 'sleep 1 & { sleep 2; echo; } > f & jobs; jobs %1; jobs | wc -l; echo "$(jobs -p | wc -l)"; (jobs); wait; jobs'
    assert out(script) == (
        "[1]-  Running                 sleep 1 &\n"
        "[2]+  Running                 { sleep 2; echo; } > f &\n"
        "[1]-  Running                 sleep 1 &\n"
        "2\n2\n"
    )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("%7", "%7: no such job"),
        ("%none", "%none: no such job"),
        ("%sl", "sl: ambiguous job spec"),
        ("%?eep", "?eep: ambiguous job spec"),
        ("4", "pid 4 is not a child of this shell"),
    ],
)
def test_a_job_that_is_none_is_told_in_bashs_words(spec: str, message: str, run: Run) -> None:
    result = run(f"sleep 1 & sleep 2 & wait {spec}")
    assert result.stderr.splitlines()[0].endswith(message)


def test_the_job_that_was_killed_is_told_of_once(run: Run) -> None:
    result = run("sleep 5 & kill -9 $!; wait $!; echo $?; jobs")
    assert (result.stdout, result.stderr) == (
        "137\n",
        "bash: line 1:  1001 Killed                  sleep 5\n",
    )


@pytest.mark.parametrize(
    ("signal", "told"),
    [
        ("KILL", "bash: line 1:  1001 Killed                  ( kill -KILL $BASHPID )\n"),
        ("USR1", "bash: line 1:  1001 User defined signal 1   ( kill -USR1 $BASHPID )\n"),
        ("RTMIN", "bash: line 1:  1001 Real-time signal 0      ( kill -RTMIN $BASHPID )\n"),
        ("TERM", "Terminated\n"),
        ("PIPE", ""),
        ("INT", ""),
    ],
)
def test_the_signal_that_ended_a_subshell_is_told(signal: str, told: str, run: Run) -> None:
    assert run(f"(kill -{signal} $BASHPID)").stderr == told


def test_a_killed_last_stage_is_told_with_its_pipeline(run: Run) -> None:
    assert run("true | { kill -9 $BASHPID; }").stderr == (
        "bash: line 1:  1001 Done                    true\n      1002 Killed                  | { kill -9 $BASHPID; }\n"
    )


def test_what_the_script_leaves_behind_runs_to_its_end(run: Run) -> None:
    result = run("(sleep 3; echo late) & echo first")
    assert (result.stdout, result.error) == ("first\nlate\n", None)


def test_what_only_waits_for_the_ended_script_ends_with_it(run: Run) -> None:
    result = run("coproc cat; exec 3> >(cat); echo x >&3; mkfifo p; cat p & echo end")
    assert sorted(result.stdout.split()) == ["end", "x"]
    assert result.error is None


def test_a_coprocess_answers_and_ends(out: Out) -> None:
    script = """
    coproc P { while read l; do echo "<$l>"; done; exit 4; }
    for i in 1 2; do echo $i >&${P[1]}; read -u ${P[0]} x; echo $x; done
    eval "exec ${P[1]}>&-"; wait $P_PID; echo $? "[${P[@]}]" $P_PID
    """
    assert out(script) == "<1>\n<2>\n4 []\n"


def test_a_second_coprocess_is_warned_of(run: Run) -> None:
    result = run("coproc A { sleep 1; }; coproc B { sleep 1; }; echo ${A[@]} ${B[@]}; wait")
    assert result.stderr == "bash: line 1: warning: execute_coproc: coproc [1001:A] still exists\n"


def test_process_substitutions_read_and_write(out: Out) -> None:
    assert out("cat <(echo a) <(echo b); echo c > >(tr a-z A-Z); echo d") == "a\nb\nC\nd\n"
    assert out("while read x; do n+=$x; done < <(seq 3); echo $n") == "123\n"
    assert out("exec 4< <(echo one; echo two); read a <&4; read b <&4; echo $a-$b") == "one-two\n"
    assert out("f() { cat $1; }; f <(echo through)") == "through\n"


def test_the_descriptors_of_process_substitutions_are_closed_with_their_command(out: Out) -> None:
    assert out("echo <(:) <(:); echo <(:); [ -e /dev/fd/63 ] && cat /dev/fd/63 || echo gone") == (
        "/dev/fd/63 /dev/fd/62\n/dev/fd/63\ngone\n"
    )


def test_process_substitutions_find_descriptors_as_long_as_there_are_any(run: Run) -> None:
    assert run("set -- $(printf '<(:) %.0s' {1..80}); eval \"echo $*\"").stdout.split()[54] == "/dev/fd/64"
    told = run(
        'x=$(printf \'<(:) %.0s\' {1..990}); for i in {10..63}; do eval "exec $i< /dev/null"; done; eval ": $x"'
    )
    assert "Too many open files" in told.stderr


def test_named_pipes_wait_for_each_other(out: Out) -> None:
    assert (
        out("mkfifo p; echo through > p & cat p; cat p > got & echo back > p; wait; cat got")
        == "through\nback\n"
    )
    assert out("mkfifo q; exec 5<>q; echo both >&5; read x <&5; echo $x") == "both\n"


def test_disowned_jobs_are_forgotten_but_run(out: Out) -> None:
    assert out("(sleep 1; echo ran) & disown; jobs; wait; echo end") == "end\nran\n"


def test_job_control_tells_of_every_end(run: Run) -> None:
    result = run("set -m; sleep 1 & wait; (exit 3) & wait")
    assert result.stderr == (
        "[1]+  Done                    sleep 1\n[1]+  Exit 3                  ( exit 3 )\n"
    )


def test_a_timeout_ends_what_it_runs(run: Run) -> None:
    assert (
        run("timeout 2 sleep 5; echo $? $SECONDS; timeout 5 echo in time; echo $?").stdout
        == "124 2\nin time\n0\n"
    )
    assert run("timeout -s KILL 1 bash -c 'trap \"\" TERM; sleep 9'; echo $?").stdout == "137\n"
    assert run("timeout 1 bash -c 'trap \"echo trapped\" TERM; sleep 9'; echo $?").stdout == "trapped\n124\n"
