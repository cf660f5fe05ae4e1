"""The tamper table: every attack on a log's files, and the verdict that an auditor gets.

Each row has two verdicts: with the log and the pinned key alone, and with a witness that saw the log as it was written.
A row that only changes how a record is spelled, where it stands or what it says is in `RECORDS`; what is done to whole
files, checkpoints and keys is in `FILES`; what takes several segments, a vault or a running writer is below them.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from audit_forge import ORIGIN, TAG_KEY, Forge, make_bodies, make_forge, make_signer, whole_call, write_log

from runtime.audit.format.chain import Chain, decode, prepare
from runtime.audit.format.note import VerifierKey
from runtime.audit.keys.key_rotation import make_rotation
from runtime.audit.keys.succession_notes import make_succession
from runtime.audit.stores.file import FileStore
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.audit.witness.folder import FolderWitness
from runtime.audit.write.log import Log
from runtime.contracts.audit import MAX_LINE_BYTES, Entry
from runtime.contracts.digest import commitment
from runtime.contracts.vault import Sealed

ROOT, NEXT, STRANGER = (make_signer(seed) for seed in (1, 2, 3))
SALT, SEGMENT = b"s" * 32, 8


class Evidence:
    """A log's files in a folder, and a witness elsewhere that saw each checkpoint."""

    def __init__(self, folder: Path, forge: Forge) -> None:
        self.folder = folder / "log"
        self.lines, self.notes = list(forge.lines), list(forge.notes)
        seen = folder / "elsewhere"
        seen.mkdir()
        (seen / "checkpoints").write_bytes(b"".join(note + b"\n" for note in forge.notes))
        (seen / "succession").write_bytes(b"\n" + make_succession(ROOT, NEXT) + b"\n")
        self.witness = FolderWitness(seen, [ROOT.key])

    def write(self) -> None:
        write_log(self.folder, self.lines, self.notes)

    def append(self, name: str, data: bytes) -> None:
        self.write()
        with (self.folder / name).open("ab") as stream:
            stream.write(data)

    def judge(self, *, witness: bool = False, quick: bool = False) -> Report:
        return verify(
            self.folder,
            verifier_keys=[ROOT.key],
            witnesses=[self.witness] if witness else [],
            quick=quick,
        )


# --- records: TAMPERED, whoever looks ---


def rechained(
    lines: list[bytes], change: Callable[[int, Entry], Entry] = lambda _seq, entry: entry
) -> list[bytes]:
    """The same records with a chain that holds: what an attacker without the key can make."""
    chain, made = Chain(), []
    for seq, line in enumerate(lines):
        record, body = decode(line)
        entry = Entry(record.call, body)
        changed = change(seq, entry)
        tag_key = ROOT.tag_key if changed == entry else TAG_KEY
        made.append(chain.extend(prepare(changed), record.at_us, tag_key))
    return made


def forged_entry(seq: int, entry: Entry) -> Entry:
    return (
        entry
        if seq != 5
        else Entry(entry.call, msgspec.structs.replace(entry.body, principal="agent:mallory"))
    )


Change = Callable[[list[bytes]], None]


def edit(pattern: bytes, replacement: bytes, seq: int = 5) -> Change:
    def change(lines: list[bytes]) -> None:
        assert pattern in lines[seq]
        lines[seq] = lines[seq].replace(pattern, replacement, 1)

    return change


def delete(seq: int, count: int = 1) -> Change:
    def change(lines: list[bytes]) -> None:
        del lines[seq : seq + count]

    return change


def duplicate(lines: list[bytes]) -> None:
    lines.insert(6, lines[6])


def reorder(lines: list[bytes]) -> None:
    lines[6], lines[7] = lines[7], lines[6]


def splice(lines: list[bytes]) -> None:
    lines[5:9] = rechained(lines, forged_entry)[5:9]


def insert(lines: list[bytes]) -> None:
    forged = Chain(5, decode(lines[5])[0].prev, 0)
    record, body = decode(lines[1])
    lines.insert(5, forged.extend(prepare(Entry("c-x", body)), record.at_us + 4, TAG_KEY))


def cut_inside_a_signed_line(lines: list[bytes]) -> None:
    lines[-1] = lines[-1][:-7]


def blank_line(lines: list[bytes]) -> None:
    lines.insert(5, b"")


def rehash(lines: list[bytes]) -> None:
    lines[:] = rechained(lines, forged_entry)


def clock_backwards(lines: list[bytes]) -> None:
    record, body = decode(lines[5])
    lines[5] = Chain(5, record.prev, 0).extend(prepare(Entry(record.call, body)), 7, TAG_KEY)


def endless(lines: list[bytes]) -> None:
    lines[5] = b"x" * 3_000_000


RECORDS: list[tuple[str, Change, str, int]] = [
    ("delete first", delete(0), "chain.sequence", 0),
    ("delete middle", delete(6), "chain.sequence", 6),
    ("delete tail, checkpoints kept", delete(11, 2), "log.cut", 11),
    ("duplicate", duplicate, "chain.sequence", 7),
    ("reorder", reorder, "chain.sequence", 6),
    ("splice", splice, "tree.root", 5),
    ("insert", insert, "chain.sequence", 6),
    ("cut inside the signed range", cut_inside_a_signed_line, "record.fields", 12),
    ("edit", edit(b"agent:demo", b"agent:evil"), "chain.link", 5),
    ("hash the chain again without a key, checkpoints kept", rehash, "tree.root", 5),
    ("clock backwards", clock_backwards, "chain.clock", 5),
    ("record over the size", edit(b"agent:demo", b"a" * MAX_LINE_BYTES), "record.size", 5),
    ("endless line", endless, "record.size", 5),
    ("invalid UTF-8", edit(b"agent:demo", b"agent:\xff"), "record.body", 5),
    ("NaN", edit(b'"arguments_bytes":2', b'"arguments_bytes":NaN'), "record.fields", 5),
    ("duplicate key, evil value first", edit(b'"call":', b'"call":"evil","call":'), "record.spelling", 5),
    ("duplicate key, evil value last", edit(b'"kind":', b'"call":"evil","kind":'), "record.spelling", 5),
    ("whitespace", edit(b'"call":', b'"call": '), "record.spelling", 5),
    ("escape spelling", edit(b"agent:demo", b"agent:dem\\u006f"), "record.spelling", 5),
    ("CRLF", lambda lines: lines.__setitem__(5, lines[5] + b"\r"), "record.spelling", 5),
    ("key order", edit(b'"principal":"agent:demo","request":null,"tool":"read_file"', b'"request":null,"tool":"read_file","principal":"agent:demo"'),
     "record.spelling", 5),
    ("blank line", blank_line, "record.fields", 5),
    ("2^53 + 1", edit(b'"arguments_bytes":2', b'"arguments_bytes":9007199254740993'), "record.body", 5),
    ("7 to 7.0", edit(b'"arguments_bytes":2', b'"arguments_bytes":2.0'), "record.body", 5),
    ("NFC to NFD", edit("\u00e9".encode(), "e\u0301".encode(), 3), "chain.link", 3),
    ("extra field", edit(b'"seq":5', b'"seq":5,"x":1'), "record.fields", 5),
    ("extra field of the body", edit(b'"version":"1"', b'"version":"1","x":1'), "record.body", 5),
    ("unknown kind", edit(b"ToolInvoked", b"ToolInvented"), "record.kind", 5),
]  # fmt: skip


@pytest.mark.parametrize(("change", "code", "seq"), [pytest.param(*row[1:], id=row[0]) for row in RECORDS])
def test_a_changed_signed_record_is_tampered_and_named(tmp_path, change, code, seq):
    """T-AUD-02: with the key alone, quickly, and with a witness."""
    evidence = Evidence(tmp_path, make_forge(3))
    change(evidence.lines)
    evidence.write()
    report = evidence.judge()
    assert (report.verdict, report.exit_code, report.code, report.first_bad_seq) == ("TAMPERED", 1, code, seq)
    if report.file == "records.jsonl":
        assert report.byte_offset == sum(len(line) + 1 for line in evidence.lines[:seq])
    assert evidence.judge(quick=True).verdict == "TAMPERED"
    assert evidence.judge(witness=True).verdict == "TAMPERED"


@pytest.mark.parametrize("stride", [pytest.param(1, marks=pytest.mark.soak), 7])
def test_a_flipped_bit_in_any_byte_of_a_record_is_tampered_with_a_witness_too(tmp_path, stride):
    """T-AUD-01: the same with the key alone, byte by byte, is in test_audit_verifier.py."""
    evidence = Evidence(tmp_path, make_forge(2))
    evidence.write()
    path = evidence.folder / "records.jsonl"
    data = bytearray(path.read_bytes())
    for position in range(0, len(data), stride):
        data[position] ^= 1 << position % 8
        path.write_bytes(data)
        assert evidence.judge(witness=True).verdict == "TAMPERED", position
        data[position] ^= 1 << position % 8


# --- files, checkpoints and keys ---


def as_it_was(evidence: Evidence) -> None:
    evidence.write()


def cut_with_checkpoints(evidence: Evidence) -> None:
    evidence.lines, evidence.notes = evidence.lines[:5], evidence.notes[:2]
    evidence.write()


def older_copy(evidence: Evidence) -> None:
    older = make_forge(2)
    evidence.lines, evidence.notes = older.lines, older.notes
    evidence.write()


def fork(evidence: Evidence) -> None:
    """The same key signs another story of the same length."""
    other = make_forge(2).add(*whole_call("c-other")).sign()
    evidence.lines, evidence.notes = other.lines, other.notes
    evidence.write()


def longer_fork(evidence: Evidence) -> None:
    other = make_forge(2).add(*whole_call("c-other")).sign().add(*whole_call("c-more")).sign()
    evidence.lines, evidence.notes = other.lines, other.notes
    evidence.write()


def checkpoint_of_a_fork(evidence: Evidence) -> None:
    evidence.notes[-1] = make_forge(2).add(*whole_call("c-other")).sign().notes[-1]
    evidence.write()


def swap_signatures(evidence: Evidence) -> None:
    (first, one), (second, two) = (note.split(b"\n\n") for note in evidence.notes[-2:])
    evidence.notes[-2:] = [first + b"\n\n" + two, second + b"\n\n" + one]
    evidence.write()


def sign_with_another_key(evidence: Evidence) -> None:
    forge = make_forge(3)
    forge.notes.clear()
    evidence.notes = forge.sign(STRANGER).notes
    evidence.write()


def rehash_without_checkpoints(evidence: Evidence) -> None:
    evidence.lines, evidence.notes = rechained(evidence.lines, forged_entry), []
    evidence.write()


def torn(data: bytes) -> Callable[[Evidence], None]:
    return lambda evidence: evidence.append("records.jsonl", data)


def torn_checkpoint(evidence: Evidence) -> None:
    evidence.append("checkpoints", evidence.notes[-1][:40])


def unsigned_tail(evidence: Evidence) -> None:
    evidence.lines = make_forge(3).add(*whole_call("c-behind")).lines
    evidence.write()


def empty(evidence: Evidence) -> None:
    evidence.lines, evidence.notes = [], []
    evidence.write()


def missing(name: str | None) -> Callable[[Evidence], None]:
    def change(evidence: Evidence) -> None:
        if name is not None:
            evidence.write()
            (evidence.folder / name).unlink()

    return change


def unreadable(name: str) -> Callable[[Evidence], None]:
    def change(evidence: Evidence) -> None:
        evidence.write()
        (evidence.folder / name).unlink()
        os.mkfifo(evidence.folder / name)

    return change


class Row(NamedTuple):
    change: Callable[[Evidence], None]
    alone: tuple[str, int, str]
    """Verdict, exit code, code of the finding."""
    witnessed: tuple[str, int, str]


NOT_WITNESSED = ("OK_NOT_WITNESSED", 0, "")
AHEAD, DIFFERS = ("TAMPERED", 1, "witness.ahead"), ("TAMPERED", 1, "witness.differs")
MISSING, UNREADABLE = ("ERROR", 2, "log.missing"), ("ERROR", 2, "log.unreadable")


def same(verdict: str, exit_code: int, code: str) -> tuple[tuple[str, int, str], tuple[str, int, str]]:
    return ((verdict, exit_code, code),) * 2


FILES: dict[str, Row] = {
    "nothing at all": Row(as_it_was, NOT_WITNESSED, ("OK", 0, "")),
    "delete tail and its checkpoints": Row(cut_with_checkpoints, NOT_WITNESSED, AHEAD),
    "roll back to an older full copy": Row(older_copy, NOT_WITNESSED, AHEAD),
    "fork": Row(fork, NOT_WITNESSED, DIFFERS),
    "fork that is longer": Row(longer_fork, NOT_WITNESSED, DIFFERS),
    "checkpoint of a fork": Row(checkpoint_of_a_fork, *same("TAMPERED", 1, "tree.root")),
    "swap signatures": Row(swap_signatures, *same("TAMPERED", 1, "checkpoint.signature")),
    "sign again with another key": Row(sign_with_another_key, *same("UNTRUSTED", 4, "checkpoint.key_unknown")),
    "hash the chain again, checkpoints deleted": Row(rehash_without_checkpoints, ("UNPROVEN", 3, "log.unsigned"), AHEAD),
    "torn tail": Row(torn(b'{"at_us"'), *same("UNPROVEN", 3, "log.torn")),
    "NUL tail": Row(torn(b"\0" * 4096), *same("UNPROVEN", 3, "log.torn")),
    "torn checkpoint": Row(torn_checkpoint, *same("UNPROVEN", 3, "checkpoint.torn")),
    "unsigned complete tail": Row(unsigned_tail, *same("UNPROVEN", 3, "log.unsigned")),
    "both files empty": Row(empty, ("UNPROVEN", 3, "log.empty"), AHEAD),
    "records missing": Row(missing("records.jsonl"), MISSING, MISSING),
    "checkpoints missing": Row(missing("checkpoints"), MISSING, MISSING),
    "folder missing": Row(missing(None), MISSING, MISSING),
    "records unreadable": Row(unreadable("records.jsonl"), UNREADABLE, UNREADABLE),
    "checkpoints unreadable": Row(unreadable("checkpoints"), UNREADABLE, UNREADABLE),
}  # fmt: skip


def told(report: Report) -> tuple[str, int, str]:
    return report.verdict, report.exit_code, report.code


@pytest.mark.parametrize("row", [pytest.param(row, id=name) for name, row in FILES.items()])
def test_what_is_done_to_files_checkpoints_and_keys_has_its_verdict(tmp_path, row):
    """T-AUD-03 T-AUD-04 T-AUD-05 T-AUD-06 T-AUD-45: with the key alone, and with a witness."""
    evidence = Evidence(tmp_path, make_forge(3))
    row.change(evidence)
    assert told(evidence.judge()) == row.alone
    assert told(evidence.judge(witness=True)) == row.witnessed
    assert evidence.judge(quick=True).verdict == row.alone[0]
    assert evidence.judge(quick=True, witness=True).verdict == row.witnessed[0]


def test_a_witness_that_cannot_be_read_exits_with_two(tmp_path):
    """T-AUD-46"""
    evidence = Evidence(tmp_path, make_forge(3))
    evidence.write()
    (evidence.witness.folder / "checkpoints").unlink()
    os.mkfifo(evidence.witness.folder / "checkpoints")
    assert told(evidence.judge(witness=True)) == ("ERROR", 2, "witness.unreadable")


# --- keys that hand over ---

SMALL_ORDER = VerifierKey(ORIGIN, (1).to_bytes(32, "little"))


def handed_over() -> Forge:
    """Records of the first key, the handing over, records of the second."""
    forge = make_forge(1)
    forge.add(Entry(None, make_rotation(ROOT, NEXT, forge.state.size + 1))).sign(ROOT)
    return forge.add(*whole_call("c-next")).sign(NEXT)


def test_the_old_key_signs_no_more_after_a_rotation(tmp_path):
    """T-AUD-40"""
    evidence = Evidence(tmp_path, handed_over().add(*whole_call("c-old")).sign(ROOT))
    evidence.write()
    assert told(evidence.judge()) == ("TAMPERED", 1, "key.retired")
    assert evidence.judge(witness=True).verdict == "TAMPERED"


def test_a_stolen_old_key_that_leaves_the_rotation_out_is_seen_by_a_witness(tmp_path):
    """T-AUD-42"""
    evidence = Evidence(tmp_path, handed_over())
    stolen = make_forge(1).add(*whole_call("c-forged")).sign(ROOT).add(*whole_call("c-2")).sign(ROOT)
    evidence.lines, evidence.notes = stolen.lines, stolen.notes
    evidence.write()
    assert told(evidence.judge()) == NOT_WITNESSED
    assert told(evidence.judge(witness=True)) == DIFFERS


def test_a_rotation_to_a_key_of_small_order_is_tampered(tmp_path):
    """T-AUD-41: signed by the log's own key."""
    forge = make_forge(1)
    body = msgspec.structs.replace(make_rotation(ROOT, NEXT, forge.state.size + 1), new=str(SMALL_ORDER))
    evidence = Evidence(tmp_path, forge.add(Entry(None, body)).sign(ROOT))
    evidence.write()
    assert told(evidence.judge()) == told(evidence.judge(witness=True)) == ("TAMPERED", 1, "key.rotation")


# --- calls that are not whole, in a log that is ---


def call_without(*kinds: str, **decision: object) -> list[Entry]:
    bodies = make_bodies()
    bodies["PolicyDecision"] = msgspec.structs.replace(bodies["PolicyDecision"], **decision)
    names = ("ToolInvoked", "CapabilityCheck", "PolicyDecision", "ToolCompleted")
    return [Entry("c-9", bodies[name]) for name in names if name not in kinds]


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        pytest.param(call_without("PolicyDecision"), "call.not_allowed", id="no PolicyDecision"),
        pytest.param(call_without("CapabilityCheck"), "call.not_allowed", id="no CapabilityCheck"),
        pytest.param(call_without(outcome="deny"), "call.not_allowed", id="completed without an allow"),
        pytest.param(call_without(outcome="ask"), "call.not_allowed", id="completed unapproved"),
        pytest.param(call_without("ToolInvoked"), "call.not_invoked", id="no ToolInvoked"),
        pytest.param(call_without("ToolCompleted"), "call.open", id="no end"),
    ],
)
def test_a_signed_log_of_a_call_that_was_not_allowed_or_is_not_whole_is_unproven(tmp_path, entries, code):
    """T-AUD-08: with a witness, too, since the log is as it was signed."""
    evidence = Evidence(tmp_path, make_forge(1).add(*entries).sign())
    evidence.write()
    report = evidence.judge()
    assert (report.verdict, report.exit_code) == ("UNPROVEN", 3)
    assert code in {finding.code for finding in report.findings}
    assert evidence.judge(witness=True).verdict == "UNPROVEN"


def test_what_a_live_writer_has_not_signed_yet_is_in_flight_and_not_alarming(tmp_path):
    """T-AUD-09: counted, and not called proved."""
    evidence = Evidence(tmp_path, make_forge(3))
    forge = make_forge(3)
    forge.now_us = time.time_ns() // 1000
    evidence.lines = forge.add(*whole_call("c-9")[:2]).lines
    evidence.append("records.jsonl", b'{"torn')
    with (evidence.folder / "writers").open("w") as writers:
        fcntl.flock(writers, fcntl.LOCK_SH)  # what a writer holds while it lives
        for witness, verdict in ((False, "OK_NOT_WITNESSED"), (True, "OK")):
            report = evidence.judge(witness=witness)
            assert (told(report), report.in_flight) == ((verdict, 0, ""), 2)


# --- several segments and a vault, as a writer leaves them ---


@pytest.fixture
def written(tmp_path):
    """The folder of a real log of several segments with a vault, and how to judge it."""
    folder, witness = tmp_path / "log", FolderWitness(tmp_path / "elsewhere", [ROOT.key])
    store = FileStore(folder, create=True, segment_records=SEGMENT)
    with Log.on(
        store, FileVault(folder), signer=ROOT, origin=ORIGIN, runtime_version="1.0", witnesses=[witness]
    ) as log:
        for number in range(7):
            log.commit_sync(kept_call(f"c-{number}"))
            log.checkpoint()
    assert (folder / "records-24.jsonl").exists()
    judge = partial(verify, folder, verifier_keys=[ROOT.key])
    assert judge().verdict == "OK_NOT_WITNESSED"
    assert judge(witnesses=[witness]).verdict == "OK"
    return folder, lambda **options: (judge(**options), judge(witnesses=[witness], **options))


def kept_call(call: str) -> Sequence[Entry]:
    value = f"arguments of {call}".encode()
    sealed = Sealed(commitment(SALT, value), SALT, value)
    first, *rest = whole_call(call)
    body = msgspec.structs.replace(first.body, arguments=sealed.commitment, kept="whole")
    return [Entry(call, body, sealed), *rest]


def swap(folder: Path, one: str, two: str) -> None:
    (folder / one).rename(folder / "aside")
    (folder / two).rename(folder / one)
    (folder / "aside").rename(folder / two)


SEGMENTS: dict[str, Callable[[Path], object]] = {
    "segment missing": lambda folder: (folder / "records-8.jsonl").unlink(),
    "seal missing": lambda folder: (folder / "records-8.seal").unlink(),
    "segments swapped": lambda folder: swap(folder, "records-8.jsonl", "records-16.jsonl"),
    "seals swapped": lambda folder: swap(folder, "records-8.seal", "records-16.seal"),
}


@pytest.mark.parametrize("change", [pytest.param(change, id=name) for name, change in SEGMENTS.items()])
def test_a_segment_that_is_missing_or_swapped_is_tampered(written, change):
    """T-AUD-30: more of them are in test_audit_segments.py."""
    folder, judge = written
    change(folder)
    for quick in (False, True):
        assert [report.verdict for report in judge(quick=quick)] == ["TAMPERED"] * 2


def test_a_row_of_the_vault_that_is_gone_without_being_erased_is_unproven(written):
    """T-AUD-63"""
    folder, judge = written
    rows = (folder / "vault.dat").read_bytes().splitlines(keepends=True)
    assert len(rows) == 7
    (folder / "vault.dat").write_bytes(b"".join(rows[:3] + rows[4:]))
    assert [told(report) for report in judge()] == [("UNPROVEN", 3, "vault.missing")] * 2
