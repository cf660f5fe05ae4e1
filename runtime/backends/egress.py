"""The way out to the web: `runtime.backends._exchange`, imported when a call first goes there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from runtime.backends._resolver import Resolver
from runtime.contracts.web import Admit, Exchange, Fetched

if TYPE_CHECKING:
    import ssl

__all__ = ["HttpEgress"]


class HttpEgress:
    """Implements `runtime.contracts.web.Egress` over HTTP/1.1."""

    def __init__(self, *, ssl_context: ssl.SSLContext | None = None) -> None:
        """Trust what the system trusts, unless a context says otherwise."""
        self._ssl_context = ssl_context
        self._resolver = Resolver()

    async def exchange(self, asked: Exchange, *, admit: Admit, spend: Callable[[int], None]) -> Fetched:
        """See `runtime.contracts.web.Egress`.

        Raises:
            ValueError: the method or a header cannot be sent.
        """
        from runtime.backends._exchange import (
            exchange,
        )  # 0.1 s, which most programs that open an executor never need

        return await exchange(
            asked, admit=admit, spend=spend, resolver=self._resolver, ssl_context=self._ssl_context
        )
