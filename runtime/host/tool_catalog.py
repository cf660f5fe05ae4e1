"""The tool catalog: the tools that an executor offers, and the backends that run them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from runtime.capability.handles import Reserved
from runtime.contracts.errors import ConfigurationError, Error
from runtime.contracts.limits import MOST, ResourceBounds
from runtime.contracts.ports import Backend, Tool
from runtime.executor.prepared import prepare
from runtime.host.acceptance import accepted_tools
from runtime.host.settings import LoadedSettings, cache_folder
from runtime.host.tool_groups import selection
from runtime.host.tool_sources import Loaded, Skipped, SourceSetup, ToolFolder, ToolSource, source_modules
from runtime.providers.names import portable_name
from runtime.sdk import FunctionTool, ToolGroup, as_tool
from runtime.sdk.registry import Deferred, Registry

NOT_EXECUTABLE = "not_executable"
_log = logging.getLogger("runtime.tools")


class CatalogContents(msgspec.Struct, frozen=True):
    """What a catalog found when it was filled."""

    registry: Registry = msgspec.field(default_factory=Registry)
    deferred: frozenset[str] = frozenset()
    """The names of the tools that are made ready when they are first needed: those of the package, and those of servers."""
    files: dict[str, str] = {}
    """The file of each tool that one of the folders gave, by the tool's name."""
    skipped: tuple[Skipped, ...] = ()
    """The files of the settings' folders that gave no tool, each with its folder's name before it."""


class ToolCatalog:
    """Tools by name, backends by source."""

    def __init__(
        self, loaded: LoadedSettings, reserved: Reserved, secret: bytes, *, stub: bool = False
    ) -> None:
        """Start nothing yet.

        Args:
            loaded: The settings, which name folders of tools.
            reserved: What in the workspace no tool may reach.
            secret: What this user's runtime alone knows.
            stub: Whether the tools that declare a stub run that; others are none then.
        """
        self.found = CatalogContents()
        """Replaced as a whole by `fill`; put back by whoever cannot use what was found."""
        self.backends: dict[str, Backend] = {}
        setup = SourceSetup(
            workspace=loaded.workspace.resolve(),
            settings=loaded.settings,
            reserved=reserved,
            secret=secret,
            cache=cache_folder(),
            accepted_definitions=lambda: _accepted_definitions(setup.workspace),
            stub=stub,
        )
        self._sources = [module.SOURCE(setup) for module in source_modules()]
        self.closers = tuple(source.close for source in self._sources)
        self._loaded = loaded
        limits = loaded.settings.limits
        self.maxima = ResourceBounds(input_bytes=MOST, wall_s=limits.wall_s, output_bytes=limits.output_bytes)
        """What no bound of a call exceeds, whatever its tool declares."""
        self._stub = stub
        self._workspace = str(setup.workspace)

    @property
    def registry(self) -> Registry:
        """The tools by name."""
        return self.found.registry

    @property
    def deferred(self) -> frozenset[str]:
        """The names of the tools that are made ready when they are first needed."""
        return self.found.deferred

    @property
    def files(self) -> dict[str, str]:
        """The file of each tool that one of the folders gave, by the tool's name."""
        return self.found.files

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """The files of the settings' folders that gave no tool."""
        return self.found.skipped

    def fill(self, tools: Iterable[Any], built_in: Iterable[str] | None = None) -> None:
        """Find the shipped tools, those of the settings' folders, and take those given.

        Args:
            tools: What the program brings.
            built_in: Shipped tools, and groups of them, by name; None offers all that the settings offer.

        Raises:
            ConfigurationChanged: a file of the settings' folders is not the one that the user accepted.
            ConfigurationError: one of them cannot be a tool.
        """
        folders = accepted_tools(self._loaded)  # before anything of them runs
        registry, skipped = Registry(), list[Skipped]()
        files: dict[str, str] = {}
        deferred: frozenset[str] = frozenset()
        if not self._stub:
            self._register_shipped(registry, built_in)
            deferred = frozenset(registry.names())
            files |= self._register_strict(registry, folders, skipped)
            for item in tools:
                self._register(registry, item)
        files |= self._register_lenient(registry, folders, skipped)
        if not self._stub:
            deferred |= self._register_configured(registry, skipped)
        for folder in folders:
            skipped += [
                Skipped(
                    f"{folder.name}/{name}",
                    NOT_EXECUTABLE,
                    "it is not executable, and no other kind of tool",
                )
                for name in folder.others
            ]
        unknown = sorted(self._loaded.settings.tools.isolation.keys() - registry.names())
        if unknown and not self._stub:
            raise ConfigurationError(
                f"tools.{unknown[0]}: no tool is named {unknown[0]!r}", field=f"tools.{unknown[0]}"
            )
        self.found = CatalogContents(
            registry, deferred, files, tuple(sorted(skipped, key=lambda one: one.file))
        )

    def report_skipped(self) -> None:
        """Tell the program's log which files were meant as tools and are none."""
        for one in self.skipped:
            if one.code != NOT_EXECUTABLE:  # a README among the tools is meant as none
                _log.warning("%s gives no tool: %s", one.file, one.reason)

    def file_of(self, tool: str) -> str | None:
        """The file that gave a tool, if a folder did."""
        return self.files.get(tool)

    def suggest(self, name: str) -> str | None:
        """The name that is most likely meant, if one is near."""
        return self.registry.suggest(name)

    def prepare(self) -> None:
        """Have ready what tools will need; returns at once."""
        for source in self._sources:
            source.prepare(list(self.registry))

    def _register_shipped(self, registry: Registry, built_in: Iterable[str] | None) -> None:
        """The shipped tools that settings and program both want. One that is left out is not imported."""
        items = [item for source in self._sources for item in source.shipped()]
        names = [item.name if isinstance(item, Deferred) else as_tool(item).manifest.name for item in items]
        in_settings = selection(self._loaded.settings.tools.builtin, names, "tools.builtin")
        in_program = selection(built_in, names, "tools")
        for name, item in zip(names, items, strict=True):
            if in_settings(name) and in_program(name):
                self._register(registry, item)

    def _register_strict(
        self, registry: Registry, folders: tuple[ToolFolder, ...], skipped: list[Skipped]
    ) -> dict[str, str]:
        """The tools of files whose faults refuse the folder."""
        files: dict[str, str] = {}
        for source in self._sources:
            if not source.lenient:
                for found in _load(source, folders, skipped):
                    files |= dict.fromkeys(self._register(registry, found.item), found.file)
        return files

    def _register_lenient(
        self, registry: Registry, folders: tuple[ToolFolder, ...], skipped: list[Skipped]
    ) -> dict[str, str]:
        """The tools of files whose faults are theirs alone; of two of one name none is a tool, whichever was there first."""
        lenient = [source for source in self._sources if source.lenient]
        found = [one for source in lenient for one in _load(source, folders, skipped)]
        if self._stub:
            found = [one for one in found if _is_stub(one.item)]
        files: dict[str, str] = {}
        claims = Counter(one.item.manifest.name for one in found)
        for one in found:
            name = one.item.manifest.name
            if claims[name] > 1 or registry.get(name) is not None:
                skipped.append(Skipped(one.file, "name.taken", f"another tool is named {name!r}"))
                continue
            try:
                self._have_backend(one.item)
                prepare(one.item, self.backends, self._workspace)
                files |= dict.fromkeys(self._register(registry, one.item), one.file)
            except Error as error:
                skipped.append(Skipped(one.file, error.code, error.message))
        return files

    def _register_configured(self, registry: Registry, skipped: list[Skipped]) -> frozenset[str]:
        """The tools of servers. No name of theirs stands for another tool, not even in the spelling of a provider."""
        found = [one for source in self._sources for one in source.configured()]
        tools = [one for one in found if isinstance(one, Loaded)]
        skipped += [one for one in found if isinstance(one, Skipped)]
        taken = Counter(
            portable_name(name) for name in (*registry.names(), *(one.item.name for one in tools))
        )
        names = set()
        for one in tools:
            if taken[portable_name(one.item.name)] > 1:
                spelling = portable_name(one.item.name)
                skipped.append(Skipped(one.file, "name.taken", f"another tool is named {spelling!r}, too"))
                continue
            names |= {*self._register(registry, one.item)}
        return frozenset(names)

    def _register(self, registry: Registry, item: Any) -> list[str]:
        """Take a tool or a group of them; their names."""
        if isinstance(item, Deferred):
            if item.name not in self._loaded.settings.tools.isolation:
                registry.defer(item.name, lambda: self._made(item.load()))
                return [item.name]
            item = item.load()  # a setting for it that does not hold is reported at once
        names = []
        for member in item.governed_tools() if isinstance(item, ToolGroup) else (item,):
            tool = self._made(member)
            registry.register(tool)
            names.append(tool.manifest.name)
        return names

    def _made(self, item: Any) -> Tool:
        tool: Tool = as_tool(item)
        self._isolate(tool)
        self._have_backend(tool)
        return tool

    def _isolate(self, tool: Tool) -> None:
        """Let a tool run where the settings say, and see that it can.

        Raises:
            ManifestInvalid: it cannot.
        """
        wanted = self._loaded.settings.tools.isolation.get(tool.manifest.name)
        if wanted is not None and isinstance(tool, FunctionTool):
            tool.manifest = msgspec.structs.replace(tool.manifest, isolation=wanted)
        elif wanted not in (None, tool.manifest.isolation):
            raise ConfigurationError(
                f"tools.{tool.manifest.name}.isolation: it is no function written in Python",
                field=f"tools.{tool.manifest.name}.isolation",
            )
        if tool.manifest.isolation == "process":
            from runtime.sdk.origin import origin_of

            origin_of(tool)

    def _have_backend(self, tool: Tool) -> None:
        """Offer the backend that a tool needs: most executors need few of them."""
        manifest = tool.manifest
        wanted = manifest.source if manifest.isolation == "in_process" else manifest.isolation
        if wanted not in self.backends:
            made = (source.backend_for(wanted) for source in self._sources)
            if (backend := next(filter(None, made), None)) is not None:
                self.backends[wanted] = backend


def _accepted_definitions(workspace: Path) -> Mapping[str, Mapping[str, bytes]]:
    from runtime.host.mcp_definitions import accepted_definitions  # most workspaces have none

    return accepted_definitions(workspace)


def _is_stub(tool: Tool) -> bool:
    program = tool.manifest.program
    return getattr(tool, "is_stub", False) is True if program is None else program.stub


def _load(source: ToolSource, folders: tuple[ToolFolder, ...], skipped: list[Skipped]) -> Iterator[Loaded]:
    """What a source finds in all folders; what it skips is added to the list."""
    for folder in folders:
        for found in source.load(folder):
            path = f"{folder.name}/{found.file}"
            if isinstance(found, Skipped):
                skipped.append(msgspec.structs.replace(found, file=path))
            else:
                yield msgspec.structs.replace(found, file=path)
