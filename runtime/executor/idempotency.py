"""Idempotence: one call id of one principal runs at most once, and whoever repeats it gets the same outcome.

Only ids that callers choose are kept; generated ones cannot repeat. A refused call ran nothing, so its id is free again. Outcomes are kept as
bytes, the last ones as far as their room reaches: of older ones, and of those that are larger than all of it, the log knows.

An id belongs to the principal that used it: two principals may choose the same one, and neither sees that the other did. In the log, whose ids are
one list, the second one's call has a name that no caller can choose.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future

import msgspec

from runtime.contracts.digest import PREFIX, Digest, digest
from runtime.contracts.errors import CallConflict
from runtime.contracts.invocation import Outcome, Refused

KEPT_BYTES = 64 * 1024 * 1024
"""What all kept outcomes may have together."""
_ENTRY_BYTES = 1024
"""What an entry takes beside its outcome."""
_MARK = "~"  # in no id that a caller chooses
_MARK_DIGITS = 32
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Outcome).decode


class CallKey(msgspec.Struct, frozen=True):
    """Who used which id."""

    principal: str
    call_id: str

    @property
    def apart(self) -> str:
        """The name that the call's records get where another principal's call has the id itself."""
        marked = digest(f"{self.principal}\n{self.call_id}".encode()).removeprefix(PREFIX)
        return f"{self.call_id}{_MARK}{marked[:_MARK_DIGITS]}"


class _Known(msgspec.Struct):
    """One call: under way while it has a future, else ended."""

    fingerprint: Digest
    future: Future[Outcome] | None
    kept: bytes = b""
    name: str | None = None
    """The id that its records have."""

    @property
    def size_bytes(self) -> int:
        return _ENTRY_BYTES + len(self.kept)


class IdempotencyCache:
    """Calls by principal and id: those that run now and those that ended lately. Safe to use from several threads."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        """Keep outcomes of so many bytes."""
        self._most = kept_bytes
        self._lock = threading.Lock()
        self._calls: dict[CallKey, _Known] = {}
        self._ended: OrderedDict[CallKey, None] = OrderedDict()
        self._names: dict[str, CallKey] = {}
        self._held = 0

    @property
    def held_bytes(self) -> int:
        """What the kept outcomes have together."""
        return self._held

    def enter(self, key: CallKey, fingerprint: Digest) -> Future[Outcome] | Outcome | None:
        """What is known of the call: a future while it runs, its outcome once it ended, None for the caller who must run it.

        Raises:
            CallConflict: the id names a different call.
        """
        with self._lock:
            known = self._calls.get(key)
            if known is None:
                self._calls[key] = _Known(fingerprint, Future())
                return None
            if known.fingerprint != fingerprint:
                raise conflict(key.call_id)
            if known.future is not None:
                return known.future
        outcome: Outcome = _decode(known.kept)
        return outcome

    def take_name(self, key: CallKey, name: str) -> bool:
        """Have the call's records stand under this id; false where another call's do."""
        with self._lock:
            if self._names.setdefault(name, key) != key:
                return False
            self._calls[key].name = name
            return True

    def settle(self, key: CallKey, outcome: Outcome) -> None:
        """Give the outcome to those who wait, and keep it for those who repeat the call; forget it where nothing ran."""
        kept = b"" if isinstance(outcome, Refused) else _encode(outcome)
        with self._lock:
            known = self._calls[key]
            future, known.future, known.kept = known.future, None, kept
            if isinstance(outcome, Refused):
                self._forget(key)
            else:
                self._ended[key] = None
                self._held += known.size_bytes
                while self._held > self._most:
                    self._forget(self._ended.popitem(last=False)[0])
        if future is not None:
            future.set_result(outcome)

    def fail(self, key: CallKey, error: BaseException) -> None:
        """Pass a refusal, a configuration or audit failure on to those who wait, and forget the call."""
        with self._lock:
            future = self._calls[key].future
            self._forget(key)
        if future is not None:
            future.set_exception(error)

    def _forget(self, key: CallKey) -> None:
        known = self._calls.pop(key)
        if known.kept:
            self._held -= known.size_bytes
        if known.name is not None:
            del self._names[known.name]


def conflict(call_id: str) -> CallConflict:
    """The refusal of another call under an id that was used."""
    return CallConflict(
        f"call id {call_id!r} was used for a different call", call_id=call_id, field="call_id"
    )
