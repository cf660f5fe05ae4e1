"""Carries one HTTP exchange to one server, and nothing further.

1. The name is resolved here, and each address that it leads to must be admitted before anything is sent: an answer that
   mixes admitted and refused ones is refused whole. What was admitted is what is connected to: there is no second look-up
   that could say something else. The certificate is checked against the name.
2. No proxy, no ``.netrc``, no cookie, no redirection and no connection from before: one exchange, one connection.
3. Bytes are counted as they cross, and what is read of the body ends at what is wanted, compressed or not.
4. One deadline holds for all of it, however slowly the server drips.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import httpcore2 as http

from runtime.backends._addresses import admitted_addresses
from runtime.backends._resolver import Resolver
from runtime.contracts.web import Admit, Cause, Exchange, Fetched, FetchError, Headers

__all__ = ["exchange"]

_USER_AGENT = "cathedral-runtime"
# Of the connection, and therefore ours to say; a caller's own would let one request pass for two (RFC 9112, section 11.2).
_OURS = frozenset(
    {
        "host",
        "connection",
        "content-length",
        "transfer-encoding",
        "te",
        "trailer",
        "upgrade",
        "accept-encoding",
        "expect",
    }
)
_WINDOW = {"gzip": 31, "x-gzip": 31, "deflate": 47}


async def exchange(
    asked: Exchange,
    *,
    admit: Admit,
    spend: Callable[[int], None],
    resolver: Resolver,
    ssl_context: ssl.SSLContext | None,
) -> Fetched:
    """See `runtime.contracts.web.Egress`; ``ssl_context``: None trusts what the system trusts.

    Raises:
        ValueError: the method or a header cannot be sent.
    """
    if asked.timeout_s <= 0:
        raise TimeoutError
    backend = _Backend(admit, spend, resolver)
    try:
        async with asyncio.timeout(asked.timeout_s):
            with _translated():
                async with http.AsyncConnectionPool(
                    ssl_context=ssl_context, max_keepalive_connections=0, network_backend=backend
                ) as pool:
                    response = await pool.handle_async_request(_request(asked))
                    try:
                        body, truncated = await _body(response, asked)
                    finally:
                        await response.aclose()
    finally:
        await backend.aclose()
    headers = _headers(response)
    return Fetched(url=asked.url, status=response.status, headers=headers, body=body, truncated=truncated)


def _headers(response: http.Response) -> Headers:
    return tuple(
        (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in response.headers
    )


def _request(asked: Exchange) -> http.Request:
    url = http.URL(asked.url)
    headers = {"user-agent": _USER_AGENT, "accept": "*/*"}
    for name, value in asked.headers:
        if name.lower() in _OURS:
            raise ValueError(f"the header {name} is written by the runtime")
        headers[name.lower()] = value
    authority = url.host if url.port is None else url.host + b":%d" % url.port
    sent: list[tuple[bytes, bytes]] = [(b"host", authority), (b"accept-encoding", b"gzip, deflate")]
    try:
        sent += [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()]
    except UnicodeEncodeError:
        raise ValueError("a header holds characters that HTTP cannot carry") from None
    if asked.body or asked.method in ("POST", "PUT", "PATCH"):
        sent.append((b"content-length", b"%d" % len(asked.body)))
    sent.append((b"connection", b"close"))
    return http.Request(asked.method, url, headers=sent, content=asked.body)


async def _body(response: http.Response, asked: Exchange) -> tuple[bytes, bool]:
    """What is wanted of the body, decoded, and whether there was more."""
    wanted = asked.max_body_bytes
    decode = _decoder(response.headers)
    headers = () if asked.until is None else _headers(response)
    kept = bytearray()
    async for chunk in _chunks(response):
        piece = decode(chunk, wanted + 1 - len(kept))
        kept += piece
        if len(kept) > wanted:
            return bytes(kept[:wanted]), True
        if asked.until is not None and asked.until(headers, piece):
            break
    return bytes(kept), False


async def _chunks(response: http.Response) -> AsyncIterator[bytes]:
    stream: Any = response.stream
    async for chunk in stream:
        yield chunk


def _decoder(headers: Iterable[tuple[bytes, bytes]]) -> Callable[[bytes, int], bytes]:
    """What undoes the content codings: never more bytes at a time than were asked for, however small the input is."""
    named = b",".join(value for name, value in headers if name.lower() == b"content-encoding").decode(
        "latin-1"
    )
    codings = [c for c in (part.strip().lower() for part in named.split(",")) if c not in ("", "identity")]
    if not codings:
        return lambda data, most: data[:most]
    if (
        len(codings) > 1 or codings[0] not in _WINDOW
    ):  # nothing else was offered, and codings can be piled up without end
        raise FetchError("protocol")
    inflater = zlib.decompressobj(_WINDOW[codings[0]])

    def decode(data: bytes, most: int) -> bytes:
        # What does not fit stays with the inflater and is lost: the caller has then more than it wants.
        try:
            return inflater.decompress(data, most)
        except zlib.error:
            raise FetchError("protocol") from None

    return decode


class _Backend(http.AsyncNetworkBackend):
    """Connects to addresses that were admitted, and counts what crosses."""

    def __init__(self, admit: Admit, spend: Callable[[int], None], resolver: Resolver) -> None:
        self._admit = admit
        self._resolver = resolver
        self._spend = spend
        self._inner = http.AnyIOBackend()
        self._opened: list[http.AsyncNetworkStream] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # the library's interface
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> http.AsyncNetworkStream:
        addresses = await admitted_addresses(self._resolver, host, port, self._admit)
        for place, address in enumerate(addresses, 1):
            try:
                stream = await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (http.ConnectError, http.ConnectTimeout):
                if place == len(addresses):
                    raise
            else:
                self._opened.append(stream)
                return _Counted(stream, self._spend)
        raise FetchError("unresolved")

    async def aclose(self) -> None:
        """Close what the pool lost sight of: a handshake that the deadline cut off."""
        for stream in self._opened:
            with contextlib.suppress(Exception):
                await stream.aclose()


class _Counted(http.AsyncNetworkStream):
    def __init__(self, inner: http.AsyncNetworkStream, spend: Callable[[int], None]) -> None:
        self._inner = inner
        self._spend = spend

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        data = await self._inner.read(max_bytes, timeout)
        self._spend(len(data))
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        self._spend(len(buffer))
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> http.AsyncNetworkStream:
        return _Counted(await self._inner.start_tls(ssl_context, server_hostname, timeout), self._spend)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


@contextlib.contextmanager
def _translated() -> Any:
    try:
        yield
    except http.TimeoutException:
        raise TimeoutError from None
    except http.ConnectError as error:
        raise FetchError(_connect_cause(error)) from None
    except (http.ReadError, http.WriteError):
        raise FetchError("reset") from None
    except http.RemoteProtocolError as error:
        raise FetchError(
            "reset" if "disconnected" in str(error) or "closed" in str(error) else "protocol"
        ) from None
    except (http.LocalProtocolError, http.UnsupportedProtocol):
        raise ValueError("the method or a header cannot be sent") from None


def _connect_cause(error: BaseException) -> Cause:
    """Why: the kernel's or the TLS library's own error is somewhere beneath."""
    below: BaseException | None = error
    while below is not None:
        if isinstance(below, ssl.SSLError):
            return "tls"
        if isinstance(below, ConnectionRefusedError):
            return "refused"
        below = below.__cause__ or below.__context__
    return "unreachable"
