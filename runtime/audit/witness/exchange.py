"""Sends one request and takes one answer, within a deadline and a bound; redirections are not followed, and no proxy is asked."""

from __future__ import annotations

import http.client
import socket
import threading
from typing import NamedTuple
from urllib.parse import urlsplit

DEADLINE_S = 10.0


class ServerAnswer(NamedTuple):
    """What a server answered."""

    status: int
    kind: str
    body: bytes


class Unanswered(Exception):
    """There is no answer that can be used; the message says why."""


def is_server(url: str) -> bool:
    """Whether this is the address of an HTTP server, with a path or without one, and nothing else."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return (
        named and parts.scheme in ("http", "https") and not (parts.query or parts.fragment or parts.username)
    )


def post(url: str, body: bytes, kind: str, max_bytes: int) -> ServerAnswer:
    """The answer to a request.

    Raises:
        Unanswered: the server cannot be reached, is too slow, or answers too much.
    """
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    made = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = made(parts.hostname or "", parts.port, timeout=DEADLINE_S)
    # A server that sends a byte now and then would never run into the time limit of one read.
    timer = threading.Timer(DEADLINE_S, _cut_off, [connection])
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", parts.path or "/", body, {"Content-Type": kind})
        response = connection.getresponse()
        data = response.read(max_bytes + 1)
        kind_text = response.headers.get_content_type()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unanswered(getattr(error, "strerror", None) or type(error).__name__) from None
    finally:
        timer.cancel()
        connection.close()
    if len(data) > max_bytes:
        raise Unanswered(f"its answer has more than {max_bytes} bytes")
    return ServerAnswer(response.status, kind_text, data)


def _cut_off(connection: http.client.HTTPConnection) -> None:
    sock = connection.sock
    if sock is not None:
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
