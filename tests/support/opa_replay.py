"""A server that answers as OPA answered when `tests/cases/policy/record_engines.py` asked it, or as a test says: it may lie."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple


class Asked(NamedTuple):
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes
    connection: int
    """The client's port: the same for all requests of one connection."""


class Reply(NamedTuple):
    """What is sent."""

    status: int = 200
    body: bytes = b"{}"
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"),)


Answer = Callable[[Asked], Reply | None]
"""None never answers."""


class ReplayedOpa:
    """A server on a free port of this machine. A context manager."""

    def __init__(self, answer: Answer, *, tls: ssl.SSLContext | None = None) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self.closing = threading.Event()
        replayed = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = Asked(self.path, headers, body, self.client_address[1])
                replayed.asked.append(asked)
                reply = replayed.answer(asked)
                if reply is None:
                    replayed.closing.wait()
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in (*reply.headers, ("Content-Length", str(len(reply.body)))):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, *_: Any) -> None:
                """Nothing is logged."""

        self._server = _Server(("127.0.0.1", 0), Handler)
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port: int = self._server.server_address[1]
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()

    def __enter__(self) -> ReplayedOpa:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """A client that went away, or did not trust the certificate, is what is tested."""
