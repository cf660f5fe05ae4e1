"""One connection to a server: opened, used for one statement and its guards, and closed.

Nothing here waits without looking at the call: when it is over, the server is told to cancel, and the connection is closed. The server is not believed:
bytes are counted before they are read. What libpq says of an address is not passed on, since it may quote it.
"""

from __future__ import annotations

import fcntl
import os
import select
import socket
import sys
import termios
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import generators, pq
from psycopg.pq import ExecStatus

from runtime.backends._postgres.values import Parameter
from runtime.contracts.errors import BackendUnavailable

_SLICE_S = 0.05
_READ, _WRITE = 1, 2
"""What the driver's generators wait for, in its own numbers."""
_CANCEL_S = 1.0
_RECEIVED = slice(128, 136)
"""``tcpi_bytes_received`` in the kernel's ``struct tcp_info``, since Linux 4.1."""
CONNECT_S = 10.0
_T = TypeVar("_T")


class StatementRefused(Exception):  # an answer, not a fault
    """The server refused a statement, by the code and the words that it gave."""

    def __init__(self, state: str, text: str) -> None:
        super().__init__(text)
        self.state, self.text = state, text
        self.in_parsing = False
        """Whether it was refused before anything of it was evaluated: its words quote the statement, and no row."""


class TooLarge(Exception):
    """The answer has more bytes than are wanted; the connection is closed."""


class Lost(Exception):
    """The connection ended in the middle."""


class ServerSession:
    """An open connection. Close it."""

    def __init__(self, connection: Any, go_on: Callable[[], None]) -> None:
        """Take over what `open_session` made."""
        self._connection = connection
        self._go_on = go_on

    def run(self, sql: str, *, most_bytes: int = 1 << 20) -> Any:
        """The last answer to statements that are the runtime's own: several at once, without parameters.

        Raises:
            StatementRefused, TooLarge, Lost: there is none.
        """
        self._connection.send_query(sql.encode())
        return self._answer(most_bytes)

    def ask(self, sql: str, parameters: Sequence[Parameter], *, most_bytes: int) -> Any:
        """The answer to one statement: the protocol takes no second one in the same text.

        Raises:
            StatementRefused, TooLarge, Lost: there is none.
        """
        self._connection.send_query_params(
            sql.encode(),
            [one.data for one in parameters],
            param_types=[one.oid for one in parameters],
            param_formats=[one.form for one in parameters],
            result_format=0,
        )
        return self._answer(most_bytes)

    def parse(self, sql: str, parameters: Sequence[Parameter]) -> None:
        """Have the server look at one statement, and neither plan nor run any of it.

        Raises:
            StatementRefused, Lost: it is none.
        """
        self._connection.send_prepare(b"", sql.encode(), param_types=[one.oid for one in parameters])
        try:
            self._answer(1 << 20)
        except StatementRefused as refused:
            refused.in_parsing = True
            raise

    def close(self) -> None:
        """Hang up: the server undoes what was not committed and gives back every lock."""
        self._connection.finish()

    def _answer(self, most_bytes: int) -> Any:
        try:
            results = _driven(
                generators.execute(self._connection), self._connection.socket, self._go_on, most_bytes
            )
        except psycopg.Error:
            raise Lost from None
        except BaseException:
            self._cancel()
            raise
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                raise _refused(result)
            if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):  # such as COPY
                raise StatementRefused("0A000", "the statement is no query")
        return results[-1]

    def _cancel(self) -> None:
        """Have the server stop: it would go on for whoever hung up."""
        with suppress(psycopg.Error, OSError):
            cancelling = self._connection.cancel_conn()
            cancelling.start()
            try:
                ends_s = time.monotonic() + _CANCEL_S
                _driven_connecting(generators.cancel(cancelling), lambda: _until(ends_s))
            finally:
                cancelling.finish()
        self._connection.finish()


def open_session(name: str, places: Iterable[str], go_on: Callable[[], None]) -> ServerSession:
    """Connect to the first place that answers.

    Raises:
        BackendUnavailable: none does.
    """
    cause = "its host is not found"
    ends_s = time.monotonic() + CONNECT_S

    def bounded() -> None:
        go_on()
        _until(ends_s)

    for place in places:
        try:
            return ServerSession(_driven_connecting(generators.connect(place), bounded), go_on)
        except psycopg.Error as error:
            cause = _cause(error)
        except TimeoutError:
            cause = f"no answer within {CONNECT_S:g} s"
            break
    raise BackendUnavailable(
        f"the database {name} cannot be reached: {cause}",
        suggestion=f"See that the server runs, and that what databases.{name} names is right.",
    )


def _until(ends_s: float) -> None:
    if time.monotonic() > ends_s:
        raise TimeoutError


def _driven(gen: Generator[Any, Any, _T], descriptor: int, go_on: Callable[[], None], most_bytes: int) -> _T:
    received = _Received(descriptor)
    try:
        waits_for = next(gen)
        while True:
            state = _ready(descriptor, waits_for, go_on)
            if state & _READ and received.bytes() > most_bytes:
                raise TooLarge
            waits_for = gen.send(state)
    except StopIteration as ended:
        return ended.value  # type: ignore[no-any-return]


def _driven_connecting(gen: Generator[Any, Any, _T], go_on: Callable[[], None]) -> _T:
    try:
        descriptor, waits_for = next(gen)
        while True:
            descriptor, waits_for = gen.send(_ready(descriptor, waits_for, go_on))
    except StopIteration as ended:
        return ended.value  # type: ignore[no-any-return]


def _ready(descriptor: int, waits_for: int, go_on: Callable[[], None]) -> int:
    poll = select.poll()
    poll.register(
        descriptor,
        (select.POLLIN if waits_for & _READ else 0) | (select.POLLOUT if waits_for & _WRITE else 0),
    )
    while True:
        go_on()
        if found := poll.poll(_SLICE_S * 1000):
            happened = found[0][1]
            return (_WRITE if happened & select.POLLOUT else 0) | (_READ if happened & ~select.POLLOUT else 0)


class _Received:
    """How many bytes came since it was made. libpq does not say, and reads on while there is more."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._seen = 0
        self._before = self._of_tcp() or 0

    def bytes(self) -> int:
        """The kernel's count; of a local socket, which has none, what waited each time that this was asked."""
        if (counted := self._of_tcp()) is not None:
            return counted - self._before
        self._seen += int.from_bytes(fcntl.ioctl(self._descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)
        return self._seen

    def _of_tcp(self) -> int | None:
        with socket.socket(fileno=os.dup(self._descriptor)) as copy:
            if copy.family == socket.AF_UNIX:
                return None
            try:
                info = copy.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED.stop)
            except OSError:
                return None
        return int.from_bytes(info[_RECEIVED], sys.byteorder) if len(info) == _RECEIVED.stop else None


def _refused(result: Any) -> StatementRefused:
    state = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"XX000").decode("ascii", "replace")[:5]
    text = (result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or b"").decode("utf-8", "replace")
    return StatementRefused(state, "".join(c if c.isprintable() else " " for c in text[:300]))


_CAUSES = (
    ("password authentication failed", "user or password are not accepted"),
    ("no password supplied", "user or password are not accepted"),
    ("pg_hba.conf", "the server does not accept this user from here"),
    ("certificate", "its certificate does not prove its name"),
    ("ssl", "there is no TLS with it"),
    ("too many c", "it has no connection left"),
    ("refused", "connection refused"),
    ("starting up", "it is starting or stopping"),
    ("shutting down", "it is starting or stopping"),
    ("does not exist", "it has no such database or user"),
    ("no such file", "nothing listens there"),
)


def _cause(error: psycopg.Error) -> str:
    """Why, in words of our own: those of the library name the user, the host and the database."""
    text = str(error).lower()
    return next((told for part, told in _CAUSES if part in text), "the connection failed")
