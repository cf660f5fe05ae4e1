"""Shows a report as one HTML page, which needs nothing else: no script, no font, no picture from elsewhere.

Callers chose tool names, principals, reasons and call ids. Each text goes through `_text`, which escapes markup and makes control and
direction characters visible; none stands in an attribute, a style or a comment. The page forbids scripts and every request by a
Content-Security-Policy, with the style sheet's digest.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from typing import NamedTuple

import msgspec

from runtime.audit.format.chain import decode
from runtime.audit.format.timestamps import format_timestamp
from runtime.audit.read.timeline import describe
from runtime.audit.report.contents import Interval, ReportContents, Section, Tally
from runtime.contracts.audit import (
    ApprovalDecided,
    Body,
    KeyRotated,
    PolicyDecision,
    PolicyLoaded,
    Record,
    ToolDenied,
    ToolInvoked,
)

DATA_START = b'<script type="application/json" id="report">'
DATA_END = b"</script>"
START = b"<!doctype html>\n"
_LONGEST_TEXT = 400
_STYLE = """
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--good:#1a7f37;--bad:#cf222e;--mid:#9a6700;--paper:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#8d96a0;--line:#30363d;--good:#3fb950;--bad:#f85149;--mid:#d29922;--paper:#0d1117}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.2rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:anywhere}th{color:var(--soft);font-weight:600}td.n,th.n{text-align:right}
.soft{color:var(--soft)}.good{color:var(--good)}.bad{color:var(--bad)}.mid{color:var(--mid)}
.verdict{font-size:1.3rem;font-weight:700}code,pre{font:12.5px/1.45 ui-monospace,monospace}pre{white-space:pre-wrap;overflow-wrap:anywhere}
svg{width:100%;height:auto}.f-good{fill:var(--good)}.f-bad{fill:var(--bad)}.f-mid{fill:var(--mid)}.f-ink{fill:var(--soft)}
@media print{body{max-width:none;margin:0}details{display:none}}
"""
_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
)
_VERDICTS = {
    "OK": ("good", "The log is what was signed, and its witnesses saw it to its end."),
    "OK_NOT_WITNESSED": (
        "good",
        "The log is what was signed. No witness saw it to its end, so an older, shorter copy would verify as well.",
    ),
    "UNPROVEN": ("mid", "What is signed is intact. Something is not signed, or not complete."),
    "TAMPERED": (
        "bad",
        "Something inside the signed part is not what was signed. Nothing of it is listed here.",
    ),
    "UNTRUSTED": ("bad", "The log is signed by a key that is not pinned. Nothing of it is listed here."),
    "ERROR": ("bad", "The log could not be verified. Nothing of it is listed here."),
}
_TITLES: dict[Section, tuple[str, str, tuple[str, ...]]] = {
    "denials": (
        "Denials",
        "Calls that were refused; nothing ran.",
        ("time", "tool", "principal", "code", "because", "record"),
    ),
    "approvals": (
        "Approvals",
        "Who was asked about what, and answered how.",
        ("time", "tool", "principal", "approver", "answer", "record"),
    ),
    "policies": (
        "Policy changes",
        "Each time that a policy bundle took effect, or failed to.",
        ("time", "engine", "bundle", "result", "record"),
    ),
    "keys": (
        "Handing over to another key",
        "Each time that the log was handed over to another signing key.",
        ("time", "from", "to", "record"),
    ),
    "incidents": (
        "Incidents",
        "Repairs, clock jumps, erasures, replays, calls that were turned away, changes that a crash interrupted.",
        ("time", "kind", "what", "record"),
    ),
}


class _Line(NamedTuple):
    record: Record
    body: Body


def render(contents: ReportContents) -> bytes:
    """The page, up to where its signature goes. It is a function of the contents alone.

    Raises:
        FormatError: an embedded line is no record.
        ValueError: a row names a record that is not embedded.
    """
    lines = {proof.seq: _Line(*decode(proof.line.encode())) for proof in contents.proofs}
    parts = [
        START.decode(),
        '<html lang="en"><head><meta charset="utf-8">\n',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n',
        '<meta name="referrer" content="no-referrer">\n',
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n',
        f"<title>Audit report: {_text(contents.origin)}</title>\n<style>{_STYLE}</style></head><body>\n",
        *_head(contents),
        *_integrity(contents),
        *_calls(contents),
        *(part for section in _TITLES for part in _section(contents, section, lines)),
        *_evidence(contents),
    ]
    data = msgspec.json.encode(contents)
    for char in b"<>&":  # inside of strings only: the block cannot be closed from within
        data = data.replace(bytes([char]), b"\\u%04x" % char)
    page = "".join(parts).encode() + DATA_START + data + DATA_END + b"\n"
    return page + b"</body></html>\n"


def _text(text: object, most: int = _LONGEST_TEXT) -> str:
    """Text from outside as text of the page: no markup, nothing that moves what stands beside it, not without end."""
    whole = str(text)
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in whole[:most])
    return escape(shown) + (" [...]" if len(whole) > most else "")


def _head(contents: ReportContents) -> Iterable[str]:
    yield f"<h1>Audit report</h1><p class=soft>{_text(contents.origin)}</p>\n<table>"
    since, until = contents.since_us, contents.until_us
    period = (
        f"{'the beginning' if since is None else format_timestamp(since)} to "
        f"{'the end' if until is None else format_timestamp(until)}"
    )
    facts = [("period", period), ("made", format_timestamp(contents.made_us)), ("records", contents.records)]
    if contents.first_us is not None and contents.last_us is not None:
        facts.append(
            (
                "first and last record",
                f"{format_timestamp(contents.first_us)}, {format_timestamp(contents.last_us)}",
            )
        )
    facts += [("pinned key", key) for key in contents.pinned]
    facts.append(("made by", f"Cathedral Runtime {contents.runtime}"))
    for name, value in facts:
        yield f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>"
    yield "</table>\n"


def _integrity(contents: ReportContents) -> Iterable[str]:
    found = contents.verification
    colour, meaning = _VERDICTS[found.verdict]
    yield f'<h2>Integrity</h2><p class="verdict {colour}">{found.verdict}</p><p>{meaning}</p>'
    yield f"<p>{_text(found.detail)}</p><table>"
    names = {
        "records": "records read",
        "signed_size": "records signed",
        "checkpoints": "checkpoints verified",
        "witnessed_size": "records that every witness saw",
        "open_calls": "calls without an end",
        "clock_jumps": "clock jumps",
        "values": "values compared with their commitments",
        "erased": "values erased, and recorded so",
    }
    for field, name in names.items():
        value = getattr(found, field)
        yield f"<tr><th>{name}</th><td>{'not compared' if value is None else _text(value)}</td></tr>"
    yield f"<tr><th>method</th><td>{'signed bytes against their root only' if found.quick else 'every record, link, signature and call'}</td></tr>"
    yield "</table>\n"
    if found.findings:
        yield "<table><tr><th>verdict</th><th>code</th><th>finding</th></tr>"
        for one in found.findings:
            yield f"<tr><td>{one.verdict}</td><td>{_text(one.code)}</td><td>{_text(one.message)}</td></tr>"
        yield "</table>\n"


def _calls(contents: ReportContents) -> Iterable[str]:
    total = sum(contents.outcomes.values())
    yield f"<h2>Calls</h2><p>{total} calls began in the period.</p>"
    if not total:
        return
    yield "<table><tr><th>outcome</th><th class=n>calls</th></tr>"
    for outcome, count in contents.outcomes.items():
        yield f"<tr><td>{_text(outcome)}</td><td class=n>{count}</td></tr>"
    yield "</table>\n"
    yield from _timeline(contents.intervals, contents.interval_us)
    yield from _tallies("Tools", contents.tools, contents.more_tools)
    yield from _tallies("Principals", contents.principals, contents.more_principals)


def _timeline(intervals: Sequence[Interval], width_us: int) -> Iterable[str]:
    most = max((one.completed + one.denied + one.other for one in intervals), default=0)
    if not most:
        return
    bar = 900 / len(intervals)
    hours = width_us // 3_600_000_000
    yield '<figure><svg viewBox="0 0 900 190" role="img"><title>Calls over time</title>'
    for number, one in enumerate(intervals):
        top = 160.0
        for count, colour in ((one.completed, "good"), (one.other, "mid"), (one.denied, "bad")):
            height = 150 * count / most
            top -= height
            if count:
                yield f'<rect class="f-{colour}" x="{number * bar:.1f}" y="{top:.1f}" width="{max(1.0, bar - 1):.1f}" height="{height:.1f}"/>'
    first, last = format_timestamp(intervals[0].start_us)[:16], format_timestamp(intervals[-1].start_us)[:16]
    yield f'<text class="f-ink" x="0" y="182" font-size="13">{_text(first)}</text>'
    if len(intervals) > 1:
        yield f'<text class="f-ink" x="900" y="182" font-size="13" text-anchor="end">{_text(last)}</text>'
    yield (
        f"</svg><figcaption class=soft>Calls in stretches of {hours} h, at most {most}: <span class=good>completed</span>, "
        "<span class=mid>failed, timed out, aborted or open</span>, <span class=bad>denied</span></figcaption></figure>\n"
    )


def _tallies(title: str, tallies: Sequence[Tally], left_out: int) -> Iterable[str]:
    most = max((1, *(one.calls for one in tallies)))
    yield f"<h2>{title}</h2><table><tr><th>name</th><th class=n>calls</th><th class=n>completed</th><th class=n>denied</th><th>share</th></tr>"
    for one in tallies:
        yield (
            f"<tr><td>{_text(one.name)}</td><td class=n>{one.calls}</td><td class=n>{one.completed}</td><td class=n>{one.denied}</td>"
            '<td><svg viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect class="f-good" y="1" height="10" width="{200 * one.completed / most:.1f}"/>'
            f'<rect class="f-bad" y="1" height="10" x="{200 * one.completed / most:.1f}" width="{200 * one.denied / most:.1f}"/>'
            f'<rect class="f-mid" y="1" height="10" x="{200 * (one.completed + one.denied) / most:.1f}" '
            f'width="{200 * max(0, one.calls - one.completed - one.denied) / most:.1f}"/></svg></td></tr>'
        )
    yield "</table>\n"
    if left_out:
        yield f"<p class=soft>{left_out} calls of others are not listed by name.</p>\n"


def _section(contents: ReportContents, section: Section, lines: dict[int, _Line]) -> Iterable[str]:
    title, meaning, columns = _TITLES[section]
    rows = contents.sections[section]
    yield f"<h2>{title}</h2><p>{meaning}</p>"
    if not rows.total:
        yield "<p class=soft>None.</p>\n"
        return
    shown = len(rows.rows)
    yield f"<p class=soft>{rows.total} in all; {'each' if shown == rows.total else f'the newest {shown} are listed, each'} with the proofs of its records.</p><table><tr>"
    yield "".join(f"<th>{name}</th>" for name in columns) + "</tr>"
    for row in rows.rows:
        try:
            cells = _cells(section, [lines[seq] for seq in row])
        except LookupError:
            raise ValueError(f"a row of {section} names a record that is not embedded") from None
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in cells) + "</tr>\n"
    yield "</table>\n"


def _cells(section: Section, row: Sequence[_Line]) -> tuple[str, ...]:
    """What a row says, computed from its records alone. Raises ValueError where they are of other kinds."""
    at, seq = format_timestamp(row[-1].record.at_us), str(row[-1].record.seq)
    first, last = row[0].body, row[-1].body
    if section in ("denials", "approvals"):
        if not isinstance(first, ToolInvoked) or len({one.record.call for one in row}) != 1:
            raise ValueError("the records of a row are not of one call")
        call = (at, f"{first.tool}, call {row[0].record.call}", first.principal)
        if section == "denials" and isinstance(last, ToolDenied):
            return (*call, last.code, "; ".join(_because(one.body) for one in row[1:-1]), seq)
        if section == "approvals" and isinstance(last, ApprovalDecided):
            return (*call, last.approver, describe(last).removeprefix(f"{last.approver} "), seq)
    if section == "policies" and isinstance(last, PolicyLoaded):
        return (
            at,
            last.engine,
            last.bundle,
            "took effect" if last.accepted else f"refused: {last.detail}",
            seq,
        )
    if section == "keys" and isinstance(last, KeyRotated):
        return at, last.old, last.new, seq
    if section == "incidents":
        return at, row[-1].record.kind, describe(last), seq
    raise ValueError(f"a row of {section} is of other records")


def _because(body: Body) -> str:
    if isinstance(body, PolicyDecision):
        return "; ".join(body.reasons) or f"policy said {body.outcome}"
    return describe(body)


def _evidence(contents: ReportContents) -> Iterable[str]:
    yield (
        "<h2>Evidence</h2><p>Every row of the tables from Denials on is computed from records, and this file holds each of them with the hashes "
        "on the way to the root that this checkpoint signs. <code>runtime audit check</code> compares them, with the log's verifier key and without the "
        "log. The counts and charts are what whoever signed this report counted in the same records.</p>\n"
    )
    if contents.checkpoint:
        shown = "\n".join(map(_text, contents.checkpoint.split("\n")))
        yield f"<pre>{shown}</pre>\n"
    for proof in contents.proofs:
        yield f"<details><summary>record {proof.seq}</summary><pre>{_text(proof.line, 70_000)}</pre></details>\n"
