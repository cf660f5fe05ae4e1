"""`runtime serve mcp --http` as a process: clients of the SDK, programs that misbehave, and a crash."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp_server_process import (
    MODERN,
    ServerProcess,
    add_token,
    command,
    envelope,
    make_workspace,
    serving,
)

from runtime.telemetry.metrics import CONTENT_TYPE

META = "cathedral-runtime/"
_BUSY = frozenset({"policy.unavailable", "runtime.overloaded"})
ERAS = ("legacy", "auto")
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}


class Served:
    """One server for the tests of this file, and its clients' tokens."""

    def __init__(self, folder: Path) -> None:
        make_workspace(folder, "\n[serve]\nrequest_bytes = 65536\n")
        self.folder = folder
        self.ana = add_token(folder, "ana", "fs_read=notes")
        self.bob = add_token(folder, "bob", "clock_read")
        self.auditor = add_token(folder, "auditor", auditor=True)

    def start(self) -> Any:
        return serving(self.folder)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(tmp_path_factory.mktemp("mcp") / "workspace")


@pytest.fixture(scope="module")
def server(served: Served) -> Iterator[ServerProcess]:
    with served.start() as running:
        yield running


@pytest.mark.parametrize("mode", ERAS)
def test_a_client_lists_calls_and_follows_progress(server: ServerProcess, served: Served, mode: str) -> None:
    told: list[str | None] = []

    async def progressed(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    async def session() -> None:
        async with server.client(served.ana, mode) as client:
            assert "add" in {one.name for one in (await client.list_tools()).tools}
            assert (await client.call_tool("add", {"a": 1, "b": 2})).structured_content == {"sum": 3}
            assert (await client.call_tool("note", {"name": "one.txt"})).content[0].text == "a note"
            await client.call_tool("count", {"to": 3}, progress_callback=progressed)

    asyncio.run(session())
    assert [text for text in told if text and text.isdecimal()] == ["0", "1", "2"]


def test_a_client_is_told_that_its_tools_changed_when_they_did(served: Served) -> None:
    heard = asyncio.Event()

    async def listen(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            heard.set()

    async def session(running: ServerProcess) -> None:
        async with running.client(served.ana, "legacy", message_handler=listen) as client:
            assert "fresh" not in {one.name for one in (await client.list_tools()).tools}
            fresh = served.folder / "mine" / "fresh_tools.py"
            fresh.write_text(
                "from runtime import tool\n\n\n"
                '@tool(description="New", side_effects=["none"], risk="read_only")\ndef fresh() -> int:\n    return 1\n'
            )
            await asyncio.to_thread(command, served.folder, "accept", "--yes")
            await asyncio.wait_for(heard.wait(), 60)
            assert "fresh" in {one.name for one in (await client.list_tools()).tools}

    with served.start() as running:
        asyncio.run(session(running))


def test_nobody_gets_in_without_a_good_token(server: ServerProcess, served: Served) -> None:
    """T-SRV-01"""
    number, _, secret = served.ana.removeprefix("rt_").partition("_")
    wrong = [
        None,
        "x",
        served.ana[:-1],
        served.ana + "x",
        f"rt_{number}_{'A' * 43}",
        f"rt_{'0' * 16}_{secret}",
        served.ana.upper(),
    ]
    for token in wrong:
        for body, headers in ((INITIALIZE, {}), (envelope("tools/list"), MODERN)):
            answer = server.ask(token, body, **headers)
            assert answer.status_code == 401, token
            assert answer.headers["www-authenticate"].startswith("Bearer ")


def test_a_page_of_a_stranger_gets_nothing_from_the_server(server: ServerProcess, served: Served) -> None:
    """T-SRV-02: DNS rebinding, and scripts of other origins."""
    port = server.port
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1",
        f"127.0.0.1:{port}.evil.example",
        "localhost:1",
    ):
        assert server.ask(served.ana, INITIALIZE, Host=host).status_code == 421, host
    for origin in (
        "http://evil.example",
        "null",
        f"http://127.0.0.1:{port}.evil.example",
        "https://localhost",
    ):
        assert server.ask(served.ana, INITIALIZE, Origin=origin).status_code == 403, origin
    assert server.ask(served.ana, INITIALIZE, Host=f"localhost:{port}").status_code == 200
    assert httpx2.get(server.url.replace("/mcp", "/healthz"), headers={"Host": "evil"}).status_code == 421


def test_metrics_are_told_to_an_auditor_alone(server: ServerProcess, served: Served) -> None:
    """T-SRV-01: they name tools, and how their calls ended."""

    def ask(token: str | None) -> httpx2.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx2.get(server.url.replace("/mcp", "/metrics"), headers=headers)

    assert (ask(None).status_code, ask("rt_x").status_code, ask(served.ana).status_code) == (401, 401, 403)
    told = ask(served.auditor)
    assert (told.status_code, told.headers["content-type"]) == (200, CONTENT_TYPE)
    assert "# TYPE runtime_calls_total counter" in told.text


def test_a_session_is_of_no_use_to_another_token(server: ServerProcess, served: Served) -> None:
    """T-SRV-03: neither one that was stolen nor one that an attacker made up."""
    opened = server.ask(served.ana, INITIALIZE)
    session = opened.headers["mcp-session-id"]
    own = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert server.ask(served.ana, note, **own).status_code == 202
    assert server.ask(served.ana, LIST, **own).status_code == 200
    for method in ("POST", "GET", "DELETE"):
        answer = httpx2.request(
            method,
            server.url,
            content=json.dumps(LIST) if method == "POST" else None,
            headers={
                "Authorization": f"Bearer {served.bob}",
                "Accept": "application/json, text/event-stream",
                "Content-Type": "application/json",
                **own,
            },
        )
        assert answer.status_code == 404, method
    assert server.ask(served.ana, LIST, **own).status_code == 200  # nobody ended it
    chosen = server.ask(served.ana, INITIALIZE, **{"Mcp-Session-Id": "chosen-by-me"})
    assert chosen.status_code == 404


def test_a_revoked_token_ends_with_its_next_request(server: ServerProcess, served: Served) -> None:
    token = add_token(served.folder, "gone")
    session = server.ask(token, INITIALIZE).headers["mcp-session-id"]
    command(served.folder, "serve", "tokens", "revoke", "gone")
    assert server.ask(token, LIST, **{"Mcp-Session-Id": session}).status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b"{" + b'"a":"' + b"x" * 100_000 + b'"}',
        b"[" * 60_000,
        b"1" * 60_000,
        b"\xff\xfe",
        b"",
        b"null",
        b"[]",
        json.dumps([LIST] * 1000).encode(),
        b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"tools/list"}',
        b'{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list","params":{}}',
    ],
)
def test_a_hostile_body_is_refused_and_the_server_goes_on(
    server: ServerProcess, served: Served, body: bytes
) -> None:
    """T-SRV-06"""
    for headers in ({}, MODERN):
        answer = server.ask(served.ana, body, **headers)
        assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
    assert (
        server.ask(served.ana, envelope("tools/list"), **MODERN, **{"Mcp-Method": "tools/list"}).status_code
        == 200
    )


def test_nobody_cancels_or_overhears_the_call_of_another(server: ServerProcess, served: Served) -> None:
    """T-SRV-08: request ids and progress tokens are the client's own words: those of another mean nothing."""

    async def session() -> None:
        overheard: list[Any] = []

        async def listen(message: Any) -> None:
            overheard.append(message)

        async with (
            server.client(served.ana, "legacy") as ana,
            server.client(served.bob, "legacy", message_handler=listen) as bob,
        ):
            going_on = asyncio.Event()

            async def progressed(progress: float, total: float | None, message: str | None) -> None:
                going_on.set()

            waiting = asyncio.create_task(ana.call_tool("count", {"to": 300}, progress_callback=progressed))
            await going_on.wait()
            for number in range(20):
                await bob.session.send_notification(_cancelled(number))
            assert json.loads((await waiting).content[0].text) == 300
        assert overheard == []

    asyncio.run(session())


def _cancelled(number: int) -> Any:
    from mcp_types import CancelledNotification, CancelledNotificationParams

    return CancelledNotification(params=CancelledNotificationParams(request_id=number))


def test_what_was_acknowledged_is_in_the_log_after_a_crash(tmp_path: Path) -> None:
    """A sample of `test_a_crowd_of_clients_loses_nothing_to_a_crash`."""
    _crowd(tmp_path, clients=8, calls=160)


@pytest.mark.soak
def test_a_crowd_of_clients_loses_nothing_to_a_crash(tmp_path: Path) -> None:
    _crowd(tmp_path, clients=200, calls=20_000)


def _crowd(place: Path, *, clients: int, calls: int) -> None:
    """Many clients call at once; the server is killed in the middle, and started again; all goes on."""
    folder = make_workspace(place / "workspace")
    tokens = [add_token(folder, f"c{number}") for number in range(min(clients, 20))]
    acknowledged: set[str] = set()
    each = calls // clients

    async def work(server: ServerProcess, number: int, share: range, half: asyncio.Event) -> None:
        mode = ERAS[number % 2]
        async with server.client(tokens[number % len(tokens)], mode) as client:
            for turn in share:
                name = f"n{number}-{turn}"
                result = await _add(client, number, turn, name)
                assert result.structured_content == {"sum": number + turn}
                acknowledged.add(result.meta[f"{META}call"])
                if len(acknowledged) >= calls // 2:
                    half.set()

    async def until_the_crash(server: ServerProcess) -> None:
        half = asyncio.Event()
        tasks = [asyncio.create_task(work(server, number, range(each), half)) for number in range(clients)]
        reached, everybody = asyncio.create_task(half.wait()), asyncio.gather(*tasks)
        await asyncio.wait({reached, everybody}, return_when=asyncio.FIRST_COMPLETED)
        if not reached.done():
            everybody.result()  # whoever failed before the crash says why
        server.kill()
        await asyncio.wait(tasks, timeout=120)
        for task in tasks:
            task.cancel()
        await asyncio.gather(everybody, *tasks, return_exceptions=True)

    with serving(folder) as server:
        asyncio.run(until_the_crash(server))
    before = set(acknowledged)
    with serving(folder) as server:
        # Repeated under their names, calls of before the crash tell their outcome and run no second time. One that was under way runs no more.
        asyncio.run(_repeat(server, tokens, clients, each, before, acknowledged))
        server.stop()
    command(folder, "audit", "verify")  # which fails for anything but an intact log
    lines = (folder / ".runtime" / "audit" / "records.jsonl").read_bytes().splitlines()
    ended = [json.loads(line)["call"] for line in lines if json.loads(line)["kind"] == "ToolCompleted"]
    assert before <= set(ended)
    assert len(ended) == len(set(ended))


async def _add(client: Client, number: int, turn: int, name: str) -> Any:
    """What a call came to. A machine that is too busy to decide in time refuses, and nothing ran: then it is made again."""
    for _ in range(100):
        result = await client.call_tool("add", {"a": number, "b": turn}, meta={f"{META}call-id": name})
        if not result.is_error or result.meta[f"{META}error"]["code"] not in _BUSY:
            return result
    raise AssertionError(result)


async def _repeat(
    server: ServerProcess,
    tokens: list[str],
    clients: int,
    each: int,
    before: set[str],
    acknowledged: set[str],
) -> None:
    async def work(number: int) -> None:
        async with server.client(tokens[number % len(tokens)]) as client:
            for turn in range(each):
                name = f"n{number}-{turn}"
                result = await _add(client, number, turn, name)
                if name in before or not result.is_error:
                    assert result.structured_content == {"sum": number + turn}
                else:
                    assert result.meta[f"{META}error"]["code"] == "call.repeated"
                acknowledged.add(name)

    await asyncio.gather(*(work(number) for number in range(clients)))
