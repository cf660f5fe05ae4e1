"""The signing key's file: PKCS #8 PEM, readable by its owner alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from runtime.audit.note import NoteRefused, Signer, VerifierKey, is_name
from runtime.contracts.errors import AuditKeyUnusable

_MAX_BYTES = 8_192
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def create_key(path: Path, name: str) -> VerifierKey:
    """Make a signing key and return the verifier key to pin outside the log.

    An existing file is never overwritten: a log whose key is gone can no longer be continued.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file exists or cannot be written, or the name is no origin.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if not is_name(name):
        raise AuditKeyUnusable(
            "A log's name is not empty and holds no space, plus or control character",
            suggestion="Use a name like `example.com/log`.",
        )
    private = Ed25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        _write_new(path, pem)
    except FileExistsError:
        raise AuditKeyUnusable(
            f"The key file {path} exists already", suggestion="Keep it, or name another file."
        ) from None
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be written: {error.strerror}") from None
    return Signer(name, private).key


def load_signer(path: Path, name: str) -> Signer:
    """The signer of the log of this name.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file is missing, a link, another user's, open to others,
            or holds no Ed25519 key.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    pem = _read_private(path)
    try:
        private = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise AuditKeyUnusable(f"The key file {path} holds no unencrypted Ed25519 key in PKCS #8 PEM")
    try:
        return Signer(name, private)
    except NoteRefused as refused:
        raise AuditKeyUnusable(f"The key cannot sign as {name!r}: {refused.message}") from None


def _write_new(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, not a path
        file.write(data)
        file.flush()
        os.fsync(descriptor)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _read_private(path: Path) -> bytes:
    try:
        # Not blocking: a FIFO in the key's place must not hang the start.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be opened: {error.strerror}") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            raise AuditKeyUnusable(f"The key file {path} is not a regular file of the size of a key")
        if status.st_uid != os.geteuid():
            raise AuditKeyUnusable(f"The key file {path} belongs to another user")
        if status.st_mode & _OTHERS:
            raise AuditKeyUnusable(f"The key file {path} is open to other users")
        return os.read(descriptor, _MAX_BYTES)
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be read: {error.strerror}") from None
    finally:
        os.close(descriptor)
