"""Describes a key that a device keeps, in the file that otherwise holds the key: which device, which public key, and half of the tags' secret.

The tags of records are made with a key that is as secret as the signing key. A device does not give that out, so the tag key is derived from two halves:

1. 32 random bytes in this file,
2. the device's signature over ``NAME record tags``, the verifier key, and a line feed behind each.

Ed25519 is deterministic (RFC 8032), so the second half is the same each time. Who reads the file cannot make tags without the device, and who reads the
device's signatures, as they may stand in the log of a service, cannot without the file. A device that signs the same text in two ways is refused.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest

import msgspec
from blake3 import blake3

from runtime.audit.format.note import InvalidNote, Signer, VerifierKey
from runtime.audit.signers.device import Secret, failed, open_device, verified
from runtime.contracts.errors import AuditKeyUnusable

MAX_REFERENCE_BYTES = 8_192
_TAGS = "cathedral-runtime 2026 audit log record tag of a device"
_CHECK = "cathedral-runtime 2026 check of a tag key"


class KeyReference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's content, as JSON."""

    check: str
    """What the tag key comes to: another one would call the log's own records forged."""
    device: str
    """``KIND:...``, see `runtime.audit.signers.device.open_device`."""
    key: str
    secret: str
    """The first half, 32 bytes in hexadecimal."""


def is_reference(data: bytes) -> bool:
    """Whether a key's file describes a device."""
    return data.lstrip()[:1] == b"{"


def make_reference(name: str, place: str, public: bytes | None, passphrase: Secret) -> bytes:
    """The file for a device's key under a name, after the device has signed with it.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the place is malformed, or the key is none.
        AuditSignerFailed: ``audit.signer_failed``: the device does not sign, or with another key.
    """
    device = open_device(place, passphrase)
    public = public or device.public_key()
    if public is None:
        raise AuditKeyUnusable(
            f"The signer {device.name} does not tell its public key",
            suggestion="Give it: --public FILE, in PEM, as `openssl pkey -pubout` writes it.",
        )
    try:
        key = VerifierKey.make(name, public)
    except InvalidNote as error:
        raise AuditKeyUnusable(f"The key cannot sign as {name!r}: {error.message}") from None
    half = secrets.token_bytes(32)
    sign = verified(device, key)
    made = [_tag_key(half, sign(_label(key))) for _ in range(2)]
    if made[0] != made[1]:
        raise AuditKeyUnusable(
            f"The signer {device.name} signs the same text in different ways",
            suggestion="Use one that signs as RFC 8032 says: its signature is a function of key and text.",
        )
    reference = KeyReference(_check(made[0]), place, str(key), half.hex())
    return msgspec.json.format(msgspec.json.encode(reference), indent=2) + b"\n"


def read_reference(data: bytes, what: str) -> tuple[KeyReference, VerifierKey]:
    """What a file says, and the key.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it is malformed.
    """
    try:
        reference = msgspec.json.decode(data, type=KeyReference)
        key = VerifierKey.parse(reference.key)
        if len(bytes.fromhex(reference.secret)) != 32:
            raise ValueError  # noqa: TRY301
    except (msgspec.MsgspecError, InvalidNote, ValueError):
        raise AuditKeyUnusable(
            f"{what} describes no key of a device", suggestion="Make it with `runtime audit keys connect`."
        ) from None
    return reference, key


def open_reference(data: bytes, name: str, passphrase: Secret, what: str) -> Signer:
    """The signer of a key that a device keeps; the device has signed once with it.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file is malformed, or the key is another log's.
        AuditSignerFailed: ``audit.signer_failed``: the device does not sign, or with another key.
    """
    reference, key = read_reference(data, what)
    if key.name != name:
        raise AuditKeyUnusable(f"{what} is the key of {key.name!r}, and cannot sign for {name!r}")
    device = open_device(reference.device, passphrase)
    sign = verified(device, key)
    tag_key = _tag_key(bytes.fromhex(reference.secret), sign(_label(key)))
    if not compare_digest(_check(tag_key), reference.check):
        raise failed(device.name, "it signs the same text in another way than when it was connected")
    return Signer.of_device(key, tag_key, sign)


def _label(key: VerifierKey) -> bytes:
    # The space: no origin, hence no checkpoint, starts with this line.
    return f"{key.name} record tags\n{key}\n".encode()


def _tag_key(half: bytes, signature: bytes) -> bytes:
    return blake3(half + signature, derive_key_context=_TAGS).digest()


def _check(tag_key: bytes) -> str:
    return blake3(tag_key, derive_key_context=_CHECK).hexdigest(length=16)
