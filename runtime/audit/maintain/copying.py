"""Copies a log from one store to another, byte by byte: records, seals, checkpoints and the vault. It can be broken off at any moment and gone on with.

1. The source is verified; what is TAMPERED, UNTRUSTED or cannot be read is not copied.
2. What the destination holds is compared with the source, and must be the beginning of it.
3. The vault's rows come first, then each segment's records and its seal, then the checkpoints. So a copy that was broken off has records that
   nobody signed, and no writer goes on with it.
4. The destination is verified with the same keys.

Of a log with a writer at work, what is signed is copied; the same command later copies what was signed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain, groupby

import msgspec

from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, last_note, unverified_checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.segments import CHUNK_BYTES, Segment, VerificationStopped
from runtime.audit.layout.store import AppendOnlyFile, Store
from runtime.audit.read.reader import LogReader, Progress, parse_keys
from runtime.audit.stores import Location, LogBytes
from runtime.audit.vault.opening import KeptVault, open_vault, read_vault
from runtime.audit.vault.vault_row import ERASED, VaultRow
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.contracts.errors import (
    AuditDamaged,
    AuditError,
    AuditInconsistent,
    AuditTampered,
    AuditUntrusted,
    AuditWriteFailed,
)

_REFUSED: dict[str, type[AuditError]] = {
    "TAMPERED": AuditTampered,
    "UNTRUSTED": AuditUntrusted,
    "ERROR": AuditDamaged,
}
_OTHER = "The destination holds something else than the beginning of this log"
_OTHER_FIX = "Name another destination, or an empty one."


class CopyReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was copied, and what the destination is worth."""

    records_bytes: int
    """How many bytes of records were copied now; those of an earlier attempt are not counted."""
    values: int
    """How many rows of the vault were."""
    report: Report
    """The verification of the destination."""


class _Extent(msgspec.Struct, frozen=True):
    """How much of the source is copied."""

    size: int | None
    """How many records, None for all that there is."""
    checkpoints_end: int


def copy_log(
    source: Location,
    target: Location,
    *,
    verifier_keys: Sequence[VerifierKey | str],
    vault: bool = True,
    progress: Progress | None = None,
) -> CopyReport:
    """Copy a log, or go on with a copy that was broken off.

    Args:
        source: The log.
        target: Where to; it is made where nothing is.
        verifier_keys: The pinned keys of the log.
        vault: Copy the values behind the commitments, too.
        progress: Told how many bytes of records are there, and how many there will be.

    Raises:
        AuditTampered, AuditUntrusted, AuditDamaged: the source is not what was signed, or cannot be read.
        AuditInconsistent: ``audit.inconsistent``: the destination holds another log, or more than the source.
        AuditWriteFailed: ``audit.write_failed``: the destination is in use, or cannot be written.
    """
    keys = parse_keys(verifier_keys)
    with LogReader(source):  # a log that is not there says so by its own code
        pass
    with closing(source.open_bytes()) as bytes_:
        extent = _extent(source, bytes_)
        _require(verify(source, verifier_keys=keys, vault=vault), f"The log in {source}")
        segments = _segments(source, keys)
        store = target.open(create=True)
        try:
            with store.joining() as alone:
                if not alone:
                    raise AuditWriteFailed(
                        "Another process has the destination open", suggestion="Stop it, then copy."
                    )
                values = _copy_vault(source, target, extent) if vault else 0
                with closing(target.open_bytes()) as present:
                    copied = _copy_records(bytes_, segments, extent, store, present, progress)
                with store.checkpoints.locked():
                    end = extent.checkpoints_end
                    _copy_range(bytes_.read_checkpoints, store.checkpoints, 0, end, lines=False)
                    _require_end(store.checkpoints, end)
                store.checkpoints.sync()
        finally:
            store.close()
    report = verify(target, verifier_keys=keys, vault=vault)
    _require(report, f"The copy in {target}")
    return CopyReport(records_bytes=copied, values=values, report=report)


def _extent(source: Location, bytes_: LogBytes) -> _Extent:
    """How much is copied: all, or behind a writer's back what is signed."""
    try:
        growing = source.has_writer()
    except OSError as error:
        raise AuditDamaged(f"The log cannot be read: {error.strerror}") from None
    end = bytes_.checkpoints_end()
    if not growing:
        return _Extent(None, end)
    note, torn = last_note(b"".join(bytes_.read_checkpoints(max(0, end - 2 * MAX_NOTE_BYTES), end)))
    return _Extent(unverified_checkpoint(note).size if note else 0, end - torn)


def _require(report: Report, what: str) -> None:
    refused = _REFUSED.get(report.verdict)
    if refused is not None:
        raise refused(f"{what} is {report.verdict}: {report.detail}", finding=report.code)


def _segments(source: Location, keys: Sequence[VerifierKey]) -> list[Segment]:
    try:
        return source.segments(keys)
    except OSError as error:
        raise AuditDamaged(f"The log cannot be read: {error.strerror}") from None
    except VerificationStopped as stop:  # changed since it was verified
        raise AuditTampered(stop.finding.message) from None
    finally:
        source.close()


def _copy_records(
    source: LogBytes,
    segments: Sequence[Segment],
    extent: _Extent,
    store: Store,
    present: LogBytes,
    progress: Progress | None,
) -> int:
    """Copy the segments, each with its seal; how many bytes were not there yet."""
    records, start, copied = store.records, 0, 0
    total = sum(segment.length for segment in segments)
    for segment in segments:
        first, seal, end = segment.start.size, segment.seal, start + segment.length
        if extent.size is not None and (seal is None or seal.size > extent.size):
            seal, end = None, _offset_behind(source, start, end, extent.size - first)
        elif seal is None:
            end = source.end()
        with records.locked():
            copied += _copy_range(source.read, records, start, end, lines=True)
            if seal is None:
                _require_end(records, end)
                records.sync()
                return copied
            records.sync()
            note = source.read_seal(first)
            if records.first == first:
                records.seal(note, seal.size)
            elif present.read_seal(first) != note:
                raise AuditInconsistent(_OTHER, suggestion=_OTHER_FIX)
        start = end
        if progress is not None:
            progress(start, total)
    return copied


def _copy_range(
    read: Callable[[int, int], Iterator[bytes]], target: AppendOnlyFile, start: int, end: int, *, lines: bool
) -> int:
    """Copy a range that may be there in part; how many bytes were not. The lock is held.

    Raises:
        AuditInconsistent: what is there is something else.
    """
    there = max(start, min(target.size(), end))
    for place in range(start, there, CHUNK_BYTES):
        behind = min(place + CHUNK_BYTES, there)
        if b"".join(read(place, behind)) != b"".join(target.read(place, behind)):
            raise AuditInconsistent(_OTHER, suggestion=_OTHER_FIX)
    rest = b""
    written = there
    for chunk in read(there, end):
        data = rest + chunk
        whole = data.rfind(b"\n") + 1 if lines else len(data)
        rest = data[whole:]
        if whole:
            target.append(data[:whole], written)
            written += whole
    if rest:  # a torn line is copied as it is
        target.append(rest, written)
        written += len(rest)
    if written != end:
        raise AuditDamaged("The log became shorter while it was copied")
    return written - there


def _require_end(target: AppendOnlyFile, end: int) -> None:
    if target.size() != end:
        raise AuditInconsistent("The destination holds more than the log", suggestion=_OTHER_FIX)


def _offset_behind(source: LogBytes, start: int, end: int, lines: int) -> int:
    """The offset behind so many lines of a range."""
    for chunk in source.read(start, end) if lines > 0 else ():
        found = chunk.count(b"\n")
        if found >= lines:
            place = -1
            for _ in range(lines):
                place = chunk.index(b"\n", place + 1)
            return start + place + 1
        lines -= found
        start += len(chunk)
    return start


# The vault.


def _copy_vault(source: Location, target: Location, extent: _Extent) -> int:
    """Copy the rows that are not there yet, and erase there what was erased here since; how many were copied."""
    with read_vault(source) as rows, closing(open_vault(target)) as vault:
        vault.trim(1 << 53)  # a row that was torn when an earlier attempt was broken off
        wanted = _groups(row for row in rows.rows() if extent.size is None or row.seq < extent.size)
        missing: list[VaultRow] = []
        for there in _groups(vault.rows()):
            here = next(wanted, [])
            missing = _agree(vault, here, there)
            if missing:
                break
        copied = 0
        batch: list[VaultRow] = []
        held = 0
        for row in chain(missing, chain.from_iterable(wanted)):
            batch.append(msgspec.structs.replace(row, rest=b"") if row.kind == ERASED else row)
            held += len(row.rest)
            copied += 1
            if held >= CHUNK_BYTES or len(batch) >= 1000:
                vault.append_rows(batch)
                batch, held = [], 0
        if batch:
            vault.append_rows(batch)
        vault.sync()
        return copied


def _groups(rows: Iterator[VaultRow]) -> Iterator[list[VaultRow]]:
    """The rows of one record after another, in one order."""
    for _, group in groupby(rows, key=lambda row: row.seq):
        yield sorted(group, key=lambda row: row.commitment)


def _agree(vault: KeptVault, here: Sequence[VaultRow], there: Sequence[VaultRow]) -> list[VaultRow]:
    """The rows of one record that the destination lacks; what it has must be of the same commitments."""
    known = {row.commitment: row for row in here}
    for row in there:
        mine = known.pop(row.commitment, None)
        if mine is None or mine.seq != row.seq:
            raise AuditInconsistent(f"{_OTHER}: its vault differs", suggestion=_OTHER_FIX)
        if mine.kind == ERASED:
            vault.erase(row.seq, row.commitment)
        elif (mine.kind, mine.rest) != (row.kind, row.rest):
            raise AuditInconsistent(f"{_OTHER}: its vault differs", suggestion=_OTHER_FIX)
    return list(known.values())
