"""Connects to a PostgreSQL server; every failure is one of the documented errors.

No message holds a password: what libpq says of an address that it cannot read is not passed on, since it quotes it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from runtime.contracts.errors import AuditError, AuditInconsistent, AuditWriteFailed, ConfigurationError

if TYPE_CHECKING:
    import psycopg

_WAIT_S = 10
_SETTINGS = {
    "lock_timeout": f"{_WAIT_S}s",  # a writer that was stopped while it held the lock must not stop the others for ever
    "statement_timeout": f"{3 * _WAIT_S}s",
    "idle_in_transaction_session_timeout": f"{3 * _WAIT_S}s",
    "search_path": "pg_catalog",  # no name of ours can mean somebody else's table or function
}
_DEFAULTS = {
    "application_name": "cathedral-runtime",
    "connect_timeout": str(_WAIT_S),
    "tcp_user_timeout": str(_WAIT_S * 1000),
}


def driver() -> ModuleType:
    """The library psycopg.

    Raises:
        ConfigurationError: ``config.invalid``: it is not installed.
    """
    try:
        import psycopg
        import psycopg.conninfo
    except ImportError:
        raise ConfigurationError(
            "audit.store: a log in PostgreSQL takes the library psycopg, which is not here",
            suggestion="Install it: pip install 'cathedral-runtime[postgres]'",
            field="audit.store",
        ) from None
    return psycopg


def parse_address(url: str) -> dict[str, str]:
    """The parameters of a connection.

    Raises:
        ConfigurationError: ``config.invalid``: it is no address.
    """
    psycopg = driver()
    try:
        found: Mapping[str, object] = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        raise ConfigurationError(
            "audit.store: what follows postgresql: is no address of a database",
            suggestion="Write postgresql://USER@HOST/DATABASE, and special characters as %XX.",
            field="audit.store",
        ) from None
    return _DEFAULTS | {name: str(value) for name, value in found.items()}


def shown(address: Mapping[str, str]) -> str:
    """An address for people: who, where and which database, never a secret."""
    user = quote(address["user"], safe="") + "@" if "user" in address else ""
    host = quote(address.get("host", ""), safe="/,:")
    port = f":{address['port']}" if "port" in address else ""
    return f"postgresql://{user}{host}{port}/{quote(address.get('dbname', ''), safe='')}"


class Connection:
    """A connection in which each statement is a transaction of its own, and durable when it returns."""

    def __init__(self, address: Mapping[str, str]) -> None:
        """Connect.

        Raises:
            AuditWriteFailed: ``audit.write_failed``: there is no connection to be had.
        """
        self._psycopg = driver()
        self._secret = address.get("password", "")
        self._process = os.getpid()
        self._warning = ""
        self._connection: psycopg.Connection[Any] | None = None
        with self._told(AuditWriteFailed, "There is no connection to the database"):
            # A log's statements are few and come again: each is prepared at its first use.
            self._connection = self._psycopg.connect(**address, autocommit=True, prepare_threshold=0)
            self._connection.add_notice_handler(self._note)
            for name, value in _SETTINGS.items():
                self._connection.execute("SELECT set_config(%s, %s, false)", (name, value))

    def run(
        self, statement: str, values: Sequence[object] = (), *, kind: type[AuditError] = AuditWriteFailed
    ) -> list[tuple[Any, ...]]:
        """Execute a statement; its rows.

        Raises:
            AuditError: of this kind: it was not executed, or nobody knows whether it was.
            AuditInconsistent: the log's tables are gone, or hold what this would have written in another form.
        """
        with self._told(kind, "The database refused"):
            cursor = self._opened().execute(statement, values or None, binary=True)
            rows = cursor.fetchall() if cursor.description is not None else []
        if self._warning:  # such as: written here, and not on the standby that was to have it, too
            raise kind(f"The database warns: {self._warning}")
        return rows

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is executed inside happens together, or not at all."""
        with self._told(AuditWriteFailed, "The database refused"), self._opened().transaction():
            yield

    def close(self) -> None:
        """Give back all locks and hang up. A fork lets go of its copy, and the connection stays its parent's."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if os.getpid() != self._process:
            _KEPT.append(connection)
            return
        with suppress(self._psycopg.Error):
            # Hanging up alone would free them when the server notices.
            connection.execute("SELECT pg_advisory_unlock_all()")
        connection.close()

    def _opened(self) -> psycopg.Connection[Any]:
        if self._connection is None or os.getpid() != self._process:
            raise AuditWriteFailed("The connection to the database is closed")
        return self._connection

    def _note(self, diagnostic: psycopg.errors.Diagnostic) -> None:
        if diagnostic.severity_nonlocalized == "WARNING":
            self._warning = diagnostic.message_primary or "without a word"

    @contextmanager
    def _told(self, kind: type[AuditError], what: str) -> Iterator[None]:
        errors = self._psycopg.errors
        try:
            yield
        except errors.LockNotAvailable:
            raise AuditWriteFailed(
                f"Another writer has held the log for {_WAIT_S} seconds",
                suggestion="Look for a stopped process that has the log open.",
            ) from None
        except errors.UniqueViolation:
            raise AuditInconsistent(
                "Another record stands where this one belongs: a fork was refused"
            ) from None
        except (errors.UndefinedTable, errors.InvalidSchemaName):
            raise AuditInconsistent("The log's tables are not there") from None
        except self._psycopg.Error as error:
            raise kind(f"{what}: {self._words(error)}", suggestion=_SUGGESTION) from None

    def _words(self, error: psycopg.Error) -> str:
        """What went wrong, in one line: the server's own words hold no row, and no line of ours a password."""
        text = error.diag.message_primary or str(error).strip().partition("\n")[0]
        return text.replace(self._secret, "***") if self._secret else text


_SUGGESTION = "See that the server runs and the role may write, then open a new executor."
_KEPT: list[object] = []
"""Connections of a parent process: to hang up in the child would end them for both."""
