"""A log of a million records, as its writer leaves it: a proof takes milliseconds, and anybody can check it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from runtime.audit.format.note import Signer
from runtime.audit.prove.prover import Prover
from runtime.audit.read.query import Query, calls_of, find_calls
from runtime.audit.read.reader import LogReader, read_trusted_checkpoint
from runtime.audit.stores._call_table import SealedFile
from runtime.audit.write.log import Log
from runtime.contracts.audit import CapabilityCheck, Check, Entry, PolicyDecision, ToolDenied, ToolInvoked
from runtime.contracts.digest import digest

SCRIPT = Path(__file__).parents[2] / "docs" / "check_proof.py"
SOME = digest(b"some")
BODIES = (
    ToolInvoked(
        arguments=SOME,
        arguments_bytes=345,
        manifest=SOME,
        principal="agent:builder",
        tool="read_file",
        version="1.4.2",
    ),
    CapabilityCheck(
        allowed=True,
        checks=(Check(allowed=True, capability="fs_read:src/**", count=1, target="src/module/file.py"),) * 3,
        decision_id=SOME,
        phase="gate",
    ),
    PolicyDecision(
        bundle=SOME, cached=False, decision_id=SOME, engine="rego", outcome="deny", reasons=("no",)
    ),
    ToolDenied(code="policy.denied", step=4),
)
PROOF_BYTES = 1_250
"""Without the record: 20 hashes of 45 bytes, the checkpoint, two words."""
PROOF_S = 0.005


def write(folder, signer, calls):
    with Log.open(folder, signer=signer, origin=signer.name, runtime_version="1", create=True) as log:
        for start in range(0, calls, 1000):
            names = (f"c-{number}" for number in range(start, min(calls, start + 1000)))
            log.commit_sync([Entry(name, body) for name in names for body in BODIES])
    return folder


def prove_and_check(folder, signer, tmp_path, seq):
    """The seconds of processor that another proof takes, once the roots are saved, and the size beside the record."""
    spent = []
    with LogReader(folder) as reader:
        for _ in range(9):
            prover = Prover(reader, [signer.key], cache=tmp_path / "cache" / "subtrees")
            before = time.process_time()
            proof = prover.prove_record(seq)
            spent.append(time.process_time() - before)
        note = reader.newest_note()
        assert read_trusted_checkpoint(note, [signer.key]).size > seq
    file = tmp_path / f"{seq}.tlog-proof"
    file.write_bytes(proof.encode())
    ran = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(file), str(signer.key)],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert f'"seq": {seq}'.encode() in ran.stdout
    return sorted(spent)[4], file.stat().st_size - len(proof.line) * 4 // 3


@pytest.fixture(scope="module")
def signer():
    return Signer("example.com/log", Ed25519PrivateKey.from_private_bytes(b"k" * 32))


def test_a_proof_from_a_segmented_log_is_small_and_checked_by_openssl(signer, tmp_path):
    """Two segments; the sizes are those of any log, the time is measured on a million in the soak."""
    folder = write(tmp_path / "log", signer, 17_000)
    assert len(list(folder.glob("records*.jsonl"))) == 2
    for seq in (0, 65_535, 65_536, 68_000):
        _, size = prove_and_check(folder, signer, tmp_path, seq)
        assert size <= PROOF_BYTES


@pytest.mark.soak
def test_record_500000_of_a_million_is_proved_in_milliseconds_and_checked_by_openssl(signer, tmp_path):
    folder = write(tmp_path / "log", signer, 250_000)
    seconds, size = prove_and_check(folder, signer, tmp_path, 500_000)
    assert size <= PROOF_BYTES
    assert seconds <= PROOF_S
    table = SealedFile(tmp_path / "cache" / "calls.sqlite", b"s" * 32, "log")
    with LogReader(folder) as reader:
        assert len(find_calls(reader, Query(), 10, file=table)) == 10
        before = time.process_time()
        ((*_, last),) = calls_of(reader, "c-200000", file=table)
        prover = Prover(reader, [signer.key], cache=tmp_path / "cache" / "subtrees")
        assert prover.prove_lines([(last.record.seq, last.line)]) == 1
        assert time.process_time() - before < 0.1
        assert last.record.kind == "ToolDenied"
