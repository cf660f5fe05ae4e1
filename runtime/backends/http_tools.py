"""Runs tools that are one HTTP request, through the call's own ``ctx.http``: the server is checked, resolved, pinned and counted there.

1. The request is written of its template and the arguments; what cannot be made harmless is refused.
2. Its secrets are asked for now, after policy and approval, for this tool and this server only.
   The call's position in a trace goes along as ``traceparent``.
3. A redirection is followed for a request that reads, on the same server only: nothing of a secret goes to another one.
4. A request that may be repeated is, after a failed connection or a status that says so, as long as there is time.
5. What the server answers is rid of the secrets before anything else sees it.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar
from urllib.parse import urljoin

from runtime.backends._base import BackendBase
from runtime.backends._http.answer import fetch_error, led_away, output_of, timed_out
from runtime.backends._http.redaction import Redaction
from runtime.contracts.address import take_apart
from runtime.contracts.digest import digest
from runtime.contracts.errors import BackendFault, BackendUnavailable, ToolError
from runtime.contracts.http_request import READING, HttpRequest
from runtime.contracts.ports import ScopedContext, Tool
from runtime.contracts.secrets import SecretBroker
from runtime.contracts.tracing import HEADER
from runtime.contracts.web import Fetched, FetchError
from runtime.sdk.http_declaration import HttpStub
from runtime.sdk.http_encoding import Written, write

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({429, 502, 503, 504})
"""Statuses that say: later."""
_TRANSIENT = frozenset({"refused", "unreachable", "reset"})
_FIRST_WAIT_S = 0.2


class HttpTools(BackendBase):
    """The backend of manifests whose source is ``http``."""

    source: ClassVar[str] = "http"
    enforces: ClassVar[frozenset[str]] = frozenset(
        {"wall_s", "output_bytes", "files", "calls"}
    )  # it has neither files nor calls

    def __init__(self, broker: SecretBroker | None = None) -> None:
        """Without a broker no request has a secret."""
        self._broker = broker

    def close(self) -> None:
        """Nothing is kept open."""

    async def _run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        name, request = tool.manifest.name, tool.manifest.http
        if request is None:
            raise BackendFault(f"{name} is no HTTP tool")
        if isinstance(tool, HttpStub):
            return tool.answer
        secrets = await self._reveal(name, request, context)
        written = write(request, arguments, secrets, digest(context.call_id.encode()).removeprefix("blake3:"))
        redaction = Redaction(secrets)
        answer = await _send(request, _traced(written, context), context)
        context.check()
        return output_of(request, answer, redaction)

    async def _reveal(self, tool: str, request: HttpRequest, context: ScopedContext) -> dict[str, str]:
        names = request.secrets()
        if not names:
            return {}
        if self._broker is None:
            raise BackendUnavailable(
                "no secrets are set up here", suggestion="Add [secrets.NAME] to your own settings."
            )
        found: dict[str, str] = {}
        try:
            async with asyncio.timeout(context.remaining_s()):  # a keyring may ask a person
                for name in sorted(names):
                    found[name] = await self._broker.reveal(name, tool=tool, target=request.target)
        except TimeoutError:
            context.check()
            raise
        return found


def _traced(written: Written, context: ScopedContext) -> Written:
    """The request with the call's position in its trace, unless the tool's file names that header itself."""
    if context.trace is None or any(name.lower() == HEADER for name, _ in written.headers):
        return written
    return written._replace(headers=(*written.headers, (HEADER, context.trace.traceparent)))


async def _send(request: HttpRequest, written: Written, context: ScopedContext) -> Fetched:
    """The answer of the last attempt.

    Raises:
        ToolError: none came.
    """
    wait_s = _FIRST_WAIT_S
    for left in range(request.retries, -1, -1):
        answer: Fetched | None = None
        try:
            answer = await _attempt(request, written, context)
            if not left or answer.status not in _PASSING:
                return answer
            failure = None
        except FetchError as error:
            failure = fetch_error(request.target, error)
            if not left or error.cause not in _TRANSIENT:
                raise failure from None
        except TimeoutError:
            failure = timed_out(request.target, request.timeout_s)
            if not left:
                context.check()  # the call's own deadline, if it was that
                raise failure from None
        pause_s = _asked_to_wait(answer) if answer is not None else wait_s
        wait_s *= 2
        if pause_s >= context.remaining_s():
            return _last(answer, failure)
        await asyncio.sleep(pause_s)
        context.check()
    raise BackendFault("no attempt was made")


def _last(answer: Fetched | None, failure: ToolError | None) -> Fetched:
    if answer is None:
        raise failure or BackendFault("an attempt ended without an answer")
    return answer


def _asked_to_wait(answer: Fetched) -> float:
    """Seconds by ``Retry-After`` (RFC 9110, section 10.2.3); a date counts as the usual wait."""
    text = answer.header("retry-after").strip()
    return float(text) if text.isascii() and text.isdecimal() and len(text) < 7 else _FIRST_WAIT_S


async def _attempt(request: HttpRequest, written: Written, context: ScopedContext) -> Fetched:
    """One answer, redirections on the same server followed."""
    reads = request.method in READING
    url, loop = written.url, asyncio.get_running_loop()
    ends_s = loop.time() + request.timeout_s
    for _ in range((request.max_redirects if reads else 0) + 1):
        try:
            answer = await context.http.fetch(
                url,
                method=written.method,
                headers=written.headers,
                body=written.body,
                timeout_s=max(0.0, ends_s - loop.time()),
                max_bytes=request.max_bytes,
                max_redirects=0,
            )
        except ValueError:
            raise ToolError("invalid_argument", "the request cannot be sent with these arguments") from None
        place = answer.header("location")
        if answer.status not in _REDIRECTS or not place or not reads or not request.max_redirects:
            return answer
        url = _on_the_same_server(request, url, place)
    raise led_away(request.target)


def _on_the_same_server(request: HttpRequest, url: str, place: str) -> str:
    try:
        led = urljoin(url, place)
        if take_apart(led)[1] == request.target:
            return led
    except (ValueError, UnicodeError):
        pass
    raise led_away(request.target)
