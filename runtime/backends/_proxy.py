"""The way out of a command that was granted some servers: an HTTP proxy, which is all that its network has.

It runs in this process and listens on a socket that was made in the command's own network, so that nobody else reaches it, and
that network leads nowhere else.

1. ``CONNECT host:port`` is a tunnel: the server must be granted for reading and writing, as nobody sees what goes through.
2. Every other request names its server in full (``GET http://host/path``), and is written anew: what the grant was asked about is
   what is sent, with no other framing than a length.
3. The name is resolved, and each address checked, by the code that `ctx.http` has; what was admitted is what is connected to.
4. A connection carries one request. What follows it is not read: there is no second request that could hide behind the first.

Source: RFC 9110 (section 9.3.6), RFC 9112 (sections 3.2.2, 6.3, 11.2).
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import Coroutine
from typing import Any, NamedTuple

from runtime.backends._addresses import admitted_addresses
from runtime.backends._resolver import Resolver
from runtime.contracts.errors import FailedError, NetworkLimit
from runtime.contracts.web import FetchError, Gate

__all__ = ["MAX_CONNECTIONS", "serve"]

MAX_CONNECTIONS = 64
"""At once; others wait in the queue of the socket."""
MAX_HEAD_BYTES = 32_768
HEAD_S = 10.0
"""For all of a request's head, however slowly it drips."""
_CONNECT_S = 30.0
_REST_S = 0.1
_CHUNK = 65_536
_MAX_INTERIM = 8
_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_LINE = re.compile(rb"(%s) ([!-~]+) HTTP/1\.[01]" % _TOKEN)
_FIELD = re.compile(rb"(%s):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)" % _TOKEN)
_AUTHORITY = re.compile(rb"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::([0-9]{1,5}))?")
_ABSOLUTE = re.compile(rb"[Hh][Tt][Tt][Pp]://([^/?#]*)(/[^#]*|\?[^#]*)?(?:#.*)?")
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\x00-\x08\x0a-\x1f\x7f]*)?")
_CONTINUE_FROM = 200
# Of one connection, and no further (RFC 9110, section 7.6.1); the framing and the host are written anew.
_OF_CONNECTION = frozenset({
    b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"proxy-authenticate", b"te", b"trailer",
    b"upgrade", b"expect", b"host", b"content-length",
})  # fmt: skip
_ANSWERS_KEEP = frozenset({b"content-length"})

_Fields = list[tuple[bytes, bytes]]


class _Refused(Exception):  # an answer, no fault
    """What the client is told instead of an answer."""

    def __init__(self, status: str, text: str) -> None:
        super().__init__(text)
        self.status = status


class _Request(NamedTuple):
    method: bytes
    host: str
    port: int
    path: bytes
    fields: _Fields
    length: int


async def serve(listening: socket.socket, gate: Gate, resolver: Resolver) -> None:
    """Answer until cancelled; then every connection is closed."""
    loop = asyncio.get_running_loop()
    slots = asyncio.Semaphore(MAX_CONNECTIONS)
    listening.setblocking(False)

    async def one(connection: socket.socket) -> None:
        try:
            await _serve_one(connection, gate, resolver)
        finally:
            slots.release()

    async with asyncio.TaskGroup() as connections:
        while True:
            await slots.acquire()
            try:
                connection, _ = await loop.sock_accept(listening)
            except OSError:  # this process has no descriptor left: others will be given back
                slots.release()
                await asyncio.sleep(_REST_S)
            else:
                connections.create_task(one(connection))


async def _serve_one(connection: socket.socket, gate: Gate, resolver: Resolver) -> None:
    reader, writer = await asyncio.open_connection(sock=connection, limit=MAX_HEAD_BYTES)
    with contextlib.closing(writer), contextlib.suppress(OSError, asyncio.IncompleteReadError):
        try:
            await _answer(reader, writer, gate, resolver)
        except _Refused as refused:
            text = f"runtime: {refused}\n".encode("utf-8", "replace")
            writer.write(
                f"HTTP/1.1 {refused.status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
                f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode()
            )
            writer.write(text)
            await writer.drain()


async def _answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: Gate, resolver: Resolver
) -> None:
    request = _parsed(await _head(reader))
    try:
        way_in, way_out = await _connected(request, gate, resolver)
    except NetworkLimit as limit:
        raise _Refused("429 Too Many Requests", limit.message) from None
    except FailedError as refused:
        raise _Refused("403 Forbidden", f"{refused.message}. {refused.suggestion or ''}") from None
    except TimeoutError:
        raise _Refused("504 Gateway Timeout", "the server does not answer") from None
    except (FetchError, OSError) as error:
        raise _Refused("502 Bad Gateway", str(error) or "the server cannot be reached") from None
    with contextlib.closing(way_out), contextlib.suppress(NetworkLimit):
        if request.method == b"CONNECT":
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await _both(_relay(reader, way_out, gate), _relay(way_in, writer, gate))
        else:
            way_out.write(_written(request))
            sending = asyncio.ensure_future(_relay(reader, way_out, gate, request.length))
            try:
                await _relay_answer(way_in, writer, gate)
            finally:
                sending.cancel()
                await asyncio.wait((sending,))


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        async with asyncio.timeout(HEAD_S):
            return await reader.readuntil(b"\r\n\r\n")
    except TimeoutError:
        raise _Refused("408 Request Timeout", "the request is not complete") from None
    except asyncio.LimitOverrunError:
        raise _Refused("431 Request Header Fields Too Large", "the request's head is too long") from None


def _parsed(head: bytes) -> _Request:
    line, *fields = _fields(head, _LINE)
    method, target = line
    names = [name for name, _ in fields]
    if b"transfer-encoding" in names:
        raise _Refused("411 Length Required", "send a body with its length, or by https")
    lengths = {value for name, value in fields if name == b"content-length"}
    if len(lengths) > 1 or any(not value.isdigit() or len(value) > 18 for value in lengths):
        raise _Refused("400 Bad Request", "the length of the body is ambiguous")
    length = int(lengths.pop()) if lengths else 0
    if method == b"CONNECT":
        host, port = _server(target, None)
        return _Request(method, host, port, b"", [], 0)
    absolute = _ABSOLUTE.fullmatch(target)
    if absolute is None:
        raise _Refused("400 Bad Request", "this is a proxy: name the server, as in GET http://host/path")
    host, port = _server(absolute[1], 80)
    path = absolute[2] or b"/"
    named = {
        word.strip().lower() for name, value in fields if name == b"connection" for word in value.split(b",")
    }
    kept = [(name, value) for name, value in fields if name not in _OF_CONNECTION and name not in named]
    return _Request(method, host, port, path if path.startswith(b"/") else b"/" + path, kept, length)


def _fields(head: bytes, first: re.Pattern[bytes]) -> _Fields:
    """The parts of the first line, then every field with its name in lower case; only what every reader reads alike."""
    start, *lines = head[:-4].split(b"\r\n")
    begun = first.fullmatch(start)
    found = [_FIELD.fullmatch(line) for line in lines]
    if begun is None or None in found:
        raise _Refused("400 Bad Request", "the head of the message is not valid HTTP/1.1")
    return [
        (begun[1], begun[begun.re.groups]),
        *((each[1].lower(), each[2].rstrip(b" \t")) for each in found if each is not None),
    ]


def _server(authority: bytes, default_port: int | None) -> tuple[str, int]:
    found = _AUTHORITY.fullmatch(authority)
    port = int(found[2] or default_port or 0) if found else 0
    if found is None or not 0 < port < 65_536:
        raise _Refused("400 Bad Request", "the request names no server")
    return found[1].decode().lower().removesuffix("."), port


async def _connected(
    request: _Request, gate: Gate, resolver: Resolver
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    scheme = "https" if request.method == b"CONNECT" else "http"
    admit = gate.open(request.method.decode(), scheme, request.host, request.port)
    async with asyncio.timeout(_CONNECT_S):
        addresses = await admitted_addresses(resolver, request.host, request.port, admit)
        for place, address in enumerate(addresses, 1):
            try:
                return await asyncio.open_connection(address, request.port, limit=MAX_HEAD_BYTES)
            except OSError:
                if place == len(addresses):
                    raise
    raise FetchError("unresolved")


def _written(request: _Request) -> bytes:
    authority = request.host if request.port == 80 else f"{request.host}:{request.port}"
    lines = [
        request.method + b" " + request.path + b" HTTP/1.1",
        b"Host: " + authority.encode(),
        *(name + b": " + value for name, value in request.fields),
    ]
    if request.length or request.method in (b"POST", b"PUT", b"PATCH"):
        lines.append(b"Content-Length: %d" % request.length)
    return b"\r\n".join((*lines, b"Connection: close", b"", b""))


async def _relay_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: Gate) -> None:
    for _ in range(_MAX_INTERIM):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            (_, status), *fields = _fields(head, _STATUS)
        except (asyncio.LimitOverrunError, asyncio.IncompleteReadError, _Refused):
            break
        gate.spend(len(head))
        if int(status) >= _CONTINUE_FROM:
            kept = [field for field in fields if field[0] not in _OF_CONNECTION or field[0] in _ANSWERS_KEEP]
            lines = [head.partition(b"\r\n")[0], *(name + b": " + value for name, value in kept)]
            writer.write(b"\r\n".join((*lines, b"Connection: close", b"", b"")))
            await _relay(reader, writer, gate)
            return
    raise _Refused("502 Bad Gateway", "the server's answer is not valid HTTP/1.1")


async def _relay(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: Gate, most: int | None = None
) -> None:
    """Bytes as they come, up to a number or to the end; the end is passed on where no number is given."""
    left = most
    while left is None or left > 0:
        data = await reader.read(_CHUNK if left is None else min(_CHUNK, left))
        if not data:
            break
        gate.spend(len(data))
        left = None if left is None else left - len(data)
        writer.write(data)
        await writer.drain()
    if most is None and writer.can_write_eof():
        writer.write_eof()


async def _both(*relays: Coroutine[Any, Any, None]) -> None:
    """Both directions; when one fails, the other ends with it."""
    tasks = [asyncio.ensure_future(relay) for relay in relays]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
