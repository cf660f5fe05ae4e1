"""Erases the values of calls that ended long enough ago, and are under no legal hold."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import TypedDict

import msgspec

from runtime.audit.format.vault_slots import VaultSlot
from runtime.audit.keys.key_files import Keyring
from runtime.audit.maintain.erase import CallParts, erase_parts, read_records
from runtime.audit.maintain.holds import CallFacts, Hold, covering, read_holds
from runtime.audit.stores import Location
from runtime.audit.vault.erasure_intent import read_intent
from runtime.audit.vault.opening import open_vault, read_vault
from runtime.audit.vault.vault_row import ERASED
from runtime.audit.vault.vault_rows import VaultRows
from runtime.audit.witness.port import Witness
from runtime.audit.write.log import Log
from runtime.contracts.audit import MAX_OPEN_CALLS, Body, Record, ToolInvoked
from runtime.contracts.errors import AuditDamaged

_REASON = "retention"
_AT_ONCE = 1_000
"""Calls that are found before they are erased: bounds the memory."""


class WriterIdentity(TypedDict):
    """What everybody who writes to a log gives it."""

    signer: Keyring
    origin: str
    runtime_version: str
    witnesses: Sequence[Witness]


class Expiry(msgspec.Struct, kw_only=True):
    """What became of the values that are too old."""

    calls: int = 0
    """Calls of which values were erased, or would be."""
    rows: int = 0
    """Values that were erased."""
    held: int = 0
    """Calls of which a legal hold keeps the values."""


def expire_values(location: Location, writer: WriterIdentity, before_us: int, *, dry_run: bool) -> Expiry:
    """Erase what the vault holds of the calls that ended before a time, each as a recorded act. The log was verified.

    Raises:
        AuditError: the log or the vault cannot be read or written.
    """
    done = Expiry()
    ring = writer["signer"]
    if dry_run:
        _find(location, before_us, read_holds(location, ring), done, after=-1, most=1 << 62)
        return done
    after = -1
    while True:
        with (
            closing(open_vault(location)) as vault,
            vault.erasing(wait=True),
            Log.open(location, **writer) as log,
        ):
            if (unfinished := read_intent(vault.load_intent(), ring.keys)) is not None:
                log.commit_sync(unfinished.carry_out(vault))
            holds = read_holds(location, ring)
            found, after = _find(location, before_us, holds, done, after=after, most=_AT_ONCE)
            for parts in found:
                call = str(parts.facts.call)
                done.rows += erase_parts(log, vault, ring, call, parts, _REASON).rows
        if len(found) < _AT_ONCE:
            return done


def _find(
    location: Location, before_us: int, holds: Sequence[Hold], done: Expiry, *, after: int, most: int
) -> tuple[list[CallParts], int]:
    """Calls that ended before a time and have values yet, and the record that ends the last of them."""
    with read_vault(location) as rows:
        alive = next((row.seq for row in rows.rows() if row.kind != ERASED), None)
        if alive is None:
            return [], after
        expired = _Expired(location, before_us, rows, alive)
        found = []
        for seq, parts in expired:
            if seq <= after:
                continue
            after = seq
            if covering(holds, parts.facts) is not None:
                done.held += 1
                continue
            done.calls += 1
            found.append(parts)
            if len(found) >= most:
                break
        return found, after


class _Expired:
    """The calls that ended before a time, in that order, with the number of the record that ends each."""

    def __init__(self, location: Location, before_us: int, rows: VaultRows, first: int) -> None:
        self._rows = rows
        self._before_us = before_us
        self._records = read_records(location, first)
        self._open: dict[str, CallParts] = {}
        self._latest_us = 0

    def __iter__(self) -> _Expired:
        return self

    def __next__(self) -> tuple[int, CallParts]:
        for record, body in self._records:
            # A clock that was set back made no record old: what counts is the highest time so far.
            self._latest_us = max(self._latest_us, record.at_us)
            if self._latest_us >= self._before_us:
                break
            ended = self._take(record, body)
            if ended is not None:
                return record.seq, ended
        raise StopIteration

    def _take(self, record: Record, body: Body) -> CallParts | None:
        call = record.call
        if call is None:
            return None
        if isinstance(body, ToolInvoked):
            if len(self._open) >= MAX_OPEN_CALLS:
                raise AuditDamaged(f"More than {MAX_OPEN_CALLS} calls are open at once")
            self._open[call] = CallParts(CallFacts(call))
        parts = self._open.setdefault(call, CallParts(CallFacts(call)))
        parts.take(record, body, self._rows)
        if not body.terminal:
            return None
        del self._open[call]
        parts.slots = [slot for slot in parts.slots if self._is_there(slot)]
        return parts if parts.slots else None

    def _is_there(self, slot: VaultSlot) -> bool:
        return self._rows.at_slot(slot).state not in ("absent", "erased")
