"""Checks that a log still holds what a witness saw of it, before a writer goes on with the log."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, Checkpoint, read_checkpoint, split_notes
from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.store import AppendOnlyFile
from runtime.audit.witness.port import Witness
from runtime.contracts.errors import AuditInconsistent


def require_witnessed(witness: Witness, checkpoints: AppendOnlyFile, keys: Sequence[VerifierKey]) -> None:
    """See that a log still holds what a witness saw of it, before anything is signed.

    Raises:
        AuditInconsistent: ``audit.inconsistent``: the log is shorter than it was, or another one.
        AuditWitnessUnusable: ``audit.witness_unusable``: what is kept there cannot be read.
    """
    seen = witness.newest()
    if seen is None:
        return
    own = _checkpoint_of(checkpoints, seen.size, keys)
    if own is None:
        raise AuditInconsistent(
            f"A witness saw a log of {seen.size} records, and no checkpoint here speaks of that size: it was cut or rolled back",
            suggestion="Stop and keep the files: restore the log, or move log and key away and begin anew.",
            witness=witness.name,
        )
    if own != seen:
        raise AuditInconsistent(
            f"A witness saw other records among the first {seen.size}: the log was forked",
            suggestion="Stop and keep the files: restore the log, or move log and key away and begin anew.",
            witness=witness.name,
        )


def _checkpoint_of(file: AppendOnlyFile, size: int, keys: Sequence[VerifierKey]) -> Checkpoint | None:
    """The log's own checkpoint of this size, looked for from the end: it is among the newest, as a rule."""
    end = file.size()
    window = 4 * MAX_NOTE_BYTES
    while True:
        notes = split_notes(b"".join(file.read(max(0, end - window), end)))
        for note in reversed(notes):
            stated = note.split(b"\n", 2)[1]
            if stated == str(size).encode():
                try:
                    return read_checkpoint(note, keys)
                except FormatError as error:
                    raise AuditInconsistent(f"A checkpoint does not hold: {error.message}") from None
            if stated.isdigit() and int(stated[:16]) < size:
                return None
        if window >= end:
            return None
        window *= 4
