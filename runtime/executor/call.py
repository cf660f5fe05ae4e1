"""The state of one call while it passes through the pipeline."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from runtime.capability.match import CapabilitySet
from runtime.contracts.audit import Body, Check, Entry
from runtime.contracts.capability import Capability
from runtime.contracts.decision import NOT_ASKED, Decision
from runtime.contracts.invocation import Principal
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import ScopedContext
from runtime.contracts.vault import Sealed
from runtime.executor.commitments import Commitment
from runtime.executor.prepared import PreparedTool
from runtime.executor.session import PinnedSession, Session


class Call:
    """One call. ``step`` is the number of the pipeline's step that it is in; records name it."""

    __slots__ = (
        "arguments",
        "begun_ns",
        "call_id",
        "canonical",
        "committed",
        "decision",
        "effective",
        "ended",
        "entries",
        "found",
        "gate_checks",
        "grants",
        "limits",
        "opened",
        "principal",
        "redact",
        "salts",
        "scoped",
        "session",
        "step",
        "tool_name",
    )  # fmt: skip

    arguments: dict[str, Any]
    effective: CapabilitySet

    def __init__(
        self,
        call_id: str,
        tool_name: str,
        principal: Principal,
        grants: Sequence[Capability],
        limits: ResourceBounds | None,
        session: Session | PinnedSession | None = None,
    ) -> None:
        self.call_id = call_id
        self.tool_name = tool_name
        self.principal = principal
        self.grants = grants
        self.limits = limits
        self.session = session
        self.step = 0
        self.opened = False
        self.ended = False
        self.found: PreparedTool | None = None
        self.scoped: ScopedContext | None = None
        self.begun_ns = time.perf_counter_ns()
        self.canonical = b""
        self.committed: Commitment | None = None
        self.decision: Decision = NOT_ASKED
        self.gate_checks: tuple[Check, ...] = ()
        self.redact: tuple[str, ...] = ()
        self.salts: dict[str, str] = {}
        self.entries: list[Entry] = []

    @property
    def prepared(self) -> PreparedTool:
        """The tool that step 1 found."""
        assert self.found is not None  # noqa: S101  # only later steps ask
        return self.found

    @property
    def context(self) -> ScopedContext:
        """What step 7 made for the tool."""
        assert self.scoped is not None  # noqa: S101  # only later steps ask
        return self.scoped

    @property
    def fuel(self) -> int | None:
        """What the tool's module burnt; None for other tools, and before one ran."""
        return self.scoped.fuel_used if self.scoped is not None else None

    def note(self, body: Body, sealed: Sealed | None = None) -> None:
        """Add a record, and what opens its commitment, to the batch that the next barrier makes durable."""
        self.entries.append(Entry(self.call_id, body, sealed))

    def end(self, body: Body, sealed: Sealed | None = None) -> None:
        """Note the terminal record: there is exactly one."""
        self.ended = True
        self.note(body, sealed)

    def take_entries(self) -> list[Entry]:
        """The batch so far; the next one starts empty."""
        entries, self.entries = self.entries, []
        return entries

    def duration_us(self) -> int:
        """Microseconds since the call arrived."""
        return (time.perf_counter_ns() - self.begun_ns) // 1000
