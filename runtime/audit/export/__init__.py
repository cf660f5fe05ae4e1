"""Exports a log in other forms: JSON lines, CSV, OCSF events, a folder of tiles. One format is one module.

Each record is held to the rules of `runtime.audit.format.chain` on its way out, so what is exported is a chain without a gap;
whether it is the one that was signed is for `verify`. Tiles alone are compared with a signed root.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from runtime.audit.format.chain import Chain, FormatError
from runtime.audit.read.query import RecordLine
from runtime.audit.read.reader import LogReader, Progress, tampered_record


def records(reader: LogReader, progress: Progress | None = None) -> Iterator[RecordLine]:
    """Every complete record that the log has now.

    Raises:
        AuditTampered: ``audit.tampered``: a line does not continue the one in front of it, or is no record.
    """
    chain = Chain()
    end = reader.end()
    try:
        for offset, line in reader.lines(0, end):
            yield RecordLine(*chain.follow(line), line)
            if progress is not None and not chain.size % 10_000:
                progress(offset, end)
    except FormatError as error:
        raise tampered_record(error, chain.size) from None


class _Began(msgspec.Struct):
    time: int


def begun_since(event: bytes, since_us: int | None) -> bool:
    """Whether the call of an event began then or later."""
    return since_us is None or 1000 * msgspec.json.decode(event, type=_Began).time >= since_us
