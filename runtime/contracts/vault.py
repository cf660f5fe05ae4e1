"""What the vault keeps: for each commitment of a record the salt and the value that open it.

The log shows that *some* arguments were used; the vault shows which. It is the part that can be erased.
"""

from __future__ import annotations

from typing import Literal

import msgspec

MAX_VALUE_BYTES = 1 << 20
"""Of a larger value only the salt is kept: whoever has the value can still show that it is the one."""

Kept = Literal["nothing", "redacted", "salt", "whole"]
"""What a record says that the vault was given. It is signed with the record, so that less cannot pass for it."""


class Sealed(msgspec.Struct, frozen=True):
    """One row for the vault. ``value`` is None where only the salt is kept."""

    commitment: str
    salt: bytes
    value: bytes | None


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """What the vault holds of one commitment.

    ``value``: salt and value, which open the commitment. ``salt``: the value was too large to be kept. ``erased``: the
    row was there. ``absent``: it is not. ``broken``: what stands there does not open the commitment.
    """

    state: Literal["value", "salt", "erased", "absent", "broken"]
    salt: bytes | None = None
    value: bytes | None = None
