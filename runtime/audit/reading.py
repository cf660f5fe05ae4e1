"""A log as its readers see it: one row of records, however it is stored, and the newest checkpoint.

Reading proves nothing by itself: that is for `verify`, and for proofs. It takes no lock and changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from runtime.audit.chain import Broken, Framing
from runtime.audit.checkpoint import MAX_NOTE_BYTES, Checkpoint, NoteFraming, last_note, read_checkpoint
from runtime.audit.note import NoteRefused, VerifierKey
from runtime.audit.stores.file import CHECKPOINTS, CHUNK_BYTES, RECORDS, open_to_read
from runtime.contracts.errors import (
    AuditDamaged,
    AuditError,
    AuditNotFound,
    AuditTampered,
    AuditUnproven,
    AuditUntrusted,
    ConfigurationError,
    ConfigurationMissing,
)

Progress = Callable[[int, int], None]
"""Told now and then: how much is done, of how much."""


class Reader:
    """The log in a folder, opened for reading alone."""

    def __init__(self, folder: Path) -> None:
        """Open the log's files.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditDamaged: ``audit.damaged``: it cannot be read.
        """
        self.folder = folder
        self._descriptors: list[int] = []
        try:
            for name in (RECORDS, CHECKPOINTS):
                self._descriptors.append(open_to_read(folder, name))
        except (FileNotFoundError, NotADirectoryError):
            self.close()
            raise ConfigurationMissing(f"There is no audit log in {folder}") from None
        except (OSError, ValueError) as error:
            self.close()
            reason = getattr(error, "strerror", None) or error
            raise AuditDamaged(f"The audit log in {folder} cannot be read: {reason}") from None
        self._records, self._checkpoints = self._descriptors

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        while self._descriptors:
            os.close(self._descriptors.pop())

    def end(self) -> int:
        """How many bytes of records there are now."""
        return os.fstat(self._records).st_size

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """The records' bytes of a range, in chunks; fewer where the log ends before."""
        return _read(self._records, start, end)

    def lines(self, start: int = 0, end: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Each complete line of a range that starts with one, without its LF, and the offset behind it.

        Raises:
            Broken: ``record.size``: no record is that long.
        """
        framing = Framing()
        for chunk in self.read(start, self.end() if end is None else end):
            for line in framing.feed(chunk):
                start += len(line) + 1
                yield start, line
        framing.feed(b"")

    def last_lines(self, count: int) -> int:
        """Where the last complete lines begin, so many of them."""
        start = self.end()
        wanted = count + 1  # the line feeds behind them, and the one in front
        while start > 0:
            end, start = start, max(0, start - CHUNK_BYTES)
            chunk = b"".join(self.read(start, end))
            found = chunk.count(b"\n")
            if found >= wanted:
                place = len(chunk)
                for _ in range(wanted):
                    place = chunk.rindex(b"\n", 0, place)
                return start + place + 1
            wanted -= found
        return 0

    def newest_note(self) -> bytes:
        """The newest complete checkpoint, as it was written.

        Raises:
            AuditUnproven: ``audit.unproven``: there is none.
        """
        size = os.fstat(self._checkpoints).st_size
        note, _ = last_note(b"".join(_read(self._checkpoints, max(0, size - 2 * MAX_NOTE_BYTES), size)))
        if note is None:
            raise AuditUnproven("Nothing in the log is signed")
        return note

    def note_of(self, size: int) -> bytes:
        """The checkpoint over so many records, as it was written.

        Raises:
            AuditNotFound: ``audit.not_found``: no checkpoint has that size.
        """
        framing = NoteFraming()
        wanted = str(size).encode()
        try:
            for chunk in _read(self._checkpoints, 0, os.fstat(self._checkpoints).st_size):
                for note in framing.feed(chunk):
                    if note.split(b"\n", 2)[1] == wanted:
                        return note
        except Broken as broken:
            raise AuditTampered(broken.message) from None
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
    except NoteRefused as refused:
        raise ConfigurationError(
            f"the verifier key is not one: {refused.message}",
            suggestion="Give the key that `runtime init` printed.",
        ) from None
    if not parsed:
        raise ConfigurationError("no verifier key is given", suggestion="Give it with --key KEY.")
    return parsed


def trusted(note: bytes, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The statement of a checkpoint that one of the keys signed.

    Raises:
        AuditUntrusted: ``audit.untrusted``: none of them did.
        AuditTampered: ``audit.tampered``: the checkpoint does not hold.
    """
    try:
        return read_checkpoint(note, keys)
    except Broken as broken:
        if broken.code == "checkpoint.key_unknown":
            raise AuditUntrusted("The checkpoint is not signed by a trusted key") from None
        raise AuditTampered(f"The checkpoint does not hold: {broken.message}") from None


def not_as_written(broken: Broken, seq: int) -> AuditError:
    """The error for a line that cannot stand where it stands."""
    return AuditTampered(f"Record {seq} is not what a writer leaves: {broken.message}", finding=broken.code)


def _read(descriptor: int, start: int, end: int) -> Iterator[bytes]:
    while start < end:
        try:
            data = os.pread(descriptor, min(CHUNK_BYTES, end - start), start)
        except OSError as error:
            raise AuditDamaged(f"The audit log cannot be read: {error.strerror}") from None
        if not data:
            return
        yield data
        start += len(data)
