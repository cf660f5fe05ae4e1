"""Hands a log's checkpoints to one witness, in a thread that no call waits for.

Where a witness is slower than the log, it gets the newest checkpoint and not those in between.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from runtime.audit.witness.port import SignedCheckpoint, Witness
from runtime.contracts.errors import AuditError, AuditInconsistent

_CLOSE_WAIT_S = 3.0
"""How long closing a log waits for a witness that does not answer."""


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

    def offer(self, signed: SignedCheckpoint) -> None:
        """Leave a checkpoint for the witness; one that it did not get yet is replaced."""
        with self._changed:
            self._next = signed
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
                signed, self._next = self._next, None
            if signed is None:
                self._witness.close()
                return
            try:
                self._witness.submit(signed)
            except AuditInconsistent as contradiction:
                self._contradicted(contradiction)
            except AuditError:
                continue  # the log goes on: a verification, and `runtime doctor`, say that it is not witnessed
