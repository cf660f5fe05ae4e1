"""The addresses that a name leads to, each admitted before anything is sent to one of them."""

from __future__ import annotations

import contextlib
import socket

from runtime.backends._resolver import Resolver
from runtime.contracts.web import Admit

__all__ = ["admitted_addresses", "is_own"]

_ANY_PORT = 9


async def admitted_addresses(resolver: Resolver, host: str, port: int, admit: Admit) -> list[str]:
    """What to connect to; there is no second look-up that could say something else.

    Raises:
        FetchError: the name leads nowhere.
        FailedError: one of the addresses is not admitted; an answer that mixes is refused whole.
    """
    addresses = await resolver.addresses(host, port)
    for address in addresses:
        admit(address, own=is_own(address))
    return addresses


def is_own(address: str) -> bool:
    """Whether an address is one of this machine's own, public ones included: what is sent there leaves from it, too.

    To connect a datagram socket sends nothing: the system only looks up the way.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((address, _ANY_PORT))
        return bool(probe.getsockname()[0] == address)
    return False
