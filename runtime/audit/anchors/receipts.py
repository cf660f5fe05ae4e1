"""Makes and verifies receipts of records: COSE receipts (RFC 9942) with an inclusion proof in the tree of RFC 9162, as SCITT (RFC 9943) has them.

::

    18([ << {1: -8, 4: key id, 15: {1: log's name, 2: "record N of SIZE"}, 395: 1} >>,
         {396: {-1: [ << [tree size, leaf index, [hash, ...]] >> ]}},
         null,
         signature ])

The payload is detached: it is the tree's root, which whoever verifies computes from the record and the hashes. The log's key signs it anew, as EdDSA (-8), over RFC 9052's
``Sig_structure``. The root alone does not say how large the tree is, and one path can lead to it from several sizes: so the claims, which are signed, say number and size, too. The
structure begins with a byte which begins no UTF-8 text, so no receipt is a note, and no note a receipt.
"""

from __future__ import annotations

from typing import Any

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import Signer, VerifierKey
from runtime.audit.format.tlog_proof import InclusionProof
from runtime.audit.format.tree import HASH_BYTES, leaf_hash
from runtime.audit.format.tree_proof import root_of_inclusion
from runtime.contracts.errors import ConfigurationError

MAX_RECEIPT_BYTES = 16_384
_SIGN1 = 18
_ALGORITHM, _KEY_ID, _CLAIMS, _STRUCTURE, _PROOFS, _INCLUSION = 1, 4, 15, 395, 396, -1
_EDDSA, _RFC9162_SHA256, _ISSUER, _SUBJECT = -8, 1, 1, 2


class ProvedReceipt(msgspec.Struct, frozen=True):
    """What a receipt that holds says: this log had so many records, and this one among them."""

    origin: str
    index: int
    size: int


def make_receipt(proof: InclusionProof, size: int, root: bytes, signer: Signer) -> bytes:
    """The receipt of a proved record, by a checkpoint over ``size`` records with this root.

    Raises:
        AuditSignerFailed: ``audit.signer_failed``: the signing key is not at hand.
        ConfigurationError: ``config.invalid``: the library is not installed.
    """
    cbor = _cbor()
    protected = cbor.dumps(
        {
            _ALGORITHM: _EDDSA,
            _KEY_ID: signer.key.key_id,
            _CLAIMS: {_ISSUER: signer.name, _SUBJECT: _subject(proof.index, size)},
            _STRUCTURE: _RFC9162_SHA256,
        },
        canonical=True,
    )
    path = cbor.dumps([size, proof.index, list(proof.path)], canonical=True)
    signature = signer.sign_bytes(_signed(protected, root))
    sign1 = [protected, {_PROOFS: {_INCLUSION: [path]}}, None, signature]
    encoded: bytes = cbor.dumps(cbor.CBORTag(_SIGN1, sign1), canonical=True)
    return encoded


def verify_receipt(receipt: bytes, record: bytes, key: VerifierKey) -> ProvedReceipt:
    """What a receipt says of a record, under the log's key.

    Raises:
        FormatError: ``receipt.malformed``, ``receipt.signature``: also one of another record; ``receipt.key_unknown``: another key signed it.
        ConfigurationError: ``config.invalid``: the library is not installed.
    """
    cbor = _cbor()
    try:
        protected, unprotected, payload, signature = _sign1(cbor, receipt)
        headers = cbor.loads(protected)
        (path_bytes,) = unprotected[_PROOFS][_INCLUSION]
        size, index, path = cbor.loads(path_bytes)
        claims = headers[_CLAIMS]
        _require(
            payload is None and list(unprotected) == [_PROOFS] and list(unprotected[_PROOFS]) == [_INCLUSION]
        )
        _require(set(headers) == {_ALGORITHM, _KEY_ID, _CLAIMS, _STRUCTURE})
        _require(headers[_ALGORITHM] == _EDDSA and headers[_STRUCTURE] == _RFC9162_SHA256)
        _require(type(size) is int and type(index) is int and 0 <= index < size < 2**53)
        _require(len(path) <= 64 and all(type(node) is bytes and len(node) == HASH_BYTES for node in path))
        _require(claims == {_ISSUER: key.name, _SUBJECT: _subject(index, size)} and type(signature) is bytes)
        root = root_of_inclusion(leaf_hash(record), index, size, path)
        _require(root is not None and cbor.dumps([size, index, path], canonical=True) == path_bytes)
        again = cbor.CBORTag(_SIGN1, [protected, unprotected, None, signature])
        _require(cbor.dumps(again, canonical=True) == receipt)
    except (ValueError, TypeError, LookupError, RecursionError, cbor.CBORError) as error:
        raise FormatError(
            "receipt.malformed", "it is no COSE receipt in its only spelling, or of another log"
        ) from error
    if headers[_KEY_ID] != key.key_id:
        raise FormatError("receipt.key_unknown", "no known key signed the receipt")
    if root is None or not key.verifies(signature, _signed(protected, root)):
        raise FormatError("receipt.signature", "the signature is not of this record in this log")
    return ProvedReceipt(key.name, index, size)


def _subject(index: int, size: int) -> str:
    return f"record {index} of {size}"


def _sign1(cbor: Any, receipt: bytes) -> Any:
    _require(len(receipt) <= MAX_RECEIPT_BYTES)
    tagged = cbor.loads(receipt)
    _require(type(tagged) is cbor.CBORTag and tagged.tag == _SIGN1 and type(tagged.value[0]) is bytes)
    return tagged.value


def _signed(protected: bytes, root: bytes) -> bytes:
    """RFC 9052's ``Sig_structure``."""
    encoded: bytes = _cbor().dumps(["Signature1", protected, b"", root], canonical=True)
    return encoded


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError


def _cbor() -> Any:
    try:
        import cbor2
    except ImportError:
        raise ConfigurationError(
            "receipts take a library that is not installed",
            suggestion="Run `pip install 'cathedral-runtime[anchors]'`.",
        ) from None
    return cbor2
