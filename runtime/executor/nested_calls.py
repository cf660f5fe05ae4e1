"""Makes the calls that a running tool asks for: each goes through the pipeline like one that a caller made.

What differs is where its authority comes from: principal and session are the parent's, and its grants are what the parent has after the
gate and policy, or less. Where the parent's changes are to be reviewed, so are those of its calls. None outlives the parent: when the parent's tool has ended, in whatever way, those that still run are
cancelled, and their ends are recorded before its own.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import msgspec

from runtime.capability.match import CapabilitySet, intersect
from runtime.contracts.capability import Capability
from runtime.contracts.changes import strictest
from runtime.contracts.errors import CallCancelled, ConfigurationError
from runtime.contracts.invocation import Outcome
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import ScopedContext
from runtime.executor.call_tree import CallNode
from runtime.executor.dependencies import as_grants, check_limits
from runtime.executor.stages import Call, Intended

Govern = Callable[[Call, Any], Coroutine[Any, Any, Outcome]]


class NestedCalls:
    """Implements `runtime.contracts.nested.CallAccess` for one call; ``node`` is set once its context exists."""

    node: CallNode

    def __init__(self, stage: Intended, govern: Govern) -> None:
        """Take nothing yet.

        Args:
            stage: The call around them.
            govern: Takes a call through all steps.
        """
        self._call = stage.call
        self._changes = strictest(stage.call.changes, stage.decision.obligations.changes or "direct")
        self._authority = stage.authority
        self._govern = govern
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._open: set[asyncio.Task[Outcome]] = set()
        self._closed = False

    def context(self) -> ScopedContext:
        """Of the call around them."""
        return self.node.context

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """See `CallAccess`."""
        if self._closed:
            raise CallCancelled("the call around it is being ended")
        check_limits(limits)
        granted = inherited(self._authority.effective, grants)
        if asyncio.get_running_loop() is not self._loop:
            raise ConfigurationError(
                "ctx.call belongs to the loop of its call", suggestion="Use ctx.call_sync."
            )
        call = Call(
            call_id=self.node.next_id(),
            tool_name=tool if isinstance(tool, str) else "",
            principal=self._call.principal,
            grants=granted,
            limits=self._bounds(limits),
            session=self._call.session,
            begun_ns=time.perf_counter_ns(),
            parent=self.node,
            changes=self._changes,
            trace=self._call.trace,
        )
        task = self._loop.create_task(self._govern(call, arguments))
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        return await task

    def call_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """See `CallAccess`."""
        if threading.get_ident() == self._thread:
            raise ConfigurationError(
                "call_sync would wait for itself here", suggestion="Use `await ctx.call(...)`."
            )
        made = asyncio.run_coroutine_threadsafe(
            self.call(tool, arguments, grants=grants, limits=limits), self._loop
        )
        try:
            return made.result()
        except asyncio.CancelledError:
            raise CallCancelled("the call around it is being ended") from None

    async def close(self) -> None:
        """End what still runs; returns when its records are on their way.

        Raises:
            CancelledError: this was cancelled meanwhile; it has waited all the same.
        """
        self._closed = True
        cancelled: asyncio.CancelledError | None = None
        for task in tuple(self._open):
            task.cancel()
        while left := tuple(self._open):
            try:
                await asyncio.wait(left)
            except asyncio.CancelledError as error:
                cancelled = error
            for task in left:
                if task.done():
                    self._open.discard(task)
                    _ = task.cancelled() or task.exception()  # retrieved: whoever made the call has ended
        if cancelled is not None:
            raise cancelled

    def _bounds(self, limits: ResourceBounds | None) -> ResourceBounds:
        """The parent's bounds, with what is left of those that all calls inside share. Arguments are bounded by their own tool."""
        left = msgspec.structs.replace(
            self._authority.limits,
            wall_s=self.node.context.remaining_s(),
            output_bytes=self.node.bytes_left,
            input_bytes=_UNBOUNDED if limits is None else limits.input_bytes,
        )
        return left.narrowed(limits)


_UNBOUNDED = (2**53 - 1) // 1000


def inherited(own: CapabilitySet, grants: Sequence[Capability] | None) -> tuple[Capability, ...]:
    """What a call inside is granted: all that the call around it has, or what that has in common with the grants it names.

    Raises:
        InputInvalid: something in the grants is no capability.
    """
    if grants is None:
        return tuple(own)
    named = CapabilitySet(as_grants(grants))
    shared = (
        intersect(capability, wanted)
        for capability in own
        if (wanted := named.get(capability.kind)) is not None
    )
    return tuple(capability for capability in shared if capability is not None)
