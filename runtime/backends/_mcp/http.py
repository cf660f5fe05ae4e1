"""A connection to a server at an address: each request is one exchange through the call's own way to the web.

What a server streams is read as it comes, until the answer is there: a stream that never ends is left. No redirection is followed, no session of another
principal is used, and nothing of a server's own headers is sent back but a session id of plain characters.

Source: Model Context Protocol 2025-11-25 and 2026-07-28, "Streamable HTTP".
"""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

from runtime.backends._mcp.caller import Caller
from runtime.backends._mcp.faults import broken, flooded, gone, unreachable
from runtime.backends._mcp.messages import (
    MAX_MESSAGE_BYTES,
    Message,
    Notice,
    Reply,
    ServerRequest,
    notification,
    read,
    request,
)
from runtime.backends._mcp.plan import Parse, ServerPlan
from runtime.backends._mcp.secrets import Credentials
from runtime.backends._mcp.sse import EventReader
from runtime.contracts.errors import FailedError
from runtime.contracts.web import Fetched, FetchError, Headers

MAX_EVENTS = 20_000
"""Messages in the stream of one answer."""
_ACCEPT = "application/json, text/event-stream"
_SESSION_ID = re.compile(r"[\x21-\x7e]{1,256}")
_HEADER_TEXT = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?")
_NOT_SENT = frozenset({"refused", "unresolved", "unreachable", "tls"})
"""Why nothing reached the server."""


class HttpChannel:
    """One server's address, and the session there. Belongs to the event loop that it was made in."""

    def __init__(self, plan: ServerPlan, parse: Parse) -> None:
        self._plan = plan
        self._parse = parse
        self._session = ""
        self._version = ""
        self._number = 0
        self._open = True
        self._listing_changed = False
        self._headers: list[tuple[str, str]] = []
        self._token = ""
        self._token_until_s = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the session is one that the server knows, as far as it said."""
        return self._open

    def take_listing_changed(self) -> bool:
        """Whether the server said that its tools changed, since this was last asked."""
        changed, self._listing_changed = self._listing_changed, False
        return changed

    async def authorize(self, credentials: Credentials, caller: Caller) -> None:
        """Have the headers that say who asks; secrets are asked for anew for each call."""
        self._headers = await credentials.headers()
        if self._plan.oauth is None:
            return
        if time.monotonic() >= self._token_until_s:
            self._token, self._token_until_s = await credentials.token(self._plan.oauth, caller.context)
        credentials.note(self._token)
        self._headers = [("Authorization", self._token), *self._headers]

    async def request(
        self, method: str, params: dict[str, Any], caller: Caller | None, timeout_s: float
    ) -> dict[str, Any]:
        """The result of a request.

        Raises:
            RpcError: the server says that it cannot.
            FailedError: ``mcp.*``, or what the way to the web says.
            TimeoutError: no answer came.
        """
        assert caller is not None  # noqa: S101  # the way to the web is a call's
        self._number += 1
        number = self._number
        reading = _Reading(self._plan.name, number, self._parse, caller, self)
        answer = await self._post(request(number, method, params), method, params, caller, timeout_s, reading)
        found = reading.end(answer)
        if method == "initialize" and found.error is None and found.result is not None:
            self._begin(answer, found.result)
        if found.error is not None:
            raise found.error
        assert found.result is not None  # noqa: S101  # one of the two, as it was read
        return found.result

    async def notify(
        self, method: str, params: dict[str, Any] | None = None, caller: Caller | None = None
    ) -> None:
        """Send a notification; whatever a server answers to it is of no account."""
        assert caller is not None  # noqa: S101
        timeout_s = caller.context.remaining_s()
        await self._post(notification(method, params), method, {}, caller, timeout_s, None)

    async def respond(self, message: bytes, caller: Caller) -> None:
        """Send the answer to a request of the server's."""
        await self._post(message, "", {}, caller, caller.context.remaining_s(), None)

    def note_listing_changed(self) -> None:
        """Remember that the tools changed."""
        self._listing_changed = True

    def _begin(self, answer: Fetched, result: dict[str, Any]) -> None:
        session, version = answer.header("mcp-session-id"), result.get("protocolVersion")
        if session and not _SESSION_ID.fullmatch(session):
            raise broken(self._plan.name, "sent a session id that is none")
        self._session = session
        self._version = version if isinstance(version, str) and _SESSION_ID.fullmatch(version) else ""

    def _sent_headers(self, method: str, params: dict[str, Any]) -> Headers:
        sent = [("Content-Type", "application/json"), ("Accept", _ACCEPT), *self._headers]
        if self._session:
            sent.append(("Mcp-Session-Id", self._session))
        said = params.get("_meta", {}).get("io.modelcontextprotocol/protocolVersion")
        if version := said or self._version:
            sent.append(("Mcp-Protocol-Version", version))
        if said:
            sent.append(("Mcp-Method", method))
            if isinstance(name := params.get("name"), str):
                sent.append(("Mcp-Name", _header_text(name)))
        return tuple(sent)

    async def _post(
        self,
        body: bytes,
        method: str,
        params: dict[str, Any],
        caller: Caller,
        timeout_s: float,
        reading: _Reading | None,
    ) -> Fetched:
        name = self._plan.name
        try:
            answer = await caller.context.http.fetch(
                self._plan.url,
                method="POST",
                headers=self._sent_headers(method, params),
                body=body,
                timeout_s=timeout_s,
                max_bytes=MAX_MESSAGE_BYTES,
                max_redirects=0,
                until=None if reading is None else reading.take,
            )
        except FetchError as error:
            why = f"cannot be asked: {error}"
            raise (unreachable if error.cause in _NOT_SENT else gone)(name, why) from None
        except ValueError:
            raise broken(name, "cannot be sent this") from None
        finally:
            if reading is not None:
                await reading.close()
        self._judge(answer, is_request=reading is not None)
        return answer

    def _judge(self, answer: Fetched, *, is_request: bool) -> None:
        """Return where the status is that of an answer."""
        name, status = self._plan.name, answer.status
        if 300 <= status < 400:
            raise broken(name, f"leads to another address ({status}), which is not followed")
        if status == 404 and self._session:
            self._open = False  # the session was forgotten: the next call has another one
            raise gone(name, "has forgotten the session")
        if status in (401, 403):
            raise unreachable(name, f"does not accept the credentials ({status})")
        if status >= 500:
            raise gone(name, f"answered with status {status}")
        if is_request and status >= 400 and not _is_json(answer):
            raise unreachable(name, f"answered with status {status}")
        if is_request and answer.truncated:
            raise flooded(name, f"sent an answer of more than {MAX_MESSAGE_BYTES >> 20} MiB")


class _Reading:
    """The answer to one request, as it comes."""

    def __init__(self, server: str, number: int, parse: Parse, caller: Caller, channel: HttpChannel) -> None:
        self._server, self._number, self._parse = server, number, parse
        self._caller, self._channel = caller, channel
        self._events = EventReader(MAX_MESSAGE_BYTES)
        self._count = 0
        self._found: Reply | None = None
        self._fault: FailedError | None = None
        self._work: set[asyncio.Task[None]] = set()

    def take(self, headers: Headers, piece: bytes) -> bool:
        """Read on; whether there is nothing left to wait for."""
        if not any(
            name == "content-type" and value.lower().startswith("text/event-stream")
            for name, value in headers
        ):
            return False
        try:
            for data in self._events.feed(piece):
                self._take(read(self._server, data, self._parse))
        except ValueError:
            self._fault = flooded(self._server, f"sent an event of more than {MAX_MESSAGE_BYTES >> 20} MiB")
        except FailedError as fault:
            self._fault = fault
        return self._found is not None or self._fault is not None

    def end(self, answer: Fetched) -> Reply:
        """The answer.

        Raises:
            McpProtocol, McpFlooded, McpGone: there is none.
        """
        if self._fault is not None:
            raise self._fault
        if self._found is None and _is_json(answer):
            message = read(self._server, answer.body, self._parse)
            if not isinstance(message, Reply) or (
                message.id != self._number and not (message.error is not None and answer.status >= 400)
            ):
                raise broken(self._server, "answered a request that nobody made")
            return message
        if self._found is None:
            kind = answer.header("content-type")
            if kind.lower().startswith("text/event-stream"):
                raise gone(self._server, "ended its stream without an answer")
            raise broken(self._server, "answered with what is neither JSON nor a stream of events")
        return self._found

    async def close(self) -> None:
        """Let what was begun for the server's own questions end."""
        for task in self._work:
            if self._found is not None or self._fault is not None:
                task.cancel()
        if self._work:
            await asyncio.gather(*self._work, return_exceptions=True)

    def _take(self, message: Message) -> None:
        self._count += 1
        if self._count > MAX_EVENTS:
            raise flooded(self._server, f"sent more than {MAX_EVENTS:,} messages in one answer")
        if isinstance(message, Reply):
            if message.id != self._number or self._found is not None:
                raise broken(self._server, "answered a request that nobody made")
            self._found = message
        elif isinstance(message, Notice):
            if message.method == "notifications/tools/list_changed":
                self._channel.note_listing_changed()
            elif self._caller.context.streaming and len(self._work) < 100:
                self._begin(self._caller.note(message))
        elif isinstance(message, ServerRequest):
            if len(self._work) >= 100:
                raise flooded(self._server, "asked 100 questions in one answer")
            self._begin(self._answer(message))

    async def _answer(self, asked: ServerRequest) -> None:
        await self._channel.respond(await self._caller.answer(asked), self._caller)

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)


def _is_json(answer: Fetched) -> bool:
    return answer.header("content-type").split(";")[0].strip().lower() == "application/json"


def _header_text(text: str) -> str:
    if _HEADER_TEXT.fullmatch(text):
        return text
    import base64

    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="
