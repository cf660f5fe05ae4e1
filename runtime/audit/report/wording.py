"""Says what a report says, whatever shows it: its facts, its rows, computed from the records alone, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runtime.audit.format.chain import decode
from runtime.audit.format.timestamps import format_timestamp
from runtime.audit.read.timeline import describe
from runtime.audit.report.contents import ReportContents, Rows, Section
from runtime.audit.verify.report import Report
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

LONGEST_TEXT = 400
VERDICTS = {
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
TITLES: dict[Section, tuple[str, str, tuple[str, ...]]] = {
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
        "Repairs, clock jumps, erasures, legal holds, archived segments, replays, calls that were turned away, changes that a crash interrupted.",
        ("time", "kind", "what", "record"),
    ),
}


class Line(NamedTuple):
    record: Record
    body: Body


def lines_of(contents: ReportContents) -> dict[int, Line]:
    """The records that a report holds, by their numbers. Raises FormatError where a line is none."""
    return {proof.seq: Line(*decode(proof.line.encode())) for proof in contents.proofs}


def clean(text: object, most: int = LONGEST_TEXT) -> str:
    """Text from outside, which callers chose: nothing that moves what stands beside it, not without end."""
    whole = str(text)
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in whole[:most])
    return shown + (" [...]" if len(whole) > most else "")


def facts(contents: ReportContents) -> Iterator[tuple[str, object]]:
    """What the report is about, by name."""
    since, until = contents.since_us, contents.until_us
    period = (
        f"{'the beginning' if since is None else format_timestamp(since)} to "
        f"{'the end' if until is None else format_timestamp(until)}"
    )
    yield "period", period
    yield "made", format_timestamp(contents.made_us)
    yield "records", contents.records
    if contents.first_us is not None and contents.last_us is not None:
        first, last = format_timestamp(contents.first_us), format_timestamp(contents.last_us)
        yield "first and last record", f"{first}, {last}"
    for key in contents.pinned:
        yield "pinned key", key
    yield "made by", f"Cathedral Runtime {contents.runtime}"


_NUMBERS = {
    "records": "records read",
    "signed_size": "records signed",
    "archived": "of them in the archive",
    "checkpoints": "checkpoints verified",
    "witnessed_size": "records that every witness saw",
    "open_calls": "calls without an end",
    "clock_jumps": "clock jumps",
    "values": "values compared with their commitments",
    "erased": "values erased, and recorded so",
}


def verification_facts(found: Report) -> Iterator[tuple[str, object]]:
    """What the verification came to, by name."""
    for field, name in _NUMBERS.items():
        value = getattr(found, field)
        yield name, "not compared" if value is None else value
    yield (
        "method",
        "signed bytes against their root only" if found.quick else "every record, link, signature and call",
    )


def extent(rows: Rows) -> str:
    """How many of a section's rows are listed."""
    shown = len(rows.rows)
    listed = "each" if shown == rows.total else f"the newest {shown} are listed, each"
    return f"{rows.total} in all; {listed} with the proofs of its records."


def row_cells(section: Section, row: Sequence[int], lines: Mapping[int, Line]) -> tuple[str, ...]:
    """What a row says. Raises ValueError where it names a record that is not there, or of another kind."""
    try:
        found = [lines[seq] for seq in row]
    except LookupError:
        raise ValueError(f"a row of {section} names a record that is not embedded") from None
    return _cells(section, found)


def _cells(section: Section, row: Sequence[Line]) -> tuple[str, ...]:
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
