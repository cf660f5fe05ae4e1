"""An audit log that goes on when a full disk has room again, or its database is back.

A log that could not be written has failed for good: nobody knows what it holds until somebody looks. Opening it anew looks, cuts off what is torn and
ends what nobody will end. So while the disk is full, or the connection is lost, every call is refused, and as soon as that has passed, the next one finds the log open again:
all that was acknowledged, or it is refused as one that was rolled back. A batch of which nothing was sent is committed to the log that was opened anew.

A failed sync is no full disk: the kernel may have dropped what it did not write, and shows it until the machine starts anew. Such a log stays closed, and
so does one that was changed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence

from runtime.audit.format.note import VerifierKey
from runtime.audit.write.appender import Follower
from runtime.audit.write.log import FormerCalls, Log
from runtime.contracts.audit import Body, Entry, LoggedRecord, Receipt, ToolInvoked
from runtime.contracts.errors import AuditError, AuditUnavailable, AuditWriteFailed
from runtime.contracts.vault import Opened

RETRY_S = 0.2
"""How often at most the log is tried again."""
_log = logging.getLogger("runtime.host")


class _Follower:
    """Takes records, and knows the time of the last one. Those of the same microsecond may be told twice, and none is left out."""

    def __init__(self, take: Follower, since_us: int) -> None:
        self._take = take
        self.told_us = since_us

    def __call__(self, call: str | None, at_us: int, body: Body) -> None:
        self._take(call, at_us, body)
        self.told_us = at_us


class ReopeningLog:
    """Implements `AuditLog` around the log that is open at the moment."""

    def __init__(
        self, open_log: Callable[[FormerCalls], Log], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Open the log for the first time; raises what that raises."""
        self._open_log = open_log
        self._clock = clock
        self._lock = threading.Lock()
        self._running: set[str] = set()
        self._followers: list[_Follower] = []
        self._is_closed = False
        self._is_down = False
        self._next = 0.0
        self._log = open_log(FormerCalls())
        self._time_us = self._log.time_us()
        self.keeps_values = self._log.keeps_values
        self.hidden_names = self._log.hidden_names

    @property
    def key(self) -> VerifierKey:
        """The key that signs the log."""
        return self._log.key

    async def commit(self, entries: Sequence[Entry], *, under_way: int = 0) -> Receipt:
        """See `AuditLog`. Raises AuditUnavailable while the disk is full, or the database is away."""
        if self._log.has_failed:
            await asyncio.to_thread(self._usable)
        try:
            try:
                receipt = await self._log.commit(entries, under_way=under_way)
            except AuditWriteFailed as error:
                if not _is_unwritten(error):
                    raise
                await asyncio.to_thread(self._usable)
                receipt = await self._log.commit(entries, under_way=under_way)
        except AuditWriteFailed as error:
            raise self._told(error) from None
        finally:
            self._forget_ended(entries)
        self._remember_begun(entries)
        return receipt

    def commit_sync(self, entries: Sequence[Entry]) -> Receipt:
        """See `AuditLog`. Raises AuditUnavailable while the disk is full, or the database is away."""
        try:
            try:
                receipt = self._usable().commit_sync(entries)
            except AuditWriteFailed as error:
                if not _is_unwritten(error):
                    raise
                receipt = self._usable().commit_sync(entries)
        except AuditWriteFailed as error:
            raise self._told(error) from None
        finally:
            self._forget_ended(entries)
        self._remember_begun(entries)
        return receipt

    def has_call(self, call_id: str) -> bool:
        """See `AuditLog`."""
        return self._usable().has_call(call_id)

    def records_of(self, call_id: str) -> list[LoggedRecord]:
        """See `AuditLog`."""
        return self._usable().records_of(call_id)

    def open_value(self, commitment: str, seq: int) -> Opened:
        """See `AuditLog`."""
        return self._usable().open_value(commitment, seq)

    def has_approval(self, approval: str) -> bool:
        """See `AuditLog`."""
        return self._usable().has_approval(approval)

    def follow(self, take: Follower, since_us: int) -> None:
        """See `AuditLog`. A log that is opened again goes on with the last moment that was told."""
        follower = _Follower(take, since_us)
        self._usable().follow(follower, since_us)
        self._followers.append(follower)

    def catch_up(self) -> None:
        """See `AuditLog`."""
        self._usable().catch_up()

    def time_us(self) -> int:
        """See `AuditLog`."""
        self._time_us = max(self._time_us, self._log.time_us())
        return self._time_us

    def close(self) -> None:
        """Close it; a full disk is no reason not to."""
        with self._lock:
            self._is_closed = True
            try:
                self._log.close()
            except AuditWriteFailed as error:
                _log.error("the audit log was closed unsigned: %s", error.message)

    def _usable(self) -> Log:
        """The log, opened again where what it failed for may have passed.

        Raises:
            AuditUnavailable: it still is.
            AuditError: the log cannot be used for another reason.
        """
        if not self._log.has_failed:
            return self._log
        with self._lock:
            error = self._log.error()
            if self._is_closed or not isinstance(error, AuditError) or not _may_pass(error):
                return self._log  # which says what is wrong with it
            if self._clock() < self._next:
                raise _unavailable(error)
            if not self._is_down:
                self._is_down = True
                _log.error("the audit log cannot be written, calls are refused: %s", error.message)
            self._reopen(error)
            self._is_down = False
            _log.warning("the audit log can be written again, calls are taken")
            return self._log

    def _reopen(self, failure: AuditError) -> None:
        former = FormerCalls(self._log.owned_calls, frozenset(self._running), self._log.durable)
        try:
            self._log.close()
            reopened = self._followed(self._open_log(former))
        except AuditWriteFailed as error:
            self._next = self._clock() + RETRY_S
            raise _unavailable(error if _may_pass(error) else failure) from None
        self._log = reopened

    def _followed(self, reopened: Log) -> Log:
        """The log, its followers told of what they missed. One that cannot be read is closed: it would keep its lock, and no later try could open it."""
        try:
            for follower in self._followers:
                reopened.follow(follower, follower.told_us)
        except BaseException:
            reopened.close()
            raise
        return reopened

    def _told(self, error: AuditWriteFailed) -> AuditError:
        return _unavailable(error) if _may_pass(error) and not self._is_closed else error

    def _remember_begun(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if type(entry.body) is ToolInvoked and entry.call is not None:
                self._running.add(entry.call)
        self._forget_ended(entries)

    def _forget_ended(self, entries: Sequence[Entry]) -> None:
        """A call whose end could not be written has ended all the same: its caller was told."""
        for entry in entries:
            if entry.body.terminal and entry.call is not None:
                self._running.discard(entry.call)


def _may_pass(error: AuditError) -> bool:
    """Whether the disk was full, or the database or a lock could not be had."""
    return error.details.get("no_space") is True or error.details.get("temporary") is True


def _is_unwritten(error: AuditError) -> bool:
    """Whether nothing of the batch can be in the log: it failed before it was its turn."""
    return _may_pass(error) and error.details.get("unwritten") is True


def _unavailable(error: AuditError) -> AuditUnavailable:
    return AuditUnavailable(f"the audit log cannot be written: {error.message}")
