"""``io.jwt.*``: JSON Web Tokens, with the answers of OPA's functions of these names.

What is not surely OPA's answer is an error, which denies: keys and tokens in a form that readers differ on, and signatures that differ
from one call to the next (ECDSA, PSS). Without ``time`` a token's ``exp`` and ``nbf`` would be compared with the clock, so that is an
error, too. Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.x509 import Version, load_pem_x509_certificate


class UnknownToken(ValueError):
    """OPA's answer to this is an error, or not known here."""


_HASHES: dict[str, Callable[[], hashes.HashAlgorithm]] = {
    "256": hashes.SHA256,
    "384": hashes.SHA384,
    "512": hashes.SHA512,
}
_CURVES: dict[str, Callable[[], ec.EllipticCurve]] = {
    "P-256": ec.SECP256R1,
    "P-384": ec.SECP384R1,
    "P-521": ec.SECP521R1,
}
_CURVE_OF = {"256": "secp256r1", "384": "secp384r1", "512": "secp521r1"}
_ALGORITHMS = frozenset(
    [f"{family}{bits}" for family in ("RS", "PS", "ES", "HS") for bits in _HASHES] + ["EdDSA"]
)
_RSA_BITS = range(1024, 8193)
_MAX_CHARS = 1 << 20
_MAX_DIGITS = 15

PublicKey = rsa.RSAPublicKey | ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey | bytes
"""What a signature is verified with; bytes are a secret."""


class VerificationKey(msgspec.Struct, frozen=True):
    """A key with what a key set says about it."""

    key: PublicKey
    alg: str = ""
    kid: str = ""


class Token(msgspec.Struct, frozen=True):
    """The parts of a token as they were written, and its header."""

    head: str
    body: str
    signature: bytes
    header: dict[str, Any]

    @property
    def signed(self) -> bytes:
        return f"{self.head}.{self.body}".encode()


# Text.


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise UnknownToken("a string is needed")
    if len(value) > _MAX_CHARS:
        raise UnknownToken("the text is too long")
    return value


def _decoded(text: str) -> bytes:
    """What base64url text holds; padding may be there or not."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*={0,2}", text) or ("=" in text and len(text) % 4):
        raise UnknownToken("this is not base64url")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise UnknownToken("this is not base64url") from None


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _whole(text: str) -> int:
    if text == "-0" or len(text) > 16:
        raise UnknownToken("a number that readers differ on")
    return int(text)


class TokenNumber(float):
    """A number with the text that it has in the token, which OPA keeps."""

    written: str


def _fraction(text: str) -> TokenNumber:
    if len(re.sub(r"[eE].*|\D", "", text)) > _MAX_DIGITS or abs(float(text)) > 2**53:
        raise UnknownToken("a number that readers differ on")
    value = TokenNumber(text)
    value.written = text
    return value


def _no_constant(name: str) -> Any:
    raise UnknownToken(f"{name} is no JSON")


def _json(text: str) -> Any:
    """A document. Of a name that occurs twice the last value counts, as in Go."""
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_fraction, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair has no counterpart
    except UnknownToken:
        raise
    except (ValueError, RecursionError):
        raise UnknownToken("this is no JSON that every reader takes for the same") from None
    return value


def _object(content: bytes) -> dict[str, Any]:
    try:
        value = _json(content.decode())
    except UnicodeDecodeError:
        raise UnknownToken("this is no UTF-8") from None
    if not isinstance(value, dict):
        raise UnknownToken("an object is needed")
    return value


def _written(value: Any) -> str:
    """A document as Go writes it."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise UnknownToken("an object whose keys are no strings")
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        if not all(isinstance(item, str) for item in value):
            raise UnknownToken("a set of other things than strings")
        return [_plain(item) for item in sorted(value)]
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str) and re.search("[\u2028\u2029\u007f<>&]|[\x00-\x1f]", value):
        raise UnknownToken("a character that is written in several ways")
    if isinstance(value, float) and not (value % 1 and 1e-4 <= abs(value) < 1e15):
        raise UnknownToken("a number that is written in several ways")
    return value


# Keys.

_PEM = re.compile(
    r"-----BEGIN (?P<kind>CERTIFICATE|PUBLIC KEY)-----\n(?:[A-Za-z0-9+/=]{1,4096}\n)+-----END (?P=kind)-----\n?"
)


def _keys(text: str) -> list[VerificationKey]:
    """The keys of a certificate, a public key, a JWK or a set of them."""
    if "-----BEGIN" in text:
        return [VerificationKey(_pem_key(text))]
    document = _object(text.encode())
    members = document.get("keys", [document])
    if not isinstance(members, list) or not all(isinstance(member, dict) for member in members):
        raise UnknownToken("this is no set of keys")
    return list(_usable(members))


def _usable(members: list[dict[str, Any]]) -> Iterator[VerificationKey]:
    for member in members:
        key = _public_key(member)
        alg, kid = member.get("alg", ""), member.get("kid", "")
        if "alg" in member and alg not in _ALGORITHMS:
            raise UnknownToken(f"a key for the algorithm {alg}")
        yield VerificationKey(key, alg, kid)


def _pem_key(text: str) -> PublicKey:
    found = _PEM.fullmatch(text)
    if not found:
        raise UnknownToken("this is no single certificate or public key in PEM")
    try:
        if found["kind"] == "PUBLIC KEY":
            return _trusted(serialization.load_pem_public_key(text.encode()))
        certificate = load_pem_x509_certificate(text.encode())
        if certificate.version not in (Version.v1, Version.v3) or certificate.serial_number <= 0:
            raise UnknownToken("a certificate that readers differ on")
        list(certificate.extensions)  # Go reads them all
        return _trusted(certificate.public_key())
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UnknownToken(f"this key cannot be read: {error}") from None


def _trusted(key: Any) -> PublicKey:
    """A key of a kind and size that OPA verifies with."""
    if isinstance(key, rsa.RSAPublicKey):
        exponent = key.public_numbers().e
        if key.key_size not in _RSA_BITS or not exponent % 2 or not 2 < exponent < 1 << 31:
            raise UnknownToken("an RSA key of unusual size")
        return key
    if isinstance(key, ec.EllipticCurvePublicKey):
        if key.curve.name not in _CURVE_OF.values():
            raise UnknownToken(f"the curve {key.curve.name}")
        return key
    if not isinstance(key, ed25519.Ed25519PublicKey):
        raise UnknownToken("a key of another kind than RSA, EC and Ed25519")
    return key


_MEMBERS = {
    "RSA": ("n", "e"),
    "EC": ("crv", "x", "y"),
    "OKP": ("crv", "x"),
    "oct": ("k",),
}
_ABOUT = frozenset({"kty", "alg", "kid", "use"})


def _public_key(member: dict[str, Any]) -> PublicKey:
    """The key of a JWK that has nothing but a public key, or a secret."""
    needed = _MEMBERS.get(str(member.get("kty")), ())
    if (
        not needed
        or set(member) - _ABOUT != set(needed)
        or not all(isinstance(v, str) for v in member.values())
    ):
        raise UnknownToken("a key with other members than those of a public key")
    if member.get("use", "sig") not in ("sig", "enc"):
        raise UnknownToken("a key for an unknown use")
    kind = member["kty"]
    try:
        if kind == "RSA":
            return _trusted(rsa.RSAPublicNumbers(_integer(member["e"]), _integer(member["n"])).public_key())
        if kind == "EC":
            curve = _curve(member["crv"])
            return ec.EllipticCurvePublicNumbers(
                _integer(member["x"]), _integer(member["y"]), curve
            ).public_key()
        if kind == "OKP":
            _require_ed25519(member)
            return ed25519.Ed25519PublicKey.from_public_bytes(_bare(member["x"]))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise UnknownToken(f"this key cannot be read: {error}") from None
    return _bare(member["k"])


def _curve(name: str) -> ec.EllipticCurve:
    if name not in _CURVES:
        raise UnknownToken(f"the curve {name}")
    return _CURVES[name]()


def _require_ed25519(member: dict[str, Any]) -> None:
    if member["crv"] != "Ed25519":
        raise UnknownToken(f"the curve {member['crv']}")


def _bare(text: str) -> bytes:
    if not text or "=" in text:
        raise UnknownToken("this is not base64url without padding")
    return _decoded(text)


def _integer(text: str) -> int:
    return int.from_bytes(_bare(text), "big")


# Signatures.


def _parsed(text: Any) -> Token:
    parts = _text(text).split(".")
    if len(parts) != 3:
        raise UnknownToken("a token has three parts")
    header = _object(_decoded(parts[0]))
    if "enc" in header:
        raise UnknownToken("encrypted tokens are not read")
    return Token(parts[0], parts[1], _decoded(parts[2]), header)


def _holds(key: PublicKey, alg: str, token: Token, *, salt: Any) -> bool:
    """Whether the signature is that of the key by this algorithm."""
    family, bits = alg[:2], alg[2:]
    if alg == "EdDSA":
        return isinstance(key, ed25519.Ed25519PublicKey) and _verified(
            key.verify, token.signature, token.signed
        )
    if family == "HS":
        return isinstance(key, bytes) and hmac.compare_digest(
            hmac.new(key, token.signed, f"sha{bits}").digest(), token.signature
        )
    if family == "ES":
        return isinstance(key, ec.EllipticCurvePublicKey) and _verified(
            key.verify, _der(token.signature), token.signed, ec.ECDSA(_HASHES[bits]())
        )
    if not isinstance(key, rsa.RSAPublicKey):
        return False
    form: padding.AsymmetricPadding = padding.PKCS1v15()
    if family == "PS":
        form = padding.PSS(padding.MGF1(_HASHES[bits]()), salt)
    return _verified(key.verify, token.signature, token.signed, form, _HASHES[bits]())


def _verified(verify: Callable[..., None], *arguments: Any) -> bool:
    try:
        verify(*arguments)
    except InvalidSignature:
        return False
    except (ValueError, UnsupportedAlgorithm) as error:
        raise UnknownToken(str(error)) from None
    return True


def _der(signature: bytes) -> bytes:
    half = len(signature) // 2
    return encode_dss_signature(
        int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big")
    )


def _fields(header: dict[str, Any]) -> dict[str, str]:
    """The registered parameters; each is a string."""
    found = {name: header.get(name, "") for name in ("alg", "kid", "typ", "cty")}
    if not all(isinstance(value, str) for value in found.values()):
        raise UnknownToken("a parameter of the header that is no string")
    critical = header.get("crit", ["b64"])
    if not isinstance(critical, list) or not critical or not all(isinstance(c, str) for c in critical):
        raise UnknownToken("crit is a list of names")
    return found


def verify_with(alg: str, text: Any, keys: Any) -> bool:
    """``io.jwt.verify_rs256`` and its like."""
    trusted, token = _keys(_text(keys)), _parsed(text)
    fields = _fields(token.header)
    verify = partial(_holds, alg=alg, token=token, salt=padding.PSS.AUTO)
    named = next((key for key in trusted if fields["kid"] and key.kid == fields["kid"]), None)
    if named is not None:
        return verify(named.key)
    return any(verify(key.key) for key in trusted if key.alg in ("", fields["alg"]))


def verify_secret(alg: str, text: Any, secret: Any) -> bool:
    """``io.jwt.verify_hs256`` and its like; the header is not looked at."""
    parts = _text(text).split(".")
    if len(parts) != 3:
        raise UnknownToken("a token has three parts")
    token = Token(parts[0], parts[1], _decoded(parts[2]), {})
    return _holds(_text(secret).encode(), alg, token, salt=None)


# Whole tokens.


def decode(text: Any) -> list[Any]:
    """Header, payload and signature, nothing verified."""
    token = _parsed(text)
    body = _decoded(token.body)
    kind = token.header.get("cty", "")
    if not isinstance(kind, str):
        raise UnknownToken("a parameter of the header that is no string")
    if kind == "JWT":
        try:
            return decode(body.decode().strip("\"'"))
        except UnicodeDecodeError:
            raise UnknownToken("this is no UTF-8") from None
    return [token.header, _object(body), token.signature.hex()]


class _Constraints(msgspec.Struct):
    keys: list[VerificationKey]
    alg: str
    iss: str
    aud: str
    time_ns: float | None


def _constraints(given: Any) -> _Constraints:
    if not isinstance(given, dict) or set(given) - {"cert", "secret", "alg", "iss", "aud", "time"}:
        raise UnknownToken("unknown constraints")
    texts = {name: _text(value) for name, value in given.items() if name != "time"}
    time_ns = given.get("time")
    if "time" in given and (isinstance(time_ns, bool) or not isinstance(time_ns, int | float) or time_ns < 0):
        raise UnknownToken("time is a number of nanoseconds")
    if ("cert" in texts) == bool(texts.get("secret")):
        raise UnknownToken("either a certificate or a secret is needed")
    keys = _keys(texts["cert"]) if "cert" in texts else [VerificationKey(texts["secret"].encode())]
    moment = None if time_ns is None else float(time_ns)
    return _Constraints(keys, texts.get("alg", ""), texts.get("iss", ""), texts.get("aud", ""), moment)


def decode_verify(text: Any, given: Any) -> list[Any]:
    """Whether all constraints are met; and header and payload, if so."""
    constraints = _constraints(given)
    refused: list[Any] = [False, {}, {}]
    while True:
        token = _parsed(text)
        fields = _fields(token.header)
        critical = token.header.get("crit", [])
        known = {"alg", "kid", "typ", "cty", "crit"}
        if not fields["alg"] or any(name in critical for name in set(token.header) - known):
            return refused
        if constraints.alg not in ("", fields["alg"]) or not _is_signed(token, fields, constraints.keys):
            return refused
        body = _decoded(token.body)
        if fields["cty"].upper() != "JWT":
            break
        try:
            text = body.decode()
        except UnicodeDecodeError:
            raise UnknownToken("this is no UTF-8") from None
    payload = _object(body)
    return [True, token.header, payload] if _is_for(payload, constraints) else refused


def _is_signed(token: Token, fields: dict[str, str], keys: list[VerificationKey]) -> bool:
    alg = fields["alg"]
    if alg == "none":
        return False
    if alg not in _ALGORITHMS:
        raise UnknownToken(f"the algorithm {alg}")
    named = next((key for key in keys if fields["kid"] and key.kid == fields["kid"]), None)
    tried = [named] if named is not None else [key for key in keys if key.alg in ("", alg)]
    return any(_is_signed_by(token, alg, key.key) for key in tried)


def _is_signed_by(token: Token, alg: str, key: PublicKey) -> bool:
    if isinstance(key, ec.EllipticCurvePublicKey) and alg[:2] == "ES":
        if key.curve.name != _CURVE_OF[alg[2:]]:
            raise UnknownToken("a curve that is not the algorithm's")
        if len(token.signature) != 2 * (-(-key.curve.key_size // 8)):
            return False
    return _holds(key, alg, token, salt=padding.PSS.DIGEST_LENGTH)


def _is_for(payload: dict[str, Any], constraints: _Constraints) -> bool:
    if constraints.iss:
        issuer = payload.get("iss", "")
        if "iss" in payload and not isinstance(issuer, str):
            raise UnknownToken("iss is a string")
        if issuer != constraints.iss:
            return False
    audience = payload.get("aud")
    if "aud" in payload:
        named = audience if isinstance(audience, list) else [audience]
        if not any(isinstance(name, str) and name == constraints.aud for name in named):
            return False
    elif constraints.aud:
        return False
    return _is_in_time(payload, constraints.time_ns)


def _is_in_time(payload: dict[str, Any], time_ns: float | None) -> bool:
    limits = {name: payload[name] for name in ("exp", "nbf") if name in payload}
    if limits and time_ns is None:
        raise UnknownToken(
            "the token has a time: give the constraint time, so that the answer does not depend on the clock"
        )
    for name, limit in limits.items():
        if isinstance(limit, bool) or not isinstance(limit, int | float):
            raise UnknownToken(f"{name} is a number")
        now_s = (time_ns or 0.0) / 1_000_000_000
        if (name == "exp" and now_s >= limit) or (name == "nbf" and now_s < limit):
            return False
    return True


# Signing.


def encode_sign(header: Any, payload: Any, key: Any) -> str:
    """A token. Its signature is the same each time, or refused."""
    return encode_sign_raw(_written(header), _written(payload), _written(key))


def encode_sign_raw(header: Any, payload: Any, key: Any) -> str:
    fields, document = _object(_text(header).encode()), _object(_text(key).encode())
    members = document.get("keys", [document])
    alg, kind = fields.get("alg"), fields.get("typ", "JWT")
    if alg not in _ALGORITHMS or not isinstance(kind, str) or not isinstance(members, list) or not members:
        raise UnknownToken("an unknown algorithm, or no key")
    if kind == "JWT":
        _json(_text(payload))
    signed = f"{_encoded(header.encode())}.{_encoded(_text(payload).encode())}"
    return f"{signed}.{_encoded(_signature(members[0], str(alg), signed.encode()))}"


def _signature(member: Any, alg: str, signed: bytes) -> bytes:
    if not isinstance(member, dict) or not all(isinstance(value, str) for value in member.values()):
        raise UnknownToken("this is no key")
    kind = member.get("kty")
    try:
        if alg[:2] == "HS" and kind == "oct":
            return hmac.new(_bare(member["k"]), signed, f"sha{alg[2:]}").digest()
        if alg == "EdDSA" and kind == "OKP":
            return _ed25519_signature(member, signed)
        if alg[:2] == "RS" and kind == "RSA":
            return _rsa_key(member).sign(signed, padding.PKCS1v15(), _HASHES[alg[2:]]())
    except (ValueError, KeyError, UnsupportedAlgorithm) as error:
        raise UnknownToken(f"this key does not sign: {error}") from None
    raise UnknownToken("a signature that differs from one call to the next, or a key of another kind")


def _ed25519_signature(member: dict[str, Any], signed: bytes) -> bytes:
    _require_ed25519(member)
    key = ed25519.Ed25519PrivateKey.from_private_bytes(_bare(member["d"]))
    if key.public_key().public_bytes_raw() != _bare(member["x"]):
        raise UnknownToken("the parts of the key do not belong together")
    return key.sign(signed)


def _rsa_key(member: dict[str, Any]) -> rsa.RSAPrivateKey:
    n, e, d, p, q, dp, dq, qi = (
        _integer(member[name]) for name in ("n", "e", "d", "p", "q", "dp", "dq", "qi")
    )
    key = rsa.RSAPrivateNumbers(p, q, d, dp, dq, qi, rsa.RSAPublicNumbers(e, n)).private_key()
    _trusted(key.public_key())
    return key


# Keys.

_RSA_PEM = re.compile(
    r"-----BEGIN RSA PRIVATE KEY-----\n(?:[A-Za-z0-9+/=]{1,76}\n)+-----END RSA PRIVATE KEY-----\n?"
)


def parse_rsa_private_key(text: Any) -> dict[str, str]:
    """The key of a PEM text as a JWK."""
    if not _RSA_PEM.fullmatch(_text(text)):
        raise UnknownToken("this is no single RSA key in PEM")
    try:
        key = serialization.load_pem_private_key(text.encode(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UnknownToken(f"this key cannot be read: {error}") from None
    if not isinstance(key, rsa.RSAPrivateKey):
        raise UnknownToken("this is no RSA key")
    _trusted(key.public_key())
    private = key.private_numbers()
    public = private.public_numbers
    parts = {
        "n": public.n, "e": public.e, "d": private.d, "p": private.p, "q": private.q,
        "dp": private.dmp1, "dq": private.dmq1, "qi": private.iqmp,
    }  # fmt: skip
    return {"kty": "RSA"} | {
        name: _encoded(n.to_bytes(-(-n.bit_length() // 8), "big")) for name, n in parts.items()
    }


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "crypto.x509.parse_rsa_private_key": (1, parse_rsa_private_key),
    "io.jwt.decode": (1, decode),
    "io.jwt.decode_verify": (2, decode_verify),
    "io.jwt.encode_sign": (3, encode_sign),
    "io.jwt.encode_sign_raw": (3, encode_sign_raw),
    **{
        f"io.jwt.verify_{alg.lower()}": (2, partial(verify_secret if alg[:2] == "HS" else verify_with, alg))
        for alg in _ALGORITHMS
    },
}
