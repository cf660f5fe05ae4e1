"""Reads what the log says of calls that have ended, for whoever erases or repeats them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from pathlib import Path

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.recorded_call import RecordedCall
from runtime.audit.format.vault_slots import VaultSlot
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import Location
from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    ApprovalDecided,
    Body,
    Record,
    ToolCompleted,
    ToolInvoked,
)
from runtime.contracts.errors import AuditDamaged, AuditNotFound, ConfigurationMissing


def read_lines(place: Path | Location, since: int = 0) -> Iterator[bytes]:
    """The complete lines of the log, from one on that is not behind the record of this number.

    Raises:
        AuditDamaged: ``audit.damaged``: the log cannot be read.
    """
    try:
        with LogReader(place) as reader:
            for _, line in reader.lines(reader.offset_before(since) if since else 0):
                yield line
    except FormatError as error:
        raise AuditDamaged(f"The log cannot be read: {error.message}") from None
    except ConfigurationMissing as error:
        raise AuditDamaged(f"The log cannot be read: {error.message}") from None


def ended_calls(place: Path | Location) -> Iterator[RecordedCall]:
    """The calls of the log in the order in which they ended.

    Raises:
        AuditDamaged: ``audit.damaged``: the log, or a record of it, cannot be read.
    """
    opened: dict[str, RecordedCall] = {}
    for line in read_lines(place):
        record, body = _decoded(line)
        if record.call is None:
            continue
        if isinstance(body, ToolInvoked):
            if len(opened) >= MAX_OPEN_CALLS:
                raise AuditDamaged(f"More than {MAX_OPEN_CALLS} calls are open at once")
            opened[record.call] = _begun(record, record.call, body)
        elif isinstance(body, ApprovalDecided) and body.modified is not None and record.call in opened:
            opened[record.call].arguments = VaultSlot(record.seq, body.modified)
            opened[record.call].kept = body.kept
        elif body.terminal and (found := opened.pop(record.call, None)) is not None:
            found.seq, found.ended = record.seq, body.kind
            if isinstance(body, ToolCompleted):
                found.output_hash = body.output_hash
            yield found


def select_calls(place: Path | Location, calls: Set[str], tool: str | None) -> Iterable[RecordedCall]:
    """Those of the ended calls that are named, none meaning all, and of this tool, if one is given.

    Raises:
        AuditNotFound: ``audit.not_found``: one that is named has not ended, or is not there.
        AuditDamaged: ``audit.damaged``: the log cannot be read, as far as it was.
    """
    found = (
        call for call in ended_calls(place) if tool in (None, call.tool) and (not calls or call.call in calls)
    )
    if not calls:
        return found
    named = list(found)
    if missing := sorted(calls - {call.call for call in named}):
        raise AuditNotFound(
            f"The log knows no ended call {missing[0][:128]!a}" + (f" of {tool}" if tool else "")
        )
    return named


def _begun(record: Record, call: str, body: ToolInvoked) -> RecordedCall:
    return RecordedCall(
        call=call,
        tool=body.tool,
        manifest=body.manifest,
        arguments=None if body.arguments is None else VaultSlot(record.seq, body.arguments),
        kept=body.kept,
        seq=record.seq,
        ended="",
    )


def _decoded(line: bytes) -> tuple[Record, Body]:
    try:
        return decode(line)
    except FormatError as error:
        raise AuditDamaged(f"A record of the log does not hold: {error.message}") from None
