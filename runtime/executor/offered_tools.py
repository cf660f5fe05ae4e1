"""The tools that an executor offers: what calls that begin find, and what may be replaced as a whole while others run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from runtime.executor.prepared import PreparedTool


class OfferedTools(Mapping[str, PreparedTool]):
    """Tools by name. A call holds on to its tool, so that one which runs is not concerned by a replacement."""

    def __init__(self, tools: Mapping[str, PreparedTool]) -> None:
        self._tools = tools

    def replace(self, tools: Mapping[str, PreparedTool]) -> None:
        """Offer these instead, in one step."""
        self._tools = tools

    def __getitem__(self, name: str) -> PreparedTool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)
