"""Reads and writes private keys as PKCS #8 PEM, with a passphrase (RFC 8018, PBES2) or without one.

A passphrase is stretched by PBKDF2-HMAC-SHA-256 with `ROUNDS` rounds. What the library that encrypts here takes is 2,048, which a graphics card undoes,
so the wrapping is composed here of the library's PBKDF2 and AES-256-CBC. Any tool opens the file: ``openssl pkey -in FILE``.

A file may name a stretching that takes hours or all memory, before anybody knows whether the passphrase is right. So it is looked at first.
"""

from __future__ import annotations

import os
from base64 import b64decode, encodebytes
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import AuditKeyUnusable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MAX_PEM_BYTES = 8_192
ROUNDS = 600_000
MAX_ROUNDS = 5_000_000
_MAX_SCRYPT_BYTES = 256 << 20
_BEGIN, _END = b"-----BEGIN ENCRYPTED PRIVATE KEY-----", b"-----END ENCRYPTED PRIVATE KEY-----"
_PBES2 = bytes.fromhex("2a864886f70d01050d")
_PBKDF2 = bytes.fromhex("2a864886f70d01050c")
_SCRYPT = bytes.fromhex("2b06010401da47040b")
_HMAC_SHA256 = bytes.fromhex("2a864886f70d0209")
_AES_256_CBC = bytes.fromhex("60864801650304012a")
_SEQUENCE, _INTEGER, _OCTETS, _OID, _NULL = 0x30, 0x02, 0x04, 0x06, 0x05


def is_encrypted(pem: bytes) -> bool:
    """Whether it takes a passphrase to read the key."""
    return _BEGIN in pem


def write_pem(private: Ed25519PrivateKey, passphrase: bytes | None) -> bytes:
    """The private key as PEM."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if passphrase is None:
        return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    data = private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return _BEGIN + b"\n" + encodebytes(_encrypt(data, passphrase)).replace(b"\n\n", b"\n") + _END + b"\n"


def read_pem(pem: bytes, passphrase: Callable[[], bytes], what: str) -> Ed25519PrivateKey:
    """The private key that a PEM holds; the passphrase is asked for only if it takes one.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it is no Ed25519 key, the passphrase is wrong or missing, or its stretching is out of bounds.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    word = None
    if is_encrypted(pem):
        _require_bearable(pem, what)
        word = passphrase()
    try:
        private = load_pem_private_key(pem, password=word)
    except (ValueError, TypeError, UnsupportedAlgorithm, MemoryError):
        if word is not None:
            raise AuditKeyUnusable(
                f"{what} is not opened by the passphrase",
                suggestion="Correct what `keys.passphrase` names, or type it again.",
            ) from None
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise AuditKeyUnusable(
            f"{what} holds no Ed25519 key in PKCS #8 PEM",
            suggestion="Make one with `runtime init`, `runtime audit keys new`, or `openssl genpkey -algorithm ed25519`.",
        )
    return private


def _encrypt(data: bytes, passphrase: bytes) -> bytes:
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import AES
    from cryptography.hazmat.primitives.ciphers.modes import CBC
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
    from cryptography.hazmat.primitives.padding import PKCS7

    salt, start = os.urandom(16), os.urandom(16)
    key = PBKDF2HMAC(SHA256(), 32, salt, ROUNDS).derive(passphrase)
    padder = PKCS7(128).padder()
    cipher = Cipher(AES(key), CBC(start)).encryptor()
    sealed = cipher.update(padder.update(data) + padder.finalize()) + cipher.finalize()
    rounds = ROUNDS.to_bytes(4)
    stretched = _der(_SEQUENCE, _der(_OCTETS, salt), _der(_INTEGER, rounds.lstrip(b"\0")),
                     _der(_SEQUENCE, _der(_OID, _HMAC_SHA256), _der(_NULL)))  # fmt: skip
    scheme = _der(_SEQUENCE, _der(_SEQUENCE, _der(_OID, _PBKDF2), stretched),
                  _der(_SEQUENCE, _der(_OID, _AES_256_CBC), _der(_OCTETS, start)))  # fmt: skip
    return _der(_SEQUENCE, _der(_SEQUENCE, _der(_OID, _PBES2), scheme), _der(_OCTETS, sealed))


def _der(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    size = len(body)
    length = (
        bytes([size]) if size < 128 else bytes([0x81, size]) if size < 256 else b"\x82" + size.to_bytes(2)
    )
    return bytes([tag]) + length + body


# What a stretching costs, before it is paid.


class _Item(NamedTuple):
    tag: int
    body: bytes


def _require_bearable(pem: bytes, what: str) -> None:
    body = pem.partition(_BEGIN)[2].partition(_END)[0]
    try:
        (sealed,) = _items(b64decode(body))
        scheme, _ = _items(sealed.body)
        name, parameters = _items(scheme.body)
        kdf, _ = _items(parameters.body)
        kdf_name, kdf_parameters = _items(kdf.body)
        numbers = [int.from_bytes(item.body) for item in _items(kdf_parameters.body) if item.tag == _INTEGER]
    except ValueError:
        name, numbers = _Item(0, b""), []
    if name.body == _PBES2 and numbers:
        if kdf_name.body == _PBKDF2 and 0 < numbers[0] <= MAX_ROUNDS:
            return
        if kdf_name.body == _SCRYPT and len(numbers) >= 3:
            cost, block, parallel = numbers[:3]
            if 0 < cost * block * 128 <= _MAX_SCRYPT_BYTES and 0 < parallel <= 16:
                return
    raise AuditKeyUnusable(
        f"{what} is encrypted in a way that is not taken here: no PBES2, or a stretching that costs too much",
        suggestion=f"Encrypt it again with PBES2 and at most {MAX_ROUNDS:,} rounds: `runtime audit keys encrypt FILE`.",
    )


def _items(data: bytes) -> list[_Item]:
    """The DER values that stand one behind the other. Raises ValueError."""
    found, at = [], 0
    while at < len(data):
        if len(data) - at < 2:
            raise ValueError
        tag, size, at = data[at], data[at + 1], at + 2
        if size & 0x80:
            width = size & 0x7F
            if not 0 < width <= 2:
                raise ValueError
            size, at = int.from_bytes(data[at : at + width]), at + width
        if at + size > len(data):
            raise ValueError
        found.append(_Item(tag, data[at : at + size]))
        at += size
    return found
