"""Reads a report from a log: one verification, one pass over the signed records, and the proofs of what is listed.

The pass computes the tree's root, too, and compares it with the checkpoint. So the counts are of exactly the records that were signed, even if
somebody changes the log between the verification and the pass.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter, deque
from collections.abc import Sequence
from typing import NamedTuple

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.tree import Tree
from runtime.audit.prove.prover import Prover
from runtime.audit.read.reader import Progress, tampered_record
from runtime.audit.report.contents import (
    SECTIONS,
    EmbeddedProof,
    Interval,
    ReportContents,
    Rows,
    Section,
    Tally,
)
from runtime.audit.verify.report import Report
from runtime.contracts import audit
from runtime.contracts.audit import MAX_OPEN_CALLS, OPEN, OUTCOMES, Body, Record, ToolInvoked
from runtime.contracts.errors import AuditTampered
from runtime.contracts.version import VERSION

_MOST_NAMES = 50_000
"""Tools and principals that are counted by name: callers choose them, and must not exhaust the auditor's memory."""
_SHOWN_NAMES = 25
_MOST_INTERVALS = 60
_HOUR_US = 3_600_000_000
_WIDTHS_US = tuple(_HOUR_US * hours for hours in (1, 3, 6, 12, 24, 24 * 7, 24 * 30, 24 * 365))
_INCIDENTS = (
    audit.LogRecovered,
    audit.ClockJumped,
    audit.Erased,
    audit.HoldPlaced,
    audit.HoldReleased,
    audit.SegmentArchived,
    audit.CallsShed,
    audit.ChangesRecovered,
    audit.ReplayStarted,
    audit.ReplayEnded,
)
_SECTION_OF: dict[type[Body], Section] = {
    audit.PolicyLoaded: "policies",
    audit.KeyRotated: "keys",
    **dict.fromkeys(_INCIDENTS, "incidents"),
}


class Period(NamedTuple):
    """The time that a report is about; None is unbounded."""

    since_us: int | None
    until_us: int | None

    def holds(self, at_us: int) -> bool:
        """Whether a moment belongs to it."""
        return (self.since_us is None or at_us >= self.since_us) and (
            self.until_us is None or at_us < self.until_us
        )


def collect_report(
    prover: Prover,
    keys: Sequence[VerifierKey],
    verification: Report,
    period: Period,
    *,
    made_us: int,
    most_rows: int,
    progress: Progress | None = None,
) -> ReportContents:
    """What a report of this log states.

    Args:
        prover: Proofs of the log, for whoever trusts the keys.
        keys: The pinned keys.
        verification: What verifying the log came to. Where it is TAMPERED, UNTRUSTED or an ERROR, nothing is listed.
        period: The time that is meant.
        made_us: The time now.
        most_rows: The newest so many rows of each section are listed, with their proofs.
        progress: Told how far the pass is.

    Raises:
        AuditTampered: ``audit.tampered``: the records are not those that were signed.
        AuditUnproven: ``audit.unproven``: nothing is signed.
        AuditUntrusted: ``audit.untrusted``: no trusted key signed the newest checkpoint.
    """
    pass_ = _Pass(period, most_rows)
    note, origin = b"", keys[0].name
    handovers: list[str] = []
    proofs: list[EmbeddedProof] = []
    if verification.verdict in ("OK", "OK_NOT_WITNESSED", "UNPROVEN"):
        note, checkpoint = prover.newest()
        origin = checkpoint.origin
        _read(prover, checkpoint, pass_, progress)
        handovers = [proof.encode().decode() for proof in prover.prove_key_succession()]
        for proof in prover.prove_records(sorted(pass_.listed()), note, checkpoint):
            path = tuple(b64encode(node).decode() for node in proof.path)
            proofs.append(EmbeddedProof(proof.index, proof.line.decode(), path))
    width_us, intervals = pass_.intervals()
    return ReportContents(
        runtime=VERSION,
        made_us=made_us,
        origin=origin,
        pinned=tuple(map(str, keys)),
        since_us=period.since_us,
        until_us=period.until_us,
        first_us=pass_.first_us,
        last_us=pass_.last_us,
        records=pass_.records,
        checkpoint=note.decode(),
        handovers=tuple(handovers),
        verification=verification,
        outcomes=dict(sorted(pass_.outcomes().items())),
        tools=pass_.tools.newest_first(),
        principals=pass_.principals.newest_first(),
        more_tools=pass_.tools.left_out,
        more_principals=pass_.principals.left_out,
        interval_us=width_us,
        intervals=intervals,
        sections={name: Rows(pass_.totals[name], tuple(pass_.rows[name])) for name in SECTIONS},
        proofs=tuple(proofs),
    )


def _read(prover: Prover, checkpoint: Checkpoint, pass_: _Pass, progress: Progress | None) -> None:
    tree = Tree()
    reader = prover.reader
    end = reader.end()
    try:
        for offset, line in reader.lines(0, end):
            if tree.size == checkpoint.size:
                break
            record, body = decode(line)
            tree.append(line)
            pass_.take(record, body)
            if progress is not None and not tree.size % 10_000:
                progress(offset, end)
    except FormatError as error:
        raise tampered_record(error, tree.size) from None
    if tree.size != checkpoint.size or tree.root() != checkpoint.root:
        raise AuditTampered(f"The first {checkpoint.size} records are not those that were signed")


class _Names:
    """Counts how the calls of each name ended."""

    def __init__(self) -> None:
        self._calls: Counter[str] = Counter()
        self._ended: Counter[tuple[str, str]] = Counter()
        self.left_out = 0

    def take(self, name: str, outcome: str) -> None:
        if name not in self._calls and len(self._calls) >= _MOST_NAMES:
            self.left_out += 1
            return
        self._calls[name] += 1
        self._ended[name, outcome] += 1

    def newest_first(self) -> tuple[Tally, ...]:
        """Those with the most calls, which are shown; how many calls are left out is counted."""
        ordered = sorted(self._calls.items(), key=lambda each: (-each[1], each[0]))
        self.left_out += sum(count for _, count in ordered[_SHOWN_NAMES:])
        return tuple(
            Tally(name, count, self._ended[name, "completed"], self._ended[name, "denied"])
            for name, count in ordered[:_SHOWN_NAMES]
        )


class _OpenCall:
    __slots__ = ("approval", "decision", "invoked", "principal", "tool")

    def __init__(self, seq: int, body: ToolInvoked) -> None:
        self.invoked = seq
        self.tool = body.tool
        self.principal = body.principal
        self.decision: int | None = None
        self.approval: int | None = None


class _Pass:
    """Counts the records of a period, and remembers which of them are listed."""

    def __init__(self, period: Period, most_rows: int) -> None:
        self._period = period
        self.records = 0
        self.first_us: int | None = None
        self.last_us: int | None = None
        self.tools = _Names()
        self.principals = _Names()
        self.totals: Counter[Section] = Counter()
        self.rows: dict[Section, deque[tuple[int, ...]]] = {
            name: deque(maxlen=most_rows) for name in SECTIONS
        }
        self._outcomes: Counter[str] = Counter()
        self._hours: Counter[tuple[int, str]] = Counter()
        self._open: dict[str, tuple[_OpenCall, int]] = {}

    def take(self, record: Record, body: Body) -> None:
        """The next record."""
        counts = self._period.holds(record.at_us)
        if counts:
            self.records += 1
            self.first_us = record.at_us if self.first_us is None else self.first_us
            self.last_us = record.at_us
        if record.call is not None:
            self._take_call(record.call, record, body, counts=counts)
        section = _SECTION_OF.get(type(body))
        if counts and section is not None:
            self._list(section, record.seq)

    def _take_call(self, call: str, record: Record, body: Body, *, counts: bool) -> None:
        if isinstance(body, ToolInvoked):
            if len(self._open) >= MAX_OPEN_CALLS:
                self._open.pop(next(iter(self._open)))
            self._open[call] = (_OpenCall(record.seq, body), record.at_us)
            return
        known = self._open.get(call)
        if known is None:
            return
        opened, began_us = known
        if isinstance(body, audit.PolicyDecision):
            opened.decision = record.seq
        elif isinstance(body, audit.ApprovalDecided):
            opened.approval = record.seq
            if counts:
                self._list("approvals", opened.invoked, record.seq)
        if not body.terminal:
            return
        del self._open[call]
        outcome = OUTCOMES[record.kind]
        if counts and outcome == "denied":
            why = opened.approval or opened.decision
            self._list("denials", opened.invoked, *((why,) if why is not None else ()), record.seq)
        if self._period.holds(began_us):
            self._count(opened, began_us, outcome)

    def _count(self, call: _OpenCall, began_us: int, outcome: str) -> None:
        self._outcomes[outcome] += 1
        self.tools.take(call.tool, outcome)
        self.principals.take(call.principal, outcome)
        kind = outcome if outcome in ("completed", "denied") else "other"
        self._hours[began_us // _HOUR_US, kind] += 1

    def _list(self, section: Section, *seqs: int) -> None:
        self.totals[section] += 1
        self.rows[section].append(seqs)

    def outcomes(self) -> Counter[str]:
        """How many calls of the period ended how, and how many have not."""
        left = [(call, began_us) for call, began_us in self._open.values() if self._period.holds(began_us)]
        for call, began_us in left:
            self._count(call, began_us, OPEN)
        self._open.clear()
        return self._outcomes

    def listed(self) -> set[int]:
        """The records of all rows."""
        return {seq for rows in self.rows.values() for row in rows for seq in row}

    def intervals(self) -> tuple[int, tuple[Interval, ...]]:
        """The period in at most sixty stretches of one width, and what happened in each."""
        self.outcomes()
        if not self._hours:
            return _HOUR_US, ()
        hours = [hour for hour, _ in self._hours]
        first, last = min(hours) * _HOUR_US, max(hours) * _HOUR_US
        width = next(
            (width for width in _WIDTHS_US if last // width - first // width < _MOST_INTERVALS),
            (last - first) // _MOST_INTERVALS + _HOUR_US,  # a clock that was set to another century
        )
        counts: Counter[tuple[int, str]] = Counter()
        for (hour, kind), count in self._hours.items():
            counts[hour * _HOUR_US // width, kind] += count
        return width, tuple(
            Interval(at * width, *(counts[at, kind] for kind in ("completed", "denied", "other")))
            for at in range(first // width, last // width + 1)
        )
