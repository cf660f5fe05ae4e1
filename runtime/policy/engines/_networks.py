"""Further functions on addresses, ``net.cidr_*``, and ``uri.*``, with OPA's answers. What readers differ on is an error.

Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

MAX_ADDRESSES = 1 << 16

_ADDRESSES: Any = None
"""The module with ``net.cidr_contains``."""


class UnknownAddress(ValueError):
    """OPA's answer to this is an error, or not known here."""


def use(addresses: Any) -> None:
    """Take the module with ``net.cidr_contains``: loaded by path, this one cannot import it."""
    global _ADDRESSES  # noqa: PLW0603  # as said
    _ADDRESSES = addresses


def _network(value: Any) -> Any:
    if not isinstance(value, str) or "/" not in value:
        raise UnknownAddress("a network is needed")
    return _ADDRESSES.network(value)


def intersects(one: Any, other: Any) -> bool:
    first, second = _network(one), _network(other)
    return first.version == second.version and bool(first.overlaps(second))


def expand(value: Any) -> set[str]:
    network = _network(value)
    if network.num_addresses > MAX_ADDRESSES:
        raise UnknownAddress(f"a network of more than {MAX_ADDRESSES} addresses")
    return {str(address) for address in network}


def merge(values: Any) -> set[str]:
    """The fewest networks that cover these and nothing else."""
    if not isinstance(values, list | set | frozenset):
        raise UnknownAddress("an array or a set is needed")
    networks = [_network(value) if "/" in str(value) else _with_class(value) for value in values]
    if any(network.version == 6 and int(network.network_address) >> 120 == 0 for network in networks):
        raise UnknownAddress("an address that begins with zeros")
    merged: set[str] = set()
    for version in (4, 6):
        same = [network for network in networks if network.version == version]
        merged |= {str(network) for network in ipaddress.collapse_addresses(same)}
    for value, network in zip(values, networks, strict=True):
        is_loose = "/" not in value and not str(network).startswith(f"{value}/")
        if (
            is_loose
            and str(network) in merged
            and sum(map(network.overlaps, _same_version(network, networks))) < 2
        ):
            raise UnknownAddress("an address without a prefix that begins no network")
    return merged


def _same_version(network: Any, networks: list[Any]) -> list[Any]:
    return [other for other in networks if other.version == network.version]


def _with_class(value: Any) -> Any:
    """The network that an IPv4 address without a prefix begins, by its first bits."""
    address = _ADDRESSES.network(value).network_address
    if address.version == 6:
        raise UnknownAddress("an IPv6 address needs a prefix")
    first = int(address) >> 24
    prefix = 8 if first < 0x80 else 16 if first < 0xC0 else 24
    return ipaddress.ip_network(f"{address}/{prefix}", strict=False)


def contains_matches(networks: Any, parts: Any) -> set[tuple[Any, Any]]:
    """The keys of those networks and parts of which one contains the other."""
    found = set()
    for cidr, key in _indexed(networks):
        for part, index in _indexed(parts):
            if _ADDRESSES.cidr_contains(cidr, part):
                found.add((key, index))
    return found


def _indexed(given: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(given, str):
        members: Any = [(given, given)]
    elif isinstance(given, list):
        members = [(member, number) for number, member in enumerate(given)]
    elif isinstance(given, set | frozenset):
        members = [(member, member) for member in given]
    elif isinstance(given, dict):
        members = [(member, key) for key, member in given.items()]
    else:
        raise UnknownAddress("a string or a collection of networks is needed")
    for member, key in members:
        cidr = member[0] if isinstance(member, list | tuple) and member else member
        if not isinstance(cidr, str) or not isinstance(key, str | int):
            raise UnknownAddress("a network is a string, or the first member of an array")
        yield cidr, key


# URIs.

_PATH = r"(?:[A-Za-z0-9\-._~$&+,/:;=@!'()*]|%[0-9A-Fa-f]{2})*"
_REST = r"(?:\?(?P<query>[A-Za-z0-9\-._~$&+,/:;=@!'()*?%]*))?(?:#(?P<fragment>[A-Za-z0-9\-._~/=]+))?"
_FULL = re.compile(
    rf"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?:(?P<name>[A-Za-z0-9._-]+)|\[(?P<six>[0-9A-Fa-f:]+)\])(?::(?P<port>\d{{1,5}}))?"
    rf"(?P<path>(?:/{_PATH})?){_REST}",
    re.ASCII,
)
_OPAQUE = re.compile(rf"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):[A-Za-z0-9._~@+-]+{_REST}", re.ASCII)
_ROOTED = re.compile(rf"(?P<path>/(?!/){_PATH}){_REST}", re.ASCII)
_UNENDED = re.compile(r"https?://\[[a-z0-9:]*", re.ASCII)
_KEPT = re.compile(rb"[A-Za-z0-9\-._~$&+,/:;=@]")


def uri_parse(value: Any) -> dict[str, str]:
    """The parts of a URI in a plain form, without a user."""
    if value == "":
        return {}
    found = isinstance(value, str) and (
        _FULL.fullmatch(value) or _OPAQUE.fullmatch(value) or _ROOTED.fullmatch(value)
    )
    if not found:
        raise UnknownAddress("a URI that readers differ on")
    parts = found.groupdict()
    if parts.get("six"):
        _require_plain(parts["six"])
    given = {
        "scheme": (parts.get("scheme") or "").lower(),
        "hostname": parts.get("name") or parts.get("six") or "",
        "port": parts.get("port") or "",
        **_path(parts.get("path") or ""),
        "raw_query": parts["query"] or "",
        "fragment": parts["fragment"] or "",
    }
    return {name: text for name, text in given.items() if text}


def _require_plain(address: str) -> None:
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        raise UnknownAddress("this is no IPv6 address") from None


def _path(written: str) -> dict[str, str]:
    """The path, and as it was written where Go would write the path otherwise."""
    content = unquote_to_bytes(written)
    try:
        path = content.decode()
    except UnicodeDecodeError:
        raise UnknownAddress("a path that is no UTF-8") from None
    again = "".join(chr(b) if _KEPT.fullmatch(bytes([b])) else f"%{b:02X}" for b in content)
    return {"path": path, "raw_path": path if again == written else written}


def uri_is_valid(value: Any) -> bool:
    if not isinstance(value, str) or not value or _UNENDED.fullmatch(value):
        return False
    return bool(uri_parse(value))


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "net.cidr_contains_matches": (2, contains_matches),
    "net.cidr_expand": (1, expand),
    "net.cidr_intersects": (2, intersects),
    "net.cidr_merge": (1, merge),
    "uri.is_valid": (1, uri_is_valid),
    "uri.parse": (1, uri_parse),
}
