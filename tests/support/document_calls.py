"""Arguments for functions on tokens, GraphQL documents, networks, URIs and identifiers, of which many are almost right."""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
import json
from collections.abc import Callable
from random import Random
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

NOW_NS = 1_577_836_800_000_000_000
NOW_S = NOW_NS // 1_000_000_000
SECRETS = ["secret", "other", ""]


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@functools.cache
def _keys() -> dict[str, Any]:
    return {
        "RS": rsa.generate_private_key(65_537, 2_048),
        "PS": rsa.generate_private_key(65_537, 2_048),
        "ES256": ec.derive_private_key(7_919, ec.SECP256R1()),
        "ES384": ec.derive_private_key(7_919, ec.SECP384R1()),
        "ES512": ec.derive_private_key(7_919, ec.SECP521R1()),
        "EdDSA": ed25519.Ed25519PrivateKey.from_private_bytes(b"7" * 32),
    }


def _key(alg: str) -> Any:
    return _keys().get(alg) or _keys()[alg[:2]]


def _signature(alg: str, signed: bytes) -> bytes:
    if alg[:2] == "HS":
        return hmac.new(b"secret", signed, f"sha{alg[2:]}").digest()
    key = _key(alg)
    if alg == "EdDSA":
        return bytes(key.sign(signed))
    hashed = {"256": hashes.SHA256, "384": hashes.SHA384, "512": hashes.SHA512}[alg[2:]]()
    if alg[:2] == "ES":
        size = -(-key.curve.key_size // 8)
        return b"".join(
            n.to_bytes(size, "big") for n in decode_dss_signature(key.sign(signed, ec.ECDSA(hashed)))
        )
    form = padding.PKCS1v15() if alg[:2] == "RS" else padding.PSS(padding.MGF1(hashed), hashed.digest_size)
    return bytes(key.sign(signed, form, hashed))


def token(random: Random, alg: str) -> str:
    """A token by this algorithm, now and then with something wrong."""
    header: dict[str, Any] = {
        "alg": alg if random.random() < 0.9 else random.choice(["HS256", "none", "XX"]),
        "typ": "JWT",
    }
    if random.random() < 0.2:
        header |= random.choice([{"crit": ["exp"], "exp": 1}, {"kid": "k1"}, {"cty": "JWT"}, {"enc": "x"}, {"kid": 1}])  # fmt: skip
    payload: dict[str, Any] = {"iss": random.choice(["me", "you"]), "n": random.choice([1, 1.5, "x", None])}
    if random.random() < 0.4:
        payload["aud"] = random.choice(["a", ["a", "b"], [], 1])
    for name in ("exp", "nbf"):
        if random.random() < 0.3:
            payload[name] = random.choice([NOW_S - 1, NOW_S, NOW_S + 1, NOW_S + 0.5, "x"])
    parts = [encoded(json.dumps(part).encode()) for part in (header, payload)]
    signature = _signature(alg, ".".join(parts).encode())
    if random.random() < 0.2:
        signature = random.choice(
            [b"", signature[:-1], bytes([signature[0] ^ 1]) + signature[1:], signature + b"0"]
        )
    text = ".".join([*parts, encoded(signature)])
    return text if random.random() < 0.9 else random.choice([text + ".x", text[1:], text + "=", text.replace(".", "", 1)])  # fmt: skip


def public(random: Random, alg: str) -> str:
    """The key to a token as PEM, JWK or a set of them, or another one."""
    if alg[:2] == "HS":
        return random.choice(["secret", json.dumps({"kty": "oct", "k": encoded(b"secret")})])
    key = _key(alg if random.random() < 0.8 else random.choice(list(_keys()))).public_key()
    if random.random() < 0.4:
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        return str(key.public_bytes(serialization.Encoding.PEM, form).decode())
    member = _jwk(key)
    if random.random() < 0.3:
        member |= random.choice(
            [{"alg": alg}, {"alg": "bogus"}, {"kid": "k1"}, {"kid": "k2"}, {"use": "sig"}]
        )
    other = _jwk(_keys()["ES256"].public_key())
    return json.dumps(random.choice([member, {"keys": [member]}, {"keys": [other, member]}, {"keys": []}]))


def _jwk(key: Any) -> dict[str, str]:
    if isinstance(key, ed25519.Ed25519PublicKey):
        return {"kty": "OKP", "crv": "Ed25519", "x": encoded(key.public_bytes_raw())}
    numbers = key.public_numbers()
    if isinstance(key, rsa.RSAPublicKey):
        parts = {
            name: n.to_bytes(-(-n.bit_length() // 8), "big")
            for name, n in (("n", numbers.n), ("e", numbers.e))
        }
        return {"kty": "RSA", **{name: encoded(content) for name, content in parts.items()}}
    size = -(-key.curve.key_size // 8)
    curve = {"secp256r1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521"}[key.curve.name]
    return {"kty": "EC", "crv": curve, **{n: encoded(getattr(numbers, n).to_bytes(size, "big")) for n in ("x", "y")}}  # fmt: skip


ALGORITHMS = [f"{family}{bits}" for family in ("RS", "PS", "ES", "HS") for bits in ("256", "384", "512")] + [
    "EdDSA"
]


def _decode_verify(random: Random) -> list[Any]:
    alg = random.choice(ALGORITHMS)
    given: dict[str, Any] = {"time": random.choice([NOW_NS, NOW_NS + 500_000_000])}
    given |= {"secret": random.choice(SECRETS)} if alg[:2] == "HS" else {"cert": public(random, alg)}
    for name, values in (("iss", ["me", "them"]), ("aud", ["a", "c"]), ("alg", [alg, "HS256"])):
        if random.random() < 0.3:
            given[name] = random.choice(values)
    return [token(random, alg), given]


def _verifying(alg: str) -> Callable[[Random], list[Any]]:
    def drawn(random: Random) -> list[Any]:
        used = alg if random.random() < 0.8 else random.choice(ALGORITHMS)
        return [token(random, used), random.choice(SECRETS) if alg[:2] == "HS" else public(random, alg)]

    return drawn


def _sign(random: Random) -> list[Any]:
    secret = hashlib.sha256(b"x").digest()
    return [
        random.choice(
            [*[{"alg": "HS256", "typ": "JWT"}] * 4, {"alg": "HS512"}, {"alg": "XX"}, {"typ": "JWT"}]
        ),
        random.choice([{}, {"a": [1, {"b": None}]}, {"a": "b"}, {"x": "<&>"}, {"n": 1.5}]),
        random.choice([*[{"kty": "oct", "k": encoded(secret)}] * 4, {"kty": "oct"}, {}]),
    ]


def _sign_raw(random: Random) -> list[Any]:
    header, payload, key = _sign(random)
    return [json.dumps(header), random.choice([json.dumps(payload), "text", ""]), json.dumps(key)]


SCHEMA = """
schema { query: Query mutation: Mutation }
directive @auth(role: String! = "x", n: Int) repeatable on FIELD_DEFINITION | OBJECT | ENUM_VALUE
scalar Date
interface Node { id: ID! at(zone: String): Date }
interface Named implements Node { id: ID! at(zone: String): Date name: String }
type User implements Named & Node @auth(role: "y") { id: ID! at(zone: String): Date name: String! friends(first: Int = 10, after: [ID!]): [User!]! @deprecated }
union Found = User | Query
enum Role { ADMIN GUEST @auth }
input Filter { role: Role = ADMIN limit: Int! next: Filter }
type Query { me: User find(filter: Filter!, names: [String]): [Found] node(id: ID!): Node }
type Mutation { set(id: ID!, role: Role): User }
extend type Query { more: String }
"""
QUERIES = [
    "{ me { id name } }",
    "query Q($id: ID!, $n: Int = 3) { node(id: $id) { id ... on User { name friends(first: $n) { ...F } } } } fragment F on User { id name }",
    'mutation { set(id: "7", role: ADMIN) { id } }',
    '{ find(filter: {limit: 1, role: GUEST}, names: ["a", null]) { __typename ... on User { id at(zone: "x") } } }',
    "query A { me { id } } query B { me { name } }",
    "{ me { id @include(if: true) alias: name @skip(if: false) } }",
]


def _spoilt(random: Random, text: str) -> str:
    """The text with a word or sign left out, doubled or replaced by another of its own."""
    for _ in range(random.choice([0, 0, 1, 1, 1, 2])):
        words = [word for word in _pieces(text) if word.strip()]
        at, other = random.randrange(len(words)), random.choice(words)
        words[at : at + 1] = random.choice([[], [words[at], words[at]], [other], [words[at], other]])
        text = " ".join(words)
    return text


def _pieces(text: str) -> list[str]:
    import re

    return re.findall(r'"[^"]*"|\.\.\.|\w+|\S', text)


def _part(random: Random) -> str:
    """Some of the schema's definitions."""
    lines = SCHEMA.strip().split("\n")
    return "\n".join(line for line in lines if random.random() < 0.8)


def _schema(random: Random) -> str:
    return _spoilt(random, SCHEMA if random.random() < 0.6 else _part(random))


def _query(random: Random) -> str:
    return _spoilt(random, random.choice(QUERIES))


NETWORKS = ["10.0.0.0/8", "10.0.1.0/24", "10.0.0.0/25", "10.0.0.128/25", "192.0.2.1", "192.0.2.0", "2001:db8::/33", "2001:db8:8000::/33", "::/0", "::ffff:1.2.3.4/120", "0.0.0.0/0", "10.1.2.3/9", "x", "2001:db8::1"]  # fmt: skip
URIS = ["https://a.b:80/c%2Fd?q=1&r#f", "http://[::1]:8/x", "mailto:a@b.c", "/x/y?z", "", "//a/b", "http://a b/", "HTTP://A.b/C", "http://u:p@h/", "http://h/%zz", "http://h/a%20b", "http://h/%41", "a:b", "1:b", "http://[::1", "http://h:x/", "http://h:/", "?q", "#f", "http://h/a'b(c)*!", "http://h/é", "x:y?z#w", "http://h?a=%zz", "http://[fe80::1%25en0]/"]  # fmt: skip
UUIDS = ["000003e8-48b9-21ee-b200-325096b39f47", "00000000-0000-4000-8000-000000000000", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6bea8ef2d3d33cd184e09bab06a52ece", "URN:UUID:000003e8-48b9-21ee-7200-325096b39f47", "x", "", "ffffffff-ffff-1fff-ffff-ffffffffffff", "{00000000-0000-4000-8000-000000000000}", "000003e8-48b9-21ee-d200-335096b39f47"]  # fmt: skip


def _networks(random: Random) -> Any:
    drawn = [random.choice(NETWORKS) for _ in range(random.choice([0, 1, 2, 3]))]
    return random.choice([drawn, {"$set": drawn}, dict(zip("abc", drawn, strict=False))])


def _glob(random: Random) -> str:
    parts = ["a", "b", ".", "[a-c]", "[bd]", "\\.", "x", "[", "]", "é"]
    return "".join(random.choice(parts[:7] * 6 + parts) + random.choice(["", "", "*", "+"]) for _ in range(random.choice([0, 1, 2, 3, 4])))  # fmt: skip


def _json_schema(random: Random) -> Any:
    kinds = [
        "object",
        "string",
        "integer",
        "number",
        "boolean",
        "null",
        "array",
        "unknown",
        ["string", "null"],
    ]
    schema: dict[str, Any] = {"type": random.choice(kinds)}
    if random.random() < 0.6:
        schema |= {
            "type": "object",
            "properties": {"a": {"type": random.choice(kinds)}, "b": {"items": {"type": "integer"}}},
        }
    if random.random() < 0.4:
        schema["required"] = random.choice([["a"], ["a", "b"], [], ["a", "a"], "a"])
    if random.random() < 0.2:
        schema |= random.choice([{"minimum": 1}, {"title": "x"}, {"title": 1}, {"$ref": "#"}])
    return schema if random.random() < 0.7 else json.dumps(schema)


def _json_document(random: Random) -> Any:
    value = {n: random.choice([1, 1.0, "x", None, [1, 2], ["x"], {}]) for n in "abc" if random.random() < 0.7}
    return random.choice([value, value, json.dumps(value), [1], "1", '"x"', "{"])


def _rsa_pem(random: Random) -> str:
    form = random.choice(
        [serialization.PrivateFormat.TraditionalOpenSSL] * 2 + [serialization.PrivateFormat.PKCS8]
    )
    key = _keys()["RS"].private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    return str(key.decode()) if random.random() < 0.8 else "x"


CALLS: dict[str, Callable[[Random], list[Any]]] = {
    "crypto.x509.parse_rsa_private_key": lambda random: [_rsa_pem(random)],
    "graphql.is_valid": lambda random: [_query(random), SCHEMA if random.random() < 0.7 else _schema(random)],
    "graphql.parse": lambda random: [_query(random), SCHEMA],
    "graphql.parse_and_verify": lambda random: [_query(random), SCHEMA],
    "graphql.parse_query": lambda random: [_query(random)],
    "graphql.parse_schema": lambda random: [SCHEMA if random.random() < 0.3 else _schema(random)],
    "graphql.schema_is_valid": lambda random: [_schema(random)],
    "graph.reachable_paths": lambda random: [
        {n: random.choice([["a"], ["b", "c"], {"$set": ["c", "d"]}, [], None, ["zz"]]) for n in "abcd" if random.random() < 0.8},
        random.choice([["a"], {"$set": ["b", "a"]}, ["zz"], []]),
    ],
    "json.match_schema": lambda random: [_json_document(random), _json_schema(random)],
    "json.verify_schema": lambda random: [_json_schema(random)],
    "regex.globs_match": lambda random: [_glob(random), _glob(random)],
    "io.jwt.decode": lambda random: [token(random, random.choice(["HS256", "EdDSA"]))],
    "io.jwt.decode_verify": _decode_verify,
    "io.jwt.encode_sign": _sign,
    "io.jwt.encode_sign_raw": _sign_raw,
    **{f"io.jwt.verify_{alg.lower()}": _verifying(alg) for alg in ALGORITHMS},
    "net.cidr_contains_matches": lambda random: [_networks(random), random.choice([random.choice(NETWORKS), _networks(random)])],
    "net.cidr_intersects": lambda random: [random.choice(NETWORKS), random.choice(NETWORKS)],
    "net.cidr_merge": lambda random: [_networks(random)],
    "providers.aws.sign_req": lambda random: [
        {
            "method": "get",
            "url": random.choice(["https://a.b/c?d=e", "http://h", "http://h:8/~x", "http://h/%41"]),
            **random.choice([{}, {"headers": {"X-A": "b", "user-agent": "u"}}, {"body": {"a": [1]}}, {"raw_body": "t"}]),
        },
        {
            "aws_service": random.choice(["s3", "ec2"]),
            "aws_access_key": "k",
            "aws_secret_access_key": "s",
            "aws_region": "r",
            **random.choice([{}, {"aws_session_token": "t"}, {"disable_payload_signing": True}]),
        },
        NOW_NS,
    ],
    "strings.render_template": lambda random: [
        random.choice(["{{.a}}", "x{{ .b }}y{{.zz}}", "{{.a.b}}", "{{range .a}}{{end}}", "no", "{{.a", "}}", "<no value>"]),
        {"a": random.choice([1, 12_345_678, "<x>", True, None, 1.5, [1]]), "b": "t"},
    ],
    "uri.is_valid": lambda random: [random.choice(URIS)],
    "uri.parse": lambda random: [random.choice(URIS)],
    "uuid.parse": lambda random: [random.choice(UUIDS)],
}  # fmt: skip
"""How the arguments of a function are drawn."""
