"""Reports what a verification found, as data."""

from __future__ import annotations

from typing import Any

import msgspec

from runtime.audit.layout.finding import Finding, Verdict

EXIT_CODES: dict[Verdict, int] = {
    "OK": 0,
    "OK_NOT_WITNESSED": 0,
    "TAMPERED": 1,
    "ERROR": 2,
    "UNPROVEN": 3,
    "UNTRUSTED": 4,
}


class PolicyAnswer(msgspec.Struct, frozen=True):
    """How far a witness policy is met."""

    size: int
    """Records that a checkpoint covers which meets it; 0 where none does."""
    cosigned_s: int
    """When the first of its cosignatures was made, as they say, in seconds since 1970."""
    witnesses: dict[str, int]
    """Who cosigned that checkpoint, by the names of the policy, and when."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a verification. ``code`` to ``byte_offset`` repeat the finding that decided it.

    A plain OK takes a witness: without one nobody can tell an older, shorter copy of the log from the log.
    """

    verdict: Verdict
    exit_code: int
    code: str
    detail: str
    file: str | None
    first_bad_seq: int | None
    byte_offset: int | None
    records: int
    """Complete records read, signed or not."""
    signed_size: int
    """Records that the newest verified checkpoint covers."""
    checkpoints: int
    """Checkpoints verified."""
    in_flight: int
    """Unsigned records of a writer that is at work."""
    open_calls: int
    """Calls that a writer at work has not ended, or that nobody ever will."""
    taken_over: int
    """Records that were signed only by the writer after the one that wrote them: its LogOpened says so."""
    clock_jumps: int
    """How often the writer's clock jumped, as its ClockJumped records say; a quick verification does not count."""
    values: int | None
    """Commitments that the vault opens, or keeps the salt of; null where the vault was not compared."""
    erased: int | None
    """Commitments whose values were erased, and recorded so."""
    witnessed_size: int
    """Records that every witness saw; 0 where none was asked."""
    quick: bool
    """Signed bytes were compared with their root only: no chain, form, times or completeness."""
    tags_checked: bool
    """Whether the tags of the records that are not signed yet were compared, which takes the signing key."""
    findings: tuple[Finding, ...]
    policy: PolicyAnswer | None = None
    """How far the witness policy is met; null where none was given."""

    @property
    def ok(self) -> bool:
        """Whether the verdict is OK, with a witness or without one."""
        return self.exit_code == 0

    def decided_by(self, finding: Finding, findings: tuple[Finding, ...]) -> Report:
        """The report with the verdict of another finding, and these findings."""
        return msgspec.structs.replace(
            self,
            verdict=finding.verdict,
            exit_code=EXIT_CODES[finding.verdict],
            code=finding.code,
            detail=finding.message,
            file=finding.file,
            first_bad_seq=finding.seq,
            byte_offset=finding.offset,
            findings=findings,
        )

    def to_data(self) -> dict[str, Any]:
        """The JSON form."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def make_report(
    decisive: Finding | None,
    *,
    quick: bool,
    records: int = 0,
    signed_size: int = 0,
    checkpoints: int = 0,
    in_flight: int = 0,
    open_calls: int = 0,
    taken_over: int = 0,
    clock_jumps: int = 0,
    values: int | None = None,
    erased: int | None = None,
    tags_checked: bool = False,
    findings: tuple[Finding, ...] = (),
) -> Report:
    """The report whose verdict is that of one finding, None where nothing is wrong; no witness was asked."""
    said = decisive or Finding(
        "OK_NOT_WITNESSED", "", "everything that is signed holds; no witness was asked"
    )
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
        clock_jumps=clock_jumps,
        values=values,
        erased=erased,
        witnessed_size=0,
        quick=quick,
        tags_checked=tags_checked,
        findings=findings or ((decisive,) if decisive else ()),
    )
