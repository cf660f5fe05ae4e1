"""Looks names up in threads of its own, at most so many at once, each within its caller's deadline.

The system's resolver cannot be interrupted: a name server that keeps silent holds its thread for as long as the system waits, ten
seconds and more. In the event loop's own pool such threads would keep tools from running and a loop from closing. Here a caller whose
time is over leaves at once, the thread comes back when the resolver gives up, and the process can end meanwhile.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import deque
from concurrent.futures import Future

from runtime.contracts.web import FetchError

__all__ = ["MAX_LOOKUPS", "Resolver"]

MAX_LOOKUPS = 64
"""Look-ups under way at once; others wait for a thread, no longer than their deadline."""

Lookup = tuple[str, int, "Future[list[str]]"]


class Resolver:
    """Resolves names for any number of event loops, and for threads without one."""

    def __init__(self, max_lookups: int = MAX_LOOKUPS) -> None:
        """Start nothing yet."""
        self._max_lookups = max_lookups
        self._lock = threading.Lock()
        self._waiting: deque[Lookup] = deque()
        self._threads = 0

    async def addresses(self, host: str, port: int) -> list[str]:
        """The addresses of a name or literal, in the system's order, each once. Cancel it to give up.

        Raises:
            FetchError: ``unresolved``: the name leads nowhere, or no thread can be started.
        """
        return await asyncio.wrap_future(self.look_up(host, port))

    def look_up(self, host: str, port: int) -> Future[list[str]]:
        """The same for a thread, which waits for it as long as it likes.

        Raises:
            FetchError: ``unresolved``: no thread can be started.
        """
        future: Future[list[str]] = Future()
        with self._lock:
            self._waiting.append((host, port, future))
            starts = self._threads < self._max_lookups
            self._threads += starts
        if starts:
            try:
                threading.Thread(target=self._work, name="runtime-resolver", daemon=True).start()
            except RuntimeError:  # the system starts no more threads
                with self._lock:
                    self._threads -= 1
                raise FetchError("unresolved") from None
        return future

    def _work(self) -> None:
        """Look up whatever waits; a thread ends when nothing does."""
        while (lookup := self._next()) is not None:
            host, port, future = lookup
            found = _addresses(host, port)
            if found is None:
                future.set_exception(FetchError("unresolved"))
            else:
                future.set_result(found)

    def _next(self) -> Lookup | None:
        with self._lock:
            while self._waiting:
                lookup = self._waiting.popleft()
                if lookup[-1].set_running_or_notify_cancel():
                    return lookup
            self._threads -= 1
            return None


def _addresses(host: str, port: int) -> list[str] | None:
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    # A scope ("fe80::1%eth0") is of this machine's networks: the address is judged, and connected to, without it.
    return list(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in found))
