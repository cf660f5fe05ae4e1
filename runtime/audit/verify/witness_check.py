"""Weighs a verified log against what witnesses saw of it.

1. A witness is read before the log is, so what it has seen was in the log before.
2. Its newest checkpoint is signed by a key of this log, else it is no witness.
3. Every checkpoint that it has is among the log's own, word for word.
4. A server is asked whether it still agrees: what is kept of it here is a copy.

3 is TAMPERED where the witness's checkpoint is signed: the log was cut, rolled back or forked. Whoever writes the log
makes a checkpoint durable before any witness is handed it, so no crash looks like that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from runtime.audit.format.chain import Broken
from runtime.audit.format.checkpoint import Checkpoint, stated
from runtime.audit.layout.finding import Finding
from runtime.audit.stores import Location
from runtime.audit.verify.report import EXIT_CODES, Report
from runtime.audit.witness.port import Seen, Witness
from runtime.contracts.errors import AuditError, AuditInconsistent


class Testimony(msgspec.Struct, frozen=True):
    """What a witness had seen before the log was verified."""

    witness: Witness
    newest: Checkpoint | None
    trouble: str = ""
    """Why it cannot be asked."""


def hear(witnesses: Sequence[Witness]) -> list[Testimony]:
    """Steps 1 and 2."""
    heard = []
    for witness in witnesses:
        try:
            heard.append(Testimony(witness, witness.newest()))
        except AuditError as error:
            heard.append(Testimony(witness, None, error.message))
    return heard


def weigh(report: Report, place: Location, heard: Sequence[Testimony], *, required: bool) -> Report:
    """The report, with what the witnesses say to it."""
    if report.verdict not in ("OK_NOT_WITNESSED", "UNPROVEN"):
        return report
    sizes: list[int] = []
    for testimony in heard:
        finding = _contradiction(testimony, place, report)
        if finding is not None:
            return _decide(report, finding, _least(sizes))
        size = testimony.newest.size if testimony.newest else 0
        if testimony.witness.remote and report.exit_code == 0:
            confirmed = _confirm(testimony, place)
            if isinstance(confirmed, Finding):
                return _decide(report, confirmed, _least(sizes))
            size = confirmed.size
        sizes.append(size)
    return _conclude(report, _least(sizes), required=required)


def _conclude(report: Report, size: int, *, required: bool) -> Report:
    """A witness that lags is one of fewer records; while a writer is at work, that is how it is."""
    if report.exit_code:
        return msgspec.structs.replace(report, witnessed_size=size)
    behind = report.signed_size - size
    if size and (not behind or report.in_flight or report.open_calls):
        detail = "everything that is signed holds, and the witnesses agree"
        return _decide(report, Finding("OK", "", detail), size)
    detail = f"no witness saw the last {behind} signed records" if size else "no witness saw any of it"
    if required:
        return _decide(report, Finding("UNPROVEN", "witness.missing", detail), size)
    return _decide(
        report, Finding("OK_NOT_WITNESSED", "", f"everything that is signed holds; {detail}"), size
    )


def _least(sizes: Sequence[int]) -> int:
    return min(sizes, default=0)


def _contradiction(testimony: Testimony, place: Location, report: Report) -> Finding | None:
    """Step 3."""
    if testimony.trouble:
        return Finding("ERROR", "witness.unreadable", testimony.trouble)
    if testimony.newest is None:
        return None
    name = testimony.witness.place
    try:
        own = _statements(place)
        for note in testimony.witness.notes():
            statement, size = _statement(note)
            if size > testimony.newest.size:  # handed over since
                break
            mine = next((text for text, mine_size in own if mine_size >= size), None)
            if mine != statement:
                testimony.witness.read(note)
                return _differs(name, size, report)
    except AuditError as error:
        return Finding("ERROR", "witness.unreadable", error.message)
    except (OSError, Broken) as error:
        return Finding("ERROR", "log.unreadable", str(error))
    return None


def _differs(place: str, size: int, report: Report) -> Finding:
    if size > report.signed_size:
        message = f"a witness saw {size} records, and only {report.signed_size} are signed: the log was cut or rolled back ({place})"
        return Finding("TAMPERED", "witness.ahead", message)
    message = f"a witness saw a checkpoint of {size} records that is not among the log's own: the log was forked ({place})"
    return Finding("TAMPERED", "witness.differs", message)


def _statements(place: Location) -> Iterator[tuple[bytes, int]]:
    return (_statement(note) for _, note in place.checkpoints().notes() if note)


def _statement(note: bytes) -> tuple[bytes, int]:
    text = note.partition(b"\n\n")[0]
    size = text.split(b"\n", 2)[1:2]
    return text, int(size[0]) if size and len(size[0]) <= 16 and size[0].isdigit() else 0


def _confirm(testimony: Testimony, place: Location) -> Checkpoint | Finding:
    """Step 4."""
    note = b""
    try:
        for _, found in place.checkpoints().notes():
            note = found or note
        seen = Seen(note, stated(note))
        testimony.witness.submit(seen)
    except AuditInconsistent as contradiction:
        return Finding("TAMPERED", "witness.ahead", contradiction.message)
    except AuditError as error:
        return Finding("ERROR", "witness.unreadable", error.message)
    except (OSError, Broken) as error:
        return Finding("ERROR", "log.unreadable", str(error))
    return seen.checkpoint


def _decide(report: Report, finding: Finding, size: int) -> Report:
    listed = (*report.findings, finding) if finding.code else report.findings
    return msgspec.structs.replace(
        report,
        verdict=finding.verdict,
        exit_code=EXIT_CODES[finding.verdict],
        code=finding.code,
        detail=finding.message,
        file=None,
        first_bad_seq=None,
        byte_offset=None,
        witnessed_size=size,
        findings=listed,
    )
