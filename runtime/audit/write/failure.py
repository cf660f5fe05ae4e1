"""Remembers a log's first failure, which is final, and the process that opened the log.

What could not be written or read back leaves the log in a state that nobody knows, so every later commit is refused until
the log is opened again, which looks.
"""

from __future__ import annotations

import os

from runtime.contracts.errors import AuditError, AuditWriteFailed


class LogFailure:
    """Whether an open log can still be used."""

    __slots__ = ("_error", "_process")

    def __init__(self) -> None:
        """The log is usable, by this process."""
        self._error: AuditError | None = None
        self._process = os.getpid()

    @property
    def occurred(self) -> bool:
        """Whether the log has failed, or was closed."""
        return self._error is not None

    @property
    def is_own_process(self) -> bool:
        """Whether this is the process that opened the log, and not a fork of it."""
        return os.getpid() == self._process

    def record(self, error: AuditError) -> None:
        """The log has failed for good; of several failures the first one counts."""
        if self._error is None:
            self._error = error

    def error(self) -> AuditError:
        """The failure for one more caller: an exception object belongs to one of them."""
        assert self._error is not None  # noqa: S101  # the caller looked
        return type(self._error)(
            self._error.message, suggestion=self._error.suggestion, **self._error.details
        )

    def require_usable(self) -> None:
        """Raises the failure where there is one, and AuditWriteFailed in another process."""
        self.require_own_process()
        if self._error is not None:
            raise self.error()

    def require_own_process(self) -> None:
        """Raises AuditWriteFailed in a fork: it shares the locks with its parent, so both would write at once."""
        if os.getpid() != self._process:
            raise AuditWriteFailed(
                "The log was opened by another process", suggestion="Open it in each process."
            )
