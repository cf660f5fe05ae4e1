"""Reads the vault of a log in a folder: ``vault.dat``, a line for each row, in the order of the records.

Lines find themselves again behind a torn one, and their numbers never fall, so a row is found by bisection and a whole
vault is compared with its log in one pass.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from runtime.audit.format.vault_slots import VaultSlot
from runtime.audit.vault.vault_row import MAX_ROW_BYTES, VaultRow, parse_row
from runtime.contracts.errors import AuditDamaged
from runtime.contracts.vault import Opened

VAULT = "vault.dat"
ERASING = "vault-erasing"
"""What an erasing is about to do (`erasure_intent`)."""
MAX_INTENT_BYTES = 4 << 20
CHUNK_BYTES = 1 << 20
PROBE_BYTES = 4_096


class VaultReader:
    """Reads a vault, whoever wrote it; nothing in it is believed but what opens its commitment."""

    def __init__(self, descriptor: int | None) -> None:
        """Read the file; None is an empty vault."""
        self._descriptor = descriptor

    @classmethod
    def at(cls, folder: Path) -> VaultReader:
        """The vault in a log's folder; empty where it has none.

        Raises:
            AuditDamaged: ``audit.damaged``: it cannot be read.
        """
        try:
            return cls(require_regular(os.open(folder / VAULT, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)))
        except FileNotFoundError:
            return cls(None)
        except OSError as error:
            raise AuditDamaged(f"{VAULT} cannot be read: {error.strerror}") from None

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
        size = self._length()
        offset = self._seek(from_seq, size) if from_seq else 0
        rest, count = b"", PROBE_BYTES if from_seq else CHUNK_BYTES  # whoever names a record wants few rows
        while offset + len(rest) < size:
            chunk = self._read(count, offset + len(rest))
            count = min(2 * count, CHUNK_BYTES)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                row = parse_row(line, offset)
                offset += len(line) + 1
                if row is not None and row.seq >= from_seq:
                    yield row
            if len(rest) > MAX_ROW_BYTES:  # no row: what a crash or somebody left there
                offset, rest = offset + len(rest), b""

    def _seek(self, seq: int, size: int) -> int:
        """Where to begin reading for this number: behind rows with lower ones only."""
        low, high = 0, size
        while high - low > PROBE_BYTES:
            middle = (low + high) // 2
            row = self._row_behind(middle, high)
            if row is None:
                high = middle
            elif row.seq < seq:
                low = row.offset
            else:
                high = middle
        return low

    def _row_behind(self, start: int, end: int) -> VaultRow | None:
        """The first row that begins behind ``start``, and before ``end``."""
        data, offset = b"", start
        begun = False  # what stands first is the rest of a line
        while offset + len(data) < end:
            chunk = self._read(max(PROBE_BYTES, len(data)), offset + len(data))
            if not chunk:
                return None
            data += chunk
            *lines, data = data.split(b"\n")
            for line in lines:
                row = parse_row(line, offset) if begun else None
                begun = True
                if row is not None:
                    return row if row.offset < end else None
                offset += len(line) + 1
        return None

    def again(self, row: VaultRow) -> VaultRow:
        """The row as it stands now: it may have been erased while it was read."""
        return parse_row(self._read(row.size_bytes, row.offset), row.offset) or row

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)

    def _length(self) -> int:
        return 0 if self._descriptor is None else os.fstat(self._descriptor).st_size

    def _read(self, count: int, offset: int) -> bytes:
        if self._descriptor is None:
            return b""
        try:
            return os.pread(self._descriptor, count, offset)
        except OSError as error:
            raise AuditDamaged(f"{VAULT} cannot be read: {error.strerror}") from None


def require_regular(descriptor: int) -> int:
    """The descriptor, of a regular file. Raises OSError, and closes it, where it is of anything else."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "it is not a regular file", "")
    return descriptor
