"""Connects to a PostgreSQL server; every failure is one of the documented errors.

No message holds a password: what libpq says of an address that it cannot read is not passed on, since it quotes it.

The server is not believed: what it sends is bounded in size and time, and each value has the type that was asked for.
"""

from __future__ import annotations

import fcntl
import os
import select
import selectors
import termios
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from runtime.contracts.errors import (
    AuditError,
    AuditInconsistent,
    AuditWriteFailed,
    ConfigurationError,
)

if TYPE_CHECKING:
    import psycopg

_WAIT_S = 10
_ANSWER_S = 6 * _WAIT_S
"""Longer than any statement may run at the server: whoever has not answered by then is not going to."""
_READ, _WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
"""What the driver's generators wait for, in its own numbers."""
_MOST_BYTES = 64 << 20
"""Of one answer: a page of the largest rows has a quarter of it."""
_SETTINGS = {
    "lock_timeout": f"{_WAIT_S}s",  # a writer that was stopped while it held the lock must not stop the others for ever
    "statement_timeout": f"{3 * _WAIT_S}s",
    "idle_in_transaction_session_timeout": f"{3 * _WAIT_S}s",
    # A client whose machine or network is gone must not keep its locks for hours.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": f"{3 * _WAIT_S}s",
    "search_path": "pg_catalog",  # no name of ours can mean somebody else's table or function
}
_DEFAULTS = {
    "application_name": "cathedral-runtime",
    "connect_timeout": str(_WAIT_S),
    "tcp_user_timeout": str(_WAIT_S * 1000),
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
}


def driver() -> ModuleType:
    """The library psycopg.

    Raises:
        ConfigurationError: ``config.invalid``: it is not installed.
    """
    try:
        import psycopg
        import psycopg.conninfo
        import psycopg.waiting
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


@cache
def _bounded_connection() -> type[psycopg.Connection[Any]]:
    """A connection that waits for an answer neither for ever nor for any number of bytes."""
    psycopg = driver()

    class BoundedConnection(psycopg.Connection[Any]):  # type: ignore[misc, name-defined]
        """Waits as `_wait` does."""

        most_bytes = _MOST_BYTES

        def wait(self, gen: Generator[Any, Any, Any], *_: Any, **__: Any) -> Any:
            try:
                return _wait(self.pgconn, gen, self.most_bytes)
            except _Refused as refused:
                raise psycopg.OperationalError(str(refused)) from None

    return BoundedConnection


class _Refused(Exception):  # told as one of the driver's
    """The answer takes too long, or is too large."""


def _wait(pgconn: Any, gen: Generator[Any, Any, Any], most_bytes: int) -> Any:
    """Do what the driver's generator waits for, and give what it gives. The connection is closed where it waits in vain."""
    deadline_s, received = time.monotonic() + _ANSWER_S, 0
    try:
        waits_for = next(gen)
        while True:
            state = _await(pgconn.socket, waits_for, deadline_s)
            received += _waiting_bytes(pgconn.socket) if state & _READ else 0
            if not state or received > most_bytes:
                pgconn.finish()  # what the server would send next is the rest of an answer that nobody waits for
                raise _Refused(
                    "the answer is larger than any that was asked for"
                    if state
                    else f"no answer within {_ANSWER_S} seconds"
                )
            waits_for = gen.send(state)
    except StopIteration as ended:
        return ended.value
    except (KeyboardInterrupt, SystemExit):  # in the middle of an answer
        pgconn.finish()
        raise


def _await(descriptor: int, waits_for: int, deadline_s: float) -> int:
    """What the socket is ready for, 0 behind the deadline."""
    poll = select.poll()
    events = (select.POLLIN if waits_for & _READ else 0) | (select.POLLOUT if waits_for & _WRITE else 0)
    poll.register(descriptor, events)
    found = poll.poll(max(0.0, deadline_s - time.monotonic()) * 1000)
    if not found:
        return 0
    happened = found[0][1]
    return (_WRITE if happened & select.POLLOUT else 0) | (_READ if happened & ~select.POLLOUT else 0)


def _waiting_bytes(descriptor: int) -> int:
    """How many bytes libpq is about to read."""
    return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), "little")


class Connection:
    """A connection in which each statement is a transaction of its own, and durable when it returns."""

    def __init__(
        self,
        address: Mapping[str, str],
        *,
        kind: type[AuditError] = AuditWriteFailed,
        writes: bool = False,
        most_bytes: int = _MOST_BYTES,
    ) -> None:
        """Connect.

        Args:
            address: The parameters of the connection.
            kind: What is raised where a statement does not say another one.
            writes: Of several hosts, take the one that may be written to; of a standby alone, none.
            most_bytes: How long an answer may be.

        Raises:
            AuditError: of this kind: there is no connection to be had.
        """
        self._psycopg = driver()
        self._secret = address.get("password", "")
        self._process = os.getpid()
        self._warning = ""
        self._kind = kind
        self._connection: psycopg.Connection[Any] | None = None
        with self._told(kind, "There is no connection to the database"):
            # A log's statements are few and come again: each is prepared at its first use.
            given: dict[str, Any] = ({"target_session_attrs": "read-write"} if writes else {}) | dict(address)
            made = _bounded_connection().connect(**given, autocommit=True, prepare_threshold=0)
            made.most_bytes = most_bytes  # type: ignore[attr-defined]
            self._connection = made
            made.add_notice_handler(self._note)
            made.execute(
                "SELECT set_config(name, value, false) FROM unnest(%s::text[], %s::text[]) AS one (name, value)",
                (list(_SETTINGS), list(_SETTINGS.values())),
            )

    def run(
        self,
        statement: str,
        values: Sequence[object] = (),
        shape: Sequence[type] = (),
        *,
        kind: type[AuditError] | None = None,
    ) -> list[tuple[Any, ...]]:
        """Execute a statement; its rows.

        Args:
            statement: What to execute.
            values: Its parameters.
            shape: The types of its columns, each value of which has just that type; nothing where there are no rows to be looked at.
            kind: What is raised where it was not executed, or nobody knows whether it was.

        Raises:
            AuditError: of this kind.
            AuditInconsistent: the log's tables are gone, or hold what this would have written in another form, or something else than rows.
        """
        kind = kind or self._kind
        with self._told(kind, "The database refused"):
            cursor = self._opened().execute(statement, values or None, binary=True)
            rows = cursor.fetchall() if cursor.description is not None else []
        if self._warning:  # such as: written here, and not on the standby that was to have it, too
            raise kind(f"The database warns: {self._warning}", temporary=True)
        for row in rows if shape else ():
            if tuple(map(type, row)) != shape:
                raise AuditInconsistent("The database answers with something else than rows of a log")
        return rows

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is executed inside happens together, or not at all."""
        with self._told(self._kind, "The database refused"), self._opened().transaction():
            yield

    def is_lost(self) -> bool:
        """Whether the connection has ended, as far as this side knows."""
        return self._connection is None or self._connection.closed

    def close(self) -> None:
        """Give back all locks and hang up. A fork lets go of its copy, and the connection stays its parent's."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if os.getpid() != self._process:
            _KEPT.append(connection)
            return
        with suppress(self._psycopg.Error):
            if not connection.closed:
                # Hanging up alone would free them when the server notices.
                connection.execute("SELECT pg_advisory_unlock_all()")
        connection.close()

    def _opened(self) -> psycopg.Connection[Any]:
        if self._connection is None or os.getpid() != self._process:
            raise self._kind("The connection to the database is closed")
        return self._connection

    def _note(self, diagnostic: psycopg.errors.Diagnostic) -> None:
        if diagnostic.severity_nonlocalized == "WARNING":
            self._warning = diagnostic.message_primary or "without a word"

    @contextmanager
    def _told(self, kind: type[AuditError], what: str) -> Iterator[None]:
        errors = self._psycopg.errors
        try:
            yield
        except AuditError:
            raise
        except errors.LockNotAvailable:
            raise kind(
                f"Another writer has held the log for {_WAIT_S} seconds",
                suggestion="Look for a stopped process that has the log open.",
                temporary=True,
            ) from None
        except errors.UniqueViolation:
            raise AuditInconsistent(
                "Another record stands where this one belongs: a fork was refused"
            ) from None
        except (errors.UndefinedTable, errors.UndefinedColumn, errors.InvalidSchemaName):
            raise AuditInconsistent("The log's tables are not there") from None
        except self._psycopg.Error as error:
            raise self._failed(kind, what, error) from None
        except (ValueError, TypeError, ArithmeticError, MemoryError, OSError) as error:
            raise kind(f"{what}: its answer cannot be read: {type(error).__name__}") from None

    def _failed(self, kind: type[AuditError], what: str, error: psycopg.Error) -> AuditError:
        """The error for a statement that failed; one that may pass by itself says so."""
        errors = self._psycopg.errors
        text = f"{what}: {self._words(error)}"
        if isinstance(error, errors.DiskFull):
            return kind(text, suggestion="Make room at the server.", no_space=True)
        lost = isinstance(error, self._psycopg.OperationalError | errors.ReadOnlySqlTransaction)
        if not lost:
            return kind(text, suggestion=_SUGGESTION)
        return kind(
            text, suggestion="See that the server runs, and can be reached from here.", temporary=True
        )

    def _words(self, error: psycopg.Error) -> str:
        """What went wrong, in one line: the server's own words hold no row, and no line of ours a password."""
        text = error.diag.message_primary or str(error).strip().partition("\n")[0]
        text = "".join(char if char.isprintable() else "?" for char in text[:500])
        return text.replace(self._secret, "***") if self._secret else text


_SUGGESTION = "See that the server runs and the role may write, then open a new executor."
_KEPT: list[object] = []
"""Connections of a parent process: to hang up in the child would end them for both."""
