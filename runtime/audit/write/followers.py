"""Tells whoever counts calls of the records of the last while, and from then on of each new one."""

from __future__ import annotations

import msgspec

from runtime.audit.format.chain import FormatError, Framing, decode
from runtime.audit.layout.store import Records
from runtime.audit.write.appender import Appender, Follower
from runtime.audit.write.failure import LogFailure
from runtime.contracts.audit import MAX_LINE_BYTES
from runtime.contracts.errors import AuditInconsistent

_PROBE_BYTES = 2 * (MAX_LINE_BYTES + 1)
"""Holds a whole line, wherever it begins."""


class _Time(msgspec.Struct):
    at_us: int


_time = msgspec.json.Decoder(_Time).decode


def follow_since(
    appender: Appender, records: Records, take: Follower, since_us: int, failure: LogFailure
) -> None:
    """Tell ``take`` of the records since a time, then of all to come. The appender's lock is held.

    Raises:
        AuditError: the log cannot be read.
    """
    appender.catch_up()
    end = appender.end
    try:
        framing = Framing()
        for chunk in records.read(_begin(records, since_us, end), end):
            for line in framing.feed(chunk):
                record, body = decode(line)
                if record.at_us >= since_us:
                    take(record.call, record.at_us, body)
    except (FormatError, msgspec.MsgspecError, UnicodeDecodeError):
        # Opening does not read what a signed frontier vouches for, so this is the first look at it.
        failure.record(AuditInconsistent("A record was changed after it was signed"))
        failure.require_usable()
    appender.followers.append(take)


def _begin(records: Records, since_us: int, end: int) -> int:
    """The beginning of a line, with none of that time or later in front of it: times never fall."""
    low, high = records.kept_from, end
    while high - low > _PROBE_BYTES:
        middle = (low + high) // 2
        data = b"".join(records.read(middle, min(middle + _PROBE_BYTES, end)))
        newline = data.find(b"\n")
        line = data[newline + 1 :].partition(b"\n")[0]
        if line and _time(line).at_us < since_us:
            low = middle + newline + 1
        else:
            high = middle
    return low
