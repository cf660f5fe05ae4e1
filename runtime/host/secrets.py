"""The secrets of the user's settings, as this workspace may use them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from runtime.backends.secret_sources import Secret, Secrets
from runtime.capability import hosts
from runtime.contracts.address import Target
from runtime.contracts.errors import ConfigurationError
from runtime.contracts.http_request import SECRET_NAME
from runtime.host.settings import SecretSettings

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


def _secret(name: str, one: SecretSettings) -> Secret:
    if not SECRET_NAME.fullmatch(name):
        raise _wrong(name, "", "letters, digits and _, at most 64, not starting with a digit")
    places = {source: value for source in _SOURCES if (value := getattr(one, source))}
    if len(places) != 1:
        raise _wrong(name, "", "given one of " + ", ".join(_SOURCES))
    ((source, place),) = places.items()
    if source == "keyring" and len(place) != 2:
        raise _wrong(name, ".keyring", "a service and a user")
    for entry in one.hosts:
        try:
            parsed = hosts.parse(entry)
        except ValueError as error:
            raise _wrong(name, ".hosts", f"servers ({error})") from None
        if parsed.host == "*":
            raise _wrong(name, ".hosts", "the servers that the secret is for, not every server")
    return Secret(source, (place,) if isinstance(place, str) else tuple(place), one.hosts, one.tools)


def _covers(allowlist: Sequence[str], target: Target) -> bool:
    return hosts.allows(tuple(allowlist), *target)


def _is_here(workspace: Path, workspaces: Sequence[str]) -> bool:
    """Whether one of the folders is the workspace, or ``*``; a folder beneath which it lies does not count."""
    here = workspace.resolve()
    return any(one == "*" or Path(one).expanduser().resolve() == here for one in workspaces)


def _wrong(name: str, field: str, wanted: str) -> ConfigurationError:
    return ConfigurationError(
        f"secrets.{name}{field} must be {wanted}",
        suggestion="See docs/http-tools.md for the forms of a secret.",
        field=f"secrets.{name}{field}",
    )
