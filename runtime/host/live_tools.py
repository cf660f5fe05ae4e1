"""The tools that a running executor offers, and how they change: files that come and go, functions that a program registers."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any

from runtime.contracts.errors import ToolNotFound
from runtime.contracts.ports import Tool
from runtime.executor.offered_tools import OfferedTools
from runtime.host.prepared_tools import PreparedTools
from runtime.host.tool_catalog import ToolCatalog
from runtime.sdk import ToolGroup, as_tool


def flattened(given: Iterable[Any]) -> tuple[list[Tool], list[str] | None]:
    """What a program brought: its tools one by one, and the built-in tools and groups that it named, None where it named none.

    Raises:
        ManifestInvalid: something in it is no tool.
    """
    named = [item for item in given if isinstance(item, str)]
    return _members(item for item in given if not isinstance(item, str)), named or None


def _members(items: Iterable[Any]) -> list[Tool]:
    return [
        as_tool(member)
        for item in items
        for member in (item.governed_tools() if isinstance(item, ToolGroup) else (item,))
    ]


class LiveTools:
    """One catalog, and what of it is offered. Every change takes effect whole or not at all; calls that run keep the tool they found."""

    def __init__(
        self, catalog: ToolCatalog, given: Sequence[Tool], built_in: Sequence[str] | None, workspace: str
    ) -> None:
        """Offer what the catalog was filled with.

        Args:
            catalog: Filled with the tools of the folders and those given.
            given: What the program brought.
            built_in: The built-in tools and groups that it named; None means all.
            workspace: What paths are relative to: absolute, without links.
        """
        self._catalog = catalog
        self._given = list(given)
        self._built_in = built_in
        self._workspace = workspace
        self._changing = threading.Lock()
        self.offered = OfferedTools(PreparedTools(catalog, workspace))

    def rediscover(self) -> None:
        """Offer what the folders hold now.

        Raises:
            ConfigurationError: the folders are not accepted as they are, or a tool cannot be one; the former tools are offered.
        """
        with self._changing:
            self._offer(self._given)

    def from_files(self) -> dict[str, str]:
        """The tools that files gave, by name, each with the digest of its declaration."""
        offered = self.offered
        return {name: offered[name].digest for name in self._catalog.files if name in offered}

    def register(self, tools: Iterable[Any]) -> None:
        """Offer further tools of the program.

        Raises:
            ConfigurationError: one cannot be a tool, or its name is taken; the former tools are offered.
        """
        with self._changing:
            self._offer([*self._given, *_members(tools)])

    def unregister(self, names: Iterable[str]) -> None:
        """Offer tools of the program no more.

        Raises:
            ToolNotFound: the program brought no tool of that name; the former tools are offered.
        """
        with self._changing:
            gone = set(names)
            if unknown := sorted(gone - {tool.manifest.name for tool in self._given}):
                raise ToolNotFound(
                    f"the program registered no tool named {unknown[0]!r}",
                    suggestion="A tool of a folder goes with its file, a built-in one by the setting tools.builtin.",
                )
            self._offer([tool for tool in self._given if tool.manifest.name not in gone])

    def _offer(self, given: list[Tool]) -> None:
        former = self._catalog.found
        try:
            self._catalog.fill(given, self._built_in)
            offered = PreparedTools(self._catalog, self._workspace)
        except BaseException:
            self._catalog.found = former
            raise
        self._catalog.report_skipped()
        self.offered.replace(offered)
        self._given = given
