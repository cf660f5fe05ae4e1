"""Takes one look at a log: what was signed since the last one is verified, and the witnesses are asked.

As in a full verification, chain, tree, signatures, handing over and the completeness of calls must hold, but only for what is new. The vault is not
compared. What a look found wrong with a call stays found: the record is signed for good.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from runtime.audit.follow.position import Position
from runtime.audit.follow.signed_records import signed_since
from runtime.audit.format.chain import FormatError, decode
from runtime.audit.layout.finding import Finding, Verdict
from runtime.audit.read.reader import LogReader
from runtime.audit.verify.completeness import Completeness, OpenCall, find_violation
from runtime.audit.verify.report import Report, make_report
from runtime.audit.verify.tail_check import MAX_UNSIGNED_S
from runtime.audit.verify.witness_check import ask_witnesses, compare_with_witnesses
from runtime.audit.witness.port import Witness
from runtime.contracts.audit import ClockJumped, Count
from runtime.contracts.errors import (
    AuditError,
    AuditTampered,
    AuditUntrusted,
    ConfigurationMissing,
    Error,
)

_MOST_FINDINGS = 100


class WatchState(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a watch remembers between two looks."""

    position: Position
    open_calls: dict[str, OpenCall] = {}
    spent: dict[str, int] = {}
    findings: list[Finding] = []
    """What is wrong with calls that were looked at."""
    clock_jumps: Count = 0
    told: str = "OK"
    """What whoever is alerted was told last: verdict and code."""


def look_at(
    reader: LogReader,
    state: WatchState,
    witnesses: Sequence[Witness],
    *,
    require_witness: bool = False,
) -> Report:
    """What the log comes to now. The state moves on as far as it is verified.

    Args:
        reader: The log.
        state: What the last look left.
        witnesses: Those to ask.
        require_witness: Call a log unproven that no witness saw to its end.
    """
    findings: list[Finding] = []
    try:
        _verify_new(reader, state)
        _find_unsigned(reader, state, findings)
    except AuditError as error:
        findings.append(
            Finding(_verdict_of(error), str(error.details.get("finding") or error.code), error.message)
        )
    except FormatError as error:
        findings.append(Finding("UNPROVEN", error.code, error.message))
    found = (*findings, *state.findings)
    report = make_report(
        next((one for one in found if one.verdict != "UNPROVEN"), next(iter(found), None)),
        quick=False,
        records=state.position.size,
        signed_size=state.position.size,
        open_calls=len(state.open_calls),
        clock_jumps=state.clock_jumps,
        findings=found,
    )
    return compare_with_witnesses(report, reader.location, ask_witnesses(witnesses), required=require_witness)


def unreadable_log(error: Error, state: WatchState) -> Report:
    """What a look comes to at a log that was there before: it is gone, or its connection is lost. Who removes a log must not silence its watch."""
    code = "log.missing" if isinstance(error, ConfigurationMissing) else "log.unreadable"
    return make_report(
        Finding("ERROR", code, error.message),
        quick=False,
        records=state.position.size,
        signed_size=state.position.size,
        open_calls=len(state.open_calls),
        clock_jumps=state.clock_jumps,
    )


def _verdict_of(error: AuditError) -> Verdict:
    if isinstance(error, AuditTampered):
        return "TAMPERED"
    return "UNTRUSTED" if isinstance(error, AuditUntrusted) else "ERROR"


def _verify_new(reader: LogReader, state: WatchState) -> None:
    completeness = Completeness()
    completeness.open_calls, completeness.spent = state.open_calls, state.spent
    for block, position in signed_since(reader, state.position):
        for record, body, _ in block:
            violation = find_violation(completeness, record, body)
            if violation is not None and len(state.findings) < _MOST_FINDINGS:
                state.findings.append(
                    Finding("UNPROVEN", violation.code, violation.message, None, record.seq)
                )
            state.clock_jumps += isinstance(body, ClockJumped)
        state.position = position
        state.open_calls, state.spent = completeness.open_calls, completeness.spent


def _find_unsigned(reader: LogReader, state: WatchState, findings: list[Finding]) -> None:
    """No writer leaves a record unsigned for long."""
    first = next((line for _, line in reader.lines(state.position.offset)), None)
    if first is None:
        return
    waited_us = time.time_ns() // 1000 - decode(first)[0].at_us
    if abs(waited_us) > 1_000_000 * MAX_UNSIGNED_S:
        message = (
            f"record {state.position.size} is not signed, and no writer leaves one so for {MAX_UNSIGNED_S} s"
        )
        findings.append(Finding("UNPROVEN", "log.unsigned", message, None, state.position.size))
