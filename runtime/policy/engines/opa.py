"""``opa+http://`` and ``opa+https://``: a real OPA server, asked over its REST interface, behind the guard.

::

    opa+http://127.0.0.1:8181
    opa+https://opa.internal:8181?ca_file=/etc/opa/ca.pem&token_file=/run/secrets/opa-token

``ca_file`` is trusted in place of the system's authorities. The token of ``token_file``, or else of the variable ``OPA_TOKEN``, goes as a bearer
token. Without TLS only this machine is asked: whoever sits between could answer in OPA's place.

A question is one request on a kept connection, with one deadline for all of it however slowly the server drips. Whatever is no
answer in OPA's form denies: another status (a redirection is one), another type of content, a member that nobody knows, too many
bytes, an id of a decision that was seen before. The server's policies may change at any time, so no decision is cached.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import threading
from collections import deque
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import parse_qsl, quote, urlsplit

import msgspec

from runtime.contracts.digest import digest
from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.policy.bundle import read_own
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import EngineOptions
from runtime.policy.guard import GuardedEngine, Live, PinnedBundle

SCHEMES = ("opa+http", "opa+https")
TOKEN_VARIABLE = "OPA_TOKEN"  # noqa: S105  # its name
MAX_ANSWER_BYTES = 1024 * 1024
_MAX_CONNECTIONS = 16
_KEPT_S = 30.0
_MAX_SECRET_BYTES = 64 * 1024
_REMEMBERED_IDS = 1024
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class OpaAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """What ``POST /v1/data/...`` answers. ``result`` is missing where the rule is undefined."""

    result: msgspec.Raw = msgspec.Raw(b"")
    decision_id: str = ""
    warning: dict[str, Any] | None = None
    metrics: dict[str, Any] | None = None
    provenance: dict[str, Any] | None = None


_answer = msgspec.json.Decoder(OpaAnswer)


class Server(msgspec.Struct, frozen=True):
    """The server that a URL names, and what is needed to ask it."""

    origin: str
    ca_file: str
    token_file: str


def open_url(rest: str, options: EngineOptions) -> GuardedEngine:
    """An engine that asks a server. The server need not be there yet. Raises as `open_engine` says."""
    server = _server(f"{options.scheme.removeprefix('opa+')}:{rest}")
    name = digest(f"{server.origin} {options.entry}".encode())

    def load() -> Live:
        if options.pin is not None:
            options.pin.require(name, {})
        return Live(name, cacheable=False, evaluator=OpaEvaluator(server, options.entry, options.deadline_s))

    return GuardedEngine(
        "opa",
        load,
        cache_size=0,
        max_stale_s=options.max_stale_s,
        pinned=None if options.pin is None else PinnedBundle(options.pin, load, _follow),
    )


def _follow(_: Mapping[str, bytes]) -> NoReturn:
    raise ConfigurationError(
        "another policy was accepted than that of the OPA server; open the workspace anew"
    )


def _server(url: str) -> Server:
    try:
        parts = urlsplit(url)
        given = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        options = dict(given)
        port = parts.port
    except ValueError as error:
        raise _unusable(f"this is no URL: {error}") from None
    if not parts.hostname or parts.path not in ("", "/") or parts.fragment or parts.username is not None:
        raise _unusable("the URL names a host and a port, without path, user and fragment")
    if len(options) < len(given) or set(options) - {"ca_file", "token_file"}:
        raise _unusable("the URL's options are ca_file and token_file, each once")
    if not all(map(os.path.isabs, options.values())):
        raise _unusable("ca_file and token_file are absolute paths")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    scheme = parts.scheme
    if scheme == "http" and parts.hostname not in _LOCAL:
        raise _unusable("without TLS only this machine is asked; write opa+https://")
    if scheme == "http" and "ca_file" in options:
        raise _unusable("ca_file is for opa+https://")
    return Server(
        f"{scheme}://{host}:{port or (443 if scheme == 'https' else 8181)}",
        options.get("ca_file", ""),
        options.get("token_file", ""),
    )


class OpaEvaluator:
    """Asks one server from a thread of its own, for plain code and for any event loop."""

    def __init__(self, server: Server, entry: str, deadline_s: float) -> None:
        """Read the certificates and the token, so that what is wrong with them is known before any call."""
        parts = entry.removeprefix("data.").split(".")
        self._server = server
        self._url = f"{server.origin}/v1/data/" + "/".join(quote(part, safe="") for part in parts)
        self._deadline_s = deadline_s
        self._trust = _trust(server)
        _token(server)
        self._seen: deque[str] = deque(maxlen=_REMEMBERED_IDS)
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pool: Any = None
        self._closed = False

    def evaluate(self, asked: bytes) -> bytes:
        """The answer, waited for. Raises NoAnswer."""
        future = self._begin(asked)
        try:
            return future.result()
        except CancelledError:
            raise NoAnswer("error", "the engine is closed") from None
        except BaseException:
            future.cancel()
            raise

    async def answer(self, asked: bytes) -> bytes:
        """The answer, while the loop goes on. Raises NoAnswer."""
        try:
            return await asyncio.wrap_future(self._begin(asked))
        except asyncio.CancelledError:
            if self._closed:
                raise NoAnswer("error", "the engine is closed") from None
            raise

    def close(self) -> None:
        """End the thread with its connections; questions under way are denied."""
        with self._lock:
            self._closed = True
            loop, self._loop = self._loop, None
            if loop is not None and self._owner == os.getpid():
                loop.call_soon_threadsafe(loop.stop)

    def _begin(self, asked: bytes) -> Future[bytes]:
        with self._lock:
            if self._closed:
                raise NoAnswer("error", "the engine is closed")
            if self._loop is None or self._owner != os.getpid():  # of a forked process, the thread is gone
                self._owner, self._loop = os.getpid(), asyncio.new_event_loop()
                self._pool = None
                threading.Thread(
                    target=self._run, args=(self._loop,), name="runtime-opa", daemon=True
                ).start()
            return asyncio.run_coroutine_threadsafe(self._within_deadline(asked), self._loop)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            loop.run_forever()
            loop.run_until_complete(self._end())
        finally:
            loop.close()

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            await self._pool.aclose()

    async def _within_deadline(self, asked: bytes) -> bytes:
        try:
            async with asyncio.timeout(self._deadline_s):
                return await self._exchange(asked)
        except TimeoutError:
            raise NoAnswer("timeout", f"OPA did not answer within {self._deadline_s:g} s") from None

    async def _exchange(self, asked: bytes) -> bytes:
        import httpcore2 as http

        if self._pool is None:
            self._pool = http.AsyncConnectionPool(
                ssl_context=self._trust, max_connections=_MAX_CONNECTIONS, keepalive_expiry=_KEPT_S
            )
        body = b'{"input":' + asked + b"}" if asked else b"{}"
        for is_last in (False, True):
            try:
                response = await self._pool.handle_async_request(self._request(http, body))
                try:
                    return self._judged(response, await _body(response))
                finally:
                    await response.aclose()
            except http.TimeoutException:
                raise TimeoutError from None
            except (http.ReadError, http.WriteError, http.RemoteProtocolError) as error:
                # A kept connection that the server closed just now. A question changes nothing, so it is asked again.
                if is_last:
                    raise NoAnswer("error", f"OPA broke off: {error}") from None
            except (http.NetworkError, http.ProtocolError, http.UnsupportedProtocol, OSError) as error:
                raise NoAnswer("error", f"OPA cannot be reached: {error}") from None
        raise NoAnswer("error", "OPA broke off")

    def _request(self, http: Any, body: bytes) -> Any:
        headers = [
            ("host", self._server.origin.partition("://")[2]),
            ("content-type", "application/json"),
            ("accept", "application/json"),
            ("accept-encoding", "identity"),
            ("content-length", str(len(body))),
        ]
        if token := _token(self._server):
            headers.append(("authorization", f"Bearer {token}"))
        return http.Request("POST", self._url, headers=headers, content=body)

    def _judged(self, response: Any, body: bytes) -> bytes:
        """The rule's value as JSON; empty where it has none."""
        if response.status != 200:
            raise NoAnswer("error", f"OPA answered with status {response.status}")
        headers = {name.lower(): value for name, value in response.headers}
        if headers.get(b"content-type", b"").partition(b";")[0].strip() != b"application/json":
            raise NoAnswer("error", "OPA's answer is not JSON")
        if b"content-encoding" in headers:
            raise NoAnswer("error", "OPA's answer is packed, which nobody asked for")
        try:
            answer = _answer.decode(body)
        except (ValueError, RecursionError) as error:
            raise NoAnswer("error", f"OPA's answer is not in its form: {error}") from None
        if answer.decision_id:
            if answer.decision_id in self._seen:
                raise NoAnswer("error", "OPA's answer has the id of another decision")
            self._seen.append(answer.decision_id)
        return bytes(answer.result)


async def _body(response: Any) -> bytes:
    parts, size = [], 0
    async for part in response.stream:
        size += len(part)
        if size > MAX_ANSWER_BYTES:
            raise NoAnswer("error", f"OPA's answer has more than {MAX_ANSWER_BYTES} bytes")
        parts.append(part)
    return b"".join(parts)


def _trust(server: Server) -> ssl.SSLContext | None:
    if not server.origin.startswith("https:"):
        return None
    try:
        context = ssl.create_default_context(cafile=server.ca_file or None)
    except (OSError, ValueError) as error:
        raise _unusable(f"ca_file cannot be used: {error}") from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _token(server: Server) -> str:
    """The token as it is now: secrets that a platform mounts are replaced while the process runs."""
    if not server.token_file:
        return _sendable(os.environ.get(TOKEN_VARIABLE, ""))
    path = Path(server.token_file)
    try:
        return _sendable(read_own(path, str(path), _MAX_SECRET_BYTES).decode("ascii").strip())
    except BundleInvalid as error:
        raise _unusable(f"token_file: {error.message}") from None
    except UnicodeDecodeError:
        raise _unusable("the token holds characters that no header can") from None


def _sendable(token: str) -> str:
    if not all("!" <= character <= "~" for character in token):
        raise _unusable("the token holds characters that no header can")
    return token


def _unusable(what: str) -> ConfigurationError:
    return ConfigurationError(
        f"the OPA server cannot be asked: {what}",
        suggestion="Write opa+https://HOST:PORT?ca_file=FILE&token_file=FILE, or opa+http://127.0.0.1:8181.",
    )
