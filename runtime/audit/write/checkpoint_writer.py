"""Signs checkpoints, appends them to the file that all writers of a log share, and offers them to the witnesses.

Write order: records, sync, checkpoint, sync, frontier. A checkpoint is thus never ahead of durable records, and the
frontier never ahead of a durable checkpoint.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.keys.key_files import Keyring
from runtime.audit.layout.store import Store
from runtime.audit.witness.port import Feed, SignedCheckpoint
from runtime.audit.write.log_state import LogState
from runtime.audit.write.recovery import NewestCheckpoint, find_newest_checkpoint
from runtime.contracts.errors import AuditDamaged

FRONTIER_INTERVAL_S = 1.0
"""A frontier only saves reading, at most this much of the log, when it is opened again after a crash."""


class CheckpointWriter:
    """The end of one log's file of checkpoints. Calls do not overlap."""

    def __init__(self, store: Store, ring: Keyring, newest: NewestCheckpoint, feeds: Sequence[Feed]) -> None:
        """Go on behind the newest checkpoint."""
        self._store = store
        self._ring = ring
        self._feeds = feeds
        self._end = newest.end
        self._size = newest.size
        self._saved_s = float("-inf")

    def publish(self, state: LogState, *, save_frontier: bool = False) -> None:
        """Sign a state unless a checkpoint covers it, and save it as the frontier now and then, or if asked to.

        Raises:
            AuditError: it could not be made durable, or the file was changed by somebody without the key.
        """
        checkpoints = self._store.checkpoints
        signer = self._ring.signer(state.key)
        checkpoint = Checkpoint(signer.name, state.size, state.tree.root())
        signed = checkpoint.sign(signer)
        note = signed + b"\n"
        with checkpoints.locked():
            self._catch_up()
            if state.size > self._size:
                checkpoints.append(note, self._end)
                checkpoints.sync()
                self._end += len(note)
                self._size = state.size
                for feed in self._feeds:
                    feed.offer(SignedCheckpoint(signed, checkpoint))
            # Another writer's newer checkpoint goes with a newer frontier.
            is_due = save_frontier or time.monotonic() - self._saved_s >= FRONTIER_INTERVAL_S
            if state.size == self._size and is_due:
                self._store.save_frontier(state.save(signer))
                self._saved_s = time.monotonic()

    def _catch_up(self) -> None:
        """Take in what other processes appended."""
        if self._store.checkpoints.size() == self._end:
            return
        newest = find_newest_checkpoint(self._store.checkpoints, self._ring.keys)
        if newest.torn or newest.checkpoint is None or newest.size < self._size:
            raise AuditDamaged("The file of checkpoints was cut, or ends in a torn note")
        self._end = newest.end
        self._size = newest.size
