"""Reads a parent log as the witness of its shards: its records keep their checkpoints.

More than about four writers on one log wait for each other. Then each writes a log of its own, a shard, and hands its
checkpoints to one parent log (`parent_writer`). Whoever verifies the parent knows what each shard must still hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.checkpoint import Checkpoint, read_checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import Location, location_of
from runtime.audit.witness.port import SignedCheckpoint, unusable_witness
from runtime.contracts.audit import ShardCheckpoint
from runtime.contracts.errors import ConfigurationMissing, Error

_MARK = b'"kind":"ShardCheckpoint"'


class ParentLog:
    """Implements `runtime.audit.witness.port.Witness` for one shard, to be asked and not to be told anything."""

    remote = False

    def __init__(self, place: Path | Location, keys: Sequence[VerifierKey]) -> None:
        """Nothing is opened yet.

        Args:
            place: Where the parent is.
            keys: The keys that the shard's checkpoints may be signed with, the first one first; their name is its origin.
        """
        self.location = location_of(place)
        self.keys = keys

    @property
    def name(self) -> str:
        """See `Witness`."""
        return f"the parent log {self.location}"

    def newest(self) -> Checkpoint | None:
        """See `Witness`."""
        notes = list(self.notes())
        return self.read(notes[-1]) if notes else None

    def read(self, note: bytes) -> Checkpoint:
        """See `Witness`."""
        try:
            return read_checkpoint(note, self.keys)
        except FormatError as error:
            raise unusable_witness(self.name, error.message) from None

    def notes(self) -> Iterator[bytes]:
        """See `Witness`. Several writers of one shard may hand over the same one, and not in its order."""
        origin = self.keys[0].name
        found: dict[str, tuple[int, bytes]] = {}
        try:
            for _, body in read_shards(self.location):
                if body.origin == origin:
                    found[body.note.partition("\n\n")[0]] = (body.size, body.note.encode())
        except ConfigurationMissing:
            return
        except (Error, FormatError) as error:
            raise unusable_witness(self.name, error.message) from None
        yield from (note for _, note in sorted(found.values()))

    def submit(self, signed: SignedCheckpoint) -> None:
        """See `Witness`. The shard's writer tells the parent; whoever only asks has nothing to add."""

    def hurry(self) -> None:
        """See `Witness`."""

    def close(self) -> None:
        """See `Witness`."""


def read_shards(place: Path | Location) -> Iterator[tuple[int, ShardCheckpoint]]:
    """What a parent's records say of its shards, each with its number.

    Raises:
        ConfigurationMissing: ``config.missing``: no log is there.
        AuditError: it cannot be read.
        FormatError: a line is no record.
    """
    with LogReader(place) as reader:
        for _, line in reader.lines():
            if _MARK in line:  # inside a string the quotes would be escaped
                record, body = decode(line)
                if isinstance(body, ShardCheckpoint):
                    yield record.seq, body
