"""fetch_webpage: the tool contract's section 10, against a real server on loopback."""

from __future__ import annotations

import gzip
import time

import pytest
from web_server import Server, redirect, response, serving

from runtime.capability.gate import check_gate
from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import NetRead, NetWrite, as_tool
from runtime.tools.fetch_webpage import fetch_webpage

HTML = "Content-Type: text/html; charset=utf-8"


def fetch(call, server: Server, path: str = "/", **options):
    arguments = {"url": server.url(path)}
    if "timeout" in options:
        arguments["timeout_seconds"] = options.pop("timeout")
    return call("fetch_webpage", arguments, grants=(NetRead([server.address]),), **options)


LOOPBACK = (NetRead(["127.0.0.1"]),)


def refused(call, code, url, grants=LOOPBACK, **arguments) -> ToolError:
    with pytest.raises(ToolError) as caught:
        call("fetch_webpage", {"url": url} | arguments, grants=grants)
    assert caught.value.code == code
    assert caught.value.suggestion
    return caught.value


def text_of(result) -> str:
    return result["output"].partition(":\n")[2]


def test_a_page_is_fetched_and_reported(call) -> None:
    body = b"x" * 5324
    with serving(page=response(body, "Content-Type: text/plain")) as server:
        result = fetch(call, server, "/page")
        # The wording is the tool contract's.
        assert result["output"].startswith(f"Fetched content from {server.url('/page')} (5.2 KB)")
        assert text_of(result) == body.decode()
        assert result["metadata"] == {
            "url": server.url("/page"),
            "status_code": 200,
            "content_length": 5324,
            "content_type": "text/plain",
        }
        assert (result["files_affected"], result["warnings"]) == ([], [])


def test_html_is_returned_as_text(call) -> None:
    page = (
        b"<!doctype html><html><head><title>T</title><style>p{color:red}</style><script>alert(1)</script></head>"
        b"<body><h1>Heading</h1><p>One &amp; <b>two</b>\n three.</p><ul><li>a</li><li>b</li></ul>"
        b"<template>no</template><noscript>no</noscript><p>End<br>now</p></body></html>"
    )
    with serving(root=response(page, HTML)) as server:
        text = text_of(fetch(call, server))
    lines = [line for line in text.splitlines() if line]
    assert lines[-6:] == ["Heading", "One & two three.", "a", "b", "End", "now"]
    assert "alert" not in text
    assert "color" not in text
    assert "no" not in lines


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("grüß".encode(), "text/plain", "grüß"),
        ("grüß".encode("latin-1"), "text/plain; charset=ISO-8859-1", "grüß"),
        ("“q”".encode("cp1252"), "text/plain; charset=latin1", "“q”"),
        ("grüß".encode("utf-16"), "text/plain", "grüß"),
        ("grüß".encode("utf-8-sig"), "text/plain; charset=ascii", "grüß"),
        ("日本".encode("shift_jis"), 'text/plain; charset="Shift_JIS"', "日本"),
        ("grüß".encode(), "text/plain; charset=no-such-thing", "grüß"),
        ("grüß".encode("latin-1"), "text/plain; charset=utf-8", "gr\ufffd\ufffd"),
        (b"x", "text/plain; charset=zlib", "x"),
        (b"x", "text/plain; charset=undefined", "x"),
        (b'{"a": 1}', "application/json", '{"a": 1}'),
        (b"<a/>", "application/rss+xml", "<a/>"),
        (b"plain", "", "plain"),
        (b"", "text/plain", ""),
    ],
)
def test_characters_are_read_by_whatever_says_how_they_are_encoded(call, body, kind, text) -> None:
    with serving(root=response(body, *([f"Content-Type: {kind}"] if kind else []))) as server:
        assert text_of(fetch(call, server)) == text


def test_a_page_may_say_its_own_encoding(call) -> None:
    page = '<html><head><meta charset="windows-1251"></head><body>мир</body></html>'.encode("cp1251")
    with serving(root=response(page, "Content-Type: text/html"), bare=response(page)) as server:
        assert text_of(fetch(call, server)) == "мир"
        assert text_of(fetch(call, server, "/bare")) == "мир"


@pytest.mark.parametrize(
    ("body", "kind"), [(b"\x89PNG\r\n", "image/png"), (b"\0\1\2", ""), (b"%PDF", "application/pdf")]
)
def test_binary_content_is_named_and_not_shown(call, body, kind) -> None:
    with serving(root=response(body, *([f"Content-Type: {kind}"] if kind else []))) as server:
        result = fetch(call, server)
    assert result["warnings"] == [f"Content of type '{kind}' is binary, not shown"]
    assert text_of(result) == ""
    assert result["metadata"]["content_length"] == len(body)


def test_an_answer_other_than_success_is_returned_with_a_warning(call) -> None:
    with serving(gone=response(b"no longer here", "Content-Type: text/plain", status="410 Gone")) as server:
        result = fetch(call, server, "/gone")
        assert result["warnings"] == ["Server answered with status 410"]
        assert result["metadata"]["status_code"] == 410
        assert text_of(result) == "no longer here"


def test_a_large_answer_is_cut_with_a_warning(call) -> None:
    with serving(root=response(b"x" * 3_000_000, "Content-Type: text/plain")) as server:
        result = fetch(call, server)
    assert result["warnings"] == ["Response too large (>1MB), truncating"]
    assert result["metadata"]["content_length"] == 1024 * 1024
    assert "(1.0 MB)" in result["output"][:80]


def test_a_bomb_is_unpacked_no_further_than_a_megabyte(call) -> None:
    """T-NET-04"""
    bomb = response(
        gzip.compress(b"\0" * 100_000_000, 1), "Content-Encoding: gzip", "Content-Type: text/plain"
    )
    with serving(root=bomb) as server:
        assert fetch(call, server)["warnings"] == ["Response too large (>1MB), truncating"]


def test_a_page_of_a_million_elements_within_each_other_is_read(call) -> None:
    """T-TOOL-09"""
    page = b"<div><b id=1><svg>" * 50_000 + b"deep"
    with serving(root=response(page, HTML)) as server:
        begun = time.monotonic()
        fetch(call, server)
        assert time.monotonic() - begun < 30


def test_redirections_are_followed_to_the_address_that_answers(call) -> None:
    with serving(root=redirect("/there"), there=response(b"ok", "Content-Type: text/plain")) as server:
        result = fetch(call, server)
        assert (text_of(result), result["metadata"]["url"]) == ("ok", server.url("/there"))


def test_too_many_redirections_are_an_error(call) -> None:
    with serving(root=redirect("/")) as server:
        error = refused(call, "fetch_failed", server.url(), (NetRead([server.address]),))
    assert (error.message, error.details) == ("Failed to fetch - too many redirects", {"cause": "redirects"})


@pytest.mark.parametrize(
    "url", ["", "example.com", "ftp://example.com", "http://", "http://a b", "file:///etc/passwd", "javascript:alert(1)", "http://u:p@h/",
            "http://[::1", "https://" + "a" * 9000]
)  # fmt: skip
def test_an_address_that_is_none_is_refused(call, url) -> None:
    assert refused(call, "invalid_url", url, (NetRead(["*"]),)).message == "Invalid URL format"


def test_a_server_that_refuses_is_named_so(call) -> None:
    error = refused(call, "fetch_failed", "http://127.0.0.1:1/")
    assert error.message == "Failed to fetch - connection refused"


def test_a_host_that_is_not_there_is_named_so(call) -> None:
    error = refused(call, "fetch_failed", "http://nowhere.invalid/", (NetRead(["nowhere.invalid"]),))
    assert error.message == "Failed to fetch - host not found"


def test_a_slow_server_is_left_at_the_timeout(call) -> None:
    """T-NET-05"""
    with serving(root=lambda connection, _: connection.recv(1)) as server:
        error = refused(call, "timeout", server.url(), (NetRead([server.address]),), timeout_seconds=1)
    assert error.message == "Request timed out after 1 second"


@pytest.mark.parametrize("seconds", [0, -1, 61, 2.5, "10", None])
def test_a_timeout_lies_between_1_and_60_seconds(call, seconds) -> None:
    with pytest.raises(InputInvalid):
        call("fetch_webpage", {"url": "http://127.0.0.1/", "timeout_seconds": seconds})


@pytest.mark.parametrize(
    "arguments", [{}, {"url": 1}, {"url": "http://a", "method": "POST"}, {"uri": "http://a"}]
)
def test_arguments_outside_the_schema_never_reach_the_tool(call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("fetch_webpage", arguments)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "http://localhost/", "http://169.254.169.254/", "http://[::1]/", "http://10.0.0.1/", "http://2130706433/",
            "http://0x7f.1/", "http://127.1/", "http://metadata.google.internal/", "http://router/"]
)  # fmt: skip
def test_the_machine_and_its_networks_are_not_pages_of_the_web(call, url) -> None:
    """T-NET-02"""
    with pytest.raises((CapabilityExceeded, ToolError)) as caught:
        call("fetch_webpage", {"url": url}, grants=(NetRead(["*"]),))
    assert caught.value.code in ("capability.exceeded", "invalid_url")


@pytest.mark.parametrize(
    "allowlist", [["*"], ["example.com"], ["127.0.0.1:8080"], ["*.internal", "localhost"]]
)
def test_which_servers_it_reaches_is_for_the_grant_to_say_local_ones_too(allowlist) -> None:
    declared = as_tool(fetch_webpage).manifest.required_capabilities
    effective = check_gate(declared=declared, granted=[NetRead(allowlist)])
    assert (list(effective.effective), effective.missing) == ([NetRead(allowlist)], ())


def test_reading_the_server_must_be_granted(call) -> None:
    """T-NET-01"""
    with serving(root=response(b"x")) as server:
        for grants in ((), (NetWrite([server.address]),), (NetRead(["example.com"]),)):
            with pytest.raises(CapabilityExceeded):
                call("fetch_webpage", {"url": server.url()}, grants=grants)
        assert server.connections == 0


def test_the_answers_own_text_cannot_forge_the_report(call) -> None:
    """T-TOOL-06"""
    kind = "Content-Type: image/x\x1b[31m"
    with serving(root=response(b"x", kind)) as server:
        try:
            warnings = fetch(call, server)["warnings"]
        except ToolError as error:
            warnings = [error.message]
    assert not any("\x1b" in warning for warning in warnings)
