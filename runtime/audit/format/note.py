"""Signs and verifies notes: a text, a blank line, one signature line for each signer.

::

    example.com/log
    7
    <base64 of the root>

    — example.com/log <base64 of 4 bytes key id, 64 bytes Ed25519 signature>

A key is known by its name and id; a verifier holds it as ``name+<8 hex>+<base64>``. Everything has one spelling:
base64 is decoded and encoded again, so a flipped bit that a lenient decoder would drop is seen.

Source: C2SP signed-note; RFC 8032 (Ed25519).
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from blake3 import blake3

from runtime.audit.format.record_tag import derive_tag_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_ED25519 = b"\x01"
_DASH = "\N{EM DASH} "
SIGNATURE_MARK = _DASH.encode()
_MAX_SIGNATURES = 100
_FIELD_PRIME = 2**255 - 19
# The y coordinates of the points whose order divides 8. Under such a key one signature fits many messages.
_SMALL_ORDER_Y = frozenset(
    {
        0,
        1,
        _FIELD_PRIME - 1,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
    }
)


class InvalidNote(ValueError):
    """A note or key that does not hold; ``code`` is ``malformed``, ``signature`` or ``key_unknown``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def strict_base64(text: str) -> bytes:
    """The bytes of a base64 text in its only canonical spelling.

    Raises:
        InvalidNote: ``malformed``.
    """
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        data = b""
    if b64encode(data).decode() != text:
        raise InvalidNote("malformed", "base64 is not in canonical form")
    return data


class VerifierKey(msgspec.Struct, frozen=True):
    """The public half of a signing key, under its name."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """Four bytes that tell keys of one name apart."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{b64encode(_ED25519 + self.public).decode()}"

    @classmethod
    def make(cls, name: str, public: bytes) -> VerifierKey:
        """A key that passed every check.

        Raises:
            InvalidNote: ``malformed``: a bad name, another length than 32 bytes, a point of small order.
        """
        if not is_key_name(name):
            raise InvalidNote(
                "malformed", "a key's name is not empty and holds no space, no plus and no control"
            )
        if len(public) != 32:
            raise InvalidNote("malformed", "an Ed25519 public key has 32 bytes")
        y = int.from_bytes(public, "little") & (1 << 255) - 1  # the top bit is the sign of x
        if y >= _FIELD_PRIME or y in _SMALL_ORDER_Y:
            raise InvalidNote("malformed", "the key is a point of small order, or not in canonical form")
        return cls(name, public)

    @classmethod
    def parse(cls, text: str) -> VerifierKey:
        """The key of ``name+<8 hex>+<base64>``.

        Raises:
            InvalidNote: ``malformed``.
        """
        name, _, rest = text.partition("+")
        _, _, encoded = rest.partition("+")
        data = strict_base64(encoded)
        if data[:1] != _ED25519:
            raise InvalidNote("malformed", "the key is not an Ed25519 verifier key")
        key = cls.make(name, data[1:])
        if str(key) != text:
            raise InvalidNote("malformed", "the key's id does not belong to it")
        return key

    def verifies(self, signature: bytes, text: bytes) -> bool:
        """Whether the signature over the text is this key's."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer:
    """A name, the key that signs under it, and the key of the records' tags."""

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        self.key = VerifierKey.make(name, private.public_key().public_bytes_raw())
        self.tag_key = derive_tag_key(private.private_bytes_raw())
        """Authenticates records until they are signed."""
        self._sign: Callable[[bytes], bytes] = private.sign

    @classmethod
    def of_device(cls, key: VerifierKey, tag_key: bytes, sign: Callable[[bytes], bytes]) -> Signer:
        """The signer of a key that is not here: ``sign`` gives this key's signature of a message, or raises."""
        signer = cls.__new__(cls)
        signer.key, signer.tag_key, signer._sign = key, tag_key, sign  # noqa: SLF001  # our own
        return signer

    def secret(self, purpose: str) -> bytes:
        """A secret that nobody has but the holder of this key, another one for each purpose; it needs no file of its own."""
        return blake3(self.tag_key, derive_key_context=f"cathedral-runtime 2026 {purpose}").digest()

    @property
    def name(self) -> str:
        """The name that signatures carry: the log's origin."""
        return self.key.name

    def sign(self, text: str) -> bytes:
        """The note: the text and this key's signature. The text ends with LF."""
        return text.encode() + b"\n" + self.sign_line(text)

    def sign_line(self, text: str) -> bytes:
        """The signature line alone, for a note that several sign."""
        signature = b64encode(self.key.key_id + self.sign_raw(text)).decode()
        return f"{_DASH}{self.name} {signature}\n".encode()

    def sign_raw(self, text: str) -> bytes:
        """The 64 bytes of the Ed25519 signature."""
        return self._sign(text.encode())


def open_note(note: bytes, keys: Sequence[VerifierKey]) -> tuple[str, list[VerifierKey]]:
    """The note's text, and those of the keys that signed it: at least one.

    1. It is UTF-8 without control characters other than LF.
    2. A blank line parts text and signature lines; the last line is complete.
    3. Each signature line is well formed.
    4. No signature that claims a known key is wrong.
    5. At least one known key signed.

    Raises:
        InvalidNote: ``malformed`` (1 to 3), ``signature`` (4), ``key_unknown`` (5).
    """
    text, lines = _split(_decode(note))
    known = {(key.name, key.key_id): key for key in keys}
    signed: list[VerifierKey] = []
    for line in lines:
        name, data = _parse_signature(line)
        key = known.get((name, data[:4]))
        if key is None or key in signed:
            continue
        if not key.verifies(data[4:], text.encode()):
            raise InvalidNote("signature", f"the signature of {key.name} does not belong to this text")
        signed.append(key)
    if not signed:
        raise InvalidNote("key_unknown", "no known key signed this text")
    return text, signed


def is_key_name(text: str) -> bool:
    """Whether a key may bear this name; also that of a log, which is its origin."""
    return bool(text) and text.isprintable() and "+" not in text and not any(char.isspace() for char in text)


def _decode(note: bytes) -> str:
    try:
        text = note.decode()
    except UnicodeDecodeError:
        raise InvalidNote("malformed", "the note is not UTF-8") from None
    if any(char < " " and char != "\n" for char in text):
        raise InvalidNote("malformed", "the note holds a control character")
    return text


def _split(note: str) -> tuple[str, list[str]]:
    text, blank, signatures = note.rpartition("\n\n")
    if not blank or not signatures.endswith("\n"):
        raise InvalidNote("malformed", "the note has no signatures, or is cut short")
    lines = signatures[:-1].split("\n")
    if len(lines) > _MAX_SIGNATURES:
        raise InvalidNote("malformed", "the note has too many signatures")
    return text + "\n", lines


def _parse_signature(line: str) -> tuple[str, bytes]:
    if not line.startswith(_DASH):
        raise InvalidNote("malformed", "a signature line starts with a dash and a space")
    name, _, encoded = line[len(_DASH) :].partition(" ")
    data = strict_base64(encoded)
    if not is_key_name(name) or len(data) < 5:
        raise InvalidNote("malformed", "a signature line holds a name and at least five bytes")
    return name, data
