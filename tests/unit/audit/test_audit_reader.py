"""A log as its readers see it: one row of records, whatever files hold them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from runtime.audit.format.chain import FormatError
from runtime.audit.read.reader import LogReader, parse_keys, read_trusted_checkpoint
from runtime.contracts.errors import (
    AuditDamaged,
    AuditNotFound,
    AuditTampered,
    AuditUnproven,
    AuditUntrusted,
    ConfigurationError,
    ConfigurationMissing,
)

LINES = [b"line %d" % number for number in range(10)]


@pytest.fixture
def segmented(tmp_path):
    """Ten lines in segments of four; only their names and order are looked at here."""
    folder = tmp_path / "log"
    folder.mkdir()
    (folder / "checkpoints").write_bytes(b"")
    for first, name in ((0, "records.jsonl"), (4, "records-4.jsonl"), (8, "records-8.jsonl")):
        (folder / name).write_bytes(b"".join(line + b"\n" for line in LINES[first : first + 4]))
    return folder


def test_segments_read_as_one_row_of_lines(segmented):
    with LogReader(segmented) as reader:
        assert [line for _, line in reader.lines()] == LINES
        ends = [end for end, _ in reader.lines()]
        assert ends[-1] == reader.end()
        assert [line for _, line in reader.lines(ends[2], ends[8])] == LINES[3:9]
        assert b"".join(reader.read(ends[3] - 2, ends[3] + 3)) == b"3\nlin"


def test_a_line_without_its_end_is_not_there_yet(segmented):
    with (segmented / "records-8.jsonl").open("ab") as stream:
        stream.write(b"half")
    with LogReader(segmented) as reader:
        assert [line for _, line in reader.lines()] == LINES


def test_a_segment_that_is_begun_while_reading_is_found(segmented):
    with LogReader(segmented) as reader:
        end = reader.end()
        with (segmented / "records-8.jsonl").open("ab") as stream:
            stream.write(b"line 10\nline 11\n")
        (segmented / "records-8.seal").write_bytes(
            b"a seal"
        )  # which a writer leaves before it begins the next
        (segmented / "records-12.jsonl").write_bytes(b"line 12\n")
        assert [line for _, line in reader.lines(end)] == [b"line 10", b"line 11", b"line 12"]


def test_many_segments_do_not_hold_many_files_open(tmp_path):
    folder = tmp_path / "log"
    folder.mkdir()
    (folder / "checkpoints").write_bytes(b"")
    for first in range(60):
        (folder / (f"records-{first}.jsonl" if first else "records.jsonl")).write_bytes(b"%d\n" % first)
    with LogReader(folder) as reader:
        before = len(list(Path("/proc/self/fd").iterdir()))
        ranges = [reader.lines(), reader.lines()]
        pairs = list(zip(*ranges, strict=True))
        assert [int(line) for (_, line), _ in pairs] == list(range(60))
        assert len(list(Path("/proc/self/fd").iterdir())) < before + 10


@pytest.mark.parametrize("count", range(12))
def test_the_last_lines_are_found_from_the_end(segmented, count):
    with LogReader(segmented) as reader:
        assert [line for _, line in reader.lines(reader.last_lines(count))] == LINES[max(0, 10 - count) :]


def test_the_last_lines_of_a_large_log_take_more_than_one_chunk(tmp_path):
    (tmp_path / "checkpoints").write_bytes(b"")
    (tmp_path / "records.jsonl").write_bytes(b"".join(b"%0100d\n" % number for number in range(30_000)))
    with LogReader(tmp_path) as reader:
        assert [int(line) for _, line in reader.lines(reader.last_lines(25_000))] == list(
            range(5_000, 30_000)
        )


def test_a_line_longer_than_any_record_is_refused(segmented):
    (segmented / "records-8.jsonl").write_bytes(b"x" * 3_000_000)
    with LogReader(segmented) as reader, pytest.raises(FormatError) as caught:
        list(reader.lines())
    assert caught.value.code == "record.size"


@pytest.mark.parametrize(
    ("break_it", "error"),
    [
        (lambda log: (log / "checkpoints").unlink(), ConfigurationMissing),
        (lambda log: [file.unlink() for file in log.glob("records*")], ConfigurationMissing),
        (lambda log: (log / "records.jsonl").unlink(), AuditTampered),
        (lambda log: log.rename(log.parent / "elsewhere"), ConfigurationMissing),
        (lambda log: [(log / "checkpoints").unlink(), (log / "checkpoints").mkdir()], AuditDamaged),
        (
            lambda log: [(log / "checkpoints").unlink(), (log / "checkpoints").symlink_to("/dev/zero")],
            AuditDamaged,
        ),
        (lambda log: [(log / "checkpoints").unlink(), os.mkfifo(log / "checkpoints")], AuditDamaged),
    ],
    ids=["no checkpoints", "no records", "first segment gone", "no folder", "folder", "link", "pipe"],
)
def test_files_that_are_missing_or_no_files_are_a_coded_error(segmented, break_it, error):
    break_it(segmented)
    with pytest.raises(error) as caught:
        LogReader(segmented)
    assert caught.value.code == error.code


def test_a_folder_name_that_no_system_has_is_a_coded_error(tmp_path):
    with pytest.raises(AuditDamaged) as caught:
        LogReader(tmp_path / "a\0b")
    assert caught.value.code == "audit.damaged"


def test_the_newest_complete_checkpoint_is_read(forge, signer, tmp_path):
    made = forge()
    folder = made.write(tmp_path / "log")
    with (folder / "checkpoints").open("ab") as stream:
        stream.write(made.notes[-1][:-20])
    with LogReader(folder) as reader:
        assert reader.newest_note() == made.notes[-1]
        assert read_trusted_checkpoint(reader.newest_note(), [signer.key]).size == len(made.lines)
        assert reader.note_of(5) == made.notes[1]
        with pytest.raises(AuditNotFound) as caught:
            reader.note_of(6)
    assert caught.value.code == "audit.not_found"


def test_a_log_without_a_checkpoint_has_no_newest_one(forge, tmp_path):
    made = forge()
    made.notes = []
    with LogReader(made.write(tmp_path / "log")) as reader, pytest.raises(AuditUnproven) as caught:
        reader.newest_note()
    assert caught.value.code == "audit.unproven"


def test_a_checkpoint_is_trusted_by_its_key_alone(forge, signer, other_signer):
    note = forge().notes[-1]
    with pytest.raises(AuditUntrusted) as caught:
        read_trusted_checkpoint(note, [other_signer.key])
    assert caught.value.code == "audit.untrusted"
    with pytest.raises(AuditTampered) as caught:
        read_trusted_checkpoint(note.replace(b"\n13\n", b"\n14\n"), [signer.key])
    assert caught.value.code == "audit.tampered"


@pytest.mark.parametrize("keys", [[], ["nonsense"], ["a+b+c"], ["\x1b[2J"]])
def test_keys_that_are_none_are_a_coded_error(keys):
    with pytest.raises(ConfigurationError) as caught:
        parse_keys(keys)
    assert caught.value.code == "config.invalid"
