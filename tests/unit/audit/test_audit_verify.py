"""The tamper table: what each attack on the files comes to, with the log and the pinned key alone."""

from __future__ import annotations

import fcntl
import json
import os
import tracemalloc
from collections.abc import Callable
from functools import partial

import msgspec
import pytest

from runtime.audit.chain import Chain, decode, prepare
from runtime.audit.report import EXIT_CODES
from runtime.audit.verify import verify
from runtime.contracts.audit import MAX_LINE_BYTES, Entry

Change = Callable[[list[bytes], list[bytes]], None]


def rechained(
    lines: list[bytes], change: Callable[[int, Entry], Entry] = lambda _seq, entry: entry
) -> list[bytes]:
    """The same records with a chain that holds: what an attacker without the key can make."""
    chain, made = Chain(), []
    for seq, line in enumerate(lines):
        record, body = decode(line)
        made.append(chain.extend(prepare(change(seq, Entry(record.call, body))), record.at_us))
    return made


def forged_entry(seq: int, entry: Entry) -> Entry:
    return (
        entry
        if seq != 5
        else Entry(entry.call, msgspec.structs.replace(entry.body, principal="agent:mallory"))
    )


def edit(pattern: bytes, replacement: bytes, seq: int = 5) -> Change:
    def change(lines: list[bytes], _notes: list[bytes]) -> None:
        assert pattern in lines[seq]
        lines[seq] = lines[seq].replace(pattern, replacement, 1)

    return change


def delete_first(lines, _notes):
    del lines[0]


def delete_middle(lines, _notes):
    del lines[6]


def duplicate(lines, _notes):
    lines.insert(6, lines[6])


def reorder(lines, _notes):
    lines[6], lines[7] = lines[7], lines[6]


def splice(lines, _notes):
    lines[5:9] = rechained(lines, forged_entry)[5:9]


def insert(lines, _notes):
    forged = Chain(5, decode(lines[5])[0].prev, 0)
    record, body = decode(lines[1])
    lines.insert(5, forged.extend(prepare(Entry("c-x", body)), record.at_us + 4))


def delete_tail_keep_checkpoints(lines, _notes):
    del lines[-2:]


def cut_inside_a_signed_line(lines, _notes):
    lines[-1] = lines[-1][:-7]


def blank_line(lines, _notes):
    lines.insert(5, b"")


def rehash(lines, _notes):
    lines[:] = rechained(lines, forged_entry)


def clock_backwards(lines, _notes):
    record, body = decode(lines[5])
    chain = Chain(5, record.prev, 0)
    lines[5] = chain.extend(prepare(Entry(record.call, body)), 7)


def oversized(lines, _notes):
    lines[5] = lines[5].replace(b"agent:demo", b"a" * MAX_LINE_BYTES)


def endless(lines, _notes):
    lines[5] = b"x" * 3_000_000


TAMPERED: list[tuple[str, Change, str, int]] = [
    ("delete first", delete_first, "chain.sequence", 0),
    ("delete middle", delete_middle, "chain.sequence", 6),
    ("duplicate", duplicate, "chain.sequence", 7),
    ("reorder", reorder, "chain.sequence", 6),
    ("splice", splice, "tree.root", 5),
    ("insert", insert, "chain.sequence", 6),
    ("delete tail, checkpoints kept", delete_tail_keep_checkpoints, "log.cut", 11),
    ("cut inside the signed range", cut_inside_a_signed_line, "record.fields", 12),
    ("edit", edit(b"agent:demo", b"agent:evil"), "chain.link", 5),
    ("edit without the key, rehashed", rehash, "tree.root", 5),
    ("clock backwards", clock_backwards, "chain.clock", 5),
    ("record over the size", oversized, "record.size", 5),
    ("endless line", endless, "record.size", 5),
    ("invalid UTF-8", edit(b"agent:demo", b"agent:\xff"), "record.body", 5),
    ("NaN", edit(b'"arguments_bytes":2', b'"arguments_bytes":NaN'), "record.fields", 5),
    ("duplicate key, evil value first", edit(b'"call":', b'"call":"evil","call":'), "record.spelling", 5),
    ("whitespace", edit(b'"call":', b'"call": '), "record.spelling", 5),
    ("escape spelling", edit(b"agent:demo", b"agent:dem\\u006f"), "record.spelling", 5),
    ("CRLF", lambda lines, _notes: lines.__setitem__(5, lines[5] + b"\r"), "record.spelling", 5),
    ("key order", edit(b'"principal":"agent:demo","tool":"read_file"', b'"tool":"read_file","principal":"agent:demo"'),
     "record.spelling", 5),
    ("blank line", blank_line, "record.fields", 5),
    ("2^53 + 1", edit(b'"arguments_bytes":2', b'"arguments_bytes":9007199254740993'), "record.body", 5),
    ("7 to 7.0", edit(b'"arguments_bytes":2', b'"arguments_bytes":2.0'), "record.body", 5),
    ("composed to decomposed", edit("\u00e9".encode(), "e\u0301".encode(), 3), "chain.link", 3),
    ("extra field", edit(b'"seq":5', b'"seq":5,"x":1'), "record.fields", 5),
    ("unknown kind", edit(b"ToolInvoked", b"ToolInvented"), "record.kind", 5),
]  # fmt: skip


@pytest.fixture
def check(tmp_path, signer):
    return partial(verify, tmp_path / "log", verifier_keys=[str(signer.key)])


@pytest.fixture
def place(tmp_path, write):
    return partial(write, tmp_path / "log")


def test_a_log_as_it_was_written_is_ok_but_not_witnessed(forge, place, check):
    made = forge(3)
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.exit_code, report.code) == ("OK_NOT_WITNESSED", 0, "")
    assert (report.records, report.signed_size, report.checkpoints, report.open_calls) == (13, 13, 4, 0)
    assert report.findings == ()
    assert json.loads(json.dumps(report.to_data()))["verdict"] == "OK_NOT_WITNESSED"


@pytest.mark.parametrize(("change", "code", "seq"), [pytest.param(*row[1:], id=row[0]) for row in TAMPERED])
def test_a_changed_signed_record_is_tampered_and_named(forge, place, check, change, code, seq):
    """T-AUD-02: each row of the table."""
    made = forge(3)
    change(made.lines, made.notes)
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.exit_code, report.code, report.first_bad_seq) == ("TAMPERED", 1, code, seq)
    if report.file == "records.jsonl":
        assert report.byte_offset == sum(len(line) + 1 for line in made.lines[:seq])


@pytest.mark.parametrize("change", [pytest.param(row[1], id=row[0]) for row in TAMPERED])
def test_a_quick_verification_sees_the_same_attacks(forge, place, check, change):
    """T-AUD-02"""
    made = forge(3)
    change(made.lines, made.notes)
    place(made.lines, made.notes)
    assert check(quick=True).verdict == "TAMPERED"


def test_a_flipped_bit_in_any_byte_of_a_record_is_tampered(forge, place, check):
    """T-AUD-01: every byte, in turn."""
    made = forge(3)
    folder = place(made.lines[:12], [])
    made = forge(0)
    records = (folder / "records.jsonl").read_bytes()
    for line in records.split(b"\n")[1:-1]:
        record, body = decode(line)
        made.add(Entry(record.call, body))
        if made.trail.size == 6:
            made.sign()
    made.sign()
    place(made.lines, made.notes)
    data = bytearray((folder / "records.jsonl").read_bytes())
    assert data.count(b"\n") == 12
    assert check().verdict == "UNPROVEN"  # the last call is open, and nothing else is wrong
    bounds = [0]
    for line in made.lines:
        bounds.append(bounds[-1] + len(line) + 1)
    for position in range(len(data)):
        data[position] ^= 1 << position % 8
        (folder / "records.jsonl").write_bytes(data)
        report = check()
        assert report.verdict == "TAMPERED", position
        assert report.first_bad_seq is not None
        assert bounds[report.first_bad_seq] <= position
        data[position] ^= 1 << position % 8


def test_a_flipped_bit_in_any_byte_of_a_checkpoint_is_never_ok(forge, place, check):
    """T-AUD-03: every bit, in turn."""
    made = forge(1)
    folder = place(made.lines, made.notes)
    data = bytearray((folder / "checkpoints").read_bytes())
    for position in range(len(data)):
        for bit in range(8):
            data[position] ^= 1 << bit
            (folder / "checkpoints").write_bytes(data)
            assert check().exit_code in (1, 3, 4), (position, bit)
            data[position] ^= 1 << bit


def test_the_record_that_was_changed_is_named_and_not_the_one_behind_it(forge, place, check):
    """T-AUD-01"""
    made = forge(3)
    made.lines[6] = made.lines[6].replace(b"a.txt", b"b.txt")
    place(made.lines, made.notes)
    assert check().first_bad_seq == 6
    made = forge(3)
    made.lines[6] = made.lines[6].replace(decode(made.lines[6])[0].prev.encode(), b"blake3:" + b"0" * 64)
    place(made.lines, made.notes)
    assert check().first_bad_seq == 6


@pytest.mark.parametrize("behind", [b"", b"x" * 3_000_000])
def test_a_broken_link_at_the_end_is_named_too(forge, place, check, behind):
    made = forge(3)
    made.lines[11] = made.lines[11].replace(b'"d"', b'"e"')
    place([*made.lines, behind] if behind else made.lines, made.notes)
    report = check()
    assert (report.code, report.first_bad_seq) == ("chain.link", 11)


def test_cut_tail_with_its_checkpoints_cannot_be_seen_without_a_witness(forge, place, check):
    made = forge(3)
    place(made.lines[:9], made.notes[:3])
    assert check().verdict == "OK_NOT_WITNESSED"


def test_a_fork_by_whoever_has_the_key_cannot_be_seen_without_a_witness(forge, place, check, call):
    made, fork = forge(2), forge(2)
    made.add(*call("c-a")).sign()
    fork.add(*call("c-b")).sign()
    assert made.lines[:9] == fork.lines[:9]
    for one in (made, fork):
        place(one.lines, one.notes)
        assert check().verdict == "OK_NOT_WITNESSED"
    place(made.lines, [*made.notes[:3], fork.notes[3]])
    assert (check().verdict, check().code) == ("TAMPERED", "tree.root")


def test_swapped_signatures_are_tampered(forge, place, check):
    """T-AUD-03: a signature moved to another text."""
    made = forge(2)
    (first, one), (second, two) = (note.split(b"\n\n") for note in made.notes[:2])
    made.notes[:2] = [first + b"\n\n" + two, second + b"\n\n" + one]
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.code, report.file) == ("TAMPERED", "checkpoint.signature", "checkpoints")


def test_signatures_of_another_key_are_untrusted(forge, place, check, other_signer):
    """T-AUD-04: unknown is not called tampered."""
    made = forge(0)
    made.notes.clear()
    made.sign(other_signer)
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.exit_code, report.code) == ("UNTRUSTED", 4, "checkpoint.key_unknown")


@pytest.mark.parametrize("order", [[1, 0], [0, 0, 1], [0, 1, 1]])
def test_checkpoints_out_of_order_are_tampered(forge, place, check, order):
    """T-AUD-03"""
    made = forge(1)
    place(made.lines, [made.notes[index] for index in order])
    assert (check().verdict, check().code) == ("TAMPERED", "checkpoint.order")


def test_a_checkpoint_for_another_log_is_tampered(forge, place, check):
    """T-AUD-03: the same key, another log."""
    from runtime.audit.checkpoint import Checkpoint

    made = forge(0)
    note = Checkpoint("example.com/other", 1, made.trail.tree.root()).sign(made.signer)
    place(made.lines, [note])
    assert (check().verdict, check().code) == ("TAMPERED", "checkpoint.origin")


def test_a_rewritten_chain_without_checkpoints_is_unproven(forge, place, check):
    """T-AUD-05: nothing signed, nothing proved."""
    made = forge(2)
    place(rechained(made.lines, forged_entry), [])
    assert (check().verdict, check().exit_code) == ("UNPROVEN", 3)


def test_a_log_that_is_cut_while_it_is_verified_is_tampered(forge, place, check, tmp_path, call):
    made = forge(0)
    for number in range(1000):  # 1.3 MB: more than one chunk
        made.add(*call(f"c-{number}"))
    made.sign()
    place(made.lines, made.notes)
    path = tmp_path / "log" / "records.jsonl"
    report = check(progress=lambda done, _total: os.truncate(path, done))
    assert (report.verdict, report.code) == ("TAMPERED", "log.cut")


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize(
    ("tail", "code"),
    [
        (b'{"at_us"', "log.torn"),
        (b"\0" * 4096, "log.torn"),
        (b"\0" * 70_000 + b"\nx\n", None),
        (b"\nx\n", None),
    ],
)
def test_a_damaged_end_behind_the_newest_checkpoint_is_unproven(forge, place, check, tail, code, quick):
    """T-AUD-05: torn, NUL or foreign bytes."""
    made = forge(1)
    folder = place(made.lines, made.notes)
    with (folder / "records.jsonl").open("ab") as file:
        file.write(tail)
    report = check(quick=quick)
    assert (report.verdict, report.exit_code, report.signed_size) == ("UNPROVEN", 3, 5)
    assert code in (None, report.code)
    assert report.first_bad_seq == 5


def test_a_complete_unsigned_end_is_unproven_and_points_to_its_first_record(forge, place, check, call):
    """T-AUD-05"""
    made = forge(1).add(*call("c-9"))
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.code, report.first_bad_seq, report.records) == (
        "UNPROVEN",
        "log.unsigned",
        5,
        9,
    )


def test_a_torn_checkpoint_at_the_end_is_unproven(forge, place, check):
    """T-AUD-05"""
    made = forge(1)
    folder = place(made.lines, made.notes)
    for cut in range(1, len(made.notes[-1])):
        place(made.lines, [made.notes[0], made.notes[1][:-cut]])
        data = (folder / "checkpoints").read_bytes()
        (folder / "checkpoints").write_bytes(data[:-1])
        report = check()
        assert report.exit_code == 3, cut
    assert "checkpoint.torn" in {finding.code for finding in report.findings}


def test_an_empty_log_is_unproven(place, check):
    """T-AUD-06: both files empty."""
    place([], [])
    assert (check().verdict, check().code) == ("UNPROVEN", "log.empty")


@pytest.mark.parametrize("name", ["records.jsonl", "checkpoints", None])
def test_a_missing_log_is_an_error(forge, place, check, name):
    """T-AUD-06: either file, or the folder."""
    made = forge(1)
    if name:
        (place(made.lines, made.notes) / name).unlink()
    assert (check().verdict, check().exit_code, check().code) == ("ERROR", 2, "log.missing")


def test_what_is_no_regular_file_is_an_error_and_does_not_hang(forge, place, check, tmp_path):
    """T-AUD-07: a pipe, a link, a folder."""
    made = forge(1)
    folder = place(made.lines, made.notes)
    (folder / "records.jsonl").unlink()
    os.mkfifo(folder / "records.jsonl")
    assert (check().exit_code, check().code) == (2, "log.unreadable")
    (folder / "records.jsonl").unlink()
    (folder / "records.jsonl").symlink_to(tmp_path / "elsewhere")
    assert (check().exit_code, check().code) == (2, "log.unreadable")
    (folder / "records.jsonl").unlink()
    (folder / "records.jsonl").mkdir()
    assert check().exit_code == 2


@pytest.mark.parametrize("keys", [[], ["nonsense"], ["a+b+c"], ["\ud800"]])
def test_verifying_without_a_usable_key_is_an_error(forge, place, tmp_path, keys):
    """T-AUD-04"""
    made = forge(1)
    place(made.lines, made.notes)
    report = verify(tmp_path / "log", verifier_keys=keys)
    assert (report.verdict, report.code) == ("ERROR", "key.malformed")


def test_a_log_that_grows_while_it_is_verified_is_ok_and_in_flight(open_log, tmp_path, signer, call):
    """T-AUD-09: a writer appends between two reads."""
    log = open_log()
    log.commit_sync(call("c-1"))
    log.checkpoint()

    grown: list[int] = []

    def grow(_done: int, _total: int) -> None:
        if not grown:
            grown.append(log.commit_sync(call("c-2")).seq)

    report = verify(tmp_path / "log", verifier_keys=[signer.key], progress=grow)
    assert (report.verdict, report.exit_code, grown) == ("OK_NOT_WITNESSED", 0, [8])
    assert report.records == 5


def test_records_that_a_live_writer_has_not_signed_are_in_flight(forge, place, check, call):
    """T-AUD-09: counted, and not called proved."""
    made = forge(1).add(*call("c-9")[:2])
    folder = place(made.lines, made.notes)
    for name in ("records.jsonl", "checkpoints"):
        with (folder / name).open("ab") as file:
            file.write(b"torn")
    with (folder / "writers").open("w") as writers:
        fcntl.flock(writers, fcntl.LOCK_SH)  # what a writer holds while it lives
        report = check()
        assert (report.verdict, report.in_flight, report.open_calls) == ("OK_NOT_WITNESSED", 2, 1)
        place([], [])
        assert check().verdict == "UNPROVEN"
    place(made.lines, made.notes)
    assert check().code == "log.unsigned"


def test_a_copy_of_a_log_that_was_never_closed_is_unproven(forge, place, check, call):
    made = forge(1).add(*call("c-9")[:3]).sign()
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.code, report.first_bad_seq, report.open_calls) == (
        "UNPROVEN",
        "call.open",
        5,
        1,
    )


@pytest.mark.parametrize("change", [{"format": 2}, {"format": 0}])
def test_an_unknown_format_is_unproven(forge, place, check, bodies, change):
    made = forge(0)
    made.add(Entry(None, msgspec.structs.replace(bodies["LogOpened"], **change))).sign()
    place(made.lines, made.notes)
    assert (check().verdict, check().code) == ("UNPROVEN", "log.format")


def test_a_log_that_does_not_begin_with_its_opening_is_unproven(forge, place, check, bodies):
    made = type(forge(0))(forge(0).signer).add(Entry(None, bodies["PolicyLoaded"])).sign()
    place(made.lines, made.notes)
    assert (check().verdict, check().code) == ("UNPROVEN", "log.format")


def test_records_that_a_later_writer_signed_are_counted(forge, place, check, bodies):
    made = forge(1)
    made.add(Entry(None, msgspec.structs.replace(bodies["LogOpened"], unsigned_tail=3))).sign()
    place(made.lines, made.notes)
    assert (check().verdict, check().taken_over) == ("OK_NOT_WITNESSED", 3)


def test_the_list_of_findings_is_bounded(forge, place, check, call):
    """T-AUD-07"""
    made = forge(0)
    for number in range(150):
        made.add(call(f"c-{number}")[0])
    made.sign()
    place(made.lines, made.notes)
    report = check()
    assert (len(report.findings), report.open_calls) == (100, 150)


@pytest.mark.parametrize(
    ("records", "checkpoints"),
    [
        (b"\n" * 3_000_000, b"\n" * 300_000),
        (b"\0" * 3_000_000, b"\0" * 300_000),
        (b"[" * 3_000_000, b"\n\n\n" * 9_000),
        (b"", b"\xe2\x80\x94 a b\n\n\xe2\x80\x94 a b\n\n"),
        (b"{}\n" * 9, b"a\n1\nb\n\n\xe2\x80\x94 a b\n\n"),
    ],
)
def test_hostile_files_give_a_verdict(tmp_path, signer, records, checkpoints):
    """T-AUD-07: megabytes without a line, or of nothing but lines."""
    folder = tmp_path / "log"
    folder.mkdir()
    (folder / "records.jsonl").write_bytes(records)
    (folder / "checkpoints").write_bytes(checkpoints)
    for quick in (False, True):
        assert verify(folder, verifier_keys=[signer.key], quick=quick).exit_code in (1, 3, 4)


def test_memory_does_not_grow_with_the_log(forge, place, check, call):
    """T-AUD-07: four times the log, the same memory."""
    made = forge(0)

    def peak() -> int:
        made.sign()
        place(made.lines, made.notes)
        tracemalloc.start()
        try:
            assert check().verdict == "OK_NOT_WITNESSED"
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def grow(calls: int) -> None:
        for number in range(calls):
            made.add(*call(f"c-{number}"))

    grow(1000)  # 1.3 MB: more than one chunk
    small = peak()
    grow(3000)
    assert peak() < small * 1.5


def test_every_verdict_has_its_exit_code():
    assert EXIT_CODES == {
        "OK": 0,
        "OK_NOT_WITNESSED": 0,
        "TAMPERED": 1,
        "ERROR": 2,
        "UNPROVEN": 3,
        "UNTRUSTED": 4,
    }
