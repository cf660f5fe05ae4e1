"""Makes and loads a key of somebody who signs statements about logs, and no log: an auditor.

Beside the file of the private key, ``FILE.pub`` holds the verifier key, which names the auditor; it is given to whoever checks the statements.
"""

from __future__ import annotations

import os
from pathlib import Path

from runtime.audit.format.note import InvalidNote, Signer, VerifierKey
from runtime.audit.keys.key_files import Passphrase, create_key, keep_new, load_signer, require_key_name
from runtime.audit.signers.key_reference import (
    MAX_REFERENCE_BYTES,
    is_reference,
    make_reference,
    read_reference,
)
from runtime.audit.signers.passphrase import no_passphrase
from runtime.audit.signers.private_file import read_private
from runtime.contracts.errors import AuditKeyUnusable

_MAX_BYTES = 4_096


def create_auditor_key(path: Path, name: str, *, passphrase: bytes | None = None) -> VerifierKey:
    """Make a key under the auditor's name, such as a domain's.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: a file exists or cannot be written, or the name is none.
    """
    public = _public(path)
    if os.path.lexists(public):
        raise AuditKeyUnusable(f"The key file {public} exists already", suggestion="Name another file.")
    key = create_key(path, name, path.parent, passphrase=passphrase)
    _write_public(public, key)
    return key


def connect_key(
    path: Path, name: str, device: str, public: bytes | None, passphrase: Passphrase
) -> VerifierKey:
    """Write the file that describes a key which a device keeps, after the device has signed with it; and ``FILE.pub``.

    Args:
        path: The file.
        name: The log's name, or the auditor's.
        device: ``KIND:...``, see `runtime.audit.signers.device.open_device`.
        public: The 32 bytes of the public key, where the device does not tell it.
        passphrase: The PIN, where the device takes one.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: a file exists, or the device or its key cannot be used.
        AuditSignerFailed: ``audit.signer_failed``: the device does not sign, or with another key.
    """
    require_key_name(name)
    for file in (path, _public(path)):
        if os.path.lexists(file):
            raise AuditKeyUnusable(f"The key file {file} exists already", suggestion="Name another file.")
    data = make_reference(name, device, public, passphrase)
    _, key = read_reference(data, str(path))
    keep_new(path, data, path.parent)
    _write_public(_public(path), key)
    return key


def _write_public(public: Path, key: VerifierKey) -> None:
    try:
        public.write_text(f"{key}\n", "utf-8")
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {public} cannot be written: {error.strerror}") from None


def load_auditor_key(path: Path, passphrase: Passphrase = no_passphrase) -> Signer:
    """The signer, under the name that its public half bears.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: a file is missing or unsafe, or the two do not belong together.
    """
    public = _public(path)
    try:
        with public.open("rb") as stream:
            key = VerifierKey.parse(stream.read(_MAX_BYTES).decode().strip())
    except (OSError, ValueError, InvalidNote) as error:
        reason = getattr(error, "strerror", None) or error
        raise AuditKeyUnusable(
            f"{public} does not hold the auditor's verifier key: {reason}",
            suggestion="Make a key with `runtime audit keys new FILE --name NAME`.",
        ) from None
    signer = load_signer(path, key.name, passphrase)
    if signer.key != key:
        raise AuditKeyUnusable(f"{public} is not the public half of {path}")
    return signer


def name_of_key(path: Path) -> str | None:
    """The name under which the key of a file signs, as the file or ``FILE.pub`` says; None where neither does.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file cannot be read safely.
    """
    data = read_private(path, MAX_REFERENCE_BYTES)
    if is_reference(data):
        return read_reference(data, str(path))[1].name
    try:
        return VerifierKey.parse(_public(path).read_text("utf-8").strip()).name
    except (OSError, ValueError, InvalidNote):
        return None


def _public(path: Path) -> Path:
    return path.with_name(f"{path.name}.pub")
