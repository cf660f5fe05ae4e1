"""Host patterns: which servers an allowlist names. Pure: no look-up is made here.

An entry is ``[scheme://]host[:port]``. What it leaves out it leaves open: ``example.com`` is every scheme and port of
that host. The host is one of:

* a name or an address: exactly this one;
* ``*.example.com``: every name beneath it, at any depth, and not ``example.com`` itself;
* ``*``: every public host. Names and addresses of the machine, its networks and its cloud are never meant by it: they
  need an entry of their own, because reaching them is what a forged request is after.

Names are judged here as they are written. A name may still resolve to a private address, so whoever connects asks
`is_public` about the address that it connects to, too.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import ipaddress

Scope = tuple[str, ...]

_ENTRY = re.compile(r"(?:([a-z][a-z0-9+.-]*)://)?(\[[^\]]*\]|[^:/\[\]]+)(?::([0-9]{1,5}))?/?")
# Underscores are no part of a host name (RFC 952), and widely used all the same.
_NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
# The host parser of the URL standard: what ends in a number is an IPv4 address, or a trick such as 0x7f.1.
_NUMBER_LAST = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")
# RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), and ICANN's reserved internal.
_LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa")
# IANA's special-purpose registries (RFC 6890), in our words: `ipaddress` knows them too, but Python's patch releases
# disagree on what is global.
_NOT_PUBLIC = (
    "0.0.0.0/8",  # this host
    "10.0.0.0/8",
    "100.64.0.0/10",  # carriers' networks; Alibaba's metadata
    "127.0.0.0/8",
    "168.63.129.16/32",  # Azure hands out credentials here, on an address that looks public
    "169.254.0.0/16",  # link-local; the metadata of most clouds
    "172.16.0.0/12",
    "192.0.0.0/24",  # protocol assignments; Oracle's metadata
    "192.0.2.0/24",  # documentation
    "192.88.99.0/24",  # relays of 6to4
    "192.168.0.0/16",
    "198.18.0.0/15",  # benchmarks
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/3",  # multicast, reserved, broadcast
    "::/3",  # loopback, unspecified, and every form that embeds or translates
    "2001::/23",  # protocol assignments; Teredo
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4: an IPv4 address in disguise
    "3fff::/20",  # documentation
    "4000::/2",  # unassigned
    "8000::/1",  # unassigned, unique local, link-local, site-local, multicast
)
# Networks without IPv4 reach it through addresses of this form (RFC 6052).
_NAT64 = "64:ff9b::/96"
_MAX_NAME = 253


class HostPattern(NamedTuple):
    """An entry taken apart; None leaves a part open."""

    scheme: str | None
    host: str
    port: int | None

    def __str__(self) -> str:
        scheme = f"{self.scheme}://" if self.scheme else ""
        port = f":{self.port}" if self.port else ""
        return f"{scheme}{self.host}{port}"


def parse(entry: str) -> HostPattern:
    """The parts of an entry, in lower case.

    Raises:
        ValueError: it is no entry of an allowlist; the message says what is.
    """
    match = _ENTRY.fullmatch(entry.lower())
    if not match:
        raise ValueError(f"{entry!r} is no host: write host, host:port, https://host, *.example.com or *")
    scheme, host, port = match.groups()
    if port is not None and not 0 < int(port) < 65_536:
        raise ValueError(f"{entry!r} names no port between 1 and 65535")
    return HostPattern(scheme, _host(host, entry), int(port) if port else None)


def allows(allowlist: Scope, scheme: str, host: str, port: int) -> bool:
    """Whether an allowlist names this server; ``host`` is a name, or an address as URLs write it."""
    try:
        target = HostPattern(scheme.lower(), _host(host.lower(), host), port)
    except ValueError:
        return False
    return any(
        (pattern := _parsed(entry)) is not None and _meet(pattern, target) == target for entry in allowlist
    )


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet: not loopback, private, link-local or a cloud's metadata.

    Raises:
        ValueError: it is no address.
    """
    import ipaddress

    asked = ipaddress.ip_address(address.strip("[]"))
    if asked.version == 6:
        nat64 = asked in ipaddress.IPv6Network(_NAT64)
        asked = ipaddress.IPv4Address(int(asked) & 0xFFFF_FFFF) if nat64 else asked.ipv4_mapped or asked
    return not any(asked in network for network in _not_public())


def meet(a: Scope, b: Scope) -> Scope:
    """What two allowlists have in common."""
    return _minimal(filter(None, (_meet_entries(x, y) for x in a for y in b)))


def join(a: Scope, b: Scope) -> Scope:
    """What either allowlist names."""
    return _minimal((*a, *b))


def _minimal(entries: Iterable[str]) -> Scope:
    spelled = {str(_parsed(entry) or entry) for entry in entries}
    return tuple(sorted(e for e in spelled if not any(e != o and _meet_entries(e, o) == e for o in spelled)))


def _meet_entries(a: str, b: str) -> str | None:
    first, second = _parsed(a), _parsed(b)
    if first is None or second is None:
        # Nothing is known of such an entry but its text, and it never allows a server.
        return a if a == b else None
    shared = _meet(first, second)
    return None if shared is None else str(shared)


def _meet(a: HostPattern, b: HostPattern) -> HostPattern | None:
    if a.scheme and b.scheme and a.scheme != b.scheme:
        return None
    if a.port and b.port and a.port != b.port:
        return None
    host = a.host if _host_covers(b.host, a.host) else b.host if _host_covers(a.host, b.host) else None
    return None if host is None else HostPattern(a.scheme or b.scheme, host, a.port or b.port)


def _host_covers(outer: str, inner: str) -> bool:
    if outer == inner:
        return True
    if outer == "*":
        return not _is_local(inner)
    return outer.startswith("*.") and inner.endswith(outer[1:])


def names_local(allowlist: Scope) -> bool:
    """Whether an entry of an allowlist names a server of the machine or its networks."""
    return any(
        (entry := _parsed(each)) is not None and entry.host != "*" and _is_local(entry.host)
        for each in allowlist
    )


def is_local_name(host: str) -> bool:
    """Whether a name is one of the machine or its networks by itself, without any look-up."""
    name = host.removeprefix("*.").removesuffix(".")
    return not name.startswith("[") and not _NUMBER_LAST.fullmatch(name) and _is_local(name)


def _is_local(host: str) -> bool:
    name = host.removeprefix("*.")
    if name.startswith("[") or _NUMBER_LAST.fullmatch(name):
        return not is_public(name)
    # A name without a dot is looked up in the local network.
    return (
        "." not in name or name.endswith(tuple("." + local for local in _LOCAL_NAMES)) or name in _LOCAL_NAMES
    )


def _host(host: str, entry: str) -> str:
    if host == "*":
        return host
    if host.startswith("[") or ":" in host:
        return _address(host.strip("[]"), entry, version=6)
    name = host.removesuffix(".")
    bare = name.removeprefix("*.")
    if _NUMBER_LAST.fullmatch(bare):
        return _address(name, entry, version=4)
    if len(bare) > _MAX_NAME or not _NAME.fullmatch(bare):
        raise ValueError(f"{entry!r} is no host name; write international names in their xn-- form")
    return name


def _address(text: str, entry: str, version: int) -> str:
    import ipaddress

    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        address = None
    if address is None or address.version != version or "%" in text:
        raise ValueError(f"{entry!r} is no address: write 192.0.2.1 or [2001:db8::1]")
    return f"[{address}]" if version == 6 else str(address)


@functools.cache
def _not_public() -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    import ipaddress

    return tuple(map(ipaddress.ip_network, _NOT_PUBLIC))


@functools.lru_cache(maxsize=1024)
def _parsed(entry: str) -> HostPattern | None:
    try:
        return parse(entry)
    except ValueError:
        return None
