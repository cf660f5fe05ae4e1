"""The shell beside an event loop: it gives way, waits without holding the loop, and ends when its caller gives up."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Awaitable, Callable

import pytest

from runtime.bash import Bash, Context, Limits, Result, ShellError

PATIENT = Limits(timeout_s=20, max_commands=10**9, max_loop_iterations=10**9)
# How soon a cancellation or a time limit must take effect; doubled for a busy machine.
PROMPT_S = 0.1


def shell(**options: object) -> Bash:
    return Bash(limits=PATIENT, **options)  # type: ignore[arg-type]


async def ticking(work: Awaitable[Result]) -> tuple[Result, int]:
    """What comes of ``work``, and how often another task of the loop ran meanwhile."""
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    other = asyncio.create_task(tick())
    result = await work
    other.cancel()
    return result, ticks


def test_a_script_is_awaited_and_gives_what_exec_sync_gives() -> None:
    script = "x=$(echo a | cat); echo $x; seq 3 | while read y; do echo $y; done; (exit 3)"
    awaited, called = asyncio.run(shell().exec(script)), shell().exec_sync(script)
    assert (awaited.stdout, awaited.exit_code) == (called.stdout, called.exit_code) == ("a\n1\n2\n3\n", 3)


@pytest.mark.parametrize(
    "script",
    [
        "i=0; while (( i++ < 60000 )); do :; done",
        "while :; do :; done & sleep 0.1; kill $!",
        "yes | head -c 20000000 | tail -c 1 > /dev/null; sleep 0.05",
        "sleep 0.1",
        "sleep 0.1 | cat",
    ],
)
def test_the_loop_goes_on_turning(script: str) -> None:
    result, ticks = asyncio.run(ticking(shell().exec(script)))
    assert result.error is None
    assert ticks >= 3


@pytest.mark.parametrize(
    "script",
    [
        "echo a; while :; do :; done",
        "echo a; while :; do :; done | cat",
        "echo a; (while :; do :; done) & (while :; do :; done) & wait",
        "echo a; sleep 100",
        "echo a; sleep 100 | sleep 100",
        "echo a; trap '' TERM INT; trap 'echo no; sleep 100' EXIT; x=$(sleep 100)",
        "echo a; yes > /dev/null",
        "echo a; forever; echo no",
        "echo a; forever | cat",
        "echo a; nested",
    ],
)
def test_a_cancelled_script_ends_at_once_and_leaves_the_shell_usable(script: str) -> None:
    ended = []

    async def forever(_cx: Context) -> int:
        try:
            await asyncio.sleep(100)
        finally:
            ended.append(True)
        return 0

    def nested(cx: Context) -> int:
        return cx.launch.script("forever")

    async def main() -> None:
        bash = shell(commands={"forever": forever, "nested": nested})
        await bash.exec("kept=1")
        heard = asyncio.Event()
        running = asyncio.create_task(bash.exec(script, on_output=lambda *_: heard.set()))
        await heard.wait()
        began = time.monotonic()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert time.monotonic() - began < PROMPT_S
        assert (await bash.exec("echo on $kept; jobs")).stdout == "on 1\n"
        await asyncio.sleep(0)
        assert len(ended) == ("forever" in script or "nested" in script)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


@pytest.mark.parametrize(
    "script", ["sleep 100", "while :; do :; done", "forever", "forever | cat", "sleep 100 & wait"]
)
def test_the_time_limit_holds_under_a_loop(script: str) -> None:
    async def forever(_cx: Context) -> int:
        await asyncio.sleep(100)
        return 0

    bash = Bash(limits=PATIENT, commands={"forever": forever})
    began = time.monotonic()
    result = asyncio.run(bash.exec(f"echo kept; {script}", timeout_s=0.1))
    assert (result.stdout, result.error) == ("kept\n", "limit.timeout")
    assert time.monotonic() - began < 0.1 + PROMPT_S
    assert bash.exec_sync(f"echo kept; {script}", timeout_s=0.1).error == "limit.timeout"


def test_asynchronous_commands_of_one_script_run_side_by_side() -> None:
    running = most = 0

    async def slow(cx: Context) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        cx.write(f"{cx.args[0]}\n")
        return 0

    bash = shell(commands=[slow])
    script = "for i in 1 2 3 4; do slow $i & done; slow 5 | cat; wait"
    assert sorted(asyncio.run(bash.exec(script)).stdout.split()) == list("12345")
    assert most == 5
    most = 0
    assert sorted(bash.exec_sync(script).stdout.split()) == list("12345")
    assert most == 5


def test_a_command_can_use_timeouts_and_cancel_scopes_of_its_own() -> None:
    async def impatient(_cx: Context) -> str:
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(10)
        except TimeoutError:
            return "gave up\n"
        return "no\n"

    bash = shell(commands=[impatient])
    assert asyncio.run(bash.exec("impatient & impatient | cat; wait")).stdout == "gave up\n" * 2


def test_an_asynchronous_command_runs_the_shell_again_while_others_go_on() -> None:
    async def outer(cx: Context) -> int:
        await asyncio.sleep(0.001)
        return cx.launch.script("slow inner | cat; exit 6")

    async def slow(cx: Context) -> str:
        await asyncio.sleep(0.005)
        return f"{cx.args[0]}\n"

    bash = shell(commands=[outer, slow])
    script = "outer & slow a & outer; echo $?; wait"
    for result in (asyncio.run(bash.exec(script)), bash.exec_sync(script)):
        assert (sorted(result.stdout.split()), result.error) == (["6", "a", "inner", "inner"], None)


def test_a_command_sees_the_context_variables_of_the_caller() -> None:
    who: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")

    def plain(_cx: Context) -> str:
        return f"{who.get()}\n"

    async def later(_cx: Context) -> str:
        await asyncio.sleep(0)
        return f"{who.get()}\n"

    async def main(bash: Bash) -> str:
        who.set("ada")
        return (await bash.exec("plain; plain | cat; later; later & wait")).stdout

    assert asyncio.run(main(shell(commands=[plain, later]))) == "ada\n" * 4


def test_an_asynchronous_listener_is_awaited() -> None:
    got: list[str] = []

    async def listener(out: str, _err: str) -> None:
        await asyncio.sleep(0)
        got.append(out)

    asyncio.run(shell().exec("echo a; echo b | cat", on_output=listener))
    assert got == ["a\n", "b\n"]


def test_one_shell_runs_one_script_and_two_run_two() -> None:
    async def main() -> None:
        one, two = shell(), shell()
        first = asyncio.create_task(one.exec("sleep 0.02; echo 1"))
        await asyncio.sleep(0.005)
        with pytest.raises(ShellError):
            await one.exec("echo 2")
        assert (await two.exec("echo 2")).stdout == "2\n"
        assert not first.done()
        assert (await first).stdout == "1\n"

    asyncio.run(main())


@pytest.mark.parametrize("count", [20])
def test_many_shells_share_a_loop(count: int) -> None:
    async def main() -> list[Result]:
        return await asyncio.gather(
            *(shell().exec(f"for i in 1 2 3; do sleep 0.01; done | cat; echo {n}") for n in range(count))
        )

    began = time.monotonic()
    assert [result.stdout for result in asyncio.run(main())] == [f"{n}\n" for n in range(count)]
    assert time.monotonic() - began < 0.03 * count


def test_files_may_come_from_asynchronous_callables() -> None:
    async def fetched() -> str:
        await asyncio.sleep(0)
        return "late\n"

    assert (
        asyncio.run(shell(files={"/data": fetched}).exec("cat /data | cat; wc -c < /data")).stdout
        == "late\n5\n"
    )
    assert shell(files={"/data": fetched}).exec_sync("cat /data").stdout == "late\n"


def test_the_host_may_interrupt_a_script() -> None:
    def interrupt(_cx: Context) -> int:
        raise KeyboardInterrupt

    bash = shell(commands=[interrupt])
    for script in ("interrupt", "interrupt | cat", "interrupt & wait"):
        with pytest.raises(KeyboardInterrupt):
            bash.exec_sync(script)
        assert bash.exec_sync("echo on").stdout == "on\n"


def test_output_reaches_the_listener_while_the_script_waits() -> None:
    moments: list[float] = []
    listen: Callable[[str, str], None] = lambda *_: moments.append(time.monotonic())  # noqa: E731
    asyncio.run(shell().exec("echo a; sleep 0.05; echo b", on_output=listen))
    assert moments[1] - moments[0] >= 0.045
