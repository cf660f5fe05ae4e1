"""COSE receipts of records: read here by a reader that was written from RFC 9942 and RFC 9052 alone, and refused where anything of them is another."""

from __future__ import annotations

from hashlib import sha256

import cbor2
import pytest
from audit_forge import ORIGIN, make_signer, whole_call
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from runtime.audit.anchors.receipts import make_receipt, verify_receipt
from runtime.audit.format.chain import FormatError
from runtime.audit.prove.prover import Prover
from runtime.audit.read.reader import LogReader
from runtime.audit.write.log import Log

SIGNER = make_signer()


@pytest.fixture(scope="module")
def receipts(tmp_path_factory):
    """For each record of a log its line and its receipt."""
    folder = tmp_path_factory.mktemp("receipts") / "log"
    with Log.open(folder, signer=SIGNER, origin=ORIGIN, runtime_version="1", create=True) as log:
        for number in range(3):
            log.commit_sync(whole_call(f"c-{number}"))
    with LogReader(folder) as reader:
        prover = Prover(reader, [SIGNER.key])
        _, checkpoint = prover.newest()
        proofs = [prover.prove_record(seq) for seq in range(checkpoint.size)]
    return [(one.line, make_receipt(one, checkpoint.size, checkpoint.root, SIGNER)) for one in proofs]


def read_by_the_book(receipt: bytes, record: bytes) -> tuple[int, int]:
    """Tree size and index, by RFC 9942 section 5.2, RFC 9052 section 4.4 and RFC 9162 section 2.1.3.2."""
    tag = cbor2.loads(receipt)
    assert tag.tag == 18
    protected, unprotected, payload, signature = tag.value
    headers = cbor2.loads(protected)
    assert (headers[1], headers[395], payload) == (-8, 1, None)
    ((proof,),) = (unprotected[396][-1],)
    size, index, path = cbor2.loads(proof)
    node, fn, sn = sha256(b"\0" + record).digest(), index, size - 1
    for sibling in path:
        assert sn > 0
        if fn & 1 or fn == sn:
            node = sha256(b"\1" + sibling + node).digest()
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            node = sha256(b"\1" + node + sibling).digest()
        fn, sn = fn >> 1, sn >> 1
    assert sn == 0
    signed = cbor2.dumps(["Signature1", protected, b"", node])
    Ed25519PublicKey.from_public_bytes(SIGNER.key.public).verify(signature, signed)
    return size, index


def test_every_record_has_a_receipt_that_a_reader_of_the_standard_takes(receipts):
    for seq, (line, receipt) in enumerate(receipts):
        assert read_by_the_book(receipt, line) == (len(receipts), seq)
        found = verify_receipt(receipt, line, SIGNER.key)
        assert (found.origin, found.index, found.size) == (ORIGIN, seq, len(receipts))


def test_no_flipped_bit_of_a_receipt_or_its_record_is_taken(receipts):
    line, receipt = receipts[4]
    for place in range(len(receipt)):
        for mask in (1, 0x80):
            flipped = receipt[:place] + bytes([receipt[place] ^ mask]) + receipt[place + 1 :]
            with pytest.raises(FormatError):
                verify_receipt(flipped, line, SIGNER.key)
    for place in range(0, len(line), 5):
        with pytest.raises(FormatError):
            verify_receipt(receipt, line[:place] + b"~" + line[place + 1 :], SIGNER.key)


def test_a_receipt_is_of_one_record_and_one_key(receipts):
    (line, receipt), (_, other) = receipts[1], receipts[2]
    with pytest.raises(FormatError):
        verify_receipt(other, line, SIGNER.key)
    with pytest.raises(FormatError) as caught:
        verify_receipt(receipt, line, make_signer(2).key)
    assert caught.value.code == "receipt.key_unknown"
    with pytest.raises(FormatError):
        verify_receipt(receipt, line, make_signer(1, "other/log").key)


def edited(receipt: bytes, *, protected=None, unprotected=None, payload=None, tag=18) -> bytes:
    was = cbor2.loads(receipt).value
    headers = cbor2.loads(was[0]) | (protected or {})
    bytes_ = cbor2.dumps({k: v for k, v in headers.items() if v is not None}, canonical=True)
    return cbor2.dumps(cbor2.CBORTag(tag, [bytes_, unprotected or was[1], payload, was[3]]), canonical=True)


@pytest.mark.parametrize(
    "change",
    [
        {"protected": {1: -7}},
        {"protected": {1: -19}},
        {"protected": {1: None}},
        {"protected": {395: 2}},
        {"protected": {395: None}},
        {"protected": {2: [99]}},
        {"protected": {15: {1: ORIGIN, 2: "record 0 of 15"}}},
        {"unprotected": {396: {-1: []}}},
        {"unprotected": {396: {-2: [b""]}}},
        {"unprotected": {396: {-1: [b"", b""]}}},
        {"unprotected": {396: {-1: [cbor2.dumps([1, 0, []])]}}},
        {"unprotected": {396: {-1: [cbor2.dumps([2**70, 0, []])]}}},
        {"unprotected": {396: {-1: [cbor2.dumps([9, True, []])]}}},
        {"unprotected": {396: {-1: [cbor2.dumps([9, 1, [b"x"] * 3])]}}},
        {"unprotected": {1: 2}},
        {"payload": bytes(32)},
        {"tag": 98},
    ],
)
def test_what_is_said_in_another_way_is_refused(receipts, change):
    """T-AUD-98: another algorithm, another structure, a payload of one's own, a critical header that nobody knows."""
    line, receipt = receipts[1]
    assert edited(receipt) == receipt
    with pytest.raises(FormatError):
        verify_receipt(edited(receipt, **change), line, SIGNER.key)


@pytest.mark.parametrize(
    "data", [b"", b"\xd2", b"\xd2\x84", b"\xd2" * 9000, b"\xd2\x9f\xff", b"\xd2\x80", b"\xf6"]
)
def test_what_is_no_receipt_is_refused(receipts, data):
    with pytest.raises(FormatError):
        verify_receipt(data, receipts[0][0], SIGNER.key)


def test_the_log_signs_no_bytes_as_a_receipt_that_could_begin_a_note():
    with pytest.raises(ValueError, match="begin a text"):
        SIGNER.sign_bytes(b"example.com/log\n7\n")
