"""An event loop in a thread of its own, for callers that have none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from runtime.contracts.errors import ConfigurationError

T = TypeVar("T")


class LoopThread:
    """Runs coroutines for plain code; made at first use, safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The coroutine's result. Interrupted while waiting, it cancels the coroutine and lets it tidy up.

        Raises:
            ConfigurationError: called by the loop's own thread, which would wait for itself.
        """
        if threading.current_thread() is self._thread:
            coroutine.close()
            raise ConfigurationError(
                "call_sync would wait for itself here", suggestion="Use `await executor.call(...)`."
            )
        future: Future[T] = asyncio.run_coroutine_threadsafe(coroutine, self._running())
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def close(self) -> None:
        """Stop the loop; a later `run` would start another."""
        with self._lock:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is not None and thread is not None and thread.is_alive():
            loop.call_soon_threadsafe(loop.stop)
            thread.join()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if (
                self._loop is None or self._thread is None or not self._thread.is_alive()
            ):  # no thread lives on in a fork
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=_serve, args=(self._loop,), name="runtime-loop", daemon=True
                )
                self._thread.start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        _run_until_stopped(loop)
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    finally:
        loop.close()


def _run_until_stopped(loop: asyncio.AbstractEventLoop) -> None:
    while True:
        try:
            return loop.run_forever()
        except (SystemExit, KeyboardInterrupt):
            # asyncio stops the loop for these, with everybody else's calls in it. Whoever waits for the task that
            # raised it gets it; the loop goes on.
            continue
