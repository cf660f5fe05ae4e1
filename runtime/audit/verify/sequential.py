"""Verifies the segments of a log one after another, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from runtime.audit.layout.checkpoint_file import CheckpointRange
from runtime.audit.layout.segments import Segment
from runtime.audit.stores import Location
from runtime.audit.verify.completeness import Completeness, Violation, find_violation
from runtime.audit.verify.segment_verifier import SegmentOutcome, SegmentVerifier
from runtime.audit.verify.vault_check import VaultCheck, VaultComparison
from runtime.contracts.audit import Body, Record


class SequentialPass:
    """Implements `runtime.audit.verify.verifier.Pass`."""

    def __init__(
        self,
        segments: Sequence[Segment],
        ranges: Sequence[CheckpointRange],
        vault: Location | None,
        progress: Callable[[int], None],
    ) -> None:
        """Verify segments under these checkpoints, with the vault of a location, if one is named."""
        self.completeness = Completeness()
        self._segments = segments
        self._ranges = ranges
        self._progress = progress
        self._check = None if vault is None else VaultCheck(vault)

    def outcomes(self) -> Iterator[SegmentOutcome]:
        """See `Pass`."""
        for segment, checkpoints in zip(self._segments, self._ranges, strict=True):
            yield SegmentVerifier(segment, self._follow, self._progress).run(checkpoints)

    def close(self) -> VaultComparison | None:
        """See `Pass`."""
        return None if self._check is None else self._check.close()

    def _follow(self, record: Record, body: Body, _line: bytes, _offset: int) -> Violation | None:
        if self._check is not None:
            self._check.take(record.seq, body)
        return find_violation(self.completeness, record, body)
