"""``ctx.call``: the granted tools, called from inside a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.capability.check_log import CheckLog
from runtime.capability.handles import shown
from runtime.capability.match import CapabilitySet, names_cover
from runtime.contracts.capability import Capability
from runtime.contracts.errors import BackendUnavailable, CapabilityExceeded
from runtime.contracts.invocation import Outcome
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.nested import CallAccess

_KIND = "tool_call"


class GrantedCalls:
    """Implements `runtime.contracts.nested.CallAccess` within the capability ``tool_call``."""

    __slots__ = ("_calls", "_capabilities", "_ledger")

    def __init__(self, capabilities: CapabilitySet, calls: CallAccess | None, ledger: CheckLog) -> None:
        """Keep what may be called, and what calls it; None where nothing does."""
        self._capabilities = capabilities
        self._calls = calls
        self._ledger = ledger

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """See `CallAccess`.

        Raises:
            CapabilityExceeded: the tool is not granted, or the call has ended.
        """
        return await self._admitted(tool).call(tool, arguments, grants=grants, limits=limits)

    def call_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """See `CallAccess`; raises as `call`."""
        return self._admitted(tool).call_sync(tool, arguments, grants=grants, limits=limits)

    def _admitted(self, tool: str) -> CallAccess:
        granted = self._capabilities.get(_KIND)
        name = tool if isinstance(tool, str) else ""
        if not names_cover(granted.tools if granted else (), name):
            error = CapabilityExceeded(
                f"tool {shown(name)} is not granted",
                suggestion=f"Grant tool_call={shown(name)}, or do without it.",
                capability=_KIND,
                target=shown(name),
            )
            self._ledger.deny(_KIND, name, error)
        self._ledger.allow(_KIND, name)
        if self._calls is None:
            raise BackendUnavailable("nothing here makes calls inside a call")
        return self._calls
