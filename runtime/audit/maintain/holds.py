"""Places legal holds, releases them, and tells what they cover. A hold is a record of the log itself, so no setting and no older file ends it.

Whoever removes anything reads the holds first, from records that were verified a moment ago; segments with such records are never moved to an
archive. What cannot be told, as a name that was erased, counts as covered.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.note import Signer, VerifierKey
from runtime.audit.keys.key_files import Keyring
from runtime.audit.layout.segments import VerificationStopped
from runtime.audit.stores import Location, location_of
from runtime.audit.vault.opening import open_vault
from runtime.audit.vault.vault_rows import VaultRows
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.audit.witness.port import Witness
from runtime.audit.write.log import Log
from runtime.contracts.audit import (
    ApprovalDecided,
    Body,
    Entry,
    HoldPlaced,
    HoldReleased,
    Record,
    ToolInvoked,
)
from runtime.contracts.errors import (
    AuditDamaged,
    AuditError,
    AuditNotFound,
    AuditTampered,
    AuditUntrusted,
    ConfigurationError,
)

HOLD_MARK = b'"kind":"Hold'
"""Stands in the line of every such record; inside a string the quotes would be escaped."""
_SEALED_NAME = "(sealed)"
_MAX_TEXT = 512
_MAX_CALLS = 200
_REFUSED: dict[str, type[AuditError]] = {
    "TAMPERED": AuditTampered,
    "UNTRUSTED": AuditUntrusted,
    "ERROR": AuditDamaged,
}


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A hold that is in force: what meets all its conditions stays. None is anything."""

    hold: str
    placed_us: int
    placed_by: str
    reason: str
    calls: tuple[str, ...] = ()
    principal: str | None = None
    since_us: int | None = None
    until_us: int | None = None

    def covers(self, facts: CallFacts) -> bool:
        """Whether it may be about this call, or about these records of none."""
        if self.calls and not any(_is_inside(facts.call, call) for call in self.calls):
            return False
        if self.since_us is not None and facts.last_us < self.since_us:
            return False
        if self.until_us is not None and facts.first_us >= self.until_us:
            return False
        if self.principal is None:
            return True
        if facts.call is None:
            return False
        return not facts.known or any(fnmatchcase(name, self.principal) for name in facts.names)


class CallFacts:
    """What holds ask about a call, as far as its records were read."""

    __slots__ = ("_began", "_gone", "call", "first_us", "last_us", "names")

    def __init__(self, call: str | None) -> None:
        self.call = call
        self.names: set[str] = set()
        """Who called and approved."""
        self._began = False
        self._gone = False
        self.first_us = 1 << 63
        self.last_us = 0

    @property
    def known(self) -> bool:
        """Whether all names are known: its beginning was read, and no name is hidden and gone."""
        return self._began and not self._gone

    def take(self, record: Record, body: Body, vault: VaultRows | None) -> None:
        """Take in one of its records. A clock that was wrong makes the time that it covers longer, and never shorter."""
        self.first_us = min(self.first_us, record.at_us)
        self.last_us = max(self.last_us, record.at_us)
        if isinstance(body, ToolInvoked):
            self._began = True
            self._name(body.principal, body.names, record.seq, vault)
        elif isinstance(body, ApprovalDecided):
            self._name(body.approver, body.names, record.seq, vault)

    def _name(self, name: str, names: str | None, seq: int, vault: VaultRows | None) -> None:
        if name != _SEALED_NAME:
            self.names.add(name)
            return
        value = vault.open(names, seq).value if names is not None and vault is not None else None
        if value is None:
            self._gone = True
        else:
            self.names |= set(_texts(value))


def covering(holds: Iterable[Hold], facts: CallFacts) -> Hold | None:
    """The first of the holds that may be about this call."""
    return next((hold for hold in holds if hold.covers(facts)), None)


def first_key(ring: Keyring) -> VerifierKey:
    """The key from which a verification of this ring's log starts."""
    return ring.past[0] if ring.past else ring.current.key


def require_signed(location: Location, ring: Keyring) -> None:
    """See that what is here of a log is what was signed, before anything is removed by what it says.

    Raises:
        AuditTampered, AuditUntrusted, AuditDamaged: it is not, or cannot be read.
    """
    report: Report = verify(location, verifier_keys=[first_key(ring)], quick=True)
    refused = _REFUSED.get(report.verdict)
    if refused is not None:
        raise refused(f"The log is {report.verdict}: {report.detail}", finding=report.code)


def read_holds(location: Location, ring: Keyring) -> list[Hold]:
    """The holds that are in force, the oldest first.

    Raises:
        AuditDamaged: ``audit.damaged``: the log cannot be read.
    """
    holds: dict[str, Hold] = {}
    try:
        for segment in location.segments([first_key(ring)]):
            for line in marked_lines(segment.chunks(), (HOLD_MARK,)) if segment.is_here else ():
                record, body = decode(line)
                if isinstance(body, HoldPlaced):
                    holds[body.hold] = _hold_of(record, body)
                elif isinstance(body, HoldReleased):
                    holds.pop(body.hold, None)
    except (OSError, VerificationStopped, FormatError) as error:
        raise AuditDamaged(f"The log's holds cannot be read: {error}") from None
    finally:
        location.close()
    return list(holds.values())


def marked_lines(chunks: Iterable[bytes], marks: Sequence[bytes]) -> Iterator[bytes]:
    """The complete lines in which one of the marks stands; the others are passed over a megabyte at a time."""
    rest = b""
    for chunk in chunks:
        data = rest + chunk
        cut = data.rfind(b"\n") + 1
        rest = data[cut:]
        if any(data.find(mark, 0, cut) >= 0 for mark in marks):
            for line in data[:cut].split(b"\n"):
                if any(mark in line for mark in marks):
                    yield line


def place_hold(
    place: Path | str | Location,
    *,
    signer: Signer | Keyring,
    origin: str,
    runtime_version: str,
    placed_by: str,
    reason: str,
    calls: Sequence[str] = (),
    principal: str | None = None,
    since_us: int | None = None,
    until_us: int | None = None,
    witnesses: Sequence[Witness] = (),
) -> Hold:
    """Place a hold, durably: from then on nothing that it covers is erased, or moved away. Without a condition the whole log is meant.

    Raises:
        ConfigurationError: ``config.invalid``: too many calls are named, or the range of time is empty.
        AuditError: the log cannot be written.
    """
    if len(calls) > _MAX_CALLS:
        raise ConfigurationError(
            f"a hold names at most {_MAX_CALLS} calls", suggestion="Place several, or hold a range of time."
        )
    if since_us is not None and until_us is not None and since_us >= until_us:
        raise ConfigurationError("the hold covers no time", suggestion="Let --until come behind --since.")
    body = HoldPlaced(
        calls=tuple(calls),
        hold=f"h-{os.urandom(6).hex()}",
        placed_by=placed_by,
        principal=principal,
        reason=clipped(reason),
        since_us=since_us,
        until_us=until_us,
    )
    location, ring = location_of(place), Keyring.of(signer)
    with (
        closing(open_vault(location)) as vault,
        vault.erasing(wait=True),  # whoever erases now has read the holds before
        Log.open(
            location, signer=ring, origin=origin, runtime_version=runtime_version, witnesses=witnesses
        ) as log,
    ):
        log.commit_sync([Entry(None, body)])
        at_us = log.time_us()
    return _hold(body, at_us)


def release_hold(
    place: Path | str | Location,
    *,
    signer: Signer | Keyring,
    origin: str,
    runtime_version: str,
    hold: str,
    released_by: str,
    reason: str,
    witnesses: Sequence[Witness] = (),
) -> Hold:
    """End a hold, which is recorded.

    Raises:
        AuditNotFound: ``audit.not_found``: no such hold is in force.
        AuditError: the log is not what was signed, or cannot be written.
    """
    location, ring = location_of(place), Keyring.of(signer)
    require_signed(location, ring)
    known = {one.hold: one for one in read_holds(location, ring)}
    if hold not in known:
        raise AuditNotFound(
            f"No hold {hold[:64]!a} is in force", suggestion="Look with `runtime audit hold list`."
        )
    with Log.open(
        location, signer=ring, origin=origin, runtime_version=runtime_version, witnesses=witnesses
    ) as log:
        log.commit_sync(
            [Entry(None, HoldReleased(hold=hold, reason=clipped(reason), released_by=released_by))]
        )
    return known[hold]


def clipped(text: str) -> str:
    """A reason as a record can hold it."""
    return text[:_MAX_TEXT].encode(errors="backslashreplace").decode()


def _hold_of(record: Record, body: HoldPlaced) -> Hold:
    return _hold(body, record.at_us)


def _hold(body: HoldPlaced, placed_us: int) -> Hold:
    return Hold(
        hold=body.hold,
        placed_us=placed_us,
        placed_by=body.placed_by,
        reason=body.reason,
        calls=body.calls,
        principal=body.principal,
        since_us=body.since_us,
        until_us=body.until_us,
    )


def _is_inside(call: str | None, outer: str) -> bool:
    """Whether a call is this one, or was made inside it at any depth."""
    return call is not None and (call == outer or call.startswith(f"{outer}/"))


def _texts(names: bytes) -> Iterator[str]:
    try:
        found = msgspec.json.decode(names)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return
    for one in found if isinstance(found, list) else [found]:
        if isinstance(one, str):
            yield one
