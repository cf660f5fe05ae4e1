"""The decision cache: bounded, least recently used first, answers only."""

from __future__ import annotations

import threading
from typing import get_args

import pytest

from runtime.contracts.audit import DecisionOutcome
from runtime.contracts.decision import Decision
from runtime.policy.cache import DecisionCache


def allow(identity: str) -> Decision:
    return Decision(outcome="allow", decision_id=identity)


def test_a_kept_decision_comes_back_marked_as_cached() -> None:
    cache = DecisionCache(2)
    cache.put(allow("a"))
    found = cache.get("a")
    assert found is not None
    assert found.cached
    assert cache.get("b") is None


def test_the_least_recently_used_makes_room() -> None:
    cache = DecisionCache(2)
    cache.put(allow("a"))
    cache.put(allow("b"))
    cache.get("a")
    cache.put(allow("c"))
    assert [cache.get(name) is not None for name in "abc"] == [True, False, True]
    assert len(cache) == 2


def test_a_cache_of_size_zero_keeps_nothing() -> None:
    cache = DecisionCache(0)
    cache.put(allow("a"))
    assert cache.get("a") is None


@pytest.mark.parametrize("outcome", get_args(DecisionOutcome))
def test_only_a_policys_own_answers_are_kept(outcome: DecisionOutcome) -> None:
    cache = DecisionCache(2)
    cache.put(Decision(outcome=outcome, decision_id="a"))
    assert (cache.get("a") is not None) == (outcome in ("allow", "deny", "ask"))


def test_threads_never_grow_it_past_its_size() -> None:
    cache = DecisionCache(8)

    def work(base: int) -> None:
        for n in range(500):
            cache.put(allow(str((base * n) % 40)))
            cache.get(str(n % 40))

    threads = [threading.Thread(target=work, args=(base,)) for base in (1, 3, 7, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(cache) == 8
