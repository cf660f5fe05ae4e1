"""A store whose syncs wait for the test: a disk as slow as the test wants it."""

from __future__ import annotations

import threading

from runtime.audit.layout.store import Store

PATIENCE_S = 60


class SyncGate:
    """Holds every sync of a store's records until it is opened."""

    def __init__(self, store: Store) -> None:
        self.reached = threading.Event()
        self._opened = threading.Event()
        self._sync = store.records.sync
        store.records.sync = self._wait  # type: ignore[method-assign]

    def open(self) -> None:
        self._opened.set()

    def _wait(self) -> None:
        self.reached.set()
        assert self._opened.wait(PATIENCE_S)
        self._sync()
