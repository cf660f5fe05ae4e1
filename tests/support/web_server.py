"""A real server on loopback that answers as a test tells it to."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Asked(NamedTuple):
    """A request as it came over the wire."""

    line: str
    headers: dict[str, str]
    body: bytes


Answer = bytes | Callable[[socket.socket, Asked], None]
"""The bytes to send, or what to do with the connection."""


class Server:
    """One thread a connection. ``asked`` holds every request."""

    def __init__(self, answers: dict[str, Answer], tls: ssl.SSLContext | None = None) -> None:
        self.answers = answers
        self._tls = tls
        self.asked: list[Asked] = []
        self.connections = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, path: str = "/") -> str:
        return f"{'http' if self._tls is None else 'https'}://{self.address}{path}"

    def close(self) -> None:
        self._socket.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                self.connections += 1
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError, ValueError):
            connection.settimeout(20)
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
            asked = _read(connection)
            self.asked.append(asked)
            address = asked.line.split(" ")[1]
            answer = self.answers.get(address, self.answers.get(address.partition("?")[0]))
            answer = response(b"not found", status="404 Not Found") if answer is None else answer
            if callable(answer):
                answer(connection, asked)
            else:
                connection.sendall(answer)
            connection.close()


def _read(connection: socket.socket) -> Asked:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connection.recv(65_536)
        if not chunk:
            raise ValueError("no request")
        if chunk[:1] == b"\x16":  # a TLS handshake
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            raise ValueError("no HTTP")
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    line, *fields = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65_536)
    return Asked(line, headers, body)


def response(body: bytes = b"", *headers: str, status: str = "200 OK") -> bytes:
    """A whole answer."""
    fields = "".join(f"{field}\r\n" for field in headers)
    return f"HTTP/1.1 {status}\r\n{fields}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body


def redirect(place: str, status: str = "302 Found") -> bytes:
    """An answer that leads elsewhere."""
    return response(b"", f"Location: {place}", status=status)


@contextlib.contextmanager
def serving(tls: ssl.SSLContext | None = None, /, **answers: Answer) -> Iterator[Server]:
    """A server; the keyword ``a_b`` is the path ``/a_b``, ``root`` is ``/``."""
    server = Server({"/" if name == "root" else f"/{name}": answer for name, answer in answers.items()}, tls)
    try:
        yield server
    finally:
        server.close()
