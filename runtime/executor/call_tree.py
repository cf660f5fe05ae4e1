"""Calls within calls: their ids, how deep they go, and what all of them may use together.

1. An id is its parent's and a number: ``c-1/2`` is the second call that ``c-1`` made. No caller can choose such an id.
2. A call's bounds ``calls`` and ``output_bytes`` hold for everything inside it, at any depth; its time is bounded by what is left of
   its parent's.
3. While somebody is asked to approve a call, the clocks of all calls around it stand still.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from runtime.contracts.errors import CallsLimit, OutputLimit
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import ScopedContext

DEFAULT_CALLS = 1_000
"""Inside a call whose bounds name no number."""
MAX_DEPTH = 8


class CallNode:
    """One call that runs and may make others. Everything happens on the loop of the call that a caller made."""

    __slots__ = ("_bytes_left", "_calls_left", "_made", "call_id", "context", "depth", "parent", "tool")

    def __init__(
        self, call_id: str, tool: str, limits: ResourceBounds, context: ScopedContext, parent: CallNode | None
    ) -> None:
        """Begin with nothing used."""
        self.call_id = call_id
        self.tool = tool
        self.context = context
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self._made = 0
        self._calls_left = DEFAULT_CALLS if limits.calls is None else limits.calls
        self._bytes_left = limits.output_bytes

    @property
    def bytes_left(self) -> int:
        """How much the calls inside may still give back."""
        return min(node._bytes_left for node in self._upwards())  # noqa: SLF001  # of this class

    def next_id(self) -> str:
        """The id of one more call inside, which counts for every call around it.

        Raises:
            CallsLimit: there may be no more, or none so deep.
        """
        if self.depth + 1 > MAX_DEPTH:
            raise CallsLimit(f"calls are nested more than {MAX_DEPTH} deep", tool=self.tool)
        for node in self._upwards():
            if node._calls_left <= 0:  # noqa: SLF001  # of this class
                raise CallsLimit(f"{node.tool} made as many calls as it may", tool=node.tool)
        for node in self._upwards():
            node._calls_left -= 1  # noqa: SLF001  # of this class
        self._made += 1
        return f"{self.call_id}/{self._made}"

    def charge(self, size_bytes: int) -> None:
        """Count the output of a call inside.

        Raises:
            OutputLimit: all of them together gave more than a call around them may have; nothing is counted.
        """
        for node in self._upwards():
            if node._bytes_left < size_bytes:  # noqa: SLF001  # of this class
                raise OutputLimit(
                    f"the calls inside {node.tool} gave more than its output_bytes together", tool=node.tool
                )
        for node in self._upwards():
            node._bytes_left -= size_bytes  # noqa: SLF001  # of this class

    @contextmanager
    def clocks_stopped(self) -> Iterator[None]:
        """Let no time pass for this call and those around it: somebody is being asked."""
        nodes = list(self._upwards())
        for node in nodes:
            node.context.stop_clock()
        try:
            yield
        finally:
            for node in nodes:
                node.context.restart_clock()

    def _upwards(self) -> Iterator[CallNode]:
        node: CallNode | None = self
        while node is not None:
            yield node
            node = node.parent
