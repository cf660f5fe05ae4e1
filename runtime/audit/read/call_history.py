"""Reads what the log says of calls that have ended, for whoever erases or repeats them."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

import msgspec

from runtime.audit.format.chain import FormatError, Framing, decode
from runtime.audit.format.vault_slots import VaultSlot
from runtime.audit.layout.segments import open_to_read, read_chunks, segment_firsts, segment_name
from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    MAX_SAFE_INTEGER,
    ApprovalDecided,
    Body,
    Record,
    ToolCompleted,
    ToolInvoked,
)
from runtime.contracts.errors import AuditDamaged, AuditNotFound
from runtime.contracts.vault import Kept


class RecordedCall(msgspec.Struct, kw_only=True):
    """One call that ended, as its records tell it."""

    call: str
    tool: str
    manifest: str | None
    arguments: VaultSlot | None
    """The arguments that it ran with."""
    kept: Kept
    """What the vault was given of them."""
    seq: int
    """The record that ended it."""
    ended: str
    """That record's kind."""
    output_hash: str | None = None


def read_lines(folder: Path, since: int = 0) -> Iterator[bytes]:
    """The complete lines of the log, from the segment on that holds the record of this number.

    Raises:
        AuditDamaged: ``audit.damaged``: the log cannot be read.
    """
    try:
        firsts = segment_firsts(folder)
        for first in firsts[max(0, bisect_right(firsts, since) - 1) :]:
            framing = Framing()
            for chunk in read_file(folder, segment_name(first)):
                yield from framing.feed(chunk)
    except OSError as error:
        raise AuditDamaged(f"The log cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise AuditDamaged(f"The log cannot be read: {error.message}") from None


def read_file(folder: Path, name: str, most: int = MAX_SAFE_INTEGER) -> Iterator[bytes]:
    """What one of the log's files holds. Raises OSError."""
    descriptor = open_to_read(folder, name)
    try:
        yield from read_chunks(descriptor, 0, most)
    finally:
        os.close(descriptor)


def ended_calls(folder: Path) -> Iterator[RecordedCall]:
    """The calls of the log in the order in which they ended.

    Raises:
        AuditDamaged: ``audit.damaged``: the log, or a record of it, cannot be read.
    """
    opened: dict[str, RecordedCall] = {}
    for line in read_lines(folder):
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


def select_calls(folder: Path, calls: Set[str], tool: str | None) -> Iterable[RecordedCall]:
    """Those of the ended calls that are named, none meaning all, and of this tool, if one is given.

    Raises:
        AuditNotFound: ``audit.not_found``: one that is named has not ended, or is not there.
        AuditDamaged: ``audit.damaged``: the log cannot be read, as far as it was.
    """
    found = (
        call
        for call in ended_calls(folder)
        if tool in (None, call.tool) and (not calls or call.call in calls)
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
