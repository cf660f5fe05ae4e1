"""Keeps checkpoints in a folder in a second place, best on another mount or of another owner.

| file | holds |
|---|---|
| checkpoints | the notes that were handed over, a blank line behind each; only ever appended to |
| succession | notes by which the log's keys handed over to each other |
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import (
    MAX_NOTE_BYTES,
    Checkpoint,
    NoteFraming,
    last_note,
    read_checkpoint,
    split_notes,
)
from runtime.audit.format.note import VerifierKey
from runtime.audit.keys.succession_notes import follow_succession_notes
from runtime.audit.layout.segments import open_to_read, read_chunks
from runtime.audit.witness.port import SignedCheckpoint, unusable_witness
from runtime.contracts.errors import AuditInconsistent

CHECKPOINTS = "checkpoints"
SUCCESSION = "succession"
_MAX_SUCCESSION_BYTES = 1 << 20


class FolderWitness:
    """Implements `runtime.audit.witness.port.Witness`."""

    remote = False

    def __init__(self, folder: Path, keys: Sequence[VerifierKey], successions: Sequence[bytes] = ()) -> None:
        """Nothing is opened yet.

        Args:
            folder: The witness's folder for this log.
            keys: The keys that the log's checkpoints may be signed with, as far as they are known here; the folder itself knows more.
            successions: What the folder is to keep of keys that were handed over to.
        """
        self.folder = folder
        self._known = keys
        self._successions = successions

    @property
    def name(self) -> str:
        """See `Witness`."""
        return str(self.folder)

    def newest(self) -> Checkpoint | None:
        """See `Witness`."""
        note = self.newest_note()
        return None if note is None else self.read(note)

    def newest_note(self) -> bytes | None:
        """The newest checkpoint as it is kept, with all its signatures; None where there is none.

        Raises:
            AuditWitnessUnusable: it cannot be read.
        """
        try:
            descriptor = open_to_read(self.folder, CHECKPOINTS)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unusable_witness(self.name, error.strerror or str(error)) from None
        try:
            note, _ = self._tail(descriptor)
        except OSError as error:
            raise unusable_witness(self.name, error.strerror or str(error)) from None
        finally:
            os.close(descriptor)
        return note

    def _tail(self, descriptor: int) -> tuple[bytes | None, int]:
        """The newest note, and how many bytes of a torn one lie behind it: what a crash leaves, and nothing else.

        To take what somebody put in the place of the notes for a torn one would be to forget, without a word, what was seen.
        """
        size = os.fstat(descriptor).st_size
        tail = b"".join(read_chunks(descriptor, max(0, size - 2 * MAX_NOTE_BYTES), size))
        note, torn = last_note(tail)
        first_line = f"{self._known[0].name}\n".encode()
        if torn > MAX_NOTE_BYTES or (note is None and not _begins_alike(tail, first_line)):
            raise unusable_witness(self.name, "it holds something else than checkpoints of this log")
        return note, torn

    def read(self, note: bytes) -> Checkpoint:
        """The statement of a note that is kept here, which a key of the log signed."""
        try:
            return read_checkpoint(note, self.known_keys)
        except FormatError as error:
            raise unusable_witness(self.name, error.message) from None

    @property
    def known_keys(self) -> list[VerifierKey]:
        """The keys that the log had, as far as the folder knows."""
        return follow_succession_notes(self._known, self._load_successions())

    def _load_successions(self) -> list[bytes]:
        try:
            descriptor = open_to_read(self.folder, SUCCESSION)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise unusable_witness(self.name, error.strerror or str(error)) from None
        try:
            return split_notes(os.pread(descriptor, _MAX_SUCCESSION_BYTES, 0))
        finally:
            os.close(descriptor)

    def notes(self) -> Iterator[bytes]:
        """See `Witness`."""
        try:
            descriptor = open_to_read(self.folder, CHECKPOINTS)
        except FileNotFoundError:
            return
        except OSError as error:
            raise unusable_witness(self.name, error.strerror or str(error)) from None
        try:
            framing = NoteFraming()
            for chunk in read_chunks(descriptor, 0, os.fstat(descriptor).st_size):
                yield from framing.feed(chunk)
        except (OSError, FormatError) as error:
            raise unusable_witness(self.name, str(error)) from None
        finally:
            os.close(descriptor)

    def hurry(self) -> None:
        """See `Witness`."""

    def close(self) -> None:
        """See `Witness`."""

    def submit(self, signed: SignedCheckpoint) -> None:
        """See `Witness`."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._learn_keys()
            descriptor = _open_to_append(self.folder / CHECKPOINTS)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                self._append(descriptor, signed)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise unusable_witness(self.name, error.strerror or str(error)) from None

    def _append(self, descriptor: int, signed: SignedCheckpoint) -> None:
        note, torn = self._tail(descriptor)
        newest = None if note is None else self.read(note)
        if newest is not None and newest.size >= signed.checkpoint.size:
            if newest.size == signed.checkpoint.size and newest != signed.checkpoint:
                raise AuditInconsistent(
                    f"A witness saw other records among the first {newest.size}: the log was forked",
                    suggestion="Stop and keep the files: restore the log, or move log and key away and begin anew.",
                    witness=self.name,
                )
            return
        if torn:  # a crash in the middle of a note
            os.ftruncate(descriptor, os.fstat(descriptor).st_size - torn)
        os.write(descriptor, signed.note + b"\n")
        os.fdatasync(descriptor)

    def _learn_keys(self) -> None:
        if not self._successions:
            return
        known = self._load_successions()
        fresh = [note for note in self._successions if note not in known]
        if fresh:
            descriptor = _open_to_append(self.folder / SUCCESSION)
            try:
                os.write(descriptor, b"".join(b"\n" + note + b"\n" for note in fresh))
                os.fdatasync(descriptor)
            finally:
                os.close(descriptor)


def _open_to_append(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)


def _begins_alike(one: bytes, other: bytes) -> bool:
    length = min(len(one), len(other))
    return one[:length] == other[:length]
