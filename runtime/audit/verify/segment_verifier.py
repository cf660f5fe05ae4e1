"""Verifies one segment with the checkpoints that speak of its records, apart from the segments beside it.

It takes up the log where the seal in front says that it stood, and holds its own end against its own seal. When each
segment in front was verified, too, the first from nothing, what the seals said was proved and not believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from blake3 import blake3

from runtime.audit.format.chain import Chain, FormatError, Framing, decode
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.keys.key_rotation import ActiveKeys
from runtime.audit.layout.checkpoint_file import CHECKPOINTS, CheckpointRange, newest_of_each_key
from runtime.audit.layout.finding import Finding, Verdict
from runtime.audit.layout.segments import Segment, VerificationStopped
from runtime.audit.verify.completeness import Violation
from runtime.contracts.audit import FORMAT, Body, KeyRotated, LogOpened, Record
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
    stop: Finding | None = None
    """What ended it."""
    notes: list[Finding] = []
    """What was noted on the way."""
    unsigned: Finding | None = None
    """Good records behind the newest checkpoint, of which a writer may be about to sign some."""
    torn: Finding | None = None
    """The last line is not complete."""
    torn_note: Finding | None = None
    """The last checkpoint is not complete."""


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
        self.segment = segment
        self.active_keys = ActiveKeys(segment.keys, segment.retired)
        self.follow = follow
        self.progress = progress
        self.chain = Chain(start.size, start.head, start.at_us)
        self.tree = start.tree()
        self.offset = 0  # of the next record
        self.previous_offset = 0
        self.framing = Framing()
        self.hasher = blake3()
        self.lines = self._read_lines()
        self.outcome = SegmentOutcome(size=start.size, signed_size=start.size)

    def run(self, checkpoints: CheckpointRange) -> SegmentOutcome:
        """Verify the segment under these checkpoints. Raises OSError."""
        behind = checkpoints.start
        try:
            for offset, note in (
                checkpoints.notes() if self.follow else newest_of_each_key(checkpoints.notes())
            ):
                if not note:
                    torn = FormatError("checkpoint.torn", "the last checkpoint is not complete")
                    self.outcome.torn_note = _checkpoint_finding("UNPROVEN", torn, offset)
                    break
                checkpoint = self._open_checkpoint(note, offset)
                self._read_signed(checkpoint.size)
                self._compare_root(checkpoint, offset)
                behind = offset + len(note) + 1
            if self.segment.seal is not None:
                self._read_signed(self.segment.seal.size)
                self._compare_seal()
            else:
                self._read_tail()
        except VerificationStopped as stop:
            self.outcome.stop = stop.finding
        except FormatError as error:  # there is no further note behind the last
            self.outcome.stop = _checkpoint_finding("TAMPERED", error, behind)
        self.outcome.size = self.tree.size
        return self.outcome

    # Checkpoints.

    def _open_checkpoint(self, note: bytes, offset: int) -> Checkpoint:
        try:
            checkpoint = self.active_keys.open_checkpoint(note)
        except FormatError as error:
            verdict: Verdict = "UNTRUSTED" if error.code == "checkpoint.key_unknown" else "TAMPERED"
            raise VerificationStopped(_checkpoint_finding(verdict, error, offset)) from None
        if checkpoint.size <= self.outcome.signed_size:
            order = FormatError("checkpoint.order", "the checkpoint is not larger than the one before it")
            raise VerificationStopped(_checkpoint_finding("TAMPERED", order, offset))
        return checkpoint

    def _compare_root(self, checkpoint: Checkpoint, offset: int) -> None:
        signed_size = self.outcome.signed_size
        if self.tree.root() != checkpoint.root:
            message = f"records {signed_size} to {checkpoint.size - 1} are not those that were signed"
            raise VerificationStopped(
                Finding("TAMPERED", "tree.root", message, CHECKPOINTS, signed_size, offset)
            )
        try:
            self.active_keys.apply_rotation(checkpoint)
        except FormatError as error:
            raise VerificationStopped(_checkpoint_finding("TAMPERED", error, offset)) from None
        self.outcome.signed_size = checkpoint.size
        self.outcome.checkpoints += 1

    # Records under a checkpoint or seal.

    def _read_signed(self, size: int) -> None:
        while self.tree.size < size:
            line = None
            try:
                line = self._next_line(size)
                self._take(line)
            except FormatError as error:
                raise VerificationStopped(self._blame(error, line)) from None

    def _next_line(self, size: int) -> bytes:
        line = next(self.lines, None)
        if line is None:
            raise FormatError(
                "log.cut", f"a signature covers {size} records, and {self.segment.name} ends before"
            )
        return line

    def _take(self, line: bytes) -> None:
        if self.follow is not None:
            record, body = self.chain.follow(line)
            if isinstance(body, KeyRotated):
                self.active_keys.add_rotation(body, record.seq + 1)
            violation = self.follow(record, body, line, self.offset)
            if violation is not None:
                self._note(self._finding("UNPROVEN", violation.code, violation.message, record.seq))
            if record.seq == 0 or isinstance(body, LogOpened):
                self._take_opening(record, body)
        elif b'"kind":"KeyRotated"' in line:  # inside a string the quotes would be escaped
            self._take_rotation(line)
        self.tree.append(line)
        self.previous_offset = self.offset
        self.offset += len(line) + 1

    def _take_rotation(self, line: bytes) -> None:
        _, body = decode(line)
        if isinstance(body, KeyRotated):
            self.active_keys.add_rotation(body, self.tree.size + 1)

    def _blame(self, error: FormatError, line: bytes | None) -> Finding:
        """The first record that is wrong.

        A broken link can mean either of two records, and the earlier one is named, unless the record behind them
        does not continue the later one either: then it is the later one that was changed. What lies in front of the
        segment is another's to judge.
        """
        seq, offset = self.tree.size, self.offset
        earlier = error.code == "chain.link" and seq > self.segment.start.size
        if earlier and line is not None and not self._is_abandoned(line):
            seq, offset = seq - 1, self.previous_offset
        return Finding("TAMPERED", error.code, error.message, self.segment.name, seq, offset)

    def _is_abandoned(self, line: bytes) -> bool:
        try:
            following = next(self.lines, None)
            return following is not None and decode(following)[0].prev != digest(line)
        except FormatError:
            return False

    def _take_opening(self, record: Record, body: Body) -> None:
        if isinstance(body, LogOpened):
            self.outcome.taken_over += body.unsigned_tail
            if body.format == FORMAT:
                return
        message = f"the log does not open with a LogOpened record of format {FORMAT}"
        self._note(self._finding("UNPROVEN", "log.format", message, record.seq))

    # The seal.

    def _compare_seal(self) -> None:
        """Nothing may follow the last sealed record, and every statement must be what was read."""
        seal, signed_size = self.segment.seal, self.outcome.signed_size
        assert seal is not None  # noqa: S101  # the caller looked
        try:
            followed = next(self.lines, None) is not None or bool(self.framing.rest)
        except FormatError:
            followed = True
        if followed:
            message = f"bytes follow record {seal.size - 1}, the last that was sealed"
            raise VerificationStopped(self._finding("TAMPERED", "segment.digest", message, seal.size))
        same = [node.hex() for node in self.tree.nodes] == list(seal.nodes)
        if self.follow is not None:
            same = same and (self.chain.head, self.chain.at_us) == (seal.head, seal.at_us)
        if not same or (self.offset, PREFIX + self.hasher.hexdigest()) != (seal.length, seal.digest):
            message = f"records {signed_size} to {seal.size - 1} are not those that were sealed"
            raise VerificationStopped(
                Finding("TAMPERED", "segment.digest", message, self.segment.name, signed_size)
            )
        try:
            self.active_keys.require_active(seal.key)
        except FormatError as error:
            verdict: Verdict = "UNTRUSTED" if error.code == "seal.key_unknown" else "TAMPERED"
            raise VerificationStopped(self._finding(verdict, error.code, error.message, seal.size)) from None
        self.outcome.signed_size = seal.size

    # What lies behind the newest checkpoint.

    def _read_tail(self) -> None:
        start, seq = self.offset, self.tree.size
        try:
            for line in self.lines:
                self._take(line)
        except FormatError as error:
            message = f"behind the signed records: {error.message}"
            self._note(self._finding("UNPROVEN", error.code, message, self.tree.size))
            return
        if self.framing.rest:
            message = f"the log ends in an incomplete line of {len(self.framing.rest)} bytes"
            self.outcome.torn = self._finding("UNPROVEN", "log.torn", message, self.tree.size)
        unsigned = self.tree.size - self.outcome.signed_size
        if unsigned:
            message = f"{unsigned} records behind the newest checkpoint are not signed"
            self.outcome.unsigned = Finding(
                "UNPROVEN", "log.unsigned", message, self.segment.name, seq, start
            )

    def _finding(self, verdict: Verdict, code: str, message: str, seq: int) -> Finding:
        return Finding(verdict, code, message, self.segment.name, seq, self.offset)

    def _note(self, finding: Finding) -> None:
        if len(self.outcome.notes) < MAX_FINDINGS:
            self.outcome.notes.append(finding)

    def _read_lines(self) -> Iterator[bytes]:
        sealed = self.segment.seal is not None
        for chunk in self.segment.chunks():
            if sealed:
                self.hasher.update(chunk)
            yield from self.framing.feed(chunk)
            self.progress(len(chunk))


def _checkpoint_finding(verdict: Verdict, error: FormatError, offset: int) -> Finding:
    return Finding(verdict, error.code, error.message, CHECKPOINTS, None, offset)
