"""Decisions of questions asked before, by decision id.

The id covers question and bundle, so a new bundle asks under new ids; and with each bundle that takes effect a new cache begins. Only
bundles that call nothing non-deterministic are cached at all (`runtime.policy.check` says which).
"""

from __future__ import annotations

import threading
from collections import OrderedDict

import msgspec

from runtime.contracts.decision import Decision


class DecisionCache:
    """The decisions least recently used make room. Safe to share between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._held: OrderedDict[str, Decision] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, decision_id: str) -> Decision | None:
        """The decision, marked as cached, or None."""
        with self._lock:
            found = self._held.get(decision_id)
            if found is not None:
                self._held.move_to_end(decision_id)
            return found

    def put(self, decision: Decision) -> None:
        """Keep a policy's own answer; a fault is no answer, and may be gone at the next try."""
        if self._size <= 0 or decision.outcome not in ("allow", "deny", "ask"):
            return
        with self._lock:
            self._held[decision.decision_id] = msgspec.structs.replace(decision, cached=True)
            self._held.move_to_end(decision.decision_id)
            if len(self._held) > self._size:
                self._held.popitem(last=False)
