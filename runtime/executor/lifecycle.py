"""Whether an executor takes calls, and how many are under way, so that closing can wait for their completion records."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import Future
from types import TracebackType

from runtime.contracts.errors import RuntimeClosed


class Lifecycle:
    """A context manager around each call; `drained` is done when the last one has left."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._by_thread: Counter[int] = Counter()
        self._waiting: list[Future[None]] = []
        self._stopped: str | None = None

    def __enter__(self) -> None:
        with self._lock:
            self._count += 1
            self._by_thread[threading.get_ident()] += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._count -= 1
            self._by_thread[threading.get_ident()] -= 1
            ready, self._waiting = (self._waiting, []) if self._count == 0 else ([], self._waiting)
        for future in ready:
            if future.set_running_or_notify_cancel():  # whoever waited may have given up
                future.set_result(None)

    def require_open(self) -> None:
        """Return if calls are taken.

        Raises:
            RuntimeClosed: `stop` was called; the message is its first reason.
        """
        if self._stopped is not None:
            raise RuntimeClosed(self._stopped)

    def stop(self, why: str) -> None:
        """Refuse every call from now on; the first reason stays."""
        self._stopped = self._stopped or why

    @property
    def count(self) -> int:
        """How many calls are under way."""
        return self._count

    @property
    def here(self) -> bool:
        """Whether a call is under way whose loop runs in this thread: waiting for it here would never end."""
        return self._by_thread[threading.get_ident()] > 0

    def drained(self) -> Future[None]:
        """A future that is done when no call is under way."""
        future: Future[None] = Future()
        with self._lock:
            if self._count:
                self._waiting.append(future)
                return future
        future.set_result(None)
        return future
