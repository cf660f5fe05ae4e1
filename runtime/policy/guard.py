"""What stands around every engine: total, cached, reloadable.

`GuardedEngine.decide`, and `ask` for event loops, take these steps, and each can only end in a decision:

0. Where the user accepted another bundle than the one in force, put that one in force first.
1. Write the question as canonical bytes; what is too large or no JSON is denied.
2. Deny where the bundle in force is not the accepted one, or is known to be out of date for too long.
3. Answer from the cache, where the bundle is deterministic.
4. Ask the engine; no answer is a denial with the reason's name.
5. Read the answer through the closed schema.
6. Keep the policy's own answers for step 3.

What was decided while another bundle was accepted is decided again: no answer is given under the old one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import msgspec

from runtime.contracts.audit import PolicyLoaded
from runtime.contracts.decision import CONTEXT_PARTS, Decision, PolicyInput
from runtime.policy.cache import DecisionCache
from runtime.policy.decide import MAX_DETAIL_CHARS, NoAnswer, decide, refusal, visible
from runtime.policy.question import QuestionMalformed, QuestionTooLarge, decision_id, written

if TYPE_CHECKING:
    from concurrent.futures import Future

_RETRY_S = 0.5
"""How long an accepted bundle that could not be loaded is not tried again."""


class Evaluator(Protocol):
    """Answers questions by one bundle. Raises NoAnswer and nothing else."""

    def evaluate(self, asked: bytes) -> bytes: ...
    async def answer(self, asked: bytes) -> bytes: ...
    def close(self) -> None: ...


class Live(msgspec.Struct, frozen=True):
    """The bundle in force and what answers by it: replaced as one, so that a decision names what decided it."""

    bundle: str
    cacheable: bool
    evaluator: Evaluator
    reads: frozenset[str] = CONTEXT_PARTS
    """The parts of the context that its rules read; a question has no others."""
    members: frozenset[str] | None = None
    """The members of a question that the engine is given; None for all."""


class BundlePin(Protocol):
    """Which bundle the user accepted. Kept outside the workspace, and the same for every process that decides for it."""

    def demanded(self) -> str | None:
        """The digest of the bundle that must decide now, None where any may. Asked before and after each evaluation."""

    def kept(self, bundle: str) -> Mapping[str, bytes]:
        """The files of an accepted bundle. Raises ConfigurationError."""

    def require(self, bundle: str, files: Mapping[str, bytes]) -> None:
        """Raise ConfigurationError where another bundle than this one must decide."""

    def publish(self, bundle: str, files: Mapping[str, bytes]) -> None:
        """Let all processes follow to a bundle that a reload took, where the user need not accept it. Raises ConfigurationError."""


class PinnedBundle(msgspec.Struct, frozen=True):
    """How an engine keeps to a pin."""

    pin: BundlePin
    reload: Callable[[], Live]
    """Loads the bundle of the folder and publishes it."""
    follow: Callable[[Mapping[str, bytes]], Live]
    """Loads a bundle that was accepted, from its files."""


class GuardedEngine:
    """A policy engine. Every fault is a decision that does not allow."""

    def __init__(
        self,
        name: str,
        load: Callable[[], Live],
        *,
        cache_size: int,
        max_stale_s: float,
        clock: Callable[[], float] = time.monotonic,
        pinned: PinnedBundle | None = None,
    ) -> None:
        """Load the first bundle; there is no engine without one.

        Args:
            name: What decisions and records call the engine.
            load: Reads, checks and tries out the bundle; raises ConfigurationError.
            cache_size: Decisions kept; 0 keeps none.
            max_stale_s: How long the last good bundle may decide after a reload failed.
            clock: Seconds that only grow.
            pinned: What to keep to; None keeps to the folder alone.
        """
        self.name = name
        self._load = load if pinned is None else pinned.reload
        self._pinned = pinned
        self._report: Callable[[PolicyLoaded], None] = _to_nobody
        self._following = threading.Lock()  # the future
        self._followed: Future[None] | None = None
        self._unfollowed: tuple[str, float, str] | None = None
        self._cache_size = cache_size
        self._cache = DecisionCache(cache_size)
        self._max_stale_s = max_stale_s
        self._clock = clock
        self._reloading = threading.Lock()
        self._failed_at: float | None = None
        self._closed = False
        self._live = load()

    @property
    def bundle(self) -> str:
        """Digest of the bundle in force."""
        return self._live.bundle

    def report_to(self, report: Callable[[PolicyLoaded], None]) -> None:
        """Say who is told of each bundle that takes effect, or fails to, because it was accepted elsewhere.

        Called in the thread of a decision, or in one of its own where an event loop decides.
        """
        self._report = report

    def decide(self, question: PolicyInput) -> Decision:
        """The verdict on one call, waited for."""
        live, is_outdated = self._live, self._is_outdated(self._live)
        if is_outdated:
            self._follow()  # 0
            live, is_outdated = self._live, self._is_outdated(self._live)
        opened = self._open(question, live, is_outdated)
        if isinstance(opened, Decision):
            return opened
        put, identity = opened
        try:
            answer: bytes | Exception = live.evaluator.evaluate(put)  # 4
        except Exception as error:  # noqa: BLE001  # an engine's fault must never open the gate
            answer = error
        decision = self._conclude(answer, identity, live)
        return self.decide(question) if self._was_replaced(live, decision) else decision

    async def ask(self, question: PolicyInput) -> Decision:
        """The verdict on one call, while the event loop goes on."""
        live, is_outdated = self._live, self._is_outdated(self._live)
        if is_outdated:
            import asyncio  # who only decides, as a worker does, needs none of it

            await asyncio.wrap_future(self._follow_aside())  # 0
            live, is_outdated = self._live, self._is_outdated(self._live)
        if "counts" in live.reads:  # whoever counts looks at the log, and may wait for a disk
            import asyncio

            opened = await asyncio.to_thread(self._open, question, live, is_outdated)
        else:
            opened = self._open(question, live, is_outdated)
        if isinstance(opened, Decision):
            return opened
        put, identity = opened
        try:
            answer: bytes | Exception = await live.evaluator.answer(put)  # 4
        except Exception as error:  # noqa: BLE001  # as above
            answer = error
        decision = self._conclude(answer, identity, live)
        return await self.ask(question) if self._was_replaced(live, decision) else decision

    def _open(self, asked: PolicyInput, live: Live, is_outdated: bool) -> Decision | tuple[bytes, str]:
        """Steps 1 to 3: a decision already, or what is put to the engine and the question's id."""
        try:
            whole, put = _written(asked, live)  # 1
            self._require_fresh(is_outdated)  # 2
            identity = decision_id(whole, live.bundle)
        except Exception as error:  # noqa: BLE001  # as above
            return self._refused(error, "", live)
        held = self._cache.get(identity) if live.cacheable else None  # 3
        return held or (put, identity)

    def _conclude(self, answer: bytes | Exception, identity: str, live: Live) -> Decision:
        """Steps 5 and 6."""
        if isinstance(answer, Exception):
            return self._refused(answer, identity, live)
        try:
            decision = decide(answer, bundle=live.bundle, engine=self.name, decision_id=identity)  # 5
        except Exception as error:  # noqa: BLE001  # as above
            return self._refused(error, identity, live)
        if live.cacheable and live is self._live:
            self._cache.put(decision)  # 6
        return decision

    def _refused(self, error: Exception, identity: str, live: Live) -> Decision:
        none = error if isinstance(error, NoAnswer) else NoAnswer("error", repr(error))
        return refusal(none, bundle=live.bundle, engine=self.name, decision_id=identity)

    def _was_replaced(self, live: Live, decision: Decision) -> bool:
        """Whether another bundle took over since the first line: it closed the evaluator, or was accepted meanwhile."""
        if decision.outcome == "error":
            return self._live is not live
        return self._is_outdated(live)

    def _is_outdated(self, live: Live) -> bool:
        """Whether the user accepted another bundle, or nobody can tell."""
        if self._pinned is None:
            return False
        try:
            demanded = self._pinned.pin.demanded()
        except Exception:  # noqa: BLE001  # as above
            return True
        return demanded is not None and demanded != live.bundle

    def _require_fresh(self, is_outdated: bool) -> None:
        if is_outdated:
            unfollowed = self._unfollowed
            why = unfollowed[2] if unfollowed is not None else "another one was accepted at this moment"
            raise NoAnswer("stale", f"the bundle in force is not the accepted one: {why}")
        failed_at = self._failed_at
        if failed_at is not None and self._clock() - failed_at > self._max_stale_s:
            raise NoAnswer("stale", f"no good bundle for {self._max_stale_s:g} s after a reload failed")
        if self._closed:
            raise NoAnswer("error", "the engine is closed")

    def _follow_aside(self) -> Future[None]:
        """`_follow` in a thread: one for all calls that wait, of whatever loop."""
        with self._following:
            if self._followed is None or self._followed.done():
                from concurrent.futures import Future

                followed: Future[None] = Future()
                self._followed = followed
                followed.set_running_or_notify_cancel()  # from here on no waiter that gives up can cancel it
                threading.Thread(target=self._settle, args=(followed,), daemon=True).start()
            return self._followed

    def _settle(self, followed: Future[None]) -> None:
        try:
            self._follow()
        finally:
            followed.set_result(None)

    def _follow(self) -> None:
        """Put the accepted bundle in force, or remember why not."""
        with self._reloading:
            pinned, former = self._pinned, self._live
            if pinned is None or self._closed or not self._is_outdated(former):
                return  # another thread was first
            now, demanded = self._clock(), ""
            try:
                demanded = pinned.pin.demanded() or ""
                tried = self._unfollowed
                if tried is not None and tried[0] == demanded and now < tried[1]:
                    return
                live = pinned.follow(pinned.pin.kept(demanded))
            except Exception as error:  # noqa: BLE001  # as above
                is_known = self._unfollowed is not None and self._unfollowed[0] == demanded
                self._unfollowed = (demanded, now + _RETRY_S, str(error))
                if not is_known:
                    self._tell(accepted=False, bundle=former.bundle, detail=str(error))
                return
            self._tell(
                accepted=True, bundle=live.bundle, detail=""
            )  # on record before anything is decided by it
            self._put_in_force(live)

    def _tell(self, *, accepted: bool, bundle: str, detail: str) -> None:
        with suppress(Exception):  # a log that fails refuses every call itself
            self._report(_loaded(accepted, bundle, detail, self.name))

    def _put_in_force(self, live: Live) -> None:
        former, self._live = self._live, live
        self._cache = DecisionCache(self._cache_size)  # no decision outlives its bundle
        self._failed_at = self._unfollowed = None
        former.evaluator.close()

    def reload(self) -> PolicyLoaded:
        """Put the bundle as it is now in force, or keep the last good one and say why.

        Returns:
            The record of what happened; its ``bundle`` is the digest in force afterwards.
        """
        with self._reloading:
            if self._closed:
                return self._loaded(accepted=False, detail="the engine is closed")
            try:
                live = self._load()
            except Exception as error:  # noqa: BLE001  # whatever stops a reload, the last good bundle ages
                if self._failed_at is None and not self._is_accepted():
                    # The first failure: from here on the bundle in force is out of date.
                    self._failed_at = self._clock()
                return self._loaded(accepted=False, detail=str(error))
            self._put_in_force(live)
            return self._loaded(accepted=True, detail="")

    def _is_accepted(self) -> bool:
        """Whether the bundle in force is the very one that was accepted: it does not grow old."""
        try:
            return self._pinned is not None and self._pinned.pin.demanded() == self.bundle
        except Exception:  # noqa: BLE001  # as above
            return False

    def close(self) -> None:
        """Let go of the engine; later questions are denied."""
        with self._reloading:
            self._closed = True
            self._live.evaluator.close()

    def _loaded(self, *, accepted: bool, detail: str) -> PolicyLoaded:
        return _loaded(accepted, self.bundle, detail, self.name)


def _loaded(accepted: bool, bundle: str, detail: str, engine: str) -> PolicyLoaded:
    return PolicyLoaded(accepted, bundle, visible(detail, MAX_DETAIL_CHARS), engine)


def _to_nobody(loaded: PolicyLoaded) -> None:
    """Who is told before anybody wants to know."""


def _written(asked: PolicyInput, live: Live) -> tuple[bytes, bytes]:
    try:
        return written(asked, live.reads, live.members)
    except QuestionTooLarge as error:
        raise NoAnswer("too_large", str(error)) from None
    except QuestionMalformed as error:
        raise NoAnswer("invalid", str(error)) from None
