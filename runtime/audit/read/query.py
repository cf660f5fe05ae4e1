"""Finds calls in a log: by tool, principal, decision, outcome, error code, id, time.

A table of the log's calls is kept in the user's own folder, made from the log and lengthened when it is asked. A table that somebody
edited, that is of another log or of another history of it, is made anew. It only finds: `calls_of` reads the records themselves, and `prove`
and `verify` say what they are worth.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any, NamedTuple

import msgspec

from runtime.audit.format.chain import CLOCK_JUMPED, FormatError, decode
from runtime.audit.read.reader import LogReader, Progress, tampered_record
from runtime.audit.stores._call_table import CallRow, CallTable, Position, SealedFile, Unusable, remove
from runtime.contracts.audit import GENESIS, MAX_LINE_BYTES, OPEN, OUTCOMES, Body, Record
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditNotFound, AuditTampered

_BATCH = 65_536
_MOST_CALLS = 1000


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """What to look for; None is anything. Tool, principal and code may hold ``*`` and ``?``."""

    call: str | None = None
    call_from: str | None = None
    call_until: str | None = None
    tool: str | None = None
    principal: str | None = None
    decision: str | None = None
    outcome: str | None = None
    code: str | None = None
    since_us: int | None = None
    until_us: int | None = None


class FoundCall(msgspec.Struct, kw_only=True):
    """A call: how it was decided, how it ended, and where its records lie."""

    seq: int
    call: str
    at_us: int
    tool: str | None
    principal: str | None
    decision: str | None = None
    """What policy answered."""
    approver: str | None = None
    """Who answered, where approval was needed."""
    outcome: str = OPEN
    code: str | None = None
    duration_us: int | None = None
    doubtful: bool = False
    """Whether its time is wrong: the clock was set back since, or it lies in the future."""
    places: list[int]
    """Offset of each of its records."""

    @property
    def records(self) -> int:
        """How many records it has."""
        return len(self.places)


class RecordLine(NamedTuple):
    """A record of the log, taken apart, and its line."""

    record: Record
    body: Body
    line: bytes


class _Body(msgspec.Struct):
    tool: Any = None
    principal: Any = None
    outcome: Any = None
    approver: Any = None
    code: Any = None
    duration_us: Any = None


class _Line(msgspec.Struct):
    seq: int
    at_us: int
    call: str | None
    kind: str
    prev: str
    body: _Body


class CallIndex:
    """The table of one log's calls, up to its end."""

    def __init__(self, reader: LogReader, file: SealedFile | None, progress: Progress | None = None) -> None:
        """Open the table and take in what the log has gained.

        Raises:
            AuditTampered: ``audit.tampered``: a line of the log is no record.
        """
        self._reader = reader
        self._progress = progress
        self._table = CallTable(file)
        self._open: dict[str, tuple[int, CallRow]] = {}
        try:
            self._catch_up()
        except BaseException:
            self._table.close()
            raise

    def close(self) -> None:
        """Close the table."""
        self._table.close()

    def find(self, query: Query, limit: int) -> list[FoundCall]:
        """The newest calls that the query means, the oldest of them first."""
        conditions = {
            name: value for name, value in msgspec.structs.asdict(query).items() if value is not None
        }
        if not all(_is_unicode(value) for value in conditions.values() if isinstance(value, str)):
            return []  # a record holds no half of a surrogate pair
        return [FoundCall(**msgspec.structs.asdict(row)) for row in self._table.find(conditions, limit)]

    def _catch_up(self) -> None:
        signed = self._reader.stated_size()
        self._take_in(self._reader.end())
        size = self._table.position()[0]
        if size < signed:  # as a database says that hides its rows
            raise AuditTampered(f"The log holds {size} records, and {signed} were signed")

    def _take_in(self, end: int) -> None:
        if self._table.position()[2] == end and self._fits(self._table.position()):
            return
        with self._table.writing():
            position = self._table.position()
            if not self._fits(position):  # another log, or one whose records were changed
                self._table.clear()
                position = self._table.position()
            position = self._take(position, end)
            self._flush()
            self._table.save(position)

    def _fits(self, position: Position) -> bool:
        """Whether the last line that was taken in still ends there."""
        size, start, end, head = position
        if not size:
            return True
        data = b"".join(self._reader.read(start, end))
        return data.endswith(b"\n") and digest(data[:-1]) == head

    def _take(self, position: Position, end: int) -> Position:
        size, start, offset, head = position
        read = msgspec.json.Decoder(_Line).decode
        before = offset
        head = head or GENESIS
        try:
            for behind, line in self._reader.lines(before, end):
                record = read(line)
                _require(record, size, head)
                if record.call is not None:
                    self._note(record, before)
                elif record.kind == CLOCK_JUMPED:
                    self._flush()
                    self._table.doubt(record.at_us)
                start, before, head = before, behind, digest(line)
                size += 1
                if size % _BATCH == 0:
                    self._flush()
                    if self._progress is not None:
                        self._progress(before, end)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise tampered_record(FormatError("record.fields", "the line is not a record"), size) from None
        except FormatError as error:
            raise tampered_record(error, size) from None
        return (size, start, before, head)

    def _note(self, record: _Line, place: int) -> None:
        """What the record says about its call."""
        name = str(record.call)
        body = record.body
        if record.kind == "ToolInvoked":
            self._forget(name)
            self._begin(name, record, place, _text(body.tool), _text(body.principal))
            return
        if name not in self._open:
            found = self._table.latest(name)
            if found is None:
                self._begin(name, record, place, None, None)
            else:
                self._open[name] = found
                found[1].places.append(place)
        else:
            self._open[name][1].places.append(place)
        call = self._open[name][1]
        if record.kind in OUTCOMES:
            call.outcome = OUTCOMES[record.kind]
            call.code = _text(body.code)
            call.duration_us = body.duration_us if isinstance(body.duration_us, int) else None
        elif record.kind == "PolicyDecision":
            call.decision = _text(body.outcome)
        elif record.kind == "ApprovalDecided":
            call.approver = _text(body.approver)

    def _begin(self, name: str, record: _Line, place: int, tool: str | None, principal: str | None) -> None:
        row = CallRow(
            seq=record.seq, call=name, at_us=record.at_us, tool=tool, principal=principal, decision=None,
            approver=None, outcome=OPEN, code=None, duration_us=None, doubtful=False, places=[place],
        )  # fmt: skip
        self._open[name] = (self._table.begin(name), row)

    def _forget(self, name: str) -> None:
        """Put the row of a call whose id is used again where the next one cannot take its place."""
        before = self._open.pop(name, None)
        if before is not None:
            self._table.put(*before)

    def _flush(self) -> None:
        for number, row in self._open.values():
            self._table.put(number, row)
        self._open = {}
        self._table.flush()


def find_calls(
    reader: LogReader,
    query: Query,
    limit: int,
    *,
    file: SealedFile | None = None,
    progress: Progress | None = None,
) -> list[FoundCall]:
    """The newest calls of a log that the query means, the oldest of them first.

    Args:
        reader: The log.
        query: What to look for.
        limit: How many at most.
        file: Where the table is kept; without one it is made each time.
        progress: Told how far that is.

    Raises:
        AuditTampered: ``audit.tampered``: a line of the log is no record.
    """
    try:
        with closing(CallIndex(reader, file, progress)) as index:
            return index.find(query, limit)
    except (Unusable, msgspec.ValidationError):
        if file is None:
            raise
    remove(file.path)
    return find_calls(reader, query, limit, progress=progress)


def calls_of(
    reader: LogReader, name: str, *, file: SealedFile | None = None, progress: Progress | None = None
) -> list[list[RecordLine]]:
    """The records of each call of this id, read from the log: several calls where all but the last were denied.

    Raises:
        AuditNotFound: ``audit.not_found``: there is none.
        AuditTampered: as `find_calls`.
    """
    found = find_calls(reader, Query(call=name), _MOST_CALLS, file=file, progress=progress)
    if not found:
        raise AuditNotFound("The log holds no call of that id")
    try:
        return [[_record_at(reader, place, name) for place in call.places] for call in found]
    except FormatError:
        if file is None:
            raise AuditTampered(f"Records of call {name} are not what a writer leaves") from None
    remove(file.path)  # the log was changed behind the table
    return calls_of(reader, name, progress=progress)


def calls_inside(
    reader: LogReader, name: str, *, file: SealedFile | None = None, progress: Progress | None = None
) -> list[list[RecordLine]]:
    """The records of each call that was made inside this one, at any depth, in the order in which they began; the newest 1000.

    Their ids begin with its own and a slash, which no caller may choose.

    Raises:
        AuditTampered: as `find_calls`.
    """
    query = Query(call_from=f"{name}/", call_until=f"{name}0")  # "0" comes behind "/"
    found = find_calls(reader, query, _MOST_CALLS, file=file, progress=progress)
    try:
        return [[_record_at(reader, place, call.call) for place in call.places] for call in found]
    except FormatError:
        if file is None:
            raise AuditTampered(f"Records of calls inside {name} are not what a writer leaves") from None
    remove(file.path)  # the log was changed behind the table
    return calls_inside(reader, name, progress=progress)


def _record_at(reader: LogReader, place: int, call: str) -> RecordLine:
    """The record of this call that stands at an offset; raises FormatError."""
    for _, line in reader.lines(place, place + MAX_LINE_BYTES + 1):
        record, body = decode(line)
        if record.call == call:
            return RecordLine(record, body, line)
        break
    raise FormatError("record.fields", "there is no record of the call")


def _require(record: _Line, seq: int, prev: str) -> None:
    if record.seq != seq:
        raise FormatError("chain.sequence", f"record {record.seq} stands where record {seq} belongs")
    if record.prev != prev:
        raise FormatError("chain.link", "the record does not continue the one before it")


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
