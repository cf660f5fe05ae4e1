"""Where a server listens."""

from __future__ import annotations

import ipaddress
import socket

from runtime.contracts.errors import ConfigurationError


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``, ``[IPv6]:PORT`` or ``PORT``.

    Raises:
        ConfigurationError: it is none of these.
    """
    host, colon, port = text.rpartition(":")
    if not colon:
        host = "127.0.0.1"
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        host = ""
    if not host or not port.isascii() or not port.isdecimal() or int(port) > 65_535:
        raise ConfigurationError(
            f"{text!r} is no address",
            suggestion="Write HOST:PORT, for example 127.0.0.1:8321.",
            field="--http",
        )
    return host, int(port)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it. A name other than ``localhost`` may lead anywhere."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        ConfigurationError: the address cannot be had.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise ConfigurationError(
            f"{host}:{port} cannot be listened on: {error.strerror}",
            suggestion="Name another address or port.",
            field="--http",
        ) from None
