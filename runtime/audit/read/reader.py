"""Reads a log as one row of records, whatever holds them, and its checkpoints.

Reading proves nothing by itself: that is for `verify`, and for proofs. It takes no lock and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from runtime.audit.format.chain import FormatError, Framing, decode
from runtime.audit.format.checkpoint import (
    MAX_NOTE_BYTES,
    Checkpoint,
    NoteFraming,
    last_note,
    read_checkpoint,
    unverified_checkpoint,
)
from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.layout.segments import CHUNK_BYTES
from runtime.audit.stores import Location, location_of
from runtime.contracts.audit import MAX_LINE_BYTES
from runtime.contracts.errors import (
    AuditError,
    AuditNotFound,
    AuditTampered,
    AuditUnproven,
    AuditUntrusted,
    ConfigurationError,
)

Progress = Callable[[int, int], None]
"""Told now and then: bytes of records read, bytes in all."""


class LogReader:
    """One log, opened for reading alone. Its segments are one row of bytes, whatever holds them."""

    def __init__(self, place: Path | str | Location) -> None:
        """Find the log.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditDamaged: ``audit.damaged``: it cannot be read.
            AuditTampered: ``audit.tampered``: its first segment is missing.
        """
        self.location = location_of(place)
        self._bytes = self.location.open_bytes()

    def __enter__(self) -> LogReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it."""
        self._bytes.close()

    def end(self) -> int:
        """How many bytes of records there are now."""
        return self._bytes.end()

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """The records' bytes of a range, in chunks; fewer where the log ends before."""
        return self._bytes.read(start, end)

    def offset_before(self, seq: int) -> int:
        """Where some line begins that is not behind the record of this number."""
        return self._bytes.offset_before(seq)

    def lines(self, start: int = 0, end: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Each complete line of a range that starts with one, without its LF, and the offset behind it.

        Raises:
            FormatError: ``record.size``: no record is that long.
        """
        framing = Framing()
        for chunk in self.read(start, self.end() if end is None else end):
            for line in framing.feed(chunk):
                start += len(line) + 1
                yield start, line
        framing.feed(b"")

    def last_lines(self, count: int) -> int:
        """Where the last complete lines begin, so many of them.

        Raises:
            AuditTampered: ``audit.tampered``: no lines are there, as in a file that somebody made longer.
        """
        start = self.end()
        least = start - (count + 2) * (MAX_LINE_BYTES + 1)  # further in front than the longest lines begin
        wanted = count + 1  # the line feeds behind them, and the one in front
        while start > 0:
            if start < least:
                raise AuditTampered("The log does not end with records")
            end, start = start, max(0, start - CHUNK_BYTES)
            chunk = b"".join(self.read(start, end))
            found = chunk.count(b"\n")
            if found >= wanted:
                newline = len(chunk)
                for _ in range(wanted):
                    newline = chunk.rindex(b"\n", 0, newline)
                return start + newline + 1
            wanted -= found
        return 0

    def last_time_us(self) -> int:
        """When the last record was written, as it says; 0 where there is none that can be read."""
        try:
            return max((decode(line)[0].at_us for _, line in self.lines(self.last_lines(1))), default=0)
        except FormatError:
            return 0

    def newest_note(self) -> bytes:
        """The newest complete checkpoint, as it was written.

        Raises:
            AuditUnproven: ``audit.unproven``: there is none.
        """
        size = self._bytes.checkpoints_end()
        tail = self._bytes.read_checkpoints(max(0, size - 2 * MAX_NOTE_BYTES), size)
        note, _ = last_note(b"".join(tail))
        if note is None:
            raise AuditUnproven("Nothing in the log is signed")
        return note

    def stated_size(self) -> int:
        """How many records the newest checkpoint says that it covers, whoever wrote it; 0 where there is none."""
        try:
            return unverified_checkpoint(self.newest_note()).size
        except (AuditUnproven, FormatError, ValueError):
            return 0

    def notes(self) -> Iterator[tuple[int, bytes]]:
        """Each complete checkpoint, as it was written, and where.

        Raises:
            FormatError: ``checkpoint.malformed``: no note is that long.
        """
        offset, framing = 0, NoteFraming()
        for chunk in self._bytes.read_checkpoints(0, self._bytes.checkpoints_end()):
            for note in framing.feed(chunk):
                yield offset, note
                offset += len(note) + 1

    def note_of(self, size: int) -> bytes:
        """The checkpoint over so many records, as it was written.

        Raises:
            AuditNotFound: ``audit.not_found``: no checkpoint has that size.
        """
        wanted = str(size).encode()
        try:
            for _, note in self.notes():
                if note.split(b"\n", 2)[1] == wanted:
                    return note
        except FormatError as error:
            raise AuditTampered(error.message) from None
        raise AuditNotFound(
            f"No checkpoint covers exactly {size} records",
            suggestion="Give the size of a checkpoint that was signed, or the file of one that you kept.",
        )


def parse_keys(keys: Sequence[VerifierKey | str]) -> list[VerifierKey]:
    """The keys, each well formed, and at least one.

    Raises:
        ConfigurationError: ``config.invalid``: they are not.
    """
    try:
        parsed = [VerifierKey.parse(str(key)) for key in keys]
    except InvalidNote as error:
        raise ConfigurationError(
            f"the verifier key is not one: {error.message}",
            suggestion="Give the key that `runtime init` printed.",
        ) from None
    if not parsed:
        raise ConfigurationError("no verifier key is given", suggestion="Give it with --key KEY.")
    return parsed


def read_trusted_checkpoint(note: bytes, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The statement of a checkpoint that one of the keys signed.

    Raises:
        AuditUntrusted: ``audit.untrusted``: none of them did.
        AuditTampered: ``audit.tampered``: the checkpoint does not hold.
    """
    try:
        return read_checkpoint(note, keys)
    except FormatError as error:
        if error.code == "checkpoint.key_unknown":
            raise AuditUntrusted("The checkpoint is not signed by a trusted key") from None
        raise AuditTampered(f"The checkpoint does not hold: {error.message}") from None


def tampered_record(error: FormatError, seq: int) -> AuditError:
    """The error for a line that cannot stand where it stands."""
    return AuditTampered(f"Record {seq} is not what a writer leaves: {error.message}", finding=error.code)
