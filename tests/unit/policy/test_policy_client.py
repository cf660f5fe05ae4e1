"""Questions of event loops: several under way in one worker, answered in order, each within its deadline or denied."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from runtime.policy.decide import NoAnswer
from runtime.policy.engines import _worker
from runtime.policy.engines._pool import WorkerEvaluator
from runtime.policy.engines._worker import BundleFile, PolicyWorker

ECHO = """package a

x := input.n

x := "slow" if {
	some a in numbers.range(1, input.slow)
	some b in numbers.range(1, input.slow)
	some c in numbers.range(1, input.slow)
	a + b + c < 0
}
"""
HANG = b'{"slow": 2000}'


@pytest.fixture
def evaluator() -> Iterator[Callable[..., WorkerEvaluator]]:
    made: list[WorkerEvaluator] = []

    def make(deadline_s: float = 20.0) -> WorkerEvaluator:
        file = BundleFile({"modules": [["a.rego", ECHO]], "data": {}, "entry": "data.a.x"})
        made.append(WorkerEvaluator(file, PolicyWorker(file, deadline_s), deadline_s))
        return made[-1]

    yield make
    for one in made:
        one.close()


def asked(n: Any) -> bytes:
    return json.dumps({"n": n}).encode()


def client_of(evaluator: WorkerEvaluator) -> Any:
    return next(iter(evaluator._clients.values()))


async def outcome(evaluator: WorkerEvaluator, question: bytes) -> Any:
    try:
        return json.loads(await evaluator.answer(question))
    except NoAnswer as none:
        return none.outcome


def test_each_of_many_questions_at_once_gets_its_own_answer(evaluator):
    pool = evaluator()

    async def scenario() -> list[Any]:
        return await asyncio.gather(*(outcome(pool, asked(n)) for n in range(500)))

    assert asyncio.run(scenario()) == list(range(500))
    assert len(pool._clients) == 1


def test_large_questions_among_small_ones_keep_the_order(evaluator):
    pool = evaluator()
    sizes = [1, 900_000, 2, 300_000, 3]

    async def scenario() -> list[Any]:
        return await asyncio.gather(*(outcome(pool, asked("x" * size)) for size in sizes))

    assert [len(answer) for answer in asyncio.run(scenario())] == sizes


def test_a_question_that_hangs_is_denied_and_those_asked_later_are_answered_by_a_fresh_worker(evaluator):
    """T-POL-07"""
    pool = evaluator(0.5)

    async def scenario() -> tuple[Any, Any, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        await outcome(pool, asked(0))
        first = client_of(pool)._worker.pid
        ticking = asyncio.create_task(tick())
        hanging = asyncio.create_task(outcome(pool, HANG))
        await asyncio.sleep(0.3)
        later = asyncio.create_task(outcome(pool, asked(1)))
        answers = await hanging, await later
        ticking.cancel()
        assert client_of(pool)._worker.pid != first
        return *answers, ticks

    hanging, later, ticks = asyncio.run(scenario())
    assert (hanging, later) == ("timeout", 1)
    assert ticks > 20  # the loop went on meanwhile


def test_a_worker_that_dies_costs_the_question_it_died_over_and_no_other(evaluator):
    """T-POL-07"""
    pool = evaluator()

    async def scenario() -> list[Any]:
        await outcome(pool, asked(0))
        worker = client_of(pool)._worker
        os.kill(worker.pid, signal.SIGSTOP)
        tasks = [asyncio.create_task(outcome(pool, asked(n))) for n in range(5)]
        await asyncio.sleep(0)
        os.kill(worker.pid, signal.SIGKILL)
        return await asyncio.gather(*tasks)

    assert asyncio.run(scenario()) == ["error", 1, 2, 3, 4]


def test_an_answer_that_nobody_waits_for_any_more_is_not_taken_for_the_next(evaluator):
    pool = evaluator()

    async def scenario() -> list[Any]:
        await outcome(pool, asked(0))
        given_up = [asyncio.create_task(outcome(pool, asked(n))) for n in range(3)]
        await asyncio.sleep(0)
        kept = asyncio.create_task(outcome(pool, asked(7)))
        await asyncio.sleep(0)
        for task in given_up:
            task.cancel()
        return [await kept, await outcome(pool, asked(8))]

    assert asyncio.run(scenario()) == [7, 8]


def test_one_worker_serves_one_loop_after_another(evaluator):
    pool = evaluator()
    pids = set()
    for n in range(5):
        assert asyncio.run(outcome(pool, asked(n))) == n
        pids.add(client_of(pool)._worker.pid)
    assert len(pids) == len(pool._clients) == 1


def test_a_worker_that_died_between_two_loops_is_not_used_again(evaluator):
    pool = evaluator()
    assert asyncio.run(outcome(pool, asked(1))) == 1
    worker = client_of(pool)._worker
    os.kill(worker.pid, signal.SIGKILL)
    worker._process.wait()
    assert asyncio.run(outcome(pool, asked(2))) == 2


def test_loops_in_several_threads_and_plain_code_ask_at_once(evaluator):
    pool = evaluator()
    results: list[list[Any]] = []

    async def many(base: int) -> list[Any]:
        return await asyncio.gather(*(outcome(pool, asked(base + n)) for n in range(50)))

    threads = [
        threading.Thread(target=lambda b=b: results.append(asyncio.run(many(b)))) for b in (0, 100, 200)
    ]
    for thread in threads:
        thread.start()
    assert [json.loads(pool.evaluate(asked(n))) for n in range(20)] == list(range(20))
    for thread in threads:
        thread.join()
    assert sorted(result[0] for result in results) == [0, 100, 200]
    assert all(result == list(range(result[0], result[0] + 50)) for result in results)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_closing_answers_what_is_under_way_and_then_ends_the_worker(evaluator, elsewhere):
    pool = evaluator()

    async def scenario() -> tuple[list[Any], Any, Any]:
        await outcome(pool, asked(0))
        worker = client_of(pool)._worker
        tasks = [asyncio.create_task(outcome(pool, asked(n))) for n in range(20)]
        await asyncio.sleep(0)
        if elsewhere:
            await asyncio.to_thread(pool.close)
        else:
            pool.close()
        answers = await asyncio.gather(*tasks)
        await asyncio.to_thread(worker._process.wait, 10)
        return answers, worker.alive, await outcome(pool, asked(1))

    assert asyncio.run(scenario()) == (list(range(20)), False, "error")


def test_a_closed_pool_starts_nothing_for_a_new_loop(evaluator):
    pool = evaluator()
    assert asyncio.run(outcome(pool, asked(1))) == 1
    worker = client_of(pool)._worker
    pool.close()
    assert asyncio.run(outcome(pool, asked(1))) == "error"
    assert not worker.alive


def test_without_a_worker_to_be_had_the_question_is_denied_and_the_next_tries_again(evaluator, monkeypatch):
    pool = evaluator()
    pool._discard()

    async def scenario() -> list[Any]:
        answers = []
        with monkeypatch.context() as patch:
            patch.setattr(_worker.sys, "executable", "/no/such/interpreter")
            answers.append(await outcome(pool, asked(1)))
            patch.setattr(_worker.sys, "executable", "/bin/cat")  # refuses its options and ends
            answers.append(await outcome(pool, asked(2)))
        answers.append(await outcome(pool, asked(3)))
        return answers

    assert sys.executable
    assert asyncio.run(scenario()) == ["error", "error", 3]


def test_a_worker_that_does_not_start_in_time_is_given_up(evaluator, monkeypatch):
    pool = evaluator(0.2)
    pool._discard()
    monkeypatch.setattr("runtime.policy.engines._pipelined_client.START_S", 0.5)

    async def scenario() -> list[Any]:
        with monkeypatch.context() as patch:
            patch.setattr(
                "runtime.policy.engines._evaluator.__file__", "/dev/stdin"
            )  # reads, and says nothing
            begun = time.monotonic()
            first = await outcome(pool, asked(1))
            assert time.monotonic() - begun < 5
            second = asyncio.create_task(outcome(pool, asked(2)))
            await asyncio.sleep(0.45)
        return [first, await second]

    assert asyncio.run(scenario()) == ["timeout", "timeout"]
    pool._deadline_s = 20
    assert asyncio.run(outcome(pool, asked(3))) == 3


def test_an_error_of_the_engine_is_one_denial_and_the_worker_stays(evaluator):
    pool = evaluator()

    async def scenario() -> list[Any]:
        await outcome(pool, asked(0))
        worker = client_of(pool)._worker
        answers = await asyncio.gather(outcome(pool, b"{"), outcome(pool, asked(1)))
        assert client_of(pool)._worker is worker
        return answers

    assert asyncio.run(scenario()) == ["error", 1]


def test_an_answer_that_nobody_asked_for_costs_the_worker(evaluator):
    pool = evaluator()

    async def scenario() -> list[Any]:
        await outcome(pool, asked(0))
        client = client_of(pool)
        lost, lose = asyncio.Event(), client._lose
        client._lose = lambda: (lose(), lost.set())
        os.write(client._worker.sink, _worker.frame(b"E", asked(9)))
        await lost.wait()
        return [await outcome(pool, asked(1))]

    assert asyncio.run(scenario()) == [1]
