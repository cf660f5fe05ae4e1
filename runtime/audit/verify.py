"""Verifies a log with nothing but its files and the pinned public key.

1. The key is given, and well formed.
2. The files are there and can be read.
3. Each checkpoint is complete, signed by the pinned key, in the name of this log, and larger than the one before.
4. Each record under a checkpoint keeps the eight rules of `runtime.audit.chain`.
5. The root over the records is the one that the checkpoint signed.
6. Behind the newest checkpoint there is nothing, or what a writer at work has not signed yet.
7. The log opens in a known format, and every call in it has its decision and its end (`completeness`).

A quick verification does 5 for the newest checkpoint only, which shows that every signed byte is as it was signed,
but trusts the signer for 4 and 7.

It reads as a stream: memory does not grow with the log. Sizes are taken at the start, checkpoints first, so a log
that grows meanwhile is verified as it stood.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from runtime.audit.chain import Broken, Chain, Framing, decode
from runtime.audit.checkpoint import Checkpoint, NoteFraming, read_checkpoint
from runtime.audit.completeness import Completeness, Violation
from runtime.audit.note import NoteRefused, VerifierKey
from runtime.audit.report import EXIT_CODES, Finding, Report, Verdict
from runtime.audit.stores.file import CHECKPOINTS, CHUNK_BYTES, RECORDS, has_writer, open_to_read
from runtime.audit.tree import Tree
from runtime.contracts.audit import FORMAT, LogOpened, Record
from runtime.contracts.digest import digest

MAX_FINDINGS = 100
Progress = Callable[[int, int], None]
"""Told after each chunk: bytes of records read, bytes in all."""


class _Stop(Exception):  # carries the finding that ends a verification
    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def verify(
    folder: Path | str,
    *,
    verifier_keys: Sequence[VerifierKey | str],
    quick: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Verify the log in a folder.

    Never raises for what the files hold.

    Args:
        folder: The log's folder, or a copy of it.
        verifier_keys: The pinned keys, ``name+<8 hex>+<base64>``. None at all is an error: a log signed by
            nobody in particular proves nothing.
        quick: Compare the signed bytes with their root only.
        progress: Called after each chunk.
    """
    try:
        keys = _parse_keys(verifier_keys)
        with _Files(Path(folder)) as files:
            return _Audit(files, keys, quick=quick, progress=progress).run()
    except NoteRefused as refused:
        return _report(Finding("ERROR", "key.malformed", refused.message), quick=quick)
    except FileNotFoundError as error:
        message = f"{error.filename or folder} is missing"
        return _report(Finding("ERROR", "log.missing", message), quick=quick)
    except OSError as error:
        message = f"the log cannot be read: {error.strerror or error}"
        return _report(Finding("ERROR", "log.unreadable", message), quick=quick)


class _Files:
    """The two files, and how long they were when the verification began."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._checkpoints = open_to_read(folder, CHECKPOINTS)
        try:
            self._records = open_to_read(folder, RECORDS)
        except OSError:
            os.close(self._checkpoints)
            raise
        self.checkpoints_end = os.fstat(self._checkpoints).st_size
        self.records_end = os.fstat(self._records).st_size

    def __enter__(self) -> _Files:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._checkpoints)
        os.close(self._records)

    def checkpoints(self) -> Iterator[bytes]:
        return _chunks(self._checkpoints, self.checkpoints_end)

    def records(self) -> Iterator[bytes]:
        return _chunks(self._records, self.records_end)

    def grew(self) -> bool:
        """Whether a writer is at work: it has the log open, or has signed more since the start."""
        return has_writer(self.folder) or os.fstat(self._checkpoints).st_size > self.checkpoints_end


class _Audit:
    """One verification, from the first record to the verdict."""

    def __init__(
        self, files: _Files, keys: Sequence[VerifierKey], *, quick: bool, progress: Progress | None
    ) -> None:
        self.files = files
        self.keys = keys
        self.quick = quick
        self.progress = progress or (lambda _done, _total: None)
        self.chain = Chain()
        self.tree = Tree()
        self.completeness = Completeness()
        self.findings: list[Finding] = []
        self.offset = 0  # of the next record
        self.previous_offset = 0
        self.signed_size = 0
        self.checkpoints = 0
        self.in_flight = 0
        self.taken_over = 0
        self.framing = Framing()
        self.lines = self._read_lines()

    def run(self) -> Report:
        """Steps 3 to 7."""
        try:
            # 3 to 5. The signed range, one checkpoint after another.
            for offset, note in self._notes():
                checkpoint = self._open_checkpoint(note, offset)
                self._read_signed(checkpoint.size)
                self._compare_root(checkpoint, offset)
            # 6. What lies behind it.
            self._read_tail(self.files.grew())
        except _Stop as stop:
            self.findings.append(stop.finding)
        return self._conclude()

    # 3. Checkpoints.

    def _notes(self) -> Iterator[tuple[int, bytes]]:
        """Each note and its offset; only the newest for a quick verification."""
        offset, framing, newest = 0, NoteFraming(), None
        try:
            for chunk in self.files.checkpoints():
                for note in framing.feed(chunk):
                    newest = (offset, note)
                    offset += len(note) + 1
                    if not self.quick:
                        yield newest
        except Broken as broken:
            raise _Stop(self._checkpoint_finding("TAMPERED", broken, offset)) from None
        if self.quick and newest:
            yield newest
        if framing.rest and not self.files.grew():
            torn = Broken("checkpoint.torn", "the last checkpoint is not complete")
            self.findings.append(self._checkpoint_finding("UNPROVEN", torn, offset))

    def _open_checkpoint(self, note: bytes, offset: int) -> Checkpoint:
        try:
            checkpoint = read_checkpoint(note, self.keys)
        except Broken as broken:
            verdict: Verdict = "UNTRUSTED" if broken.code == "checkpoint.key_unknown" else "TAMPERED"
            raise _Stop(self._checkpoint_finding(verdict, broken, offset)) from None
        if checkpoint.size <= self.signed_size:
            order = Broken("checkpoint.order", "the checkpoint is not larger than the one before it")
            raise _Stop(self._checkpoint_finding("TAMPERED", order, offset))
        return checkpoint

    @staticmethod
    def _checkpoint_finding(verdict: Verdict, broken: Broken, offset: int) -> Finding:
        return Finding(verdict, broken.code, broken.message, CHECKPOINTS, None, offset)

    # 4. Records under a checkpoint.

    def _read_signed(self, size: int) -> None:
        while self.tree.size < size:
            line = None
            try:
                line = self._next_line(size)
                self._take(line)
            except Broken as broken:
                raise _Stop(self._blame(broken, line)) from None

    def _next_line(self, size: int) -> bytes:
        line = next(self.lines, None)
        if line is None:
            raise Broken("log.cut", f"a checkpoint covers {size} records, and the log ends before")
        return line

    def _take(self, line: bytes) -> None:
        if not self.quick:
            record, body = self.chain.follow(line)
            try:
                self.completeness.take(record, body)
            except Violation as violation:
                self._add(
                    Finding("UNPROVEN", violation.code, violation.message, RECORDS, record.seq, self.offset)
                )
            if record.seq == 0 or isinstance(body, LogOpened):
                self._take_opening(record, body)
        self.tree.append(line)
        self.previous_offset = self.offset
        self.offset += len(line) + 1

    def _blame(self, broken: Broken, line: bytes | None) -> Finding:
        """The first record that is wrong.

        A broken link can mean either of two records, and the earlier one is named, unless the record behind them
        does not continue the later one either: then it is the later one that was changed.
        """
        seq, offset = self.tree.size, self.offset
        if broken.code == "chain.link" and seq > 0 and line is not None and not self._is_abandoned(line):
            seq, offset = seq - 1, self.previous_offset
        return Finding("TAMPERED", broken.code, broken.message, RECORDS, seq, offset)

    def _is_abandoned(self, line: bytes) -> bool:
        try:
            following = next(self.lines, None)
            return following is not None and decode(following)[0].prev != digest(line)
        except Broken:
            return False

    # 5. The root.

    def _compare_root(self, checkpoint: Checkpoint, offset: int) -> None:
        if self.tree.root() != checkpoint.root:
            message = f"records {self.signed_size} to {checkpoint.size - 1} are not those that were signed"
            raise _Stop(Finding("TAMPERED", "tree.root", message, CHECKPOINTS, self.signed_size, offset))
        self.signed_size = checkpoint.size
        self.checkpoints += 1

    # 6. What lies behind the newest checkpoint.

    def _read_tail(self, writer_at_work: bool) -> None:
        start, seq = self.offset, self.tree.size
        try:
            for line in self.lines:
                self._take(line)
        except Broken as broken:
            message = f"behind the signed records: {broken.message}"
            self._add(Finding("UNPROVEN", broken.code, message, RECORDS, self.tree.size, self.offset))
            return
        unsigned = self.tree.size - self.signed_size
        if writer_at_work:
            self.in_flight = unsigned
        elif self.framing.rest:
            message = f"the log ends in an incomplete line of {len(self.framing.rest)} bytes"
            self._add(Finding("UNPROVEN", "log.torn", message, RECORDS, self.tree.size, self.offset))
        elif unsigned:
            message = f"{unsigned} records behind the newest checkpoint are not signed"
            self._add(Finding("UNPROVEN", "log.unsigned", message, RECORDS, seq, start))
        if not self.checkpoints:
            self._add(Finding("UNPROVEN", "log.empty", "nothing in the log is signed", CHECKPOINTS, None, 0))
        if not writer_at_work:
            self._require_ends()

    # 7. Opening and completeness.

    def _take_opening(self, record: Record, body: object) -> None:
        if isinstance(body, LogOpened):
            self.taken_over += body.unsigned_tail
            if body.format == FORMAT:
                return
        message = f"the log does not open with a LogOpened record of format {FORMAT}"
        self._add(Finding("UNPROVEN", "log.format", message, RECORDS, record.seq, self.offset))

    def _require_ends(self) -> None:
        for call, opened in self.completeness.open_calls.items():
            self._add(Finding("UNPROVEN", "call.open", f"call {call} has no end", RECORDS, opened.seq))

    # The verdict.

    def _add(self, finding: Finding) -> None:
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(finding)

    def _conclude(self) -> Report:
        """What stops a verification outweighs what it noted on the way; otherwise the first finding decides."""
        decisive = next((f for f in self.findings if f.verdict != "UNPROVEN"), None)
        return _report(
            decisive or next(iter(self.findings), None),
            quick=self.quick,
            records=self.tree.size,
            signed_size=self.signed_size,
            checkpoints=self.checkpoints,
            in_flight=self.in_flight,
            open_calls=len(self.completeness.open_calls),
            taken_over=self.taken_over,
            findings=tuple(self.findings),
        )

    def _read_lines(self) -> Iterator[bytes]:
        done = 0
        for chunk in self.files.records():
            yield from self.framing.feed(chunk)
            done += len(chunk)
            self.progress(done, self.files.records_end)


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
        quick=quick,
        findings=findings or ((decisive,) if decisive else ()),
    )


def _parse_keys(keys: Sequence[VerifierKey | str]) -> list[VerifierKey]:
    if not keys:
        raise NoteRefused("malformed", "no verifier key is given")
    return [VerifierKey.parse(str(key)) for key in keys]


def _chunks(descriptor: int, end: int) -> Iterator[bytes]:
    start = 0
    while start < end:
        chunk = os.pread(descriptor, min(CHUNK_BYTES, end - start), start)
        if not chunk:
            return
        yield chunk
        start += len(chunk)
