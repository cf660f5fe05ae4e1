"""Where a connection goes: the parts of its address, checked for TLS, with every name looked up once.

The address is the user's own, so any server may stand in it, private ones included. What is looked up is what is connected to, and the certificate is checked against the name.
An address that says nothing of TLS means a verified server; one may say ``sslmode=disable`` itself, and none may leave it to the server.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from runtime.contracts.errors import BackendUnavailable

_OPPORTUNISTIC = frozenset({"allow", "prefer"})
_OURS = {
    "application_name": "cathedral-runtime",
    "client_encoding": "UTF8",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "gssencmode": "disable",
}


def attempts(name: str, address: str, look_up: Callable[[str, int], list[str]]) -> Iterator[str]:
    """What to connect to, one after the other until one answers, as libpq wants it.

    Args:
        name: The connection, for messages.
        address: What its secret gave.
        look_up: The addresses of a host; asked about each host once.

    Raises:
        BackendUnavailable: it is no address, or would cross a network without a verified server.
    """
    try:
        given = {key: str(value) for key, value in conninfo_to_dict(address).items()}
    except psycopg.Error:  # its text quotes the address
        raise _wrong(
            name, "is no address of a database", "postgresql://USER:PASSWORD@HOST/DATABASE"
        ) from None
    mode = given.get("sslmode", "")
    if mode in _OPPORTUNISTIC:
        raise _wrong(name, f"leaves TLS to the server (sslmode={mode})", "sslmode=verify-full")
    hosts = (given.pop("host", "") or "").split(",")
    ports = (given.pop("port", "") or "5432").split(",")
    fixed = given.pop("hostaddr", "").split(",")
    for place, host in enumerate(hosts):
        port = ports[place if len(ports) > 1 else 0] if place < len(ports) or len(ports) == 1 else ""
        if not port.isascii() or not port.isdecimal():
            raise _wrong(name, "has as many ports as hosts, or one", "HOST:PORT,HOST:PORT")
        told = fixed[place] if place < len(fixed) else ""
        if not host.startswith(("/", "@")) and (host or told):
            for found in [told] if told else look_up(host, int(port)):
                yield _written(_OURS | _tls(mode, found, given) | given, host, found, port)
        else:
            yield _written(_OURS | given, host, "", port)


def _tls(mode: str, address: str, given: dict[str, str]) -> dict[str, str]:
    if mode:
        return {}
    if ipaddress.ip_address(address).is_loopback:
        return {"sslmode": "disable"}
    return {"sslmode": "verify-full"} | ({} if "sslrootcert" in given else {"sslrootcert": "system"})


def _written(parts: dict[str, str], host: str, address: str, port: str) -> str:
    places = {"host": host, "hostaddr": address, "port": port}
    return make_conninfo("", **(parts | {key: value for key, value in places.items() if value}))


def _wrong(name: str, what: str, instead: str) -> BackendUnavailable:
    return BackendUnavailable(
        f"the address of the database {name} {what}",
        suggestion=f"Correct what databases.{name} names: {instead}.",
    )
