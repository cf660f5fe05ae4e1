"""Reload: a good bundle takes effect at once, a bad one changes nothing but the clock."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import BundleInvalid
from runtime.policy.bundle import load
from runtime.policy.engines import ENTRY, EngineOptions, open_engine
from runtime.policy.engines.rego import _in_process
from runtime.policy.guard import GuardedEngine, Live

GOOD = 'package runtime.authz\n\ndecision := {"allow": true}\n'
STRICT = 'package runtime.authz\n\ndecision := {"allow": false}\n'
QUESTION = PolicyInput(principal={}, tool={}, canonical_arguments=b"{}", capabilities={})


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["worker", "in_process"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GuardedEngine]:
    (tmp_path / "authz.rego").write_text(GOOD)
    opened = open_engine(f"rego:{tmp_path}", isolation=request.param)
    yield opened
    opened.close()


def test_a_changed_bundle_takes_effect_at_reload_and_not_before(
    engine: GuardedEngine, tmp_path: Path
) -> None:
    before = engine.decide(QUESTION)
    (tmp_path / "authz.rego").write_text(STRICT)
    assert engine.decide(QUESTION).outcome == "allow"
    record = engine.reload()
    after = engine.decide(QUESTION)
    assert (record.accepted, record.bundle, record.engine) == (True, after.bundle, "rego")
    assert (before.outcome, after.outcome, after.cached) == ("allow", "deny", False)
    assert before.bundle != after.bundle


@pytest.mark.parametrize("broken", ["package runtime.authz\n\ndecision := [\n", "package other\n", None])
def test_a_failed_reload_keeps_the_last_good_bundle_and_says_why(
    engine: GuardedEngine, tmp_path: Path, broken: str | None
) -> None:
    bundle = engine.bundle
    if broken is None:
        (tmp_path / "authz.rego").unlink()
    else:
        (tmp_path / "authz.rego").write_text(broken)
    record = engine.reload()
    assert (record.accepted, record.bundle) == (False, bundle)
    assert record.detail
    assert engine.decide(QUESTION).outcome == "allow"


def stale_engine(folder: Path, clock: Clock) -> GuardedEngine:
    options = EngineOptions(
        isolation="in_process",
        deadline_s=1,
        cache_size=8,
        entry=ENTRY,
        max_stale_s=60,
        allow_builtins=frozenset(),
    )
    return GuardedEngine(
        "rego", lambda: _in_process(load(folder), options), cache_size=8, max_stale_s=60, clock=clock
    )


def test_the_last_good_bundle_decides_only_for_so_long(tmp_path: Path) -> None:
    clock = Clock()
    policy = tmp_path / "authz.rego"
    policy.write_text(GOOD)
    engine = stale_engine(tmp_path, clock)
    clock.now = 1_000.0  # age alone makes no bundle stale
    assert engine.decide(QUESTION).outcome == "allow"
    policy.write_text("broken")
    engine.reload()
    clock.now += 59
    engine.reload()  # a second failure does not start the time anew
    assert engine.decide(QUESTION).outcome == "allow"
    clock.now += 2
    assert engine.decide(QUESTION).outcome == "stale"  # whatever the cache holds
    policy.write_text(GOOD)
    assert engine.reload().accepted
    assert engine.decide(QUESTION).outcome == "allow"


def test_a_reload_that_the_machine_prevents_is_a_failed_one(
    engine: GuardedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> Live:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(engine, "_load", lambda: full(None))
    record = engine.reload()
    assert not record.accepted
    assert "No space" in record.detail
    assert engine.decide(QUESTION).outcome == "allow"


def test_there_is_no_engine_without_a_first_bundle(tmp_path: Path) -> None:
    (tmp_path / "authz.rego").write_text("broken")
    with pytest.raises(BundleInvalid):
        open_engine(f"rego:{tmp_path}")


def test_reloads_deny_no_question_that_is_on_its_way(tmp_path: Path) -> None:
    (tmp_path / "authz.rego").write_text(GOOD)
    engine = open_engine(f"rego:{tmp_path}", cache_size=0, deadline_s=30)
    outcomes: set[str] = set()
    stop = threading.Event()

    def ask() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            arguments = msgspec.json.encode({"n": number})
            outcomes.add(
                engine.decide(msgspec.structs.replace(QUESTION, canonical_arguments=arguments)).outcome
            )

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    accepted = [engine.reload().accepted for _ in range(5)]
    stop.set()
    for thread in threads:
        thread.join()
    engine.close()
    assert accepted == [True] * 5
    assert outcomes == {"allow"}


def test_an_evaluator_that_raises_anything_at_all_denies() -> None:
    class Broken:
        def evaluate(self, asked: bytes) -> bytes:
            raise ZeroDivisionError(len(asked))

        def close(self) -> None: ...

    engine = GuardedEngine("x", lambda: Live("b", True, Broken()), cache_size=1, max_stale_s=1)
    decision: Any = engine.decide(QUESTION)
    assert (decision.outcome, decision.allowed) == ("error", False)
    assert "ZeroDivisionError" in decision.detail
