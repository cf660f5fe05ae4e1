"""Writes the vault of a log in a folder: rows are appended, and erased in place.

A row's kind is overwritten first, then its salt and value.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from runtime.audit.vault.vault_reader import (
    CHUNK_BYTES,
    ERASING,
    MAX_INTENT_BYTES,
    PROBE_BYTES,
    VAULT,
    VaultReader,
    require_regular,
)
from runtime.audit.vault.vault_row import ERASED, VaultRow, encode_row, parse_row
from runtime.contracts.audit import MAX_SAFE_INTEGER
from runtime.contracts.errors import AuditInconsistent, AuditWriteFailed
from runtime.contracts.vault import Sealed

_LOCK_WAIT_S = 10.0
_LOCK_POLL_S = 0.001


class FileVault(VaultReader):
    """The vault of a log that is open for writing. Implements `runtime.contracts.ports.Vault`."""

    def __init__(self, folder: Path) -> None:
        """Open the vault in a log's folder, which is made where it is missing.

        Raises:
            AuditWriteFailed: ``audit.write_failed``: it cannot be opened.
        """
        self._descriptors: list[int] = []
        self._descriptor: int
        self._synced = -1
        self._end = -1  # of what this process wrote last
        self._path = folder.absolute() / VAULT
        try:
            self._folder = self._keep(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))
            self._descriptor = self._open(VAULT)
            # Not in append mode, which would have every write land behind the last row.
            self._in_place = self._open(VAULT, append=False)
            self._erasing = self._open(ERASING, append=False)
            os.fsync(self._folder)
        except OSError as error:
            self.close()
            raise AuditWriteFailed(f"The vault in {folder} cannot be opened: {error.strerror}") from None
        status = os.fstat(self._descriptor)
        self._identity = status.st_dev, status.st_ino

    def _keep(self, descriptor: int) -> int:
        self._descriptors.append(descriptor)
        return descriptor

    def _open(self, name: str, *, append: bool = True) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | (os.O_APPEND if append else 0)
        return self._keep(require_regular(os.open(name, flags, 0o600, dir_fd=self._folder)))

    def append(self, rows: Sequence[tuple[int, Sealed]], size: int) -> None:
        """See `Vault`. What a full disk left behind is taken back."""
        end = self._size()
        if end != self._end and not self._ends_before(size, end):
            self.trim(size)
            end = self._size()
        self._append(b"".join([encode_row(seq, sealed) for seq, sealed in rows]), end)

    def append_rows(self, rows: Sequence[VaultRow]) -> None:
        """See `runtime.audit.vault.opening.KeptVault`."""
        self._append(b"".join([row.encode() + b"\n" for row in rows]), self._size())

    def _append(self, data: bytes, end: int) -> None:
        try:
            self._write(data)
        except AuditWriteFailed:
            with suppress(AuditWriteFailed):
                self._cut(end)
            raise
        self._end = end + len(data)

    def sync(self) -> None:
        """See `Vault`. One sync covers the rows of every process: they are in one file."""
        size = os.fstat(self._descriptor).st_size
        if size == self._synced:
            return
        try:
            os.fdatasync(self._descriptor)
        except OSError as error:
            raise AuditWriteFailed(f"{VAULT} cannot be synced: {error.strerror}") from None
        self._synced = size

    def erase(self, seq: int, commitment: str) -> bool:
        """See `Vault`."""
        erased = False
        for row in self.rows(from_seq=seq):
            if row.seq > seq:
                break
            # One whose overwriting was interrupted has its kind already, and perhaps its value still.
            if row.commitment == commitment and (row.kind != ERASED or row.rest.strip(b"\0")):
                self._overwrite(row)
                self._synced = -1
                erased = True
        return erased

    def trim(self, size: int) -> None:
        """See `Vault`. A torn row at the end belongs to no record either: rows are whole before their records begin.

        So does whatever else stands behind the last row.
        """
        beyond = next(self.rows(from_seq=size), None)
        end = self._end_of_rows() if beyond is None else beyond.offset
        if end < self._length():
            self._cut(end)

    @contextmanager
    def erasing(self, *, wait: bool) -> Iterator[bool]:
        """Be the one process that erases; false, without waiting, where another one is at it.

        Raises:
            AuditWriteFailed: another process has been at it for too long.
        """
        deadline = time.monotonic() + (_LOCK_WAIT_S if wait else 0)
        locked = False
        while not locked:
            locked = self._lock_erasing()
            if not locked and time.monotonic() >= deadline:
                break
            if not locked:
                time.sleep(_LOCK_POLL_S)
        if wait and not locked:
            raise AuditWriteFailed("Another process is erasing", suggestion="Wait for it, then try again.")
        try:
            yield locked
        finally:
            if locked:
                fcntl.flock(self._erasing, fcntl.LOCK_UN)

    def _lock_erasing(self) -> bool:
        try:
            fcntl.flock(self._erasing, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise AuditWriteFailed(
                f"{ERASING} cannot be locked: {error.strerror}",
                suggestion="Keep the log on a local disk, and try again.",
            ) from None
        return True

    def load_intent(self) -> bytes:
        """What an erasing that did not finish was about to do; nothing where there is none."""
        return os.pread(self._erasing, MAX_INTENT_BYTES, 0)

    def save_intent(self, note: bytes) -> None:
        """Durably say what is about to be erased, or with nothing that it is done."""
        try:
            os.ftruncate(self._erasing, 0)
            rest, offset = memoryview(note), 0
            while offset < len(rest):
                offset += os.pwrite(self._erasing, rest[offset:], offset)
            os.fdatasync(self._erasing)
        except OSError as error:
            raise AuditWriteFailed(f"{ERASING} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """See `Vault`."""
        while self._descriptors:
            os.close(self._descriptors.pop())

    def _overwrite(self, row: VaultRow) -> None:
        """The kind first: whoever reads meanwhile sees a row that is erased, never one that was changed."""
        start, end = row.salt_offset, row.end
        try:
            os.pwrite(self._in_place, ERASED, row.kind_offset)
            while start < end:
                start += os.pwrite(self._in_place, bytes(min(CHUNK_BYTES, end - start)), start)
        except OSError as error:
            raise AuditWriteFailed(f"{VAULT} cannot be overwritten: {error.strerror}") from None

    def _size(self) -> int:
        """How long the file is. One that was moved away or replaced would take the rows with it unseen."""
        try:
            status = os.stat(self._path, follow_symlinks=False)  # noqa: PTH116  # a fifth of the time
        except OSError as error:
            raise AuditInconsistent(f"{VAULT} is gone: {error.strerror}") from None
        if (status.st_dev, status.st_ino) != self._identity:
            raise AuditInconsistent(f"{VAULT}, or a folder above it, was replaced while the log was open")
        return status.st_size

    def _end_of_rows(self) -> int:
        """Where the last row ends."""
        entries = self.entries(from_seq=MAX_SAFE_INTEGER + 1)  # from a place near the last rows
        return max((entry.end + 1 for entry in entries if isinstance(entry, VaultRow)), default=0)

    def _ends_before(self, size: int, end: int) -> bool:
        """Whether the last row is whole, and of a record that the log has; false where that is not seen at once."""
        start = max(0, end - PROBE_BYTES)
        *lines, rest = self._read(end - start, start).split(b"\n")
        if rest or len(lines) < (2 if start else 1):
            return not end
        row = parse_row(lines[-1], start)
        return row is not None and row.seq < size

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            raise AuditWriteFailed.by(f"{VAULT} cannot be written", error) from None

    def _cut(self, end: int) -> None:
        try:
            os.ftruncate(self._descriptor, end)
        except OSError as error:
            raise AuditWriteFailed(f"{VAULT} cannot be cut: {error.strerror}") from None
