"""An engine that keeps to a pin: it follows what was accepted, decides nothing under another bundle, and says what happened."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime.contracts.audit import PolicyLoaded
from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import ConfigurationError
from runtime.policy.bundle import bundle_of
from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine, Live, PinnedBundle

QUESTION = PolicyInput(principal={}, tool={}, canonical_arguments=b"{}", capabilities={})
ALLOW = b'{"allow": true}'
DENY = b'{"allow": false}'


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Answers:
    """Answers every question alike; while it answers, something may happen."""

    def __init__(self, answer: bytes, meanwhile: Callable[[], None]) -> None:
        self.given, self.meanwhile, self.closed = answer, meanwhile, False

    def evaluate(self, asked: bytes) -> bytes:
        assert not self.closed
        self.meanwhile()
        return self.given

    async def answer(self, asked: bytes) -> bytes:
        return self.evaluate(asked)

    def close(self) -> None:
        self.closed = True


class Pin:
    """The user's acceptance, and what loading an accepted bundle does."""

    def __init__(self) -> None:
        self.accepted: str | None = "first"
        self.bundles = {"first": ALLOW, "second": DENY, "third": ALLOW}
        self.meanwhile: Callable[[], None] = lambda: None
        self.fault: Exception | None = None
        self.followed: list[str] = []
        self.told: list[PolicyLoaded] = []
        self.clock = Clock()

    def demanded(self) -> str | None:
        if self.fault is not None:
            raise self.fault
        return self.accepted

    def kept(self, bundle: str) -> Mapping[str, bytes]:
        self.followed.append(bundle)
        if bundle not in self.bundles:
            raise ConfigurationError("there is no copy")
        return {"bundle": bundle.encode()}

    def require(self, bundle: str, files: Mapping[str, bytes]) -> None: ...

    def publish(self, bundle: str, files: Mapping[str, bytes]) -> None: ...

    def live(self, bundle: str) -> Live:
        return Live(bundle, True, Answers(self.bundles[bundle], lambda: self.meanwhile()))

    def engine(self) -> GuardedEngine:
        pinned = PinnedBundle(
            self, lambda: self.live("first"), lambda files: self.live(files["bundle"].decode())
        )
        engine = GuardedEngine(
            "x", lambda: self.live("first"), cache_size=8, max_stale_s=60, clock=self.clock, pinned=pinned
        )
        engine.report_to(self.told.append)
        return engine


@pytest.fixture(params=["waited for", "in a loop"])
def ask(request: pytest.FixtureRequest) -> Callable[[GuardedEngine], Any]:
    """Asks either way."""
    if request.param == "waited for":
        return lambda engine: engine.decide(QUESTION)
    return lambda engine: asyncio.run(engine.ask(QUESTION))


def test_an_accepted_bundle_decides_the_next_question(ask):
    """T-POL-12"""
    pin = Pin()
    engine = pin.engine()
    assert [ask(engine).outcome for _ in range(2)] == ["allow", "allow"]
    pin.accepted = "second"
    after = ask(engine)
    assert (after.outcome, after.bundle, after.cached) == ("deny", "second", False)
    assert [(told.accepted, told.bundle) for told in pin.told] == [(True, "second")]


def test_what_was_being_evaluated_while_another_bundle_was_accepted_is_decided_again(ask):
    """T-POL-12"""
    pin = Pin()
    engine = pin.engine()

    def accept_another() -> None:
        pin.accepted = "second"

    pin.meanwhile = accept_another
    assert (ask(engine).bundle, pin.followed) == ("second", ["second"])


def test_no_decision_outlives_its_bundle_in_the_cache(ask):
    """T-POL-12"""
    pin = Pin()
    engine = pin.engine()
    cached = []
    for bundle in ("first", "first", "second", "first"):
        pin.accepted = bundle
        cached.append(ask(engine).cached)
    assert cached == [False, True, False, False]


def test_while_the_accepted_bundle_cannot_be_loaded_every_question_is_denied(ask):
    """T-POL-12"""
    pin = Pin()
    engine = pin.engine()
    assert ask(engine).outcome == "allow"
    pin.accepted = "gone"
    for _ in range(3):
        decision = ask(engine)
        assert (decision.outcome, decision.allowed) == ("stale", False)
        assert "no copy" in decision.detail
    assert pin.followed == ["gone"]  # not tried again with every question
    assert [(told.accepted, told.bundle) for told in pin.told] == [(False, "first")]
    pin.clock.now += 1
    assert (ask(engine).outcome, pin.followed, len(pin.told)) == ("stale", ["gone", "gone"], 1)
    pin.accepted = "second"
    assert ask(engine).outcome == "deny"


def test_where_nobody_can_tell_what_is_accepted_every_question_is_denied(ask):
    """T-POL-12"""
    pin = Pin()
    engine = pin.engine()
    pin.fault = ConfigurationError("others can write it")
    assert ask(engine).outcome == "stale"
    pin.fault = None
    assert ask(engine).outcome == "allow"


def test_a_report_that_fails_leaves_the_accepted_bundle_in_force(ask):
    pin = Pin()
    engine = pin.engine()

    def fail(_: PolicyLoaded) -> None:
        raise OSError(28, "No space left on device")

    engine.report_to(fail)
    pin.accepted = "second"
    assert ask(engine).outcome == "deny"


def test_many_that_wait_in_loops_and_threads_load_the_accepted_bundle_once():
    pin = Pin()
    engine = pin.engine()
    pin.accepted = "second"
    outcomes: list[str] = []

    def decide() -> None:
        outcomes.append(engine.decide(QUESTION).outcome)

    async def ask_many() -> None:
        outcomes.extend(d.outcome for d in await asyncio.gather(*[engine.ask(QUESTION) for _ in range(50)]))

    threads = [threading.Thread(target=decide) for _ in range(4)]
    threads += [threading.Thread(target=lambda: asyncio.run(ask_many())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (set(outcomes), len(outcomes), pin.followed) == ({"deny"}, 104, ["second"])


def test_one_that_gives_up_waiting_takes_the_bundle_from_nobody():
    pin, entered, go_on = Pin(), threading.Event(), threading.Event()
    engine = pin.engine()
    load = pin.live

    def slow(bundle: str) -> Live:
        entered.set()
        go_on.wait()
        return load(bundle)

    pin.live = slow  # type: ignore[method-assign]
    pin.accepted = "second"

    async def give_up_one() -> str:
        first, second = (asyncio.ensure_future(engine.ask(QUESTION)) for _ in range(2))
        await asyncio.to_thread(entered.wait)
        first.cancel()
        go_on.set()
        return (await second).outcome

    assert asyncio.run(give_up_one()) == "deny"


def test_the_accepted_bundle_does_not_grow_old_when_a_reload_of_another_is_refused():
    pin = Pin()
    engine = pin.engine()
    engine._load = lambda: pin.live("not accepted")
    assert not engine.reload().accepted
    pin.clock.now += 1_000
    assert engine.decide(QUESTION).outcome == "allow"


def test_a_closed_engine_follows_nothing():
    pin = Pin()
    engine = pin.engine()
    engine.close()
    pin.accepted = "second"
    assert not engine.decide(QUESTION).allowed
    assert pin.followed == []


# -- the engine of a folder -------------------------------------------------------------------------------


class Publisher:
    """No pin at first; remembers what reloads publish."""

    def __init__(self) -> None:
        self.published: dict[str, Mapping[str, bytes]] = {}
        self.full = False

    def demanded(self) -> str | None:
        return next(reversed(self.published), None)

    def kept(self, bundle: str) -> Mapping[str, bytes]:
        return self.published[bundle]

    def require(self, bundle: str, files: Mapping[str, bytes]) -> None: ...

    def publish(self, bundle: str, files: Mapping[str, bytes]) -> None:
        if self.full:
            raise ConfigurationError("no room is left")
        self.published[bundle] = files


@pytest.mark.parametrize("isolation", ["worker", "in_process"])
def test_a_reload_publishes_the_bundle_and_others_follow_to_its_files(tmp_path: Path, isolation: Any) -> None:
    def rules(value: str) -> str:
        return f'package runtime.authz\n\ndecision := {{"allow": {value}}}\n'

    (tmp_path / "authz.rego").write_text(rules("true"))
    pin = Publisher()
    engines = [open_engine(f"rego:{tmp_path}", isolation=isolation, pin=pin) for _ in range(2)]
    (tmp_path / "authz.rego").write_text(rules("false"))
    pin.full = True
    assert not engines[0].reload().accepted
    assert [engine.decide(QUESTION).outcome for engine in engines] == ["allow", "allow"]
    pin.full = False
    assert engines[0].reload().accepted
    (tmp_path / "authz.rego").write_text("changed again, and broken")
    assert [engine.decide(QUESTION).outcome for engine in engines] == ["deny", "deny"]
    ((digest, files),) = pin.published.items()
    assert (digest, bundle_of(files).digest) == (engines[1].bundle, engines[1].bundle)
    for engine in engines:
        engine.close()
    assert msgspec.to_builtins(engines[0].reload())["accepted"] is False
