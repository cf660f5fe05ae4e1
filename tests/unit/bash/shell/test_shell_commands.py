"""Commands of the embedder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from runtime.bash import Bash, Context


def shout(cx: Context) -> int:
    """Upper case of what is read."""
    cx.stdout.write(cx.stdin.read(-1).upper() + " ".join(cx.args).encode())
    return 3


async def later(cx: Context) -> int:
    await asyncio.sleep(0)
    cx.write(f"later {' '.join(cx.args)}\n")
    return 4


def test_a_command_reads_writes_and_has_a_status() -> None:
    shell = Bash(commands=[shout])
    assert shell.exec_sync("echo a | shout x; echo $?").stdout == "A\nx3\n"


def test_a_command_may_give_its_output_instead() -> None:
    shell = Bash(
        commands={
            "text": lambda cx: f"{cx.name} {cx.args}\n",
            "raw": lambda _: b"\xff",
            "none": lambda _: None,
        }
    )
    assert shell.exec_sync("text a b; none; echo $?; raw").stdout_bytes == b"text ['a', 'b']\n0\n\xff"


def test_a_command_may_be_asynchronous_without_any_event_loop() -> None:
    shell = Bash(commands=[later])
    assert shell.exec_sync(
        "later 1; echo $?; later 2 | cat; x=$(later 3); echo $x; later 4 & wait $!; echo $?"
    ).stdout == ("later 1\n4\nlater 2\nlater 3\nlater 4\n4\n")


def test_an_asynchronous_command_runs_when_called_inside_a_running_loop() -> None:
    async def main() -> str:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        printed = Bash(commands=[later]).exec_sync("later x").stdout
        assert (asyncio.get_running_loop(), asyncio.current_task()) == (loop, task)
        await asyncio.sleep(0)
        return printed

    assert asyncio.run(main()) == "later x\n"


@pytest.mark.parametrize("wrong", [lambda _cx: 1 / 0, lambda _cx: object(), lambda: 0])
def test_what_a_command_raises_is_kept_from_the_script(wrong: Callable[..., object]) -> None:
    result = Bash(commands={"wrong": wrong}).exec_sync("wrong; echo $?")
    assert (result.stdout, result.stderr, len(result.failures)) == ("1\n", "wrong: command failed\n", 1)


def test_what_an_asynchronous_command_raises_is_kept_too() -> None:
    async def wrong(_cx: Context) -> int:
        await asyncio.sleep(0)
        raise ValueError("secret")

    result = Bash(commands={"wrong": wrong}).exec_sync("wrong; echo $?; wrong | cat")
    assert (result.stdout, result.stderr) == ("1\n", "wrong: command failed\n" * 2)
    assert [str(failure) for failure in result.failures] == ["secret"] * 2


def test_a_command_may_run_the_same_shell_again() -> None:
    def twice(cx: Context) -> int:
        return cx.launch.script("inner; echo out") or cx.launch.run(["inner"])

    shell = Bash(commands={"twice": twice, "inner": lambda _cx: "in\n"})
    assert shell.exec_sync("twice; echo x | twice | cat").stdout == "in\nout\nin\n" * 2


def test_an_asynchronous_command_may_run_the_same_shell_again() -> None:
    async def outer(cx: Context) -> int:
        await asyncio.sleep(0)
        status = cx.launch.script("later deep; (exit 6)")
        await asyncio.sleep(0)
        cx.write(f"status {status}\n")
        return 0

    shell = Bash(commands={"outer": outer, "later": later})
    assert shell.exec_sync("outer | cat; outer").stdout == "later deep\nstatus 6\n" * 2


def test_a_command_sees_its_context_and_no_shell() -> None:
    seen: dict[str, object] = {}

    def look(cx: Context) -> int:
        seen.update(env=dict(cx.env), cwd=cx.cwd, user=cx.username, host=cx.hostname, umask=cx.umask)
        cx.fs.write_bytes(cx.path("made"), b"1")
        return 0

    shell = Bash(commands={"look": look}, username="ada", hostname="box", cwd="/tmp/w")
    shell.exec_sync("export A=1; B=2; C=3 look; umask 077; look")
    env = seen.pop("env")
    assert isinstance(env, dict)
    assert ("A" in env, "B" in env) == (True, False)
    assert seen == {"cwd": "/tmp/w", "user": "ada", "host": "box", "umask": 0o077}
    assert shell.fs.read_bytes("/tmp/w/made") == b"1"


def test_chance_and_time_reach_a_command_from_the_machine() -> None:
    def look(cx: Context) -> str:
        before = cx.clock.now()
        cx.clock.sleep(60)
        return f"{cx.random.randrange(10**6)} {cx.clock.now() - before:.0f}\n"

    first, again = (Bash(commands={"look": look}, seed=3, clock=0).exec_sync("look").stdout for _ in range(2))
    assert first == again
    assert first.endswith(" 60\n")


def test_a_command_opens_files_as_a_redirection_would() -> None:
    def through(cx: Context) -> int:
        source, sink = cx.open(cx.args[0]), cx.open("/dev/stdout", 1)
        sink.write(source.read(-1))
        source.release()
        sink.release()
        return 0

    shell = Bash(commands={"through": through})
    assert (
        shell.exec_sync("echo a > f; through f; echo b | through /dev/stdin; through <(echo c)").stdout
        == "a\nb\nc\n"
    )


def test_a_builtin_hides_no_command_of_the_embedder_by_path_and_functions_hide_both() -> None:
    shell = Bash(commands={"mine": lambda _cx: "command\n"})
    assert shell.exec_sync("mine() { echo function; command mine; }; mine").stdout == "function\ncommand\n"


def test_what_the_shell_needs_of_asyncio_is_offered_to_those_who_extend_it() -> None:
    needed = {"_enter_task", "_get_running_loop", "_leave_task", "_set_running_loop"}
    assert needed <= set(asyncio.__all__)
