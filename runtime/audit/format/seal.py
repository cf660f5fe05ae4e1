"""Signs and reads seals: "this segment of the log holds exactly these bytes, and the log stood so at its end".

A segment that is full never changes again, so its file has one digest. A seal is a signed note like a frontier: a title
and one line of canonical JSON. It states

1. which records the segment holds (``first`` to ``size`` - 1),
2. the length and BLAKE3 digest of its bytes,
3. the digest and time of its last record, which the next segment continues,
4. the right edge of the tree at its end,
5. the key in force at its end, which signs it.

A full verification believes none of it: 3 and 4 are where it takes up the next segment before the one in front is read to
its end, and it holds the end against them. A quick one believes 4 and compares 2.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, open_note
from runtime.audit.format.tree import HASH_BYTES, Tree
from runtime.contracts.audit import GENESIS, Count

MAX_SEAL_BYTES = 65_536
"""Far above what one holds; a longer file is no seal."""
_CODES = {
    "malformed": "seal.malformed",
    "signature": "seal.signature",
    "key_unknown": "seal.key_unknown",
}


class SegmentStart(msgspec.Struct, frozen=True):
    """Where a log stands between two segments."""

    size: int = 0
    head: str = GENESIS
    at_us: int = 0
    nodes: tuple[str, ...] = ()

    def tree(self) -> Tree:
        """The tree to go on with."""
        return Tree(self.size, tuple(bytes.fromhex(node) for node in self.nodes))


class _Claim(msgspec.Struct, frozen=True):
    key: str


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The statement of a seal."""

    at_us: Count
    digest: str
    first: Count
    head: str
    key: str
    length: Count
    nodes: tuple[str, ...]
    size: Count

    @property
    def end(self) -> SegmentStart:
        """Where the next segment takes up the log."""
        return SegmentStart(self.size, self.head, self.at_us, self.nodes)

    def require_first(self, first: int) -> None:
        """Raises FormatError, ``seal.order``, unless the segment begins with this record."""
        if self.first != first:
            raise FormatError(
                "seal.order", f"the seal is that of the segment that record {self.first} begins"
            )

    def sign(self, signer: Signer) -> bytes:
        """The seal as a signed note."""
        return signer.sign(f"{_title(signer.key)}\n{msgspec.json.encode(self).decode()}\n")


def read_seal(note: bytes, keys: Sequence[VerifierKey]) -> Seal:
    """The statement of a seal that one of the keys signed.

    Raises:
        FormatError: ``seal.malformed``, ``.signature`` or ``.key_unknown``.
    """
    if len(note) > MAX_SEAL_BYTES:
        raise FormatError("seal.malformed", f"the seal has more than {MAX_SEAL_BYTES} bytes")
    try:
        text, signed = open_note(note, keys)
    except InvalidNote as error:
        raise FormatError(_CODES[error.code], error.message) from None
    title, _, data = text.partition("\n")
    try:
        seal = msgspec.json.decode(data, type=Seal)
        nodes = [bytes.fromhex(node) for node in seal.nodes]
    except (msgspec.MsgspecError, ValueError):
        raise FormatError("seal.malformed", "the seal does not have exactly its fields") from None
    if len(nodes) != seal.size.bit_count() or any(len(node) != HASH_BYTES for node in nodes):
        raise FormatError("seal.malformed", "the seal's tree is not that of its size")
    # A frontier or checkpoint by the same key is another kind of statement.
    if not any(title == _title(key) and seal.key == str(key) for key in signed):
        raise FormatError("seal.malformed", "the note is no seal of the key that signed it")
    if msgspec.json.encode(seal).decode() + "\n" != data or seal.size <= seal.first:
        raise FormatError("seal.malformed", "the seal is not in canonical form")
    return seal


def claimed_key(note: bytes) -> VerifierKey | None:
    """The key that a seal names as its own, None where it names none; to verify its signature with, not to believe."""
    try:
        return VerifierKey.parse(msgspec.json.decode(note.split(b"\n", 2)[1], type=_Claim).key)
    except (msgspec.MsgspecError, ValueError, IndexError):
        return None


def _title(key: VerifierKey) -> str:
    return f"{key.name} seal"  # the space: no origin, hence no checkpoint, starts with this line
