"""``ctx.http`` against a real server: what is granted, what crosses, and what a hostile server can try."""

from __future__ import annotations

import gzip
import json
import socket
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

import pytest
from web_server import Server, redirect, response, serving

from runtime.backends.egress import HttpEgress
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import Capability, NetRead, NetWrite
from runtime.contracts.errors import BackendUnavailable, CallCancelled, CapabilityExceeded, NetworkLimit
from runtime.contracts.limits import NetworkBounds, ResourceBounds
from runtime.contracts.web import Fetched, FetchError, WebAccess


def context(*grants: Capability, network: NetworkBounds | None = None, wall_s: float = 20.0) -> CallContext:
    limits = ResourceBounds(wall_s=wall_s, network=network)
    made = CallContext("c", CapabilitySet(grants), limits, egress=HttpEgress())
    made.start()
    return made


def fetch(server: Server, path: str = "/", **options: object) -> Fetched:
    return context(NetRead([server.address]), NetWrite([server.address])).http.fetch_sync(
        server.url(path), **options
    )


def test_a_granted_server_answers_and_the_check_is_recorded() -> None:
    with serving(root=response(b"hello", "Content-Type: text/plain", "X-Two: b", "x-two: c")) as server:
        ctx = context(NetRead([server.address]))
        assert isinstance(ctx.http, WebAccess)
        answer = ctx.http.fetch_sync(server.url())
    assert (answer.status, answer.body, answer.header("content-type")) == (200, b"hello", "text/plain")
    assert answer.header("x-two") == "b"
    assert answer.header("none") == ""
    assert [(c.target, c.allowed) for c in ctx.checks()] == [(f"http://{server.address}", True)]
    asked = server.asked[0]
    assert asked.line == "GET / HTTP/1.1"
    assert asked.headers["host"] == server.address
    assert asked.headers["connection"] == "close"


def test_nothing_is_sent_to_a_server_that_is_not_granted() -> None:
    """T-NET-01"""
    with serving(root=response(b"x")) as server:
        for grants in ((), (NetRead(["*"]),), (NetWrite([server.address]),), (NetRead(["127.0.0.1:1"]),)):
            ctx = context(*grants)
            with pytest.raises(CapabilityExceeded):
                ctx.http.fetch_sync(server.url())
            assert [c.allowed for c in ctx.checks()] == [False]
        assert server.connections == 0


def test_methods_that_write_need_net_write() -> None:
    """T-NET-01"""
    with serving(root=response(b"x")) as server:
        with pytest.raises(CapabilityExceeded):
            context(NetRead([server.address])).http.fetch_sync(server.url(), method="POST", body=b"1")
        with pytest.raises(CapabilityExceeded):
            context(NetWrite([server.address])).http.fetch_sync(server.url())
        fetch(server, method="post", body=b"abc", headers=[("Content-Type", "text/plain")])
    assert [(a.line, a.body) for a in server.asked] == [("POST / HTTP/1.1", b"abc")]
    assert server.asked[0].headers["content-length"] == "3"


def test_a_name_that_leads_inside_is_refused_whatever_it_is_called(monkeypatch) -> None:
    """T-NET-02: a public name whose address is loopback, as a rebinding attack has it."""
    with serving(root=response(b"inside")) as server:
        resolving(monkeypatch, "127.0.0.1")
        ctx = context(NetRead(["*"]))
        with pytest.raises(CapabilityExceeded) as caught:
            ctx.http.fetch_sync(f"http://public.example.com:{server.port}/")
        assert "not public" in caught.value.message
        assert [c.allowed for c in ctx.checks()] == [False]
        assert server.connections == 0


@pytest.mark.parametrize(
    "address",
    ["169.254.169.254", "10.0.0.1", "192.168.1.1", "172.16.0.1", "100.100.100.200", "0.0.0.0", "::1", "fe80::1",
     "fd00:ec2::254", "::ffff:127.0.0.1", "64:ff9b::7f00:1"],
)  # fmt: skip
def test_addresses_of_the_machine_and_its_networks_need_an_entry_of_their_own(monkeypatch, address) -> None:
    """T-NET-02"""
    resolving(monkeypatch, address)
    with pytest.raises(CapabilityExceeded):
        context(NetRead(["*"])).http.fetch_sync("http://public.example.com/")


def test_an_answer_that_mixes_public_and_inner_addresses_is_refused_whole(monkeypatch) -> None:
    """T-NET-02"""
    with serving(root=response(b"inside")) as server:
        resolving(monkeypatch, "203.0.114.7", "127.0.0.1")
        with pytest.raises(CapabilityExceeded):
            context(NetRead(["*"])).http.fetch_sync(f"http://public.example.com:{server.port}/")
        assert server.connections == 0


def test_a_name_is_looked_up_once_so_that_the_second_answer_cannot_differ(monkeypatch) -> None:
    """T-NET-02: what was checked is what is connected to."""
    with serving(root=response(b"ok")) as server:
        looked_up = resolving(monkeypatch, "127.0.0.1")
        ctx = context(NetRead([f"rebind.example.com:{server.port}", server.address]))
        assert ctx.http.fetch_sync(f"http://rebind.example.com:{server.port}/").body == b"ok"
    assert looked_up == ["rebind.example.com"]
    assert server.asked[0].headers["host"] == f"rebind.example.com:{server.port}"


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name lead to these addresses; the names that were looked up."""
    looked_up: list[str] = []

    def getaddrinfo(host, port, *arguments, **named):
        if host in addresses:  # the connection to what was resolved
            return original(host, port, *arguments, **named)
        looked_up.append(host)
        return [
            (socket.AF_INET6 if ":" in a else socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, port))
            for a in addresses
        ]

    original = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return looked_up


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("/caf\u00e9", "/caf%C3%A9"),
        ("/%C3%A9/\u00e9", "/%C3%A9/%C3%A9"),
        ("/a?q=\u65e5\u672c&x=%20[1]", "/a?q=%E6%97%A5%E6%9C%AC&x=%20[1]"),
    ],
)
def test_an_address_with_other_letters_is_sent_as_browsers_send_it(written: str, sent: str) -> None:
    with serving(root=response(b"")) as server:
        server.answers[sent] = response(b"found")
        address = f"http://127.0.0.1:{server.port}{written}"
        assert context(NetRead([server.address])).http.fetch_sync(address).body == b"found"


def test_a_silent_name_server_holds_up_neither_its_caller_nor_other_work() -> None:
    """T-NET-07: in a network of its own, whose name server takes every question and answers none."""
    child = Path(__file__).with_name("silent_dns_child.py")
    ran = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net", "--mount", sys.executable, str(child)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = json.loads(ran.stdout)
    # The system's resolver would give up after 20 s.
    assert told["timed_out"] == told["asked"] == 80
    assert told["fetching_s"] < 10
    assert told["read_in_between"] == "text"


def test_redirections_are_followed_and_each_is_checked() -> None:
    with serving(root=redirect("/a"), a=redirect("b?c=d"), b=response(b"end")) as server:
        server.answers["/b?c=d"] = response(b"end")
        answer = fetch(server)
        assert (answer.body, answer.url) == (b"end", server.url("/b?c=d"))


@pytest.mark.parametrize(
    "place", ["http://169.254.169.254/latest/meta-data/", "http://localhost/", "http://10.0.0.1/", "//127.1/"]
)
def test_a_redirection_to_the_inside_goes_nowhere(place) -> None:
    """T-NET-03"""
    with serving(root=redirect(place)) as server, pytest.raises((CapabilityExceeded, FetchError)):
        context(NetRead([server.address, "*"])).http.fetch_sync(server.url())


@pytest.mark.parametrize(
    "place", ["file:///etc/passwd", "ftp://example.com/", "gopher://x", "javascript:1", "http://a b/"]
)
def test_a_redirection_to_what_is_not_the_web_is_an_error(place) -> None:
    """T-NET-03"""
    with serving(root=redirect(place)) as server, pytest.raises(FetchError) as caught:
        fetch(server)
    assert caught.value.cause == "misdirected"


def test_credentials_do_not_go_along_to_another_server() -> None:
    """T-NET-03"""
    with serving(root=response(b"other")) as other, serving(root=redirect(other.url())) as server:
        ctx = context(NetRead([server.address, other.address]))
        ctx.http.fetch_sync(
            server.url(),
            headers=[
                ("Authorization", "Bearer s3cret"),
                ("Cookie", "a=b"),
                ("X-Api-Key", "k"),
                ("Accept", "a/b"),
            ],
        )
    kept_back = {"authorization", "cookie", "x-api-key"}
    assert kept_back <= server.asked[0].headers.keys()
    assert kept_back.isdisjoint(other.asked[0].headers)
    assert other.asked[0].headers["accept"] == "a/b"


@pytest.mark.parametrize(
    ("status", "method", "body"), [("303 See Other", "GET", b""), ("307 Temporary Redirect", "POST", b"abc")]
)
def test_a_redirected_request_keeps_or_loses_its_body_as_the_standard_has_it(status, method, body) -> None:
    with serving(root=redirect("/next", status), next=response(b"ok")) as server:
        assert fetch(server, method="POST", body=b"abc").status == 200
    assert (server.asked[1].line.split(" ")[0], server.asked[1].body) == (method, body)


def test_a_circle_of_redirections_ends() -> None:
    with serving(root=redirect("/")) as server, pytest.raises(FetchError) as caught:
        fetch(server, max_redirects=4)
    assert caught.value.cause == "redirects"
    assert len(server.asked) == 5


def test_without_redirections_the_answer_itself_is_returned() -> None:
    with serving(root=redirect("/a")) as server:
        assert fetch(server, max_redirects=0).status == 302


def test_requests_and_bytes_have_a_bound_over_the_whole_call() -> None:
    """T-NET-04"""
    with serving(root=response(b"x" * 2000), go=redirect("/go")) as server:
        ctx = context(NetRead([server.address]), network=NetworkBounds(requests=2, bytes=100_000))
        assert ctx.http.fetch_sync(server.url()).status == 200
        assert ctx.http.fetch_sync(server.url()).status == 200
        with pytest.raises(NetworkLimit):
            ctx.http.fetch_sync(server.url())
        ctx = context(NetRead([server.address]), network=NetworkBounds(requests=9, bytes=5000))
        for _ in range(2):
            ctx.http.fetch_sync(server.url())
        with pytest.raises(NetworkLimit):
            ctx.http.fetch_sync(server.url())
        with pytest.raises(NetworkLimit):
            context(
                NetRead([server.address]), network=NetworkBounds(requests=3, bytes=99_999)
            ).http.fetch_sync(server.url("/go"))


def flood(connection: socket.socket, _: object) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        connection.sendall(b"x" * 65_536)


def drip(connection: socket.socket, _: object) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    for _ in range(200):
        connection.sendall(b"x")
        time.sleep(0.05)


def silence(connection: socket.socket, _: object) -> None:
    connection.recv(1)


def test_a_body_without_end_is_read_as_far_as_wanted() -> None:
    """T-NET-04"""
    with serving(root=flood) as server:
        answer = fetch(server, max_bytes=100_000)
    assert (len(answer.body), answer.truncated) == (100_000, True)


def test_a_body_of_exactly_the_wanted_size_is_whole() -> None:
    with serving(root=response(b"x" * 1000)) as server:
        assert fetch(server, max_bytes=1000).truncated is False
        assert fetch(server, max_bytes=999).truncated is True


@pytest.mark.parametrize("answer", [drip, silence], ids=["drips", "says-nothing"])
def test_a_slow_server_meets_the_one_deadline(answer) -> None:
    """T-NET-05"""
    with serving(root=answer) as server:
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            fetch(server, timeout_s=0.3)
        assert time.monotonic() - begun < 5
        with pytest.raises(TimeoutError):
            context(NetRead([server.address]), wall_s=0.2).http.fetch_sync(server.url(), timeout_s=60)


@pytest.mark.parametrize("coding", ["gzip", "x-gzip", "deflate", "GZIP"])
def test_compressed_bodies_are_unpacked(coding) -> None:
    packed = zlib.compress(b"hello" * 100) if coding == "deflate" else gzip.compress(b"hello" * 100)
    with serving(root=response(packed, f"Content-Encoding: {coding}")) as server:
        assert fetch(server).body == b"hello" * 100
    assert server.asked[0].headers["accept-encoding"] == "gzip, deflate"


def test_a_bomb_is_unpacked_as_far_as_wanted() -> None:
    """T-NET-04"""
    with serving(root=response(gzip.compress(b"\0" * 200_000_000, 1), "Content-Encoding: gzip")) as server:
        answer = fetch(server, max_bytes=1_000_000)
    assert (len(answer.body), answer.truncated) == (1_000_000, True)


@pytest.mark.parametrize(
    "answer",
    [
        response(b"not gzip", "Content-Encoding: gzip"),
        response(b"x", "Content-Encoding: br"),
        response(gzip.compress(gzip.compress(b"x")), "Content-Encoding: gzip, gzip"),
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 999999 No\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    ids=[
        "no-gzip",
        "unknown-coding",
        "codings-in-codings",
        "another-protocol",
        "status",
        "giant-header",
        "two-lengths",
    ],
)
def test_an_answer_that_makes_no_sense_is_an_error(answer) -> None:
    with serving(root=answer) as server, pytest.raises(FetchError) as caught:
        fetch(server)
    assert caught.value.cause in ("protocol", "reset")


def test_an_answer_that_breaks_off_is_an_error() -> None:
    with (
        serving(root=b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") as server,
        pytest.raises(FetchError) as caught,
    ):
        fetch(server)
    assert caught.value.cause == "reset"


def test_what_stops_a_connection_is_told_apart() -> None:
    with serving() as server:
        closed, address = server.url(), server.address
        with pytest.raises(FetchError) as caught:
            context(NetRead([address])).http.fetch_sync(closed.replace("http", "https", 1))
        assert caught.value.cause == "tls"
    with pytest.raises(FetchError) as caught:
        context(NetRead(["127.0.0.1"])).http.fetch_sync("http://127.0.0.1:1/")
    assert caught.value.cause == "refused"
    with pytest.raises(FetchError) as caught:
        context(NetRead(["nowhere.invalid"])).http.fetch_sync("http://nowhere.invalid/")
    assert caught.value.cause == "unresolved"


@pytest.mark.parametrize(
    "url",
    ["", "example.com", "http://", "ftp://example.com", "http://a b", "http://a\n.com", "http://user:pw@example.com",
     "http://exa\\mple.com", "http://example.com:99999", "http://[::1", "http://example.com:x"],
)  # fmt: skip
def test_what_is_no_address_of_the_web_is_refused_before_any_check(url) -> None:
    """T-NET-01"""
    ctx = context(NetRead(["*"]))
    with pytest.raises(ValueError):  # whatever the reader of addresses says
        ctx.http.fetch_sync(url)
    assert ctx.checks() == ()


@pytest.mark.parametrize(
    "headers",
    [
        [("Host", "a")],
        [("Content-Length", "9")],
        [("X", "a\r\nY: b")],
        [("X\n", "a")],
        [("X", "☃")],
        [("Connection", "x")],
    ],
)
def test_headers_that_are_not_the_callers_or_forge_others_are_refused(headers) -> None:
    """T-NET-06"""
    with serving(root=response(b"x")) as server, pytest.raises(ValueError):
        fetch(server, headers=headers)
    assert server.asked == []


def test_proxies_and_credentials_of_the_environment_are_not_used(monkeypatch, tmp_path) -> None:
    """T-NET-06"""
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1/")
    with serving(root=response(b"x")) as server:
        assert fetch(server).body == b"x"
    assert "authorization" not in server.asked[0].headers


def test_a_handle_that_outlives_its_call_sends_nothing() -> None:
    """T-NET-01"""
    with serving(root=response(b"x")) as server:
        ctx = context(NetRead([server.address]))
        handle = ctx.http
        ctx.close()
        with pytest.raises(CapabilityExceeded):
            handle.fetch_sync(server.url())
        assert server.connections == 0


def test_a_cancelled_call_ends_its_request() -> None:
    """T-NET-05"""
    with serving(root=silence) as server:
        ctx = context(NetRead([server.address]))
        threading.Timer(0.2, ctx.cancel).start()
        begun = time.monotonic()
        with pytest.raises(CallCancelled):
            ctx.http.fetch_sync(server.url())
        assert time.monotonic() - begun < 5


def test_without_a_carrier_the_web_is_unavailable() -> None:
    made = CallContext("c", CapabilitySet([NetRead(["*"])]), ResourceBounds())
    with pytest.raises(BackendUnavailable):
        made.http.fetch_sync("http://example.com/")
