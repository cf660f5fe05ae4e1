"""Makes proofs from a log: that a record is in it, that it continues an older checkpoint.

Every proof is checked against the signed root before it leaves, so neither a damaged log nor a wrong cache can make
one that does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import Checkpoint, read_checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.tlog_proof import ConsistencyProof, InclusionProof
from runtime.audit.format.tree import leaf_hash
from runtime.audit.format.tree_proof import (
    prove_consistency,
    prove_inclusion,
    verify_consistency,
    verify_inclusion,
)
from runtime.audit.layout.checkpoint_file import newest_of_each_key
from runtime.audit.prove.key_succession import follow_key_succession
from runtime.audit.prove.subtrees import Subtrees, load_subtrees, save_subtrees
from runtime.audit.read.reader import LogReader, Progress, read_trusted_checkpoint
from runtime.contracts.errors import AuditNotFound, AuditTampered, AuditUnproven, AuditUntrusted

T = TypeVar("T")


class Prover:
    """Proofs about the log of a reader, for those who trust these keys."""

    def __init__(
        self,
        reader: LogReader,
        keys: Sequence[VerifierKey],
        *,
        cache: Path | None = None,
        progress: Progress | None = None,
        handed_out: bytes | None = None,
    ) -> None:
        """Take the log.

        Args:
            reader: The log.
            keys: Those that its checkpoints may be signed with.
            cache: The file that the roots of subtrees are kept in; without one they are computed each time.
            progress: Told how far that is.
            handed_out: The checkpoint that proofs are made by; the newest of the log unless given.
        """
        self._handed_out = handed_out
        self.reader = reader
        self._keys = keys
        self._cache = cache
        self._progress = progress

    def newest(self) -> tuple[bytes, Checkpoint]:
        """The checkpoint that proofs are made by, as text and as statement.

        Raises:
            AuditUnproven: nothing is signed.
            AuditTampered, AuditUntrusted: as `read_trusted_checkpoint`.
        """
        note = self._handed_out or self.reader.newest_note()
        return note, self.trusted(note)

    def trusted(self, note: bytes) -> Checkpoint:
        """The statement of a checkpoint that a trusted key signed, or one that the log was handed over to.

        Raises:
            AuditTampered, AuditUntrusted: as `read_trusted_checkpoint`.
        """
        try:
            return read_trusted_checkpoint(note, self._keys)
        except AuditUntrusted:
            proofs = [proof.encode() for proof in self.prove_key_succession()]
            return read_trusted_checkpoint(note, follow_key_succession(self._keys, proofs))

    def prove_key_succession(self) -> list[InclusionProof]:
        """A proof for each time that the log was handed over to another key, from the trusted ones on.

        Raises:
            AuditTampered: ``audit.tampered``: the records are not those that were signed.
        """
        in_force = list(self._keys)
        proofs: list[InclusionProof] = []
        try:
            for _, note in newest_of_each_key(self.reader.notes()):
                with suppress(FormatError):  # signed by nobody who is trusted, or ending with another record
                    checkpoint = read_checkpoint(note, in_force)
                    proof = self._prove(checkpoint.size - 1, note, checkpoint)
                    in_force = follow_key_succession(in_force, [proof.encode()])[-1:]
                    proofs.append(proof)
        except FormatError as error:
            raise AuditTampered(error.message) from None
        return proofs

    def prove_record(self, seq: int) -> InclusionProof:
        """That this record is in the log, by its newest checkpoint.

        Raises:
            AuditNotFound: ``audit.not_found``: no record has this number.
            AuditUnproven: ``audit.unproven``: no checkpoint covers it.
            AuditTampered: ``audit.tampered``: the records are not those that were signed.
            AuditUntrusted: ``audit.untrusted``: no trusted key signed the newest checkpoint.
        """
        note, checkpoint = self.newest()
        if seq < 0:
            raise AuditNotFound("Records are numbered from 0")
        if seq >= checkpoint.size:
            raise self._unsigned(seq, checkpoint.size)
        return self._prove(seq, note, checkpoint)

    def prove_lines(self, lines: Sequence[tuple[int, bytes]]) -> int:
        """How many of these records, each with its line, the newest checkpoint covers; each of them is proved.

        Raises:
            AuditTampered: ``audit.tampered``: one is not what was signed.
            AuditUnproven, AuditUntrusted: as `newest`.
        """
        _, checkpoint = self.newest()
        signed = [(seq, line) for seq, line in lines if seq < checkpoint.size]

        def prove(subtrees: Subtrees) -> bool | None:
            for seq, line in signed:
                path = prove_inclusion(subtrees.root_of, seq, checkpoint.size)
                if not verify_inclusion(leaf_hash(line), seq, checkpoint.size, path, checkpoint.root):
                    return None
            return True

        self._make(checkpoint, prove, "its records are not those that were signed")
        return len(signed)

    def prove_records(self, seqs: Sequence[int], note: bytes, checkpoint: Checkpoint) -> list[InclusionProof]:
        """That each of these records is in the log, by one checkpoint, whose signature was checked and which covers them.

        Raises:
            AuditTampered: ``audit.tampered``: the records are not those that were signed.
        """

        def make(subtrees: Subtrees) -> list[InclusionProof] | None:
            proofs = []
            for seq in seqs:
                line = subtrees.line(seq)
                path = tuple(prove_inclusion(subtrees.root_of, seq, checkpoint.size))
                if not verify_inclusion(leaf_hash(line), seq, checkpoint.size, path, checkpoint.root):
                    return None
                proofs.append(InclusionProof(line, seq, path, note))
            return proofs

        return self._make(checkpoint, make, "its records are not those that were signed")

    def _prove(self, seq: int, note: bytes, checkpoint: Checkpoint) -> InclusionProof:
        return self.prove_records([seq], note, checkpoint)[0]

    def prove_prefix(self, old: Checkpoint, new: tuple[bytes, Checkpoint] | None = None) -> ConsistencyProof:
        """That the log of the newer checkpoint (default: the newest) starts with the records of the older one.

        Raises:
            AuditTampered: ``audit.tampered``: it does not, or its records are not those that were signed.
            AuditUnproven, AuditUntrusted: as `newest`.
        """
        note, checkpoint = new or self.newest()
        if old.origin != checkpoint.origin:
            raise AuditNotFound(f"The checkpoints are of two logs: {old.origin} and {checkpoint.origin}")
        if old.size > checkpoint.size:
            raise AuditTampered(
                f"The older checkpoint covers {old.size} records, and the newer one {checkpoint.size}: the log was cut, "
                "or the two are in the wrong order"
            )

        def make(subtrees: Subtrees) -> ConsistencyProof | None:
            path = tuple(prove_consistency(subtrees.root_of, old.size, checkpoint.size))
            holds = verify_consistency(old.size, checkpoint.size, path, old.root, checkpoint.root)
            return ConsistencyProof(old.size, path, note) if holds else None

        return self._make(
            checkpoint, make, f"it does not continue the log whose first {old.size} were signed"
        )

    def _make(self, checkpoint: Checkpoint, make: Callable[[Subtrees], T | None], otherwise: str) -> T:
        """What ``make`` gives, from the saved roots, or from new ones where those do not fit what was signed."""
        for subtrees in (load_subtrees(self.reader, self._cache), Subtrees(self.reader)):
            try:
                longer = subtrees.extend(checkpoint.size, self._progress)
                made = make(subtrees)
            except (FormatError, IndexError):
                continue
            if made is not None:
                if longer:
                    save_subtrees(subtrees, self._cache)
                return made
        raise AuditTampered(f"No proof over the log's first {checkpoint.size} records holds: {otherwise}")

    def _unsigned(self, seq: int, size: int) -> AuditNotFound | AuditUnproven:
        """Whether there is such a record behind the signed ones: few, as a rule."""
        subtrees = load_subtrees(self.reader, self._cache)
        try:
            subtrees.line(seq)
        except (FormatError, IndexError):
            return AuditNotFound(f"The log has no record {seq}; {size} are signed")
        return AuditUnproven(f"Record {seq} is behind the newest checkpoint, which covers {size}")
