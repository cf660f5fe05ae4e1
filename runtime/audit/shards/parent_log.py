"""A log as the witness of others: its records keep the checkpoints of its shards.

More than about four writers on one log wait for each other. Then each writes a log of its own, a shard, and hands its
checkpoints to one parent log, at most every second. Whoever verifies the parent knows what each shard must still hold.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.checkpoint import Checkpoint, read_checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.read.reader import LogReader
from runtime.audit.witness.port import SignedCheckpoint, unusable_witness
from runtime.contracts.audit import Entry, ShardCheckpoint
from runtime.contracts.errors import ConfigurationMissing, Error

if TYPE_CHECKING:
    from runtime.audit.write.log import Log

INTERVAL_S = 1.0
"""Each record of the parent costs every writer's process a turn at its lock."""
_MARK = b'"kind":"ShardCheckpoint"'


class ParentLog:
    """Implements `runtime.audit.witness.port.Witness` for one shard."""

    remote = False

    def __init__(
        self,
        folder: Path,
        keys: Sequence[VerifierKey],
        *,
        shard: str = "",
        open_log: Callable[[], Log] | None = None,
    ) -> None:
        """Nothing is opened yet.

        Args:
            folder: The parent's folder.
            keys: The keys that the shard's checkpoints may be signed with, the first one first; their name is its origin.
            shard: Where the shard is, as seen from the parent's folder: told to whoever verifies the parent.
            open_log: Opens the parent for writing, where checkpoints are to be handed over.
        """
        self.folder = folder
        self._keys = keys
        self._shard = shard
        self._open_log = open_log
        self._log: Log | None = None
        self._size = 0
        self._due_s = float("-inf")
        self._closing = threading.Event()

    @property
    def name(self) -> str:
        """See `Witness`."""
        return f"the parent log {self.folder}"

    def newest(self) -> Checkpoint | None:
        """See `Witness`."""
        notes = list(self.notes())
        return self.read(notes[-1]) if notes else None

    def read(self, note: bytes) -> Checkpoint:
        """See `Witness`."""
        try:
            return read_checkpoint(note, self._keys)
        except FormatError as error:
            raise unusable_witness(self.name, error.message) from None

    def notes(self) -> Iterator[bytes]:
        """See `Witness`. Several writers of one shard may hand over the same one, and not in its order."""
        origin = self._keys[0].name
        found: dict[str, tuple[int, bytes]] = {}
        try:
            for _, body in read_shards(self.folder):
                if body.origin == origin:
                    found[body.note.partition("\n\n")[0]] = (body.size, body.note.encode())
        except ConfigurationMissing:
            return
        except (Error, FormatError) as error:
            raise unusable_witness(self.name, error.message) from None
        yield from (note for _, note in sorted(found.values()))

    def submit(self, signed: SignedCheckpoint) -> None:
        """See `Witness`. Waits for its turn; whoever closes the shard ends the waiting."""
        if signed.checkpoint.size <= self._size or self._open_log is None:
            return
        self._closing.wait(max(0.0, self._due_s - time.monotonic()))
        try:
            self._log = self._log or self._open_log()
            body = ShardCheckpoint(
                key=str(self._keys[-1]),
                note=signed.note.decode(),
                origin=signed.checkpoint.origin,
                place=self._shard,
                size=signed.checkpoint.size,
            )
            self._log.commit_sync([Entry(None, body)])
        except Error as error:
            raise unusable_witness(self.name, error.message) from None
        self._size = signed.checkpoint.size
        self._due_s = time.monotonic() + INTERVAL_S

    def hurry(self) -> None:
        """See `Witness`."""
        self._closing.set()

    def close(self) -> None:
        """See `Witness`."""
        log, self._log = self._log, None
        if log is not None:
            log.close()


def read_shards(folder: Path) -> Iterator[tuple[int, ShardCheckpoint]]:
    """What a parent's records say of its shards, each with its number.

    Raises:
        ConfigurationMissing: ``config.missing``: no log is there.
        AuditError: it cannot be read.
        FormatError: a line is no record.
    """
    with LogReader(folder) as reader:
        for _, line in reader.lines():
            if _MARK in line:  # inside a string the quotes would be escaped
                record, body = decode(line)
                if isinstance(body, ShardCheckpoint):
                    yield record.seq, body
