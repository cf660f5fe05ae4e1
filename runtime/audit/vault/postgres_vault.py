"""Keeps the vault of a log in PostgreSQL: each row of `vault_row` is a row of the table ``vault``.

Rows are erased by replacing them. The server keeps what was replaced until it is vacuumed, and in its journal and backups for as long as
those are kept (`docs/audit-postgres.md`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from runtime.audit.stores import Location
from runtime.audit.stores._pg_reader import find_log
from runtime.audit.stores._pg_session import Connection
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.vault.vault_row import ERASED, MAX_ROW_BYTES, VaultRow, encode_row, parse_row
from runtime.audit.vault.vault_rows import VaultRows
from runtime.contracts.digest import PREFIX
from runtime.contracts.errors import AuditDamaged, AuditError, AuditWriteFailed
from runtime.contracts.vault import Sealed

MAX_INTENT_BYTES = 4 << 20
_MOST_BYTES = 512 << 20
_ERASING = 0x43_52_01_04
_LEAST_ROWS, _MOST_ROWS = 8, 512
_LARGE_BYTES = 1 << 20
"""Of a page: the next one has fewer rows."""
_PAGE = f"""SELECT seq, commitment, substring(data FROM 1 FOR {MAX_ROW_BYTES + 1}) FROM cathedral.vault
    WHERE log_id = %s AND (seq, commitment) > (%s, %s) ORDER BY seq, commitment LIMIT %s"""  # noqa: S608
_PAGE_SHAPE = (int, bytes, bytes)
_ONE = f"SELECT substring(data FROM 1 FOR {MAX_ROW_BYTES + 1}) FROM cathedral.vault WHERE log_id = %s AND seq = %s AND commitment = %s"  # noqa: S608
_INTENT = f"SELECT substring(note FROM 1 FOR {MAX_INTENT_BYTES}) FROM cathedral.erasures WHERE log_id = %s"  # noqa: S608
# Rows of others at these numbers belong to no record: a writer that was killed left them.
_APPEND = """WITH strays AS (DELETE FROM cathedral.vault WHERE log_id = %s AND seq >= %s AND commitment <> ALL(%s))
    INSERT INTO cathedral.vault (log_id, seq, commitment, data)
    SELECT %s, * FROM unnest(%s::bigint[], %s::bytea[], %s::bytea[]) ON CONFLICT DO NOTHING"""
_ERASE = """UPDATE cathedral.vault SET data = %s WHERE log_id = %s AND seq = %s AND commitment = %s AND data <> %s RETURNING seq"""
_TRIM = "DELETE FROM cathedral.vault WHERE log_id = %s AND seq >= %s"
_MAY_ERASE = "SELECT has_any_column_privilege('cathedral.vault', 'UPDATE')"


class PostgresVaultReader(VaultRows):
    """The vault of one log, for reading."""

    def __init__(self, session: Connection, log_id: int) -> None:
        """Read over an open connection."""
        self._session = session
        self._log_id = log_id

    @classmethod
    def of(cls, location: Location) -> PostgresVaultReader:
        """The vault of a log in a database. Raises AuditDamaged."""
        session = _connect(location, AuditDamaged)
        try:
            return cls(session, find_log(session, location.name))  # type: ignore[attr-defined]
        except AuditError as error:
            session.close()
            raise AuditDamaged(f"The vault cannot be read: {error.message}") from None
        except BaseException:
            session.close()
            raise

    def entries(self, from_seq: int = 0) -> Iterator[VaultRow | int]:
        """See `VaultRows`; what is no row is told by its number."""
        seen, count = (from_seq - 1, b"\xff" * 64), _LEAST_ROWS
        while rows := self._session.run(_PAGE, (self._log_id, *seen, count), _PAGE_SHAPE):
            for seq, commitment, data in rows:
                if (seq, commitment) <= seen or not data:
                    raise AuditDamaged("The vault cannot be read: the database answers with other rows")
                seen = (seq, commitment)
                yield _row(seq, commitment, data) or max(seq, 0)
            large = sum(len(data) for *_, data in rows) > _LARGE_BYTES
            count = _LEAST_ROWS if large else min(2 * count, _MOST_ROWS)

    def find(self, commitment: str, seq: int) -> VaultRow | None:
        """See `VaultRows`."""
        made = _bytes(commitment)
        rows = self._session.run(_ONE, (self._log_id, seq, made), (bytes,)) if made else []
        return _row(seq, made, rows[0][0]) if rows else None

    def again(self, row: VaultRow) -> VaultRow:
        """See `VaultRows`."""
        return self.find(row.commitment, row.seq) or row

    def load_intent(self) -> bytes:
        """See `VaultRows`."""
        return b"".join(note for (note,) in self._session.run(_INTENT, (self._log_id,), (bytes,)))

    def close(self) -> None:
        """See `VaultRows`."""
        self._session.close()


class PostgresVault(PostgresVaultReader):
    """The vault of a log that is open for writing. Implements `runtime.contracts.ports.Vault`."""

    _own = -1
    """The highest number that this process wrote: a batch that goes over a segment's end is written in parts."""

    @classmethod
    def of(cls, location: Location) -> PostgresVault:
        """The vault of a log in a database. Raises ConfigurationMissing and AuditWriteFailed."""
        session = _connect(location, AuditWriteFailed, writes=True)
        try:
            return cls(session, find_log(session, location.name))  # type: ignore[attr-defined]
        except BaseException:
            session.close()
            raise

    def append(self, rows: Sequence[tuple[int, Sealed]], size: int) -> None:
        """See `Vault`. Durable when it returns."""
        numbers = [seq for seq, _ in rows]
        commitments = [_bytes(sealed.commitment) for _, sealed in rows]
        lines = [encode_row(seq, sealed)[:-1] for seq, sealed in rows]
        self._write(numbers, commitments, lines, max(size, self._own + 1))
        self._own = max(self._own, *numbers)

    def append_rows(self, rows: Sequence[VaultRow]) -> None:
        """See `KeptVault`."""
        numbers = [row.seq for row in rows]
        self._write(
            numbers, [_bytes(row.commitment) for row in rows], [row.encode() for row in rows], 1 << 62
        )

    def _write(self, numbers: list[int], commitments: list[bytes], lines: list[bytes], size: int) -> None:
        self._session.run(
            _APPEND, (self._log_id, size, commitments, self._log_id, numbers, commitments, lines)
        )

    def sync(self) -> None:
        """See `Vault`. Each statement was durable when it returned."""

    def erase(self, seq: int, commitment: str) -> bool:
        """See `Vault`."""
        made = _bytes(commitment)
        line = b"%d %b %b " % (seq, ERASED, made.hex().encode())
        return bool(self._session.run(_ERASE, (line, self._log_id, seq, made, line)))

    def trim(self, size: int) -> None:
        """See `Vault`."""
        self._session.run(_TRIM, (self._log_id, size))

    @contextmanager
    def erasing(self, *, wait: bool) -> Iterator[bool]:
        """See `Vault`. A role that may not erase leaves it to one that may.

        Raises:
            AuditWriteFailed: another process has been at it for too long, or this role may not erase.
        """
        allowed = self._session.run(_MAY_ERASE) == [(True,)]
        if wait and not allowed:
            raise AuditWriteFailed(
                "The role may not erase", suggestion="Use the role of docs/audit-postgres.md that may."
            )
        key = (_ERASING, self._log_id)
        locked = allowed
        if wait:
            self._session.run("SELECT pg_advisory_lock(%s, %s)", key)
        elif allowed:
            locked = self._session.run("SELECT pg_try_advisory_lock(%s, %s)", key) == [(True,)]
        try:
            yield locked
        finally:
            if locked:
                self._session.run("SELECT pg_advisory_unlock(%s, %s)", key)

    def save_intent(self, note: bytes) -> None:
        """See `Vault`."""
        self._session.run(
            "INSERT INTO cathedral.erasures (log_id, note) VALUES (%s, %s) "
            "ON CONFLICT (log_id) DO UPDATE SET note = EXCLUDED.note",
            (self._log_id, note),
        )


def _connect(location: Location, kind: type[AuditError], *, writes: bool = False) -> Connection:
    assert isinstance(location, PostgresLog)  # noqa: S101  # there is no other without a folder
    return location.connect(kind=kind, writes=writes, most_bytes=_MOST_BYTES)


def _row(seq: int, commitment: bytes, data: bytes) -> VaultRow | None:
    """The row that a line is, under the number and commitment that the table finds it by."""
    row = parse_row(data, 0)
    same = row is not None and (row.seq, row.commitment) == (seq, PREFIX + commitment.hex())
    return row if same and b"\n" not in data else None


def _bytes(commitment: str) -> bytes:
    try:
        return bytes.fromhex(commitment.removeprefix(PREFIX))
    except ValueError:
        return b""
