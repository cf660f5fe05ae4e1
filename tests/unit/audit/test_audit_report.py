"""A report for people: it shows what it proves, and nothing that somebody wrote into the log runs in it."""

from __future__ import annotations

import random
from base64 import b64encode
from html.parser import HTMLParser

import msgspec
import pytest
from audit_forge import START_US, make_signer

from runtime.audit.format.chain import FormatError
from runtime.audit.format.document_note import sign_document
from runtime.audit.prove.prover import Prover
from runtime.audit.read.reader import LogReader
from runtime.audit.report.collect import Period, collect_report
from runtime.audit.report.page import render
from runtime.audit.report.signed_page import check_page, sign_page
from runtime.audit.verify.verifier import verify
from runtime.contracts.audit import ApprovalDecided, Entry, ToolAborted, ToolDenied
from runtime.contracts.errors import AuditTampered

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script></style><svg/onload=alert(1)>",
    "--><script src=https://evil.example/x.js></script><!-- report-signature ",
    "\u202egnp.exe\u202c",
    "\x1b[2J{{7*7}}",
    "&lt;b&gt;",
    "'; background:url(https://evil.example) '",
)
NEUTRAL = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "table", "tr", "th", "td", "code", "pre", "details",
           "summary", "figure", "figcaption", "svg", "rect", "text", "span", "script"}  # fmt: skip
AUDITOR = make_signer(9, "auditor.example")
WHOLE = Period(None, None)


class Page(HTMLParser):
    """The elements of a page, with their attributes, and the text that a reader sees."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(data.decode())

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] not in ("script", "style"):
            self.text += data


def collect(folder, *, keys=None, period=WHOLE, most_rows=200):
    keys = keys or [make_signer().key]
    found = verify(folder, verifier_keys=keys, processes=1, vault=False)
    with LogReader(folder) as reader:
        return collect_report(
            Prover(reader, keys), keys, found, period, made_us=START_US, most_rows=most_rows
        )


@pytest.fixture
def log(forge, bodies):
    """Two calls that completed, one that somebody rejected, one that policy denied, and a policy that changed."""
    made = forge(2)
    made.add(Entry(None, bodies["PolicyLoaded"]))
    opening = [Entry("c-9", bodies[kind]) for kind in ("ToolInvoked", "CapabilityCheck", "PolicyDecision")]
    rejected = ApprovalDecided(
        approved=False, approver="user:eve", arguments="a", modified=None, reason="not on a Friday", rule=None
    )
    made.add(*opening, Entry("c-9", rejected), Entry("c-9", ToolDenied(code="approval.rejected", step=7)))
    made.add(Entry("c-10", bodies["ToolInvoked"]), Entry("c-10", ToolDenied(code="policy.denied", step=6)))
    return made.sign()


@pytest.fixture
def contents(log, folder):
    return collect(log.write(folder))


def test_a_report_counts_calls_and_lists_who_was_refused_and_who_answered(contents):
    assert contents.outcomes == {"completed": 2, "denied": 2}
    assert [(tally.name, tally.calls, tally.denied) for tally in contents.tools] == [("read_file", 4, 2)]
    assert {name: rows.total for name, rows in contents.sections.items()} == {
        "denials": 2, "approvals": 1, "policies": 1, "keys": 0, "incidents": 0,
    }  # fmt: skip
    text = Page(render(contents)).text
    for said in (
        "approval.rejected",
        "user:eve",
        "rejected: not on a Friday",
        "OK_NOT_WITNESSED",
        "policy.denied",
    ):
        assert said in text


def test_a_report_is_checked_with_two_keys_and_without_the_log(contents):
    checked = check_page(sign_page(contents, AUDITOR), [make_signer().key], [AUDITOR.key])
    assert (checked.signed_by, checked.compared) == (str(AUDITOR.key), True)
    assert checked.proven == len(
        {seq for rows in contents.sections.values() for row in rows.rows for seq in row}
    )
    assert checked.contents == contents


def test_no_changed_byte_of_a_report_passes_its_check(contents):
    """T-AUD-57"""
    data = sign_page(contents, AUDITOR)
    chooser = random.Random(7)
    places = [
        *range(60),
        *(chooser.randrange(len(data)) for _ in range(300)),
        *range(len(data) - 60, len(data)),
    ]
    for place in places:
        changed = bytearray(data)
        changed[place] ^= 1 << chooser.randrange(8)
        with pytest.raises(FormatError):
            check_page(bytes(changed), [make_signer().key], [AUDITOR.key])
    for cut in (data[:-1], data + b"\n", b"<!doctype html>\n", b"", data * 2):
        with pytest.raises(FormatError):
            check_page(cut, [make_signer().key], [AUDITOR.key])


def test_who_may_sign_reports_cannot_show_what_the_log_does_not_prove(contents):
    """T-AUD-57"""
    refused = {}
    proof = contents.proofs[-1]
    line = proof.line.replace("policy.denied", "policy.pardon")
    other = msgspec.structs.replace
    forged = {
        "another record": other(contents, proofs=(*contents.proofs[:-1], other(proof, line=line))),
        "another place": other(contents, proofs=(*contents.proofs[:-1], other(proof, seq=0))),
        "a row of nothing": other(contents, proofs=contents.proofs[:-1]),
        "another log": other(contents, origin="example.com/other"),
        "no checkpoint": other(contents, checkpoint="", proofs=()),
        "another checkpoint": other(contents, checkpoint=contents.checkpoint.replace("\n1", "\n2", 1)),
    }
    for name, changed in forged.items():
        page = render(contents)  # what a reader would see
        data = page.replace(msgspec.json.encode(contents), msgspec.json.encode(changed))
        data += b"<!-- report-signature " + b64encode(sign_document(data, "report", AUDITOR)) + b" -->\n"
        with pytest.raises(FormatError) as caught:
            check_page(data, [make_signer().key], [AUDITOR.key])
        refused[name] = caught.value.code
    assert "report.differs" not in refused.values(), refused
    shown = render(contents).replace(b"not on a Friday", b"by all means! ", 1)
    with pytest.raises(FormatError) as caught:
        check_page(
            shown
            + b"<!-- report-signature "
            + b64encode(sign_document(shown, "report", AUDITOR))
            + b" -->\n",
            [make_signer().key],
            [AUDITOR.key],
        )
    assert caught.value.code == "report.differs"


def test_a_signature_of_another_kind_or_by_another_key_signs_no_report(contents, signer, other_signer):
    """T-AUD-57"""
    page = render(contents)
    for note, code in (
        (sign_document(page, "report", other_signer), "document.key_unknown"),
        (sign_document(page, "bundle", AUDITOR), "document.signature"),
        (contents.checkpoint.encode(), "document.key_unknown"),
        (AUDITOR.sign("example.com/log\n1\nAAAA\n"), "document.signature"),
    ):
        data = page + b"<!-- report-signature " + b64encode(note) + b" -->\n"
        with pytest.raises(FormatError) as caught:
            check_page(data, [signer.key], [AUDITOR.key])
        assert caught.value.code == code


def test_nothing_that_callers_wrote_becomes_markup_or_is_fetched(forge, bodies, folder):
    """T-AUD-58"""
    made = forge(0)
    for number, text in enumerate(HOSTILE):
        invoked = msgspec.structs.replace(bodies["ToolInvoked"], tool=text, principal=text, version=text)
        asked = ApprovalDecided(
            approved=False, approver=text, arguments="a", modified=None, reason=text, rule=text
        )
        call = f"{text}{number}"
        made.add(Entry(call, invoked), Entry(call, asked), Entry(call, ToolDenied(code=text, step=1)))
        policy = msgspec.structs.replace(
            bodies["PolicyLoaded"], accepted=False, bundle=text, detail=text, engine=text
        )
        made.add(Entry(None, policy), Entry(None, msgspec.structs.replace(bodies["Erased"], reason=text)))
        made.add(Entry(None, msgspec.structs.replace(bodies["CallsShed"], principal=text)))
    data = sign_page(collect(made.sign().write(folder)), AUDITOR)
    page = Page(data)
    assert {tag for tag, _ in page.elements} <= NEUTRAL
    attributes = {name for _, given in page.elements for name in given}
    assert not {name for name in attributes if name.startswith("on")} | attributes & {
        "src",
        "href",
        "style",
        "xlink:href",
    }
    assert [given for tag, given in page.elements if tag == "script"] == [
        {"type": "application/json", "id": "report"}
    ]
    policy = next(given["content"] for tag, given in page.elements if given.get("http-equiv"))
    assert policy.startswith("default-src 'none'")
    assert "<script>alert(1)</script>" in page.text  # as text
    assert not [char for char in page.text if not char.isprintable() and char != "\n"]
    assert check_page(data, [make_signer().key], [AUDITOR.key]).compared


def test_a_period_counts_what_began_in_it_and_lists_what_happened_in_it(log, folder):
    log.write(folder)
    middle = START_US + 10
    before, behind = (
        collect(folder, period=Period(None, middle)),
        collect(folder, period=Period(middle, None)),
    )
    whole = collect(folder)
    assert before.records + behind.records == whole.records
    assert sum(before.outcomes.values()) + sum(behind.outcomes.values()) == 4
    assert (before.sections["denials"].total, behind.sections["denials"].total) == (0, 2)


def test_rows_and_names_are_bounded_and_what_is_left_out_is_counted(forge, bodies, folder):
    made = forge(0)
    for number in range(40):
        invoked = msgspec.structs.replace(bodies["ToolInvoked"], principal=f"agent:{number:02}")
        made.add(
            Entry(f"c-{number}", invoked), Entry(f"c-{number}", ToolDenied(code="policy.denied", step=6))
        )
    contents = collect(made.sign().write(folder), most_rows=5)
    assert (contents.sections["denials"].total, len(contents.sections["denials"].rows)) == (40, 5)
    assert (len(contents.principals), contents.more_principals) == (25, 15)
    assert "the newest 5 are listed" in Page(render(contents)).text


def test_a_log_that_was_tampered_with_is_reported_so_and_nothing_of_it_listed(log, folder):
    log.write(folder)
    records = folder / "records.jsonl"
    records.write_bytes(records.read_bytes().replace(b"not on a Friday", b"on every Friday"))
    contents = collect(folder)
    assert (contents.verification.verdict, contents.outcomes, contents.proofs) == ("TAMPERED", {}, ())
    data = sign_page(contents, AUDITOR)
    assert (
        check_page(data, [make_signer().key], [AUDITOR.key]).contents.verification.code
        == contents.verification.code
    )
    assert "TAMPERED" in Page(data).text


def test_a_log_that_changes_behind_its_verification_is_not_counted(log, folder, bodies):
    log.write(folder)
    keys = [make_signer().key]
    found = verify(folder, verifier_keys=keys, processes=1, vault=False)
    records = folder / "records.jsonl"
    records.write_bytes(records.read_bytes().replace(b"not on a Friday", b"on every Friday"))
    with LogReader(folder) as reader, pytest.raises(AuditTampered):
        collect_report(Prover(reader, keys), keys, found, WHOLE, made_us=0, most_rows=5)


def test_a_clock_in_another_century_keeps_the_chart_small(forge, bodies, folder):
    made = forge(1)
    made.now_us = 2**52
    made.add(Entry(None, bodies["ClockJumped"]), Entry("c-7", bodies["ToolInvoked"]))
    made.add(Entry("c-7", ToolAborted(duration_us=0, outcome="cancelled", step=3)))
    contents = collect(made.sign().write(folder))
    assert 2 <= len(contents.intervals) <= 61
    assert contents.sections["incidents"].total == 1
    render(contents)
