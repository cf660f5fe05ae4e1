"""What one client may have of a server at a time, so that none starves the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from runtime.contracts.errors import Overloaded
from runtime.host.settings import ServeSettings
from runtime.server.client import Client

_MOST_KNOWN = 10_000


class _Use(msgspec.Struct):
    """What a client has now."""

    running: int = 0
    tokens: float = 0.0
    at: float = 0.0


class ClientLimits:
    """Counts the calls of each client: how many run, and how many it began in the last second."""

    def __init__(self, settings: ServeSettings, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Count nothing yet."""
        self._running = settings.calls
        self._rate = settings.calls_per_s
        self._clock = clock
        self._uses: dict[str, _Use] = {}

    @contextmanager
    def call(self, client: Client) -> Iterator[None]:
        """A call of the client's, from here to the end of the block.

        Raises:
            Overloaded: it has too many, or made too many of late.
        """
        use = self._use(client.name)
        now = self._clock()
        use.tokens = min(self._rate, use.tokens + (now - use.at) * self._rate)
        use.at = now
        if use.tokens < 1:
            raise Overloaded(
                f"this client makes more than {self._rate:g} calls a second",
                suggestion="Make fewer calls, or wait a second.",
            )
        if use.running >= self._running:
            raise Overloaded(
                f"this client has {self._running} calls under way", suggestion="Wait for one of them to end."
            )
        use.tokens -= 1
        use.running += 1
        try:
            yield
        finally:
            use.running -= 1

    def _use(self, name: str) -> _Use:
        use = self._uses.get(name)
        if use is None:
            if len(self._uses) >= _MOST_KNOWN:
                self._uses = {name: one for name, one in self._uses.items() if one.running}
            use = self._uses[name] = _Use(tokens=self._rate, at=self._clock())
        return use
