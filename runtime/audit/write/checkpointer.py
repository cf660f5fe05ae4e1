"""Publishes checkpoints: signed off the hot path, at most twenty a second, and at close.

Write order: records, sync, checkpoint, sync, frontier. A checkpoint is thus never ahead of durable records, and the
frontier never ahead of a durable checkpoint.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.keys.key_files import Keyring
from runtime.audit.layout.store import Store
from runtime.audit.witness.port import SignedCheckpoint, WitnessFeed
from runtime.audit.write.log_state import LogState
from runtime.audit.write.recovery import NewestCheckpoint, find_newest_checkpoint
from runtime.contracts.errors import AuditDamaged

INTERVAL_S = 0.05
FRONTIER_INTERVAL_S = 1.0
"""A frontier only saves reading, at most this much of the log, when it is opened again after a crash."""


class Checkpointer:
    """The signer's side of a log: one checkpoint after another, in the file that all writers share."""

    def __init__(
        self, store: Store, ring: Keyring, newest: NewestCheckpoint, watches: Sequence[WitnessFeed]
    ) -> None:
        self._store = store
        self._watches = watches
        self._ring = ring
        self._end = newest.end
        self._size = newest.checkpoint.size if newest.checkpoint else 0
        self._saved_s = float("-inf")

    def publish(self, state: LogState, *, save: bool = False) -> None:
        """Sign this state unless a checkpoint covers it, and save it as the frontier now and then.

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
                for watch in self._watches:
                    watch.offer(SignedCheckpoint(signed, checkpoint))
            # Another writer's newer checkpoint goes with a newer frontier.
            if state.size == self._size and (save or time.monotonic() - self._saved_s >= FRONTIER_INTERVAL_S):
                self._store.save_frontier(state.save(signer))
                self._saved_s = time.monotonic()

    def _catch_up(self) -> None:
        if self._store.checkpoints.size() == self._end:
            return
        newest = find_newest_checkpoint(self._store.checkpoints, self._ring.keys)
        if newest.torn or newest.checkpoint is None or newest.checkpoint.size < self._size:
            raise AuditDamaged("The file of checkpoints was cut, or ends in a torn note")
        self._end = newest.end
        self._size = newest.checkpoint.size


class CheckpointTimer:
    """A daemon thread that calls ``tick`` soon after `wake`, never more often than every ``INTERVAL_S``."""

    def __init__(self, tick: Callable[[], bool]) -> None:
        self._tick = tick
        self._dirty = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="audit-checkpoints", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something new to sign."""
        if not self._dirty.is_set():  # much cheaper than set(), and nearly always enough
            self._dirty.set()

    def stop(self) -> None:
        """Return when the thread has ended."""
        self._stop.set()
        self._dirty.set()
        self._thread.join()

    def _run(self) -> None:
        last_s = float("-inf")
        while True:
            self._dirty.wait()
            if self._stop.wait(max(0.0, last_s + INTERVAL_S - time.monotonic())):
                return
            self._dirty.clear()
            if self._stop.is_set():  # since the line above, so that the wake-up which came with it is cleared
                return
            last_s = time.monotonic()
            if not self._tick():
                return
