"""The network as a shell sees it: a capability that an embedder injects, or nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

__all__ = ["Network", "NetworkError", "Response"]


class NetworkError(Exception):
    """A request that came to no answer; ``code`` is curl's exit status for it (6 no such host, 7 refused, 28 timeout)."""

    def __init__(self, message: str, code: int = 7) -> None:
        super().__init__(message)
        self.code = code


class Response:
    """What a server answered. ``url`` is what answered in the end."""

    __slots__ = ("body", "headers", "reason", "status", "url")

    def __init__(
        self,
        status: int,
        body: bytes = b"",
        headers: Sequence[tuple[str, str]] = (),
        *,
        reason: str = "",
        url: str = "",
    ) -> None:
        self.status = status
        self.body = body
        self.headers = list(headers)
        self.reason = reason
        self.url = url

    def header(self, name: str) -> str:
        """The last header of that name, in any case; "" where there is none."""
        return next((value for key, value in reversed(self.headers) if key.lower() == name.lower()), "")


class Network:
    """What an embedder gives: it decides which addresses may be reached, and follows no redirection by itself."""

    def request(
        self,
        method: str,
        url: str,
        headers: Sequence[tuple[str, str]],
        body: bytes,
        timeout_s: float,
        max_bytes: int,
    ) -> Response | Awaitable[Response]:
        """One request; the answer, or what is awaited for it. Raises NetworkError."""
        raise NetworkError("this network takes no requests")
