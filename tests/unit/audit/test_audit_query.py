"""Searching a log: the table of calls finds, follows the log by itself, and is believed in nothing."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import get_args

import msgspec
import pytest

from runtime.audit.format.chain import prepare
from runtime.audit.format.timestamps import format_timestamp, parse_timestamp
from runtime.audit.read.query import Query, calls_of, find_calls
from runtime.audit.read.reader import LogReader
from runtime.audit.read.timeline import describe, step_of
from runtime.audit.stores._call_table import CallRow, CallTable, SealedFile
from runtime.contracts.audit import KINDS, OUTCOMES, DecisionOutcome, Entry
from runtime.contracts.errors import AuditNotFound, AuditTampered

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def story(bodies):
    """The records of a call that ends so."""

    def make(call, *ends, tool="read_file", principal="agent:demo", outcome="allow"):
        invoked = msgspec.structs.replace(bodies["ToolInvoked"], tool=tool, principal=principal)
        decision = msgspec.structs.replace(bodies["PolicyDecision"], outcome=outcome)
        return [Entry(call, body) for body in (invoked, decision, *ends)]

    return make


@pytest.fixture
def log(forge, bodies, story):
    """One call of each outcome."""
    made = forge(0)
    made.add(*story("c-1", bodies["ApprovalDecided"], bodies["ToolCompleted"]))
    made.add(*story("c-2", bodies["ToolDenied"], tool="git_push", outcome="deny"))
    made.add(*story("c-3", bodies["ToolFailed"]))
    made.add(*story("c-4", bodies["ToolTimedOut"]))
    made.add(*story("c-5", bodies["ToolAborted"], principal="user:ann"))
    made.add(*story("c-2", bodies["ToolCompleted"], tool="git_pull"))  # a denied call leaves its id free
    made.add(*story("c-6"))
    return made.sign()


@pytest.fixture
def table(tmp_path):
    return tmp_path / "cache" / "calls.sqlite"


def sealed(path, log="log"):
    return SealedFile(path, b"s" * 32, log)


@pytest.fixture
def find(log, tmp_path, table):
    folder = log.write(tmp_path / "log")

    def find_(limit=100, **conditions):
        with LogReader(folder) as reader:
            return find_calls(reader, Query(**conditions), limit, file=sealed(table))

    return find_


def ids(found):
    return [call.call for call in found]


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({}, ["c-1", "c-2", "c-3", "c-4", "c-5", "c-2", "c-6"]),
        ({"tool": "git_push"}, ["c-2"]),
        ({"tool": "git_*"}, ["c-2", "c-2"]),
        ({"tool": "GIT_PUSH"}, []),
        ({"principal": "user:*"}, ["c-5"]),
        ({"decision": "deny"}, ["c-2"]),
        ({"outcome": "completed"}, ["c-1", "c-2"]),
        ({"outcome": "denied"}, ["c-2"]),
        ({"outcome": "failed"}, ["c-3"]),
        ({"outcome": "timed_out"}, ["c-4"]),
        ({"outcome": "aborted"}, ["c-5"]),
        ({"outcome": "open"}, ["c-6"]),
        ({"code": "limit.*"}, ["c-4"]),
        ({"call": "c-2"}, ["c-2", "c-2"]),
        ({"call": "c-2", "outcome": "denied"}, ["c-2"]),
        ({"tool": "'; DROP TABLE calls; --"}, []),
        ({"since_us": 2**53}, []),
        ({"until_us": 0}, []),
    ],
)
def test_calls_are_found_by_each_condition(find, conditions, expected):
    assert ids(find(**conditions)) == expected


def test_a_row_tells_how_the_call_went(find):
    first = find(call="c-1")[0]
    assert (first.seq, first.tool, first.principal, first.decision) == (1, "read_file", "agent:demo", "allow")
    assert (first.approver, first.outcome, first.duration_us, first.records) == (
        "user:eve",
        "completed",
        7,
        4,
    )
    assert find(call="c-3")[0].code == "tool.failed"


def test_time_bounds_hold_to_the_microsecond(find):
    at_us = find(call="c-3")[0].at_us
    assert ids(find(since_us=at_us)) == ["c-3", "c-4", "c-5", "c-2", "c-6"]
    assert ids(find(until_us=at_us)) == ["c-1", "c-2"]
    assert ids(find(since_us=at_us, until_us=at_us + 1)) == ["c-3"]


def test_the_newest_calls_come_where_not_all_are_wanted(find):
    assert ids(find(limit=2)) == ["c-2", "c-6"]


def test_the_table_follows_the_log(log, find, tmp_path, story, bodies):
    assert find(call="c-6")[0].outcome == "open"
    log.add(*story("c-7"), Entry("c-6", bodies["ToolDenied"]))
    log.write(tmp_path / "log")
    assert [call.outcome for call in find(call="c-6")] == ["denied"]
    assert ids(find()) == ["c-1", "c-2", "c-3", "c-4", "c-5", "c-2", "c-6", "c-7"]


def test_several_at_once_make_one_table(find):
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: ids(find()), range(24)))
    assert found == [["c-1", "c-2", "c-3", "c-4", "c-5", "c-2", "c-6"]] * 24


def test_another_log_in_the_same_place_is_read_anew(find, forge, tmp_path):
    find()
    forge(2).write(tmp_path / "log")
    assert ids(find()) == ["c-0", "c-1"]


@pytest.mark.parametrize(
    "break_it",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"this is no database"),
        lambda file: file.write_bytes(file.read_bytes()[:5000]),
        lambda file: file.write_bytes(file.read_bytes()[:4096] + bytes(len(file.read_bytes()) - 4096)),
        lambda file: (file.unlink(), file.mkdir()),
        lambda file: _execute(file, "PRAGMA user_version = 99"),
        lambda file: _execute(file, "DROP TABLE pages"),
        lambda file: _execute(file, "UPDATE pages SET data = NULL"),
        lambda file: _execute(file, "UPDATE pages SET data = 'text'"),
        lambda file: _execute(file, "UPDATE pages SET data = x''"),
        lambda file: _execute(file, "DELETE FROM pages"),
    ],
)
def test_whatever_became_of_the_table_the_log_is_shown_as_it_is(find, table, tmp_path, break_it):
    """T-AUD-51"""
    find()
    break_it(table)
    with LogReader(tmp_path / "log") as reader:
        (records,) = calls_of(reader, "c-1", file=sealed(table))
    assert [one.record.seq for one in records] == [1, 2, 3, 4]


def test_an_edited_table_changes_no_answer(find, table):
    """T-AUD-51: each page in turn is changed, removed, put back to an older one, or swapped for another."""
    before = find(), find(call="c-2"), find(decision="deny")
    places = _rows(table, "SELECT place FROM pages ORDER BY place")
    assert len(places) > 6
    edits = [
        edit.format(place)
        for (place,) in places
        for edit in (
            "DELETE FROM pages WHERE place = {}",
            "UPDATE pages SET data = substr(data, 1, length(data) - 1) || x'00' WHERE place = {}",
            f"UPDATE pages SET data = (SELECT data FROM pages WHERE place = {places[-1][0]}) WHERE place = {{}}",
        )
    ]
    for edit in edits:
        _execute(table, edit)
        assert (find(), find(call="c-2"), find(decision="deny")) == before


def test_a_page_that_is_put_back_hides_no_call(find, table, log, tmp_path, story, bodies):
    """T-AUD-51: every page of an older table has a digest that was right once."""
    find()
    old = _rows(table, "SELECT place, data FROM pages")
    log.add(*story("c-7", bodies["ToolDenied"]))
    log.write(tmp_path / "log")
    before = find(), find(call="c-7")
    assert len(before[1]) == 1
    for place, data in old:
        _execute(table, "UPDATE pages SET data = ? WHERE place = ?", (data, place))
        assert (find(), find(call="c-7")) == before


@pytest.mark.parametrize("calls", [600, 40_000])
def test_calls_of_many_blocks_are_found_by_what_they_are(calls):
    """Rows, summaries and buckets go over the ends of their pages; each answer is that of a search through all rows."""
    table = CallTable(None)
    made = [row_of(number) for number in range(calls)]
    with table.writing():
        for row in made:
            table.put(table.begin(row.call), row)
            if row.seq % 9_999 == 0:
                table.flush()
        table.save((calls, 0, 0, ""))
    for conditions, meant in (
        ({}, lambda _: True),
        ({"tool": "tool-7"}, lambda row: row.tool == "tool-7"),
        ({"tool": "tool-?"}, lambda row: len(row.tool) == 6),
        ({"principal": "agent:5*"}, lambda row: row.principal.startswith("agent:5")),
        ({"outcome": "failed"}, lambda row: row.outcome == "failed"),
        ({"code": "no.such"}, lambda _: False),
        ({"since_us": 500, "until_us": 700}, lambda row: 500 <= row.at_us < 700),
        ({"call": "c-33"}, lambda row: row.call == "c-33"),
        ({"call_from": "c-33/", "call_until": "c-330"}, lambda row: row.call.startswith("c-33/")),
    ):
        wanted = [row.seq for row in made if meant(row)][-50:]
        assert [row.seq for row in table.find(conditions, 50)] == wanted
    with table.writing():
        table.doubt(calls - 3)
        table.save((calls, 0, 0, ""))
    assert [row.seq for row in table.find({"until_us": 1}, 9)] == [0, calls - 2, calls - 1]
    table.close()


def row_of(number):
    outcome = "failed" if number % 397 == 0 else "completed"
    call = f"c-{number // 7}/{number % 7}" if number % 7 else f"c-{number // 7}"
    names = (f"tool-{number // 40 % 90}", f"agent:{number % 977}", "allow", None, outcome, None, 1)
    return CallRow(number, call, number, *names, doubtful=False, places=[number * 500])


def test_a_table_of_another_log_or_user_is_made_anew(find, table, tmp_path, log):
    """T-AUD-51"""
    before = find()
    for file in (sealed(table, "other"), SealedFile(table, b"t" * 32, "log")):
        with LogReader(tmp_path / "log") as reader:
            assert find_calls(reader, Query(), 100, file=file) == before


def test_the_choices_of_a_query_are_those_that_records_can_hold(bodies):
    made = {kind for kind, body in KINDS.items() if body.terminal}
    assert set(OUTCOMES) == made
    for outcome in get_args(DecisionOutcome):
        decided = msgspec.structs.replace(bodies["PolicyDecision"], outcome=outcome)
        assert prepare(Entry("c", decided))


def _execute(file, statement, values=()):
    connection = sqlite3.connect(file)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def _rows(file, statement):
    connection = sqlite3.connect(file)
    found = connection.execute(statement).fetchall()
    connection.close()
    return found


def test_a_call_is_shown_from_the_log_itself(log, find, table, tmp_path):
    """T-AUD-51: rows that say otherwise do not change what the records say."""
    find()
    _execute(table, "UPDATE pages SET data = replace(data, 'git_push', 'harmless')")
    with LogReader(tmp_path / "log") as reader:
        denied, completed = calls_of(reader, "c-2", file=sealed(table))
    assert [one.record.kind for one in denied] == ["ToolInvoked", "PolicyDecision", "ToolDenied"]
    assert denied[0].body.tool == "git_push"
    assert completed[-1].record.kind == "ToolCompleted"
    assert [one.line for one in denied] == log.lines[5:8]


def test_an_unknown_call_is_not_found(find, tmp_path, table):
    find()
    with LogReader(tmp_path / "log") as reader, pytest.raises(AuditNotFound) as caught:
        calls_of(reader, "c-99", file=sealed(table))
    assert caught.value.code == "audit.not_found"


@pytest.mark.parametrize(
    "line", [b"not json", b"{}", b"[]", b"", b"\xff", b"[" * 60_000, b'{"seq":"x"}', b"1" * 70_000]
)
def test_a_line_that_is_no_record_is_named(log, tmp_path, line):
    log.lines[6] = line
    with LogReader(log.write(tmp_path / "log")) as reader, pytest.raises(AuditTampered) as caught:
        find_calls(reader, Query(), 10)
    assert caught.value.code == "audit.tampered"
    assert "Record 6 " in caught.value.message


def test_a_record_out_of_place_is_named(log, tmp_path):
    log.lines[6], log.lines[7] = log.lines[7], log.lines[6]
    with LogReader(log.write(tmp_path / "log")) as reader, pytest.raises(AuditTampered) as caught:
        find_calls(reader, Query(), 10)
    assert caught.value.code == "audit.tampered"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01", datetime(2026, 3, 1, tzinfo=UTC)),
        ("2026-03-01T06:30:00.000001", datetime(2026, 3, 1, 6, 30, 0, 1, tzinfo=UTC)),
        ("2026-03-01T06:30+02:00", datetime(2026, 3, 1, 4, 30, tzinfo=UTC)),
        ("90m", datetime(2026, 3, 2, 10, 30, tzinfo=UTC)),
        ("7d", datetime(2026, 2, 23, 12, tzinfo=UTC)),
    ],
)
def test_an_instant_is_a_date_a_time_or_an_age(text, expected):
    assert parse_timestamp(text, NOW) == int(expected.timestamp()) * 1_000_000 + expected.microsecond


@pytest.mark.parametrize("text", ["", "yesterday", "7x", "-7d", "2026-13-01", "9" * 400 + "d", "\0"])
def test_what_is_no_instant_is_refused(text):
    with pytest.raises(ValueError, match="no date"):
        parse_timestamp(text, NOW)


def test_every_instant_of_a_record_can_be_shown():
    assert format_timestamp(1_795_000_000_000_001) == "2026-11-18T11:06:40.000001Z"
    assert format_timestamp(2**53 - 1) == "2255-06-05T23:47:34.740991Z"
    assert format_timestamp(2**63) == f"{2**63} us"


def test_every_kind_of_record_has_its_words(bodies):
    for kind, body in bodies.items():
        assert describe(body)
        assert describe(body)[0] != "{", kind
    assert set(bodies) <= set(KINDS)
    assert [
        step_of(bodies[kind]) for kind in ("ToolInvoked", "CapabilityCheck", "PolicyDecision", "ToolDenied")
    ] == [1, 5, 6, 6]
    assert step_of(bodies["LogOpened"]) is None
