"""Verifies one segment with the checkpoints that speak of its records, apart from the segments beside it.

It takes up the log where the seal in front says that it stood, and holds its own end against its own seal. When each
segment in front was verified, too, the first from nothing, what the seals said was proved and not believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from blake3 import blake3

from runtime.audit.format.chain import Chain, FormatError, Framing, decode
from runtime.audit.format.checkpoint import Checkpoint, unverified_checkpoint
from runtime.audit.keys.key_rotation import ActiveKeys
from runtime.audit.layout.checkpoint_file import CHECKPOINTS, CheckpointRange, newest_of_each_key
from runtime.audit.layout.finding import Finding, Verdict
from runtime.audit.layout.segments import SEGMENT_RECORDS, Segment, VerificationStopped
from runtime.audit.verify.completeness import Violation
from runtime.contracts.audit import FORMAT, Body, ClockJumped, KeyRotated, LogOpened, Record
from runtime.contracts.digest import PREFIX, digest

MAX_FINDINGS = 100
Follow = Callable[[Record, Body, bytes, int], Violation | None]
"""Takes each record in turn with its line and offset: which rule of completeness it breaks."""


class SegmentOutcome(msgspec.Struct, kw_only=True):
    """What the verification of a segment came to."""

    size: int
    """Records of the log up to the last that was read."""
    signed_size: int
    checkpoints: int = 0
    taken_over: int = 0
    clock_jumps: int = 0
    stop: Finding | None = None
    """What ended it."""
    notes: list[Finding] = []
    """What was noted on the way."""
    tail_offset: int = 0
    """Where the first record behind the newest checkpoint begins in the last segment."""
    unsigned: Finding | None = None
    """Good records behind the newest checkpoint, of which a writer may be about to sign some."""
    torn: Finding | None = None
    """The last line is not complete."""
    torn_note: Finding | None = None
    """The last checkpoint is not complete."""
    keys: tuple[str, ...] = ()
    """The keys in force at the end."""


class SegmentVerifier:
    """The verification of one segment."""

    def __init__(
        self,
        segment: Segment,
        follow: Follow | None,
        progress: Callable[[int], None],
    ) -> None:
        """Prepare it.

        Args:
            segment: What to read, and from where.
            follow: Takes each record; None to compare the lines with the tree only.
            progress: Told how many bytes each chunk had.
        """
        start = segment.start
        self._segment = segment
        self._active_keys = ActiveKeys(segment.keys, segment.retired)
        self._follow = follow
        self._progress = progress
        self._chain = Chain(start.size, start.head, start.at_us)
        self._tree = start.tree()
        self._offset = 0  # of the next record
        self._previous_offset = 0
        self._framing = Framing()
        self._hasher = blake3()
        self._lines = self._read_lines()
        self._outcome = SegmentOutcome(size=start.size, signed_size=start.size)

    def run(self, checkpoints: CheckpointRange) -> SegmentOutcome:
        """Verify the segment under these checkpoints. Raises OSError."""
        behind = checkpoints.start
        try:
            for offset, note in (
                checkpoints.notes() if self._follow else newest_of_each_key(checkpoints.notes())
            ):
                if not note:
                    torn = FormatError("checkpoint.torn", "the last checkpoint is not complete")
                    self._outcome.torn_note = _checkpoint_finding("UNPROVEN", torn, offset)
                    break
                checkpoint = self._open_checkpoint(note, offset)
                self._read_signed(checkpoint.size)
                self._compare_root(checkpoint, offset)
                behind = offset + len(note) + 1
            if self._segment.seal is not None:
                self._read_signed(self._segment.seal.size)
                self._compare_seal()
            else:
                self._read_tail()
        except VerificationStopped as stop:
            self._outcome.stop = stop.finding
        except FormatError as error:  # there is no further note behind the last
            self._outcome.stop = _checkpoint_finding("TAMPERED", error, behind)
        self._outcome.size = self._tree.size
        self._outcome.keys = self._active_keys.texts()
        return self._outcome

    # Checkpoints.

    def _open_checkpoint(self, note: bytes, offset: int) -> Checkpoint:
        try:
            checkpoint = self._active_keys.open_checkpoint(note)
        except FormatError as error:
            if error.code == "checkpoint.key_unknown":
                self._look_for_handover(note, offset)
                raise VerificationStopped(_checkpoint_finding("UNTRUSTED", error, offset)) from None
            raise VerificationStopped(_checkpoint_finding("TAMPERED", error, offset)) from None
        if checkpoint.size <= self._outcome.signed_size:
            order = FormatError("checkpoint.order", "the checkpoint is not larger than the one before it")
            raise VerificationStopped(_checkpoint_finding("TAMPERED", order, offset))
        return checkpoint

    def _look_for_handover(self, note: bytes, offset: int) -> None:
        """A stranger's checkpoint may be that of the key that took over, and the old key's in front of it was removed."""
        try:
            self._read_signed(unverified_checkpoint(note).size)
        except (VerificationStopped, ValueError):
            return
        if self._active_keys.is_signed_by_successor(note):
            message = "the old key did not sign a checkpoint that ends with the handing over"
            raise VerificationStopped(
                _checkpoint_finding("TAMPERED", FormatError("key.uncovered", message), offset)
            )

    def _compare_root(self, checkpoint: Checkpoint, offset: int) -> None:
        signed_size = self._outcome.signed_size
        if self._tree.root() != checkpoint.root:
            message = f"records {signed_size} to {checkpoint.size - 1} are not those that were signed"
            raise VerificationStopped(
                Finding("TAMPERED", "tree.root", message, CHECKPOINTS, signed_size, offset)
            )
        try:
            self._active_keys.apply_rotation(checkpoint)
        except FormatError as error:
            raise VerificationStopped(_checkpoint_finding("TAMPERED", error, offset)) from None
        self._outcome.signed_size = checkpoint.size
        self._outcome.checkpoints += 1

    # Records under a checkpoint or seal.

    def _read_signed(self, size: int) -> None:
        while self._tree.size < size:
            line = None
            try:
                line = self._next_line(size)
                self._take(line)
            except FormatError as error:
                raise VerificationStopped(self._blame(error, line)) from None

    def _next_line(self, size: int) -> bytes:
        line = next(self._lines, None)
        if line is not None and self._tree.size - self._segment.start.size >= SEGMENT_RECORDS:
            raise FormatError(
                "segment.overfull", f"a segment holds {SEGMENT_RECORDS} records, and this one more"
            )
        if line is None:
            raise FormatError(
                "log.cut", f"a signature covers {size} records, and {self._segment.name} ends before"
            )
        return line

    def _require_room(self) -> None:
        """Raises FormatError where segments were put together, and the seals between them removed."""
        if self._tree.size - self._segment.start.size >= SEGMENT_RECORDS:
            raise FormatError(
                "segment.overfull", f"{self._segment.name} holds more than {SEGMENT_RECORDS} records"
            )

    def _take(self, line: bytes) -> None:
        if self._follow is not None:
            record, body = self._chain.follow(line)
            if isinstance(body, KeyRotated):
                self._active_keys.add_rotation(body, record.seq + 1)
            self._outcome.clock_jumps += type(body) is ClockJumped
            violation = self._follow(record, body, line, self._offset)
            if violation is not None:
                self._note(self._finding("UNPROVEN", violation.code, violation.message, record.seq))
            if record.seq == 0 or isinstance(body, LogOpened):
                self._take_opening(record, body)
        elif b'"kind":"KeyRotated"' in line:  # inside a string the quotes would be escaped
            self._take_rotation(line)
        self._tree.append(line)
        self._previous_offset = self._offset
        self._offset += len(line) + 1

    def _take_rotation(self, line: bytes) -> None:
        _, body = decode(line)
        if isinstance(body, KeyRotated):
            self._active_keys.add_rotation(body, self._tree.size + 1)

    def _blame(self, error: FormatError, line: bytes | None) -> Finding:
        """The first record that is wrong.

        A broken link can mean either of two records, and the earlier one is named, unless the record behind them
        does not continue the later one either: then it is the later one that was changed. What lies in front of the
        segment is another's to judge.
        """
        seq, offset = self._tree.size, self._offset
        earlier = error.code == "chain.link" and seq > self._segment.start.size
        if earlier and line is not None and not self._is_abandoned(line):
            seq, offset = seq - 1, self._previous_offset
        return Finding("TAMPERED", error.code, error.message, self._segment.name, seq, offset)

    def _is_abandoned(self, line: bytes) -> bool:
        try:
            following = next(self._lines, None)
            return following is not None and decode(following)[0].prev != digest(line)
        except FormatError:
            return False

    def _take_opening(self, record: Record, body: Body) -> None:
        if isinstance(body, LogOpened):
            self._outcome.taken_over += body.unsigned_tail
            if not self._active_keys.is_active(body.key, body.origin):
                message = "a LogOpened record names another key than the one that signs, or another log"
                self._note(self._finding("UNPROVEN", "log.opening", message, record.seq))
            if body.format == FORMAT:
                return
        message = f"the log does not open with a LogOpened record of format {FORMAT}"
        self._note(self._finding("UNPROVEN", "log.format", message, record.seq))

    # The seal.

    def _compare_seal(self) -> None:
        """Nothing may follow the last sealed record, and every statement must be what was read."""
        seal, signed_size = self._segment.seal, self._outcome.signed_size
        assert seal is not None  # noqa: S101  # the caller looked
        try:
            followed = next(self._lines, None) is not None or bool(self._framing.rest)
        except FormatError:
            followed = True
        if followed:
            message = f"bytes follow record {seal.size - 1}, the last that was sealed"
            raise VerificationStopped(self._finding("TAMPERED", "segment.digest", message, seal.size))
        same = [node.hex() for node in self._tree.nodes] == list(seal.nodes)
        if self._follow is not None:
            same = same and (self._chain.head, self._chain.at_us) == (seal.head, seal.at_us)
        if not same or (self._offset, PREFIX + self._hasher.hexdigest()) != (seal.length, seal.digest):
            message = f"records {signed_size} to {seal.size - 1} are not those that were sealed"
            raise VerificationStopped(
                Finding("TAMPERED", "segment.digest", message, self._segment.name, signed_size)
            )
        try:
            self._active_keys.require_active(seal.key)
        except FormatError as error:
            verdict: Verdict = "UNTRUSTED" if error.code == "seal.key_unknown" else "TAMPERED"
            raise VerificationStopped(self._finding(verdict, error.code, error.message, seal.size)) from None
        self._outcome.signed_size = seal.size

    # What lies behind the newest checkpoint.

    def _read_tail(self) -> None:
        start, seq = self._offset, self._tree.size
        self._outcome.tail_offset = start
        try:
            for line in self._lines:
                self._require_room()
                self._take(line)
        except FormatError as error:
            message = f"behind the signed records: {error.message}"
            self._note(self._finding("UNPROVEN", error.code, message, self._tree.size))
            return
        if self._framing.rest:
            message = f"the log ends in an incomplete line of {len(self._framing.rest)} bytes"
            self._outcome.torn = self._finding("UNPROVEN", "log.torn", message, self._tree.size)
        unsigned = self._tree.size - self._outcome.signed_size
        if unsigned:
            message = f"{unsigned} records behind the newest checkpoint are not signed"
            self._outcome.unsigned = Finding(
                "UNPROVEN", "log.unsigned", message, self._segment.name, seq, start
            )

    def _finding(self, verdict: Verdict, code: str, message: str, seq: int) -> Finding:
        return Finding(verdict, code, message, self._segment.name, seq, self._offset)

    def _note(self, finding: Finding) -> None:
        if len(self._outcome.notes) < MAX_FINDINGS:
            self._outcome.notes.append(finding)

    def _read_lines(self) -> Iterator[bytes]:
        sealed = self._segment.seal is not None
        for chunk in self._segment.chunks():
            if sealed:
                self._hasher.update(chunk)
            yield from self._framing.feed(chunk)
            self._progress(len(chunk))


def _checkpoint_finding(verdict: Verdict, error: FormatError, offset: int) -> Finding:
    return Finding(verdict, error.code, error.message, CHECKPOINTS, None, offset)
