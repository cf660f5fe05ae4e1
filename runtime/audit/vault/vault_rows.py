"""Finds rows in a vault, wherever it is kept; nothing in it is believed but what opens its commitment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Self

from runtime.audit.format.vault_slots import VaultSlot
from runtime.audit.vault.vault_row import VaultRow
from runtime.contracts.vault import Opened


class VaultRows(ABC):
    """The rows of a vault, in the order of the records. A context manager. Its methods raise `AuditDamaged` where it cannot be read."""

    @abstractmethod
    def entries(self, from_seq: int = 0) -> Iterator[VaultRow | int]:
        """Each row from some place in front of the first with this number, and where something stands that is no row."""

    @abstractmethod
    def again(self, row: VaultRow) -> VaultRow:
        """The row as it stands now: it may have been erased while it was read."""

    @abstractmethod
    def load_intent(self) -> bytes:
        """What an erasing that did not finish was about to do; nothing where there is none."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the vault."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def at_slot(self, slot: VaultSlot) -> Opened:
        """What is held in a slot."""
        return self.open(slot.commitment, slot.seq)

    def open(self, commitment: str, seq: int) -> Opened:
        """See `Vault`."""
        row = self.find(commitment, seq)
        return row.opened() if row else Opened(state="absent")

    def find(self, commitment: str, seq: int) -> VaultRow | None:
        """The row of a commitment of a record; of several, the one that opens it."""
        found = None
        for row in self.rows(from_seq=seq):
            if row.seq > seq:
                break
            if row.commitment == commitment:
                found = row
                if row.opened().state in ("value", "salt"):
                    break
        return found

    def rows(self, from_seq: int = 0) -> Iterator[VaultRow]:
        """The rows from the first with this number or a higher one; what is no row is passed over."""
        for entry in self.entries(from_seq):
            if isinstance(entry, VaultRow) and entry.seq >= from_seq:
                yield entry
