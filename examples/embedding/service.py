"""A web service that makes governed calls for its users: grants for each principal, approvals, streaming.

    python examples/embedding/service.py

| request | answer |
|---|---|
| ``POST /calls`` ``{"tool", "arguments", "call_id"}`` | the outcome; 202 with ``approval`` where somebody has to say yes first |
| the same with ``Accept: text/event-stream`` | server-sent events: what the call tells while it runs, last its outcome |
| ``GET /approvals`` | the questions that wait, for those who may answer |
| ``POST /approvals/{id}`` ``{"approved", "reason"}`` | answers one; the call is then made again |

Who asks is known by a bearer token. A principal may use what its entry grants, whatever the request says; policy and approvals
come on top, in the executor.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from runtime import ApprovalAnswer, Capability, Error, Executor, Outcome, PendingApproval, Principal

MAX_BODY_BYTES = 1024 * 1024
EVENTS = "text/event-stream"


class User(msgspec.Struct, frozen=True):
    """Whom a token stands for, and what its calls may use."""

    principal: Principal
    grants: tuple[Capability, ...] = ()
    may_approve: bool = False


class CallBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``POST /calls`` takes. The arguments stay text: the executor reads them, strictly, and nobody else."""

    tool: str
    arguments: msgspec.Raw = msgspec.Raw(b"{}")
    call_id: str | None = None
    """Makes the call once, however often it is sent."""


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``POST /approvals/{id}`` takes."""

    approved: bool
    reason: str = ""


class Rejected(Exception):
    """The request goes no further."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def digest(token: str) -> str:
    """What is kept of a token: a copy of the table lets nobody in, and looking one up tells nothing by its time."""
    return hashlib.sha256(token.encode()).hexdigest()


class Service:
    """The requests of one executor's users."""

    def __init__(self, executor: Executor, users: Mapping[str, User]) -> None:
        """Keep who may do what.

        Args:
            executor: Makes the calls; without ``approve=``, so that questions wait in its inbox.
            users: By the `digest` of their tokens.
        """
        self._executor = executor
        self._users = users

    async def call(self, request: Request) -> Response:
        """Make a call with the grants of its principal."""
        user = self._user(request)
        body = await _body(request, CallBody)
        # Grants are always given: without them, those of the settings would hold.
        made: dict[str, Any] = {"principal": user.principal, "grants": user.grants, "call_id": body.call_id}
        if EVENTS in request.headers.get("accept", ""):
            events = self._events(body, made)
            return StreamingResponse(events, media_type=EVENTS, headers={"cache-control": "no-store"})
        outcome = await self._executor.call(body.tool, bytes(body.arguments), **made)
        return _json(outcome_data(outcome), _status(outcome))

    async def _events(self, body: CallBody, made: Mapping[str, Any]) -> AsyncIterator[bytes]:
        """Each event as it comes. A client that goes away ends the call, and its record is written before this returns."""
        try:
            async with aclosing(self._executor.stream(body.tool, bytes(body.arguments), **made)) as events:
                async for event in events:
                    if isinstance(event, Outcome):
                        yield _event("outcome", outcome_data(event))
                    else:
                        yield _event("status", event)
        except Error as error:  # the headers are out: the status can no longer say it
            yield _event("error", error_data(error))

    async def approvals(self, request: Request) -> Response:
        """The questions that wait."""
        self._approver(request)
        inbox = self._executor.inbox
        entries = await asyncio.to_thread(inbox.entries)
        return _json([question_data(entry) for entry in entries if entry.state == "pending"])

    async def answer(self, request: Request) -> Response:
        """Answer one question; nobody answers their own."""
        user = self._approver(request)
        body = await _body(request, AnswerBody)
        inbox, entry_id = self._executor.inbox, request.path_params["id"]
        entry = await asyncio.to_thread(inbox.entry, entry_id)
        if entry.request.principal == user.principal.id:
            raise Rejected(403, "own_question", "somebody else has to answer what you asked")
        given = ApprovalAnswer(approved=body.approved, approver=user.principal.id, reason=body.reason)
        return _json(question_data(await asyncio.to_thread(inbox.decide, entry_id, given)))

    def _user(self, request: Request) -> User:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        user = self._users.get(digest(token)) if scheme.lower() == "bearer" else None
        if user is None:
            raise Rejected(401, "unauthenticated", "send a known token: Authorization: Bearer TOKEN")
        return user

    def _approver(self, request: Request) -> User:
        user = self._user(request)
        if not user.may_approve:
            raise Rejected(403, "no_approver", "this principal answers no questions")
        return user


def application(executor: Executor, users: Mapping[str, User]) -> Starlette:
    """The service as an ASGI application; the executor stays the caller's, who opens and closes it."""
    service = Service(executor, users)
    return Starlette(
        routes=[
            Route("/calls", service.call, methods=["POST"]),
            Route("/approvals", service.approvals, methods=["GET"]),
            Route("/approvals/{id}", service.answer, methods=["POST"]),
        ],
        exception_handlers={Rejected: _rejected, Error: _failed},
    )


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """What a user sees of an outcome: neither the decision nor the salts, which open what the log commits to."""
    data: dict[str, Any] = {"call_id": outcome.call_id, "status": _tag(outcome), "tool": outcome.tool}
    if outcome.error is None:
        return {**data, "output": outcome.output}
    approval = outcome.error.details.get("approval")
    return {**data, "error": error_data(outcome.error), **({"approval": approval} if approval else {})}


def error_data(error: Any) -> dict[str, Any]:
    """An error as a user sees it."""
    return {"code": error.code, "message": error.message, "suggestion": error.suggestion}


def question_data(entry: PendingApproval) -> dict[str, Any]:
    """What an approver decides about; what policy redacts of the arguments, the inbox does not hold."""
    asked = entry.request
    return {
        "id": entry.id,
        "state": entry.state,
        "tool": asked.tool,
        "arguments": asked.arguments,
        "principal": asked.principal,
        "reasons": asked.reasons,
        "risk": asked.risk,
        "files_affected": asked.files_affected,
        "capabilities": asked.capabilities,
        "expires_us": asked.expires_us,
    }


async def _body(request: Request, kind: type[Any]) -> Any:
    held = bytearray()
    async for chunk in request.stream():
        held += chunk
        if len(held) > MAX_BODY_BYTES:
            raise Rejected(413, "too_large", f"a request has at most {MAX_BODY_BYTES} bytes")
    try:
        return msgspec.json.decode(held, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Rejected(400, "bad_request", str(error)) from None


def _tag(outcome: Outcome) -> str:
    return type(outcome).__name__.lower()


def _status(outcome: Outcome) -> int:
    if outcome.error is None:
        return 200
    if outcome.error.code == "approval.required" and "approval" in outcome.error.details:
        return 202
    return 502 if outcome.error.executed else 403


def _event(name: str, data: Any) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"


def _json(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


async def _rejected(request: Request, error: Any) -> Response:  # noqa: ARG001  # Starlette's signature
    return _json({"error": {"code": error.code, "message": error.message}}, error.status)


async def _failed(request: Request, error: Any) -> Response:  # noqa: ARG001  # Starlette's signature
    """What the executor raises: a question that is not there, a log that cannot be written."""
    return _json({"error": error_data(error)}, 404 if error.code == "approval.unknown" else 503)


def demo_users(tokens: Sequence[str]) -> dict[str, User]:
    """A reader, an editor and an approver."""
    from runtime import FsRead, FsWrite, ToolCall

    reader = User(Principal(id="agent:reader"), (FsRead(["."]), ToolCall(["read_file"])))
    editor = User(Principal(id="agent:editor"), (FsRead(["."]), FsWrite(["."]), ToolCall(["*"])))
    approver = User(Principal(id="user:ann", roles=("approver",)), may_approve=True)
    return dict(zip(map(digest, tokens), (reader, editor, approver), strict=True))


async def main() -> None:
    """Serve a workspace of its own on a free port, with fresh tokens."""
    import secrets
    import socket
    import tempfile
    from pathlib import Path

    import uvicorn

    from runtime.host.settings import load_settings
    from runtime.host.workspace import initialise

    tokens = [secrets.token_urlsafe() for _ in range(3)]
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listening:
        initialise(Path(folder), pin=False)
        (Path(folder) / "notes.md").write_text("a draft\n")
        settings = load_settings(Path(folder)).settings
        url = "http://{}:{}".format(*listening.getsockname())
        for name, token in zip(("reader", "editor", "approver"), tokens, strict=True):
            print(f"{name}: curl -H 'Authorization: Bearer {token}' {url}/...", flush=True)
        async with Executor.open(folder, settings=settings) as executor:
            app = application(executor, demo_users(tokens))
            await uvicorn.Server(uvicorn.Config(app, ws="none")).serve([listening])


if __name__ == "__main__":
    asyncio.run(main())
