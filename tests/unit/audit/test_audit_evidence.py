"""Evidence of calls in one file: it holds what it proves, and what is not so is refused by the runtime and by the script."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import zipfile
from base64 import b64encode
from pathlib import Path

import pytest
from audit_forge import make_signer
from blake3 import blake3

from runtime.audit.evidence import check_bundle
from runtime.audit.evidence.archive_file import pack, unpack
from runtime.audit.evidence.examine import check_evidence
from runtime.audit.evidence.gather import gather_evidence
from runtime.audit.format.chain import FormatError
from runtime.audit.prove.prover import Prover
from runtime.audit.read.query import calls_of
from runtime.audit.read.reader import LogReader
from runtime.contracts.audit import Entry, PolicyDecision, ToolInvoked
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditUnproven
from runtime.contracts.vault import Opened

SCRIPT = Path(check_bundle.__file__)
VALUE = '{"path":"patients/caf\u00e9.txt"}'.encode()
SALT = b"s" * 32
POLICY = {"authz.rego": b"package runtime.authz\n", "teams/data.json": b"{}"}


def policy_digest() -> str:
    parts = [part for path in sorted(POLICY) for part in (path.encode(), POLICY[path])]
    return blake3(b"".join(b"%d:" % len(part) + part for part in parts)).hexdigest()


@pytest.fixture
def log(forge, bodies, call):
    """Two calls; the second one with a value in the vault, and decided by the policy."""
    made = forge(1)
    told = {name: getattr(bodies["ToolInvoked"], name) for name in ToolInvoked.__struct_fields__}
    invoked = ToolInvoked(**{**told, "arguments": str(commitment(SALT, VALUE)), "kept": "whole"})
    decided = {name: getattr(bodies["PolicyDecision"], name) for name in PolicyDecision.__struct_fields__}
    entries = call("c-9")
    entries[0] = Entry("c-9", invoked)
    entries[2] = Entry("c-9", PolicyDecision(**{**decided, "bundle": f"blake3:{policy_digest()}"}))
    return made.add(*entries).sign()


def open_value(made: str, _seq: int) -> Opened:
    if made == commitment(SALT, VALUE):
        return Opened(state="value", salt=SALT, value=VALUE)
    return Opened(state="absent")


def gather(folder, *names, policies=None):
    with LogReader(folder) as reader:
        calls = [records for name in names for records in calls_of(reader, name)]
        prover = Prover(reader, [make_signer().key])
        policies = {f"blake3:{policy_digest()}": POLICY} if policies is None else policies
        return gather_evidence(prover, calls, open_value=open_value, policies=policies)


@pytest.fixture
def data(log, folder):
    return gather(log.write(folder), "c-9")


def asked(file: Path, key: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-I", SCRIPT, file, key]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_evidence_shows_records_values_and_policy_to_who_has_the_key(log, data):
    found = check_evidence(data, [make_signer().key])
    assert [one.line for one in found.records] == log.lines[5:9]
    assert [(one.seq, one.kind, one.value) for one in found.values] == [(5, "value", VALUE)]
    assert found.policies == (f"blake3:{policy_digest()}",)


def test_the_script_says_the_same_with_openssl_alone(data, tmp_path):
    file = tmp_path / "evidence.zip"
    file.write_bytes(data)
    done = asked(file, str(make_signer().key))
    assert (done.returncode, done.stderr) == (0, "")
    for said in ("checkpoint over 9 records", "record 5: ", "caf\\xe9", f"policy {policy_digest()}: 2 files"):
        assert said in done.stdout
    assert asked(file, str(make_signer(2).key)).returncode == 1
    assert unpack(data)["check_bundle.py"] == SCRIPT.read_bytes()


def test_the_same_calls_always_give_the_same_bytes(log, folder, data):
    assert gather(folder, "c-9") == data
    assert gather(folder, "c-9", "c-0") == gather(folder, "c-9", "c-0")


def test_no_changed_part_of_evidence_passes(data, tmp_path):
    """T-AUD-59"""
    parts, key = unpack(data), str(make_signer().key)
    chooser = random.Random(5)
    for name in sorted(parts):
        if name in ("README.txt", "check_bundle.py", "evidence.json"):
            continue  # for people: neither check looks at them
        changed = bytearray(parts[name])
        changed[chooser.randrange(len(changed))] ^= 1 << chooser.randrange(7)
        with pytest.raises(FormatError):
            check_evidence(pack({**parts, name: bytes(changed)}), [make_signer().key])
        with pytest.raises((ValueError, LookupError, TypeError, AttributeError)):
            check_bundle.check({**parts, name: bytes(changed)}, key)


def test_what_belongs_to_another_record_or_call_is_refused(log, folder, data):
    """T-AUD-59"""
    parts, other = unpack(data), unpack(gather(folder, "c-0"))
    value = json.loads(parts["values/5-value.json"])
    salted = {**value, "value": b64encode(b"{}").decode()}
    forged = {
        "a value of another record": {"values/6-value.json": parts["values/5-value.json"]},
        "another value": {"values/5-value.json": json.dumps(salted).encode()},
        "a value that claims to be less": {
            "values/5-value.json": json.dumps({**value, "kept": "redacted"}).encode()
        },
        "a value called names": {"values/5-names.json": parts["values/5-value.json"]},
        "a proof under another number": {"records/4.tlog-proof": parts["records/5.tlog-proof"]},
        "another spelling of a number": {"records/05.tlog-proof": parts["records/5.tlog-proof"]},
        "a policy that decided nothing": {f"policy/{'0' * 64}/a.rego": b""},
        "a file added to the policy": {f"policy/{policy_digest()}/b.rego": b""},
        "a handing over that is none": {"handovers/0.tlog-proof": parts["records/5.tlog-proof"]},
        "no checkpoint": {"checkpoint": b""},
    }
    for name, changed in forged.items():
        with pytest.raises(FormatError):
            assert check_evidence(pack({**parts, **changed}), [make_signer().key]) is None, name
    assert len(check_evidence(pack({**parts, **other}), [make_signer().key]).records) == 8


def test_a_hostile_zip_file_is_refused_and_nothing_of_it_is_written(data, tmp_path, monkeypatch):
    """T-AUD-59"""
    monkeypatch.chdir(tmp_path)
    parts = unpack(data)
    names = ("../../escaped", "/etc/escaped", "records/../../escaped", "policy/" + "0" * 64 + "/../../escaped",
             "a\\..\\escaped", "records/1.tlog-proof/x", "", "C:escaped")  # fmt: skip
    hostile = [zipped({**parts, name: b"x"}) for name in names if name]
    hostile += [
        zipped(parts, zipfile.ZIP_DEFLATED),
        zipped({"records/1.tlog-proof": b"\0" * (9 << 20)}, zipfile.ZIP_DEFLATED),
        data + b"trailer",
        b"#!/bin/sh\n" + data,
        data[:-1],
        data[: len(data) // 2],
        b"PK\x05\x06" + b"\0" * 18,
        b"PK\x03\x04" + b"\xff" * 500,
        b"",
    ]
    with pytest.warns(UserWarning, match="Duplicate"):
        hostile.append(zipped(parts, twice="checkpoint"))
    for file in hostile:
        with pytest.raises(FormatError):
            check_evidence(file, [make_signer().key])
    (tmp_path / "bomb.zip").write_bytes(hostile[len(names)])
    assert asked(tmp_path / "bomb.zip", str(make_signer().key)).returncode == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bomb.zip", "log"]


def zipped(parts: dict[str, bytes], method: int = zipfile.ZIP_STORED, twice: str = "") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        for name in (*parts, twice) if twice else parts:
            file.writestr(name, parts[name])
    return stream.getvalue()


def test_calls_that_are_not_signed_yet_are_no_evidence(log, folder, call):
    log.add(*call("c-10")).write(folder)
    with pytest.raises(AuditUnproven):
        gather(folder, "c-10")


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 3073, 9000])
def test_the_script_computes_blake3_as_the_library_does(length):
    data = bytes(index % 251 for index in range(length))
    assert check_bundle.blake3(data) == blake3(data).hexdigest()
