"""Judges the records behind the newest checkpoint: who wrote them, and how long they have waited to be signed.

A writer signs within `MAX_UNSIGNED_S` of each record, also what another process wrote and was killed. So, while a writer has the log
open, younger records are in flight, and older ones are not its own. Whoever holds the signing key can say more: a complete line whose
tag that key did not make, or that does not continue the log, was put there by somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from runtime.audit.format.chain import Chain, FormatError, Framing, decode
from runtime.audit.format.record_tag import is_tagged_by
from runtime.audit.layout.finding import Finding
from runtime.audit.layout.segments import Segment

MAX_UNSIGNED_S = 5
"""Writers sign within 0.05 seconds of their own records and within 1 second of those of others, if the disk syncs at once."""


def find_forged(segment: Segment, start: int, size: int, tag_keys: Sequence[bytes]) -> Finding | None:
    """The first line behind so many signed records that no holder of these keys wrote there; raises OSError.

    Args:
        segment: The last one.
        start: Where the first unsigned record begins in it.
        size: How many records are signed.
        tag_keys: Those of the keys that may sign the log next.
    """
    chain = None
    for seq, (offset, line) in enumerate(_lines(segment, start), size):
        reason = "its tag is not one by the holder of the log's key"
        if any(is_tagged_by(line, key) for key in tag_keys):
            try:
                chain = chain or Chain(
                    size, decode(line)[0].prev
                )  # what it continues is compared with the signed records
                chain.follow(line)
                continue
            except FormatError as error:
                reason = error.message
        if b"\0" in line:  # a power failure leaves blocks of NUL
            return None
        message = f"record {seq}, which is not signed, was not put there by a writer of this log: {reason}"
        return Finding("TAMPERED", "record.tag", message, segment.name, seq, offset)
    return None


def waited_s(segment: Segment, start: int, now_us: int) -> float:
    """How long the first unsigned record has waited to be signed, as it says; infinite where it says nothing possible. Raises OSError."""
    _, line = next(_lines(segment, start), (0, b""))
    try:
        waited = (now_us - decode(line)[0].at_us) / 1e6
    except FormatError:
        return inf
    return waited if waited > -MAX_UNSIGNED_S else inf


def _lines(segment: Segment, start: int) -> Iterator[tuple[int, bytes]]:
    """Each complete line from an offset on, and where it begins; up to one that is longer than any record."""
    offset, framing, skip = start, Framing(), start
    for chunk in segment.chunks():
        part, skip = chunk[skip:], max(0, skip - len(chunk))
        try:
            lines = framing.feed(part)
        except FormatError:
            return
        for line in lines:
            yield offset, line
            offset += len(line) + 1
