"""Verifies a log with nothing but its files and the pinned public key.

1. The key is given, and well formed.
2. The files are there and can be read; the segments lead from seal to seal.
3. Each checkpoint is complete, signed by the pinned key or the one that it was handed over to (`runtime.audit.keys.key_rotation`), in
   the name of this log, and larger than the one before.
4. Each record under a checkpoint or seal keeps the eight rules of `runtime.audit.format.chain`.
5. The root over the records is the one that the checkpoint signed; the segment's bytes are those that its seal signed.
6. Behind the newest checkpoint there is nothing, or what a writer at work has not signed yet (`tail_check`).
7. The log opens in a known format, and every call in it has its decision and its end (`completeness`).
8. The vault holds what opens the signed records' commitments, or it was erased (`vault_check`).
9. A segment that is in the archive has a receipt (`archive_check`); its bytes are fetched, and verified like those that are here.

Steps 3 to 6 are `runtime.audit.verify.segment_verifier`, segment by segment.

A quick verification compares the bytes of each sealed segment with its seal, and does 5 for the newest checkpoint only
on what follows. That shows that every signed byte is as it was signed, but trusts the signer for 4 and 7, and leaves 8 out. It
fetches nothing from an archive; neither does a full one to which none is named, which is then UNPROVEN.

It reads as a stream: memory does not grow with the log. Sizes are taken at the start, checkpoints first, so a log
that grows meanwhile is verified as it stood.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.layout.checkpoint_file import CHECKPOINTS, ranges_by_segment
from runtime.audit.layout.finding import Finding
from runtime.audit.layout.segments import Segment, VerificationStopped
from runtime.audit.stores import Location, location_of
from runtime.audit.vault.erasure_intent import recent_erasures
from runtime.audit.verify.archive_check import archived_records, judge_receipts, not_fetched
from runtime.audit.verify.completeness import Completeness
from runtime.audit.verify.parallel import ParallelPass
from runtime.audit.verify.report import Report, make_report
from runtime.audit.verify.seal_check import QuickPass
from runtime.audit.verify.segment_verifier import MAX_FINDINGS, SegmentOutcome
from runtime.audit.verify.sequential import SequentialPass
from runtime.audit.verify.tail_check import MAX_UNSIGNED_S, find_forged, waited_s
from runtime.audit.verify.vault_check import VaultComparison, explain_missing, vault_findings
from runtime.audit.verify.witness_check import ask_witnesses, compare_with_witnesses
from runtime.audit.verify.worker_pool import available_cores
from runtime.audit.witness.port import Witness
from runtime.contracts.errors import AuditError

Progress = Callable[[int, int], None]
"""Told after each chunk: bytes of records read, bytes in all."""
_WORTH_SHARING_BYTES = 16 << 20
"""Starting a process costs a tenth of a second."""


def verify(
    folder: Path | str | Location,
    *,
    verifier_keys: Sequence[VerifierKey | str],
    quick: bool = False,
    vault: bool = True,
    progress: Progress | None = None,
    processes: int | None = None,
    witnesses: Sequence[Witness] = (),
    require_witness: bool = False,
    tag_keys: Sequence[bytes] = (),
) -> Report:
    """Verify the log in a folder.

    Never raises for what the files hold.

    Args:
        folder: The log's folder, or a copy of it, or the location of a log that is in none.
        verifier_keys: The pinned keys, ``name+<8 hex>+<base64>``. None at all is an error: a log signed by
            nobody in particular proves nothing.
        quick: Compare the signed bytes with their seals and the newest root only.
        vault: Compare the vault, too; false for a log that was handed over without it.
        progress: Called after each chunk.
        processes: How many processes share the work, 1 for this one alone. Default: as many as there are cores, where
            the log is long enough to gain by it.
        witnesses: Places that saw the log before, which must agree.
        require_witness: Call a log unproven that no witness saw to its end.
        tag_keys: Whoever holds the log's signing keys can tell who wrote what is not signed (`Signer.tag_key`).
    """
    location = location_of(folder)
    try:
        keys = _parse_keys(verifier_keys)
        answers = ask_witnesses(witnesses)
        verification = _Verification(
            location,
            keys,
            quick=quick,
            vault=vault,
            progress=progress,
            processes=processes,
            tag_keys=tag_keys,
        )
        return compare_with_witnesses(verification.run(), location, answers, required=require_witness)
    except InvalidNote as error:
        return make_report(Finding("ERROR", "key.malformed", error.message), quick=quick)
    except FileNotFoundError as error:
        message = f"{error.filename or folder} is missing"
        return make_report(Finding("ERROR", "log.missing", message), quick=quick)
    except OSError as error:
        message = f"the log cannot be read: {error.strerror or error}"
        return make_report(Finding("ERROR", "log.unreadable", message), quick=quick)
    finally:
        location.close()


class Pass(Protocol):
    """One way through the segments of a log."""

    completeness: Completeness
    """Follows the calls of all segments that were verified so far."""

    def outcomes(self) -> Iterator[SegmentOutcome]:
        """What each segment comes to, in order. Raises OSError."""
        ...

    def close(self) -> VaultComparison | None:
        """What comparing the vault came to, None where it was not compared. Called once."""
        ...


class _Verification:
    """One verification, from the first record to the verdict."""

    def __init__(
        self,
        location: Location,
        keys: Sequence[VerifierKey],
        *,
        quick: bool,
        vault: bool,
        progress: Progress | None,
        processes: int | None,
        tag_keys: Sequence[bytes],
    ) -> None:
        """Take the sizes of the files; raises OSError."""
        self._started_us = time.time_ns() // 1000
        self._tag_keys = tag_keys
        self._location = location
        self._keys = keys
        self._keys_at_end = keys  # those that the last segment is signed with
        self._quick = quick
        self._vault = location if vault else None
        self._processes = processes
        self._progress = progress or (lambda _done, _total: None)
        self._completeness = Completeness()
        self._comparison: VaultComparison | None = None
        self._findings: list[Finding] = []
        self._size = 0
        self._signed_size = 0
        self._checkpoints = 0
        self._in_flight = 0
        self._taken_over = 0
        self._clock_jumps = 0
        self._archived = 0
        self._done_bytes = 0
        self._total_bytes = 0
        self._whole = location.checkpoints()

    def run(self) -> Report:
        """Steps 2 to 8."""
        try:
            # 2. The segments.
            segments = self._location.segments(self._keys)
            self._keys_at_end = segments[-1].keys
            here = self._quick or not_fetched(segments) is not None  # then nothing is fetched
            self._total_bytes = sum(one.length for one in segments if one.is_here or not here)
            self._archived = archived_records(segments)
            if not self._quick and (finding := not_fetched(segments)) is not None:
                self._add(finding)
            # 3 to 6. One after another, under the checkpoints that speak of it.
            chosen = self._choose_pass(segments)
            self._completeness = chosen.completeness
            try:
                outcome = self._take_all(chosen.outcomes())
            finally:
                self._comparison = chosen.close()
            if outcome is not None:
                self._judge_receipts(segments, outcome.keys)
                self._judge_end(outcome, segments[-1])
            if self._comparison is not None:
                self._judge_vault(self._comparison)
        except VerificationStopped as stop:
            self._findings.append(stop.finding)
        return self._conclude()

    def _judge_receipts(self, segments: list[Segment], keys_at_end: Sequence[str]) -> None:
        finding = judge_receipts(segments, keys_at_end)
        if finding is not None:
            raise VerificationStopped(finding)

    def _choose_pass(self, segments: list[Segment]) -> Pass:
        sealed = [segment.seal.size for segment in segments[:-1] if segment.seal]
        ranges = ranges_by_segment(self._whole, sealed)
        if self._quick or not_fetched(segments) is not None:
            return QuickPass(segments, ranges, self._advance)
        processes = self._processes or (available_cores() if self._total_bytes >= _WORTH_SHARING_BYTES else 1)
        # Without a folder there is no file that another process could open.
        if processes == 1 or len(segments) == 1 or self._location.folder is None:
            return SequentialPass(segments, ranges, self._vault, self._advance)
        return ParallelPass(segments, ranges, self._vault, self._advance, processes)

    def _take_all(self, outcomes: Iterable[SegmentOutcome]) -> SegmentOutcome | None:
        """Take what the segments come to; the last one's, None where one ended the verification."""
        last = None
        for outcome in outcomes:
            self._size = outcome.size
            self._signed_size = outcome.signed_size
            self._checkpoints += outcome.checkpoints
            self._taken_over += outcome.taken_over
            self._clock_jumps += outcome.clock_jumps
            for finding in outcome.notes:
                self._add(finding)
            if outcome.stop is not None:
                self._findings.append(outcome.stop)
                return None
            last = outcome
        return last

    # 6. What lies behind the newest checkpoint.

    def _judge_end(self, outcome: SegmentOutcome, last: Segment) -> None:
        """A writer at work may be inside a line or a note, and has calls that are open."""
        if self._tag_keys:
            forged = find_forged(last, outcome.tail_offset, outcome.signed_size, self._tag_keys)
            if forged is not None:
                self._findings.append(forged)
        is_growing = self._is_growing()
        if is_growing:
            self._in_flight = outcome.size - outcome.signed_size
            if self._in_flight and waited_s(last, outcome.tail_offset, self._started_us) > MAX_UNSIGNED_S:
                message = f"record {outcome.signed_size} is not signed, and no writer leaves one so for {MAX_UNSIGNED_S} s"
                self._add(
                    Finding(
                        "UNPROVEN",
                        "log.unsigned",
                        message,
                        last.name,
                        outcome.signed_size,
                        outcome.tail_offset,
                    )
                )
        else:
            for finding in (outcome.torn_note, outcome.torn or outcome.unsigned):
                if finding is not None:
                    self._add(finding)
        if not self._checkpoints:
            self._add(Finding("UNPROVEN", "log.empty", "nothing in the log is signed", CHECKPOINTS, None, 0))
        if not is_growing:
            self._require_ends()

    def _is_growing(self) -> bool:
        """Whether a writer is at work: it has the log open, or has signed more since the start."""
        return self._location.has_writer() or self._location.checkpoints().end > self._whole.end

    # 7. Completeness.

    def _require_ends(self) -> None:
        # In the log's order, however the segments were shared out: joining them puts a call that an earlier one encloses in front.
        for call, opened in sorted(self._completeness.open_calls.items(), key=lambda one: one[1].seq):
            self._add(Finding("UNPROVEN", "call.open", f"call {call} has no end", None, opened.seq))

    # 8. The vault.

    def _judge_vault(self, comparison: VaultComparison) -> None:
        if comparison.missing and self._vault is not None and self._is_growing():
            # Somebody may be erasing: it is recorded when it is done.
            try:
                for slot in recent_erasures(self._vault, self._keys_at_end, self._size):
                    explain_missing(comparison, slot)
            except AuditError as error:
                comparison.unreadable = error.message
        for finding in vault_findings(comparison, self._signed_size):
            self._add(finding)

    # The verdict.

    def _add(self, finding: Finding) -> None:
        if len(self._findings) < MAX_FINDINGS:
            self._findings.append(finding)

    def _advance(self, count: int) -> None:
        self._done_bytes = min(self._done_bytes + count, self._total_bytes)
        self._progress(self._done_bytes, self._total_bytes)

    def _conclude(self) -> Report:
        """What stops a verification outweighs what it noted on the way; otherwise the first finding decides."""
        decisive = next((f for f in self._findings if f.verdict != "UNPROVEN"), None)
        comparison = self._comparison
        return make_report(
            decisive or next(iter(self._findings), None),
            quick=self._quick,
            records=self._size,
            signed_size=self._signed_size,
            checkpoints=self._checkpoints,
            in_flight=self._in_flight,
            # Stopped, it has not seen all.
            open_calls=0 if decisive else len(self._completeness.open_calls),
            taken_over=self._taken_over,
            clock_jumps=self._clock_jumps,
            archived=self._archived,
            values=comparison.opened if comparison else None,
            erased=comparison.erased if comparison else None,
            tags_checked=bool(self._tag_keys),
            findings=tuple(self._findings),
        )


def _parse_keys(keys: Sequence[VerifierKey | str]) -> list[VerifierKey]:
    if not keys:
        raise InvalidNote("malformed", "no verifier key is given")
    return [VerifierKey.parse(str(key)) for key in keys]
