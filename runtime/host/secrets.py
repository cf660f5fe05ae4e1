"""The secrets and the databases of the user's settings, as this workspace may use them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.backends.secret_sources import Secret, Secrets
from runtime.capability import hosts
from runtime.contracts.address import Target
from runtime.contracts.errors import ConfigurationError
from runtime.contracts.http_request import SECRET_NAME
from runtime.host.settings import DatabaseSettings, SecretSettings

if TYPE_CHECKING:
    from runtime.backends.postgres_engine import PostgresEngine

_SOURCES = ("env", "file", "keyring", "command")


def open_secrets(workspace: Path, secrets: Mapping[str, SecretSettings]) -> Secrets:
    """The broker of the secrets that a workspace may use; nothing of them is read yet.

    Raises:
        ConfigurationError: one has no source or several, or names what is no server.
    """
    made = {name: (_secret(name, one), one.workspaces) for name, one in secrets.items()}
    return Secrets(
        {name: secret for name, (secret, workspaces) in made.items() if _is_here(workspace, workspaces)},
        _covers,
    )


def open_databases(workspace: Path, databases: Mapping[str, DatabaseSettings]) -> PostgresEngine | None:
    """What runs statements on the databases that a workspace may use; nothing is read or connected yet. None where there are none.

    Raises:
        ConfigurationError: one has no source or several.
    """
    if not databases:
        return None
    from runtime.backends.postgres_engine import NamedDatabase, PostgresEngine

    made = {
        name: (NamedDatabase(*_place("databases", name, one), one.tools, one.writes), one.workspaces)
        for name, one in databases.items()
    }
    return PostgresEngine(
        {name: one for name, (one, folders) in made.items() if _is_here(workspace, folders)}
    )


def _secret(name: str, one: SecretSettings) -> Secret:
    source, place = _place("secrets", name, one)
    for entry in one.hosts:
        try:
            parsed = hosts.parse(entry)
        except ValueError as error:
            raise _wrong("secrets", name, ".hosts", f"servers ({error})") from None
        if parsed.host == "*":
            raise _wrong("secrets", name, ".hosts", "the servers that the secret is for, not every server")
    return Secret(source, place, one.hosts, one.tools)


def _place(table: str, name: str, one: SecretSettings | DatabaseSettings) -> tuple[str, tuple[str, ...]]:
    """Where a value lies: its source, and the place in it."""
    if not SECRET_NAME.fullmatch(name):
        raise _wrong(table, name, "", "letters, digits and _, at most 64, not starting with a digit")
    places = {source: value for source in _SOURCES if (value := getattr(one, source))}
    if len(places) != 1:
        raise _wrong(table, name, "", "given one of " + ", ".join(_SOURCES))
    ((source, place),) = places.items()
    if source == "keyring" and len(place) != 2:
        raise _wrong(table, name, ".keyring", "a service and a user")
    return source, (place,) if isinstance(place, str) else tuple(place)


def _covers(allowlist: Sequence[str], target: Target) -> bool:
    return hosts.allows(tuple(allowlist), *target)


def _is_here(workspace: Path, workspaces: Sequence[str]) -> bool:
    """Whether one of the folders is the workspace, or ``*``; a folder beneath which it lies does not count."""
    here = workspace.resolve()
    return any(one == "*" or Path(one).expanduser().resolve() == here for one in workspaces)


def _wrong(table: str, name: str, field: str, wanted: str) -> ConfigurationError:
    page = (
        "http-tools.md for the forms of a secret" if table == "secrets" else "capabilities.md for databases"
    )
    return ConfigurationError(
        f"{table}.{name}{field} must be {wanted}",
        suggestion=f"See docs/{page}.",
        field=f"{table}.{name}{field}",
    )
