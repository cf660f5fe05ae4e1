"""What a tool may ask of the web, and who carries it out.

The handle (`runtime.capability.web`) decides: each address is checked against the grant, the first and every redirection.
The carrier (an `Egress`) makes one exchange with one server and follows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, runtime_checkable

import msgspec

Headers = tuple[tuple[str, str], ...]
Until = Callable[[Headers, bytes], bool]
"""Given the headers of an answer, their names in lower case, and a piece of its body: whether that was the last that is wanted."""
Cause = Literal[
    "refused", "unresolved", "unreachable", "reset", "tls", "protocol", "redirects", "misdirected"
]
"""Why no answer came; a deadline is a TimeoutError instead."""

WORDS: dict[Cause, str] = {
    "refused": "connection refused",
    "unresolved": "host not found",
    "unreachable": "host unreachable",
    "reset": "connection closed before the answer was complete",
    "tls": "TLS handshake failed",
    "protocol": "answer is not valid HTTP",
    "redirects": "too many redirects",
    "misdirected": "redirected to what is no address of the web",
}


class FetchError(OSError):
    """No answer came. ``cause`` is for programs, the text for people."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(WORDS[cause])
        self.cause = cause


class Fetched(msgspec.Struct, frozen=True, kw_only=True):
    """What a server answered, decoded from its transfer and content encodings."""

    url: str
    """The address that answered: the last one where there were redirections."""
    status: int
    headers: Headers
    """Names in lower case, in the order of the answer."""
    body: bytes
    truncated: bool = False
    """There was more than the caller wanted."""

    def header(self, name: str) -> str:
        """The first header of that lower-case name, ``""`` where there is none."""
        return next((value for key, value in self.headers if key == name), "")


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """One request to one server."""

    method: str
    url: str
    headers: Headers = ()
    body: bytes = b""
    timeout_s: float
    max_body_bytes: int
    """How much of the decoded body is wanted."""
    until: Until | None = None
    """Shown each decoded piece of the body as it comes; true where the rest is not wanted."""


class Admit(Protocol):
    """Asked about the address that a name resolved to, before anything is sent to it; raises to refuse."""

    def __call__(self, address: str, *, own: bool) -> None:
        """Return where it is admitted; ``own``: it is one of this machine's own, though it may look public."""
        ...


class Gate(Protocol):
    """What a command may reach of the web, asked about each of its requests before anything is sent. Thread-safe."""

    @property
    def names_local(self) -> bool:
        """Whether a server of this machine is granted by name or address."""
        ...

    def open(self, method: str, scheme: str, host: str, port: int) -> Admit:
        """Count a request; what is asked about each address that its server has. ``CONNECT`` reads and writes.

        Raises:
            CapabilityExceeded: the server is not granted.
            NetworkLimit: the call has made its requests.
        """
        ...

    def spend(self, count: int) -> None:
        """Count bytes that crossed.

        Raises:
            NetworkLimit: the call has used what it may.
        """
        ...


class Egress(Protocol):
    """Makes one exchange. Raises FetchError, TimeoutError, NetworkLimit, and what ``admit`` raises."""

    async def exchange(self, asked: Exchange, *, admit: Admit, spend: Callable[[int], None]) -> Fetched:
        """The answer.

        Args:
            asked: What to send.
            admit: Called with each address that is about to be connected to.
            spend: Called with each number of bytes that crossed the wire; raises where there is no more to spend.
        """
        ...


@runtime_checkable
class WebAccess(Protocol):
    """``ctx.http``: servers that the grant names, and nothing else.

    ``GET`` and ``HEAD`` need ``net_read`` for the server, every other method ``net_write``. Redirections are followed and
    checked one by one; one that leaves what is granted raises CapabilityExceeded. What comes of the network itself is a
    FetchError or a TimeoutError.
    """

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
    ) -> Fetched: ...

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
        """`fetch` for plain functions, which run in a worker thread."""
        ...
