"""Witnesses: places outside the log that remember how far it had come.

A log and its key alone do not show that the log was longer once. A witness keeps checkpoints where whoever can change the
log's folder cannot change them. Every checkpoint that is published is handed to each witness, by a thread of its own that
no call waits for; where one is slower than the log, it gets the newest. What a witness saw before, the log must still
hold when a writer opens it, and when it is verified.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, Checkpoint, read_checkpoint, split_notes
from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.store import AppendOnlyFile
from runtime.contracts.errors import AuditError, AuditInconsistent, AuditWitnessUnusable

_CLOSE_WAIT_S = 3.0
"""How long closing a log waits for a witness that does not answer."""


class SignedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint: the note as it was signed, and its statement."""

    note: bytes
    checkpoint: Checkpoint


class Witness(Protocol):
    """Where checkpoints are kept. Every method raises `AuditWitnessUnusable` where it cannot do what it says."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def remote(self) -> bool:
        """Whether it has to be asked whether it still agrees: what is kept of it here is a copy."""
        ...

    def newest(self) -> Checkpoint | None:
        """The newest checkpoint that it has, None where it has none."""
        ...

    def read(self, note: bytes) -> Checkpoint:
        """The statement of a note that it has, which a key of the log signed."""
        ...

    def notes(self) -> Iterator[bytes]:
        """The checkpoints that it has, oldest first, as they were when it was asked."""
        ...

    def hurry(self) -> None:
        """Whoever hands it checkpoints is about to end."""
        ...

    def close(self) -> None:
        """Let go of what handing them over keeps open."""
        ...

    def submit(self, seen: SignedCheckpoint) -> None:
        """Hand it a checkpoint, unless it has a newer one.

        Raises:
            AuditInconsistent: ``audit.inconsistent``: it contradicts one that the witness has.
        """
        ...


class WitnessFeed:
    """A thread that hands one witness the newest checkpoint."""

    def __init__(self, witness: Witness, contradicted: Callable[[AuditError], None]) -> None:
        """Start it.

        Args:
            witness: Whom to hand them to.
            contradicted: Told when the witness has seen another log of this name.
        """
        self._witness = witness
        self._contradicted = contradicted
        self._changed = threading.Condition()
        self._next: SignedCheckpoint | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="audit-witness", daemon=True)
        self._thread.start()

    def offer(self, seen: SignedCheckpoint) -> None:
        """Leave a checkpoint for the witness; one that it did not get yet is replaced."""
        with self._changed:
            self._next = seen
            self._changed.notify()

    def close(self) -> None:
        """Return when the witness has the newest, or did not take it in time."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._witness.hurry()
        self._thread.join(_CLOSE_WAIT_S)

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._next is None and not self._closed:
                    self._changed.wait()
                seen, self._next = self._next, None
            if seen is None:
                self._witness.close()
                return
            try:
                self._witness.submit(seen)
            except AuditInconsistent as contradiction:
                self._contradicted(contradiction)
            except AuditError:
                continue  # the log goes on: a verification, and `runtime doctor`, say that it is not witnessed


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


def unusable_witness(name: str, reason: str) -> AuditWitnessUnusable:
    """The error for a witness that cannot be asked."""
    return AuditWitnessUnusable(f"The witness {name} cannot be used: {reason}", witness=name)
