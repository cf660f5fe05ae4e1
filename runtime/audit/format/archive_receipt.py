"""Signs and reads receipts: "this segment was read back from the archive as it was sealed, and may be removed here".

A receipt is a signed note like a seal: the line ``NAME archived``, then one line of canonical JSON. It stands beside the seal, which goes on
to say what the segment held. Without a receipt a segment that is gone was taken away.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, open_note
from runtime.audit.format.seal import Seal
from runtime.contracts.audit import Count

MAX_RECEIPT_BYTES = 16_384


class ArchiveReceipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The statement of a receipt."""

    archive: str
    """Where it lies; to tell people, never to connect to."""
    digest: str
    first: Count
    length: Count
    seq: Count
    """The record that says so."""
    size: Count

    def sign(self, signer: Signer) -> bytes:
        """The receipt as a signed note."""
        return signer.sign(f"{_title(signer.key)}\n{msgspec.json.encode(self).decode()}\n")

    def require(self, seal: Seal) -> None:
        """Raises FormatError, ``segment.receipt``, unless it is of the segment of this seal."""
        if (self.first, self.size, self.length, self.digest) != (
            seal.first,
            seal.size,
            seal.length,
            seal.digest,
        ):
            raise FormatError("segment.receipt", "the receipt is that of another segment")


def read_receipt(note: bytes, keys: Sequence[VerifierKey]) -> ArchiveReceipt:
    """The statement of a receipt that one of the keys signed.

    Raises:
        FormatError: ``segment.receipt``.
    """
    try:
        text, signed = open_note(note, keys)
        title, _, data = text.partition("\n")
        receipt = msgspec.json.decode(data, type=ArchiveReceipt)
    except InvalidNote as error:
        raise FormatError("segment.receipt", f"the receipt does not hold: {error.message}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise FormatError("segment.receipt", "the receipt does not have exactly its fields") from None
    if title not in {_title(key) for key in signed}:
        raise FormatError("segment.receipt", "the note is no receipt of the key that signed it")
    return receipt


def claimed_archive(note: bytes) -> str:
    """Where a receipt says that the segment lies, whoever signed it; to tell people."""
    try:
        return msgspec.json.decode(note.split(b"\n", 2)[1], type=ArchiveReceipt).archive
    except (msgspec.MsgspecError, ValueError, IndexError):
        return "an archive"


def _title(key: VerifierKey) -> str:
    return f"{key.name} archived"  # the space: no origin, hence no checkpoint, starts with this line
