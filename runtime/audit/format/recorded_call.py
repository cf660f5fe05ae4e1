"""Defines what the records of a call that ended say of it."""

from __future__ import annotations

import msgspec

from runtime.audit.format.vault_slots import VaultSlot
from runtime.contracts.vault import Kept


class RecordedCall(msgspec.Struct, kw_only=True):
    """One call that ended, as its records tell it."""

    call: str
    tool: str
    manifest: str | None
    arguments: VaultSlot | None
    """The arguments that it ran with."""
    kept: Kept
    """What the vault was given of them."""
    seq: int
    """The record that ended it."""
    ended: str
    """That record's kind."""
    output_hash: str | None = None
