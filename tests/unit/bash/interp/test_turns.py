"""Shells of one event loop take turns: a round of the loop holds one slice of work, however many shells there are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.interp.turns import turns


class Rounds:
    """Counts the rounds of the running loop, whose clock stands still unless a test moves it."""

    def __init__(self) -> None:
        self.number = 0
        self.now = 100.0
        self.ended = False
        loop = asyncio.get_running_loop()
        loop.time = lambda: self.now  # type: ignore[method-assign]
        self._go_on(loop)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        self.number += 1
        if not self.ended:
            loop.call_soon(self._go_on, loop)


def under_rounds(test: Callable[[Rounds], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        rounds = Rounds()
        try:
            await test(rounds)
        finally:
            rounds.ended = True

    asyncio.run(main())


def test_a_shell_that_is_alone_never_waits() -> None:
    async def alone(rounds: Rounds) -> None:
        for _ in range(5):
            before = rounds.number
            await turns().take()
            assert rounds.number == before
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    under_rounds(alone)


@pytest.mark.parametrize(("seconds", "most"), [(0.004, 1), (0.0, 50)])
def test_one_slice_of_work_fits_a_round_and_many_short_ones(seconds: float, most: int) -> None:
    worked: dict[int, int] = {}

    async def many(rounds: Rounds) -> None:
        async def work() -> None:
            await turns().take()
            worked[rounds.number] = worked.get(rounds.number, 0) + 1
            rounds.now += seconds

        await asyncio.gather(*(work() for _ in range(50)))

    under_rounds(many)
    assert max(worked.values()) == most
    assert sum(worked.values()) == 50


def test_turns_come_in_the_order_of_asking() -> None:
    order: list[int] = []

    async def many(rounds: Rounds) -> None:
        async def work(number: int) -> None:
            await turns().take()
            order.append(number)
            rounds.now += 1

        await asyncio.gather(*(work(number) for number in range(20)))

    under_rounds(many)
    assert order == list(range(20))


def test_who_gave_up_waiting_holds_nobody_up() -> None:
    async def many(rounds: Rounds) -> None:
        async def work() -> None:
            await turns().take()
            rounds.now += 1

        tasks = [asyncio.ensure_future(work()) for _ in range(10)]
        await asyncio.sleep(0)
        for task in tasks[1:9]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert [task.cancelled() for task in tasks] == [False] + [True] * 8 + [False]

    under_rounds(many)


def test_a_hundred_busy_shells_leave_the_loop_a_round_after_each_slice() -> None:
    """T-SH-08: without turns, all of them would work in each round."""
    working: set[int] = set()
    most: list[int] = []

    async def main() -> None:
        ended = False

        async def watch() -> None:
            while not ended:
                most.append(len(working))
                working.clear()
                await asyncio.sleep(0)

        def note(cx: Any) -> int:
            working.add(int(cx.args[0]))
            return 0

        watcher = asyncio.ensure_future(watch())
        limits = Limits(timeout_s=1_000)
        script = "for ((i = 0; i < 300; i++)); do x=$(printf %0500d $i); note {}; done"
        shells = [Bash(limits=limits, commands={"note": note}) for _ in range(100)]
        done = await asyncio.gather(*(s.exec(script.format(n)) for n, s in enumerate(shells)))
        ended = True
        await watcher
        assert {result.exit_code for result in done} == {0}

    asyncio.run(main())
    # The shortest slices fit a round together; that of a hundred shells never did.
    assert max(most) < 30


def test_a_cancelled_shell_that_waits_for_its_turn_never_begins() -> None:
    ran: list[int] = []

    async def cancelled(rounds: Rounds) -> None:
        async def work() -> None:
            await turns().take()
            rounds.now += 1

        shell = Bash(commands={"note": lambda _: ran.append(1) or 0})
        worker = asyncio.ensure_future(work())
        task = asyncio.ensure_future(shell.exec("note"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await worker
        assert ran == []
        assert (await shell.exec("echo free; note")).stdout == "free\n"

    under_rounds(cancelled)
    assert ran == [1]
