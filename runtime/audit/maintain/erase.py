"""Erases the values that a call's records commit to; the records stay, and one more says so."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from runtime.audit.format.note import Signer
from runtime.audit.format.vault_slots import VaultSlot, commitment_of, erased_slots
from runtime.audit.keys.key_files import Keyring
from runtime.audit.read.call_history import records_of
from runtime.audit.vault.erasure_intent import ErasureIntent, read_intent
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.witness.port import Witness
from runtime.audit.write.log import Log
from runtime.contracts.audit import Body, Erased, Record, ToolInvoked
from runtime.contracts.errors import AuditNotFound, CallUnderWay

_MAX_REASON = 512
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


def erase(
    folder: Path | str,
    *,
    signer: Signer | Keyring,
    origin: str,
    runtime_version: str,
    call: str,
    reason: str = "",
    witnesses: Sequence[Witness] = (),
) -> Erasure:
    """Erase what the vault holds of a call, durably, and record that.

    Done twice, it does nothing the second time. Killed in between, the next start of a runtime finishes it.

    Args:
        folder: The log's folder.
        signer: The log's key.
        origin: The log's name.
        runtime_version: Goes into the LogOpened record.
        call: The call's id; of several calls under it, all.
        reason: Why; it stays in the log for good.
        witnesses: As `Log.open`.

    Raises:
        AuditNotFound: ``audit.not_found``: the log knows no such call.
        CallUnderWay: ``call.under_way``: it has not ended.
        AuditError: the log or the vault cannot be written.
    """
    ring = Keyring.of(signer)
    with (
        Log.open(
            folder, signer=ring, origin=origin, runtime_version=runtime_version, witnesses=witnesses
        ) as log,
        closing(FileVault(Path(folder))) as vault,
        vault.erasing(wait=True),
    ):
        if (unfinished := read_intent(vault.load_intent(), ring.keys)) is not None:
            log.commit_sync(unfinished.carry_out(vault))
        slots, recorded = _slots_of(records_of(Path(folder), call), call)
        there = [slot for slot in slots if vault.open(slot.commitment, slot.seq).state not in _GONE]
        left = tuple(slot for slot in slots if slot in there or slot not in recorded)
        if left:
            text = reason[:_MAX_REASON].encode(errors="backslashreplace").decode()
            intent = ErasureIntent(call, left, text)
            vault.save_intent(intent.sign(ring.signer(str(log.key))))
            log.commit_sync(intent.carry_out(vault))
        vault.save_intent(b"")
    commitments = tuple(slot.commitment for slot in slots)
    return Erasure(call=call, commitments=commitments, rows=len(there), recorded=bool(left))


def _slots_of(records: list[tuple[Record, Body]], call: str) -> tuple[list[VaultSlot], set[VaultSlot]]:
    """Where the vault was given something of the call, and what of it was erased before."""
    slots: list[VaultSlot] = []
    erased: set[VaultSlot] = set()
    under_way = known = False
    for record, body in records:
        if isinstance(body, ToolInvoked):
            known = under_way = True
        elif body.terminal:
            under_way = False
        elif isinstance(body, Erased):
            erased |= set(erased_slots(body))
        if (found := commitment_of(body)) is not None:
            slots.append(VaultSlot(record.seq, found[0]))
    if not known:
        raise AuditNotFound(f"The log knows no call {call[:128]!a}")
    if under_way:
        raise CallUnderWay(f"Call {call} has not ended")
    return slots, erased
