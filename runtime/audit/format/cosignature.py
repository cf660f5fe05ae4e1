"""Makes and verifies cosignatures: "at this time, this was the largest log of this name that I have seen", signed by a witness.

The key of a witness is written like any verifier key, with another type byte: ``name+<8 hex>+<base64 of 0x04 and the key>``. A
signature line holds four bytes of key id, the time in eight, and 64 of Ed25519 over ``cosignature/v1``, the time, and the checkpoint's text.

Source: C2SP tlog-cosignature.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256

import msgspec

from runtime.audit.format.note import SIGNATURE_MARK, InvalidNote, VerifierKey, strict_base64

_TYPE = b"\x04"
_SIGNATURE_BYTES = 4 + 8 + 64
MAX_AHEAD_S = 300
"""How far a witness's clock may be ahead."""


class WitnessKey(msgspec.Struct, frozen=True):
    """The public key of a witness, under its name."""

    key: VerifierKey

    @property
    def key_id(self) -> bytes:
        """Four bytes that tell keys of one name apart."""
        return sha256(self.key.name.encode() + b"\n" + _TYPE + self.key.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.key.name}+{self.key_id.hex()}+{b64encode(_TYPE + self.key.public).decode()}"

    @classmethod
    def parse(cls, text: str) -> WitnessKey:
        """The key of ``name+<8 hex>+<base64>``.

        Raises:
            InvalidNote: ``malformed``.
        """
        name, _, rest = text.partition("+")
        data = strict_base64(rest.partition("+")[2])
        if data[:1] != _TYPE:
            raise InvalidNote("malformed", "the key is no Ed25519 key of a witness")
        made = cls(VerifierKey.make(name, data[1:]))
        if str(made) != text:
            raise InvalidNote("malformed", "the key's id does not belong to it")
        return made

    def find(self, note: bytes, lines: bytes, now_s: float) -> bytes:
        """The line among these by which the witness cosigned the note.

        Raises:
            InvalidNote: ``key_unknown``: none is this witness's; ``signature``: it does not belong to the text, or its time has not come.
        """
        text = note.partition(b"\n\n")[0] + b"\n"
        for line in lines.split(b"\n"):
            data = self._data_of(line)
            if data is None:
                continue
            time_s = int.from_bytes(data[4:12])
            message = b"cosignature/v1\ntime %d\n" % time_s + text
            if not 0 < time_s <= now_s + MAX_AHEAD_S or not self.key.verifies(data[12:], message):
                raise InvalidNote("signature", "the cosignature does not belong to this checkpoint and time")
            return line + b"\n"
        raise InvalidNote("key_unknown", f"{self.key.name} did not cosign the checkpoint")

    def time_of(self, line: bytes) -> int:
        """When the witness says that it signed, in seconds, of a line that `find` gave."""
        data = self._data_of(line.removesuffix(b"\n"))
        return int.from_bytes(data[4:12]) if data else 0

    def cosign(self, note: bytes, time_s: int, sign: Callable[[str], bytes]) -> bytes:
        """The line by which the holder of this key cosigns a note."""
        text = note.partition(b"\n\n")[0].decode() + "\n"
        signature = sign(f"cosignature/v1\ntime {time_s}\n{text}")
        data = b64encode(self.key_id + time_s.to_bytes(8) + signature)
        return SIGNATURE_MARK + self.key.name.encode() + b" " + data + b"\n"

    def _data_of(self, line: bytes) -> bytes | None:
        """What a line that claims to be this witness's holds; others are none of our business."""
        name, _, encoded = line.removeprefix(SIGNATURE_MARK).rpartition(b" ")
        if not line.startswith(SIGNATURE_MARK) or name != self.key.name.encode():
            return None
        try:
            data = strict_base64(encoded.decode())
        except ValueError:  # an InvalidNote among them
            return None
        return data if data[:4] == self.key_id and len(data) == _SIGNATURE_BYTES else None
