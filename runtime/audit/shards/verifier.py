"""Verifies a parent log and every shard that it speaks of.

1. The parent is verified as any log.
2. Each shard that its signed records name is there, and is verified with the keys that they name for it.
3. Each checkpoint that the parent keeps of a shard is among the shard's own (`runtime.audit.verify.witness_check`).

So one pinned key is enough for all, and a shard that is missing, or shorter than it was, is TAMPERED.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.layout.finding import Finding, Verdict
from runtime.audit.shards.parent_log import ParentLog, read_shards
from runtime.audit.shards.shard_place import find_shard
from runtime.audit.stores import Location, location_of
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.audit.witness.port import Witness
from runtime.contracts.errors import Error

_WORST_FIRST: tuple[Verdict, ...] = ("TAMPERED", "UNTRUSTED", "ERROR", "UNPROVEN", "OK_NOT_WITNESSED", "OK")


class Shard(msgspec.Struct):
    """What the parent says of a shard."""

    location: str
    keys: list[str]


class ShardsReport(msgspec.Struct, frozen=True, kw_only=True):
    """The worst of the verdicts, and each report."""

    verdict: Verdict
    exit_code: int
    parent: Report
    shards: dict[str, Report]
    """By origin."""

    def to_data(self) -> dict[str, Any]:
        """The JSON form."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def verify_shards(
    place: Path | str | Location,
    *,
    verifier_keys: Sequence[VerifierKey | str],
    quick: bool = False,
    vault: bool = True,
    witnesses: Sequence[Witness] = (),
    require_witness: bool = False,
    locations: Mapping[str, Path | Location] | None = None,
) -> ShardsReport:
    """Verify a parent log and its shards. Never raises for what the files hold.

    Args:
        place: Where the parent is.
        verifier_keys: The parent's pinned keys.
        quick: As `verify`.
        vault: As `verify`.
        witnesses: Of the parent.
        require_witness: As `verify`; of a shard, its parent is the witness.
        locations: Where shards are, by origin, that are not where the parent's records say.
    """
    above = location_of(place)
    judge = partial(verify, quick=quick, vault=vault, require_witness=require_witness)
    parent = judge(above, verifier_keys=verifier_keys, witnesses=witnesses)
    shards: dict[str, Report] = {}
    if parent.verdict in ("OK", "OK_NOT_WITNESSED", "UNPROVEN"):
        try:
            for origin, shard in sorted(_find_shards(above, parent.signed_size).items()):
                location = (locations or {}).get(origin) or find_shard(above, shard.location, origin)
                shards[origin] = _verify_shard(above, location, shard.keys, judge)
        except (Error, FormatError) as error:  # it was read a moment ago
            finding = Finding("ERROR", "log.unreadable", error.message)
            parent = parent.decided_by(finding, (finding,))
    worst = min((parent, *shards.values()), key=lambda report: _WORST_FIRST.index(report.verdict))
    return ShardsReport(verdict=worst.verdict, exit_code=worst.exit_code, parent=parent, shards=shards)


def _find_shards(parent: Location, signed_size: int) -> dict[str, Shard]:
    """The shards that the signed records name, with the newest location and every key."""
    shards: dict[str, Shard] = {}
    for seq, body in read_shards(parent):
        if seq >= signed_size:
            break
        shard = shards.setdefault(body.origin, Shard(body.place, []))
        shard.location = body.place
        if body.key not in shard.keys:
            shard.keys.append(body.key)
    return shards


def _verify_shard(
    parent: Location, location: Path | Location, keys: list[str], judge: Callable[..., Report]
) -> Report:
    parsed = _parse(keys)
    witnesses = [ParentLog(parent, parsed)] if parsed else []
    report = judge(location, verifier_keys=keys[:1], witnesses=witnesses)
    if report.code == "log.missing":
        missing = Finding("TAMPERED", "shard.missing", f"a shard is not there: {report.detail}")
        return report.decided_by(missing, (missing,))
    return report


def _parse(keys: list[str]) -> list[VerifierKey]:
    try:
        return [VerifierKey.parse(key) for key in keys]
    except InvalidNote:  # the verification says so of the first
        return []
