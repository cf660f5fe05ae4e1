"""Ten things that no other virtual shell does, a test for each (measured in November 2026 on their releases of that time)."""

from __future__ import annotations

import asyncio
import os
import pickle
import time
from pathlib import Path

import pytest

from runtime.bash import Bash, Context, Limits, ShellError

BIG = Limits(max_commands=10**7, max_loop_iterations=10**7, timeout_s=60)


# 1. Nothing that was written is lost, and nothing is cut short with status 0.


@pytest.mark.parametrize(
    ("script", "limits", "error"),
    [
        ("echo kept; while :; do :; done", Limits(max_commands=500), "limit.commands"),
        ("echo kept; while :; do :; done", Limits(max_loop_iterations=50), "limit.loop_iterations"),
        ("echo kept; sleep 60", Limits(timeout_s=0.1), "limit.timeout"),
        ("echo kept; f() { f; }; f", Limits(), "limit.function_depth"),
        ("echo kept; echo {1..100000000}", Limits(), "limit.expansion_fields"),
        ("echo kept; s=x; while :; do s=$s$s; done", Limits(), "limit.variable_bytes"),
    ],
)
def test_output_made_before_a_limit_is_kept_and_the_status_is_no_success(script, limits, error):
    done = Bash(limits=limits).exec_sync(script)
    assert done.stdout == "kept\n"
    assert done.error == error
    assert done.exit_code != 0


def test_three_megabytes_of_zeros_are_three_megabytes():
    done = Bash().exec_sync("head -c 3000000 /dev/zero")
    assert (len(done.stdout_bytes), done.exit_code) == (3_000_000, 0)


def test_output_that_exceeds_its_budget_fails_and_keeps_what_fitted():
    done = Bash(limits=Limits(max_output_bytes=1_000)).exec_sync("head -c 5000 /dev/zero")
    assert (len(done.stdout_bytes), done.error) == (1_000, "limit.output_bytes")
    assert done.exit_code != 0


# 2. One meter for all parts of a script.


@pytest.mark.parametrize(
    "script",
    [
        "while :; do :; done",
        "eval 'while :; do :; done'",
        "( while :; do :; done )",
        "x=$(while :; do :; done)",
        ": | while :; do :; done",
        "while :; do :; done & wait",
        "trap 'while :; do :; done' EXIT",
        "bash -c 'while :; do :; done'",
        "yes | sort",
        "yes > /dev/null",
        "find / -exec sh -c 'while :; do :; done' ';'",
        "seq 1 1000000000 | grep -v x > /dev/null",
    ],
)
def test_every_part_of_a_script_charges_the_same_budget(script):
    begun = time.monotonic()
    done = Bash(limits=Limits(timeout_s=0.3, max_loop_iterations=10**9, max_commands=10**9)).exec_sync(script)
    assert done.error is not None
    assert done.error.startswith("limit.")
    assert time.monotonic() - begun < 5


def test_a_caller_may_lower_a_limit_for_one_script_and_never_raise_it():
    shell = Bash(limits=Limits(timeout_s=0.2))
    assert shell.exec_sync("while sleep 1; do :; done", timeout_s=100).error == "limit.timeout"
    assert shell.exec_sync("sleep 60", timeout_s=0.05).error == "limit.timeout"


# 3. Pipelines stream, and jobs interleave.


@pytest.mark.parametrize(
    "producer", ["yes", "while true; do echo y; done", "cat /dev/zero | tr '\\0' 'y\\n'"]
)
def test_a_producer_without_end_ends_when_its_reader_does(producer):
    done = Bash().exec_sync(f"{producer} | head -c 3; echo ${{PIPESTATUS[-1]}}")
    assert done.error is None
    assert done.stdout.endswith("0\n")


def test_background_jobs_really_run_side_by_side():
    script = """
    mkfifo /tmp/a /tmp/b
    { read -r x < /tmp/a; echo "got $x" > /tmp/b; } &
    first=$!
    echo ping > /tmp/a
    read -r y < /tmp/b; echo "$y"; wait $first
    for n in 1 2 3; do ( sleep 0.0$n; exit $n ) & done
    wait -n; echo $?; wait -n; echo $?; wait $!; echo $?
    """
    assert Bash(clock=0).exec_sync(script).stdout == "got ping\n1\n2\n3\n"


# 4. Parsing is incremental.


def test_commands_before_a_syntax_error_run():
    done = Bash().exec_sync("echo one\necho two; echo three\nif )\necho four")
    assert done.stdout == "one\ntwo\nthree\n"
    assert done.exit_code == 2
    assert "syntax error near unexpected token `)'" in done.stderr


# 5. What grows in a loop grows in linear time.


def _rounds_to_seconds(body: str, rounds: int) -> float:
    shell = Bash(limits=BIG)
    begun = time.process_time()
    done = shell.exec_sync(f"for ((i=0; i<{rounds}; i++)); do {body}; done")
    assert done.error is None, done
    return time.process_time() - begun


@pytest.mark.parametrize("body", ['a+=("$i")', "a[i]=$i", "s+=x", "m[$i]=x", "echo $i >> /tmp/f"])
def test_appending_costs_the_same_however_much_is_there(body):
    if body.startswith("m"):
        body = f"[ -v m ] || declare -A m; {body}"
    few = min(_rounds_to_seconds(body, 1_000) for _ in range(3)) / 1_000
    many = _rounds_to_seconds(body, 20_000) / 20_000
    # Quadratic growth would make a round twenty times as dear.
    assert many < 8 * few


# 6. A command of the embedder's may run the same shell again.


def test_a_callback_runs_the_same_shell_again_and_its_exception_stays_outside():
    def twice(cx: Context) -> int:
        return cx.launch.script(f"{cx.args[0]}; {cx.args[0]}")

    def broken(cx: Context) -> int:
        raise RuntimeError("a secret of the host")

    shell = Bash(commands={"twice": twice, "broken": broken})
    done = shell.exec_sync("twice 'echo hi'; twice 'twice \"echo deep\"'; broken || echo $?")
    assert done.stdout == "hi\nhi\ndeep\ndeep\ndeep\ndeep\n1\n"
    assert "secret" not in done.stdout + done.stderr
    assert [str(failure) for failure in done.failures] == ["a secret of the host"]


# 7. Files may be lazy; bytes survive everywhere.


def test_a_lazy_file_is_fetched_when_it_is_read():
    fetched = []

    def load() -> bytes:
        fetched.append(1)
        return b"content\n"

    async def load_later() -> bytes:
        await asyncio.sleep(0)
        return b"later\n"

    shell = Bash(files={"/data/lazy": load, "/data/later": load_later})
    assert shell.exec_sync("ls /data").stdout == "later\nlazy\n" or fetched == []
    assert fetched == []
    assert shell.exec_sync("cat /data/lazy /data/lazy").stdout == "content\ncontent\n"
    assert fetched == [1]
    assert asyncio.run(shell.exec("cat /data/later")).stdout == "later\n"


def test_bytes_survive_pipes_files_and_variables():
    every = bytes(range(256))
    shell = Bash(files={"/in": every})
    assert shell.exec_sync("cat /in | cat > /tmp/out; cat < /tmp/out").stdout_bytes == every
    text = bytes(byte for byte in every if byte not in (0, 10))
    shell.fs.write_bytes("/tmp/text", text)
    assert shell.exec_sync('x=$(cat /tmp/text); printf %s "$x"; y=${x}; a=("$y")').stdout_bytes == text


# 8. What counts is the expanded argument at the moment of execution.


def test_what_a_command_gets_is_what_was_expanded():
    seen: list[list[str]] = []

    def guard(cx: Context) -> int:
        seen.append(cx.args)
        return 0

    Bash(commands={"rm": guard}).exec_sync(
        "x=-rf; y='/ home'; c=r; ${c}m $x $y; eval \"rm *\" ; $'\\x72m' \"$y\""
    )
    assert seen[0] == ["-rf", "/", "home"]
    assert seen[2] == ["/ home"]


# 9. Nothing of the host shows.


def test_nothing_of_the_host_shows_in_any_output(monkeypatch):
    monkeypatch.setenv("HOST_SECRET", "of the host")
    script = "set; declare -p; env; export -p; echo $$ $PPID $BASHPID $UID $HOSTNAME; id; hostname; pwd; ls -la / /tmp ~; uname -a"
    done = Bash(clock=0, seed=1).exec_sync(script)
    shown = done.stdout + done.stderr
    assert "of the host" not in shown
    for secret in (os.uname().nodename, str(Path.cwd())):
        assert secret not in shown
    assert str(os.getpid()) not in done.stdout.split()
    # And so two runs say the same.
    assert Bash(clock=0, seed=1).exec_sync(script).stdout == done.stdout


# 10. Snapshots are authenticated data.


def test_a_snapshot_that_was_touched_is_refused():
    shell = Bash()
    shell.exec_sync("x=1; f() { echo $x; }; cd /tmp; echo data > f; set -u; trap 'echo bye' EXIT")
    data = shell.snapshot(key=b"k" * 32)
    again = Bash.restore(data, key=b"k" * 32)
    assert again.exec_sync("f; cat f; pwd; echo $-").stdout.startswith("1\ndata\n/tmp\n")
    for at in range(0, len(data), max(1, len(data) // 50)):
        touched = bytearray(data)
        touched[at] ^= 1
        with pytest.raises(ShellError):
            Bash.restore(bytes(touched), key=b"k" * 32)
    with pytest.raises(pickle.UnpicklingError):
        pickle.loads(data)
