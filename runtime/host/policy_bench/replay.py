"""The recorded decisions of a log that another bundle would have made otherwise.

Each question is put again as it was recorded. What the new rules read of the context and the old ones did not is made up from the log: the time
of the record, and the counts of the records in front of it. A session that is not recorded cannot be had.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from runtime.audit.stores import Location
from runtime.contracts import canonical
from runtime.executor.activity import Activity
from runtime.executor.surroundings import describe_time
from runtime.host.policy_bench.history import DecisionHistory, RecordedDecision, records
from runtime.host.policy_bench.questions import BenchedPolicy
from runtime.policy.bench.comparison import ChangedDecision, ChangeGroup, Comparer, redacted_places
from runtime.policy.bundle import load


class PolicyReplay(msgspec.Struct, kw_only=True):
    """What a replay came to."""

    decisions: int = 0
    """How many were asked again."""
    changed: int = 0
    uncertain: int = 0
    """How many of all depend on what the question does not hold."""
    skipped: dict[str, int] = {}
    """How many could not be asked again, by reason."""
    groups: list[ChangeGroup] = []


def replay(
    log: Path | Location, policy: BenchedPolicy, *, timezone: str = "UTC", since_us: int = 0
) -> PolicyReplay:
    """Ask a policy every question of a log.

    Raises:
        BundleInvalid: the policy cannot be loaded safely.
        AuditError: the log cannot be read.
    """
    report, skipped, activity = PolicyReplay(), Counter[str](), Activity()
    comparer = Comparer(load(policy.folder), entry=policy.entry, allow_builtins=policy.allow_builtins)
    with comparer, DecisionHistory(log) as history:
        for record, body in records(log):
            if "counts" in comparer.reads:
                activity.take(record.call, record.at_us, body)
            recorded = history.take(record, body)
            if recorded is None or record.at_us < since_us:
                continue
            if recorded.question is None:
                skipped[recorded.missing] += 1
                continue
            question, is_certain = _completed(recorded, comparer, activity, ZoneInfo(timezone))
            _compare(report, comparer, recorded, question, is_certain=is_certain)
        report.groups = comparer.groups
    report.skipped = dict(sorted(skipped.items()))
    return report


def _compare(
    report: PolicyReplay,
    comparer: Comparer,
    recorded: RecordedDecision,
    question: bytes,
    *,
    is_certain: bool,
) -> None:
    report.decisions += 1
    report.uncertain += not is_certain
    decision = comparer.decision(question)
    if decision.outcome != recorded.outcome:
        report.changed += 1
        changed = ChangedDecision(name=recorded.call, is_certain=is_certain)
        comparer.note(recorded.outcome, decision, changed, question)


def _completed(
    recorded: RecordedDecision, comparer: Comparer, activity: Activity, zone: ZoneInfo
) -> tuple[bytes, bool]:
    """The question with the parts that the policy reads, and whether all of them are known."""
    question = recorded.question or b"{}"
    if not comparer.reads and not recorded.is_redacted:
        return question, True
    data: dict[str, Any] = msgspec.json.decode(question)
    context, is_certain = data["context"], True
    if "time" in comparer.reads and "time" not in context:
        context["time"] = describe_time(recorded.at_us, zone)
    if "counts" in comparer.reads and "counts" not in context:
        context["counts"] = activity.ask(recorded.call, recorded.principal, recorded.tool, recorded.at_us)
    if "session" in comparer.reads and "session" not in context:
        context["session"], is_certain = "", False
    if recorded.is_redacted:
        is_certain = is_certain and not comparer.may_read(list(redacted_places(data["arguments"])))
    return canonical.encode(data), is_certain
