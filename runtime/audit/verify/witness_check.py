"""Compares a verified log with what its witnesses saw of it.

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

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import Checkpoint, unverified_checkpoint
from runtime.audit.layout.finding import Finding
from runtime.audit.stores import Location
from runtime.audit.verify.report import Report
from runtime.audit.witness.port import SignedCheckpoint, Witness
from runtime.contracts.errors import AuditError, AuditInconsistent

_MAX_RESTARTS = 16
"""How often a witness may begin again with an older checkpoint: each time, the log's are read again."""


class WitnessAnswer(msgspec.Struct, frozen=True):
    """What a witness had seen before the log was verified."""

    witness: Witness
    newest: Checkpoint | None
    trouble: str = ""
    """Why it cannot be asked."""


def ask_witnesses(witnesses: Sequence[Witness]) -> list[WitnessAnswer]:
    """Steps 1 and 2."""
    answers = []
    for witness in witnesses:
        try:
            answers.append(WitnessAnswer(witness, witness.newest()))
        except AuditError as error:
            answers.append(WitnessAnswer(witness, None, error.message))
    return answers


def compare_with_witnesses(
    report: Report, location: Location, answers: Sequence[WitnessAnswer], *, required: bool
) -> Report:
    """The report, with what the witnesses say to it."""
    if report.verdict not in ("OK_NOT_WITNESSED", "UNPROVEN"):
        return report
    sizes: list[int] = []
    for answer in answers:
        finding = _contradiction(answer, location, report)
        if finding is not None:
            return _decide(report, finding, _least(sizes))
        size = answer.newest.size if answer.newest else 0
        if answer.witness.remote and report.exit_code == 0:
            confirmed = _confirm(answer, location)
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


def _contradiction(answer: WitnessAnswer, location: Location, report: Report) -> Finding | None:
    """Step 3."""
    if answer.trouble:
        return Finding("ERROR", "witness.unreadable", answer.trouble)
    if answer.newest is None:
        return None
    name = answer.witness.name
    try:
        own, before, restarts = _statements(location), 0, 0
        for note in answer.witness.notes():
            statement, size = _statement(note)
            if size > answer.newest.size:  # handed over since
                break
            if size <= before:  # somebody wrote into its file what was there already
                restarts += 1
                if restarts > _MAX_RESTARTS:
                    return Finding("ERROR", "witness.unreadable", f"its checkpoints are in no order ({name})")
                own = _statements(location)
            before = size
            mine = next((text for text, mine_size in own if mine_size >= size), None)
            if mine != statement:
                answer.witness.read(note)
                return _differs(name, size, report)
    except AuditError as error:
        return Finding("ERROR", "witness.unreadable", error.message)
    except (OSError, FormatError) as error:
        return Finding("ERROR", "log.unreadable", str(error))
    return None


def _differs(name: str, size: int, report: Report) -> Finding:
    if size > report.signed_size:
        message = f"a witness saw {size} records, and only {report.signed_size} are signed: the log was cut or rolled back ({name})"
        return Finding("TAMPERED", "witness.ahead", message)
    message = f"a witness saw a checkpoint of {size} records that is not among the log's own: the log was forked ({name})"
    return Finding("TAMPERED", "witness.differs", message)


def _statements(location: Location) -> Iterator[tuple[bytes, int]]:
    return (_statement(note) for _, note in location.checkpoints().notes() if note)


def _statement(note: bytes) -> tuple[bytes, int]:
    text = note.partition(b"\n\n")[0]
    size = text.split(b"\n", 2)[1:2]
    return text, int(size[0]) if size and len(size[0]) <= 16 and size[0].isdigit() else 0


def _confirm(answer: WitnessAnswer, location: Location) -> Checkpoint | Finding:
    """Step 4."""
    note = b""
    try:
        for _, found in location.checkpoints().notes():
            note = found or note
        seen = SignedCheckpoint(note, unverified_checkpoint(note))
        answer.witness.submit(seen)
    except AuditInconsistent as contradiction:
        return Finding("TAMPERED", "witness.ahead", contradiction.message)
    except AuditError as error:
        return Finding("ERROR", "witness.unreadable", error.message)
    except (OSError, FormatError) as error:
        return Finding("ERROR", "log.unreadable", str(error))
    return seen.checkpoint


def _decide(report: Report, finding: Finding, size: int) -> Report:
    findings = (*report.findings, finding) if finding.code else report.findings
    return msgspec.structs.replace(report.decided_by(finding, findings), witnessed_size=size)
