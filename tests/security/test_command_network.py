"""What a command reaches of the web: the servers of its grants, through a proxy that looks at each request, and nothing else."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from confinement_arena import USERS, give, owned_folder, run_child
from web_server import Server, response, serving

from runtime import Executor
from runtime.backends import _proxy
from runtime.backends.launcher import ConfinedLauncher
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import Capability, FsRead, NetRead, NetWrite, ProcessSpawn
from runtime.contracts.limits import NetworkBounds, ResourceBounds
from runtime.contracts.process import ProcessResult
from runtime.host import workspace
from runtime.host.settings import load_settings

PYTHON = f"{sys.base_prefix}/bin/python3"
EVERY = (NetRead(["*"]), NetWrite(["*"]))
# Sends what it is given to the proxy, and prints what comes back.
RAW = """
import os, socket, sys
proxy = os.environ["http_proxy"].removeprefix("http://").split(":")
with socket.create_connection((proxy[0], int(proxy[1]))) as way:
    way.sendall(eval(sys.argv[1]))
    try:
        while data := way.recv(65536):
            sys.stdout.buffer.write(data)
    except ConnectionResetError:
        pass
"""


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., tuple[ProcessResult, CallContext]]:
    """Run a program under these grants for the web."""

    def call(
        argv: list[str], *grants: Capability, network: NetworkBounds | None = None, wall_s: float = 20.0
    ) -> tuple[ProcessResult, CallContext]:
        context = CallContext(
            "c",
            CapabilitySet((ProcessSpawn(["*"]), FsRead(["."]), *grants)),
            ResourceBounds(wall_s=wall_s, network=network),
            workspace=tmp_path,
            launcher=ConfinedLauncher(protection="required", system=[sys.base_prefix]),
            environ={"http_proxy": "http://192.0.2.1:1", "HTTPS_PROXY": "http://192.0.2.1:1"},
        )
        context.start()
        return context.process.run_sync(argv), context

    return call


@pytest.fixture
def raw(run) -> Callable[..., bytes]:
    """What the proxy answers to these bytes."""

    def call(sent: bytes, *grants: Capability, **options: Any) -> bytes:
        result, _ = run([PYTHON, "-I", "-c", RAW, repr(sent)], *grants, **options)
        assert not result.stderr, result.stderr
        return bytes(result.stdout)

    return call


def both(server: Server) -> tuple[NetRead, NetWrite]:
    return NetRead([server.address]), NetWrite([server.address])


def connect(server: Server, request: bytes = b"") -> bytes:
    return f"CONNECT {server.address} HTTP/1.1\r\nHost: {server.address}\r\n\r\n".encode() + request


# -- what works -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "argv",
    [
        ["curl", "-sS", "-m", "10", "URL"],
        ["curl", "-sS", "-m", "10", "--proxytunnel", "URL"],
        [PYTHON, "-I", "-c", "import sys, urllib.request as r; sys.stdout.write(r.urlopen(sys.argv[1]).read().decode())", "URL"],
    ],
    ids=["curl", "curl-through-a-tunnel", "python"],
)  # fmt: skip
def test_programs_reach_a_granted_server_and_the_check_is_recorded(run, argv) -> None:
    with serving(root=response(b"hello")) as server:
        result, context = run([server.url() if word == "URL" else word for word in argv], *both(server))
        assert (result.stdout, result.stderr) == (b"hello", b"")
        assert {
            check.target.partition("://")[2] for check in context.checks() if check.capability == "net_read"
        } == {server.address}
        assert len(server.asked) == 1


def test_a_governed_call_takes_its_grants_for_the_web_along(tmp_path) -> None:
    folder = tmp_path / "governed"
    folder.mkdir()
    workspace.initialise(folder, pin=False)
    with (
        serving(root=response(b"hello")) as server,
        Executor.open(folder, settings=load_settings(folder).settings, approve=lambda _: True) as executor,
    ):
        command = {"command": f"curl -sS --noproxy '' http://other.example.org/ {server.url()}"}
        grants = [ProcessSpawn(["*"]), FsRead(["."]), NetRead(["*.example.com"])]
        outcome = asyncio.run(executor.call("run_in_terminal", command, grants=grants))
        assert outcome.output["output"].count("is not granted. Grant net_read for this host") == 2
        assert server.connections == 0


def test_a_body_and_an_answer_of_megabytes_cross_whole(run) -> None:
    sent, answered = "x" * 300_000, bytes(range(256)) * 8_000
    with serving(root=response(answered)) as server:
        result, _ = run(["curl", "-sS", "-m", "10", "-d", sent[:100_000], server.url()], *both(server))
        assert result.stdout == answered
        assert server.asked[0].body == sent[:100_000].encode()


def test_a_command_has_a_loopback_of_its_own_for_its_own_servers(run) -> None:
    own = """
import socket, threading, urllib.request
made = socket.create_server(("127.0.0.1", 0))
def serve():
    way, _ = made.accept()
    way.recv(1000)
    way.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\nown")
    way.close()
threading.Thread(target=serve).start()
print(urllib.request.urlopen(f"http://127.0.0.1:{made.getsockname()[1]}/").read())
"""
    result, _ = run([PYTHON, "-I", "-c", own], *EVERY)
    assert result.stdout == b"b'own'\n", result.stderr


# -- what is not granted ----------------------------------------------------------------------------------


def test_a_server_that_is_not_granted_is_not_connected_to(run, raw) -> None:
    """T-PROC-11"""
    with serving(root=response(b"x")) as server:
        plain = f"GET {server.url()} HTTP/1.1\r\n\r\n".encode()
        for sent, grants in (
            (plain, EVERY),
            (plain, (NetWrite([server.address]),)),
            (plain.replace(b"GET", b"POST"), (NetRead([server.address]),)),
            (connect(server), EVERY),
            (connect(server), (NetRead([server.address]),)),
            (connect(server), (NetWrite([server.address]),)),
            (
                connect(server),
                (NetRead([f"http://{server.address}"]), NetWrite([f"http://{server.address}"])),
            ),
            (plain, (NetRead(["127.0.0.1:1"]),)),
        ):
            assert raw(sent, *grants).startswith(b"HTTP/1.1 403 "), (sent, grants)
        assert server.connections == 0


def test_a_refusal_is_told_to_the_program_and_recorded(run) -> None:
    """T-PROC-11"""
    result, context = run(["curl", "-sS", "http://169.254.169.254/latest/meta-data/"], *EVERY)
    assert b"is not granted" in result.stdout
    assert [(c.target, c.allowed) for c in context.checks() if c.capability == "net_read"] == [
        ("http://169.254.169.254:80", False)
    ]


@pytest.mark.parametrize("grants", [(), EVERY], ids=["none", "every"])
def test_there_is_no_way_out_but_the_proxy(run, grants) -> None:
    """T-PROC-03 T-PROC-11: no connection, no datagram, no name server, no server of this machine."""
    script = """
import socket, sys
port = int(sys.argv[1])
tried = []
for family, kind, where in [
    (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port)), (socket.AF_INET, socket.SOCK_STREAM, ("1.1.1.1", 443)),
    (socket.AF_INET, socket.SOCK_DGRAM, ("8.8.8.8", 53)), (socket.AF_INET, socket.SOCK_DGRAM, ("169.254.169.254", 53)),
    (socket.AF_INET6, socket.SOCK_STREAM, ("::1", port)), (socket.AF_INET6, socket.SOCK_DGRAM, ("2606:4700::1111", 53)),
    (socket.AF_INET, socket.SOCK_STREAM, ("10.0.0.1", 80)), (socket.AF_INET, socket.SOCK_RAW, ("1.1.1.1", 0)),
]:
    try:
        with socket.socket(family, kind) as way:
            way.settimeout(5)
            way.connect(where)
            way.send(b"x")
        tried.append(where)
    except OSError:
        pass
try:
    tried.append(socket.getaddrinfo("example.com", 80))
except OSError:
    pass
print(tried)
"""
    with serving(root=response(b"x")) as server:
        result, _ = run([PYTHON, "-I", "-c", script, str(server.port)], *grants)
        assert result.stdout == b"[]\n", result
        assert server.connections == 0


def test_a_public_name_that_leads_inside_is_refused_and_looked_up_once(raw, monkeypatch) -> None:
    """T-PROC-11: DNS rebinding."""
    looked_up: list[str] = []

    def getaddrinfo(host: str, port: int, *_: object, **__: object) -> list[Any]:
        looked_up.append(host)
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, port)) for a in ("93.184.216.34", "127.0.0.1")
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with serving(root=response(b"inside")) as server:
        for sent in (
            f"GET http://public.example.com:{server.port}/ HTTP/1.1\r\n\r\n",
            f"CONNECT public.example.com:{server.port} HTTP/1.1\r\n\r\n",
        ):
            answer = raw(sent.encode(), NetRead(["*.example.com"]), NetWrite(["*.example.com"]))
            assert b"403" in answer.split(b"\r\n")[0]
            assert b"not public" in answer
        assert looked_up == ["public.example.com"] * 2
        assert server.connections == 0


PUBLIC = """
import fcntl, ctypes, json, os, socket, struct, threading
from pathlib import Path
import sys
user, group = os.getuid(), os.getgid()
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(4, 1, 0, 0, 0)
assert libc.unshare(0x50000000) == 0
for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
    Path(f"/proc/self/{name}").write_text(text)
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
    for name, address in (("lo", "127.0.0.1"), ("lo:1", "93.184.216.34")):
        own = struct.pack("16sH2x4s16x", name.encode(), socket.AF_INET, socket.inet_aton(address))
        fcntl.ioctl(way, 0x8916, own)
        fcntl.ioctl(way, 0x8914, struct.pack("16sH22x", name.encode(), 0x49))
from web_server import response, serving
from runtime.backends import _addresses
from runtime.backends.egress import HttpEgress
from runtime.backends.launcher import ConfinedLauncher
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import NetRead, NetWrite, ProcessSpawn, FsRead
from runtime.contracts.errors import CapabilityExceeded
from runtime.contracts.limits import ResourceBounds
launcher = ConfinedLauncher(protection="required")
with serving(root=response(b"service")) as server:
    public = socket.create_server(("93.184.216.34", 0))
    port = public.getsockname()[1]
    def answer():
        while True:
            way, _ = public.accept()
            server._serve(way)
    threading.Thread(target=answer, daemon=True).start()
    def reach(*grants):
        context = CallContext("c", CapabilitySet((ProcessSpawn(["*"]), FsRead(["."]), *grants)), ResourceBounds(wall_s=20),
            workspace=Path(sys.argv[1]), launcher=launcher, egress=HttpEgress())
        context.start()
        found = context.process.run_sync(["curl", "-sS", f"http://93.184.216.34:{port}/"]).stdout.decode()
        try:
            return found, context.http.fetch_sync(f"http://93.184.216.34:{port}/").body.decode()
        except CapabilityExceeded as refused:
            return found, refused.message
    every = NetRead(["*"]), NetWrite(["*"])
    found = {"every": reach(*every), "named": reach(NetRead([f"93.184.216.34:{port}"]))}
    _addresses.is_own = lambda address: False
    found["another machine's"] = reach(*every)
    print(json.dumps(found))
"""


@pytest.mark.parametrize("user", USERS)
def test_the_machines_own_public_address_must_be_named(user) -> None:
    """T-NET-02 T-PROC-11: services that a firewall keeps from the outside are reached from here."""
    with owned_folder(user) as folder:
        give(folder, user)
        found = run_child(PUBLIC, folder, user=user)
    assert ["not public" in each for each in found["every"]] == [True, True], found
    assert found["named"] == ["service", "service"]
    assert found["another machine's"] == ["service", "service"]


# -- a hostile client -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "second",
    [
        "GET http://SERVER/second HTTP/1.1\r\nHost: SERVER\r\n\r\n",
        "CONNECT SERVER HTTP/1.1\r\n\r\n",
        "0\r\n\r\nGET /second HTTP/1.1\r\nHost: SERVER\r\n\r\n",
    ],
)
@pytest.mark.parametrize("length", ["", "Content-Length: 3\r\n"])
def test_nothing_of_a_second_request_on_a_connection_is_sent(raw, second, length) -> None:
    """T-PROC-12"""
    with serving(first=response(b"one"), second=response(b"two")) as server:
        first = f"POST {server.url('/first')} HTTP/1.1\r\n{length}\r\n" + ("abc" if length else "")
        answer = raw((first + second.replace("SERVER", server.address)).encode(), *both(server))
        assert answer.count(b"HTTP/1.1") == 1
        assert answer.endswith(b"one")
        assert [(asked.line, asked.body) for asked in server.asked] == [
            ("POST /first HTTP/1.1", b"abc" if length else b"")
        ]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: SERVER\r\n\r\n", b"400"),
        (b"GET https://SERVER/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET ftp://SERVER/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://user:word@SERVER/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://granted.example@SERVER/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://SERVER\\@other/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http:///x HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://127.0.0.1:0/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://127.0.0.1:99999/ HTTP/1.1\r\n\r\n", b"400"),
        (b"CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n", b"400"),
        (b"CONNECT http://SERVER/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/1.1\nX: y\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/1.1\r\nX: y\nZ: w\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/1.1\r\nX: y\rZ: w\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/1.1\r\nX : y\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/1.1\r\nX: y\r\n folded\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/1.1\r\n: y\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/1.1\r\nX: \0\r\n\r\n", b"400"),
        (b"GET  http://SERVER/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://SERVER/ HTTP/2.0\r\n\r\n", b"400"),
        (b"GET http://SERVER/ \r\n\r\n", b"400"),
        (b"\x16\x03\x01\x02\x00\r\n\r\n", b"400"),
        (b"POST http://SERVER/ HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", b"400"),
        (b"POST http://SERVER/ HTTP/1.1\r\nContent-Length: 3, 3\r\n\r\nabc", b"400"),
        (b"POST http://SERVER/ HTTP/1.1\r\nContent-Length: -3\r\n\r\nabc", b"400"),
        (b"POST http://SERVER/ HTTP/1.1\r\nContent-Length: +3\r\n\r\nabc", b"400"),
        (b"POST http://SERVER/ HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"411"),
        (b"POST http://SERVER/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"411"),
        (b"POST http://SERVER/ HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n", b"411"),
        (b"GET http://SERVER/ HTTP/1.1\r\nX: " + b"y" * 40_000 + b"\r\n\r\n", b"431"),
        (b"GET http://SERVER/" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n", b"431"),
        (b"GET http://SERVER/ HTTP/1.1\r\n" + b"X: y\r\n" * 10_000 + b"\r\n", b"431"),
    ],
)  # fmt: skip
def test_what_readers_of_http_disagree_on_is_refused_before_anything_is_sent(raw, sent, status) -> None:
    """T-PROC-12"""
    with serving(root=response(b"x")) as server:
        answer = raw(sent.replace(b"SERVER", server.address.encode()), *both(server))
        # A client that still sends when the answer is there may lose it to the reset; a connection was not made in any case.
        assert answer.split(b" ")[1:2] in ([status], [])
        assert server.connections == 0


def test_a_request_is_written_anew_without_what_belongs_to_the_connection(raw) -> None:
    """T-PROC-12"""
    fields = (
        "Host: other.example\r\nProxy-Authorization: Basic eA==\r\nProxy-Connection: keep-alive\r\nConnection: X-Own, keep-alive\r\n"
        "X-Own: 1\r\nUpgrade: websocket\r\nTE: trailers\r\nExpect: 100-continue\r\nAccept: a/b\r\n"
    )
    with serving(root=response(b"x", "Connection: keep-alive", "Keep-Alive: timeout=5")) as server:
        answer = raw(f"GET {server.url()}#part HTTP/1.0\r\n{fields}\r\n".encode(), *both(server))
        assert server.asked[0].line == "GET / HTTP/1.1"
        assert server.asked[0].headers == {"host": server.address, "accept": "a/b", "connection": "close"}
        assert b"keep-alive" not in answer.lower()
        assert b"Connection: close" in answer


def test_requests_and_bytes_are_those_of_the_call(run, raw) -> None:
    """T-PROC-12"""
    with serving(root=response(b"x" * 200_000)) as server:
        result, _ = run(
            ["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code} ", *[server.url()] * 4],
            *both(server),
            network=NetworkBounds(requests=3, bytes=10_000_000),
        )
        assert result.stdout.split()[-1] == b"429"
        assert len(server.asked) == 3
        cut = raw(
            f"GET {server.url()} HTTP/1.1\r\n\r\n".encode(),
            *both(server),
            network=NetworkBounds(requests=9, bytes=70_000),
        )
        assert len(cut) < 150_000


def test_a_request_that_drips_is_ended(raw, monkeypatch) -> None:
    """T-PROC-12"""
    monkeypatch.setattr(_proxy, "HEAD_S", 0.2)
    assert raw(b"GET http://127.0.0.1/ HTTP/1.1\r\nX: ", *EVERY).startswith(b"HTTP/1.1 408 ")


def test_a_tunnel_ends_with_the_commands_time(run) -> None:
    """T-PROC-04 T-PROC-12"""
    ended: list[bytes] = []

    def hold(connection: socket.socket, _: object) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        ended.append(connection.recv(1))

    with serving(root=hold) as server:
        sent = connect(server, b"GET / HTTP/1.1\r\n\r\n")
        result, _ = run([PYTHON, "-I", "-c", RAW, repr(sent)], *both(server), wall_s=2.0)
        assert result.timed_out
        while not ended:
            pass
    assert ended == [b""]


def test_a_flood_of_connections_is_bounded_and_goes_with_the_command(run) -> None:
    """T-PROC-12"""
    flood = """
import os, socket
host, port = os.environ["http_proxy"].removeprefix("http://").split(":")
ways = []
for _ in range(900):
    way = socket.socket()
    way.setblocking(False)
    way.connect_ex((host, int(port)))
    ways.append(way)
print(len(ways))
"""
    with serving(root=response(b"x")) as server:
        before = len(list(Path("/proc/self/fd").iterdir()))
        result, _ = run([PYTHON, "-I", "-c", flood], *both(server))
        assert result.stdout == b"900\n", result.stderr
        # The helper's socket stays; connections of the command do not.
        assert len(list(Path("/proc/self/fd").iterdir())) <= before + 4


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\nX: y\n\n",
        b"HTTP/1.1 200 OK\r\nX : y\r\n\r\n",
        b"nonsense",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 50_000 + b"\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 20,
        b"",
    ],
    ids=["bare-lf", "space", "no-http", "long", "interim", "nothing"],
)
def test_an_answer_that_is_no_http_becomes_a_refusal(raw, answer) -> None:
    """T-PROC-12"""
    with serving(root=answer) as server:
        said = raw(f"GET {server.url()} HTTP/1.1\r\n\r\n".encode(), *both(server))
        assert said.startswith(b"HTTP/1.1 502 ")


def test_a_command_that_ends_while_a_server_keeps_silent_does_not_wait(run) -> None:
    """T-PROC-04"""
    with serving(root=lambda connection, _: connection.recv(1)) as server:
        script = f"curl -s {server.url()} & exec 3<>/dev/tcp/127.0.0.1/3128; echo begun"
        result, _ = run(["bash", "-c", script], *both(server))
        assert result.stdout == b"begun\n"
