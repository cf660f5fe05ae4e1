"""Tokens of an OAuth 2.1 authorization server: real keys, real signatures, and what is wrong with each that is refused."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import ServeSettings
from runtime.server.issuer import Issuer

ISSUER, RESOURCE = "https://issuer.example.com", "https://tools.example.com/mcp"
KEY = ec.generate_private_key(ec.SECP256R1())
OTHER = ec.generate_private_key(ec.SECP256R1())
RSA = rsa.generate_private_key(65537, 2048)


def _jwk(key: Any, number: str) -> dict[str, Any]:
    algorithm = (
        jwt.algorithms.RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else jwt.algorithms.ECAlgorithm
    )
    return json.loads(algorithm.to_jwk(key.public_key())) | {"kid": number, "use": "sig"}


@pytest.fixture
def issuer(tmp_path: Path) -> Issuer:
    keys = tmp_path / "jwks.json"
    keys.write_text(json.dumps({"keys": [_jwk(KEY, "one"), _jwk(RSA, "two")]}))
    return Issuer(ServeSettings(issuer=ISSUER, resource=RESOURCE, jwks=str(keys), scopes=("tools",)))


def _claims(**changed: Any) -> dict[str, Any]:
    now = int(time.time())
    claims = {
        "iss": ISSUER,
        "aud": RESOURCE,
        "sub": "ana",
        "exp": now + 600,
        "iat": now,
        "scope": "tools other",
    }
    return {name: value for name, value in (claims | changed).items() if value is not None}


def _signed(key: Any = KEY, algorithm: str = "ES256", number: str | None = "one", **changed: Any) -> str:
    headers = {} if number is None else {"kid": number}
    return jwt.encode(_claims(**changed), key, algorithm, headers=headers)


def test_a_token_of_the_issuer_is_its_subject(issuer: Issuer) -> None:
    for token in (_signed(roles=["dev", 5]), _signed(RSA, "RS256", "two", roles=["dev"])):
        found = asyncio.run(issuer.client_of(token))
        assert found is not None
        client, expires_s = found
        assert (client.principal.id, client.principal.roles) == ("user:ana", ("dev",))
        assert (client.grants, client.approver, client.is_auditor) == (None, None, False)
        assert expires_s > time.time()


def _tampered(token: str) -> str:
    head, _, signature = token.split(".")
    body = jwt.utils.base64url_encode(json.dumps(_claims(sub="root")).encode()).decode()
    return f"{head}.{body}.{signature}"


def test_no_other_token_is_taken_for_one_of_the_issuer(issuer: Issuer) -> None:
    """T-SRV-01"""
    public = KEY.public_key().public_bytes
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    pem = public(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    unsigned = jwt.encode(_claims(), None, "none")
    wrong = {
        "another key": _signed(OTHER),
        "a key id that nobody has": _signed(number="three"),
        "no key id among several keys": _signed(number=None),
        "the key of another id": _signed(RSA, "RS256", "one"),
        "no signature": unsigned,
        "a body that was changed": _tampered(_signed()),
        "another issuer": _signed(iss="https://evil.example.com"),
        "no issuer": _signed(iss=None),
        "another audience": _signed(aud="https://other.example.com"),
        "no audience": _signed(aud=None),
        "expired": _signed(exp=int(time.time()) - 3600),
        "without an end": _signed(exp=None),
        "not yet good": _signed(nbf=int(time.time()) + 3600),
        "without the scope": _signed(scope="other"),
        "without any scope": _signed(scope=None),
        "no subject": _signed(sub=None),
        "a subject that is no name": _signed(sub="ana\nroot"),
        "an empty subject": _signed(sub=""),
        "not a token": "a.b.c",
        "endless": "a." + "b" * 100_000 + ".c",
    }
    import hashlib
    import hmac

    head = jwt.utils.base64url_encode(json.dumps({"alg": "HS256", "typ": "JWT", "kid": "one"}).encode())
    body = jwt.utils.base64url_encode(json.dumps(_claims()).encode())
    mac = hmac.new(pem, head + b"." + body, hashlib.sha256).digest()
    confused = b".".join([head, body, jwt.utils.base64url_encode(mac)]).decode()
    wrong["the public key as a secret"] = confused
    for what, token in wrong.items():
        assert asyncio.run(issuer.client_of(token)) is None, what


def test_invented_key_ids_do_not_have_the_keys_fetched_each_time(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched = []
    original = issuer._fetch

    async def fetch() -> None:
        fetched.append(1)
        await original()

    monkeypatch.setattr(issuer, "_fetch", fetch)

    async def session() -> None:
        for number in range(50):
            assert await issuer.client_of(_signed(number=f"made-up-{number}")) is None
        assert await issuer.client_of(_signed()) is not None

    asyncio.run(session())
    assert len(fetched) == 1


@pytest.mark.parametrize(
    "settings",
    [
        {"issuer": ISSUER},
        {"issuer": ISSUER, "jwks": "https://issuer.example.com/jwks"},
        {"issuer": "http://issuer.example.com", "jwks": "x", "resource": RESOURCE},
        {"issuer": ISSUER, "jwks": "http://issuer.example.com/jwks", "resource": RESOURCE},
        {"issuer": ISSUER, "jwks": "http://localhost.evil.example/jwks", "resource": RESOURCE},
        {"issuer": ISSUER, "jwks": "http://127.0.0.1.evil.example/jwks", "resource": RESOURCE},
    ],
)
def test_an_issuer_that_could_be_impersonated_is_refused(settings: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Issuer(ServeSettings(**settings))
    assert caught.value.code == "config.invalid"
