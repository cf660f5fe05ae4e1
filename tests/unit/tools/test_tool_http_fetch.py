"""http_fetch: the tool system specification's HttpFetch, against a real server on loopback."""

from __future__ import annotations

import pytest
from web_server import response, serving

from runtime.contracts.errors import ArgumentRefused, CapabilityExceeded
from runtime.sdk import NetRead, ToolError, as_tool
from runtime.tools._fetching import MAX_BYTES
from runtime.tools.http_fetch import http_fetch
from runtime.validation.tool_check import run_check

LOOPBACK = (NetRead(["127.0.0.1"]),)


def test_its_declaration_is_the_one_of_the_specification():
    manifest = as_tool(http_fetch).manifest
    properties = manifest.input_schema["properties"]
    assert (manifest.name, manifest.version, manifest.determinism) == ("http_fetch", "1.0.0", "maybe")
    assert manifest.side_effects == ("net_read",)
    assert manifest.input_schema["required"] == ["url"]
    assert properties["url"] == {"type": "string", "description": "URL to fetch"}
    assert (properties["headers"]["type"], properties["headers"]["items"]) == ("array", {"type": "string"})


def test_status_headers_and_body_are_those_of_the_server(call):
    answer = response("né".encode(), "Content-Type: text/plain", "X-A: 1", "X-A: 2", status="404 Not Found")
    with serving(a=answer) as server:
        found = call("http_fetch", {"url": server.url("/a"), "headers": ["X-Mine: yes"]}, grants=LOOPBACK)
        assert server.asked[0].headers["x-mine"] == "yes"
    assert (found["status"], found["body"], found["encoding"], found["truncated"]) == (
        404,
        "né",
        "utf-8",
        False,
    )
    assert found["headers"] == ["content-type: text/plain", "x-a: 1", "x-a: 2", "content-length: 3"]
    assert found["url"].endswith("/a")


@pytest.mark.parametrize(
    ("body", "shown", "encoding", "truncated"),
    [
        (b"\xff\x00", "/wA=", "base64", False),
        (b"", "", "utf-8", False),
        (b"x" * (MAX_BYTES - 1) + "é".encode(), "x" * (MAX_BYTES - 1), "utf-8", True),
    ],
)
def test_bytes_that_are_no_text_come_in_base64_and_a_cut_is_told(call, body, shown, encoding, truncated):
    with serving(a=response(body)) as server:
        found = call("http_fetch", {"url": server.url("/a")}, grants=LOOPBACK)
    assert (found["body"], found["encoding"], found["truncated"]) == (shown, encoding, truncated)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"url": "file:///etc/passwd"}, "invalid_url"),
        ({"url": "http://a.example/" + "x" * 9000}, "invalid_url"),
        ({"url": "http://a.example/", "headers": ["no colon"]}, "invalid_header"),
        ({"url": "http://a.example/", "headers": ["A: b\r\nC: d"]}, "invalid_header"),
        ({"url": "http://a.example/", "headers": ["A b: c"]}, "invalid_header"),
        ({"url": "http://a.example/", "headers": [": c"]}, "invalid_header"),
    ],
)
def test_an_address_or_header_that_is_none_is_refused_before_policy(arguments, code):
    with pytest.raises(ArgumentRefused) as caught:
        run_check("http_fetch", as_tool(http_fetch).check, arguments)
    assert caught.value.code == code


def test_a_header_of_the_connection_cannot_be_set_and_a_foreign_server_not_reached(call):
    """T-NET-01"""
    with serving(a=response(b"x")) as server:
        with pytest.raises(ToolError) as caught:
            call("http_fetch", {"url": server.url("/a"), "headers": ["Host: b.example"]}, grants=LOOPBACK)
        assert caught.value.code == "invalid_header"
        with pytest.raises(CapabilityExceeded):
            call("http_fetch", {"url": server.url("/a")}, grants=(NetRead(["*"]),))
        assert server.connections == 0


def test_a_server_that_is_not_there_is_an_error_of_its_own(call):
    with pytest.raises(ToolError) as caught:
        call("http_fetch", {"url": "http://127.0.0.1:1/"}, grants=LOOPBACK)
    assert (caught.value.code, caught.value.details["cause"]) == ("fetch_failed", "refused")
