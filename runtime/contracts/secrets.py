"""Secrets of the settings: who may have one added to a request, and what of it may never be seen."""

from __future__ import annotations

from typing import Protocol

from runtime.contracts.address import Target


class SecretBroker(Protocol):
    """Hands out the values of secrets to what sends requests, and to nothing else."""

    async def reveal(self, name: str, *, tool: str, target: Target) -> str:
        """The value, for a request of this tool to this server.

        Raises:
            BackendUnavailable: there is no such secret, it is not for this tool or server, or its source does not give it. The message
                holds nothing of the value or of where it lies.
        """
        ...
