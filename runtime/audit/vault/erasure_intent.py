"""Makes an erasing survive its process: what is about to go is said first, signed, and finished by whoever opens the log next.

1. The intent is saved, and durable.
2. The rows are overwritten, and durably so.
3. ``Erased`` is appended.
4. The intent is taken back.

Killed behind 1 or 2, the next start does 2 to 4 again; behind 3, it records the same erasure twice, which says nothing
false. An intent that the log's key did not sign is thrown away: otherwise whoever can write the folder, and has no key, could
have the runtime erase evidence in its own name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from runtime.audit.format.chain import FormatError, decode
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, open_note
from runtime.audit.format.vault_slots import VaultSlot, erased_slots, erasure_entries
from runtime.audit.keys.key_files import Keyring
from runtime.audit.read.call_history import read_lines
from runtime.audit.stores import Location
from runtime.audit.vault.opening import read_vault
from runtime.contracts.audit import Entry, Erased
from runtime.contracts.ports import Vault


class ErasureIntent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be erased, and why."""

    call: str
    slots: tuple[VaultSlot, ...] = msgspec.field(name="places")
    reason: str

    def sign(self, signer: Signer) -> bytes:
        """The intent as a note that only the log's key can have made."""
        return signer.sign(f"{_title(signer.key)}\n{msgspec.json.encode(self).decode()}\n")

    def carry_out(self, vault: Vault) -> list[Entry]:
        """Overwrite the rows; returns what is to be recorded once it is durable."""
        rows = sum(vault.erase(slot.seq, slot.commitment) for slot in self.slots)
        vault.sync()
        return erasure_entries(self.call, "request", self.reason, self.slots, rows)


def read_intent(note: bytes, keys: Sequence[VerifierKey]) -> ErasureIntent | None:
    """The intent of a note, None where none of the log's keys signed one."""
    try:
        text, signed = open_note(note, keys)
        title, _, data = text.partition("\n")
        known = title in {_title(key) for key in signed}
        return msgspec.json.decode(data, type=ErasureIntent) if known else None
    except (InvalidNote, msgspec.MsgspecError):
        return None


@contextmanager
def finishing_interrupted_erasure(vault: Vault | None, ring: Keyring) -> Iterator[list[Entry]]:
    """Finish what an erasing left undone; left without an error, the entries are taken to be recorded."""
    if vault is None:
        yield []
        return
    with vault.erasing(wait=False) as mine:
        note = vault.load_intent() if mine else b""
        intent = read_intent(note, ring.keys)
        yield intent.carry_out(vault) if intent else []
        if note:
            vault.save_intent(b"")


def record_lost_rows(vault: Vault | None, unsigned: Iterable[VaultSlot]) -> list[Entry]:
    """The records of rows that a power failure took.

    Rows are synced before the checkpoint that covers their records, so that only those of unsigned ones can be missing.
    """
    if vault is None:
        return []
    gone: Sequence[VaultSlot] = [
        slot for slot in unsigned if vault.open(slot.commitment, slot.seq).state in ("absent", "broken")
    ]
    for slot in gone:
        vault.erase(slot.seq, slot.commitment)
    return erasure_entries(None, "crash", "", gone, 0)


def recent_erasures(place: Path | Location, keys: Sequence[VerifierKey], size: int) -> Iterator[VaultSlot]:
    """What is being erased, and what records behind the first so many say was. Raises AuditError."""
    with read_vault(place) as vault:
        note = vault.load_intent()
    if (intent := read_intent(note, keys)) is not None:
        yield from intent.slots
    for line in read_lines(place, size):  # after the intent, which is taken back when its record is there
        if b'"kind":"Erased"' in line:
            with suppress(FormatError):
                body = decode(line)[1]
                if isinstance(body, Erased):
                    yield from erased_slots(body)


def _title(key: VerifierKey) -> str:
    return f"{key.name} erasing"  # the space: no origin, hence no checkpoint, starts with this line
