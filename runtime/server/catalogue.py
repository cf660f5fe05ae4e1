"""The tools that each client is shown: those that gate and policy could let it call.

Policy is asked about made-up arguments (`Executor.offered_to`). A policy that allows a tool for certain arguments only may say no to those; so
a tool is shown, too, to whom it answered once since the start. What is shown decides nothing: each call is governed for itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable
from typing import NamedTuple

from runtime.contracts.manifest import Manifest
from runtime.host.executor import Executor
from runtime.server.client import Client

FRESH_S = 2.0
"""How long an answer is good. Policy and tools may change meanwhile; a call notices at once, a list a moment later."""
_MOST_KEPT = 1024
_MOST_USED = 10_000


class _Shown(NamedTuple):
    manifests: asyncio.Task[tuple[Manifest, ...]]
    until: float


class Catalogue:
    """Answers which tools a client may see, and remembers it for a moment."""

    def __init__(self, executor: Executor) -> None:
        """Ask nothing yet."""
        self._executor = executor
        self._shown: dict[Hashable, _Shown] = {}
        self._used: dict[tuple[Hashable, str], None] = {}

    async def of(self, client: Client) -> tuple[Manifest, ...]:
        """The tools that this client may see, by name."""
        now, key = time.monotonic(), client.authority
        shown = self._shown.get(key)
        if shown is None or shown.until < now:
            while len(self._shown) >= _MOST_KEPT:
                del self._shown[next(iter(self._shown))]
            finding = asyncio.create_task(asyncio.to_thread(self._find, client))
            shown = self._shown[key] = _Shown(finding, now + FRESH_S)
        try:
            return await asyncio.shield(shown.manifests)  # others wait for it, too
        except Exception:
            self._shown.pop(key, None)
            raise

    async def find(self, client: Client, name: str) -> Manifest | None:
        """The tool of this name, if the client may see it."""
        return next((one for one in await self.of(client) if one.name == name), None)

    def used(self, client: Client, name: str) -> None:
        """Note that policy let a call of the client's go on: the tool is one that it can use."""
        known = (client.authority, name)
        if known not in self._used:
            while len(self._used) >= _MOST_USED:
                del self._used[next(iter(self._used))]
            self._used[known] = None
            self._shown.pop(client.authority, None)

    def forget(self) -> None:
        """Ask anew from here on: the tools are others."""
        self._shown.clear()

    def _find(self, client: Client) -> tuple[Manifest, ...]:
        offered = {one.name: one for one in self._executor.offered_to(client.principal, grants=client.grants)}
        for one in self._executor.manifests:
            if (client.authority, one.name) in self._used:
                offered.setdefault(one.name, one)
        return tuple(offered[name] for name in sorted(offered))
