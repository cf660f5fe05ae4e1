"""``ctx.db.connection(NAME)``: statements on a database server that the user's settings name.

The handle knows a name. Address, user and password stay with the engine, which also sees that the connection is for this tool and this workspace. What the handle
decides is which tables: those that are granted as ``NAME:TABLE``, ``NAME:SCHEMA.TABLE``, ``NAME:*`` or ``*:*``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from runtime.capability import tables
from runtime.capability.check_log import CheckLog
from runtime.capability.handles import DEFAULT_MEMORY_BYTES, shown
from runtime.capability.match import CapabilitySet
from runtime.contracts.database import (
    ConnectionEngine,
    Parameters,
    QueryFailed,
    QueryRows,
    SqlStatement,
    StatementResult,
)
from runtime.contracts.errors import BackendUnavailable, CapabilityExceeded
from runtime.contracts.limits import ResourceBounds

__all__ = ["MAX_BYTES", "MAX_ROWS", "MAX_SQL", "ConnectionHandle", "refuse"]

MAX_SQL = 100_000
MAX_BYTES = 8 * 1024 * 1024
MAX_ROWS = 100_000


class ConnectionHandle:
    """Implements `runtime.contracts.database.ConnectionAccess`."""

    __slots__ = (
        "_capabilities",
        "_check",
        "_engine",
        "_ledger",
        "_limits",
        "_name",
        "_remaining_s",
        "_tool",
    )

    def __init__(
        self,
        name: str,
        capabilities: CapabilitySet,
        limits: ResourceBounds,
        engine: ConnectionEngine | None,
        ledger: CheckLog,
        *,
        tool: str,
        remaining_s: Callable[[], float],
        check: Callable[[], None],
    ) -> None:
        self._name = name
        self._capabilities = capabilities
        self._limits = limits
        self._engine = engine
        self._ledger = ledger
        self._tool = tool
        self._remaining_s = remaining_s
        self._check = check

    def query(self, sql: str, parameters: Parameters = (), *, max_rows: int = 1000) -> QueryRows:
        """The rows of a statement that reads; it cannot change anything, whatever it says.

        Args:
            sql: One query, with ``$1`` and on where values stand.
            parameters: The values, in order.
            max_rows: How many rows are wanted.

        Raises:
            CapabilityExceeded: no table of the connection is granted, or one that the statement touched is not.
            QueryFailed: the statement cannot be run.
            BackendUnavailable: there is no such connection for this tool, or the server does not answer.
        """
        return self._run(sql, parameters, writes=False, max_rows=max_rows).rows

    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Change rows, and commit; how many were changed.

        Raises:
            CapabilityExceeded: as for `query`; nothing was changed then.
            QueryFailed: the statement cannot be run; nothing was changed.
            BackendUnavailable: as for `query`. Where the server was lost during the commit, the message says that nobody knows.
        """
        return self._run(sql, parameters, writes=True, max_rows=0).changed

    def _run(self, sql: str, parameters: Parameters, *, writes: bool, max_rows: int) -> StatementResult:
        self._check()
        self._require_some("db_write" if writes else "db_read")
        if self._engine is None:
            raise BackendUnavailable("nothing here connects to databases")
        if len(sql) > MAX_SQL:
            raise QueryFailed(f"the statement is longer than {MAX_SQL} characters")
        statement = SqlStatement(
            sql=sql,
            parameters=parameters,
            writes=writes,
            max_rows=max(0, min(max_rows, MAX_ROWS)),
            max_bytes=min(MAX_BYTES, self._limits.output_bytes),
            memory_bytes=self._limits.memory_bytes or DEFAULT_MEMORY_BYTES,
        )
        return self._engine.run(
            self._name,
            statement,
            tool=self._tool,
            remaining_s=self._remaining_s,
            admit=self._admit,
            go_on=self._check,
        )

    def _require_some(self, kind: str) -> None:
        """Refuse before anything is connected where no table of the connection is granted."""
        own = f"{self._name}:"
        entries = self._granted(kind)
        if not any(entry == "*:*" or entry.startswith(own) for entry in entries) or not self._name:
            refuse(self._ledger, kind, f"{own}*")

    def _admit(self, kind: str, names: Sequence[str]) -> None:
        targets = [f"{self._name}:{name}" for name in names]
        if not any(tables.covers(entry, target) for entry in self._granted(kind) for target in targets):
            refuse(self._ledger, kind, targets[0])
        self._ledger.allow(kind, targets[0])

    def _granted(self, kind: str) -> tuple[str, ...]:
        granted = self._capabilities.get(kind)
        return () if granted is None else tuple(granted.tables)


def refuse(ledger: CheckLog, kind: str, target: str) -> NoReturn:
    """Record that a table, or a database, is not granted.

    Raises:
        CapabilityExceeded: always.
    """
    error = CapabilityExceeded(
        f"{shown(target)} is not granted",
        suggestion=f"Grant {kind} for this table, or use one that is granted.",
        capability=kind,
        target=shown(target),
    )
    ledger.deny(kind, target, error)
