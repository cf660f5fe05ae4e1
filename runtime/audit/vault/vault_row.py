"""Encodes and parses one row of a vault's file: what a record's commitment stands for, as a line.

::

    SEQ KIND COMMITMENT SALT VALUE LF

| kind | the value is |
|---|---|
| ``t`` | the bytes as they are |
| ``b`` | base64 of bytes that hold a line feed |
| ``s`` | nothing: it was too large to be kept |
| ``e`` | erased: salt and value are overwritten with NUL |
"""

from __future__ import annotations

from base64 import b64decode, b64encode

import msgspec

from runtime.contracts.digest import PREFIX, commitment
from runtime.contracts.vault import MAX_VALUE_BYTES, Opened, Sealed

MAX_ROW_BYTES = MAX_VALUE_BYTES // 3 * 4 + 1_024
_TEXT, _BASE64, _SALT = b"t", b"b", b"s"
ERASED = b"e"
_KINDS = frozenset({_TEXT, _BASE64, _SALT, ERASED})


class VaultRow(msgspec.Struct, frozen=True):
    """One row as it stands in the file."""

    offset: int
    size_bytes: int
    seq: int
    kind: bytes
    commitment: str
    rest: bytes
    """Salt and value, as they are written."""

    @property
    def kind_offset(self) -> int:
        """Where its kind is written."""
        return self.offset + len(b"%d " % self.seq)

    @property
    def salt_offset(self) -> int:
        """Where its salt begins, which its value follows."""
        return self.kind_offset + len(b"t ") + len(self.commitment) - len(PREFIX) + 1

    @property
    def end(self) -> int:
        """Where its line feed is."""
        return self.offset + self.size_bytes

    def encode(self) -> bytes:
        """The line that it is, without its line feed."""
        return b"%d %b %b %b" % (
            self.seq,
            self.kind,
            self.commitment.removeprefix(PREFIX).encode(),
            self.rest,
        )

    def opened(self) -> Opened:
        """What the row says, and whether it opens its commitment."""
        if self.kind == ERASED:
            return Opened(state="erased")
        written, _, value = self.rest.partition(b" ")
        try:
            salt = bytes.fromhex(written.decode())
            if self.kind == _SALT:
                return Opened(state="salt" if len(salt) == 32 and not value else "broken", salt=salt)
            plain = b64decode(value) if self.kind == _BASE64 else value
            # One spelling for each row, so that no flipped bit is passed over.
            spelled = written == salt.hex().encode() and (plain is value or b64encode(plain) == value)
            if spelled and commitment(salt, plain) == self.commitment:
                return Opened(state="value", salt=salt, value=plain)
        except ValueError:  # no hexadecimal digits, no base64, or a salt of another length
            pass
        return Opened(state="broken")


def encode_row(seq: int, sealed: Sealed) -> bytes:
    """The line of a new row, with its line feed."""
    value = sealed.value
    if value is None:
        kind, value = _SALT, b""
    elif b"\n" in value:
        kind, value = _BASE64, b64encode(value)
    else:
        kind = _TEXT
    head = f"{seq} {kind.decode()} {sealed.commitment[len(PREFIX) :]} {sealed.salt.hex()} "
    return b"".join((head.encode(), value, b"\n"))  # the value, which may be large, is copied once


def parse_row(line: bytes, offset: int) -> VaultRow | None:
    """The row that a line is, if it is one."""
    parts = line.split(b" ", 3)
    if len(parts) != 4 or len(line) > MAX_ROW_BYTES:
        return None
    seq, kind, digest, rest = parts
    if kind not in _KINDS or len(digest) != 64 or not digest.isalnum():
        return None
    if (
        not seq.isdigit() or len(seq) > 16 or (seq[:1] == b"0" and seq != b"0")
    ):  # one spelling: offsets follow from it
        return None
    return VaultRow(offset, len(line), int(seq), kind, PREFIX + digest.decode(), rest)
