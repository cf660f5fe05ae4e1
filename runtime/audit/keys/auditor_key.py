"""Makes and loads a key of somebody who signs statements about logs, and no log: an auditor.

Beside the file of the private key, ``FILE.pub`` holds the verifier key, which names the auditor; it is given to whoever checks the statements.
"""

from __future__ import annotations

import os
from pathlib import Path

from runtime.audit.format.note import InvalidNote, Signer, VerifierKey
from runtime.audit.keys.key_files import create_key, load_signer
from runtime.contracts.errors import AuditKeyUnusable

_MAX_BYTES = 4_096


def create_auditor_key(path: Path, name: str) -> VerifierKey:
    """Make a key under the auditor's name, such as a domain's.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: a file exists or cannot be written, or the name is none.
    """
    public = _public(path)
    if os.path.lexists(public):
        raise AuditKeyUnusable(f"The key file {public} exists already", suggestion="Name another file.")
    key = create_key(path, name, path.parent)
    try:
        public.write_text(f"{key}\n", "utf-8")
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {public} cannot be written: {error.strerror}") from None
    return key


def load_auditor_key(path: Path) -> Signer:
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
    signer = load_signer(path, key.name)
    if signer.key != key:
        raise AuditKeyUnusable(f"{public} is not the public half of {path}")
    return signer


def _public(path: Path) -> Path:
    return path.with_name(f"{path.name}.pub")
