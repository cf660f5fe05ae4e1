"""Repairs a log whose end a crash tore, or somebody forged: moves it into quarantine, so that the log can be continued.

A crash can leave an incomplete line, or blocks of NUL, behind the last durable record, and an incomplete note
behind the last checkpoint. Whoever can write the log, and has no key, can append records whose tags are wrong. Nothing of that was
acknowledged to anybody. Repair copies it into a quarantine file,
cuts it off and records so. What a checkpoint covers is never touched: damage there is tampering, and refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from blake3 import blake3

from runtime.audit.format.note import Signer
from runtime.audit.keys.key_files import Keyring
from runtime.audit.layout.store import AppendOnlyFile, Store
from runtime.audit.stores import Location, location_of
from runtime.audit.witness.agreement import require_witnessed
from runtime.audit.witness.port import Witness
from runtime.audit.write.log import Log
from runtime.audit.write.recovery import LogSurvey, survey_log
from runtime.contracts.audit import Entry, LogRecovered
from runtime.contracts.digest import PREFIX
from runtime.contracts.errors import AuditDamaged, AuditWriteFailed

_MOST_KEPT_BYTES = 1 << 30


class TornEnd(msgspec.Struct, frozen=True):
    """A torn end: so many bytes behind ``offset``, with this digest, kept under this name."""

    offset: int
    bytes: int
    digest: str
    quarantine: str


class RepairPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a repair would do, or (``applied``) did."""

    records: TornEnd | None
    checkpoints: TornEnd | None
    forged: bool
    """The records were written by somebody without the log's key, and not torn by a crash."""
    places: int
    """Rows of a database that said wrongly where they end."""
    reason: str
    applied: bool

    @property
    def needed(self) -> bool:
        """Whether there is anything to repair."""
        return self.records is not None or self.checkpoints is not None or self.places > 0


def repair(
    folder: Path | str | Location,
    *,
    signer: Signer | Keyring,
    origin: str,
    runtime_version: str,
    witnesses: Sequence[Witness] = (),
    apply: bool = False,
) -> RepairPlan:
    """Plan the repair of a log's torn end, and with ``apply`` carry it out.

    Args:
        folder: The log's folder, or the location of a log that is in none.
        signer: The log's key: only what it did not sign may be cut.
        origin: The log's name.
        runtime_version: Goes into the records that a repair appends.
        witnesses: What they saw, the log must still hold, before anything of it is moved.
        apply: Do it. Otherwise nothing is changed.

    Raises:
        AuditInconsistent: ``audit.inconsistent``: the damage lies inside the signed range, or a witness saw another log.
        AuditWriteFailed: ``audit.write_failed``: another writer has the log open, or it cannot be written.
    """
    ring = Keyring.of(signer)
    location = location_of(folder)
    store = location.open(create=False)
    try:
        with store.joining() as alone:
            if not alone:  # its next lines would look like damage
                raise AuditWriteFailed(
                    "Another process has the log open", suggestion="Stop the runtime, then repair."
                )
            places = _mend(store, apply=apply)
            if places and not apply:
                return RepairPlan(
                    records=None,
                    checkpoints=None,
                    forged=False,
                    places=places,
                    reason=f"{places} rows say wrongly where they end",
                    applied=False,
                )
            plan = msgspec.structs.replace(_plan(store, survey_log(store, ring)), places=places)
            for witness in witnesses:
                require_witnessed(witness, store.checkpoints, ring.known)
            if apply:
                plan = _cut(store, plan)
    finally:
        store.close()
    if plan.applied:
        with Log.open(
            location, signer=ring, origin=origin, runtime_version=runtime_version, witnesses=witnesses
        ) as log:
            if plan.records is not None:
                torn = plan.records
                recovered = LogRecovered(
                    bytes=torn.bytes,
                    cause="forged" if plan.forged else "torn",
                    digest=torn.digest,
                    offset=torn.offset,
                )
                log.commit_sync([Entry(None, recovered)])
    return plan


def _plan(store: Store, survey: LogSurvey) -> RepairPlan:
    return RepairPlan(
        records=_torn(store.records, survey.state.end, "records"),
        checkpoints=_torn(store.checkpoints, survey.newest.end, "checkpoints"),
        forged=survey.forged,
        places=0,
        reason=survey.damage.message if survey.damage else "",
        applied=False,
    )


def _mend(store: Store, *, apply: bool) -> int:
    """What the store says of its bytes comes first: nothing can be read where it is wrong."""
    wrong = 0
    for file in (store.records, store.checkpoints):
        with file.locked():
            wrong += file.mend(apply=apply)
    return wrong


def _torn(file: AppendOnlyFile, offset: int, name: str) -> TornEnd | None:
    size = file.size()
    if size == offset:
        return None
    if size - offset > _MOST_KEPT_BYTES:
        raise AuditDamaged(
            f"{size - offset} bytes behind the {name} are more than a crash leaves, or a repair can keep",
            suggestion="Look at the file; move it aside, and put back a copy cut to the offset.",
            offset=offset,
        )
    hasher = blake3()
    for chunk in file.read(offset, size):
        hasher.update(chunk)
    digest = hasher.hexdigest()
    return TornEnd(offset, size - offset, PREFIX + digest, f"quarantine-{name}-{offset}-{digest[:16]}")


def _cut(store: Store, plan: RepairPlan) -> RepairPlan:
    """Keep, then cut: a crash between the two leaves the bytes in both places, and the repair is run again."""
    for file, torn in ((store.records, plan.records), (store.checkpoints, plan.checkpoints)):
        if torn is not None:
            with file.locked():
                store.quarantine(torn.quarantine, file.read(torn.offset, torn.offset + torn.bytes))
                file.cut(torn.offset)
    return msgspec.structs.replace(plan, applied=plan.needed)
