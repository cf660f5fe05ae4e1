"""What a call's handles were asked for: counted, bounded, and closed with the call."""

from __future__ import annotations

import threading
from typing import NoReturn

from runtime.contracts.audit import Check
from runtime.contracts.errors import CapabilityExceeded

MAX_DISTINCT = 54
"""With one row a kind and result for all further targets, a call has at most 64 checks, which fit one record."""
MAX_TARGET = 120
"""Characters of a target that are recorded; the middle of a longer one is left out."""
OTHERS = "…"
_Key = tuple[str, str, bool]


class CheckLog:
    """Every check of a call by capability, target and result. Thread-safe, as a tool's threads share it."""

    __slots__ = ("_counts", "_lock", "closed")

    def __init__(self) -> None:
        self._counts: dict[_Key, int] = {}
        self._lock = threading.Lock()
        self.closed = False

    def require_open(self, kind: str) -> None:
        """Return while the call runs.

        Raises:
            CapabilityExceeded: the call has ended; a handle that outlives it opens nothing.
        """
        if self.closed:
            raise CapabilityExceeded(
                "the call has ended, and its handles with it",
                suggestion="Do all work before the tool returns.",
                capability=kind,
            )

    def allow(self, kind: str, target: str) -> None:
        """Count an allowed check of a call that runs."""
        self.require_open(kind)
        self._count((kind, target, True))

    def note(self, kind: str, target: str, *, allowed: bool) -> None:
        """Count a check that was made elsewhere, on behalf of the call."""
        self._count((kind, target, allowed))

    def deny(self, kind: str, target: str, error: CapabilityExceeded) -> NoReturn:
        """Count a denied check and raise its error."""
        self._count((kind, target, False))
        raise error

    def overturn(self, kind: str, target: str, error: CapabilityExceeded) -> NoReturn:
        """Make the last allowed check of a target a denied one: a closer look said no."""
        with self._lock:
            allowed = (kind, target, True)
            row = allowed if allowed in self._counts else (kind, OTHERS, True)
            self._counts[row] -= 1
            if not self._counts[row]:
                del self._counts[row]
        self.deny(kind, target, error)

    def checks(self) -> tuple[Check, ...]:
        """The checks so far, denied ones first, otherwise in the order of their first use."""
        with self._lock:
            counts = sorted(self._counts.items(), key=lambda item: item[0][2])
        return tuple(
            Check(allowed=allowed, capability=kind, count=count, target=_recordable(target))
            for (kind, target, allowed), count in counts
        )

    def _count(self, key: _Key) -> None:
        with self._lock:
            counts = self._counts
            if key not in counts and len(counts) >= MAX_DISTINCT:
                key = self._make_room(key)
            counts[key] = counts.get(key, 0) + 1

    def _make_room(self, key: _Key) -> _Key:
        """The key to count under: denied targets keep rows of their own as long as an allowed one can give way."""
        counts = self._counts
        distinct = [k for k in counts if k[1] != OTHERS]
        if len(distinct) < MAX_DISTINCT:
            return key
        yielding = None if key[2] else next((k for k in reversed(distinct) if k[2]), None)
        if yielding is None:
            return key[0], OTHERS, key[2]
        others = (yielding[0], OTHERS, True)
        counts[others] = counts.get(others, 0) + counts.pop(yielding)
        return key


def _recordable(target: str) -> str:
    if len(target) > MAX_TARGET:
        half = (MAX_TARGET - 1) // 2
        target = f"{target[:half]}{OTHERS}{target[-half:]}"
    # The log is UTF-8: a file name of other bytes is shown by its escapes.
    return target.encode("utf-8", "backslashreplace").decode("utf-8")
