"""Hostile servers, arguments and settings against HTTP tools: each attack ends with a code, soon, and tells nobody the secret."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from web_server import Answer, Asked, Server, redirect, response, serving

from runtime import Completed, Executor, Failed, Outcome, Refused
from runtime.host.settings import SecretSettings

TOKEN = "s3cret/token+value"
MAX_BYTES = 20_000
WALL_S = 6.0
TOOL = """
description = "Have a hostile server answer"
stub = "stubbed"
[parameters.properties]
text = { type = "string" }
[http]
url = "SERVER/echo"
query = { q = "{text}" }
headers = { Authorization = "Bearer {secret:TOKEN}" }
cookies = { session = "{text}" }
timeout_s = 0.4
max_bytes = 20000
ANSWER
"""
JSON = "Content-Type: application/json"
OK = b"HTTP/1.1 200 OK\r\n"


def sending(*pieces: bytes, again: bytes = b"", pause_s: float = 0.0) -> Answer:
    """Send the pieces, and the last one without end."""

    def answer(connection: socket.socket, _: Asked) -> None:
        with contextlib.suppress(OSError):
            for piece in pieces:
                connection.sendall(piece)
            ends_s = time.monotonic() + 3
            while again and time.monotonic() < ends_s:
                connection.sendall(again)
                if pause_s:  # a slow server is one that waits
                    time.sleep(pause_s)

    return answer


def echo(transform: Callable[[bytes], bytes], *headers: str) -> Answer:
    """Send what was asked back, changed."""

    def answer(connection: socket.socket, asked: Asked) -> None:
        said = json.dumps(asked.headers).encode()
        connection.sendall(response(transform(said), *headers))

    return answer


CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
BOMB = gzip.compress(b"\0" * 30_000_000)
# What a server does, and the codes that it may end as; `ok` is an output.
SERVERS: dict[str, tuple[Answer, set[str]]] = {
    "nothing": (sending(), {"fetch_failed"}),
    "status line in drips": (sending(OK[:5], again=b"x", pause_s=0.05), {"timeout", "fetch_failed"}),
    "headers in drips": (sending(OK, again=b"a: b\r\n", pause_s=0.05), {"timeout"}),
    "body in drips": (sending(OK + b"Content-Length: 9000\r\n\r\n", again=b"x", pause_s=0.05), {"timeout"}),
    "chunks without end": (sending(CHUNKED, again=b"1000\r\n" + b"x" * 4096 + b"\r\n"), {"answer_too_large"}),
    "chunks of one byte in drips": (sending(CHUNKED, again=b"1\r\nx\r\n", pause_s=0.02), {"timeout"}),
    "a chunk of 2^64 bytes": (sending(CHUNKED + b"FFFFFFFFFFFFFFFF\r\nabc"), {"fetch_failed"}),
    "a chunk of -1 bytes": (sending(CHUNKED + b"-1\r\nabc\r\n0\r\n\r\n"), {"fetch_failed"}),
    "chunk extensions without end": (sending(CHUNKED + b"1;", again=b"a=b;" * 1000), {"fetch_failed", "limit.network", "timeout"}),
    "trailers without end": (sending(CHUNKED + b"0\r\n", again=b"a: b\r\n" * 500), {"fetch_failed", "limit.network", "timeout"}),
    "a length that is too small": (sending(OK + b"Content-Length: 1\r\n\r\n1HTTP/1.1 200 OK\r\n\r\nsmuggled"), {"ok"}),
    "a length that is too large": (sending(OK + b"Content-Length: 100\r\n\r\n1"), {"fetch_failed"}),
    "two lengths": (sending(OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n12"), {"fetch_failed"}),
    "a length in a list": (sending(OK + b"Content-Length: 1, 2\r\n\r\n12"), {"fetch_failed"}),
    "a negative length": (sending(OK + b"Content-Length: -5\r\n\r\nabc"), {"fetch_failed"}),
    "a length and chunks": (sending(OK + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n7\r\n0\r\n\r\n"), {"ok", "fetch_failed"}),
    "an unknown transfer coding": (sending(OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"), {"fetch_failed"}),
    "100 Continue without end": (sending(again=b"HTTP/1.1 100 Continue\r\n\r\n" * 100), {"limit.network", "timeout", "fetch_failed"}),
    "early hints without end": (sending(again=b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 50), {"limit.network", "timeout", "fetch_failed"}),
    "101 Switching Protocols": (sending(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", again=b"x" * 100), {"fetch_failed", "http_status", "timeout"}),
    "a header of megabytes": (sending(OK + b"A: ", again=b"x" * 65_536), {"fetch_failed"}),
    "headers without end": (sending(OK, again=b"a: b\r\n" * 5_000), {"fetch_failed"}),
    "a header with NUL": (sending(OK + b"A: b\0c\r\nContent-Length: 1\r\n\r\n1"), {"fetch_failed"}),
    "a header in two lines": (sending(OK + b"A: b\r\n c: d\r\nContent-Length: 1\r\n\r\n1"), {"fetch_failed", "ok"}),
    "a header without a name": (sending(OK + b": b\r\nContent-Length: 1\r\n\r\n1"), {"fetch_failed"}),
    "line feeds alone": (sending(b"HTTP/1.1 200 OK\nContent-Length: 1\n\n1"), {"ok", "fetch_failed"}),
    "HTTP/0.9": (sending(b"<html>hello"), {"fetch_failed"}),
    "HTTP/2": (sending(b"\0\0\x12\x04\0\0\0\0\0" + b"\0" * 18), {"fetch_failed"}),
    "status 999": (sending(b"HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n"), {"http_status", "fetch_failed"}),
    "status 000": (sending(b"HTTP/1.1 000 What\r\nContent-Length: 0\r\n\r\n"), {"http_status", "fetch_failed"}),
    "status of letters": (sending(b"HTTP/1.1 abc What\r\n\r\n"), {"fetch_failed"}),
    "a bomb of gzip": (response(BOMB, "Content-Encoding: gzip"), {"answer_too_large"}),
    "a bomb in a bomb": (response(gzip.compress(BOMB), "Content-Encoding: gzip, gzip"), {"fetch_failed"}),
    "a hundred codings": (response(b"x", "Content-Encoding: " + ", ".join(["gzip"] * 100)), {"fetch_failed"}),
    "gzip that is none": (response(b"no gzip", "Content-Encoding: gzip"), {"fetch_failed"}),
    "a coding that nobody offered": (response(b"x", "Content-Encoding: br"), {"fetch_failed"}),
    "a codec that is no character set": (response(b"x", "Content-Type: text/plain; charset=unicode_escape"), {"ok", "answer_unreadable"}),
    "a codec that unpacks": (response(zlib.compress(b"x" * 10**6), "Content-Type: text/plain; charset=zlib_codec"), {"ok", "answer_unreadable"}),
    "JSON in 9,000 lists": (response(b"[" * 9_000 + b"]" * 9_000, JSON), {"answer_unreadable", "ok", "output.invalid"}),
    "a number of 15,000 digits": (response(b"9" * 15_000, JSON), {"answer_unreadable", "ok", "output.invalid"}),
    "NaN": (response(b"NaN", JSON), {"answer_unreadable", "ok"}),
    "lone surrogates": (response(b'"\\ud800"', JSON), {"answer_unreadable", "ok", "output.invalid"}),
    "a challenge": (response(b"", 'WWW-Authenticate: Basic realm="x"', status="401 Unauthorized"), {"http_status"}),
    "a pause of a year": (response(b"", "Retry-After: 31536000", status="503 Busy"), {"http_status"}),
    "a pause of -1": (response(b"", "Retry-After: -1", status="503 Busy"), {"http_status"}),
    "the secret in the reason": (sending(f"HTTP/1.1 500 {TOKEN}\r\nContent-Length: 0\r\n\r\n".encode()), {"http_status"}),
    "the secret in gzip": (echo(gzip.compress, "Content-Encoding: gzip", JSON), {"ok"}),
    "the secret in UTF-16": (echo(lambda said: said.decode().encode("utf-16"), "Content-Type: application/json; charset=utf-16"), {"ok"}),
    "the secret in capitals": (echo(bytes.upper), {"ok", "answer_unreadable"}),
    "the secret at the cut": (response(b"x" * (MAX_BYTES - 5) + TOKEN.encode(), status="500 No"), {"http_status"}),
    "another address of the web": (sending(OK + b"Alt-Svc: h2=\"BAIT\"\r\nRefresh: 0; url=http://BAIT/\r\nContent-Length: 1\r\n\r\n1"), {"ok"}),
}  # fmt: skip
# Where a server leads. BAIT is another server that listens.
PLACES = (
    "http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/", "http://metadata.google.internal/", "http://BAIT/", "//BAIT/", "http://SERVER@BAIT/",
    "http://BAIT#@SERVER/", "http://BAIT\\@SERVER/", "\\\\BAIT/", "http:\\\\BAIT/", "/\\BAIT/", "http://SERVER.evil.example/", "http://0177.0.0.1/", "http://2130706433/", "http://127.1/",
    "http://localhost/", "https://SERVER/", "file:///etc/passwd", "gopher://BAIT/", "data:text/plain,x", "javascript:alert(1)", "http://\u24d4vil.example/", "http://xn--/", "http://BAIT:0/",
    "http://BAIT:99999/", "ftp://SERVER/echo", "http://[::1]/", "http://[::ffff:169.254.169.254]/", "\r\nX: y", "http://BAIT/?{secret:TOKEN}",
)  # fmt: skip
ARGUMENTS = (
    "x\r\nX-Evil: 1", "x\nX-Evil: 1", "x\0", "x\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n", "a&q=b", "a#b", "a=b;c=d", "%0d%0aX-Evil: 1", "\u2028X-Evil: 1", "\u560d\u560aX-Evil: 1",
    "{secret:TOKEN}", "{{secret:TOKEN}}", "${MY_TOKEN}", "{+text}", "; Path=/; evil=1", "\u202e", "x" * 30_000, "\ud800",
)  # fmt: skip


class Target:
    """A tool with a secret over a server that can be told what to do, and a server that nobody may ask."""

    def __init__(self, folder: Path, server: Server, bait: Server, executor: Executor) -> None:
        self.folder, self.server, self.bait, self.executor = folder, server, bait, executor

    def ask(self, answer: Answer, text: str = "x") -> tuple[str, Outcome]:
        self.server.answers["/echo"] = answer
        outcome = self.executor.call_sync("ask", {"text": text})
        if isinstance(outcome, Completed):
            return "ok", outcome
        assert isinstance(outcome, Failed | Refused)
        return outcome.error.code, outcome

    def leaks(self, outcome: Outcome, log: str) -> bool:
        error = outcome.error
        said = [outcome.output] if error is None else [error.message, error.suggestion, error.details]
        text = repr(said) + repr(outcome) + log
        return any(form in text for form in (TOKEN, TOKEN.upper(), "s3cret/tok"))


@pytest.fixture
def target(workspace: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    monkeypatch.setenv("MY_TOKEN", TOKEN)
    with serving() as server, serving(root=response(b"caught")) as bait:
        folder = workspace.folder / "http"
        folder.mkdir()
        (folder / "ask.toml").write_text(
            TOOL.replace("SERVER", f"http://{server.address}").replace("ANSWER", "")
        )
        settings = msgspec.structs.replace(
            workspace.settings,
            tools=msgspec.structs.replace(workspace.settings.tools, folders=("http",)),
            grants={"net_read": ["*", server.address, bait.address, "localhost", "127.0.0.1"]},
            secrets={
                "TOKEN": SecretSettings(
                    env="MY_TOKEN", hosts=(f"http://{server.address}",), tools=("*",), workspaces=("*",)
                )
            },
        )
        with Executor.open(workspace.folder, settings=settings, isolation="in_process") as executor:
            yield Target(workspace.folder, server, bait, executor)


def test_whatever_a_server_does_ends_with_a_code_in_time_and_without_the_secret(target, caplog):
    """T-HTTP-06, T-HTTP-08"""
    wrong: dict[str, Any] = {}
    for name, (answer, allowed) in SERVERS.items():
        began_s = time.monotonic()
        code, outcome = target.ask(answer)
        took_s = time.monotonic() - began_s
        if code not in allowed or took_s > WALL_S or target.leaks(outcome, caplog.text):
            wrong[name] = (code, took_s, str(outcome)[:300])
    assert wrong == {}
    assert target.bait.asked == []
    assert target.ask(response(b"1"))[0] == "ok"  # the next call works
    kept = b"".join(file.read_bytes() for file in (target.folder / ".runtime").rglob("*") if file.is_file())
    assert TOKEN.encode() not in kept


def test_wherever_a_server_leads_nobody_else_is_asked_and_the_place_is_not_told(target, caplog):
    """T-HTTP-07"""
    wrong: dict[str, Any] = {}
    for place in PLACES:
        led = place.replace("SERVER", target.server.address).replace("BAIT", target.bait.address)
        before = len(target.server.asked)
        code, outcome = target.ask(
            sending(f"HTTP/1.1 302 Found\r\nLocation: {led}\r\nContent-Length: 0\r\n\r\n".encode())
        )
        asked = len(target.server.asked) - before
        if (
            code not in ("redirected", "fetch_failed", "http_status", "ok")
            or asked > 4
            or "meta-data" in str(outcome)
        ):
            wrong[place] = (code, asked)
        if code == "ok":
            wrong[place] = (code, str(outcome)[:200])
        if target.leaks(outcome, caplog.text):
            wrong[place] = "leak"
    assert wrong == {}
    assert target.bait.asked == []


def test_no_argument_becomes_a_header_a_parameter_a_request_or_a_secret(target):
    """T-HTTP-03, T-HTTP-04"""
    for text in ARGUMENTS:
        before = len(target.server.asked)
        code, _ = target.ask(response(b"1"), text)
        asked = target.server.asked[before:]
        if code == "ok":
            ((line, headers, _),) = asked
            assert line.startswith("GET /echo?q=")
            assert line.count("&") == line.count("#") == 0
            assert "x-evil" not in headers
            assert headers["cookie"].count(";") == 0
            assert headers["cookie"].count("=") == 1
            assert TOKEN not in line
            assert TOKEN not in headers["cookie"]
        else:
            assert asked == []


def test_a_cookie_that_a_server_sets_goes_along_to_no_other_call(target):
    """T-HTTP-08"""
    target.ask(response(b"1", "Set-Cookie: tracked=1; Path=/"))
    target.ask(response(b"1"))
    assert "tracked" not in target.server.asked[-1].headers["cookie"]


@pytest.mark.parametrize(
    ("command", "gives"),
    [
        (("/bin/echo", "$(id)", ";", "touch", "/tmp/never-made-by-this"), True),
        (("/bin/sh", "-c", "printf 'first-line-of-two\\nsecond'"), False),
        (("/bin/sh", "-c", "printf 'carriage\\rreturn-value'"), False),
        (("/bin/sh", "-c", "printf short"), False),
        (("/bin/sh", "-c", "head -c 70000 /dev/zero | tr '\\0' x"), False),
        (("/bin/sh", "-c", "echo wrong-but-printed; exit 1"), False),
        (("/bin/sh", "-c", "head -c 100 /dev/urandom"), False),
        (("",), False),
    ],
)
def test_a_command_of_a_secret_runs_without_a_shell_and_gives_one_line_or_nothing(workspace, command, gives):
    """T-HTTP-05"""
    with serving(echo=response(b"1")) as server:
        folder = workspace.folder / "http"
        folder.mkdir()
        (folder / "ask.toml").write_text(
            TOOL.replace("SERVER", f"http://{server.address}").replace("ANSWER", "")
        )
        settings = msgspec.structs.replace(
            workspace.settings,
            tools=msgspec.structs.replace(workspace.settings.tools, folders=("http",)),
            grants={"net_read": [server.address]},
            secrets={
                "TOKEN": SecretSettings(
                    command=command, hosts=(f"http://{server.address}",), tools=("*",), workspaces=("*",)
                )
            },
        )
        with Executor.open(workspace.folder, settings=settings, isolation="in_process") as executor:
            outcome = executor.call_sync("ask", {"text": "x"})
        if gives:
            assert isinstance(outcome, Completed), outcome
            assert server.asked[0].headers["authorization"] == "Bearer $(id) ; touch /tmp/never-made-by-this"
            assert not Path("/tmp/never-made-by-this").exists()
        else:
            assert isinstance(outcome, Failed)
            assert outcome.error.code == "backend.unavailable"
            assert server.asked == []


def test_a_redirection_on_the_same_server_keeps_its_secret_there(target):
    """T-HTTP-07"""
    target.server.answers["/next"] = echo(lambda said: said, JSON)
    code, outcome = target.ask(redirect("/next"))
    assert code == "ok"
    assert outcome.output["authorization"] == "Bearer [secret TOKEN]"
