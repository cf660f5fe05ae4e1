"""Reads a public key in PEM, as devices and `openssl pkey -pubout` write it."""

from __future__ import annotations

from pathlib import Path

from runtime.contracts.errors import AuditKeyUnusable

_MAX_BYTES = 8_192


def read_public_pem(path: Path) -> bytes:
    """The 32 bytes of an Ed25519 public key.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file cannot be read, or holds another kind of key.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        with path.open("rb") as stream:
            key = load_pem_public_key(stream.read(_MAX_BYTES))
    except OSError as error:
        raise AuditKeyUnusable(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise AuditKeyUnusable(
            f"{path} holds no Ed25519 public key in PEM",
            suggestion="The log's signatures are Ed25519: make such a key, or see what the device can do.",
        )
    return key.public_bytes_raw()
