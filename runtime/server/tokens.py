"""Bearer tokens: the user of this machine gives each client one, and with it a principal and what its calls may use.

A token is ``rt_ID_SECRET``. The file keeps the SHA-256 of the secret, which has 256 random bits: nobody finds it by trying, and whoever reads the file
cannot speak as a client. It lies in the user's own configuration, one file for each workspace, so no workspace brings tokens of its own.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from runtime.approval import files
from runtime.approval.clock import system_time_us
from runtime.capability.grants import parse_grant
from runtime.contracts.errors import ConfigurationError
from runtime.contracts.invocation import PRINCIPAL, Principal
from runtime.host.settings import user_folder
from runtime.server.client import Client

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TOKEN = re.compile(r"rt_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")
_MAX_BYTES = 16 * 1024 * 1024
_MOST = 10_000


class ClientToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept of a token."""

    id: str
    name: str
    workspace: str
    hash: str
    """SHA-256 of its secret, in hex."""
    principal: str
    roles: tuple[str, ...] = ()
    grants: tuple[str, ...] | None = None
    """As they were typed; None for the configured ones."""
    approver: str | None = None
    auditor: bool = False
    created_us: int
    expires_us: int | None = None

    def client(self) -> Client:
        """The client that brings it."""
        return Client(
            name=f"token:{self.name}:{self.id}",
            principal=Principal(id=self.principal, roles=self.roles),
            grants=None if self.grants is None else tuple(parse_grant(text) for text in self.grants),
            approver=self.approver,
            is_auditor=self.auditor,
        )


def new_token(name: str, principal: str, **options: Any) -> ClientToken:
    """A token to be added: what `TokenFile.add` fills in is empty."""
    return ClientToken(id="", name=name, workspace="", hash="", principal=principal, created_us=0, **options)


class TokenFile:
    """The tokens of a workspace."""

    def __init__(self, workspace: Path, *, now_us: Callable[[], int] = system_time_us) -> None:
        """Read nothing yet."""
        self._workspace = str(workspace.resolve())
        name = hashlib.sha256(self._workspace.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        self.file = user_folder() / "tokens" / f"{name}.json"
        self._now_us = now_us
        self._read: tuple[files.Stamp | None, dict[str, ClientToken]] = (None, {})

    def add(self, token: ClientToken) -> str:
        """Keep a token, and give it away this once.

        Raises:
            ConfigurationError: its name is taken or none, or a principal or grant of it is.
        """
        check_token(token)
        secret = secrets.token_urlsafe(32)
        made = msgspec.structs.replace(
            token,
            id=secrets.token_hex(8),
            hash=hashlib.sha256(secret.encode()).hexdigest(),
            workspace=self._workspace,
            created_us=self._now_us(),
        )
        with files.locked(self.file):
            kept = self._load()
            if any(one.name == token.name for one in kept.values()):
                raise ConfigurationError(
                    f"a token is named {token.name!r} already",
                    suggestion=f"Take another name, or revoke it first: runtime serve tokens revoke {token.name}",
                )
            if len(kept) >= _MOST:
                raise ConfigurationError(f"there are {_MOST} tokens", suggestion="Revoke some of them.")
            self._write({**kept, made.id: made})
        return f"rt_{made.id}_{secret}"

    def revoke(self, name: str) -> ClientToken:
        """Forget a token: what brings it from here on is refused.

        Raises:
            ConfigurationError: there is none of that name.
        """
        with files.locked(self.file):
            kept = self._load()
            found = next((one for one in kept.values() if one.name == name), None)
            if found is None:
                raise ConfigurationError(
                    f"no token is named {name!r}", suggestion="See `runtime serve tokens list`."
                )
            self._write({number: one for number, one in kept.items() if number != found.id})
        return found

    def all(self) -> list[ClientToken]:
        """The tokens, the oldest first."""
        return sorted(self._current().values(), key=lambda one: (one.created_us, one.name))

    def find(self, text: str) -> ClientToken | None:
        """The token that a client brought, if it is one, and good now. What is wrong with another takes as long to find out."""
        matched = _TOKEN.fullmatch(text)
        number, secret = (matched[1], matched[2]) if matched else ("", text[:256])
        token = self._current().get(number)
        given = hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
        same = hmac.compare_digest(given, token.hash if token is not None else "0" * 64)
        if token is None or not same or not self.is_good(token):
            return None
        return token

    def is_good(self, token: ClientToken) -> bool:
        """Whether it has not expired."""
        return token.expires_us is None or self._now_us() < token.expires_us

    def _current(self) -> dict[str, ClientToken]:
        """The tokens as of now: the file is read again when it has changed."""
        stamp = files.stamp(self.file)
        if stamp is None or stamp != self._read[0]:
            self._read = (stamp, self._load())
        return self._read[1]

    def _load(self) -> dict[str, ClientToken]:
        data = files.read(self.file, _MAX_BYTES)
        if data is None:
            return {}
        try:
            kept = msgspec.json.decode(data, type=list[ClientToken])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise ConfigurationError(
                f"{self.file} holds no tokens",
                suggestion="Move it away, and make the tokens anew.",
                file=str(self.file),
            ) from None
        return {one.id: one for one in kept if one.workspace == self._workspace}

    def _write(self, kept: dict[str, ClientToken]) -> None:
        files.replace(self.file, msgspec.json.encode(list(kept.values())))


def check_token(token: ClientToken) -> None:
    """See that a token's parts are what they should be.

    Raises:
        ConfigurationError: naming the one that is not.
        InputInvalid: a grant is none.
    """
    if not _NAME.fullmatch(token.name):
        raise ConfigurationError(
            f"{token.name!r} names no token", suggestion="Write letters, digits, and ._-", field="name"
        )
    for field, name in (("principal", token.principal), ("approver", token.approver)):
        if name is not None and not PRINCIPAL.fullmatch(name):
            raise ConfigurationError(
                f"{field} must be kind:name, for example agent:laptop, not {name!r}", field=field
            )
    for text in token.grants or ():
        parse_grant(text)
