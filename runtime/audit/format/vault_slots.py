"""Names the vault's slots as records state them: which record's commitment has a row there, and which rows are gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from runtime.contracts.audit import (
    KINDS,
    ApprovalDecided,
    Body,
    ChangesReviewed,
    Entry,
    Erased,
    PolicyDecision,
    ToolCompleted,
    ToolInvoked,
    ToolStreamed,
)
from runtime.contracts.vault import Kept

_MOST_SLOTS = 500
"""Of one Erased record, which must fit its line."""


class VaultSlot(msgspec.Struct, frozen=True):
    """A commitment, and the number of the record that makes it."""

    seq: int
    commitment: str


_COMMITTED: dict[type[Body], str] = {
    ToolInvoked: "arguments",
    ToolCompleted: "raw",
    ToolStreamed: "streamed",
    ApprovalDecided: "modified",
    PolicyDecision: "input",
    ChangesReviewed: "changes",
}
"""Which field of a record commits to a value, of which ``kept`` says what the vault was given."""
SPEAKING = frozenset(
    body
    for body in KINDS.values()
    if body in _COMMITTED or "names" in body.__struct_fields__ or body is Erased
)
"""The kinds of records that may say something of the vault."""


def commitments_of(body: Body) -> list[tuple[str, Kept]]:
    """The commitments that a record makes to a value and to names, and what the vault was given for each; nothing where it was given nothing."""
    value, names = commitment_of(body), getattr(body, "names", None)
    made: list[tuple[str, Kept]] = [] if value is None else [value]
    return made if names is None else [*made, (names, "whole")]


def commitment_of(body: Body) -> tuple[str, Kept] | None:
    """The commitment that a record makes to a value, and what the vault was given for it."""
    field = _COMMITTED.get(type(body))
    if field is None:
        return None
    kept: Kept = body.kept  # type: ignore[attr-defined]  # each of these has it
    commitment = None if kept == "nothing" else getattr(body, field)
    return None if commitment is None else (commitment, kept)


def erased_slots(body: Erased) -> Iterator[VaultSlot]:
    """What an Erased record says is gone."""
    for seq, commitment in zip(body.records, body.commitments, strict=False):
        yield VaultSlot(seq, commitment)


def erasure_entries(
    call: str | None, cause: Literal["crash", "request"], reason: str, slots: Sequence[VaultSlot], rows: int
) -> list[Entry]:
    """The records of an erasing: one, unless it is very large; the rows are counted in the first."""
    entries = []
    for start in range(0, len(slots), _MOST_SLOTS):
        part = slots[start : start + _MOST_SLOTS]
        body = Erased(
            cause=cause,
            commitments=tuple(slot.commitment for slot in part),
            reason=reason,
            records=tuple(slot.seq for slot in part),
            rows=0 if start else rows,
        )
        entries.append(Entry(call, body))
    return entries
