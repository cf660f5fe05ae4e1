"""Encodes, parses and checks proofs as texts: whoever holds the log's public key checks them without the log.

``.tlog-proof``, that a record is in the log; the record's line is the extra data, which the path authenticates::

    c2sp.org/tlog-proof@v1
    extra <base64 of the record>
    index 7
    <base64 of one hash a line, from the leaf to the root>

    <checkpoint>

and a consistency proof, that a log continues an older checkpoint, which is the request of C2SP tlog-witness::

    old 128
    <base64 of one hash a line>

    <checkpoint>

Source: C2SP tlog-proof, tlog-witness.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, Checkpoint, read_checkpoint
from runtime.audit.format.note import InvalidNote, VerifierKey, strict_base64
from runtime.audit.format.tree import HASH_BYTES, leaf_hash
from runtime.audit.format.tree_proof import verify_consistency, verify_inclusion
from runtime.contracts.audit import MAX_LINE_BYTES, MAX_SAFE_INTEGER, Body, Record

_VERSION = "c2sp.org/tlog-proof@v1"
_MAX_HASHES = 64
MAX_PROOF_BYTES = MAX_LINE_BYTES * 4 // 3 + _MAX_HASHES * 45 + MAX_NOTE_BYTES + 128
"""Above what the longest record in the largest tree takes."""


class InclusionProof(msgspec.Struct, frozen=True):
    """A record, its place, the path from it to a signed root, and the checkpoint that signs it."""

    line: bytes
    index: int
    path: tuple[bytes, ...]
    note: bytes

    def encode(self) -> bytes:
        """The proof's text."""
        head = f"{_VERSION}\nextra {b64encode(self.line).decode()}\nindex {self.index}\n"
        return head.encode() + _encode_hashes(self.path) + b"\n" + self.note


class ConsistencyProof(msgspec.Struct, frozen=True):
    """The path from the root over the first ``old_size`` records to the checkpoint's."""

    old_size: int
    path: tuple[bytes, ...]
    note: bytes

    def encode(self) -> bytes:
        """The proof's text."""
        return f"old {self.old_size}\n".encode() + _encode_hashes(self.path) + b"\n" + self.note


class ProvenRecord(msgspec.Struct, frozen=True):
    """What a proof of inclusion shows: this record is in the log of this checkpoint."""

    record: Record
    body: Body
    line: bytes
    checkpoint: Checkpoint


def is_consistency(data: bytes) -> bool:
    """Whether the text is to be a consistency proof rather than one of inclusion."""
    return data.startswith(b"old ")


def check_inclusion(data: bytes, keys: Sequence[VerifierKey]) -> ProvenRecord:
    """What the proof shows.

    1. It has the form above, in its only spelling.
    2. Its record is one that a writer leaves, and bears the number of its place.
    3. One of the keys signed the checkpoint.
    4. The path leads from the record to the checkpoint's root.

    Raises:
        FormatError: ``proof.malformed`` (1), ``proof.record`` (2), ``checkpoint.*`` (3), ``proof.path`` (4).
    """
    proof = parse_inclusion(data)
    try:
        record, body = decode(proof.line)
    except FormatError as error:
        raise FormatError("proof.record", f"the record does not hold: {error.message}") from None
    if record.seq != proof.index:
        raise FormatError(
            "proof.record", f"the proof is for record {proof.index}, and holds record {record.seq}"
        )
    checkpoint = read_checkpoint(proof.note, keys)
    if not verify_inclusion(leaf_hash(proof.line), proof.index, checkpoint.size, proof.path, checkpoint.root):
        raise FormatError("proof.path", "the path does not lead from the record to the signed root")
    return ProvenRecord(record, body, proof.line, checkpoint)


def check_consistency(
    data: bytes, old_note: bytes, keys: Sequence[VerifierKey]
) -> tuple[Checkpoint, Checkpoint]:
    """The two checkpoints, the older first, where the proof shows that one log made both.

    Raises:
        FormatError: ``proof.malformed``, ``checkpoint.*``, or ``proof.path``: the newer does not continue the older.
    """
    proof = parse_consistency(data)
    old, new = read_checkpoint(old_note, keys), read_checkpoint(proof.note, keys)
    if old.origin != new.origin or proof.old_size != old.size:
        raise FormatError("proof.path", "the proof is about another checkpoint than the older one")
    if not verify_consistency(old.size, new.size, proof.path, old.root, new.root):
        raise FormatError("proof.path", "the path does not lead from the older checkpoint to the newer one")
    return old, new


def parse_inclusion(data: bytes) -> InclusionProof:
    """The parts of a ``.tlog-proof``.

    Raises:
        FormatError: ``proof.malformed``.
    """
    lines, note = _split(data)
    if len(lines) < 3 or lines[0] != _VERSION:
        raise FormatError("proof.malformed", f"a proof starts with {_VERSION}, a record and its number")
    line = _decode(_after("extra ", lines[1]))
    index = _number(_after("index ", lines[2]))
    return InclusionProof(line, index, _hashes(lines[3:]), note)


def parse_consistency(data: bytes) -> ConsistencyProof:
    """The parts of a consistency proof.

    Raises:
        FormatError: ``proof.malformed``.
    """
    lines, note = _split(data)
    return ConsistencyProof(_number(_after("old ", lines[0])), _hashes(lines[1:]), note)


def _split(data: bytes) -> tuple[list[str], bytes]:
    """The lines before the first blank one, and the checkpoint behind it."""
    if len(data) > MAX_PROOF_BYTES:
        raise FormatError("proof.malformed", f"the proof has more than {MAX_PROOF_BYTES} bytes")
    head, blank, note = data.partition(b"\n\n")
    if not blank or not head.isascii():
        raise FormatError("proof.malformed", "the proof has no checkpoint, or is no text")
    return head.decode("ascii").split("\n"), note


def _after(word: str, line: str) -> str:
    if not line.startswith(word):
        raise FormatError("proof.malformed", f"a line of the proof does not start with {word.strip()!r}")
    return line[len(word) :]


def _number(text: str) -> int:
    if not text.isdigit() or len(text) > 16 or str(int(text)) != text or int(text) > MAX_SAFE_INTEGER:
        raise FormatError("proof.malformed", "a number of the proof is no plain decimal number")
    return int(text)


def _hashes(lines: list[str]) -> tuple[bytes, ...]:
    if len(lines) > _MAX_HASHES:
        raise FormatError("proof.malformed", f"the proof has more than {_MAX_HASHES} hashes")
    hashes = tuple(_decode(line) for line in lines)
    if any(len(data) != HASH_BYTES for data in hashes):
        raise FormatError("proof.malformed", "a hash of the proof has not 32 bytes")
    return hashes


def _decode(text: str) -> bytes:
    try:
        return strict_base64(text)
    except InvalidNote as error:
        raise FormatError("proof.malformed", error.message) from None


def _encode_hashes(path: Sequence[bytes]) -> bytes:
    return b"".join(b64encode(node) + b"\n" for node in path)
