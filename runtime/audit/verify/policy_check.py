"""Holds a verified log against a witness policy: how much of it do checkpoints cover that enough witnesses cosigned?

1. A cosigned checkpoint is among the log's own, word for word; else it is TAMPERED.
2. The policy's quorum cosigned it, each witness counting once.
3. It covers all that is signed, unless a writer is at work, which publishes it when it is cosigned; else the log is UNPROVEN.

A cosignature says when it was made. An older copy of the log with its older checkpoint meets the policy as well, so the time is reported, and meeting a
policy alone does not turn OK_NOT_WITNESSED into OK.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec

from runtime.audit.format.checkpoint import unverified_checkpoint
from runtime.audit.format.trust_policy import TrustPolicy
from runtime.audit.layout.finding import Finding
from runtime.audit.stores import Location
from runtime.audit.verify.report import PolicyAnswer, Report


def compare_with_policy(
    report: Report, location: Location, policy: TrustPolicy, notes: Iterable[bytes]
) -> Report:
    """The report, with what cosigned checkpoints come to under a policy."""
    if report.verdict not in ("OK", "OK_NOT_WITNESSED", "UNPROVEN"):
        return report
    best = PolicyAnswer(0, 0, {})
    for note in notes:
        signers = policy.signers_of(note, time.time())
        try:
            size = unverified_checkpoint(note).size
        except ValueError:
            continue
        finding = _contradiction(note, size, location, report) if signers else None
        if finding is not None:
            return report.decided_by(finding, (*report.findings, finding))
        if policy.is_met_by(frozenset(signers)) and size > best.size:
            best = PolicyAnswer(size, min(signers.values(), default=0), signers)
    told = msgspec.structs.replace(report, policy=best)
    behind = report.signed_size - best.size
    if not behind or (best.size and location.has_writer()):
        return told
    what = (
        f"the policy is met for the first {best.size} records, and not for the last {behind} that are signed"
        if best.size
        else "no checkpoint meets the policy"
    )
    finding = Finding("UNPROVEN", "policy.unmet", what)
    findings = (*told.findings, finding)
    if report.exit_code:  # what was found first decides
        return msgspec.structs.replace(told, findings=findings)
    return told.decided_by(finding, findings)


def _contradiction(note: bytes, size: int, location: Location, report: Report) -> Finding | None:
    statement = note.partition(b"\n\n")[0]
    try:
        for _, own in location.checkpoints().notes():
            if own.partition(b"\n\n")[0] == statement:
                return None
    except OSError as error:
        return Finding("ERROR", "log.unreadable", str(error))
    if size > report.signed_size:
        message = f"witnesses cosigned {size} records, and only {report.signed_size} are signed: the log was cut or rolled back"
        return Finding("TAMPERED", "witness.ahead", message)
    message = (
        f"witnesses cosigned a checkpoint of {size} records that is not among the log's own: it was forked"
    )
    return Finding("TAMPERED", "witness.differs", message)
