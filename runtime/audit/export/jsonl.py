"""Exports records as JSON lines, each with its digest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runtime.audit.read.query import RecordLine
from runtime.contracts.digest import digest


def encode(records: Iterable[RecordLine]) -> Iterator[bytes]:
    """One object a line: the record's fields behind ``digest``, which the next record's ``prev`` repeats."""
    for one in records:
        yield b'{"digest":"%b",%b\n' % (digest(one.line).encode(), one.line[1:])
