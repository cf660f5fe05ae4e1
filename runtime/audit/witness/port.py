"""Defines what a witness does: it keeps a log's checkpoints, and is asked for them.

A log and its key alone do not show that the log was longer once. A witness keeps checkpoints where whoever can change the
log's folder cannot change them. Every checkpoint that is published is handed to each witness (`feed`). What a witness saw
before, the log must still hold when a writer opens it (`agreement`), and when it is verified (`verify.witness_check`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

from runtime.audit.format.checkpoint import Checkpoint
from runtime.contracts.errors import AuditWitnessUnusable


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
        """Stop waiting: whoever hands it checkpoints is about to end."""
        ...

    def close(self) -> None:
        """Let go of what handing them over keeps open."""
        ...

    def submit(self, signed: SignedCheckpoint) -> None:
        """Hand it a checkpoint, unless it has a newer one.

        Raises:
            AuditInconsistent: ``audit.inconsistent``: it contradicts one that the witness has.
        """
        ...


class Feed(Protocol):
    """What a writer leaves its checkpoints with, and does not wait for."""

    def offer(self, signed: SignedCheckpoint) -> None:
        """Leave a checkpoint; one that was not taken yet is replaced by it."""
        ...


def unusable_witness(name: str, reason: str) -> AuditWitnessUnusable:
    """The error for a witness that cannot be asked."""
    return AuditWitnessUnusable(f"The witness {name} cannot be used: {reason}", witness=name)
