"""Finds the segments of a log in a folder, from seal to seal.

``records.jsonl`` holds the first segment and ``records-N.jsonl`` the one whose first record is N. Each but the last has a
seal (``records.seal``, ``records-N.seal``), which is durable before the next file is begun. A segment that was moved to the archive is an empty
file with a receipt (``records.archived``, ``records-N.archived``) beside its seal; its bytes are then asked of the archive.

Names are listed before anything is opened: a writer only adds, so what was listed and is not reached from seal to seal
was not put there by a writer.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from runtime.audit.format.archive_receipt import MAX_RECEIPT_BYTES
from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.seal import MAX_SEAL_BYTES, Seal, SegmentStart, claimed_key, read_seal
from runtime.audit.layout.finding import Finding, Verdict

RECORDS = "records.jsonl"
SEGMENT_RECORDS = 65_536
"""How many records fill a segment."""
CHUNK_BYTES = 1 << 20
_NAME = re.compile(r"records(?:-([0-9]+))?\.(jsonl|seal|archived)")
_MAX_NAMES = 200_000
"""Far more than a log has segments: a hostile folder must not exhaust the auditor's memory."""


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """One segment as it stood when the verification began."""

    folder: str
    name: str
    length: int
    start: SegmentStart
    """Where the log stands in front of it, as the seal before says."""
    seal: Seal | None
    keys: tuple[VerifierKey, ...]
    """The keys in force in front of it, as the seal before says; any may sign."""
    retired: tuple[VerifierKey, ...]
    """Those that were in force before."""
    receipt: bytes = b""
    """By which it may have been moved to the archive, unverified; nothing where it may not."""
    is_here: bool = True
    """Whether its bytes are here, and not in the archive alone."""
    archive: str = ""
    """The archive to ask, as the settings or the auditor name it; empty where nobody does."""

    def chunks(self) -> Iterator[bytes]:
        """Its bytes; fewer where the file was cut meanwhile. Raises OSError."""
        read = 0
        if self.is_here:
            descriptor = open_to_read(Path(self.folder), self.name)
            try:
                for chunk in read_chunks(descriptor, 0, self.length):
                    yield chunk
                    read += len(chunk)
            finally:
                os.close(descriptor)
        if read < self.length and (not self.is_here or is_archived(self.folder, self.start.size)):
            yield from self.archived_chunks(read)

    def archived_chunks(self, start: int = 0) -> Iterator[bytes]:
        """Its bytes as the archive has them, from one on. Raises OSError."""
        from runtime.audit.archive.opening import open_archive

        if not self.archive:
            raise OSError(0, f"{self.name} lies in the archive, and none is named")
        yield from open_archive(self.archive).read(self.name, start, self.length)


class VerificationStopped(Exception):
    """A finding that ends a verification."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def segment_name(first: int) -> str:
    """The file of the segment whose first record is this one."""
    return f"records-{first}.jsonl" if first else RECORDS


def seal_name(first: int) -> str:
    """The file of that segment's seal."""
    return f"records-{first}.seal" if first else "records.seal"


def receipt_name(first: int) -> str:
    """The file that says that this segment is in the archive."""
    return f"records-{first}.archived" if first else "records.archived"


def is_archived(folder: Path | str | int, first: int) -> bool:
    """Whether the segment that begins with this record was moved to the archive: its file is empty, and a receipt lies beside it."""
    at = folder if isinstance(folder, int) else None
    base = "" if at is not None else f"{folder}/"
    try:
        status = os.stat(f"{base}{segment_name(first)}", dir_fd=at, follow_symlinks=False)
        return status.st_size == 0 and stat.S_ISREG(
            os.stat(f"{base}{receipt_name(first)}", dir_fd=at, follow_symlinks=False).st_mode
        )
    except OSError:
        return False


def sealed_length(note: bytes) -> int:
    """How long a seal says that its segment is, whoever signed it: to find a place, not to believe. Raises OSError."""
    try:
        return max(0, msgspec.json.decode(note.split(b"\n", 2)[1], type=_Length).length)
    except (msgspec.MsgspecError, ValueError, IndexError):
        raise OSError(0, "the seal of an archived segment is none") from None


class _Length(msgspec.Struct):
    length: int


def segment_firsts(folder: Path | str | int) -> list[int]:
    """The first record of each segment whose file is there, in order. Raises OSError."""
    return sorted(first for first, ending in map(_parse, _listed(folder)) if ending == "jsonl")


def find_segments(folder: Path, keys: Sequence[VerifierKey], archive: str = "") -> list[Segment]:
    """The segments of a log, from seal to seal; those in the archive are read from the one that is named.

    A seal may be signed by a key that no pinned one handed over to; whoever verifies the segment in front finds that.

    Raises:
        VerificationStopped: one is missing or foreign, or a seal does not hold.
        OSError: a file cannot be read; FileNotFoundError where there is no log.
    """
    strays = _listed(folder)
    segments: list[Segment] = []
    start, retired = SegmentStart(), tuple[VerifierKey, ...]()
    while True:
        name, sealed_by = segment_name(start.size), seal_name(start.size)
        strays -= {name, sealed_by, receipt_name(start.size)}
        seal = _load_seal(folder, start, keys)
        try:
            size = _size(folder, name)
        except FileNotFoundError:
            if seal is None and segments:  # the seal is durable before the next file is begun
                break
            if seal is None:
                raise
            raise VerificationStopped(
                _finding("segment.missing", f"{name} is missing", name, start.size)
            ) from None
        receipt = (seal and _load_note(folder, receipt_name(start.size), MAX_RECEIPT_BYTES)) or b""
        segments.append(
            Segment(
                folder=str(folder),
                name=name,
                length=size or (seal.length if seal and receipt else 0),
                start=start,
                seal=seal,
                keys=tuple(keys),
                retired=retired,
                receipt=receipt,
                is_here=bool(size or not receipt),
                archive=archive,
            )
        )
        if seal is None:
            break
        start = seal.end
        if seal.key not in map(str, keys):
            retired, keys = (*retired, *keys), [VerifierKey.parse(seal.key)]
    if strays:
        raise VerificationStopped(_stray(min(strays, key=_parse), segments[-1], start))
    return segments


def open_to_read(folder: Path, name: str) -> int:
    """A descriptor of one of the log's files, for reading alone. Raises OSError."""
    try:
        descriptor = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except ValueError:  # a zero byte, half a surrogate pair
        raise OSError(0, "no file can have such a name") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, f"{name} is not a regular file")
    return descriptor


def read_chunks(descriptor: int, start: int, end: int) -> Iterator[bytes]:
    """The bytes of a range; fewer where the file ends before. Raises OSError."""
    while start < end:
        chunk = os.pread(descriptor, min(CHUNK_BYTES, end - start), start)
        if not chunk:
            return
        yield chunk
        start += len(chunk)


def _listed(folder: Path | str | int) -> set[str]:
    names: set[str] = set()
    with os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                names.add(entry.name)
                if len(names) > _MAX_NAMES:
                    raise OSError(0, "the folder holds more segments than any log")
    return names


def _parse(name: str) -> tuple[int, str]:
    """The first record and the ending of a listed name."""
    number, ending = name.removeprefix("records").removeprefix("-").split(".")
    return int(number[:20] or 0), ending


def _load_seal(folder: Path, start: SegmentStart, keys: Sequence[VerifierKey]) -> Seal | None:
    """The seal of the segment that starts here, None where it has none."""
    name = seal_name(start.size)
    note = _load_note(folder, name, MAX_SEAL_BYTES)
    return open_seal(note, name, start, keys) if note is not None else None


def _load_note(folder: Path, name: str, most: int) -> bytes | None:
    """A note that lies in the log's folder, or more of it than one can have; None where it is not there."""
    try:
        descriptor = open_to_read(folder, name)
    except FileNotFoundError:
        return None
    try:
        return os.pread(descriptor, most + 1, 0)
    finally:
        os.close(descriptor)


def open_seal(note: bytes, name: str, start: SegmentStart, keys: Sequence[VerifierKey]) -> Seal:
    """The statement of the seal of the segment that starts here; raises VerificationStopped where it does not hold."""
    try:
        seal = read_seal(note, keys if (key := claimed_key(note)) is None else [*keys, key])
        seal.require_first(start.size)
    except FormatError as error:
        verdict: Verdict = "UNTRUSTED" if error.code == "seal.key_unknown" else "TAMPERED"
        raise VerificationStopped(Finding(verdict, error.code, error.message, name, start.size, 0)) from None
    return seal


def _size(folder: Path, name: str) -> int:
    descriptor = open_to_read(folder, name)
    try:
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)


def _stray(name: str, last: Segment, end: SegmentStart) -> Finding:
    """What it means that this file is there, and not reached."""
    first, _ = _parse(name)
    if first > end.size and last.seal is None:
        missing = seal_name(last.start.size)
        return _finding("seal.missing", f"{missing} is missing, and {name} is there", missing, end.size)
    if first > end.size:
        missing = segment_name(end.size)
        return _finding("segment.missing", f"{missing} is missing, and {name} is there", missing, end.size)
    return _finding("segment.foreign", f"{name} is no part of this log", name, None)


def _finding(code: str, message: str, file: str, seq: int | None) -> Finding:
    return Finding("TAMPERED", code, message, file, seq)
