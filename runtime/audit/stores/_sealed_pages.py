"""Keeps numbered pages in an SQLite file that nobody without a secret can change unseen, and checks no more of it than is read.

Each page has a digest in the directory page of its 256 neighbours, each directory page one in the header, and the header a keyed digest
of its own: so a page that is read is compared with three digests, however many pages there are. Other processes wait while one has the file open.

The file can be removed at any time. One whose header does not fit is made anew, and where none can be had the pages are in memory.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple

import msgspec
from blake3 import blake3

_LAYOUT = 4
_WAIT_S = 30.0
_WIDTH = 256
"""How many pages one directory page speaks of."""
_DIGEST_BYTES = 32
_HEADER = 0
_DIRECTORY, _PAGE = 1, 2
Unusable = sqlite3.DatabaseError
"""What any method raises where the file is damaged, for those who may not import the library."""
Position = tuple[int, int, int, str]
"""How far the pages reach: records, start and end of the last one in bytes, its digest."""


class SealedFile(NamedTuple):
    """Where pages are kept, and what they are sealed with."""

    path: Path
    secret: bytes
    """32 bytes that only this user can read."""
    log: str
    """Which log they are of: a file that was moved beside another log does not fit."""


class _Header(msgspec.Struct, array_like=True):
    position: Position = (0, 0, 0, "")
    count: int = 0
    """A number for whoever keeps the pages."""
    roots: dict[int, bytes] = {}
    """For each kind of pages the digests of its directory pages."""


class SealedPages:
    """Pages of several kinds, each counted from 0 without a gap."""

    def __init__(self, file: SealedFile | None) -> None:
        """Open or make the file; in memory where there is none, or it cannot be had."""
        self._file = file
        self.secret = file.secret if file is not None else os.urandom(32)
        self._lock = -1
        self._header = _Header()
        self._directories: dict[tuple[int, int], bytearray] = {}
        self._changed: set[tuple[int, int]] = set()
        self._connection = self._open()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    @property
    def position(self) -> Position:
        """How far the pages reach."""
        return self._header.position

    @property
    def count(self) -> int:
        """The number that was kept with them."""
        return self._header.count

    def move(self, position: Position, count: int) -> None:
        """The pages reach so far."""
        self._header.position, self._header.count = position, count

    def clear(self) -> None:
        """No pages."""
        self._connection.execute("DELETE FROM pages")
        self._header, self._directories, self._changed = _Header(), {}, set()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One change, whole or not at all."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._save()
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def get(self, kind: int, number: int) -> bytes:
        """A page, nothing where there is none.

        Raises:
            Unusable: it is not as it was put there.
        """
        directory = self._directory(kind, number // _WIDTH)
        start = number % _WIDTH * _DIGEST_BYTES
        wanted = bytes(directory[start : start + _DIGEST_BYTES])
        if not wanted.strip(b"\0"):
            return b""
        return self._load(_PAGE, kind, number, wanted)

    def put(self, kind: int, number: int, data: bytes) -> None:
        """Put a page in its place, inside `writing`."""
        directory = self._directory(kind, number // _WIDTH)
        start = number % _WIDTH * _DIGEST_BYTES
        if len(directory) < start + _DIGEST_BYTES:
            directory.extend(bytes(start + _DIGEST_BYTES - len(directory)))
        directory[start : start + _DIGEST_BYTES] = blake3(data).digest()
        self._changed.add((kind, number // _WIDTH))
        self._store(_PAGE, kind, number, data)

    def _directory(self, kind: int, number: int) -> bytearray:
        known = self._directories.get((kind, number))
        if known is None:
            root = self._header.roots.get(kind, b"")
            wanted = root[number * _DIGEST_BYTES : (number + 1) * _DIGEST_BYTES]
            known = bytearray(self._load(_DIRECTORY, kind, number, wanted) if wanted.strip(b"\0") else b"")
            self._directories[kind, number] = known
        return known

    def _load(self, level: int, kind: int, number: int, wanted: bytes) -> bytes:
        row = self._connection.execute(
            "SELECT data FROM pages WHERE place = ?", (_place(level, kind, number),)
        ).fetchone()
        if row is None or type(row[0]) is not bytes or not compare_digest(blake3(row[0]).digest(), wanted):
            raise Unusable("a page of the index is not as it was written")
        data: bytes = row[0]
        return data

    def _store(self, level: int, kind: int, number: int, data: bytes) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO pages VALUES (?, ?)", (_place(level, kind, number), data)
        )

    def _save(self) -> None:
        """Write the directory pages that changed, and the header over them."""
        roots = {kind: bytearray(root) for kind, root in self._header.roots.items()}
        for kind, number in sorted(self._changed):
            data = bytes(self._directories[kind, number])
            root, end = roots.setdefault(kind, bytearray()), (number + 1) * _DIGEST_BYTES
            if len(root) < end:
                root.extend(bytes(end - len(root)))
            root[end - _DIGEST_BYTES : end] = blake3(data).digest()
            self._store(_DIRECTORY, kind, number, data)
        self._changed.clear()
        self._header.roots = {kind: bytes(root) for kind, root in roots.items()}
        header = msgspec.msgpack.encode(self._header)
        self._store(_HEADER, 0, 0, self._seal(header) + header)

    def _seal(self, header: bytes) -> bytes:
        log = self._file.log if self._file is not None else ""
        named = len(log).to_bytes(8, "big") + log.encode(errors="surrogateescape")
        return blake3(named + header, key=self.secret).digest()

    def _open(self) -> sqlite3.Connection:
        if self._file is not None:
            path = self._file.path
            # A folder that cannot be written, a disk that is full, a folder in the file's place.
            with suppress(OSError, sqlite3.Error):
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
                self._lock = os.open(path.with_suffix(".lock"), flags, 0o600)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                return self._open_file(path)
        self._file = None
        return _connect(":memory:")

    def _open_file(self, path: Path) -> sqlite3.Connection:
        """The file as this class left it, or a new one."""
        with suppress(OSError, sqlite3.Error, msgspec.MsgspecError):
            if path.stat().st_size:
                connection = _connect(path)
                try:
                    if self._take_header(connection):
                        return connection
                except BaseException:
                    connection.close()
                    raise
                connection.close()
        remove(path)
        return _connect(path)

    def _take_header(self, connection: sqlite3.Connection) -> bool:
        row = connection.execute(
            "SELECT data FROM pages WHERE place = ?", (_place(_HEADER, 0, 0),)
        ).fetchone()
        if row is None or type(row[0]) is not bytes:
            return False
        seal, header = row[0][:_DIGEST_BYTES], row[0][_DIGEST_BYTES:]
        if not compare_digest(seal, self._seal(header)):
            return False
        self._header = msgspec.msgpack.decode(header, type=_Header)
        return True


def remove(file: Path) -> None:
    """Remove a file that is of no use."""
    with suppress(OSError):
        file.unlink()


def _place(level: int, kind: int, number: int) -> int:
    return (level << 56) | (kind << 48) | number


def _connect(file: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=_WAIT_S, isolation_level=None)
    try:
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the table where there is none."""
    connection.execute("PRAGMA synchronous = OFF")  # what a crash breaks does not fit, and is made anew
    connection.execute("BEGIN IMMEDIATE")
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    if layout == 0:
        connection.execute("CREATE TABLE pages (place INTEGER PRIMARY KEY, data BLOB)")
        connection.execute(f"PRAGMA user_version = {_LAYOUT}")
    elif layout != _LAYOUT:
        raise Unusable("the index has another layout")
    connection.execute("COMMIT")
