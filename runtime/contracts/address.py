"""An address of the web, taken apart once: what a grant is asked about is what is connected to."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

_WRITTEN_AS_IS = "!#$%&'()*+,/:;=?@[]^`{|}~"
"""Every printable ASCII character that an address may hold: only others are encoded."""
_PORTS = {"http": 80, "https": 443}


class Target(NamedTuple):
    """A server: what a grant is asked about."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"


def take_apart(url: str) -> tuple[SplitResult, Target]:
    """The address without its fragment, and the server in it.

    Raises:
        ValueError: it is no address of the web.
    """
    if not url.isprintable() or " " in url or "\\" in url:  # what readers of URLs disagree on
        raise ValueError("an address holds no spaces, backslashes or control characters")
    parts = urlsplit(url)._replace(fragment="")
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("an address begins with http:// or https:// and a host")
    if parts.username is not None or parts.password is not None:
        raise ValueError("an address holds no user name: send an Authorization header")
    host = parts.hostname.encode("idna").decode("ascii") if not parts.hostname.isascii() else parts.hostname
    literal = f"[{host}]" if ":" in host else host
    target = Target(parts.scheme, literal.removesuffix("."), parts.port or _PORTS[parts.scheme])
    netloc = literal if parts.port is None else f"{literal}:{parts.port}"
    # As browsers have it (WHATWG URL): what is not ASCII goes over the wire as the percent-encoded bytes of UTF-8.
    path, query = quote(parts.path, safe=_WRITTEN_AS_IS), quote(parts.query, safe=_WRITTEN_AS_IS)
    return parts._replace(netloc=netloc, path=path, query=query), target


def require_web_address(url: str) -> None:
    """Return if `ctx.http` could be asked for the address; nothing is looked up.

    Raises:
        ValueError: it is no address of the web.
    """
    take_apart(url)
