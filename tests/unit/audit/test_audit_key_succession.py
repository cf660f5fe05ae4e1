"""Proofs of handings over lead from the pinned key to the one that signs, and nowhere else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from audit_forge import make_signer

from runtime.audit.format.chain import FormatError
from runtime.audit.format.tlog_proof import check_inclusion
from runtime.audit.keys.key_rotation import make_rotation
from runtime.audit.prove.key_succession import follow_key_succession
from runtime.audit.prove.prover import Prover
from runtime.audit.read.reader import LogReader
from runtime.contracts.audit import Entry
from runtime.contracts.errors import AuditUntrusted


@pytest.fixture
def signers():
    return [make_signer(seed) for seed in (1, 2, 3)]


@pytest.fixture
def rotated(forge, call, signers):
    """A log that was handed over twice, with calls in between."""
    log = forge(2)
    for number, (old, new) in enumerate(pairwise(signers)):
        log.add(Entry(None, make_rotation(old, new, log.state.size + 1))).sign(old)
        log.add(*call(f"later-{number}")).sign(new)
    return log


@pytest.fixture
def prover(rotated, tmp_path):
    with LogReader(rotated.write(tmp_path / "log")) as reader:
        yield lambda *keys: Prover(reader, keys)


def test_a_log_is_followed_from_the_pinned_key_to_the_one_that_signs(prover, signers, rotated):
    pinned = signers[0].key
    proofs = [proof.encode() for proof in prover(pinned).prove_key_succession()]
    assert [follow_key_succession([pinned], proofs[:count])[-1] for count in range(3)] == [
        signer.key for signer in signers
    ]
    proof = prover(pinned).prove_record(2).encode()
    with pytest.raises(FormatError) as caught:
        check_inclusion(proof, [pinned])
    assert caught.value.code == "checkpoint.key_unknown"
    assert check_inclusion(proof, follow_key_succession([pinned], proofs)).line == rotated.lines[2]
    assert len(prover(signers[1].key).prove_key_succession()) == 1


def test_a_stranger_is_led_nowhere(prover):
    """T-AUD-04"""
    with pytest.raises(AuditUntrusted) as caught:
        prover(make_signer(9).key).prove_record(2)
    assert caught.value.code == "audit.untrusted"


def test_a_handing_over_that_the_old_key_did_not_sign_is_not_followed(forge, call, signers, tmp_path):
    """T-AUD-55: whoever can write the folder cannot give the log to himself."""
    pinned, thief = signers[0], signers[1]
    log = forge(2)
    log.add(Entry(None, make_rotation(pinned, thief, log.state.size + 1))).sign(thief)
    log.add(*call("later")).sign(thief)
    with LogReader(log.write(tmp_path / "log")) as reader:
        prover = Prover(reader, [pinned.key])
        assert prover.prove_key_succession() == []
        with pytest.raises(AuditUntrusted) as caught:
            prover.prove_record(2)
    assert caught.value.code == "audit.untrusted"


def test_proofs_of_handings_over_hold_in_their_order_alone(prover, signers):
    """T-AUD-55"""
    pinned = signers[0].key
    first, second = (proof.encode() for proof in prover(pinned).prove_key_succession())
    for wrong in ([second], [second, first], [first, first]):
        with pytest.raises(FormatError) as caught:
            follow_key_succession([pinned], wrong)
        assert caught.value.code == "checkpoint.key_unknown"
    with pytest.raises(FormatError) as caught:
        follow_key_succession([pinned, signers[1].key], [first, first])
    assert caught.value.code == "checkpoint.key_unknown"


def test_a_proof_of_another_record_hands_nothing_over(forge, signers, tmp_path):
    """T-AUD-55: nor one of a handing over by a later checkpoint, which does not show that the old key agreed."""
    log = forge(1)
    log.add(Entry(None, make_rotation(signers[0], signers[1], log.state.size + 1)))
    log.add(Entry(None, make_rotation(signers[0], signers[2], log.state.size + 1))).sign()
    with LogReader(log.write(tmp_path / "log")) as reader:
        prover = Prover(reader, [signers[0].key])
        for seq in (0, 1, log.state.size - 2):
            with pytest.raises(FormatError) as caught:
                follow_key_succession([signers[0].key], [prover.prove_record(seq).encode()])
            assert caught.value.code == "proof.handover"


@pytest.mark.parametrize("mask", [1, 0x80])
def test_a_handing_over_with_any_byte_flipped_leads_nowhere(prover, signers, mask):
    """T-AUD-52"""
    proof = prover(signers[0].key).prove_key_succession()[0].encode()
    for position in range(len(proof)):
        flipped = bytearray(proof)
        flipped[position] ^= mask
        with pytest.raises(FormatError):
            follow_key_succession([signers[0].key], [bytes(flipped)])
