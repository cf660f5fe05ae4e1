"""Lines of the log: their exact bytes and their link."""

from __future__ import annotations

import re

import msgspec
import pytest
from audit_forge import TAG_KEY

from runtime.audit.format.chain import Chain, FormatError, Framing, decode, prepare
from runtime.contracts.audit import GENESIS, KINDS, MAX_LINE_BYTES, Entry
from runtime.contracts.errors import AuditRecordRefused

BASE = msgspec.json.encode({"code": "policy.denied", "step": 4})
TAG = b',"tag":"' + b"0" * 32 + b'"'
LINE = b'{"at_us":7,"body":%b,"call":"c","kind":"ToolDenied","prev":"%b","seq":0,"tag":"%b"}' % (
    BASE,
    GENESIS.encode(),
    b"0" * 32,
)


def broken(line: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        Chain().follow(line)
    return caught.value.code


def test_the_line_that_the_mutations_start_from_is_good():
    assert Chain().follow(LINE)[0].call == "c"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_is_read_back_as_it_was_written(bodies, kind):
    writer, reader = Chain(), Chain()
    line = writer.extend(prepare(Entry("c-1", bodies[kind])), 5, TAG_KEY)
    record, body = reader.follow(line)
    assert (body, record.kind, record.seq, reader.head) == (bodies[kind], kind, 0, writer.head)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param(b"", "record.fields", id="blank line"),
        pytest.param(LINE + b"\r", "record.spelling", id="CRLF"),
        pytest.param(b" " + LINE, "record.spelling", id="whitespace in front"),
        pytest.param(LINE.replace(b":7,", b": 7,"), "record.spelling", id="whitespace inside"),
        pytest.param(LINE.replace(b'"c"', b'"\\u0063"'), "record.spelling", id="escape spelling"),
        pytest.param(
            LINE.replace(b'{"at_us":7,', b'{"at_us":6,"at_us":7,'), "record.spelling", id="duplicate key"
        ),
        pytest.param(
            LINE.replace(b'"code"', b'"step":9,"code"'), "record.spelling", id="duplicate key in the body"
        ),
        pytest.param(
            LINE.replace(BASE, b'{"step":4,"code":"policy.denied"}'),
            "record.spelling",
            id="key order in the body",
        ),
        pytest.param(LINE.replace(b'"seq":0,', b'"seq":0,"x":1,'), "record.fields", id="added field"),
        pytest.param(LINE.replace(b',"seq":0', b""), "record.fields", id="missing field"),
        pytest.param(LINE.replace(TAG, b""), "record.fields", id="no tag"),
        pytest.param(LINE.replace(TAG, b',"tag":"' + b"0" * 31 + b'"'), "record.spelling", id="short tag"),
        pytest.param(
            LINE.replace(TAG, b',"tag":"' + "\u00e9".encode() * 32 + b'"'), "record.spelling", id="long tag"
        ),
        pytest.param(LINE.replace(b":7,", b":7.0,"), "record.fields", id="float"),
        pytest.param(LINE.replace(b":7,", b":NaN,"), "record.fields", id="NaN"),
        pytest.param(LINE.replace(b":7,", b":-0,"), "record.spelling", id="minus zero"),
        pytest.param(LINE.replace(b":7,", b":-1,"), "record.fields", id="negative"),
        pytest.param(LINE.replace(b":7,", b":9007199254740993,"), "record.fields", id="2^53 + 1"),
        pytest.param(LINE.replace(b'"c"', b'"\xff"'), "record.fields", id="invalid UTF-8"),
        pytest.param(LINE.replace(b'"c"', b'"\\ud800"'), "record.fields", id="lone surrogate"),
        pytest.param(LINE.replace(b"ToolDenied", b"ToolDanced"), "record.kind", id="unknown kind"),
        pytest.param(
            LINE.replace(b'"step":4', b'"step":4,"x":1'), "record.body", id="added field in the body"
        ),
        pytest.param(LINE.replace(b'"step":4', b'"step":4.0'), "record.body", id="float in the body"),
        pytest.param(LINE.replace(BASE, b"[" * 9999 + b"]" * 9999), "record.fields", id="deep nesting"),
        pytest.param(b"[" * 60_000, "record.fields", id="deep nesting without an end"),
        pytest.param(b"\0" * 500, "record.fields", id="NUL"),
        pytest.param(LINE.replace(b'"c"', b'"' + b"c" * MAX_LINE_BYTES + b'"'), "record.size", id="too long"),
        pytest.param(LINE.replace(b'"seq":0', b'"seq":1'), "chain.sequence", id="gap"),
        pytest.param(LINE.replace(b"blake3:00", b"blake3:01"), "chain.link", id="other predecessor"),
    ],
)
def test_a_line_with_another_spelling_or_place_is_broken(line, code):
    assert broken(line) == code


def test_composed_and_decomposed_letters_are_different_records():
    composed, decomposed = (LINE.replace(b'"c"', text.encode()) for text in ('"\u00e9"', '"e\u0301"'))
    assert decode(composed)[0].call != decode(decomposed)[0].call


def test_time_that_steps_back_is_broken():
    chain = Chain()
    chain.follow(LINE)
    second = LINE.replace(b'"seq":0', b'"seq":1').replace(GENESIS.encode(), chain.head.encode())
    with pytest.raises(FormatError) as caught:
        chain.follow(second.replace(b'"at_us":7', b'"at_us":6'))
    assert caught.value.code == "chain.clock"
    chain.follow(second)  # the chain had not moved


def test_a_writer_holds_a_clock_that_steps_back(bodies):
    chain = Chain()
    middle = prepare(Entry(None, bodies["LogOpened"]))
    times = [decode(chain.extend(middle, at_us, TAG_KEY))[0].at_us for at_us in (50, 40, 60, 2**60)]
    assert times == [50, 50, 60, 2**53 - 1]


@pytest.mark.parametrize("field", ["call", "code"])
def test_a_lone_surrogate_is_refused(bodies, field):
    """T-AUD-17: text that has no bytes."""
    denied = bodies["ToolDenied"]
    entry = (
        Entry("\ud800", denied)
        if field == "call"
        else Entry("c", msgspec.structs.replace(denied, code="\udfff"))
    )
    with pytest.raises(AuditRecordRefused) as caught:
        prepare(entry)
    assert caught.value.code == "audit.record_refused"
    assert caught.value.suggestion


@pytest.mark.parametrize("step", [4.0, -1, True, None, 2**53, 2**80, "4", object()])
def test_a_number_that_a_verifier_would_refuse_is_refused(bodies, step):
    with pytest.raises(AuditRecordRefused):
        prepare(Entry("c", msgspec.structs.replace(bodies["ToolDenied"], step=step)))


@pytest.mark.parametrize("entry", [Entry(7, None), Entry("c", object()), Entry(b"c", None)])
def test_what_is_no_entry_is_refused(bodies, entry):
    body = entry.body or bodies["ToolDenied"]
    with pytest.raises(AuditRecordRefused):
        prepare(Entry(entry.call, body))


def test_a_struct_that_only_bears_a_kinds_name_is_refused(bodies):
    impostor = msgspec.defstruct("ToolDenied", [("code", str), ("step", int)])(code="x", step=1)
    with pytest.raises(AuditRecordRefused):
        prepare(Entry("c", impostor))


def test_the_longest_record_fits_wherever_it_stands_and_one_byte_more_is_refused(bodies):
    def entry(length: int) -> Entry:
        return Entry("c", msgspec.structs.replace(bodies["ToolDenied"], code="x" * length))

    room = MAX_LINE_BYTES - len(Chain(2**53 - 1, at_us=2**53 - 1).extend(prepare(entry(0)), 0, TAG_KEY))
    line = Chain(2**53 - 1, at_us=2**53 - 1).extend(prepare(entry(room)), 0, TAG_KEY)
    assert len(line) == MAX_LINE_BYTES
    with pytest.raises(AuditRecordRefused):
        prepare(entry(room + 1))


def test_framing_cuts_at_line_feeds_only():
    framing = Framing()
    text = "a\u2028b\x0cc\x85d\re".encode()
    assert framing.feed(text[:5]) + framing.feed(text[5:] + b"\nrest") == [text]
    assert framing.rest == b"rest"


def test_framing_returns_good_lines_before_it_refuses_an_endless_one():
    framing = Framing()
    assert framing.feed(b"good\n" + b"x" * (MAX_LINE_BYTES + 1)) == [b"good"]
    with pytest.raises(FormatError) as caught:
        framing.feed(b"x")
    assert caught.value.code == "record.size"


def test_messages_do_not_repeat_hostile_content():
    """T-AUD-17: a finding is read in a terminal."""
    hostile = LINE.replace(b"ToolDenied", b"\\u001b[31mred")
    with pytest.raises(FormatError) as caught:
        decode(hostile)
    assert not re.search("red|\x1b", caught.value.message)
