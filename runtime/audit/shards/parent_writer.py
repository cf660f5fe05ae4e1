"""Hands the checkpoints of a shard to its parent log, as records of it, at most every second and when the shard closes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from runtime.audit.format.note import VerifierKey
from runtime.audit.shards.parent_log import ParentLog
from runtime.audit.stores import Location
from runtime.audit.witness.port import SignedCheckpoint, unusable_witness
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry, ShardCheckpoint
from runtime.contracts.errors import Error

INTERVAL_S = 1.0
"""Each record of the parent costs every writer's process a turn at its lock."""


class ParentLogWriter(ParentLog):
    """The parent log as the witness of a shard that is open for writing."""

    def __init__(
        self, place: Path | Location, keys: Sequence[VerifierKey], *, shard: str, open_log: Callable[[], Log]
    ) -> None:
        """Nothing is opened yet.

        Args:
            place: As `ParentLog`.
            keys: As `ParentLog`; the last one signs.
            shard: Where the shard is, as seen from the parent (`shard_place`): told to whoever verifies the parent.
            open_log: Opens the parent for writing.
        """
        super().__init__(place, keys)
        self._shard = shard
        self._open_log = open_log
        self._log: Log | None = None
        self._size = 0
        self._due_s = float("-inf")
        self._closing = threading.Event()

    def submit(self, signed: SignedCheckpoint) -> None:
        """See `Witness`. Waits for its turn; whoever closes the shard ends the waiting."""
        if signed.checkpoint.size <= self._size:
            return
        self._closing.wait(max(0.0, self._due_s - time.monotonic()))
        try:
            self._log = self._log or self._open_log()
            body = ShardCheckpoint(
                key=str(self.keys[-1]),
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
