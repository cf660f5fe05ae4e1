"""What stands around every engine: total, cached, reloadable.

`GuardedEngine.decide`, and `ask` for event loops, take these steps, and each can only end in a decision:

1. Write the question as canonical bytes; what is too large or no JSON is denied.
2. Deny where the bundle in force is known to be out of date for too long.
3. Answer from the cache, where the bundle is deterministic.
4. Ask the engine; no answer is a denial with the reason's name.
5. Read the answer through the closed schema.
6. Keep the policy's own answers for step 3.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

import msgspec

from runtime.contracts.audit import PolicyLoaded
from runtime.contracts.decision import Decision, PolicyInput
from runtime.policy.cache import DecisionCache
from runtime.policy.decide import MAX_DETAIL_CHARS, NoAnswer, decide, refusal, visible
from runtime.policy.question import QuestionMalformed, QuestionTooLarge, decision_id, question


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
    ) -> None:
        """Load the first bundle; there is no engine without one.

        Args:
            name: What decisions and records call the engine.
            load: Reads, checks and tries out the bundle; raises ConfigurationError.
            cache_size: Decisions kept; 0 keeps none.
            max_stale_s: How long the last good bundle may decide after a reload failed.
            clock: Seconds that only grow.
        """
        self.name = name
        self._load = load
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

    def decide(self, question: PolicyInput) -> Decision:
        """The verdict on one call, waited for."""
        live = self._live
        opened = self._open(question, live)
        if isinstance(opened, Decision):
            return opened
        written, identity = opened
        try:
            answer: bytes | Exception = live.evaluator.evaluate(written)  # 4
        except Exception as error:  # noqa: BLE001  # an engine's fault must never open the gate
            answer = error
        decision = self._conclude(answer, identity, live)
        return self.decide(question) if self._was_replaced(live, decision) else decision

    async def ask(self, question: PolicyInput) -> Decision:
        """The verdict on one call, while the event loop goes on."""
        live = self._live
        opened = self._open(question, live)
        if isinstance(opened, Decision):
            return opened
        written, identity = opened
        try:
            answer: bytes | Exception = await live.evaluator.answer(written)  # 4
        except Exception as error:  # noqa: BLE001  # as above
            answer = error
        decision = self._conclude(answer, identity, live)
        return await self.ask(question) if self._was_replaced(live, decision) else decision

    def _open(self, asked: PolicyInput, live: Live) -> Decision | tuple[bytes, str]:
        """Steps 1 to 3: a decision already, or the question and its id."""
        try:
            written = _written(asked)  # 1
            self._require_fresh()  # 2
            identity = decision_id(written, live.bundle)
        except Exception as error:  # noqa: BLE001  # as above
            return self._refused(error, "", live)
        held = self._cache.get(identity) if live.cacheable else None  # 3
        return held or (written, identity)

    def _conclude(self, answer: bytes | Exception, identity: str, live: Live) -> Decision:
        """Steps 5 and 6."""
        if isinstance(answer, Exception):
            return self._refused(answer, identity, live)
        try:
            decision = decide(answer, bundle=live.bundle, engine=self.name, decision_id=identity)  # 5
        except Exception as error:  # noqa: BLE001  # as above
            return self._refused(error, identity, live)
        if live.cacheable:
            self._cache.put(decision)  # 6
        return decision

    def _refused(self, error: Exception, identity: str, live: Live) -> Decision:
        none = error if isinstance(error, NoAnswer) else NoAnswer("error", repr(error))
        return refusal(none, bundle=live.bundle, engine=self.name, decision_id=identity)

    def _was_replaced(self, live: Live, decision: Decision) -> bool:
        """Whether a reload closed the evaluator between the first line and the question."""
        return decision.outcome == "error" and self._live is not live

    def _require_fresh(self) -> None:
        failed_at = self._failed_at
        if failed_at is not None and self._clock() - failed_at > self._max_stale_s:
            raise NoAnswer("stale", f"no good bundle for {self._max_stale_s:g} s after a reload failed")
        if self._closed:
            raise NoAnswer("error", "the engine is closed")

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
                if (
                    self._failed_at is None
                ):  # the first failure: from here on the bundle in force is out of date
                    self._failed_at = self._clock()
                return self._loaded(accepted=False, detail=str(error))
            former, self._live = self._live, live
            self._failed_at = None
            former.evaluator.close()
            return self._loaded(accepted=True, detail="")

    def close(self) -> None:
        """Let go of the engine; later questions are denied."""
        with self._reloading:
            self._closed = True
            self._live.evaluator.close()

    def _loaded(self, *, accepted: bool, detail: str) -> PolicyLoaded:
        text = visible(detail, MAX_DETAIL_CHARS)
        return PolicyLoaded(accepted=accepted, bundle=self.bundle, detail=text, engine=self.name)


def _written(asked: PolicyInput) -> bytes:
    try:
        return question(asked)
    except QuestionTooLarge as error:
        raise NoAnswer("too_large", str(error)) from None
    except QuestionMalformed as error:
        raise NoAnswer("invalid", str(error)) from None
