"""Signs documents that are about a log: a note states the document's title, its length and its SHA-256 digest.

::

    auditor.example report
    48211
    sha256:<64 hex>

    — auditor.example <base64 of key id and signature>

The digest is SHA-256, so that ``sha256sum`` and ``openssl`` are enough to check one.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, open_note

_CODES = {
    "malformed": "document.malformed",
    "signature": "document.signature",
    "key_unknown": "document.key_unknown",
}


def sign_document(data: bytes, title: str, signer: Signer) -> bytes:
    """The note for a document."""
    return signer.sign(_statement(data, title, signer.key))


def check_document(data: bytes, title: str, note: bytes, keys: Sequence[VerifierKey]) -> VerifierKey:
    """Which of the keys signed this document.

    Raises:
        FormatError: ``document.malformed``; ``document.signature``: it was changed, or the note is of another one;
            ``document.key_unknown``: none of the keys signed it.
    """
    try:
        text, signed = open_note(note, keys)
    except InvalidNote as error:
        raise FormatError(_CODES[error.code], error.message) from None
    for key in signed:
        if text == _statement(data, title, key):
            return key
    raise FormatError("document.signature", "the signature belongs to another document: this one was changed")


def _statement(data: bytes, title: str, key: VerifierKey) -> str:
    # The space: no origin, hence no checkpoint, starts with this line.
    return f"{key.name} {title}\n{len(data)}\nsha256:{sha256(data).hexdigest()}\n"
