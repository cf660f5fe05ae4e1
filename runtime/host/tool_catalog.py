"""The tool catalog: the tools that an executor offers, and the backends that run them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from runtime.backends.inprocess import InProcess
from runtime.backends.wasm import Wasm
from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.capability.match import CapabilitySet
from runtime.contracts.errors import ConfigurationError
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import Backend, Tool
from runtime.contracts.wasm import FileScope
from runtime.host import resources
from runtime.host.acceptance import accepted_tools
from runtime.host.settings import LoadedSettings, cache_folder
from runtime.host.tool_files import ToolFolder
from runtime.sdk import FunctionTool, ToolGroup, as_tool
from runtime.sdk.registry import Registry, discover, discover_files

_SERVER = "runtime.host.tool_server"
_DESCRIBING = ResourceBounds(
    wall_s=5.0, fuel=1_000_000_000, memory_bytes=64 * 1024 * 1024, output_bytes=1024 * 1024
)


class ToolCatalog:
    """Tools by name, backends by source."""

    def __init__(self, loaded: LoadedSettings, reserved: Reserved, secret: bytes) -> None:
        """Start nothing yet.

        Args:
            loaded: The settings, which name folders of tools.
            reserved: What in the workspace no tool may reach.
            secret: What this user's runtime alone knows.
        """
        self.registry = Registry()
        self._inprocess = InProcess()
        self._wasm = Wasm(
            cache=cache_folder() / "wasm",
            secret=secret,
            files=FileScope(
                workspace=str(loaded.workspace.resolve()),
                read=(".",),
                write=(".",),
                hidden=tuple(reserved.read),
                locked=tuple(reserved.write),
            ),
        )
        self.backends: dict[str, Backend] = {b.source: b for b in (self._inprocess, self._wasm)}
        self.closers: tuple[Callable[[], None], ...] = (self._inprocess.close, self._wasm.close)
        self._loaded = loaded

    def fill(self, tools: Iterable[Any]) -> None:
        """Find the shipped tools, those of the settings' folders, and take those given.

        Raises:
            ConfigurationChanged: a file of the settings' folders is not the one that the user accepted.
            ConfigurationError: one of them cannot be a tool.
        """
        folders = accepted_tools(self._loaded)  # before anything of them runs
        found: list[Any] = list(discover("runtime.tools"))
        found += self._modules(resources.folder("wasm_tools"), shipped=True)
        for folder in folders:
            found += discover_files(folder.place.resolve(), folder.files)
            found += self._private_modules(folder)
        for item in (*found, *tools):
            for member in item.governed_tools() if isinstance(item, ToolGroup) else (item,):
                tool: Tool = as_tool(member)
                self._isolate(tool)
                self.registry.register(tool)
        if unknown := sorted(self._loaded.settings.tools.isolation.keys() - self.registry.names()):
            raise ConfigurationError(
                f"tools.{unknown[0]}: no tool is named {unknown[0]!r}", field=f"tools.{unknown[0]}"
            )

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
            self._have_processes()
            from runtime.sdk.origin import origin_of

            origin_of(tool)

    def _have_processes(self) -> None:
        """Offer the backend for tools in processes of their own: most executors have none."""
        from runtime.backends.tool_process import ToolProcess

        if ToolProcess.source not in self.backends:
            self.backends[ToolProcess.source] = ToolProcess(
                str(self._loaded.workspace.resolve()),
                server=_SERVER,
                protection=self._loaded.settings.process.protection,
            )

    def prepare(self) -> None:
        """Have ready what tools will need; returns at once."""
        self._wasm.prepare(list(self.registry))

    def _private_modules(self, folder: ToolFolder) -> list[Tool]:
        """The modules among the files that were read, found in a copy that nobody else reaches: never in the folder, which may have changed since."""
        files = {path: data for path, data in folder.files.items() if not path.endswith(".py")}
        if not files:
            return []
        with tempfile.TemporaryDirectory(prefix="runtime-tools-") as private:
            copy = Path(private) / (folder.place.name or "tools")
            copy.mkdir()
            for path, data in files.items():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                (copy / path).write_bytes(data)
            return self._modules(copy)

    def _modules(self, folder: Path, *, shipped: bool = False) -> list[Tool]:
        return self._wasm.find(
            folder, lambda: CallContext("describe", CapabilitySet(), _DESCRIBING), shipped=shipped
        )
