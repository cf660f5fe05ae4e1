"""The engine of database servers: `runtime.backends._postgres`, imported when a call first asks one.

A statement has a connection of its own, which is closed behind it. So nothing of one call, its locks, settings, prepared statements or temporary tables, is there for another's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from typing import NamedTuple

from runtime.backends._resolver import Resolver
from runtime.backends.secret_sources import SecretValues, is_named
from runtime.contracts.database import QueryFailed, SqlStatement, StatementResult
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.web import FetchError

__all__ = ["NamedDatabase", "PostgresEngine"]

_SLICE_S = 0.05
_LOOK_UP_S = 10.0


class NamedDatabase(NamedTuple):
    """One connection of the settings."""

    source: str
    """Where its address lies: ``env``, ``file``, ``keyring`` or ``command``."""
    place: tuple[str, ...]
    tools: tuple[str, ...]
    writes: bool


class PostgresEngine:
    """Implements `runtime.contracts.database.ConnectionEngine`."""

    def __init__(self, databases: Mapping[str, NamedDatabase]) -> None:
        """Read and connect nothing yet; ``databases``: by name, those that this workspace may use."""
        self._databases = databases
        self._values = SecretValues()
        self._resolver = Resolver()

    def run(
        self,
        connection: str,
        statement: SqlStatement,
        *,
        tool: str,
        remaining_s: Callable[[], float],
        admit: Callable[[str, Sequence[str]], None],
        go_on: Callable[[], None],
    ) -> StatementResult:
        """See `runtime.contracts.database.ConnectionEngine`."""
        address = self._address(connection, statement, tool)
        try:
            from runtime.backends._postgres.address import attempts
            from runtime.backends._postgres.session import open_session
            from runtime.backends._postgres.statement import run_on
        except ImportError:
            raise BackendUnavailable(
                "a database server takes the library psycopg, which is not here",
                suggestion="Install it: pip install 'cathedral-runtime[postgres]'",
            ) from None
        places = attempts(connection, address, lambda host, port: self._look_up(host, port, go_on))
        session = open_session(connection, places, go_on)
        try:
            return run_on(session, connection, statement, remaining_s=remaining_s(), admit=admit)
        finally:
            session.close()

    def _address(self, name: str, statement: SqlStatement, tool: str) -> str:
        database = self._databases.get(name)
        if database is None or not any(is_named(tool, pattern) for pattern in database.tools):
            raise BackendUnavailable(
                f"there is no database {name[:64]!r} for the tool {tool} here",
                suggestion="Add [databases.NAME] to your own settings, with this tool and this workspace.",
            )
        if statement.writes and not database.writes:
            raise QueryFailed(f"the database {name} is for reading; databases.{name}.writes says otherwise")
        return self._values.read(name, database.source, database.place, table="databases")

    def _look_up(self, host: str, port: int, go_on: Callable[[], None]) -> list[str]:
        """The addresses of a host; none where it has none."""
        ends_s = time.monotonic() + _LOOK_UP_S
        try:
            found = self._resolver.look_up(host, port)
            while time.monotonic() < ends_s:
                go_on()
                try:
                    return found.result(timeout=_SLICE_S)
                except FutureTimeout:
                    continue
        except FetchError:
            pass
        return []
