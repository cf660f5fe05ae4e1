"""An MCP server at an address, whose behaviour the path of the address chooses."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOOL = {"name": "echo", "description": "Give a text back", "inputSchema": {"type": "object"}}
STATELESS = "2026-07-28"


class Address(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Served

    def do_GET(self) -> None:
        self._end(405, b"", "text/plain")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.path.strip("/").partition("/")[0]
        if kind == "token":
            self.server.seen.append((self.path, self._heard(), body))
            self._json({"access_token": "given-token-1234", "token_type": "Bearer", "expires_in": 3600})
            return
        message = json.loads(body)
        self.server.seen.append((self.path, self._heard(), message))
        if "id" not in message or "method" not in message:
            self._end(202, b"", "application/json")
            return
        if kind == "stateless" and message["method"] == "initialize":
            error = {"code": -32022, "message": "too old", "data": {"supported": [STATELESS]}}
            self._json({"jsonrpc": "2.0", "id": message["id"], "error": error})
        elif message["method"] == "initialize":
            self._initialize(kind, message)
        elif message["method"] == "server/discover":
            self._result(message, {"supportedVersions": [STATELESS], "capabilities": {}})
        elif message["method"] == "tools/list":
            self._result(message, {"tools": [TOOL]})
        else:
            getattr(self, f"call_{self.server.mode or kind}", self.call_json)(message)

    def _initialize(self, kind: str, message: dict[str, Any]) -> None:
        session = {"badsession": "a b\tc", "longsession": "x" * 5000}.get(kind, "session-1")
        result = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "serverInfo": {"name": "x", "version": "1"},
        }
        self._result(message, result, {"Mcp-Session-Id": session})

    def call_json(self, message: dict[str, Any]) -> None:
        said = message["params"]["arguments"].get("say", "")
        text = self.headers.get("Authorization", "") if said == "who" else f"json {said}"
        self._result(message, _text(text))

    def call_sse(self, message: dict[str, Any]) -> None:
        note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "working"}}
        self._stream([note, _answer(message, _text("streamed"))])

    def call_endless(self, message: dict[str, Any]) -> None:
        self._stream([_answer(message, _text("and on"))], leave_open=True)

    def call_silent(self, message: dict[str, Any]) -> None:
        self._stream([])

    def call_otherid(self, message: dict[str, Any]) -> None:
        self._stream([{"jsonrpc": "2.0", "id": message["id"] + 1, "result": _text("x")}])

    def call_flood(self, message: dict[str, Any]) -> None:
        self._stream([{"jsonrpc": "2.0", "method": "notifications/message", "params": {}}] * 30_000)

    def call_redirect(self, message: dict[str, Any]) -> None:
        self.send_response(307)
        self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def call_html(self, message: dict[str, Any]) -> None:
        self._end(200, b"<html>", "text/html")

    def call_unauthorized(self, message: dict[str, Any]) -> None:
        self._end(401, b"{}", "application/json")

    def call_broken(self, message: dict[str, Any]) -> None:
        self._end(503, b"", "text/plain")

    def call_forgotten(self, message: dict[str, Any]) -> None:
        self._end(404, b"", "text/plain")

    def call_cut(self, message: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"jsonrpc"')
        self.close_connection = True

    def call_asks(self, message: dict[str, Any]) -> None:
        asked = {"jsonrpc": "2.0", "id": "q", "method": "sampling/createMessage", "params": {}}
        failed = {**_text("nobody answered"), "isError": True}
        self._stream([asked, _answer(message, failed)])

    def _result(
        self, message: dict[str, Any], result: dict[str, Any], headers: dict[str, str] | None = None
    ) -> None:
        self._json(_answer(message, result), headers)

    def _json(self, value: Any, headers: dict[str, str] | None = None) -> None:
        self._end(200, json.dumps(value).encode(), "application/json", headers)

    def _end(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, messages: list[dict[str, Any]], *, leave_open: bool = False) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for message in messages:
                self.wfile.write(f"event: message\r\ndata: {json.dumps(message)}\r\n\r\n".encode())
            self.wfile.flush()
            while leave_open and self.connection.recv(1):
                pass
        except OSError:
            pass  # nobody reads on

    def _heard(self) -> dict[str, str]:
        return {name.title(): value for name, value in self.headers.items()}

    def log_message(self, *words: Any) -> None:
        """Nothing is printed."""


class Served(ThreadingHTTPServer):
    """The server; ``mode`` overrides the path."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Address)
        self.seen: list[tuple[str, dict[str, str], Any]] = []
        self.mode = ""

    def url(self, path: str) -> str:
        """The address of a behaviour."""
        return f"http://127.0.0.1:{self.server_port}/{path}"


@contextmanager
def serving() -> Iterator[Served]:
    """A server on the loopback."""
    with Served() as served:
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield served
        finally:
            served.shutdown()
            thread.join()


def _answer(message: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def _text(words: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}]}
