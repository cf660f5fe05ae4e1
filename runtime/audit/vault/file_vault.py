"""The vault of a log in a folder: ``vault.dat``, a line for each row, in the order of the records.

::

    SEQ KIND COMMITMENT SALT VALUE LF

| kind | the value is |
|---|---|
| ``t`` | the bytes as they are |
| ``b`` | base64 of bytes that hold a line feed |
| ``s`` | nothing: it was too large to be kept |
| ``e`` | erased: salt and value are overwritten with NUL |

Lines find themselves again behind a torn one, and their numbers never fall, so a row is found by bisection and a whole
vault is compared with its log in one pass. A row is erased in place; its kind goes first.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import msgspec

from runtime.audit.format.vault_slots import VaultSlot
from runtime.contracts.digest import PREFIX, commitment
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed
from runtime.contracts.vault import MAX_VALUE_BYTES, Opened, Sealed

VAULT = "vault.dat"
ERASING = "vault-erasing"
_CHUNK_BYTES = 1 << 20
_PROBE_BYTES = 4_096
_MAX_ROW_BYTES = MAX_VALUE_BYTES // 3 * 4 + 1_024
MAX_INTENT_BYTES = 4 << 20
_TEXT, _BASE64, _SALT, _ERASED = b"t", b"b", b"s", b"e"
_KINDS = frozenset({_TEXT, _BASE64, _SALT, _ERASED})
_LOCK_WAIT_S = 10.0
_LOCK_POLL_S = 0.001


class VaultRow(msgspec.Struct, frozen=True):
    """One row as it stands in the file."""

    offset: int
    size_bytes: int
    seq: int
    kind: bytes
    commitment: str
    rest: bytes
    """Salt and value, as they are written."""

    def opened(self) -> Opened:
        """What the row says, and whether it opens its commitment."""
        if self.kind == _ERASED:
            return Opened(state="erased")
        written, _, value = self.rest.partition(b" ")
        try:
            salt = bytes.fromhex(written.decode())
            if self.kind == _SALT:
                return Opened(state="salt" if len(salt) == 32 and not value else "broken", salt=salt)
            plain = b64decode(value) if self.kind == _BASE64 else value
            # One spelling for each row, so that no flipped bit is passed over.
            spelled = written == salt.hex().encode() and (plain is value or b64encode(plain) == value)
            if spelled and commitment(salt, plain) == self.commitment:
                return Opened(state="value", salt=salt, value=plain)
        except ValueError:  # no hexadecimal digits, no base64, or a salt of another length
            pass
        return Opened(state="broken")


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
            return cls(_regular(os.open(folder / VAULT, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)))
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
        rest, count = b"", _PROBE_BYTES if from_seq else _CHUNK_BYTES  # whoever names a record wants few rows
        while offset + len(rest) < size:
            chunk = self._read(count, offset + len(rest))
            count = min(2 * count, _CHUNK_BYTES)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                row = _parse(line, offset)
                offset += len(line) + 1
                if row is not None and row.seq >= from_seq:
                    yield row
            if len(rest) > _MAX_ROW_BYTES:  # no row: what a crash or somebody left there
                offset, rest = offset + len(rest), b""

    def _seek(self, seq: int, size: int) -> int:
        """Where to begin reading for this number: behind rows with lower ones only."""
        low, high = 0, size
        while high - low > _PROBE_BYTES:
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
            chunk = self._read(max(_PROBE_BYTES, len(data)), offset + len(data))
            if not chunk:
                return None
            data += chunk
            *lines, data = data.split(b"\n")
            for line in lines:
                row = _parse(line, offset) if begun else None
                begun = True
                if row is not None:
                    return row if row.offset < end else None
                offset += len(line) + 1
        return None

    def again(self, row: VaultRow) -> VaultRow:
        """The row as it stands now: it may have been erased while it was read."""
        return _parse(self._read(row.size_bytes, row.offset), row.offset) or row

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
        return self._keep(_regular(os.open(name, flags, 0o600, dir_fd=self._folder)))

    def append(self, rows: Sequence[tuple[int, Sealed]], size: int) -> None:
        """See `Vault`. What a full disk left behind is taken back."""
        end = self._size()
        if end != self._end and not self._ends_before(size, end):
            self.trim(size)
            end = self._size()
        data = b"".join([_written(seq, sealed) for seq, sealed in rows])
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
            if row.commitment == commitment and (row.kind != _ERASED or row.rest.strip(b"\0")):
                self._overwrite(row)
                self._synced = -1
                erased = True
        return erased

    def trim(self, size: int) -> None:
        """See `Vault`. A torn row at the end belongs to no record either: rows are whole before their records begin."""
        beyond = next(self.rows(from_seq=size), None)
        end = self._end_of_lines() if beyond is None else beyond.offset
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
            with suppress(BlockingIOError):
                fcntl.flock(self._erasing, fcntl.LOCK_EX | fcntl.LOCK_NB)
                locked = True
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
        kind = row.offset + len(b"%d " % row.seq)
        start = kind + len(b"t ") + len(row.commitment) - len(PREFIX) + 1
        end = row.offset + row.size_bytes
        try:
            os.pwrite(self._in_place, _ERASED, kind)
            while start < end:
                start += os.pwrite(self._in_place, bytes(min(_CHUNK_BYTES, end - start)), start)
        except OSError as error:
            raise AuditWriteFailed(f"{VAULT} cannot be overwritten: {error.strerror}") from None

    def _size(self) -> int:
        """How long the file is. One that was moved away or replaced would take the rows with it unseen."""
        try:
            status = os.stat(VAULT, dir_fd=self._folder, follow_symlinks=False)
        except OSError as error:
            raise AuditInconsistent(f"{VAULT} is gone: {error.strerror}") from None
        if (status.st_dev, status.st_ino) != self._identity:
            raise AuditInconsistent(f"{VAULT} was replaced while the log was open")
        return status.st_size

    def _end_of_lines(self) -> int:
        """Where the last complete line ends."""
        end = self._length()
        while end > 0:
            start = max(0, end - _CHUNK_BYTES)
            newline = self._read(end - start, start).rfind(b"\n")
            if newline >= 0:
                return start + newline + 1
            end = start
        return 0

    def _ends_before(self, size: int, end: int) -> bool:
        """Whether the last row is whole, and of a record that the log has; false where that is not seen at once."""
        start = max(0, end - _PROBE_BYTES)
        *lines, rest = self._read(end - start, start).split(b"\n")
        if rest or len(lines) < (2 if start else 1):
            return not end
        row = _parse(lines[-1], start)
        return row is not None and row.seq < size

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            raise AuditWriteFailed(f"{VAULT} cannot be written: {error.strerror}") from None

    def _cut(self, end: int) -> None:
        try:
            os.ftruncate(self._descriptor, end)
        except OSError as error:
            raise AuditWriteFailed(f"{VAULT} cannot be cut: {error.strerror}") from None


def _written(seq: int, sealed: Sealed) -> bytes:
    value = sealed.value
    if value is None:
        kind, value = _SALT, b""
    elif b"\n" in value:
        kind, value = _BASE64, b64encode(value)
    else:
        kind = _TEXT
    head = f"{seq} {kind.decode()} {sealed.commitment[len(PREFIX) :]} {sealed.salt.hex()} "
    return b"".join((head.encode(), value, b"\n"))  # the value, which may be large, is copied once


def _parse(line: bytes, offset: int) -> VaultRow | None:
    """The row that a line is, if it is one."""
    parts = line.split(b" ", 3)
    if len(parts) != 4 or len(line) > _MAX_ROW_BYTES:
        return None
    seq, kind, digest, rest = parts
    if kind not in _KINDS or len(digest) != 64 or not digest.isalnum():
        return None
    if (
        not seq.isdigit() or len(seq) > 16 or (seq[:1] == b"0" and seq != b"0")
    ):  # one spelling: places follow from it
        return None
    return VaultRow(offset, len(line), int(seq), kind, PREFIX + digest.decode(), rest)


def _regular(descriptor: int) -> int:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "it is not a regular file", "")
    return descriptor
