"""Tokens of an OAuth 2.1 authorization server: this server is the resource that they are for (RFC 9728, RFC 9068).

A token is a JWT signed by the configured issuer, for this server's own URL, within its time, and good for the scopes that the settings ask for. Only
asymmetric signatures count. Its subject becomes the principal ``user:SUBJECT``.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jwt

from runtime.approval import files
from runtime.contracts.errors import ConfigurationError
from runtime.contracts.invocation import PRINCIPAL, Principal
from runtime.host.settings import ServeSettings
from runtime.server.client import Client

_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_LEEWAY_S = 30.0
_FETCH_EVERY_S = 30.0
"""A key that is not known is looked for so often at most: whoever invents key ids must not have the issuer asked for each."""
_FRESH_S = 300.0
_FETCH_S = 10.0
_LONGEST = 16_384
_MAX_BYTES = 1024 * 1024
_LOCAL = re.compile(r"http://(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(/|\Z)")
"""On this machine nobody is on the way."""


class Issuer:
    """Tells whose a token is."""

    def __init__(self, settings: ServeSettings, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Fetch nothing yet.

        Raises:
            ConfigurationError: a setting that belongs to an issuer is missing, or would be no protection.
        """
        for field in ("issuer", "jwks", "resource"):
            if not getattr(settings, field):
                raise ConfigurationError(
                    f"serve.{field} is missing: an issuer takes issuer, jwks and resource",
                    field=f"serve.{field}",
                )
        _require_safe("issuer", settings.issuer)
        if "://" in settings.jwks:
            _require_safe("jwks", settings.jwks)
        self._settings = settings
        self._clock = clock
        self._keys: dict[str | None, jwt.PyJWK] = {}
        self._fetched_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def client_of(self, token: str) -> tuple[Client, int] | None:
        """The client that brings this token, and until when; None where it is not good."""
        if len(token) > _LONGEST or token.count(".") != 2:
            return None
        try:
            header = jwt.get_unverified_header(token)
            algorithm = header.get("alg")
            if algorithm not in _ALGORITHMS or "crit" in header:
                return None
            key = await self._key(header.get("kid"))
            if key is None:
                return None
            claims = jwt.decode(
                token,
                key.key,
                algorithms=[algorithm],
                audience=self._settings.resource,
                issuer=self._settings.issuer,
                leeway=_LEEWAY_S,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
            return None
        return self._client(claims)

    def _client(self, claims: dict[str, Any]) -> tuple[Client, int] | None:
        subject, roles = claims["sub"], claims.get("roles", [])
        scopes = claims.get("scope", "")
        if not isinstance(subject, str) or not isinstance(scopes, str):
            return None
        if not set(self._settings.scopes) <= set(scopes.split()):
            return None
        named = f"user:{subject}"
        if not PRINCIPAL.fullmatch(named):
            return None
        given = tuple(role for role in roles if isinstance(role, str)) if isinstance(roles, list) else ()
        client = Client(
            name=f"oauth:{self._settings.issuer}:{subject}", principal=Principal(id=named, roles=given)
        )
        return client, int(claims["exp"])

    async def _key(self, number: object) -> jwt.PyJWK | None:
        wanted = number if isinstance(number, str) else None
        found, age = self._keys.get(wanted), self._clock() - self._fetched_at
        if (found is None and age >= _FETCH_EVERY_S) or age >= _FRESH_S:
            async with self._fetching:
                if self._clock() - self._fetched_at >= min(age, _FETCH_EVERY_S):
                    await self._fetch()
        return self._keys.get(wanted)

    async def _fetch(self) -> None:
        self._fetched_at = self._clock()
        try:
            document = await asyncio.to_thread(_read, self._settings.jwks)
            keys = [jwt.PyJWK(one) for one in document["keys"] if one.get("use", "sig") == "sig"]
        except (jwt.PyJWTError, ConfigurationError, ValueError, KeyError, TypeError, AttributeError, OSError):
            return  # those that are known stay good; without any, no token is
        known: dict[str | None, jwt.PyJWK] = {one.key_id: one for one in keys if one.key_type != "oct"}
        self._keys = known | ({None: keys[0]} if len(keys) == 1 and keys[0].key_type != "oct" else {})


def _require_safe(field: str, url: str) -> None:
    if not url.startswith("https://") and not _LOCAL.match(url):
        raise ConfigurationError(
            f"serve.{field}: {url} is not reached over TLS, so anybody on the way could answer in its place",
            suggestion="Write an https:// URL.",
            field=f"serve.{field}",
        )


def _read(place: str) -> Any:
    if "://" not in place:
        data = files.read(Path(place).expanduser(), _MAX_BYTES)
        return json.loads(data or b"{}")
    return jwt.PyJWKClient(place, cache_jwk_set=False, cache_keys=False, timeout=_FETCH_S).fetch_data()
