"""Verifies a log with nothing but its files and the pinned public key.

1. The key is given, and well formed.
2. The files are there and can be read; the segments lead from seal to seal.
3. Each checkpoint is complete, signed by the pinned key or the one that it was handed over to (`runtime.audit.keys.key_rotation`), in
   the name of this log, and larger than the one before.
4. Each record under a checkpoint or seal keeps the eight rules of `runtime.audit.format.chain`.
5. The root over the records is the one that the checkpoint signed; the segment's bytes are those that its seal signed.
6. Behind the newest checkpoint there is nothing, or what a writer at work has not signed yet.
7. The log opens in a known format, and every call in it has its decision and its end (`completeness`).
8. The vault holds what opens the signed records' commitments, or it was erased (`vault_check`).

Steps 3 to 6 are `runtime.audit.verify.segment_verifier`, segment by segment.

A quick verification compares the bytes of each sealed segment with its seal, and does 5 for the newest checkpoint only
on what follows. That shows that every signed byte is as it was signed, but trusts the signer for 4 and 7, and leaves 8 out.

It reads as a stream: memory does not grow with the log. Sizes are taken at the start, checkpoints first, so a log
that grows meanwhile is verified as it stood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from runtime.audit.format.chain import FormatError, Framing, decode
from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.layout.checkpoint_file import CHECKPOINTS, CheckpointRange, ranges_by_segment
from runtime.audit.layout.finding import Finding
from runtime.audit.layout.segments import Segment, VerificationStopped
from runtime.audit.stores import FolderLocation, Location
from runtime.audit.vault.erasure_intent import recent_erasures
from runtime.audit.verify.boundary_calls import BoundaryCalls, join_calls
from runtime.audit.verify.completeness import Completeness, Violation, find_violation
from runtime.audit.verify.report import EXIT_CODES, Report
from runtime.audit.verify.seal_check import compare_with_seal
from runtime.audit.verify.segment_verifier import MAX_FINDINGS, SegmentOutcome, SegmentVerifier
from runtime.audit.verify.vault_check import (
    VaultCheck,
    VaultComparison,
    explain_missing,
    join_comparisons,
    vault_findings,
)
from runtime.audit.verify.witness_check import ask_witnesses, compare_with_witnesses
from runtime.audit.verify.worker_pool import SegmentTask, available_cores, verify_segments
from runtime.audit.witness.port import Witness
from runtime.contracts.audit import Body, Record

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
        processes: How many processes share the work, 1 for this one alone. Default: as many as there are available_cores, where
            the log is long enough to gain by it.
        witnesses: Places that saw the log before, which must agree.
        require_witness: Call a log unproven that no witness saw to its end.
    """
    location = FolderLocation(Path(folder)) if isinstance(folder, str | Path) else folder
    try:
        keys = _parse_keys(verifier_keys)
        answers = ask_witnesses(witnesses)
        audit = _Verification(
            location, keys, quick=quick, vault=vault and not quick, progress=progress, processes=processes
        )
        return compare_with_witnesses(audit.run(), location, answers, required=require_witness)
    except InvalidNote as error:
        return _report(Finding("ERROR", "key.malformed", error.message), quick=quick)
    except FileNotFoundError as error:
        message = f"{error.filename or folder} is missing"
        return _report(Finding("ERROR", "log.missing", message), quick=quick)
    except OSError as error:
        message = f"the log cannot be read: {error.strerror or error}"
        return _report(Finding("ERROR", "log.unreadable", message), quick=quick)
    finally:
        location.close()


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
    ) -> None:
        """Take the sizes of the files; raises OSError."""
        self.location = location
        self.keys = keys
        self.keys_at_end = keys  # those that the last segment is signed with
        self.quick = quick
        self.processes = processes
        self.progress = progress or (lambda _done, _total: None)
        self.completeness = Completeness()
        self.folder = (
            location.folder
        )  # None: there is no vault then, and no file that another process could open
        self.vault = vault
        self.check: VaultCheck | None = None
        self.compared: VaultComparison | None = None
        self.findings: list[Finding] = []
        self.size = 0
        self.signed_size = 0
        self.checkpoints = 0
        self.in_flight = 0
        self.taken_over = 0
        self.done = 0
        self.total = 0
        self.whole = location.checkpoints()

    def run(self) -> Report:
        """Steps 2 to 7."""
        try:
            # 2. The segments.
            segments = self.location.segments(self.keys)
            self.keys_at_end = segments[-1].keys
            self.total = sum(segment.length for segment in segments)
            # 3 to 6. One after another, under the checkpoints that speak of it.
            outcome = None
            for outcome in self._outcomes(segments, self._ranges(segments)):
                self._take(outcome)
                if outcome.stop is not None:
                    break
            if outcome is not None and outcome.stop is None:
                self._judge_end(outcome)
            if self.check is not None:
                self.compared = self.check.close()
            if self.compared is not None:
                self._judge_vault(self.compared)
        except VerificationStopped as stop:
            self.findings.append(stop.finding)
        return self._conclude()

    def _ranges(self, segments: list[Segment]) -> list[CheckpointRange]:
        """The checkpoints that speak of each segment."""
        return ranges_by_segment(self.whole, [segment.seal.size for segment in segments[:-1] if segment.seal])

    def _outcomes(self, segments: list[Segment], parts: list[CheckpointRange]) -> Iterator[SegmentOutcome]:
        """What each segment comes to, in order."""
        processes = self.processes or (available_cores() if self.total >= _WORTH_SHARING_BYTES else 1)
        if self.quick or processes == 1 or len(segments) == 1 or self.folder is None:
            self.check = VaultCheck(self.folder) if self.vault and self.folder else None
            newest = max((i for i, part in enumerate(parts) if part.start < part.end), default=-1)
            for number, (segment, checkpoints) in enumerate(zip(segments, parts, strict=True)):
                yield self._read(segment, checkpoints, newest=number == newest)
            return
        tasks = [
            SegmentTask(segment, part, vault=self.vault)
            for segment, part in zip(segments, parts, strict=True)
        ]
        for segment, done in zip(segments, verify_segments(tasks, processes, self._advance), strict=True):
            if done.outcome is None or done.boundary_calls is None:
                raise OSError(done.errno, done.error)
            if done.compared is not None:
                self.compared = join_comparisons(
                    self.compared or VaultComparison(), done.compared, self.folder
                )
            if done.outcome.stop is None:
                self._join(segment, done.outcome, done.boundary_calls)
            yield done.outcome

    def _join(self, segment: Segment, outcome: SegmentOutcome, boundary_calls: BoundaryCalls) -> None:
        """Go on with the calls behind a segment that was verified elsewhere."""
        broken = join_calls(self.completeness, boundary_calls)
        if broken is None:  # its calls have to be followed in order
            outcome.notes = [note for note in outcome.notes if not note.code.startswith("call.")]
            broken = list(self._follow_again(segment))
        notes = (
            Finding("UNPROVEN", violation.code, violation.message, segment.name, seq, offset)
            for seq, offset, violation in islice(broken, MAX_FINDINGS)
        )
        outcome.notes = sorted([*outcome.notes, *notes], key=lambda note: note.seq or 0)

    def _follow_again(self, segment: Segment) -> Iterator[tuple[int, int, Violation]]:
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

    def _read(self, segment: Segment, checkpoints: CheckpointRange, *, newest: bool) -> SegmentOutcome:
        seal = segment.seal
        # Where the key at the end is another one, its handing over is looked for.
        if self.quick and not newest and seal is not None and seal.key in map(str, segment.keys):
            return compare_with_seal(segment, self._advance)
        return SegmentVerifier(segment, None if self.quick else self._follow, self._advance).run(checkpoints)

    def _take(self, outcome: SegmentOutcome) -> None:
        self.size = outcome.size
        self.signed_size = outcome.signed_size
        self.checkpoints += outcome.checkpoints
        self.taken_over += outcome.taken_over
        for finding in outcome.notes:
            self._add(finding)
        if outcome.stop is not None:
            self.findings.append(outcome.stop)

    def _follow(self, record: Record, body: Body, _line: bytes, _offset: int) -> Violation | None:
        if self.check is not None:
            self.check.take(record.seq, body)
        return find_violation(self.completeness, record, body)

    # 6. What lies behind the newest checkpoint.

    def _judge_end(self, outcome: SegmentOutcome) -> None:
        """A writer at work may be inside a line or a note, and has calls that are open."""
        unsigned = outcome.size - outcome.signed_size
        at_work = self._grew()
        if at_work:
            self.in_flight = unsigned
        else:
            for finding in (outcome.torn_note, outcome.torn or outcome.unsigned):
                if finding is not None:
                    self._add(finding)
        if not self.checkpoints:
            self._add(Finding("UNPROVEN", "log.empty", "nothing in the log is signed", CHECKPOINTS, None, 0))
        if not at_work:
            self._require_ends()

    def _grew(self) -> bool:
        """Whether a writer is at work: it has the log open, or has signed more since the start."""
        return self.location.has_writer() or self.location.checkpoints().end > self.whole.end

    # 7. Completeness.

    def _require_ends(self) -> None:
        for call, opened in self.completeness.open_calls.items():
            self._add(Finding("UNPROVEN", "call.open", f"call {call} has no end", None, opened.seq))

    # 8. The vault.

    def _judge_vault(self, compared: VaultComparison) -> None:
        if (
            compared.missing and self.folder is not None and self._grew()
        ):  # somebody may be erasing: it is recorded when it is done
            for slot in recent_erasures(self.folder, self.keys_at_end, self.size):
                explain_missing(compared, slot)
        for finding in vault_findings(compared, self.signed_size):
            self._add(finding)

    # The verdict.

    def _add(self, finding: Finding) -> None:
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(finding)

    def _advance(self, count: int) -> None:
        self.done = min(self.done + count, self.total)
        self.progress(self.done, self.total)

    def _conclude(self) -> Report:
        """What stops a verification outweighs what it noted on the way; otherwise the first finding decides."""
        decisive = next((f for f in self.findings if f.verdict != "UNPROVEN"), None)
        return _report(
            decisive or next(iter(self.findings), None),
            quick=self.quick,
            records=self.size,
            signed_size=self.signed_size,
            checkpoints=self.checkpoints,
            in_flight=self.in_flight,
            open_calls=0 if decisive else len(self.completeness.open_calls),  # stopped, it has not seen all
            taken_over=self.taken_over,
            values=self.compared.opened if self.compared else None,
            erased=self.compared.erased if self.compared else None,
            findings=tuple(self.findings),
        )


def _report(
    decisive: Finding | None,
    *,
    quick: bool,
    records: int = 0,
    signed_size: int = 0,
    checkpoints: int = 0,
    in_flight: int = 0,
    open_calls: int = 0,
    taken_over: int = 0,
    values: int | None = None,
    erased: int | None = None,
    findings: tuple[Finding, ...] = (),
) -> Report:
    ok = Finding("OK_NOT_WITNESSED", "", "everything that is signed holds; no witness was asked")
    said = decisive or ok
    return Report(
        verdict=said.verdict,
        exit_code=EXIT_CODES[said.verdict],
        code=said.code,
        detail=said.message,
        file=said.file,
        first_bad_seq=said.seq,
        byte_offset=said.offset,
        records=records,
        signed_size=signed_size,
        checkpoints=checkpoints,
        in_flight=in_flight,
        open_calls=open_calls,
        taken_over=taken_over,
        values=values,
        erased=erased,
        witnessed_size=0,
        quick=quick,
        findings=findings or ((decisive,) if decisive else ()),
    )


def _parse_keys(keys: Sequence[VerifierKey | str]) -> list[VerifierKey]:
    if not keys:
        raise InvalidNote("malformed", "no verifier key is given")
    return [VerifierKey.parse(str(key)) for key in keys]
