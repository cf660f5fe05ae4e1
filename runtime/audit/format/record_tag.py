"""Authenticates a record from the moment when it is written until a checkpoint signs it.

A line ends with ``,"tag":"<32 hex>"}``. The tag is the first 16 bytes of BLAKE3, keyed, over the 32-byte BLAKE3 digest of the line
up to and with the quote in front of the tag. The chain makes that digest stand for the record's place and for every record in front,
the log's opening among them, so a tag fits no other place, log or history.

The tag key is BLAKE3's key derivation from the private signing key. A verifier that has only the public key cannot check tags, and
needs none where a checkpoint covers the record: the tag is part of the line that is signed.
"""

from __future__ import annotations

from hmac import compare_digest

from blake3 import blake3

TAG_BYTES = 16
TAG_HEX = 2 * TAG_BYTES
TAG_END = b'"}'
_CONTEXT = "cathedral-runtime 2026 audit log record tag"
_MARK = b',"tag":"'
_TAIL_BYTES = TAG_HEX + len(TAG_END)


def derive_tag_key(private: bytes) -> bytes:
    """The key of the tags of whoever signs with this private key (its 32 raw bytes)."""
    return blake3(private, derive_key_context=_CONTEXT).digest()


def ends_with_tag(line: bytes) -> bool:
    """Whether the line has a tag of the right length at its end."""
    return line[-_TAIL_BYTES - len(_MARK) : -_TAIL_BYTES] == _MARK


def is_tagged_by(line: bytes, tag_key: bytes) -> bool:
    """Whether the tag at the line's end is the one that this key gives it."""
    digest = blake3(line[:-_TAIL_BYTES]).digest()
    tag = blake3(digest, key=tag_key).digest(length=TAG_BYTES).hex().encode()
    return compare_digest(line[-_TAIL_BYTES : -len(TAG_END)], tag)
