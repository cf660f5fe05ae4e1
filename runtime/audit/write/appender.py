"""Appends records: chains a batch behind what is there, writes it and its vault rows, seals full segments, syncs.

It holds the state that the next record continues, and keeps it up with what other processes append.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from runtime.audit.format.chain import FormatError, Framing, prepare
from runtime.audit.format.note import Signer
from runtime.audit.format.record_tag import is_tagged_by
from runtime.audit.keys.key_files import Keyring
from runtime.audit.keys.key_rotation import make_rotation
from runtime.audit.layout.store import Records
from runtime.audit.write.call_index import SpentCallIds
from runtime.audit.write.clock_watch import ClockWatch
from runtime.audit.write.commit_request import CommitRequest
from runtime.audit.write.failure import LogFailure
from runtime.audit.write.log_state import LogState
from runtime.audit.write.owned_calls import OwnedCalls
from runtime.audit.write.recovery import forged
from runtime.audit.write.sealing import SegmentDigest, seal_segment
from runtime.contracts.audit import Body, Entry, KeyRotated, Receipt
from runtime.contracts.errors import (
    ApprovalSpent,
    AuditDamaged,
    AuditError,
    AuditInconsistent,
    AuditKeyUnusable,
    AuditWriteFailed,
    CallRepeated,
)
from runtime.contracts.ports import Vault
from runtime.contracts.vault import Sealed

_SMOOTHING = 0.1
Follower = Callable[[str | None, int, Body], None]
"""Is told of a record: its call, its time, its body."""


class Appender:
    """The end of one log. Whoever calls a method holds ``lock``; the properties may be read without it."""

    def __init__(
        self,
        records: Records,
        vault: Vault | None,
        ring: Keyring,
        state: LogState,
        clock: Callable[[], int],
        *,
        owned_calls: OwnedCalls,
        spent_calls: SpentCallIds,
        failure: LogFailure,
    ) -> None:
        """Go on behind a state; of the calls it follows which this writer owns, and which ids are spent."""
        self.lock = threading.Lock()
        self._records = records
        self._vault = vault
        self._ring = ring
        self._state = state
        self._clock = clock
        self._watch = ClockWatch(clock, state.chain.at_us)
        self._owned_calls = owned_calls
        self._spent_calls = spent_calls
        self._failure = failure
        self._segment_digest = SegmentDigest(records)
        self._sync_s = 0.0
        self._unsynced = False
        self._durable = (state.end, state.chain.head)
        self.followers: list[Follower] = []
        """Told of each record, in order."""
        self._tagged_for: tuple[str | None, bytes] | None = None

    @property
    def size(self) -> int:
        """How many records this writer has seen."""
        return self._state.size

    @property
    def end(self) -> int:
        """How many bytes they have."""
        return self._state.end

    @property
    def signing_key(self) -> str | None:
        """The key that signs from the next record on, None for the first that the log ever had."""
        return self._state.signing_key

    @property
    def time_us(self) -> int:
        """Real time, but never before the last record's."""
        return max(self._clock(), self._state.latest_us)

    @property
    def durable(self) -> tuple[int, str]:
        """Where the log ends, in bytes, that was made durable and so may have been acknowledged, and the digest of its last record."""
        return self._durable

    @property
    def sync_s(self) -> float:
        """How long a sync takes, smoothed over the last ones."""
        return self._sync_s

    @property
    def owned_calls(self) -> frozenset[str]:
        """The calls that this writer began and has not ended."""
        return self._owned_calls.ids

    def write(self, batch: Sequence[CommitRequest]) -> None:
        """Write a batch with one call behind what other processes appended, and give each request its receipt or error.

        Nothing is durable until `sync`.

        Raises:
            AuditError: it could not be written.
        """
        records, state = self._records, self._state
        owned_calls, spent_calls = self._owned_calls, self._spent_calls
        with records.locked():
            self._catch_up()
            end, full_size = state.end, records.full_size
            at_us, batch = self._read_clock(batch)
            size, tag_key = state.size, self._tag_key()
            lines: list[bytes] = []
            rows: list[tuple[int, Sealed]] = []
            for request in batch:
                if spent := owned_calls.find_conflict(request.entries, state.open_calls, spent_calls):
                    request.error = CallRepeated(f"call id {spent!r} ran before", call_id=spent)
                    continue
                held_us = max(at_us, state.latest_us)
                if approval := state.spent_approvals.find_unusable(request.entries, held_us):
                    request.error = ApprovalSpent(f"approval {approval} was used before, or has expired")
                    continue
                for entry, middle in zip(request.entries, request.middles, strict=True):
                    if state.size >= full_size:
                        self._append(lines, end, rows, size)
                        self._seal()
                        lines, rows, end, full_size = [], [], state.end, records.full_size
                    lines.append(state.extend(entry, middle, at_us, tag_key))
                    for follower in self.followers:
                        follower(entry.call, state.chain.at_us, entry.body)
                    if entry.sealed is not None or entry.names is not None:
                        rows += [(state.size - 1, one) for one in (entry.sealed, entry.names) if one]
                    if entry.call is not None:
                        owned_calls.follow(entry)
                        if spent_calls.is_loaded:
                            spent_calls.take(entry.call, entry.body.kind)
                chain = state.chain
                request.receipt = Receipt(chain.size - 1, chain.head, chain.size)
            self._append(lines, end, rows, size)

    def _read_clock(self, batch: Sequence[CommitRequest]) -> tuple[int, Sequence[CommitRequest]]:
        """The time, and the batch behind a record that says that the clock jumped, if it did."""
        at_us, jumped = self._watch.read()
        return at_us, batch if jumped is None else [CommitRequest([Entry(None, jumped)]), *batch]

    def write_rotation(self, old: Signer, new: Signer) -> None:
        """Write the record that hands the log over from one key to another; raises as `write`."""
        with self._records.locked():
            self._catch_up()
            end, size = self._state.end, self._state.size
            entry = Entry(None, make_rotation(old, new, size + 1))
            line = self._state.extend(entry, prepare(entry), self._clock(), self._tag_key())
            self._append([line], end, [], size)

    def sync(self) -> None:
        """Return once all that was written or seen is durable."""
        start_s = time.perf_counter()
        self._records.sync()
        self._sync_s += (time.perf_counter() - start_s - self._sync_s) * _SMOOTHING
        self._unsynced = False
        self._durable = (self._state.end, self._state.chain.head)

    def catch_up(self) -> None:
        """Take in what other processes appended.

        Raises:
            AuditError: it does not continue the log, which has failed for good.
        """
        try:
            self.take_in()
        except AuditError as error:
            self._failure.record(error)
            raise

    def take_in(self) -> bool:
        """Like `catch_up`, but the log has not failed where this does; whether there was something."""
        self._failure.require_usable()
        before = self._state.size
        with self._records.locked():
            self._catch_up()
        return self._state.size > before

    def has_approval(self, approval: str) -> bool:
        """Whether a record uses up the answer to this question, as far as this writer has seen."""
        return approval in self._state.spent_approvals

    def snapshot(self) -> LogState:
        """The state as it is, all of it durable.

        Raises:
            AuditError: it could not be made durable; the log has failed for good.
        """
        self._failure.require_usable()
        if self._unsynced:  # lines of other processes may not be durable yet
            try:
                self.sync()
            except AuditError as error:
                self._failure.record(error)
                raise
        return self._state.copy()

    def _append(self, lines: list[bytes], end: int, rows: list[tuple[int, Sealed]], size: int) -> None:
        """Write lines behind so many bytes, and their rows. The log had ``size`` records before the batch."""
        if rows:  # first, so that under no record a row is missing
            if self._vault is None:
                raise AuditWriteFailed("There is no vault for what the records commit to")
            self._vault.append(rows, size)
        if lines:
            data = b"\n".join([*lines, b""])
            self._records.append(data, end)
            self._segment_digest.take(self._records, end, data)

    def _seal(self) -> None:
        """Seal the segment that is full: a signature, so the rows of its records are made durable first."""
        if self._vault is not None:
            self._vault.sync()
        seal_segment(self._records, self._state, self._ring, self._segment_digest)
        self._segment_digest = SegmentDigest(self._records)

    def _catch_up(self) -> None:
        """Take in what other processes appended. The store's lock is held, too, so nobody is inside a line."""
        records, state = self._records, self._state
        size = records.size()
        if size == state.end:
            return
        if size < state.end:
            raise AuditInconsistent("Records were removed while the log was open")
        self._unsynced = True
        framing, start = Framing(), state.end
        try:
            for chunk in records.read(start, size):
                self._segment_digest.take(records, start, chunk)
                start += len(chunk)
                for line in framing.feed(chunk):
                    self._follow(line)
        except FormatError as error:
            raise AuditDamaged(f"Another writer left a line that does not hold: {error.message}") from None
        if state.end != size:
            raise AuditDamaged("Another writer left a torn line")

    def _tag_key(self) -> bytes:
        """The key of the next record's tag."""
        key = self._state.signing_key
        if self._tagged_for is None or self._tagged_for[0] != key:
            self._tagged_for = (key, self._ring.signer(key).tag_key)
        return self._tagged_for[1]

    def _follow(self, line: bytes) -> None:
        """Take in a line of another process."""
        if not is_tagged_by(line, self._tag_key()):
            raise forged(self._state.size)
        record, body = self._state.follow(line)
        if type(body) is KeyRotated:  # whoever wrote it, this writer must not sign it
            raise AuditKeyUnusable("The log was handed over to another key while it was open")
        for follower in self.followers:
            follower(record.call, record.at_us, body)
        if self._spent_calls.is_loaded:
            self._spent_calls.take(record.call, record.kind)
