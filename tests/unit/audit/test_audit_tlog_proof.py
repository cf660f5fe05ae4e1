"""A proof holds as it was written and in no other way: for the command, and for the script that needs openssl alone."""

from __future__ import annotations

import runpy
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest

from runtime.audit.format.chain import FormatError
from runtime.audit.format.tlog_proof import (
    MAX_PROOF_BYTES,
    InclusionProof,
    check_consistency,
    check_inclusion,
    is_consistency,
    parse_inclusion,
)
from runtime.audit.prove.prover import Prover
from runtime.audit.read.reader import LogReader, read_trusted_checkpoint

SCRIPT = Path(__file__).parents[3] / "docs" / "check_proof.py"
SEQ = 9


@pytest.fixture(scope="module")
def script():
    """The script's function, as whoever has only the page would run it."""
    return runpy.run_path(str(SCRIPT))["check"]


@pytest.fixture
def made(forge, signer, tmp_path):
    """A log of 13 records, and a prover."""
    log = forge()
    with LogReader(log.write(tmp_path / "log")) as reader:
        yield log, Prover(reader, [signer.key])


@pytest.fixture
def proof(made):
    return made[1].prove_record(SEQ).encode()


def code_of(data, keys):
    with pytest.raises(FormatError) as caught:
        check_inclusion(data, keys)
    return caught.value.code


def test_a_proof_is_the_text_of_the_specification(proof, made, signer):
    """C2SP tlog-proof: version, extra data, index, hashes, a blank line, the checkpoint."""
    log, _ = made
    version, extra, index, *path, blank, origin, size, _, blank2, signature, end = proof.decode().split("\n")
    assert (version, index, blank, blank2, end) == ("c2sp.org/tlog-proof@v1", f"index {SEQ}", "", "", "")
    assert extra == "extra " + b64encode(log.lines[SEQ]).decode()
    assert (origin, size) == ("example.com/log", "13")
    assert len(path) == 4
    assert signature.startswith("\N{EM DASH} example.com/log ")
    assert parse_inclusion(proof).encode() == proof


def test_a_good_proof_is_accepted_by_both_checkers(proof, made, signer, script):
    line = made[0].lines[SEQ]
    assert check_inclusion(proof, [signer.key]).line == line
    assert script(proof, str(signer.key)) == line


@pytest.mark.parametrize("mask", [1, 0x20, 0x80])
def test_a_proof_with_any_byte_flipped_is_refused_by_both_checkers(proof, signer, script, mask):
    """T-AUD-52"""
    for position in range(len(proof)):
        flipped = bytearray(proof)
        flipped[position] ^= mask
        with pytest.raises(FormatError):
            check_inclusion(bytes(flipped), [signer.key])
        if mask == 1:  # openssl is a process for each flip in the checkpoint
            with pytest.raises((ValueError, LookupError, TypeError, RecursionError)):
                script(bytes(flipped), str(signer.key))


def test_a_proof_that_was_cut_or_lengthened_is_refused_by_both_checkers(proof, signer, script):
    """T-AUD-52"""
    for length in range(len(proof)):
        with pytest.raises(FormatError):
            check_inclusion(proof[:length], [signer.key])
    for wrong in (proof[:-1], proof + b"\n", proof + b"x", b"\n" + proof, proof.replace(b"\n", b"\r\n"), b""):
        with pytest.raises(FormatError):
            check_inclusion(wrong, [signer.key])
        with pytest.raises((ValueError, LookupError)):
            script(wrong, str(signer.key))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b"index 9", b"index 09", "proof.malformed"),
        (b"index 9", b"index -9", "proof.malformed"),
        (b"index 9", b"index +9", "proof.malformed"),
        (b"index 9", b"index 9 ", "proof.malformed"),
        (b"index 9", "index \u0669".encode(), "proof.malformed"),
        (b"index 9", b"index " + b"9" * 5000, "proof.malformed"),
        (b"index 9", b"index 9007199254740992", "proof.malformed"),
        (b"index 9", b"index 8", "proof.record"),
        (b"index 9", b"index 9007199254740991", "proof.record"),
        (b"index 9\n", b"", "proof.malformed"),
        (b"extra ", b"", "proof.malformed"),
        (b"extra ", b"extra", "proof.malformed"),
        (b"extra ", b"extra e30=\nextra ", "proof.malformed"),
        (b"proof@v1", b"proof@v2", "proof.malformed"),
        (b"index 9\n", b"index 9\n" + b"A" * 43 + b"=\n", "proof.path"),
        (b"index 9\n", b"index 9\n" + (b"A" * 43 + b"=\n") * 60, "proof.path"),
        (b"index 9\n", b"index 9\n" + (b"A" * 43 + b"=\n") * 10_000, "proof.malformed"),
        (b"index 9\n", b"index 9\nAAAA\n", "proof.malformed"),
        (b"index 9\n", b"index 9\n!!!\n", "proof.malformed"),
        (b"index 9\n", b"index 9\n\0\n", "proof.malformed"),
        (b"index 9\n", b"index 9\n\xff\n", "proof.malformed"),
        (b"\n13\n", b"\n14\n", "checkpoint.signature"),
        (b"\n13\n", b"\n-13\n", "checkpoint.signature"),
        (b"\n\nexample", b"\n\n\nexample", "checkpoint.signature"),
    ],
)  # fmt: skip
def test_a_hostile_proof_is_refused_with_a_code(proof, signer, script, old, new, code):
    """T-AUD-53"""
    hostile = proof.replace(old, new, 1)
    assert hostile != proof
    assert code_of(hostile, [signer.key]) == code
    with pytest.raises((ValueError, LookupError)):
        script(hostile, str(signer.key))


def test_a_gigantic_proof_is_refused_before_it_is_read(signer):
    """T-AUD-53"""
    assert code_of(b"c2sp.org/tlog-proof@v1\n" + bytes(MAX_PROOF_BYTES), [signer.key]) == "proof.malformed"


def test_the_extra_data_must_be_the_record_as_it_was_written(made, signer):
    """A record spelled otherwise is another leaf, and one that no writer leaves is none."""
    proof = made[1].prove_record(SEQ)
    for line in (proof.line.replace(b'{"at_us"', b'{ "at_us"'), b"{}", b"", b"x" * 70_000):
        forged = InclusionProof(line, proof.index, proof.path, proof.note)
        assert code_of(forged.encode(), [signer.key]) in ("proof.record", "proof.malformed")
    other = InclusionProof(made[0].lines[8], 8, proof.path, proof.note)
    assert code_of(other.encode(), [signer.key]) == "proof.path"


def test_a_proof_under_another_key_is_not_trusted(proof, other_signer, script):
    """T-AUD-04"""
    assert code_of(proof, [other_signer.key]) == "checkpoint.key_unknown"
    with pytest.raises(ValueError, match="key"):
        script(proof, str(other_signer.key))


def test_the_script_runs_alone_and_says_what_it_found(proof, signer, tmp_path):
    """In a process without this package: -I leaves out the environment and the current folder."""
    file = tmp_path / "good.tlog-proof"
    file.write_bytes(proof)
    command = [sys.executable, "-I", str(SCRIPT), str(file)]
    good = subprocess.run([*command, str(signer.key)], capture_output=True, timeout=60, check=False)
    assert (good.returncode, good.stderr) == (0, b"")
    assert b'"seq": 9' in good.stdout
    file.write_bytes(proof.replace(b"index 9", b"index 8"))
    for arguments in ([str(signer.key)], ["nonsense"], []):
        bad = subprocess.run([*command, *arguments], capture_output=True, timeout=60, check=False)
        assert (bad.returncode, bad.stdout) == (1, b"")
        assert bad.stderr.startswith(b"The proof does not hold: ")
    assert b"import runtime" not in SCRIPT.read_bytes()
    assert b"from runtime" not in SCRIPT.read_bytes()


def test_a_consistency_proof_with_any_byte_flipped_is_refused(made, signer):
    """T-AUD-50, T-AUD-52"""
    log, prover = made
    proof = prover.prove_prefix(read_trusted_checkpoint(log.notes[1], [signer.key])).encode()
    assert is_consistency(proof)
    older, newer = check_consistency(proof, log.notes[1], [signer.key])
    assert (older.size, newer.size) == (5, 13)
    for position in range(len(proof)):
        flipped = bytearray(proof)
        flipped[position] ^= 1
        with pytest.raises(FormatError):
            check_consistency(bytes(flipped), log.notes[1], [signer.key])
    with pytest.raises(FormatError) as caught:
        check_consistency(proof, log.notes[2], [signer.key])
    assert caught.value.code == "proof.path"
