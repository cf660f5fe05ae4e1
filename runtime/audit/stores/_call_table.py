"""Indexes the calls of a log: fast to search however long the log is, and no evidence.

| pages | hold |
|---|---|
| rows | 512 calls each, in the order in which they began |
| summaries | of 64 blocks of rows each: their times, and the tools, principals, decisions, outcomes and codes in them |
| buckets | where the calls are whose ids have one hash |

They are sealed (`_sealed_pages`): a page that somebody edited or removed is not used, and a page that is missing cannot pass for one that holds no call.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from fnmatch import translate
from re import compile as compile_pattern
from typing import Any

import msgspec
from blake3 import blake3

from runtime.audit.stores._sealed_pages import Position, SealedFile, SealedPages, Unusable, remove

__all__ = ["CallRow", "CallTable", "Position", "SealedFile", "Unusable", "remove"]

_ROWS, _SUMMARIES, _BUCKETS = 0, 1, 2
_BLOCK = 512
_SUMMARIES_PER_PAGE = 64
_BUCKET_COUNT = 4096
_MOST_PENDING = 1 << 20
_MOST_DISTINCT = 32
_FUTURE_US = 60_000_000
"""A time further ahead of the clock is wrong."""
_NAMES = ("tool", "principal", "code")


class CallRow(msgspec.Struct, array_like=True):
    """A call: how it was decided, how it ended, and where its records lie."""

    seq: int
    call: str
    at_us: int
    tool: str | None
    principal: str | None
    decision: str | None
    approver: str | None
    outcome: str
    code: str | None
    duration_us: int | None
    doubtful: bool
    places: list[int]


class _Summary(msgspec.Struct, array_like=True):
    """What the rows of a block have between them; None where that is too many things."""

    first_us: int
    last_us: int
    doubtful: bool
    decisions: list[str | None]
    outcomes: list[str]
    tool: list[str] | None
    principal: list[str] | None
    code: list[str] | None


_NOT_PUT = CallRow(-1, "", 0, None, None, None, None, "", None, None, False, [])
"""Stands where the row of a call belongs that is not written yet."""
_rows_of = msgspec.msgpack.Decoder(list[CallRow]).decode
_summaries_of = msgspec.msgpack.Decoder(list[_Summary]).decode
_encode = msgspec.msgpack.Encoder().encode
_Test = Callable[[Any], bool]


class CallTable:
    """The rows of one log, and how far they reach. Other processes wait while one has the file open."""

    def __init__(self, file: SealedFile | None) -> None:
        """Open or make the file; in memory where there is none, or it cannot be had."""
        self._pages = SealedPages(file)
        self._count = self._pages.count
        self._blocks: dict[int, list[CallRow]] = {}
        """Those that were changed."""
        self._summaries: dict[int, list[_Summary]] = {}
        self._pending: dict[int, array[int]] = {}
        self._pending_count = 0

    def close(self) -> None:
        """Close the file."""
        self._pages.close()

    def writing(self) -> AbstractContextManager[None]:
        """One change, whole or not at all; `save` is its last step."""
        return self._pages.writing()

    def position(self) -> Position:
        """How far the rows reach."""
        return self._pages.position

    def clear(self) -> None:
        """No rows."""
        self._pages.clear()
        self._count = self._pending_count = 0
        self._blocks, self._summaries, self._pending = {}, {}, {}

    def begin(self, call: str) -> int:
        """The number of a new row, for a call that begins. Its row is `put` before the next `flush`."""
        number = self._count
        self._count += 1
        bucket, tag = self._hash(call)
        entries = self._pending.setdefault(bucket, array("Q"))
        entries.append(tag << 40 | number)
        self._pending_count += 1
        return number

    def put(self, number: int, row: CallRow) -> None:
        """The row of this number is this one from now on."""
        block = self._changed_block(number // _BLOCK)
        while len(block) <= number % _BLOCK:
            block.append(_NOT_PUT)
        block[number % _BLOCK] = row

    def flush(self) -> None:
        """Write what was put, so that memory is not spent on it."""
        for number, rows in sorted(self._blocks.items()):
            self._pages.put(_ROWS, number, _encode(rows))
            page = self._summary_page(number // _SUMMARIES_PER_PAGE)
            place, made = number % _SUMMARIES_PER_PAGE, _summarize(rows)
            page[place : place + 1] = [made]
        for page_number in {number // _SUMMARIES_PER_PAGE for number in self._blocks}:
            self._pages.put(_SUMMARIES, page_number, _encode(self._summaries[page_number]))
        self._blocks.clear()
        if self._pending_count > _MOST_PENDING:
            self._flush_buckets()

    def save(self, position: Position) -> None:
        """All is written, and the rows reach so far."""
        self.flush()
        self._flush_buckets()
        self._pages.move(position, self._count)

    def doubt(self, since_us: int) -> None:
        """The clock was set back to this: what has a later time has a wrong one."""
        for number in range(-(-self._count // _BLOCK)):
            if self._summary(number).last_us > since_us:
                for row in self._changed_block(number):
                    row.doubtful |= row.at_us > since_us
        self.flush()

    def latest(self, call: str) -> tuple[int, CallRow] | None:
        """The newest row of a call, and its number."""
        return next(((number, row) for number, row in self._of_id(call) if row.call == call), None)

    def find(self, conditions: Mapping[str, Any], limit: int) -> list[CallRow]:
        """The newest rows that meet all the conditions, the oldest of them first."""
        future_us = time.time_ns() // 1000 + _FUTURE_US
        tests = _tests(conditions, future_us)
        given = conditions.get("call", conditions.get("call_from"))
        rows = self._all(conditions, future_us) if given is None else (row for _, row in self._of_id(given))
        found: list[CallRow] = []
        for row in rows:
            if all(test(row) for test in tests):
                row.doubtful |= row.at_us > future_us
                found.append(row)
                if len(found) == limit:
                    break
        return found[::-1]

    def _of_id(self, call: str) -> Iterator[tuple[int, CallRow]]:
        """The rows of calls whose ids have the hash of this one, the newest first."""
        bucket, tag = self._hash(call)
        entries = array("Q", self._pages.get(_BUCKETS, bucket)) + self._pending.get(bucket, array("Q"))
        for entry in reversed(entries):
            if entry >> 40 == tag:
                number = entry & (1 << 40) - 1
                block, place = self._block(number // _BLOCK), number % _BLOCK
                if place < len(block) and block[place] is not _NOT_PUT:
                    yield number, block[place]

    def _all(self, conditions: Mapping[str, Any], future_us: int) -> Iterator[CallRow]:
        """The rows of all blocks that may hold some of those that are meant, the newest first."""
        patterns = {name: _pattern(conditions[name]) for name in _NAMES if name in conditions}
        for number in reversed(range(-(-self._count // _BLOCK))):
            if _may_hold(self._summary(number), conditions, patterns, future_us):
                yield from reversed(self._block(number))

    def _hash(self, call: str) -> tuple[int, int]:
        """The bucket and tag of a call: those made inside another share its own, whatever their depth."""
        root = call.partition("/")[0].encode(errors="surrogatepass")
        digest = blake3(root, key=self._pages.secret).digest()
        return int.from_bytes(digest[:2], "big") % _BUCKET_COUNT, int.from_bytes(digest[2:5], "big")

    def _block(self, number: int) -> list[CallRow]:
        known = self._blocks.get(number)
        return known if known is not None else _rows_of(self._pages.get(_ROWS, number) or b"\x90")

    def _changed_block(self, number: int) -> list[CallRow]:
        if number not in self._blocks:
            self._blocks[number] = self._block(number)
        return self._blocks[number]

    def _summary(self, number: int) -> _Summary:
        return self._summary_page(number // _SUMMARIES_PER_PAGE)[number % _SUMMARIES_PER_PAGE]

    def _summary_page(self, number: int) -> list[_Summary]:
        if number not in self._summaries:
            self._summaries[number] = _summaries_of(self._pages.get(_SUMMARIES, number) or b"\x90")
        return self._summaries[number]

    def _flush_buckets(self) -> None:
        for bucket, entries in self._pending.items():
            self._pages.put(_BUCKETS, bucket, self._pages.get(_BUCKETS, bucket) + entries.tobytes())
        self._pending.clear()
        self._pending_count = 0


def _summarize(rows: list[CallRow]) -> _Summary:
    times = [row.at_us for row in rows]
    distinct = {name: {getattr(row, name) for row in rows} - {None} for name in _NAMES}
    return _Summary(
        first_us=min(times),
        last_us=max(times),
        doubtful=any(row.doubtful for row in rows),
        decisions=list({row.decision for row in rows}),
        outcomes=list({row.outcome for row in rows}),
        **{name: list(found) if len(found) <= _MOST_DISTINCT else None for name, found in distinct.items()},
    )


def _may_hold(
    summary: _Summary, conditions: Mapping[str, Any], patterns: Mapping[str, _Test], future_us: int
) -> bool:
    """Whether a block may hold a row that meets the conditions."""
    if not summary.doubtful:
        if summary.last_us < conditions.get("since_us", 0):
            return False
        if summary.first_us >= conditions.get("until_us", 1 << 62) and summary.last_us <= future_us:
            return False
    for name, values in (("decision", summary.decisions), ("outcome", summary.outcomes)):
        if name in conditions and conditions[name] not in values:
            return False
    for name, matches in patterns.items():
        held = getattr(summary, name)
        if held is not None and not any(map(matches, held)):
            return False
    return True


_BOUNDS: dict[str, Callable[[CallRow, Any, int], bool]] = {
    "call_from": lambda row, value, _: row.call >= value,
    "call_until": lambda row, value, _: row.call < value,
    # No bound hides a call whose time cannot be right.
    "since_us": lambda row, value, _: row.doubtful or row.at_us >= value,
    "until_us": lambda row, value, future_us: row.doubtful or row.at_us < value or row.at_us > future_us,
}


def _tests(conditions: Mapping[str, Any], future_us: int) -> list[Callable[[CallRow], bool]]:
    """What a row has to pass."""
    return [_test(name, value, future_us) for name, value in conditions.items()]


def _test(name: str, value: Any, future_us: int) -> Callable[[CallRow], bool]:
    bound = _BOUNDS.get(name)
    if bound is not None:
        return lambda row: bound(row, value, future_us)
    if name not in _NAMES:
        return lambda row: bool(getattr(row, name) == value)
    matches = _pattern(value)
    return lambda row: getattr(row, name) is not None and matches(getattr(row, name))


def _pattern(glob: str) -> _Test:
    """Whether a text is one that a pattern with ``*`` and ``?`` means."""
    match = compile_pattern(translate(glob)).match
    return lambda text: match(text) is not None
