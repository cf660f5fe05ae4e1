"""The door of an HTTP server: what a request has to be before anything of it is looked at.

1. ``Host`` names this server, exactly: a page of a stranger whose name was made to lead here (DNS rebinding) sends its own.
2. ``Origin``, which browsers send and programs do not, is on the operator's list.
3. The body comes within its size and its time. JSON nests no deeper than anybody needs.

It stands before the tokens, and before every route alike.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from typing import Any

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_S = 20.0
"""How long a request's body may take to come, whole."""
MAX_NESTING = 64
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")


class Door:
    """An ASGI application in front of another one."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Collection[str],
        origins: Collection[str],
        max_bytes: int,
        body_s: float = BODY_S,
    ) -> None:
        """Stand before an application.

        Args:
            app: Gets what passes.
            hosts: What ``Host`` may be, with its port where clients write one; in lower case.
            origins: What ``Origin`` may be.
            max_bytes: Of a request's body.
            body_s: Seconds that the body may take.
        """
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(origins)
        self._max_bytes = max_bytes
        self._body_s = body_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # a websocket: nothing here speaks one
        refusal = self._refusal(scope)
        body = b""
        if refusal is None:
            try:
                async with asyncio.timeout(self._body_s):
                    body, refusal = await self._body(receive)
            except TimeoutError:
                refusal = _refused(408, "the request's body did not come in time")
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._app(scope, _again(body, receive), send)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        hosts, origins = _values(scope, b"host"), _values(scope, b"origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return _refused(421, "the request's Host is not a name of this server")
        if len(origins) > 1 or any(origin not in self._origins for origin in origins):
            return _refused(403, "pages of this Origin may not ask this server")
        if len(_values(scope, b"authorization")) > 1:
            return _refused(400, "the request has more than one Authorization header")
        lengths = _values(scope, b"content-length")
        if any(length.isdecimal() and int(length[:20]) > self._max_bytes for length in lengths):
            return _too_large(self._max_bytes)
        return None

    async def _body(self, receive: Receive) -> tuple[bytes, JSONResponse | None]:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b"", _refused(400, "the request's body broke off")
            body += message.get("body", b"")
            if len(body) > self._max_bytes:
                return b"", _too_large(self._max_bytes)
            if not message.get("more_body", False):
                break
        if nesting(bytes(body)) > MAX_NESTING:
            return b"", _refused(400, f"the request's JSON nests more than {MAX_NESTING} deep")
        return bytes(body), None


def nesting(data: bytes) -> int:
    """How deep the brackets of a JSON text nest; those inside its strings do not count."""
    depth = deepest = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then what comes."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for header, value in scope["headers"] if header == name]


def _refused(status: int, message: str, **headers: Any) -> JSONResponse:
    return JSONResponse({"error": {"code": "request.refused", "message": message}}, status, headers=headers)


def _too_large(most: int) -> JSONResponse:
    return _refused(413, f"the request is larger than {most} bytes")
