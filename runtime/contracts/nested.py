"""Calls inside a call: what makes them for a tool that runs.

The handle (`runtime.capability.calls`) decides which tools; the executor governs each call as one of its own, under what the call
around it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from runtime.contracts.capability import Capability
from runtime.contracts.invocation import Outcome
from runtime.contracts.limits import ResourceBounds


class CallAccess(Protocol):
    """Makes calls inside one call, until that ends."""

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """How the call inside ended.

        Args:
            tool: Its tool.
            arguments: Of that tool.
            grants: What of the call's own capabilities it may have; all of them where None.
            limits: Bounds tighter than the tool's and than what is left of the call's.

        Raises:
            InputInvalid: grants or limits are none.
            CallsLimit: as many calls were made as the call, or one around it, may make; or they are nested too deeply.
            CallCancelled: the call around it is being ended.
            AuditError: the log cannot be written.
        """
        ...

    def call_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """`call` for plain functions, which run in a worker thread."""
        ...
