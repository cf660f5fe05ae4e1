"""Finds where a log stands when it is opened, without believing anything that its key did not sign.

1. The newest checkpoint is signed by this key.
2. A saved frontier spares reading what came before it, if this key signed it and it is not ahead of the
   checkpoint; otherwise reading starts at the first record.
3. The log reaches the newest checkpoint, and its root is the signed one; it reaches the newest seal, and stands there
   as the seal says.
4. What follows is complete records that continue the chain, each with the tag that this key gives it.

Breaking 1 to 3 is AuditInconsistent: signed records were removed or changed. Breaking 4 is damage behind the
signed range, which a crash can leave: `LogSurvey.damage`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from runtime.audit.format.chain import FormatError, Framing, decode
from runtime.audit.format.checkpoint import (
    MAX_NOTE_BYTES,
    Checkpoint,
    could_begin_note,
    last_note,
    read_checkpoint,
)
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.record_tag import is_tagged_by
from runtime.audit.format.seal import SegmentStart
from runtime.audit.format.vault_slots import VaultSlot, commitments_of
from runtime.audit.keys.key_files import Keyring
from runtime.audit.keys.key_rotation import read_rotation
from runtime.audit.layout.store import AppendOnlyFile, Store
from runtime.audit.witness.agreement import require_witnessed
from runtime.audit.witness.port import Witness
from runtime.audit.write.log_state import LogState
from runtime.audit.write.sealing import seal_in_front
from runtime.contracts.audit import MAX_LINE_BYTES, KeyRotated, LogOpened
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditDamaged, AuditForged, AuditInconsistent, AuditKeyUnusable


class NewestCheckpoint(msgspec.Struct, frozen=True):
    """The end of the file of checkpoints."""

    checkpoint: Checkpoint | None
    end: int
    """Where the last complete note ends; behind it lies a torn one."""
    torn: bool

    @property
    def size(self) -> int:
        """How many records the newest checkpoint covers."""
        return self.checkpoint.size if self.checkpoint else 0


class LogSurvey(msgspec.Struct, frozen=True):
    """Where a log stands: the state behind its good lines, and what is wrong behind them."""

    state: LogState
    newest: NewestCheckpoint
    damage: FormatError | None
    forged: bool = False
    """Whether the damage begins with a complete line that nobody who holds the log's key wrote."""
    unsigned_slots: tuple[VaultSlot, ...] = ()
    """What records that no checkpoint covers have in the vault."""

    @property
    def unsigned(self) -> int:
        """How many good records no checkpoint covers."""
        return self.state.size - self.newest.size


def survey_log(store: Store, ring: Keyring) -> LogSurvey:
    """Where the log of this ring stands.

    Raises:
        AuditInconsistent: ``audit.inconsistent``: signed records are missing or changed.
        AuditKeyUnusable: ``audit.key_unusable``: the log was signed by another key.
    """
    with store.checkpoints.locked():
        newest = find_newest_checkpoint(store.checkpoints, ring.keys)
        state = LogState.load(store.load_frontier(), ring.keys) or LogState()
    with store.records.locked():  # no writer is inside a line now; those that come later are caught up with
        end = store.records.size()
        signed = _SignedRange(newest.checkpoint, seal_in_front(store.records, ring.known))
    if state.size > newest.size:
        raise AuditInconsistent("The newest checkpoints were removed")
    if not _ends_there(store.records, state.end, state.chain.head):
        raise AuditInconsistent(f"Record {state.size - 1} was removed or changed after it was signed")
    tail = _Tail(state, signed, ring)
    damage = tail.read(store.records, end)
    return LogSurvey(state, newest, damage, tail.forged, tuple(tail.slots))


def survey_intact_log(store: Store, ring: Keyring, origin: str, witnesses: Sequence[Witness]) -> LogSurvey:
    """Where a log stands that can be continued: it ends well, and is what its witnesses saw.

    Raises:
        AuditKeyUnusable, AuditInconsistent: as `survey_log`; the log is not what a witness saw.
        AuditDamaged: ``audit.damaged``: it ends in a torn line or note.
        AuditForged: ``audit.forged``: somebody without the key appended records.
    """
    if ring.name != origin:
        raise AuditKeyUnusable(f"The key is named {ring.name!r} and cannot sign for {origin!r}")
    survey = survey_log(store, ring)
    if survey.forged:
        raise forged(survey.state.size)
    if survey.damage or survey.newest.torn:
        raise AuditDamaged(f"The log does not end well: {survey.damage or 'the last checkpoint is torn'}")
    for witness in witnesses:
        require_witnessed(witness, store.checkpoints, ring.known)
    return survey


def find_newest_checkpoint(file: AppendOnlyFile, keys: Sequence[VerifierKey]) -> NewestCheckpoint:
    """The last complete note of the file of checkpoints. The lock is held.

    Raises:
        AuditInconsistent: the last note does not hold.
        AuditKeyUnusable: another key signed it.
    """
    size = file.size()
    tail = b"".join(file.read(max(0, size - 2 * MAX_NOTE_BYTES), size))
    note, torn = last_note(tail)
    end = size - torn
    if torn and not could_begin_note(tail[-torn:]):
        raise AuditInconsistent(
            "The file of checkpoints ends in something else than a note, or the beginning of one"
        )
    if note is None:
        return NewestCheckpoint(None, end, torn=torn > 0)
    try:
        checkpoint = read_checkpoint(note, keys)
    except FormatError as error:
        if error.code == "checkpoint.key_unknown":
            raise AuditKeyUnusable("The log was signed by another key") from None
        raise AuditInconsistent(f"The newest checkpoint does not hold: {error.message}") from None
    return NewestCheckpoint(checkpoint, end, torn=torn > 0)


class _SignedRange(NamedTuple):
    """What is signed of a log: its newest checkpoint, and its newest seal."""

    checkpoint: Checkpoint | None
    sealed: SegmentStart

    @property
    def size(self) -> int:
        """How many records are signed."""
        return max(self.checkpoint.size if self.checkpoint else 0, self.sealed.size)

    def require(self, state: LogState) -> None:
        """Raises AuditInconsistent where the log stands at a signed size, and not as it was signed."""
        checkpoint, sealed = self
        if checkpoint is not None and state.size == checkpoint.size and state.tree.root() != checkpoint.root:
            raise AuditInconsistent(f"The first {checkpoint.size} records are not those that were signed")
        if state.size == sealed.size:
            stands = state.chain.head, state.tree.nodes
            if stands != (sealed.head, sealed.tree().nodes):
                raise AuditInconsistent(f"The first {sealed.size} records are not those that were sealed")


class _Tail:
    """The records behind a saved state, read to the end of the log and so past what is signed."""

    def __init__(self, state: LogState, signed: _SignedRange, ring: Keyring) -> None:
        """Read on from a state; what is not signed must be tagged by a key of the ring."""
        self._state = state
        self._signed = signed
        self._signed_size = signed.size
        self._ring = ring
        self.slots: list[VaultSlot] = []
        """What the unsigned records have in the vault."""
        self.forged = False

    def read(self, records: AppendOnlyFile, end: int) -> FormatError | None:
        """Follow the records to their end; what is wrong behind the signed ones.

        Raises:
            AuditInconsistent: a signed record was removed or changed.
        """
        state, signed_size = self._state, self._signed_size
        self._signed.require(state)
        damage = None
        framing = Framing()
        try:
            for chunk in records.read(state.end, end):
                for line in framing.feed(chunk):
                    self._follow(line)
            if framing.rest:
                damage = FormatError("log.torn", "the last line is not complete")
        except FormatError as error:
            damage = error
        if state.size < signed_size:
            reason = damage.message if damage else "the log ends before it"
            raise AuditInconsistent(
                f"Record {state.size} was removed or changed after it was signed: {reason}"
            )
        return damage

    def _follow(self, line: bytes) -> None:
        state, signed, signed_size = self._state, self._signed, self._signed_size
        if state.size >= signed_size:
            self._require_tag(line)
            self._refuse_foreign_rotation(line, first=state.size == signed_size)
        _, body = state.follow(line)
        signed.require(state)
        if signed.checkpoint is None and not isinstance(body, LogOpened):
            # A new log is signed before anything but its opening is written to it.
            raise AuditInconsistent("The log holds records, but its checkpoints are gone")
        if state.size > signed_size:
            self.slots += [VaultSlot(state.size - 1, made) for made, _ in commitments_of(body)]

    def _require_tag(self, line: bytes) -> None:
        """To sign an unsigned line of somebody else is to vouch for it.

        Raises:
            FormatError: ``record.tag``: no key that signs here gave the line its tag.
        """
        if not is_tagged_by(line, self._ring.signer(self._state.signing_key).tag_key):
            self.forged = b"\0" not in line  # a power failure leaves blocks of NUL
            raise FormatError("record.tag", "the line's tag is not one by the holder of the log's key")

    def _refuse_foreign_rotation(self, line: bytes, *, first: bool) -> None:
        """To sign such an unsigned line is to give the log away: whoever can write the folder can append one.

        Raises:
            FormatError: ``key.rotation``: it hands the log over to a key that is not here; ``key.uncovered``: or follows a
                line that hands it over, which its writer would have signed first.
        """
        if self._state.next_key is not None and not first:
            raise FormatError("key.uncovered", "records follow a handing over that is not signed")
        if b'"kind":"KeyRotated"' in line:
            _, body = decode(line)
            if isinstance(body, KeyRotated):
                new = str(read_rotation(body, self._state.size + 1).new)
                if new not in map(str, self._ring.keys):
                    raise FormatError("key.rotation", "the log is handed over to a key that is not here")


def forged(seq: int) -> AuditForged:
    """The error for a record that nobody with the log's key wrote."""
    return AuditForged(
        f"Record {seq} was not written by a holder of the log's key: its tag is wrong", seq=seq
    )


def require_durable_end(records: AppendOnlyFile, end: int, head: str) -> None:
    """See that a log which this process had open before still holds all that was made durable, as a database that went back to a standby may not.

    Raises:
        AuditInconsistent: ``audit.inconsistent``: it does not.
    """
    if not _ends_there(records, end, head):
        raise AuditInconsistent(
            "Records that were acknowledged are gone: the log was rolled back while its connection or disk was lost",
            suggestion="Stop, and find the server or the copy that has them.",
        )


def _ends_there(records: AppendOnlyFile, end: int, head: str) -> bool:
    """Whether a line with this digest ends at an offset."""
    if not end:
        return True
    tail = b"".join(records.read(max(0, end - MAX_LINE_BYTES - 2), end))
    lines = tail.split(b"\n")
    return len(lines) > 1 and not lines[-1] and digest(lines[-2]) == head
