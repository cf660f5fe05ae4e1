"""Each decision of a log with the question that it answers, read from records and vault side by side, in one pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.read.call_history import read_lines
from runtime.audit.stores import Location
from runtime.audit.vault.opening import read_vault
from runtime.audit.vault.vault_row import VaultRow
from runtime.contracts import canonical
from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    ApprovalDecided,
    Body,
    PolicyDecision,
    Record,
    ToolInvoked,
)
from runtime.contracts.errors import AuditDamaged
from runtime.contracts.vault import Kept


class RecordedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision, and what it was asked; ``missing`` says why the question is not there."""

    call: str
    seq: int
    at_us: int
    tool: str
    principal: str
    outcome: str
    reasons: tuple[str, ...]
    bundle: str
    question: bytes | None
    missing: str = ""
    is_redacted: bool = False
    """Whether a commitment stands in the place of some argument."""


class _Arguments(msgspec.Struct):
    body: ToolInvoked
    kept: Kept
    value: bytes | None


def records(place: Path | Location) -> Iterator[tuple[Record, Body]]:
    """The records of a log, in order.

    Raises:
        AuditDamaged: ``audit.damaged``: it cannot be read.
    """
    for line in read_lines(place):
        try:
            yield decode(line)
        except FormatError as error:
            raise AuditDamaged(f"A record of the log does not hold: {error.message}") from None


class DecisionHistory:
    """Takes the records of a log one by one, and gives the decisions in them. A context manager."""

    def __init__(self, place: Path | Location) -> None:
        """Open the vault."""
        self._vault = read_vault(place)
        self._rows = self._vault.rows()
        self._row: VaultRow | None = next(self._rows, None)
        self._open: dict[str, _Arguments] = {}

    def __enter__(self) -> DecisionHistory:
        return self

    def __exit__(self, *exception: object) -> None:
        self._vault.close()

    def take(self, record: Record, body: Body) -> RecordedDecision | None:
        """The decision that a record tells of, if it does."""
        call = record.call
        if call is None:
            return None
        if isinstance(body, ToolInvoked):
            if len(self._open) >= MAX_OPEN_CALLS:
                raise AuditDamaged(f"More than {MAX_OPEN_CALLS} calls are open at once")
            self._open[call] = _Arguments(body, body.kept, self._value(record.seq, body.arguments))
        elif isinstance(body, ApprovalDecided) and body.modified is not None and call in self._open:
            known = self._open[call]
            known.kept, known.value = body.kept, self._value(record.seq, body.modified)
        elif isinstance(body, PolicyDecision) and call in self._open:
            return self._decision(record, call, body)
        elif body.terminal:
            self._open.pop(call, None)
        return None

    def _decision(self, record: Record, call: str, body: PolicyDecision) -> RecordedDecision:
        arguments = self._open[call]
        rest = self._value(record.seq, body.input)
        question, missing = None, ""
        if body.input is None:
            missing = "question_not_kept"
        elif rest is None:
            missing = "question_gone"
        elif arguments.kept in ("nothing", "salt"):
            missing = "arguments_not_kept"
        elif arguments.value is None:
            missing = "arguments_gone"
        else:
            question = b'{"arguments":' + arguments.value + b"," + rest[1:]
            if not _is_question(question):
                question, missing = None, "question_damaged"
        return RecordedDecision(
            call=call,
            seq=record.seq,
            at_us=record.at_us,
            tool=arguments.body.tool,
            principal=arguments.body.principal,
            outcome=body.outcome,
            reasons=body.reasons,
            bundle=body.bundle,
            question=question,
            missing=missing,
            is_redacted=arguments.kept == "redacted",
        )

    def _value(self, seq: int, commitment: str | None) -> bytes | None:
        """What the vault holds for a commitment of this record; rows stand in the order of the records."""
        while self._row is not None and self._row.seq < seq:
            self._row = next(self._rows, None)
        found = None
        while self._row is not None and self._row.seq == seq:
            if self._row.commitment == commitment:
                opened = self._row.opened()
                found = opened.value if opened.state == "value" else found
            self._row = next(self._rows, None)
        return found


def _is_question(text: bytes) -> bool:
    """Whether a question can be put again: whoever wrote the log wrote it, and one that cannot must not end the reading of all others."""
    try:
        asked = msgspec.json.decode(text, type=dict[str, Any])
        canonical.encode(asked)
    except (msgspec.DecodeError, UnicodeDecodeError, canonical.NotCanonical, RecursionError):
        return False
    return isinstance(asked["arguments"], dict) and isinstance(asked.get("context"), dict)


def decisions(place: Path | Location) -> Iterator[RecordedDecision]:
    """The decisions of a log, in order. Raises as `records`."""
    with DecisionHistory(place) as history:
        for record, body in records(place):
            if (found := history.take(record, body)) is not None:
                yield found
