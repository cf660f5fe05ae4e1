"""Exports what is signed since the last time, again and again, and goes on after a kill where it stood.

After each block of records the sink has what was made of it, and then the cursor is replaced. So a kill at any moment loses nothing; what was sent behind the
cursor is sent again, with the same ids (``digest`` of a record, ``metadata.uid`` of an event). A file is cut to the cursor first, and has each
line once.

Records go out one by one. Events are of whole calls, so the cursor also says where the oldest call began that had not ended: an export reads again from
there, and keeps to itself what it sent before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from runtime.audit.export import begun_since, jsonl
from runtime.audit.export.ocsf import CallEvents
from runtime.audit.export.sinks import Sink
from runtime.audit.follow.position import Position
from runtime.audit.follow.signed_records import signed_since
from runtime.audit.read.query import RecordLine
from runtime.audit.read.reader import LogReader
from runtime.contracts.audit import Count, LogOpened

Form = Literal["jsonl", "ocsf"]
_MOST_POSITIONS = 1_024


class ExportCursor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far an export is."""

    form: Form
    target: str
    """Where lines go, as it was typed."""
    position: Position
    """Where to read on from."""
    done: Count = 0
    """Records up to here are exported: what they complete is not sent again."""
    opened: LogOpened | None = None
    """What the log said in front of the position when it was opened."""
    length: Count = 0
    """Of a file, how many bytes it has up to here."""


class Streaming:
    """One export, from a cursor on."""

    def __init__(
        self,
        reader: LogReader,
        cursor: ExportCursor,
        sink: Sink,
        *,
        since_us: int | None,
        save: Callable[[ExportCursor], None],
    ) -> None:
        """Take the parts.

        Args:
            reader: The log.
            cursor: Where it stands.
            sink: Where lines go.
            since_us: Records, or calls that began, before are left out.
            save: Durably keeps the cursor.
        """
        self._reader = reader
        self._cursor = cursor
        self._sink = sink
        self._since_us = since_us
        self._save = save
        self._events = CallEvents(cursor.opened)
        self._read = cursor.position
        self._begun: deque[tuple[Position, LogOpened | None]] = deque([(cursor.position, cursor.opened)])

    def catch_up(self) -> int:
        """Export what is signed by now; how many lines.

        Raises:
            AuditTampered, AuditUntrusted: as `signed_since`; nothing of what is not signed was exported.
            AuditExportUnavailable: the sink does not take it; call again to go on.
        """
        count = 0
        for block, position in signed_since(self._reader, self._read):
            lines = [line for one in block for line in self._encode(one)]
            if lines:
                self._send(lines)
            self._read = position
            self._move(position)
            count += len(lines)
        return count

    def _send(self, lines: list[bytes]) -> None:
        try:
            self._sink.send(lines)
        except BaseException:
            self._start_again()  # the events of this block are begun
            raise

    def go_on_with(self, reader: LogReader) -> None:
        """Read on from a log that was opened again, as its connection was lost."""
        self._reader = reader
        self._start_again()

    def _start_again(self) -> None:
        """Begin with what is saved."""
        self._events = CallEvents(self._cursor.opened)
        self._read = self._cursor.position
        self._begun = deque([(self._cursor.position, self._cursor.opened)])

    def _encode(self, one: RecordLine) -> Iterator[bytes]:
        new = one.record.seq >= self._cursor.done
        if self._cursor.form == "jsonl":
            if new and (self._since_us is None or one.record.at_us >= self._since_us):
                yield from jsonl.encode([one])
            return
        for line in self._events.take(one):
            if new and begun_since(line, self._since_us):
                yield line

    def _move(self, position: Position) -> None:
        """Save how far it is, and from where to read to have every call whole that has not ended."""
        oldest = self._events.oldest
        if oldest is None or self._cursor.form == "jsonl":
            self._begun.clear()
        self._begun.append((position, self._events.opened))
        while len(self._begun) > 1 and oldest is not None and self._begun[1][0].size <= oldest:
            self._begun.popleft()
        if len(self._begun) > _MOST_POSITIONS:  # one call is open for long: keep every second
            self._begun = deque([self._begun[0], *list(self._begun)[2::2]])
        if position.size <= self._cursor.done:
            return  # read again for a call that had not ended
        start, opened = self._begun[0]
        self._cursor = msgspec.structs.replace(
            self._cursor, position=start, done=position.size, opened=opened, length=self._sink.length
        )
        self._save(self._cursor)
