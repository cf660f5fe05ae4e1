"""Verifies that the signed bytes of a log are as they were signed: each sealed segment against its seal, the rest against its root.

1. The file has the length and BLAKE3 digest that the seal states.
2. Its first record continues the last one of the segment in front, as that one's seal names it.

A segment that lies in the archive is not fetched: its seal and its receipt are what is verified.

Every byte of a sealed segment is then as it was when the segment was sealed, which whoever sealed it had compared with the
signed tree. What the records say is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from blake3 import blake3

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.layout.checkpoint_file import CheckpointRange
from runtime.audit.layout.finding import Finding
from runtime.audit.layout.segments import Segment
from runtime.audit.verify.completeness import Completeness
from runtime.audit.verify.segment_verifier import SegmentOutcome, SegmentVerifier
from runtime.contracts.audit import MAX_LINE_BYTES
from runtime.contracts.digest import PREFIX


class QuickPass:
    """Implements `runtime.audit.verify.verifier.Pass` without looking at calls or the vault."""

    def __init__(
        self,
        segments: Sequence[Segment],
        ranges: Sequence[CheckpointRange],
        progress: Callable[[int], None],
    ) -> None:
        """Compare segments with their seals, and what is behind the last seal with the newest of these checkpoints."""
        self.completeness = Completeness()
        self._segments = segments
        self._ranges = ranges
        self._progress = progress

    def outcomes(self) -> Iterator[SegmentOutcome]:
        """See `Pass`."""
        ranges = self._ranges
        newest = max((i for i, part in enumerate(ranges) if part.start < part.end), default=-1)
        for number, (segment, checkpoints) in enumerate(zip(self._segments, ranges, strict=True)):
            seal = segment.seal
            if seal is not None and not segment.is_here:
                yield SegmentOutcome(size=seal.size, signed_size=seal.size, keys=(seal.key,))
                continue
            # Where the key at the end is another one, its handing over is looked for.
            if number != newest and seal is not None and seal.key in map(str, segment.keys):
                yield compare_with_seal(segment, self._progress)
            else:
                yield SegmentVerifier(segment, None, self._progress).run(checkpoints)

    def close(self) -> None:
        """See `Pass`."""


def compare_with_seal(segment: Segment, progress: Callable[[int], None]) -> SegmentOutcome:
    """What comparing a segment's bytes with its seal comes to; raises OSError."""
    seal, start = segment.seal, segment.start
    assert seal is not None  # noqa: S101  # the caller looked
    outcome = SegmentOutcome(size=seal.size, signed_size=seal.size, keys=(seal.key,))
    hasher, count = blake3(), 0
    for chunk in segment.chunks() if segment.length == seal.length else ():
        if not count and not _continues(chunk, segment):
            message = "the segment's first record does not continue the segment in front"
            outcome.stop = Finding("TAMPERED", "chain.link", message, segment.name, start.size, 0)
        hasher.update(chunk)
        count += len(chunk)
        progress(len(chunk))
    if (count, PREFIX + hasher.hexdigest()) != (seal.length, seal.digest):
        message = f"records {start.size} to {seal.size - 1} are not those that were sealed"
        outcome.stop = Finding("TAMPERED", "segment.digest", message, segment.name, start.size)
    if outcome.stop is not None:
        outcome.size = outcome.signed_size = start.size
    return outcome


def _continues(chunk: bytes, segment: Segment) -> bool:
    line, _, _ = chunk[: MAX_LINE_BYTES + 1].partition(b"\n")
    try:
        record, _ = decode(line)
    except FormatError:
        return False
    return (record.seq, record.prev) == (segment.start.size, segment.start.head)
