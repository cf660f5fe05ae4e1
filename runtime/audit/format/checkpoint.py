"""Signs and reads checkpoints: "the log of this origin had this many records and this root".

The file of checkpoints is a row of notes, each followed by one blank line; their sizes only grow.

Source: C2SP tlog-checkpoint (origin, size, root, without extension lines).
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import (
    SIGNATURE_MARK,
    InvalidNote,
    Signer,
    VerifierKey,
    open_note,
    strict_base64,
)
from runtime.audit.format.tree import HASH_BYTES
from runtime.contracts.audit import MAX_SAFE_INTEGER

MAX_NOTE_BYTES = 16_384
"""Far above what one note with a hundred witnesses needs; a longer one is no note."""
_PRINTED = bytes({*range(256)} - {*range(1, 32)} | {ord("\n")})
"""What a note, or a torn one, may hold."""
_CODES = {
    "malformed": "checkpoint.malformed",
    "signature": "checkpoint.signature",
    "key_unknown": "checkpoint.key_unknown",
}


class Checkpoint(msgspec.Struct, frozen=True):
    """The statement of a checkpoint."""

    origin: str
    size: int
    root: bytes

    def sign(self, signer: Signer) -> bytes:
        """The checkpoint as a signed note."""
        return signer.sign(f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n")


def read_checkpoint(note: bytes, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The statement of a note that one of the keys signed, in the name of the log that it speaks for.

    Raises:
        FormatError: ``checkpoint.malformed``, ``.signature``, ``.key_unknown`` or ``.origin``.
    """
    try:
        text, signed = open_note(note, keys)
        checkpoint = _parse(text)
    except InvalidNote as error:
        raise FormatError(_CODES[error.code], error.message) from None
    if all(key.name != checkpoint.origin for key in signed):
        raise FormatError("checkpoint.origin", "the checkpoint speaks for another log than its signer's")
    return checkpoint


def unverified_checkpoint(note: bytes) -> Checkpoint:
    """What a note states, whoever signed it; to hand on, not to believe.

    Raises:
        ValueError: it is no checkpoint.
    """
    return _parse(note.partition(b"\n\n")[0].decode() + "\n")


def _parse(text: str) -> Checkpoint:
    lines = text.split("\n")
    if len(lines) != 4:
        raise InvalidNote("malformed", "a checkpoint has three lines: origin, size, root")
    origin, size, root, _ = lines
    if not (size.isascii() and size.isdigit()) or len(size) > 16 or str(int(size)) != size:
        raise InvalidNote("malformed", "the checkpoint's size is no plain decimal number")
    data = strict_base64(root)
    if len(data) != HASH_BYTES or not 0 < int(size) <= MAX_SAFE_INTEGER:
        raise InvalidNote("malformed", "the checkpoint's size or root is out of range")
    return Checkpoint(origin, int(size), data)


def last_note(tail: bytes) -> tuple[bytes | None, int]:
    """The last complete note of a file's last bytes, and how many bytes lie behind it: those of a torn one.

    Two times `MAX_NOTE_BYTES` hold at least one whole note.
    """
    *paragraphs, rest = tail.split(b"\n\n")
    torn = len(rest)
    if paragraphs and not paragraphs[-1].startswith(SIGNATURE_MARK):  # a text without its signatures
        torn += len(paragraphs.pop()) + 2
    return (b"\n\n".join(paragraphs[-2:]) + b"\n" if paragraphs else None), torn


def claimed_key_id(note: bytes) -> bytes:
    """Which key a note says that it was signed with first; to compare, not to believe."""
    line = note.rpartition(b"\n\n")[2].partition(b"\n")[0]
    try:
        return b64decode(line.rpartition(b" ")[2][:8])[:4]
    except ValueError:
        return line


def split_notes(data: bytes) -> list[bytes]:
    """The notes of a small file that may hold torn ones: each that begins and ends in a line of its own."""
    paragraphs = [part.strip(b"\n") for part in data.split(b"\n\n")]
    pairs = pairwise(paragraphs)
    return [text + b"\n\n" + names + b"\n" for text, names in pairs if names.startswith(SIGNATURE_MARK)]


def could_begin_note(rest: bytes) -> bool:
    """Whether a crash can have left these bytes of a note: they hold no control character but line feeds, and NUL for what was lost."""
    return not rest.strip(_PRINTED)


class NoteFraming:
    """Cuts a stream of bytes into notes: ``rest`` is the unfinished last one.

    A note is two paragraphs, text and signatures, so every second blank line ends one.
    """

    __slots__ = ("rest",)

    def __init__(self) -> None:
        self.rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The notes that the chunk completes, without the blank line behind each.

        Raises:
            FormatError: no note can be that long; what came before it was returned already.
        """
        if len(self.rest) > MAX_NOTE_BYTES:
            raise FormatError("checkpoint.malformed", f"a note has more than {MAX_NOTE_BYTES} bytes")
        *parts, rest = (self.rest + chunk).split(b"\n\n")
        if len(parts) % 2:  # the last blank line lies inside a note
            rest = parts.pop() + b"\n\n" + rest
        self.rest = rest
        return [text + b"\n\n" + names + b"\n" for text, names in zip(parts[::2], parts[1::2], strict=True)]
