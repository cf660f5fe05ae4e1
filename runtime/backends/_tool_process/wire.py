"""What the host and the process of a call say to each other: one message each way, in MessagePack.

Nothing is unpickled: the host reads a process's answer as data of these forms, within bounds, and believes none of it that it can check.
"""

from __future__ import annotations

from typing import Any

import msgspec

from runtime.contracts.audit import Check
from runtime.contracts.limits import ResourceBounds
from runtime.sdk.origin import Origin

OVERHEAD_BYTES = 1024 * 1024
"""What an answer may have beside the output."""


class ToolOrder(msgspec.Struct, frozen=True, kw_only=True):
    """One call."""

    call_id: str
    origin: Origin
    arguments: bytes
    """JSON."""
    capabilities: list[dict[str, Any]]
    limits: ResourceBounds
    workspace: str | None
    hidden: tuple[str, ...]
    locked: tuple[str, ...]
    environ: dict[str, str]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An error, field by field."""

    category: str
    code: str
    message: str
    suggestion: str
    details: bytes
    """JSON."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How the tool ended."""

    output: bytes = b""
    is_binary: bool = False
    error: Told | None = None
    checks: list[Check] = []
