"""What a server is given of the user's secrets, and their removal from what it answers."""

from __future__ import annotations

import base64
import time
from typing import Any

import msgspec

from runtime.backends._http.redaction import Redaction
from runtime.backends._mcp.faults import unreachable
from runtime.backends._mcp.plan import OAuthPlan, ServerPlan
from runtime.contracts.address import Target, take_apart
from runtime.contracts.capability import Capability, NetRead, NetWrite
from runtime.contracts.http_request import parse_template
from runtime.contracts.ports import ScopedContext
from runtime.contracts.secrets import SecretBroker
from runtime.contracts.web import FetchError

_MOST_TOKEN_BYTES = 65_536
_SPARE_S = 30.0
"""A token is renewed before it expires."""


class AccessToken(msgspec.Struct, frozen=True):
    """What an authorization server gave."""

    access_token: str
    token_type: str = "Bearer"  # noqa: S105  # the type's name
    expires_in: float = 300.0


class Credentials:
    """The secrets of one call to one server."""

    def __init__(self, plan: ServerPlan, tool: str, broker: SecretBroker | None) -> None:
        """Ask for nothing yet.

        Args:
            plan: The server.
            tool: The tool that is called, which each secret must be for.
            broker: Where secrets are asked for.
        """
        self._plan = plan
        self._tool = tool
        self._broker = broker
        self._found: dict[str, str] = {}

    async def headers(self) -> list[tuple[str, str]]:
        """The headers of each request to an address."""
        target = take_apart(self._plan.url)[1]
        return [(name, await self._written(text, target)) for name, text in self._plan.headers.items()]

    async def environment(self, capabilities: tuple[Capability, ...]) -> dict[str, str]:
        """The variables of a process. A secret in one is given where every server that the process may reach is one that the secret is for.

        Raises:
            McpUnreachable: the process may reach any server, or none.
            BackendUnavailable: a secret is not for one of them.
        """
        if not any(_secrets_of(text) for text in self._plan.environment.values()):
            return {name: _plain(text) for name, text in self._plan.environment.items()}
        targets = _targets(capabilities)
        if not targets:
            raise unreachable(
                self._plan.name,
                "has a secret in its environment, and no server that the secret could be for",
                "Grant net_read or net_write for the servers that the secret is for, each by name.",
            )
        written: dict[str, str] = {}
        for name, text in self._plan.environment.items():
            for target in targets:
                written[name] = await self._written(text, target)
        return written

    async def token(self, oauth: OAuthPlan, context: ScopedContext) -> tuple[str, float]:
        """An access token as a header's value, and when it is no longer to be used.

        Raises:
            McpUnreachable: the authorization server gives none.
        """
        secret = await self._written(oauth.client_secret, take_apart(oauth.token_url)[1])
        basic = base64.b64encode(f"{_quoted(oauth.client_id)}:{_quoted(secret)}".encode()).decode()
        fields = {"grant_type": "client_credentials", "scope": oauth.scope, "resource": oauth.resource}
        body = "&".join(f"{name}={_quoted(value)}" for name, value in fields.items() if value)
        try:
            answer = await context.http.fetch(
                oauth.token_url,
                method="POST",
                headers=[
                    ("Authorization", f"Basic {basic}"),
                    ("Content-Type", "application/x-www-form-urlencoded"),
                    ("Accept", "application/json"),
                ],
                body=body.encode(),
                max_bytes=_MOST_TOKEN_BYTES,
                max_redirects=0,
            )
            token = msgspec.json.decode(answer.body, type=AccessToken)
        except (FetchError, msgspec.DecodeError, UnicodeDecodeError):
            raise unreachable(self._plan.name, "has an authorization server that gives no token") from None
        if answer.status != 200 or token.token_type.lower() != "bearer" or not _is_token(token.access_token):
            raise unreachable(
                self._plan.name, f"was given no token by its authorization server ({answer.status})"
            )
        self._found["access token"] = token.access_token
        return f"Bearer {token.access_token}", time.monotonic() + max(0.0, token.expires_in - _SPARE_S)

    def note(self, header: str) -> None:
        """Take a token that was asked for before out of answers, too."""
        self._found["access token"] = header.removeprefix("Bearer ")

    def redacted(self, result: dict[str, Any]) -> dict[str, Any]:
        """What the server answered, without the secrets that it was sent."""
        if not self._found:
            return result
        found: dict[str, Any] = Redaction(self._found).value(result)
        return found

    async def _written(self, template: str, target: Target) -> str:
        parts = []
        for part in parse_template(template):
            if part.kind == "text":
                parts.append(part.text)
                continue
            if self._broker is None:
                raise unreachable(
                    self._plan.name,
                    "needs a secret, and none is set up here",
                    "Add [secrets.NAME] to your own settings.",
                )
            value = await self._broker.reveal(part.text, tool=self._tool, target=target)
            self._found[part.text] = value
            parts.append(base64.b64encode(value.encode()).decode() if part.kind == "secret_base64" else value)
        return "".join(parts)


def _secrets_of(template: str) -> bool:
    return any(part.kind != "text" for part in parse_template(template))


def _plain(template: str) -> str:
    return "".join(part.text for part in parse_template(template))


def _targets(capabilities: tuple[Capability, ...]) -> list[Target]:
    """The servers that are granted, where each is one; none where any is granted."""
    entries = {
        entry for one in capabilities if isinstance(one, NetRead | NetWrite) for entry in one.allowlist
    }
    if any("*" in entry for entry in entries):
        return []
    return [take_apart(entry if "://" in entry else f"https://{entry}")[1] for entry in sorted(entries)]


def _quoted(text: str) -> str:
    from urllib.parse import quote_plus

    return quote_plus(text)


def _is_token(text: str) -> bool:
    return bool(text) and text.isascii() and text.isprintable() and " " not in text
