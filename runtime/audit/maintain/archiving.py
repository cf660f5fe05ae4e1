"""Moves sealed segments that are old enough to the archive, and removes them here.

For each segment, in this order, so that a kill at any moment loses nothing and the next run goes on:

1. Its bytes, which must be those that were sealed, and its seal are put into the archive.
2. Both are read back from there, and compared.
3. The holds are read again, under the lock that placing one takes.
4. ``SegmentArchived`` is appended, and signed.
5. A receipt, signed by the log's key, is put beside the seal.
6. The segment's file is emptied.

These stay here: the newest 64 MiB of sealed records, in which writers look for calls; segments that a hold covers; and those with a
record of a hold, of a handing over to another key, or of a shard, which are looked for again and again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec
from blake3 import blake3

from runtime.audit.archive.port import Archive
from runtime.audit.format.archive_receipt import ArchiveReceipt, read_receipt
from runtime.audit.format.chain import FormatError, Framing, decode
from runtime.audit.format.seal import MAX_SEAL_BYTES, Seal
from runtime.audit.keys.key_files import Keyring
from runtime.audit.layout.segments import (
    Segment,
    VerificationStopped,
    open_to_read,
    read_chunks,
    seal_name,
)
from runtime.audit.maintain.expiry import WriterIdentity
from runtime.audit.maintain.holds import (
    HOLD_MARK,
    CallFacts,
    Hold,
    covering,
    first_key,
    marked_lines,
    read_holds,
)
from runtime.audit.stores import Location
from runtime.audit.stores._segment_removal import drop_segment, put_receipt
from runtime.audit.vault.opening import open_vault, read_vault
from runtime.audit.vault.vault_rows import VaultRows
from runtime.audit.write.call_lookup import WINDOW_BYTES
from runtime.audit.write.log import Log
from runtime.contracts.audit import MAX_OPEN_CALLS, Entry, Erased, SegmentArchived
from runtime.contracts.digest import PREFIX
from runtime.contracts.errors import (
    AuditArchiveUnavailable,
    AuditDamaged,
    AuditInconsistent,
    AuditTampered,
    ConfigurationError,
)

_MARKS = (HOLD_MARK, b'"kind":"KeyRotated"', b'"kind":"ShardCheckpoint"')


class SegmentFate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a segment that is old enough, or would become of it."""

    first: int
    size: int
    length: int
    state: Literal["archived", "held", "kept"]
    """``kept``: it has records that are looked for here."""
    hold: str | None = None


def archive_segments(
    location: Location,
    archive: Archive,
    writer: WriterIdentity,
    before_us: int,
    *,
    dry_run: bool,
    kept_bytes: int = WINDOW_BYTES,
) -> list[SegmentFate]:
    """Move the segments to the archive whose last record was written before a time. The log was verified.

    Args:
        location: The log, in a folder.
        archive: Where to.
        writer: Who writes the records of it.
        before_us: The time.
        dry_run: Only say what would become of which segment.
        kept_bytes: So many bytes of sealed records stay here in any case.

    Raises:
        AuditInconsistent: ``audit.inconsistent``: the archive holds something else under a name of this log.
        AuditArchiveUnavailable: ``audit.archive_unavailable``: it cannot be read or written; nothing more was removed.
        AuditError: the log is not what was sealed, or cannot be written.
    """
    folder, ring = location.folder, writer["signer"]
    if folder is None:
        raise ConfigurationError(
            "retention.records_days: a log in PostgreSQL is archived as a whole, with `runtime audit copy`",
            field="retention.records_days",
        )
    _require_apart(folder, archive)
    fates = _judge(location, ring, _old_segments(location, ring, before_us, kept_bytes))
    chosen = {fate.first for fate in fates if fate.state == "archived"}
    if dry_run or not chosen:
        return fates
    segments = [segment for segment in _segments(location, ring) if segment.start.size in chosen]
    for segment in segments:
        _put(archive, folder, segment)
    return _remove(location, folder, archive, writer, segments, fates)


def _remove(
    location: Location,
    folder: Path,
    archive: Archive,
    writer: WriterIdentity,
    segments: Sequence[Segment],
    fates: list[SegmentFate],
) -> list[SegmentFate]:
    """Record, and remove here, what is in the archive and still under no hold."""
    ring = writer["signer"]
    with closing(open_vault(location)) as vault, vault.erasing(wait=True):
        now = {fate.first: fate for fate in _judge(location, ring, segments)}
        there = {segment.start.size for segment in _segments(location, ring) if segment.is_here}
        going = [
            segment
            for segment in segments
            if now[segment.start.size].state == "archived" and segment.start.size in there
        ]
        receipts = _record(location, archive, writer, going)
        for segment, receipt in zip(going, receipts, strict=True):
            if receipt:
                put_receipt(folder, segment.start.size, receipt)
            drop_segment(folder, segment.start.size, segment.length)
    return [now.get(fate.first, fate) for fate in fates]


def _record(
    location: Location, archive: Archive, writer: WriterIdentity, segments: Sequence[Segment]
) -> list[bytes]:
    """Append what is about to be removed; the receipt of each segment, nothing where it has one that holds."""
    ring = writer["signer"]
    lacking = [segment for segment in segments if not _has_receipt(segment, ring)]
    if not lacking:
        return [b"" for _ in segments]
    receipts: dict[int, bytes] = {}
    with Log.open(location, **writer) as log:
        for segment in lacking:
            seal = _seal(segment)
            body = SegmentArchived(
                archive=archive.url, digest=seal.digest, first=seal.first, length=seal.length, size=seal.size
            )
            receipt = ArchiveReceipt(
                archive=archive.url,
                digest=seal.digest,
                first=seal.first,
                length=seal.length,
                seq=log.commit_sync([Entry(None, body)]).seq,
                size=seal.size,
            )
            receipts[seal.first] = receipt.sign(ring.signer(str(log.key)))
    # The log is closed: what says so is signed, and its frontier is behind what is removed.
    return [receipts.get(segment.start.size, b"") for segment in segments]


def _has_receipt(segment: Segment, ring: Keyring) -> bool:
    try:
        read_receipt(segment.receipt, ring.known).require(_seal(segment))
    except FormatError:
        return False
    return True


# What is moved.


def _old_segments(location: Location, ring: Keyring, before_us: int, kept_bytes: int) -> list[Segment]:
    """The sealed segments that are here, whose records are all older, and that have enough of others behind them."""
    sealed = [segment for segment in _segments(location, ring) if segment.seal is not None]
    behind = sum(segment.length for segment in sealed)
    old: list[Segment] = []
    latest_us = 0
    for segment in sealed:
        behind -= segment.length
        # A clock that was set back made no segment old: what counts is the highest time so far.
        latest_us = max(latest_us, _seal(segment).at_us)
        if latest_us >= before_us or behind < kept_bytes or segment is sealed[-1]:
            break
        if segment.is_here:
            old.append(segment)
    return old


def _judge(location: Location, ring: Keyring, segments: Sequence[Segment]) -> list[SegmentFate]:
    """What becomes of segments that are old enough, by the holds that are in force now."""
    held = _Held(read_holds(location, ring))
    if segments and held.holds:
        try:
            with read_vault(location) as rows:
                held.read(_segments(location, ring), {one.start.size for one in segments}, rows)
        except (OSError, FormatError) as error:
            raise AuditDamaged(f"The log cannot be read: {error}") from None
    fates = []
    for segment in segments:
        seal, hold = _seal(segment), held.by_segment.get(segment.start.size)
        state: Literal["archived", "held", "kept"] = "held" if hold else "archived"
        if hold is None and any(True for _ in marked_lines(segment.chunks(), _MARKS)):
            state = "kept"
        fates.append(
            SegmentFate(first=seal.first, size=seal.size, length=seal.length, state=state, hold=hold)
        )
    return fates


class _Touching:
    """A call that is under way, and the segments with a record of it."""

    __slots__ = ("facts", "segments")

    def __init__(self, call: str) -> None:
        self.facts = CallFacts(call)
        self.segments: set[int] = set()


class _Held:
    """Finds the segments that holds cover: those with a record of a call that one may be about."""

    def __init__(self, holds: Sequence[Hold]) -> None:
        self.holds = holds
        self.by_segment: dict[int, str] = {}
        self._open: dict[str, _Touching] = {}

    def read(self, segments: Sequence[Segment], asked: set[int], rows: VaultRows) -> None:
        """Read the records from the first segment that is asked about, until every call in them has ended. Raises OSError, FormatError."""
        first, last = min(asked), max(asked)
        for segment in segments:
            number = segment.start.size
            if number < first or not segment.is_here:
                continue
            if number > last and not any(one.segments for one in self._open.values()):
                break
            for line in _lines(segment):
                self._take(line, number if number in asked else None, rows)
        for call in list(self._open):
            self._close(call)

    def _take(self, line: bytes, segment: int | None, rows: VaultRows) -> None:
        record, body = decode(line)
        call = record.call
        if call is None or isinstance(body, Erased):
            if segment is not None:
                facts = CallFacts(None)
                facts.take(record, body, None)
                self._mark(facts, {segment})
            return
        if call not in self._open:
            if len(self._open) >= MAX_OPEN_CALLS:
                raise FormatError("call.too_many", f"more than {MAX_OPEN_CALLS} calls are open at once")
            self._open[call] = _Touching(call)
        touching = self._open[call]
        touching.facts.take(record, body, rows)
        if segment is not None:
            touching.segments.add(segment)
        if body.terminal:
            self._close(call)

    def _close(self, call: str) -> None:
        touching = self._open.pop(call)
        if touching.segments:
            self._mark(touching.facts, touching.segments)

    def _mark(self, facts: CallFacts, segments: set[int]) -> None:
        hold = covering(self.holds, facts)
        if hold is not None:
            for segment in segments:
                self.by_segment.setdefault(segment, hold.hold)


def _lines(segment: Segment) -> Iterator[bytes]:
    framing = Framing()
    for chunk in segment.chunks():
        yield from framing.feed(chunk)


def _segments(location: Location, ring: Keyring) -> list[Segment]:
    try:
        return location.segments([first_key(ring)])
    except OSError as error:
        raise AuditDamaged(f"The log cannot be read: {error.strerror or error}") from None
    except VerificationStopped as stop:  # changed since it was verified
        raise AuditTampered(stop.finding.message, finding=stop.finding.code) from None
    finally:
        location.close()


def _seal(segment: Segment) -> Seal:
    assert segment.seal is not None  # noqa: S101  # only sealed segments are asked about
    return segment.seal


# The archive.


def _require_apart(folder: Path, archive: Archive) -> None:
    """Raises ConfigurationError where the archive is the log's folder, or in it: what is put there would be taken for the log's own."""
    scheme, _, rest = archive.url.partition(":")
    if scheme == "file" and Path(rest).resolve().is_relative_to(folder.resolve()):
        raise ConfigurationError(
            "retention.archive: the archive is the log's own folder, or in it",
            suggestion="Name a folder on another disk.",
            field="retention.archive",
        )


def _put(archive: Archive, folder: Path, segment: Segment) -> None:
    """Put a segment and its seal into the archive, where they are not there yet, and compare what it then gives back."""
    seal, name, beside = _seal(segment), segment.name, seal_name(segment.start.size)
    try:
        if archive.length(name) is None:
            archive.put(name, _as_sealed(segment))
        if (archive.length(name), _digest_of(archive, name, seal.length)) != (seal.length, seal.digest):
            raise _other(archive, name)
        note = _read_note(folder, beside)
        if archive.length(beside) is None:
            archive.put(beside, [note])
        if archive.length(beside) != len(note) or b"".join(archive.read(beside, 0, len(note))) != note:
            raise _other(archive, beside)
    except FileExistsError:  # another run put it there at this moment
        raise AuditArchiveUnavailable(
            f"{name} is being archived by somebody else", suggestion="Run the command again."
        ) from None
    except OSError as error:
        reason = error.strerror or error
        raise AuditArchiveUnavailable(f"{name} cannot be archived in {archive.url}: {reason}") from None


def _as_sealed(segment: Segment) -> Iterator[bytes]:
    """The bytes of a segment; at their end they must have been those that were sealed, or nothing is put."""
    hasher, seal = blake3(), _seal(segment)
    for chunk in segment.chunks():
        hasher.update(chunk)
        yield chunk
    if PREFIX + hasher.hexdigest() != seal.digest:
        raise AuditTampered(
            f"{segment.name} does not hold what its seal says; it is not archived", finding="segment.digest"
        )


def _digest_of(archive: Archive, name: str, length: int) -> str:
    hasher = blake3()
    for piece in archive.read(name, 0, length):
        hasher.update(piece)
    return PREFIX + hasher.hexdigest()


def _read_note(folder: Path, name: str) -> bytes:
    descriptor = open_to_read(folder, name)
    try:
        return b"".join(read_chunks(descriptor, 0, MAX_SEAL_BYTES))
    finally:
        os.close(descriptor)


def _other(archive: Archive, name: str) -> AuditInconsistent:
    return AuditInconsistent(
        f"{archive.url} holds another {name} than this log; nothing was removed",
        suggestion="Give each log an archive of its own, or move the object away that is there.",
    )
