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

import msgspec

from runtime.audit.format.timestamps import format_timestamp
from runtime.audit.report.contents import Interval, ReportContents, Section, Tally
from runtime.audit.report.wording import (
    LONGEST_TEXT,
    TITLES,
    VERDICTS,
    Line,
    clean,
    extent,
    facts,
    lines_of,
    row_cells,
    verification_facts,
)

DATA_START = b'<script type="application/json" id="report">'
DATA_END = b"</script>"
START = b"<!doctype html>\n"
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


def render(contents: ReportContents) -> bytes:
    """The page, up to where its signature goes. It is a function of the contents alone.

    Raises:
        FormatError: an embedded line is no record.
        ValueError: a row names a record that is not embedded.
    """
    lines = lines_of(contents)
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
        *(part for section in TITLES for part in _section(contents, section, lines)),
        *_evidence(contents),
    ]
    data = msgspec.json.encode(contents)
    for char in b"<>&":  # inside of strings only: the block cannot be closed from within
        data = data.replace(bytes([char]), b"\\u%04x" % char)
    page = "".join(parts).encode() + DATA_START + data + DATA_END + b"\n"
    return page + b"</body></html>\n"


def _text(text: object, most: int = LONGEST_TEXT) -> str:
    """Text from outside as text of the page: no markup, nothing that moves what stands beside it, not without end."""
    return escape(clean(text, most))


def _head(contents: ReportContents) -> Iterable[str]:
    yield f"<h1>Audit report</h1><p class=soft>{_text(contents.origin)}</p>\n<table>"
    for name, value in facts(contents):
        yield f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>"
    yield "</table>\n"


def _integrity(contents: ReportContents) -> Iterable[str]:
    found = contents.verification
    colour, meaning = VERDICTS[found.verdict]
    yield f'<h2>Integrity</h2><p class="verdict {colour}">{found.verdict}</p><p>{meaning}</p>'
    yield f"<p>{_text(found.detail)}</p><table>"
    for name, value in verification_facts(found):
        yield f"<tr><th>{name}</th><td>{_text(value)}</td></tr>"
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


def _section(contents: ReportContents, section: Section, lines: dict[int, Line]) -> Iterable[str]:
    title, meaning, columns = TITLES[section]
    rows = contents.sections[section]
    yield f"<h2>{title}</h2><p>{meaning}</p>"
    if not rows.total:
        yield "<p class=soft>None.</p>\n"
        return
    yield f"<p class=soft>{extent(rows)}</p><table><tr>"
    yield "".join(f"<th>{name}</th>" for name in columns) + "</tr>"
    for row in rows.rows:
        cells = row_cells(section, row, lines)
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in cells) + "</tr>\n"
    yield "</table>\n"


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
