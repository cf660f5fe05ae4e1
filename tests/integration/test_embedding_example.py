"""examples/embedding: a web service on a real port, asked by a real client."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import msgspec
import pytest
import uvicorn

from runtime import tool

READER, EDITOR, APPROVER = "t-reader", "t-editor", "t-approver"
EDIT = {
    "tool": "replace_string_in_file",
    "arguments": {"path": "README.md", "old_string": "Hello", "new_string": "Hi"},
}
ASK = '{"allow": true, "ask": true, "reasons": ["asked"], "obligations": {}}'
Client = httpx2.AsyncClient


@pytest.fixture
def example(root: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    file = root / "examples" / "embedding" / "service.py"
    spec = importlib.util.spec_from_file_location("embedding_service", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "embedding_service", module)  # where its annotations are looked up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def serve(workspace: Any, example: ModuleType) -> Callable[..., None]:
    """Runs a coroutine function with a client of the service."""

    @asynccontextmanager
    async def served(*tools: Any) -> AsyncIterator[Client]:
        users = example.demo_users((READER, EDITOR, APPROVER))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            async with workspace.open(*tools) as executor:
                config = uvicorn.Config(example.application(executor, users), ws="none", log_config=None)
                server = uvicorn.Server(config)
                serving = asyncio.create_task(server.serve([listening]))
                # The port listens already: a request waits there until the server takes it.
                url = f"http://127.0.0.1:{listening.getsockname()[1]}"
                try:
                    async with Client(base_url=url, trust_env=False, timeout=60) as client:
                        yield client
                finally:
                    server.should_exit = True
                    await serving

    def run(scenario: Callable[[Client], Awaitable[None]], *tools: Any) -> None:
        async def whole() -> None:
            async with served(*tools) as client:
                await scenario(client)

        asyncio.run(whole())

    return run


async def _post(client: Client, token: str, path: str, body: Any, **headers: str) -> Any:
    return await client.post(path, json=body, headers={"authorization": f"Bearer {token}", **headers})


async def _get(client: Client, token: str, path: str) -> Any:
    return await client.get(path, headers={"authorization": f"Bearer {token}"})


def test_each_principal_has_the_grants_of_its_token(serve, workspace) -> None:
    async def scenario(client: Client) -> None:
        read = {"tool": "read_file", "arguments": {"path": "README.md"}}
        answer = await _post(client, READER, "/calls", read)
        assert (answer.status_code, "# Hello" in answer.text) == (200, True)
        create = {"tool": "create_file", "arguments": {"path": "new.txt", "content": "x"}}
        refused = await _post(client, READER, "/calls", create)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "capability.missing")
        assert (await _post(client, EDITOR, "/calls", create)).status_code == 200

    serve(scenario)
    by = {body.tool: body.principal for _, body in workspace.records() if body.kind == "ToolInvoked"}
    assert by == {"read_file": "agent:reader", "create_file": "agent:editor"}


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer t-nobody", f"Basic {READER}", READER])
def test_a_request_without_a_known_token_makes_no_call(serve, workspace, given: str) -> None:
    async def scenario(client: Client) -> None:
        for method, path in [("POST", "/calls"), ("GET", "/approvals"), ("POST", "/approvals/a-1")]:
            answer = await client.request(method, path, json=EDIT, headers={"authorization": given})
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthenticated")

    serve(scenario)
    assert [body for _, body in workspace.records() if body.kind == "ToolInvoked"] == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b'{"tool": "read_file", "grants": ["fs_write"]}', 400),
        (b'{"tool": "\xff"}', 400),
        (b'{"tool": "read_file", "arguments": {"path": 1}}', 403),
        (b'{"tool": "read_file", "arguments": {"path": "a", "path": "b"}}', 403),
        (b" " * 1_048_577, 413),
    ],
)
def test_a_bad_request_gets_a_coded_error(serve, body: bytes, status: int) -> None:
    async def scenario(client: Client) -> None:
        answer = await client.post("/calls", content=body, headers={"authorization": f"Bearer {READER}"})
        assert answer.status_code == status
        assert answer.json()["error"]["code"]

    serve(scenario)


def test_a_question_waits_until_another_principal_answers_it(serve, workspace) -> None:
    workspace.decide(ASK)

    async def scenario(client: Client) -> None:
        waits = await _post(client, EDITOR, "/calls", EDIT)
        assert waits.status_code == 202
        question = waits.json()["approval"]
        assert (await _get(client, EDITOR, "/approvals")).json()["error"]["code"] == "no_approver"
        mine = await _post(client, EDITOR, f"/approvals/{question}", {"approved": True})
        assert mine.status_code == 403
        [shown] = (await _get(client, APPROVER, "/approvals")).json()
        assert (shown["id"], shown["principal"], shown["arguments"]) == (
            question,
            "agent:editor",
            EDIT["arguments"],
        )
        answered = await _post(client, APPROVER, f"/approvals/{question}", {"approved": True, "reason": "ok"})
        assert answered.json()["state"] == "approved"
        assert (await _get(client, APPROVER, "/approvals")).json() == []
        assert (await _post(client, EDITOR, "/calls", EDIT)).status_code == 200
        assert (await _post(client, EDITOR, "/calls", EDIT)).status_code == 202

    serve(scenario)
    assert (workspace.folder / "README.md").read_text() == "# Hi\n"
    [decided] = [body for _, body in workspace.records() if body.kind == "ApprovalDecided"]
    assert (decided.approved, decided.approver, decided.reason) == (True, "user:ann", "ok")


def test_nobody_answers_a_question_of_their_own(serve, workspace) -> None:
    workspace.decide(ASK)

    async def scenario(client: Client) -> None:
        hi = {"tool": "bash", "arguments": {"commands": "echo hi"}}
        question = (await _post(client, APPROVER, "/calls", hi)).json()["approval"]
        own = await _post(client, APPROVER, f"/approvals/{question}", {"approved": True})
        assert (own.status_code, own.json()["error"]["code"]) == (403, "own_question")

    serve(scenario)


def test_an_answer_to_no_question_is_not_found(serve) -> None:
    async def scenario(client: Client) -> None:
        answer = await _post(client, APPROVER, "/approvals/a-0000000000000000", {"approved": True})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "approval.unknown")

    serve(scenario)


def test_events_reach_the_client_while_the_call_still_runs(serve) -> None:
    go_on = asyncio.Event()

    @tool(description="Say two lines", side_effects=["none"])
    async def lines() -> AsyncIterator[str]:
        yield "first\n"
        await go_on.wait()
        yield "second\n"

    async def scenario(client: Client) -> None:
        async with _streamed(client, {"tool": "lines"}) as events:
            seen = []
            async for name, data in events:
                seen.append((name, data))
                if data.get("output") == "first\n":
                    go_on.set()  # the call cannot end before its first line was read here
        assert [d["output"] for n, d in seen if d.get("phase") == "output"] == ["first\n", "second\n"]
        assert (seen[-1][0], seen[-1][1]["status"]) == ("outcome", "completed")

    serve(scenario, lines)


def test_a_client_that_goes_away_ends_its_call(serve, workspace) -> None:
    ended = asyncio.Event()

    @tool(description="Never end", side_effects=["none"])
    async def endless() -> AsyncIterator[str]:
        try:
            yield "begun\n"
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def scenario(client: Client) -> None:
        async with _streamed(client, {"tool": "endless", "call_id": "c"}) as events:
            await anext(aiter(events))
        await asyncio.wait_for(ended.wait(), 60)

    serve(scenario, endless)
    assert [body.kind for body in workspace.bodies("c")][-1] == "ToolAborted"


def test_a_streamed_refusal_is_one_event(serve) -> None:
    async def scenario(client: Client) -> None:
        call = {"tool": "create_file", "arguments": {"path": "x", "content": ""}}
        async with _streamed(client, call, token=READER) as events:
            [(name, data)] = [event async for event in events]
        assert (name, data["status"], data["error"]["code"]) == ("outcome", "refused", "capability.missing")

    serve(scenario)


@asynccontextmanager
async def _streamed(client: Client, body: Any, *, token: str = EDITOR) -> AsyncIterator[Any]:
    headers = {"authorization": f"Bearer {token}", "accept": "text/event-stream"}
    async with client.stream("POST", "/calls", json=body, headers=headers) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        yield _events(response)


async def _events(response: Any) -> AsyncIterator[tuple[str, Any]]:
    name = ""
    async for line in response.aiter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, msgspec.json.decode(value)
