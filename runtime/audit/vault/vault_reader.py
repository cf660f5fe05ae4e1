"""Reads the vault of a log in a folder: ``vault.dat``, a line for each row, in the order of the records.

Lines find themselves again behind a torn one, and their numbers never fall, so a row is found by bisection and a whole
vault is compared with its log in one pass.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.audit.layout.segments import open_to_read
from runtime.audit.layout.sparse_files import data_ranges
from runtime.audit.vault.vault_row import MAX_ROW_BYTES, VaultRow, parse_row
from runtime.audit.vault.vault_rows import VaultRows
from runtime.contracts.errors import AuditDamaged

VAULT = "vault.dat"
ERASING = "vault-erasing"
"""What an erasing is about to do (`erasure_intent`)."""
MAX_INTENT_BYTES = 4 << 20
CHUNK_BYTES = 1 << 20
PROBE_BYTES = 4_096
_MOST_JUMPS = 1_000
"""Over stretches that are no rows and longer than any; each costs whoever made it at least a block of disk."""


class VaultReader(VaultRows):
    """Reads a vault, whoever wrote it; nothing in it is believed but what opens its commitment."""

    def __init__(self, descriptor: int | None, folder: Path | None = None) -> None:
        """Read the file, and what lies beside it in a folder; None is an empty vault."""
        self._descriptor = descriptor
        self._beside = folder

    @classmethod
    def at(cls, folder: Path) -> VaultReader:
        """The vault in a log's folder; empty where it has none.

        Raises:
            AuditDamaged: ``audit.damaged``: it cannot be read.
        """
        try:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
            return cls(require_regular(os.open(folder / VAULT, flags)), folder)
        except FileNotFoundError:
            return cls(None, folder)
        except OSError as error:
            raise AuditDamaged(f"{VAULT} cannot be read: {error.strerror}") from None

    def load_intent(self) -> bytes:
        """See `VaultRows`."""
        try:
            descriptor = open_to_read(self._beside, ERASING) if self._beside is not None else -1
        except OSError:
            return b""
        if descriptor < 0:
            return b""
        try:
            with self._readable():
                return os.pread(descriptor, MAX_INTENT_BYTES, 0)
        finally:
            os.close(descriptor)

    def entries(self, from_seq: int = 0) -> Iterator[VaultRow | int]:
        """See `VaultRows`; where a line is none, its offset.

        A line that holds NUL is passed over, since a power failure leaves such, and the end of the file, where a row may be torn.
        """
        size = self._length()
        offset = self._seek(from_seq, size) if from_seq else 0
        rest, count = b"", PROBE_BYTES if from_seq else CHUNK_BYTES  # whoever names a record wants few rows
        jumps = 0
        while offset + len(rest) < size:
            chunk = self._read(count, offset + len(rest))
            count = min(2 * count, CHUNK_BYTES)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                row = parse_row(line, offset)
                if row is not None:
                    yield row
                elif b"\0" not in line:
                    yield offset
                offset += len(line) + 1
            if len(rest) > MAX_ROW_BYTES:  # no row: what a crash or somebody left there
                if b"\0" not in rest:
                    yield offset
                jumps += 1
                offset, rest = self._next_data(offset + len(rest), size, jumps), b""

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
        jumps = 0
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
            if len(data) > MAX_ROW_BYTES:
                jumps += 1
                offset, data, begun = self._next_data(offset + len(data), end, jumps), b"", False
        return None

    def _next_data(self, offset: int, end: int, jumps: int) -> int:
        """Where to go on behind what is no row: somebody can make the file a terabyte long without a terabyte of disk."""
        if jumps > _MOST_JUMPS:
            raise AuditDamaged(f"{VAULT} holds something else than rows")
        with self._readable():
            return next((first for first, _ in data_ranges(self._opened(), offset, end)), end)

    def again(self, row: VaultRow) -> VaultRow:
        """See `VaultRows`."""
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
        with self._readable():
            return os.pread(self._descriptor, count, offset)

    def _opened(self) -> int:
        assert self._descriptor is not None  # noqa: S101  # it has a length
        return self._descriptor

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise AuditDamaged(f"{VAULT} cannot be read: {error.strerror}") from None


def require_regular(descriptor: int) -> int:
    """The descriptor, of a regular file. Raises OSError, and closes it, where it is of anything else."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "it is not a regular file", "")
    return descriptor
