"""Verifies the segments of a log in several processes, and joins what they found in the order of the segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from runtime.audit.format.chain import FormatError, Framing, decode
from runtime.audit.layout.checkpoint_file import CheckpointRange
from runtime.audit.layout.finding import Finding
from runtime.audit.layout.segments import Segment
from runtime.audit.stores import Location
from runtime.audit.verify.boundary_calls import BoundaryCalls, join_calls
from runtime.audit.verify.completeness import Completeness, Violation, find_violation
from runtime.audit.verify.segment_verifier import MAX_FINDINGS, SegmentOutcome
from runtime.audit.verify.vault_check import VaultComparison, join_comparisons
from runtime.audit.verify.worker_pool import SegmentTask, verify_segments


class ParallelPass:
    """Implements `runtime.audit.verify.verifier.Pass`."""

    def __init__(
        self,
        segments: Sequence[Segment],
        ranges: Sequence[CheckpointRange],
        vault: Location | None,
        progress: Callable[[int], None],
        processes: int,
    ) -> None:
        """Verify segments under these checkpoints, with the vault of a location, if one is named."""
        self.completeness = Completeness()
        self._segments = segments
        self._tasks = [
            SegmentTask(segment, checkpoints, vault=vault is not None)
            for segment, checkpoints in zip(segments, ranges, strict=True)
        ]
        self._vault = vault
        self._progress = progress
        self._processes = processes
        self._comparison: VaultComparison | None = None

    def outcomes(self) -> Iterator[SegmentOutcome]:
        """See `Pass`."""
        results = verify_segments(self._tasks, self._processes, self._progress)
        for segment, result in zip(self._segments, results, strict=True):
            if result.outcome is None or result.boundary_calls is None:
                raise OSError(result.errno, result.error)
            if result.comparison is not None and self._vault is not None:
                before = self._comparison or VaultComparison()
                self._comparison = join_comparisons(before, result.comparison, self._vault)
            if result.outcome.stop is None:
                self._join(segment, result.outcome, result.boundary_calls)
            yield result.outcome

    def close(self) -> VaultComparison | None:
        """See `Pass`."""
        return self._comparison

    def _join(self, segment: Segment, outcome: SegmentOutcome, boundary_calls: BoundaryCalls) -> None:
        """Go on with the calls behind a segment that another process verified."""
        violations = join_calls(self.completeness, boundary_calls)
        if violations is None:  # its calls have to be followed in order
            outcome.notes = [note for note in outcome.notes if not note.code.startswith("call.")]
            violations = list(self._follow_again(segment))
        notes = (
            Finding("UNPROVEN", violation.code, violation.message, segment.name, seq, offset)
            for seq, offset, violation in islice(violations, MAX_FINDINGS)
        )
        outcome.notes = sorted([*outcome.notes, *notes], key=lambda note: note.seq or 0)

    def _follow_again(self, segment: Segment) -> Iterator[tuple[int, int, Violation]]:
        """Follow the calls of a segment here: number and offset of each record that breaks a rule."""
        offset, framing = 0, Framing()
        for chunk in segment.chunks():
            for line in framing.feed(chunk):
                try:
                    record, body = decode(line)
                except FormatError:  # behind the signed records
                    return
                violation = find_violation(self.completeness, record, body)
                if violation is not None:
                    yield record.seq, offset, violation
                offset += len(line) + 1
