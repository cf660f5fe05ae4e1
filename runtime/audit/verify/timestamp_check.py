"""Holds a verified log against timestamps of its checkpoints: since when has which part of it been signed?

1. A stamped checkpoint is among the log's own, word for word. One that a key of the log signed and the log does not hold makes it TAMPERED; any other says nothing.
2. The timestamp holds, of exactly these bytes, under the roots that the verifier trusts; else the log is UNPROVEN, since what was to be shown is not.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.audit.anchors.timestamps import verify_timestamp
from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import read_checkpoint, unverified_checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.finding import Finding
from runtime.audit.stores import Location
from runtime.audit.verify.policy_check import contradiction
from runtime.audit.verify.report import Report, StampedPart
from runtime.contracts.errors import AuditAnchorRefused


def compare_with_timestamps(
    report: Report,
    location: Location,
    stamped: Sequence[tuple[bytes, bytes]],
    roots: bytes,
    keys: Sequence[VerifierKey],
) -> Report:
    """The report, with what timestamps say.

    Args:
        report: What the verification came to.
        location: The log.
        stamped: Pairs of a checkpoint and the authority's answer.
        roots: The certificates that authorities have to lead to, in PEM.
        keys: The log's keys.

    Raises:
        ConfigurationError: ``config.invalid``: the roots are none.
    """
    if report.verdict not in ("OK", "OK_NOT_WITNESSED", "UNPROVEN"):
        return report
    parts: list[StampedPart] = []
    findings: list[Finding] = []
    for note, token in stamped:
        try:
            stamp = verify_timestamp(token, note, roots)
            size = unverified_checkpoint(note).size
        except AuditAnchorRefused as error:
            findings.append(Finding("UNPROVEN", "timestamp.invalid", error.message))
            continue
        except ValueError:
            findings.append(Finding("UNPROVEN", "timestamp.invalid", "what was stamped is no checkpoint"))
            continue
        found = contradiction(note, size, location, report, "an authority stamped")
        if found is None:
            parts.append(StampedPart(size, stamp.at_us, stamp.authority))
        elif _is_signed(note, keys):
            return report.decided_by(found, (*report.findings, found))
        else:
            findings.append(
                Finding("UNPROVEN", "timestamp.invalid", "the stamped checkpoint is not one of this log")
            )
    told = msgspec.structs.replace(report, timestamps=tuple(parts), findings=(*report.findings, *findings))
    if not findings or report.exit_code:
        return told
    return told.decided_by(findings[0], told.findings)


def _is_signed(note: bytes, keys: Sequence[VerifierKey]) -> bool:
    try:
        read_checkpoint(note, keys)
    except FormatError:
        return False
    return True
