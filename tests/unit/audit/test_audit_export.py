"""The log in other forms: nothing is lost, nothing is computed, and tiles are what their specification says."""

from __future__ import annotations

import csv
import io
import json
from hashlib import sha256
from pathlib import Path

import pytest

from runtime.audit.export import csv as csv_form
from runtime.audit.export import jsonl, ocsf, records
from runtime.audit.export.tiles import write_tiles
from runtime.audit.format.checkpoint import read_checkpoint
from runtime.audit.format.tree import Tree
from runtime.audit.read.reader import LogReader, read_trusted_checkpoint
from runtime.contracts.audit import Entry
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditTampered

OCSF = json.loads((Path(__file__).parents[2] / "cases" / "ocsf" / "required.json").read_text())


@pytest.fixture
def log(forge, bodies):
    """A record of every kind, and one call of each end."""
    made = forge(2)
    for body in bodies.values():
        made.add(Entry(None if body.kind.startswith(("Log", "Policy")) else f"x-{body.kind}", body))
    return made.sign()


@pytest.fixture
def reader(log, tmp_path):
    with LogReader(log.write(tmp_path / "log")) as opened:
        yield opened


def encoded(form, reader):
    return b"".join(form.encode(records(reader)))


def test_json_lines_hold_each_record_and_its_digest(log, reader):
    rows = [json.loads(line) for line in encoded(jsonl, reader).splitlines()]
    assert [row.pop("digest") for row in rows] == [digest(line) for line in log.lines]
    assert rows == [json.loads(line) for line in log.lines]


def test_csv_holds_each_record_in_a_row(log, reader):
    header, *rows = csv.reader(io.StringIO(encoded(csv_form, reader).decode(), newline=""))
    assert tuple(header) == csv_form.HEADER
    assert [int(row[0]) for row in rows] == list(range(len(log.lines)))
    assert [json.loads(row[6]) for row in rows] == [json.loads(line)["body"] for line in log.lines]
    assert rows[1][4:6] == ["1", "agent:demo called read_file, 2 bytes of arguments"]


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "  =1",
        "\uff1d1",
        '=cmd|" /C calc"!A0',
        "\n=1",
        "\x1b[2J",
        "\0",
    ],
)
def test_no_cell_of_csv_is_a_formula_or_controls_a_terminal(forge, bodies, tmp_path, text):
    """T-AUD-54: call ids and reasons are chosen by others."""
    log = forge(0)
    log.add(Entry(text, bodies["ToolDenied"]))
    with LogReader(log.write(tmp_path / "log")) as reader:
        data = encoded(csv_form, reader).decode()
    _, _, row = csv.reader(io.StringIO(data, newline=""))
    assert row[2].lstrip(" ")[0] not in "=+-@\t\r\uff1d"
    assert all(char.isprintable() or char in "\r\n" for char in data)


def test_ocsf_has_one_event_for_each_call(log, reader):
    events = [json.loads(line) for line in encoded(ocsf, reader).splitlines()]
    calls = [json.loads(line)["call"] for line in log.lines]
    assert sorted(event["metadata"]["correlation_uid"] for event in events) == sorted({c for c in calls if c})
    first = events[0]
    assert (first["status"], first["api"]["operation"], first["duration"]) == ("Success", "read_file", 0)
    assert first["actor"]["user"]["uid"] == "agent:demo"
    assert [one["seq"] for one in first["unmapped"]["records"]] == [1, 2, 3, 4]
    assert [one["digest"] for one in first["unmapped"]["records"]] == [
        digest(line) for line in log.lines[1:5]
    ]
    denied = next(event for event in events if event["metadata"]["correlation_uid"] == "x-ToolDenied")
    assert (denied["status"], denied["status_code"]) == ("Failure", "policy.denied")


def test_ocsf_events_have_what_the_schema_requires(reader):
    """The requirements of the published schema, class by class and object by object."""
    for line in encoded(ocsf, reader).splitlines():
        event = json.loads(line)
        assert event["class_uid"] == OCSF["class_uid"]
        assert event["category_uid"] == event["class_uid"] // 1000
        assert event["type_uid"] == event["class_uid"] * 100 + event["activity_id"]
        for path, rule in OCSF["objects"].items():
            found = event
            for step in filter(None, path.split(".")):
                found = found.get(step) if found is not None else None
            if found is None:
                continue
            assert set(rule["required"]) <= set(found), path
            assert not rule.get("at_least_one") or set(rule["at_least_one"]) & set(found), path
            assert set(found) <= set(rule["attributes"]), path
            for name, values in rule.get("enum", {}).items():
                assert found[name] in values
        assert isinstance(event["time"], int)


@pytest.mark.parametrize("form", [jsonl, csv_form, ocsf])
def test_a_changed_record_ends_an_export_with_its_number(log, tmp_path, form):
    log.lines[5] = log.lines[5].replace(b"agent:demo", b"agent:evil")
    with LogReader(log.write(tmp_path / "log")) as reader, pytest.raises(AuditTampered) as caught:
        encoded(form, reader)
    assert caught.value.code == "audit.tampered"
    assert "Record 6 " in caught.value.message


def exported(log, signer, tmp_path):
    with LogReader(log.write(tmp_path / "log")) as reader:
        note = reader.newest_note()
        files = write_tiles(reader, note, read_trusted_checkpoint(note, [signer.key]), tmp_path / "tiles")
    return tmp_path / "tiles", files


def read_tiles(folder, key):
    """The records of a folder of tiles, as C2SP tlog-tiles says: an independent reading of the specification."""
    checkpoint = read_checkpoint((folder / "checkpoint").read_bytes(), [key])
    entries: list[bytes] = []
    for number in range(0, checkpoint.size, 256):
        width = min(256, checkpoint.size - number)
        data = (folder / "tile" / "entries" / name_of(number // 256, width)).read_bytes()
        hashes = (folder / "tile" / "0" / name_of(number // 256, width)).read_bytes()
        while data:
            length = int.from_bytes(data[:2], "big")
            entry, data = data[2 : 2 + length], data[2 + length :]
            assert len(entry) == length
            assert sha256(b"\0" + entry).digest() == hashes[:32]
            hashes = hashes[32:]
            entries.append(entry)
        assert hashes == b""
    tree = Tree()
    for entry in entries:
        tree.append(entry)
    assert (tree.size, tree.root()) == (checkpoint.size, checkpoint.root)
    level, below = 1, checkpoint.size // 256
    while below:
        for number in range(0, below, 256):
            width = min(256, below - number)
            tile = (folder / "tile" / str(level) / name_of(number // 256, width)).read_bytes()
            lower = [
                (folder / "tile" / str(level - 1) / name_of(number + n, 256)).read_bytes()
                for n in range(width)
            ]
            assert tile == b"".join(root_of(one) for one in lower)
        level, below = level + 1, below // 256
    return entries


def root_of(tile):
    nodes = [tile[at : at + 32] for at in range(0, len(tile), 32)]
    while len(nodes) > 1:
        nodes = [sha256(b"\1" + nodes[at] + nodes[at + 1]).digest() for at in range(0, len(nodes), 2)]
    return nodes[0]


def name_of(number, width):
    digits = f"{number:0{-(-len(str(number)) // 3) * 3}}"
    parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    name = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
    return name if width == 256 else f"{name}.p/{width}"


@pytest.mark.parametrize("calls", [0, 3, 63, 64, 127, 130])
def test_tiles_are_read_by_their_specification(forge, signer, tmp_path, calls):
    log = forge(calls)
    folder, files = exported(log, signer, tmp_path)
    assert read_tiles(folder, signer.key) == log.lines
    assert len([path for path in folder.rglob("*") if path.is_file()]) == files


def test_tiles_of_higher_levels_are_roots_of_full_ones(forge, signer, tmp_path):
    """Above 65,536 records, where a tile of level 1 is full; the records are short ones, which tiles do not look into."""
    log = forge(0)
    lines = [b"%d" % number for number in range(256 * 256 + 300)]
    for line in lines[1:]:
        log.state.tree.append(line)
    tree = Tree()
    for line in lines:
        tree.append(line)
    log.state.tree, log.state.chain.size, log.lines, log.notes = tree, tree.size, lines, []
    folder, _ = exported(log.sign(), signer, tmp_path)
    assert (folder / "tile/1/000").stat().st_size == 8192
    assert (folder / "tile/1/001.p/1").stat().st_size == 32
    assert (folder / "tile/2/000.p/1").stat().st_size == 32
    assert (folder / "tile/0/257.p/44").stat().st_size == 44 * 32
    assert len(read_tiles(folder, signer.key)) == 65_836


def test_what_is_not_signed_is_not_exported_as_tiles(forge, signer, tmp_path, call):
    log = forge(2)
    signed = len(log.lines)
    folder, _ = exported(log.add(*call("late")), signer, tmp_path)
    assert len(read_tiles(folder, signer.key)) == signed


def test_changed_records_leave_no_checkpoint_among_the_tiles(forge, signer, tmp_path):
    """T-AUD-01"""
    log = forge(70)
    log.lines[5] = log.lines[5].replace(b"agent:demo", b"agent:evil")
    with pytest.raises(AuditTampered) as caught:
        exported(log, signer, tmp_path)
    assert caught.value.code == "audit.tampered"
    assert not (tmp_path / "tiles" / "checkpoint").exists()
