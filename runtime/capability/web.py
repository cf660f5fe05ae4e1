"""``ctx.http``: requests to the servers that a grant names.

1. The address is taken apart once; what the grant is asked about is what is connected to.
2. Scheme, host and port must be granted: ``net_read`` for GET and HEAD, ``net_write`` for every other method.
3. The name is resolved, and the address that it leads to must be public, unless the grant names that address, or a local
   name such as ``localhost``: a public name that leads inside is how a forged request gets there (SSRF, DNS rebinding).
4. A redirection is a new address: back to 1, with the number of requests that the call has left.
5. What crosses the wire is counted as it comes, and ends the exchange at the call's bound.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple
from urllib.parse import urljoin

from runtime.capability import hosts
from runtime.capability.check_log import CheckLog
from runtime.capability.handles import DEFAULT_MEMORY_BYTES, shown
from runtime.capability.match import CapabilitySet, Scope
from runtime.contracts.address import Target, take_apart
from runtime.contracts.errors import BackendUnavailable, CallCancelled, CapabilityExceeded, NetworkLimit
from runtime.contracts.limits import NetworkBounds, ResourceBounds
from runtime.contracts.web import Admit, Egress, Exchange, Fetched, FetchError, Headers, Until

__all__ = ["DEFAULT_BOUNDS", "Web"]

DEFAULT_BOUNDS = NetworkBounds(requests=50, bytes=64 * 1024 * 1024)
"""What a call may use of the network where its tool declares no bound of its own."""
COMMAND_BOUNDS = NetworkBounds(requests=2_000, bytes=1024 * 1024 * 1024)
"""The same for commands: one that installs packages makes hundreds of requests."""
_TUNNEL = ("net_read", "net_write")
"""What goes through a tunnel is not seen."""
_POLL_S = 0.05
"""How soon a cancelled call is noticed: a blocking tool has no task that could be cancelled."""
_READING = frozenset({"GET", "HEAD"})
# RFC 9110, section 15.4: after these, other methods than HEAD become GET, as every browser has it.
_BECOME_GET = frozenset({301, 302, 303})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# They speak to one server: none of them goes along to another one.
_CREDENTIALS = frozenset({"authorization", "cookie", "proxy-authorization"})


class CommandGate(NamedTuple):
    """Implements `runtime.contracts.web.Gate`."""

    names_local: bool
    open: Callable[[str, str, str, int], Admit]
    spend: Callable[[int], None]


class Web:
    """Implements `runtime.contracts.web.WebAccess`."""

    __slots__ = (
        "_bounds", "_cancelled", "_capabilities", "_egress", "_ledger", "_limits", "_lock", "_remaining_s", "_spent", "_used",
    )  # fmt: skip

    def __init__(
        self,
        capabilities: CapabilitySet,
        limits: ResourceBounds,
        egress: Egress | None,
        ledger: CheckLog,
        remaining_s: Callable[[], float],
        cancelled: Callable[[], bool],
    ) -> None:
        self._capabilities = capabilities
        self._limits = limits
        self._bounds = limits.network or DEFAULT_BOUNDS
        self._egress = egress
        self._ledger = ledger
        self._remaining_s = remaining_s
        self._cancelled = cancelled
        self._lock = threading.Lock()
        self._used = 0
        self._spent = 0

    async def fetch(
        self,
        url: str,
        *,
        method: str = "GET",
        headers: Sequence[tuple[str, str]] = (),
        body: bytes = b"",
        timeout_s: float | None = None,
        max_bytes: int | None = None,
        max_redirects: int = 10,
        until: Until | None = None,
    ) -> Fetched:
        """The answer, redirections followed.

        Args:
            url: ``http://`` or ``https://``.
            method: Of HTTP; GET and HEAD read, all others write.
            headers: Beside Host, Accept-Encoding and User-Agent, which are there.
            body: What is sent along.
            timeout_s: For everything together; the call's deadline holds in any case.
            max_bytes: How much of the decoded body is wanted; the rest is not read.
            max_redirects: How many to follow.
            until: Shown the body as it comes; true where the rest is not wanted.

        Raises:
            ValueError: the address, the method or a header is none.
            CapabilityExceeded: a server on the way is not granted.
            FetchError, TimeoutError: of the network.
            NetworkLimit: the call's bound on requests or bytes is reached.
        """
        left_s = self._clock(timeout_s)
        wanted = DEFAULT_MEMORY_BYTES if max_bytes is None else min(max_bytes, DEFAULT_MEMORY_BYTES)
        sent: Headers = tuple(headers)
        method = method.upper()
        for _ in range(max_redirects + 1):
            parts, target = take_apart(url)
            kind = "net_read" if method in _READING else "net_write"
            allowlist = self._admit(kind, target)
            self._use_request()
            answer = await self._carrier().exchange(
                Exchange(
                    method=method,
                    url=parts.geturl(),
                    headers=sent,
                    body=body,
                    timeout_s=left_s(),
                    max_body_bytes=wanted,
                    until=until,
                ),
                admit=functools.partial(self._admit_address, kind, target, allowlist),
                spend=self._spend,
            )
            place = answer.header("location")
            if answer.status not in _REDIRECTS or not place or max_redirects == 0:
                return answer
            url, following = _led_to(url, place)
            if answer.status in _BECOME_GET and method != "HEAD":
                method, body = "GET", b""
                sent = tuple((k, v) for k, v in sent if not k.lower().startswith("content-"))
            if following != target:
                sent = tuple((k, v) for k, v in sent if k.lower() not in _CREDENTIALS)
        raise FetchError("redirects")

    def fetch_sync(
        self,
        url: str,
        *,
        method: str = "GET",
        headers: Sequence[tuple[str, str]] = (),
        body: bytes = b"",
        timeout_s: float | None = None,
        max_bytes: int | None = None,
        max_redirects: int = 10,
    ) -> Fetched:
        """`fetch` for plain functions, which run in a worker thread; it ends when the call is cancelled.

        Raises:
            CallCancelled: the caller gave up.
        """
        asked = self.fetch(
            url,
            method=method,
            headers=headers,
            body=body,
            timeout_s=timeout_s,
            max_bytes=max_bytes,
            max_redirects=max_redirects,
        )
        return asyncio.run(self._watched(asked))

    async def _watched(self, asked: Coroutine[Any, Any, Fetched]) -> Fetched:
        task = asyncio.ensure_future(asked)
        while not task.done():
            await asyncio.wait((task,), timeout=_POLL_S)
            if self._cancelled() and not task.done():
                task.cancel()
                await asyncio.wait((task,))
                raise CallCancelled("the caller gave up")
        return task.result()

    def _clock(self, timeout_s: float | None) -> Callable[[], float]:
        """What is left of the caller's time, never more than the call's."""
        if timeout_s is None:
            return self._remaining_s
        reserve_s = self._remaining_s() - timeout_s
        return self._remaining_s if reserve_s <= 0 else lambda: max(0.0, self._remaining_s() - reserve_s)

    def _carrier(self) -> Egress:
        if self._egress is None:
            raise BackendUnavailable("nothing here carries requests to the web")
        return self._egress

    def gate(self) -> CommandGate:
        """The same servers for a command, whose requests count as the call's."""
        bounds = self._limits.network or COMMAND_BOUNDS
        granted = (self._capabilities.get(kind) for kind in _TUNNEL)
        return CommandGate(
            names_local=any(hosts.names_local(each.allowlist) for each in granted if each),
            open=functools.partial(self._open, bounds),
            spend=functools.partial(self._spend, bounds=bounds),
        )

    def _open(self, bounds: NetworkBounds, method: str, scheme: str, host: str, port: int) -> Admit:
        """See `runtime.contracts.web.Gate`."""
        target = Target(scheme, host, port)
        self._use_request(bounds)
        kinds = _TUNNEL if method == "CONNECT" else ("net_read",) if method in _READING else ("net_write",)
        checks = [(kind, target, self._admit(kind, target)) for kind in kinds]

        def admit(address: str, *, own: bool) -> None:
            for check in checks:
                self._admit_address(*check, address, own=own)

        return admit

    def _admit(self, kind: str, target: Target) -> Scope:
        """Check and count the server as it is written; the allowlist that named it."""
        granted = self._capabilities.get(kind)
        allowlist: Scope = granted.allowlist if granted else ()
        if not hosts.allows(allowlist, *target):
            self._ledger.deny(kind, str(target), _exceeded(kind, target))
        self._ledger.allow(kind, str(target))
        return allowlist

    def _admit_address(self, kind: str, target: Target, allowlist: Scope, address: str, *, own: bool) -> None:
        """Check what the name led to."""
        self._ledger.require_open(kind)
        if (hosts.is_public(address) and not own) or hosts.is_local_name(target.host):
            return
        literal = f"[{address}]" if ":" in address else address
        # What every public host is does not name this machine, whichever address it goes by.
        named = tuple(entry for entry in allowlist if "*" not in entry)
        if not hosts.allows(named, target.scheme, literal, target.port):
            self._ledger.overturn(kind, str(target), _inside(kind, target))

    def _use_request(self, bounds: NetworkBounds | None = None) -> None:
        most = (bounds or self._bounds).requests
        with self._lock:
            self._used += 1
            if self._used > most:
                raise NetworkLimit(f"more than {most} requests were made", requests=most)

    def _spend(self, count: int, bounds: NetworkBounds | None = None) -> None:
        most = (bounds or self._bounds).bytes
        with self._lock:
            self._spent += count
            if self._spent > most:
                raise NetworkLimit(f"more than {most} bytes crossed the network", bytes=most)


def _led_to(url: str, place: str) -> tuple[str, Target]:
    """The address that a redirection names; what a server wrote there is no mistake of the caller's."""
    try:
        led = urljoin(url, place)
        return led, take_apart(led)[1]
    except ValueError:
        raise FetchError("misdirected") from None


def _exceeded(kind: str, target: Target) -> CapabilityExceeded:
    return CapabilityExceeded(
        f"{shown(str(target))} is not granted",
        suggestion=f"Grant {kind} for this host, or use one that is granted.",
        capability=kind,
        target=shown(str(target)),
    )


def _inside(kind: str, target: Target) -> CapabilityExceeded:
    return CapabilityExceeded(
        f"{shown(str(target))} leads to an address that is not public",
        suggestion="Addresses of this machine and its networks must be granted as such.",
        capability=kind,
        target=shown(str(target)),
    )
