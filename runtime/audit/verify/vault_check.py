"""Compares a vault with the records that commit to its values.

1. Each record that says that the vault was given something has its row there, or an ``Erased`` record names it.
2. What the row holds opens the record's commitment.
3. What an ``Erased`` record names is not there any more.
4. There are no other rows, none twice, and nothing that is no row.

Rows stand in the order of the records, so both are read once, side by side, and memory is bounded by what is erased. A part
of a log can be comparison on its own; what one part misses, a later part's ``Erased`` records may explain.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import msgspec

from runtime.audit.format.vault_slots import SPEAKING, VaultSlot, commitments_of, erased_slots
from runtime.audit.layout.finding import Finding, Verdict
from runtime.audit.stores import Location
from runtime.audit.vault.opening import read_vault
from runtime.audit.vault.vault_reader import VAULT, VaultReader
from runtime.audit.vault.vault_row import VaultRow
from runtime.audit.vault.vault_rows import VaultRows
from runtime.contracts.audit import Body, Erased
from runtime.contracts.errors import AuditDamaged
from runtime.contracts.vault import Kept

MAX_MISSING = 250_000
"""A hostile log must not exhaust the auditor's memory."""
_MAX_FINDINGS = 100
_MOST_ROWS = 4
"""Of one record: a value's and that of names, and what is there too many."""
_MESSAGES: tuple[tuple[Verdict, str, str], ...] = (
    ("TAMPERED", "vault.mismatch", "the vault's row does not open what record {} commits to"),
    ("UNPROVEN", "vault.missing", "the vault lacks what record {} commits to, and nobody erased it"),
    ("UNPROVEN", "vault.restored", "the vault holds again what was erased of record {}"),
    (
        "TAMPERED",
        "vault.foreign",
        "the vault holds a row twice, or one that no record commits to, as of record {}",
    ),
)


class VaultComparison(msgspec.Struct, kw_only=True):
    """What came of a part of the log."""

    opened: int = 0
    """Rows that open their commitments, or hold a salt where no more was kept."""
    erased: int = 0
    missing: dict[int, str] = {}
    """Commitments without a row, by the number of their record."""
    missing_beyond: int = 0
    """How many more of them there are than memory is spent on."""
    broken: list[int] = []
    """Records whose row does not open the commitment."""
    erased_elsewhere: list[VaultSlot] = []
    """What ``Erased`` records of this part say of others."""
    restored: list[int] = []
    """Records whose row is there, and was erased."""
    foreign: list[int] = []
    """Numbers in rows that no record commits to, or that are there twice."""
    garbage: list[int] = []
    """Offsets of lines that are no rows."""
    unreadable: str = ""
    """Why the vault could not be read."""


class VaultCheck:
    """Follows the records of a part of the log."""

    def __init__(self, place: Path | Location, first: int = 0) -> None:
        """Begin in front of the record of this number, with the vault beside the log."""
        self._first = first
        self._next: VaultRow | None = None
        self._comparison = VaultComparison()
        self._vault: VaultRows = VaultReader(None)
        with self._readable():
            self._vault = read_vault(place)
        self._rows = self._own_rows()
        self._last = first - 1

    def take(self, seq: int, body: Body) -> None:
        """Take the next record."""
        self._last = seq
        if type(body) in SPEAKING and not self._comparison.unreadable:
            try:
                self._take(seq, body)
            except AuditDamaged as error:
                self._comparison.unreadable = error.message

    def close(self) -> VaultComparison:
        """What came of it."""
        if not self._comparison.unreadable:
            with self._readable():
                for row in self._rows_of(self._last):
                    _bounded(self._comparison.foreign, row.seq)
        self._vault.close()
        return self._comparison

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except AuditDamaged as error:
            self._comparison.unreadable = error.message

    def _take(self, seq: int, body: Body) -> None:
        if made := commitments_of(body):
            rows = self._rows_of(seq)
            for commitment, kept in made:
                self._compare(seq, commitment, kept, rows)
            if rows:
                _bounded(self._comparison.foreign, seq)
        elif isinstance(body, Erased):
            for erased in erased_slots(body):
                self._explain(erased)

    def _compare(self, seq: int, commitment: str, kept: Kept, rows: list[VaultRow]) -> None:
        state = self._state(commitment, rows)
        if state in ("erased", "absent") or (state == "salt" and kept != "salt"):
            self._miss(commitment, seq)
        elif state == "broken" or (state == "value" and kept == "salt"):
            _bounded(self._comparison.broken, seq)
        else:
            self._comparison.opened += 1

    def _state(self, commitment: str, rows: list[VaultRow]) -> str:
        """What the first of these rows comes to that is of this commitment; it is taken out of them."""
        row = next((row for row in rows if row.commitment == commitment), None)
        if row is None:
            return "absent"
        rows.remove(row)
        state = row.opened().state
        return (
            state if state != "broken" else self._vault.again(row).opened().state
        )  # perhaps read while it was erased

    def _rows_of(self, seq: int) -> list[VaultRow]:
        """The rows of this record, a few at most; those in front of them are no record's, nor are any more."""
        rows: list[VaultRow] = []
        row = self._next or next(self._rows, None)
        while row is not None and row.seq <= seq:
            if row.seq == seq and len(rows) < _MOST_ROWS:
                rows.append(row)
            else:
                _bounded(self._comparison.foreign, row.seq)
            row = next(self._rows, None)
        self._next = row
        return rows

    def _own_rows(self) -> Iterator[VaultRow]:
        """The rows of this part, in the order of the file; a row in front of which a higher number stands is of no record."""
        highest = -1
        for entry in self._vault.entries(self._first):
            if isinstance(entry, int):
                _bounded(self._comparison.garbage, entry)
            elif entry.seq < highest:
                _bounded(self._comparison.foreign, entry.seq)
            elif entry.seq >= self._first:
                highest = entry.seq
                yield entry

    def _miss(self, commitment: str, seq: int) -> None:
        if len(self._comparison.missing) < MAX_MISSING:
            self._comparison.missing[seq] = commitment
        else:
            self._comparison.missing_beyond += 1

    def _explain(self, slot: VaultSlot) -> None:
        if slot.seq < self._first:
            self._comparison.erased_elsewhere.append(slot)
        elif not explain_missing(self._comparison, slot):
            _look_again(self._comparison, slot, self._vault)


def join_comparisons(
    whole: VaultComparison, part: VaultComparison, place: Path | Location
) -> VaultComparison:
    """What came of the log as far as this part, of which those in front are joined."""
    whole.opened += part.opened
    whole.erased += part.erased
    whole.broken += part.broken
    whole.restored += part.restored
    whole.foreign += part.foreign
    whole.garbage = sorted({*whole.garbage, *part.garbage})  # two parts begin in front of one place
    room = MAX_MISSING - len(whole.missing)
    whole.missing |= dict(islice(part.missing.items(), room))
    whole.missing_beyond += part.missing_beyond + max(0, len(part.missing) - room)
    whole.unreadable = whole.unreadable or part.unreadable
    if part.erased_elsewhere and not whole.unreadable:
        try:
            with read_vault(place) as vault:
                for slot in part.erased_elsewhere:
                    if not explain_missing(whole, slot):
                        _look_again(whole, slot, vault)
        except AuditDamaged as error:
            whole.unreadable = error.message
    return whole


def vault_findings(comparison: VaultComparison, signed_size: int) -> list[Finding]:
    """What is wrong, as far as the records are signed."""
    if comparison.unreadable:
        return [Finding("ERROR", "vault.unreadable", comparison.unreadable, VAULT)]
    missing = sorted(seq for seq in comparison.missing if seq < signed_size)
    found = [
        Finding(verdict, code, message.format(seq), VAULT, seq)
        for (verdict, code, message), seqs in zip(
            _MESSAGES,
            (comparison.broken, missing, comparison.restored, comparison.foreign),
            strict=True,
        )
        for seq in seqs[:_MAX_FINDINGS]
        if seq < signed_size
    ]
    found += [
        Finding("TAMPERED", "vault.foreign", "the vault holds a line that is no row", VAULT, None, offset)
        for offset in comparison.garbage[:_MAX_FINDINGS]
    ]
    if comparison.missing_beyond:
        more = f"the vault lacks {comparison.missing_beyond} rows more"
        found.append(Finding("UNPROVEN", "vault.missing", more, VAULT))
    return found


def explain_missing(comparison: VaultComparison, slot: VaultSlot) -> bool:
    """Take in that something was erased; whether that is why it is missing."""
    if comparison.missing.get(slot.seq) != slot.commitment:
        return False
    del comparison.missing[slot.seq]
    comparison.erased += 1
    return True


def _look_again(comparison: VaultComparison, slot: VaultSlot, vault: VaultRows) -> None:
    """What was erased, and is not missing, was erased twice, or is there."""
    if vault.at_slot(slot).state not in ("erased", "absent"):
        _bounded(comparison.restored, slot.seq)


def _bounded(seqs: list[int], seq: int) -> None:
    if len(seqs) < _MAX_FINDINGS:
        seqs.append(seq)
