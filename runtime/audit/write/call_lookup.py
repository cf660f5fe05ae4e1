"""Answers whether a call id is spent, and by what call, as far back as a repeated call can reasonably reach.

The first question reads the last 64 MiB of the log, some 27,000 calls of four records; an older call id counts as new.
"""

from __future__ import annotations

import msgspec

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.layout.store import Records
from runtime.audit.write.appender import Appender
from runtime.audit.write.call_index import SpentCallIds
from runtime.audit.write.failure import LogFailure
from runtime.contracts.audit import LoggedRecord, ToolInvoked
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditInconsistent

WINDOW_BYTES = 64 << 20
_STEP_BYTES = 4 << 20


class CallLookup:
    """Answers whether a call id is spent; the log is read when this is asked for the first time."""

    def __init__(
        self,
        appender: Appender,
        records: Records,
        spent: SpentCallIds,
        failure: LogFailure,
        window_bytes: int = WINDOW_BYTES,
    ) -> None:
        """Answer from these ids, which the appender keeps up with the log; at first no more than a window is read."""
        self._appender = appender
        self._records = records
        self._spent = spent
        self._failure = failure
        self._window_bytes = window_bytes

    def has_call(self, call_id: str) -> bool:
        """Whether a call of this id may have run.

        What other processes appended is seen, unless a batch is being written at this moment: nobody waits here for a disk.

        Raises:
            AuditError: the log does not hold what was signed, and has failed for good.
        """
        lock = self._appender.lock
        if not self._spent.is_loaded:
            with lock:
                self._load()
        elif lock.acquire(blocking=False):
            try:
                self._appender.catch_up()
            finally:
                lock.release()
        return call_id in self._spent

    def records_of(self, call_id: str) -> list[LoggedRecord]:
        """The records of the newest call of this id, from its first on; none where that is further back than the window.

        Raises:
            AuditError: the log does not hold what was written, and has failed for good.
        """
        with self._appender.lock:
            self._appender.catch_up()
            end = self._appender.end
            first = max(self._records.kept_from, end - self._window_bytes)
            found: list[LoggedRecord] = []
            while end > first and not (found and type(found[0].body) is ToolInvoked):
                start = max(first, end - _STEP_BYTES)
                lines, end = self._lines(start, end)
                found = self._of(call_id, lines) + found
        begun = [i for i, one in enumerate(found) if type(one.body) is ToolInvoked]
        return found[begun[-1] :] if begun else []

    def _lines(self, start: int, end: int) -> tuple[list[bytes], int]:
        """The whole lines in a part of the log, and where the first of them begins."""
        data = b"".join(self._records.read(start, end))
        if start:  # a line that begins in front of it belongs to the part before
            cut = data.find(b"\n") + 1
            data, start = data[cut:], start + cut
        return data.split(b"\n")[:-1], start

    def _of(self, call_id: str, lines: list[bytes]) -> list[LoggedRecord]:
        mark = b'"call":' + msgspec.json.encode(call_id)
        found = []
        for line in lines:
            if mark not in line:
                continue
            try:
                record, body = decode(line)
            except FormatError:
                self._failure.record(AuditInconsistent("A record was changed after it was signed"))
                self._failure.require_usable()
                raise
            if record.call == call_id:
                found.append(LoggedRecord(record, body, digest(line)))
        return found

    def _load(self) -> None:
        if self._spent.is_loaded:  # by a thread that held the lock before
            return
        self._appender.catch_up()
        end = self._appender.end
        start = max(self._records.kept_from, end - self._window_bytes)
        try:
            self._spent.load(self._records.read(start, end), from_start=start == 0)
        except (FormatError, msgspec.MsgspecError, UnicodeDecodeError):
            # Opening does not read what a signed frontier vouches for, so this is the first look at it.
            self._failure.record(AuditInconsistent("A record was changed after it was signed"))
            self._failure.require_usable()
