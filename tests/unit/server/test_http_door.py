"""What a request over HTTP has to be before anything of it is looked at, and how long anybody waits for it."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import ServeSettings
from runtime.server import connection
from runtime.server.address import is_loopback, parse_address
from runtime.server.connection import PatientConnection
from runtime.server.door import Door, nesting
from runtime.server.mcp.http import names_of

HOST = (b"host", b"127.0.0.1:80")


async def _inner(scope: Any, receive: Any, send: Any) -> None:
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


def _ask(headers: list[tuple[bytes, bytes]], *parts: bytes | None, **options: Any) -> tuple[int, bytes]:
    """The answer to a request whose body comes in these parts; None never comes."""
    left = list(parts or (b"{}",))
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        part = left.pop(0)
        if part is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": part, "more_body": bool(left)}

    async def send(message: Any) -> None:
        sent.append(message)

    given_options = {"hosts": ["127.0.0.1:80"], "origins": ["http://127.0.0.1:80"], "max_bytes": 100}
    door = Door(_inner, **(given_options | options))
    asyncio.run(door({"type": "http", "method": "POST", "headers": headers}, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


def test_a_request_that_names_this_server_passes_whole() -> None:
    assert _ask([HOST], b'{"a":', b"1}") == (200, b'{"a":1}')
    assert _ask([HOST, (b"origin", b"http://127.0.0.1:80")])[0] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([], 421),
        ([HOST, HOST], 421),
        ([(b"host", b"evil.example")], 421),
        ([(b"host", b"127.0.0.1:80.evil.example")], 421),
        ([(b"host", b"127.0.0.1")], 421),
        ([HOST, (b"origin", b"http://evil.example")], 403),
        ([HOST, (b"origin", b"null")], 403),
        ([HOST, (b"origin", b"http://127.0.0.1:80"), (b"origin", b"http://evil.example")], 403),
        ([HOST, (b"authorization", b"Bearer a"), (b"authorization", b"Bearer b")], 400),
        ([HOST, (b"content-length", b"101")], 413),
        ([HOST, (b"content-length", b"9" * 5000)], 413),
    ],
)
def test_a_request_with_other_headers_does_not_pass(headers: list[Any], status: int) -> None:
    """T-SRV-02"""
    assert _ask(headers)[0] == status


def test_a_body_that_is_too_large_or_too_slow_does_not_pass() -> None:
    """T-SRV-06"""
    assert _ask([HOST], b"x" * 60, b"x" * 60)[0] == 413
    assert _ask([HOST], b"{", None, body_s=0.01)[0] == 408
    assert _ask([HOST], b"[" * 65 + b"]" * 35, max_bytes=1000)[0] == 400


JSON = st.recursive(
    st.none() | st.booleans() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)


@given(JSON)
def test_nesting_is_counted_as_a_parser_would(value: Any) -> None:
    assert nesting(json.dumps(value).encode()) == _depth(value)


@given(st.binary(max_size=200))
def test_nesting_of_anything_is_a_number(data: bytes) -> None:
    assert nesting(data) >= 0


def test_a_connection_that_sends_no_whole_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-SRV-06: a header a minute keeps no place."""
    monkeypatch.setattr(connection, "HEAD_S", 0.05)
    heads = [b"", b"POST / HTTP/1.1\r\nHost: a", b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTT"]

    async def session() -> list[bytes]:
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(_inner, http=PatientConnection, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        answers = []
        for head in heads:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writer.write(head)
            answers.append(await asyncio.wait_for(reader.read(), 30))
            writer.close()
        server.should_exit = True
        await serving
        return answers

    answers = asyncio.run(session())
    assert answers[:2] == [b"", b""]
    assert answers[2].startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8321", ("127.0.0.1", 8321)),
        ("8321", ("127.0.0.1", 8321)),
        ("[::1]:0", ("::1", 0)),
        ("tools.example.com:443", ("tools.example.com", 443)),
    ],
)
def test_an_address_is_read_as_host_and_port(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", ":", "host", "host:", ":80", "host:99999", "::1:80", "a:b:c", "host:٣"])
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_address(text)
    assert caught.value.code == "config.invalid"


def test_only_addresses_of_this_machine_count_as_loopback() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "10.0.0.1", "localhost.example.com", "example.com")))
    names = names_of("127.0.0.1", 8321, ServeSettings(hosts=("Tools.example.com",)), tls=False)
    assert names == ["127.0.0.1:8321", "[::1]:8321", "localhost:8321", "tools.example.com"]
