"""Evaluators that several executors of one process share.

A platform that keeps a workspace for each tenant would start one policy worker for each: 70 ms and 30 MB, though most tenants have the same
bundle. Executors that were opened beside each other ask one evaluator for each bundle instead. What decides is the bundle's content, so
tenants whose bundles differ in one byte share nothing; caches, pins, rate windows and logs stay with each executor.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable

import msgspec

from runtime.policy.decide import NoAnswer
from runtime.policy.guard import Evaluator, Live


class _Shared:
    """A bundle in force, once it is prepared, and how many engines use it."""

    def __init__(self) -> None:
        self.preparing = threading.Lock()
        self.live: Live | None = None
        self.users = 0


class SharedEvaluators:
    """Evaluators by what decides. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shared: dict[Hashable, _Shared] = {}

    def lease(self, key: Hashable, prepare: Callable[[], Live]) -> Live:
        """A bundle that answers, prepared by the first who asks for it.

        Args:
            key: The bundle's digest, and every option that changes an answer or the time that it may take.
            prepare: Checks the bundle, loads it and tries it out; what it raises is the caller's.

        Returns:
            The bundle with a lease on its evaluator; the evaluator ends when its last lease is closed.
        """
        with self._lock:
            shared = self._shared.setdefault(key, _Shared())
            shared.users += 1
        try:
            with shared.preparing:  # a second tenant waits for the first; one with another bundle does not
                live = shared.live = shared.live or prepare()
        except BaseException:
            self._release(key, shared)
            raise
        return msgspec.structs.replace(
            live, evaluator=_Lease(live.evaluator, lambda: self._release(key, shared))
        )

    def _release(self, key: Hashable, shared: _Shared) -> None:
        with self._lock:
            shared.users -= 1
            if shared.users:
                return
            del self._shared[key]
        if shared.live is not None:
            shared.live.evaluator.close()


class _Lease:
    """One engine's use of a shared evaluator."""

    def __init__(self, evaluator: Evaluator, release: Callable[[], None]) -> None:
        self._evaluator = evaluator
        self._release = release
        self._lock = threading.Lock()
        self._closed = False

    def evaluate(self, asked: bytes) -> bytes:
        self._require_open()
        return self._evaluator.evaluate(asked)

    async def answer(self, asked: bytes) -> bytes:
        self._require_open()
        return await self._evaluator.answer(asked)

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._release()

    def _require_open(self) -> None:
        if self._closed:
            raise NoAnswer("error", "the engine is closed")
