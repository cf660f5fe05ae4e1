"""Idempotence: one call id runs at most once, and whoever repeats it gets the same outcome.

Only ids that callers choose are kept; generated ones cannot repeat. A refused call ran nothing, so its id is
free again. Outcomes are held for the last `capacity` calls; for older ones the audit log remembers that they
ran, and a repetition is refused.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future

from runtime.contracts.digest import Digest
from runtime.contracts.errors import CallConflict
from runtime.contracts.invocation import Outcome, Refused


class IdempotencyCache:
    """Calls by id: those that run now and those that ended lately. Safe to use from several threads."""

    def __init__(self, capacity: int = 4096) -> None:
        self._capacity = capacity
        self._lock = threading.Lock()
        self._calls: OrderedDict[str, tuple[Digest, Future[Outcome]]] = OrderedDict()

    def enter(self, call_id: str, fingerprint: Digest) -> tuple[Future[Outcome], bool]:
        """The future of this call's outcome, and whether the caller is the one who must run it.

        Raises:
            CallConflict: the id names a different call.
        """
        with self._lock:
            known = self._calls.get(call_id)
            if known is None:
                future: Future[Outcome] = Future()
                self._calls[call_id] = (fingerprint, future)
                self._forget_oldest()
                return future, True
            if known[0] != fingerprint:
                raise CallConflict(
                    f"call id {call_id!r} was used for a different call", call_id=call_id, field="call_id"
                )
            return known[1], False

    def settle(self, call_id: str, outcome: Outcome) -> None:
        """Keep the outcome for those who repeat the call; forget it where nothing ran."""
        with self._lock:
            known = self._calls.get(call_id)
            if known is not None and isinstance(outcome, Refused):
                del self._calls[call_id]
        if known is not None:
            known[1].set_result(outcome)

    def fail(self, call_id: str, error: BaseException) -> None:
        """Pass a configuration or audit failure on to those who wait, and forget the call."""
        with self._lock:
            known = self._calls.pop(call_id, None)
        if known is not None:
            known[1].set_exception(error)

    def _forget_oldest(self) -> None:
        for call_id in list(self._calls)[: max(0, len(self._calls) - self._capacity)]:
            if self._calls[call_id][1].done():
                del self._calls[call_id]
