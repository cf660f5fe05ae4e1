"""What a call tells while it runs, to whoever follows it."""

from __future__ import annotations

from typing import Protocol

from runtime.contracts.llm_tool import ToolStatus


class EventSink(Protocol):
    """Where the events of one call go. Nothing is kept of those that come after its end, or that nobody follows."""

    async def put(self, status: ToolStatus) -> None:
        """Hand on one event; returns when there is room for it.

        Raises:
            OutputInvalid: it is none.
            OutputLimit: more output than the call may have.
        """
        ...

    def put_sync(self, status: ToolStatus) -> None:
        """`put` for plain functions, which run in a worker thread."""
        ...

    def close(self) -> None:
        """Let nothing in any more; who waits for room goes on without."""
        ...
