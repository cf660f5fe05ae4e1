"""HTTP connections that wait for nobody for ever: one whose request does not come, byte for byte, in time is closed."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 15.0
"""How long a connection may be open, or a request begun, before its headers are there."""


class PatientConnection(H11Protocol):
    """uvicorn's protocol, with an end to its patience: a client that sends a header a minute would keep its place for ever."""

    def __init__(self, *given: Any, **options: Any) -> None:
        """See `H11Protocol`."""
        super().__init__(*given, **options)
        self._too_slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Go on waiting, until a request's headers are whole."""
        self._wait()
        super().data_received(data)
        if self._answers:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._wait_no_more()
        super().connection_lost(exc)

    @property
    def _answers(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        if self._too_slow is None and not self._answers:
            self._too_slow = self.loop.call_later(HEAD_S, self._give_up)

    def _wait_no_more(self) -> None:
        if self._too_slow is not None:
            self._too_slow.cancel()
            self._too_slow = None

    def _give_up(self) -> None:
        self._too_slow = None
        if not self._answers and not self.transport.is_closing():
            self.transport.close()
