"""The tools of an executor, each made ready when it is first needed.

Tools that a folder or a program brings are made ready at once: whatever is wrong with one refuses the whole executor. A shipped tool was tried
before it was shipped, and one of an MCP server before it was accepted; most programs call few of them, so they are made ready with their first calls.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping

from runtime.contracts.errors import DuplicateTool
from runtime.executor.prepared import PreparedTool, prepare
from runtime.host.tool_catalog import ToolCatalog


class PreparedTools(Mapping[str, PreparedTool]):
    """Tools by name; safe to use from several threads."""

    def __init__(self, catalog: ToolCatalog, workspace: str) -> None:
        """Make ready what is not deferred.

        Args:
            catalog: The tools, and their backends.
            workspace: What paths are relative to: absolute, without links.

        Raises:
            ConfigurationError: a schema or a declaration does not hold.
        """
        self._registry = catalog.registry
        self._backends = catalog.backends
        self._workspace = workspace
        self._maxima = catalog.maxima
        self._lock = threading.Lock()
        self._names = frozenset(catalog.registry.names())
        self._ready: dict[str, PreparedTool] = {}
        for name in catalog.registry.names():
            if name not in catalog.deferred:
                self._prepare(name)

    def _prepare(self, name: str) -> PreparedTool:
        tool = self._registry.get(name)
        assert tool is not None  # noqa: S101  # it is one of the registry's names
        found = prepare(tool, self._backends, self._workspace, self._maxima)
        # `manifest` may be code that answers differently next time: the one reading that was prepared is what counts.
        if found.manifest.name != name or name in self._ready:
            raise DuplicateTool(f"a tool named {found.manifest.name!r} is registered already")
        self._ready[name] = found
        return found

    def __getitem__(self, name: str) -> PreparedTool:
        found = self._ready.get(name)
        if found is not None:
            return found
        if name not in self._names:
            raise KeyError(name)
        with self._lock:
            return self._ready.get(name) or self._prepare(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._names))

    def __len__(self) -> int:
        return len(self._names)
