"""Erases the values that calls' records commit to; the records stay, and more of them say so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.note import Signer
from runtime.audit.format.vault_slots import VaultSlot, commitments_of, erased_slots
from runtime.audit.keys.key_files import Keyring
from runtime.audit.maintain.holds import CallFacts, clipped, covering, read_holds, require_signed
from runtime.audit.read.call_history import read_lines
from runtime.audit.stores import Location, location_of
from runtime.audit.vault.erasure_intent import ErasureIntent, read_intent
from runtime.audit.vault.opening import open_vault, read_vault
from runtime.audit.vault.vault_rows import VaultRows
from runtime.audit.witness.port import Witness
from runtime.audit.write.log import Log
from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    ApprovalDecided,
    Body,
    CapabilityCheck,
    Erased,
    Record,
    ToolInvoked,
)
from runtime.contracts.errors import AuditDamaged, AuditHeld, AuditNotFound, CallUnderWay
from runtime.contracts.ports import Vault

_GONE = ("absent", "erased")


class Erasure(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a call's rows."""

    call: str
    commitments: tuple[str, ...]
    """What the call's records commit to, as far as the vault was given anything."""
    rows: int
    """How many rows were overwritten now."""
    recorded: bool
    """Whether an ``Erased`` record was appended; not where all of it was erased before."""
    clear: int
    """How many names of the call stand in its records and stay there: who called and approved, what was reached for."""


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """Which calls are meant: those that meet all conditions. None is anything; tool and principal may hold ``*`` and ``?``."""

    principal: str | None = None
    """Who called or approved, as the records name it or the vault does."""
    value: str | None = None
    """A text somewhere in what the vault keeps of the call, or in what it reached for."""
    tool: str | None = None
    since_us: int | None = None
    until_us: int | None = None


class _Call(msgspec.Struct):
    """A call as far as it was read."""

    tool: str
    at_us: int
    under_way: bool = True
    principals: list[str] = []
    texts: list[str] = []
    slots: list[VaultSlot] = []


def erase(
    folder: Path | str | Location,
    *,
    signer: Signer | Keyring,
    origin: str,
    runtime_version: str,
    call: str,
    reason: str = "",
    witnesses: Sequence[Witness] = (),
) -> Erasure:
    """Erase what the vault holds of a call, durably, and record that; see `erase_calls`."""
    (done,) = erase_calls(
        folder,
        signer=signer,
        origin=origin,
        runtime_version=runtime_version,
        calls=[call],
        reason=reason,
        witnesses=witnesses,
    )
    return done


def erase_calls(
    folder: Path | str | Location,
    *,
    signer: Signer | Keyring,
    origin: str,
    runtime_version: str,
    calls: Collection[str],
    reason: str = "",
    witnesses: Sequence[Witness] = (),
) -> list[Erasure]:
    """Erase what the vault holds of calls, durably, and record that.

    Done twice, it does nothing the second time. Killed in between, the next start of a runtime finishes the call that it was at.

    Args:
        folder: The log's folder, or the location of a log that is in none.
        signer: The log's key.
        origin: The log's name.
        runtime_version: Goes into the LogOpened record.
        calls: The calls' ids; of several calls under one, all.
        reason: Why; it stays in the log for good.
        witnesses: As `Log.open`.

    Raises:
        AuditNotFound: ``audit.not_found``: the log knows no such call.
        CallUnderWay: ``call.under_way``: one has not ended.
        AuditHeld: ``audit.held``: a legal hold covers one; nothing is erased.
        AuditError: the log is not what was signed; it or the vault cannot be written.
    """
    ring, location = Keyring.of(signer), location_of(folder)
    with (
        Log.open(
            location, signer=ring, origin=origin, runtime_version=runtime_version, witnesses=witnesses
        ) as log,
        closing(open_vault(location)) as vault,
        vault.erasing(wait=True),
    ):
        if (unfinished := read_intent(vault.load_intent(), ring.keys)) is not None:
            log.commit_sync(unfinished.carry_out(vault))
        require_signed(location, ring)
        holds = read_holds(location, ring)
        with read_vault(location) as rows:
            found = _collect(location, calls, rows)
        for call, parts in found.items():
            if (hold := covering(holds, parts.facts)) is not None:
                raise AuditHeld(f"Call {call} is under the legal hold {hold.hold}", hold=hold.hold)
        return [erase_parts(log, vault, ring, call, found[call], clipped(reason)) for call in calls]


def erase_parts(log: Log, vault: Vault, ring: Keyring, call: str, parts: CallParts, reason: str) -> Erasure:
    """Erase what was found of a call, and record it. The vault's lock is held, and no hold covers the call."""
    there = [slot for slot in parts.slots if vault.open(slot.commitment, slot.seq).state not in _GONE]
    left = tuple(slot for slot in parts.slots if slot in there or slot not in parts.erased)
    if left:
        intent = ErasureIntent(call, left, reason)
        vault.save_intent(intent.sign(ring.signer(str(log.key))))
        log.commit_sync(intent.carry_out(vault))
    vault.save_intent(b"")
    commitments = tuple(slot.commitment for slot in parts.slots)
    return Erasure(
        call=call, commitments=commitments, rows=len(there), recorded=bool(left), clear=parts.clear
    )


def select_for_erasure(folder: Path | Location, selection: Selection) -> list[str]:
    """The ids of the ended calls that are meant, the oldest first. Nothing is changed.

    Raises:
        AuditDamaged: ``audit.damaged``: the log or the vault cannot be read.
    """
    opened: dict[str, _Call] = {}
    found: dict[str, None] = {}
    with read_vault(folder) as vault:
        for record, body in read_records(folder):
            call = record.call
            if call is None:
                continue
            if isinstance(body, ToolInvoked):
                if len(opened) >= MAX_OPEN_CALLS:
                    raise AuditDamaged(f"More than {MAX_OPEN_CALLS} calls are open at once")
                opened[call] = _Call(body.tool, record.at_us)
            if call in opened:
                _note(opened[call], record.seq, body)
                if body.terminal and _is_meant(opened.pop(call), selection, vault):
                    found[call] = None
    return list(found)


class CallParts(msgspec.Struct):
    """What is to be erased of the calls of one id."""

    facts: CallFacts
    slots: list[VaultSlot] = []
    erased: set[VaultSlot] = set()
    clear: int = 0
    known: bool = False
    under_way: bool = False

    def take(self, record: Record, body: Body, rows: VaultRows) -> None:
        """Take in one of their records."""
        self.facts.take(record, body, rows)
        if isinstance(body, ToolInvoked):
            self.known = self.under_way = True
        elif body.terminal:
            self.under_way = False
        elif isinstance(body, Erased):
            self.erased |= set(erased_slots(body))
        self.slots += [VaultSlot(record.seq, made) for made, _ in commitments_of(body)]
        if getattr(body, "names", None) is None:
            self.clear += len(_principals(body)) + len(_targets(body))


def _collect(folder: Location, calls: Collection[str], rows: VaultRows) -> dict[str, CallParts]:
    """Where the vault was given something of the calls, and what of it was erased before."""
    found = {call: CallParts(CallFacts(call)) for call in calls}
    for record, body in read_records(folder):
        parts = found.get(record.call or "")
        if parts is not None:
            parts.take(record, body, rows)
    for call, parts in found.items():
        if not parts.known:
            raise AuditNotFound(f"The log knows no call {call[:128]!a}")
        if parts.under_way:
            raise CallUnderWay(f"Call {call} has not ended")
    return found


def _note(call: _Call, seq: int, body: Body) -> None:
    call.slots += [VaultSlot(seq, made) for made, _ in commitments_of(body)]
    call.principals += _principals(body)
    call.texts += _targets(body)


def _principals(body: Body) -> list[str]:
    if isinstance(body, ToolInvoked):
        return [body.principal]
    return [body.approver] if isinstance(body, ApprovalDecided) else []


def _targets(body: Body) -> list[str]:
    return [check.target for check in body.checks] if isinstance(body, CapabilityCheck) else []


def _is_meant(call: _Call, wanted: Selection, vault: VaultRows) -> bool:
    if wanted.tool is not None and not fnmatchcase(call.tool, wanted.tool):
        return False
    if wanted.since_us is not None and call.at_us < wanted.since_us:
        return False
    if wanted.until_us is not None and call.at_us >= wanted.until_us:
        return False
    if wanted.principal is None and wanted.value is None:
        return True
    values = [opened.value for slot in call.slots if (opened := vault.at_slot(slot)).value is not None]
    texts = [text for value in values if value is not None for text in _texts(value)]
    if wanted.principal is not None:
        names = [*call.principals, *texts]
        if not any(fnmatchcase(name, wanted.principal) for name in names):
            return False
    return wanted.value is None or any(
        wanted.value in text for text in [*call.texts, *call.principals, *texts]
    )


def _texts(value: bytes) -> Iterator[str]:
    """Every text in a value, the names of fields among them; the bytes themselves where they are no JSON."""
    try:
        waiting = [msgspec.json.decode(value)]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        yield value.decode(errors="replace")
        return
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        else:
            yield msgspec.json.encode(one).decode()


def read_records(folder: Path | Location, since: int = 0) -> Iterator[tuple[Record, Body]]:
    """The records of a log, from one on that is not behind this number. Raises AuditDamaged where one does not hold."""
    try:
        for line in read_lines(folder, since):
            yield decode(line)
    except FormatError as error:
        raise AuditDamaged(f"A record of the log does not hold: {error.message}") from None
