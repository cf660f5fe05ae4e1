"""WebAssembly modules: files that describe themselves, and folders with a ``manifest.json`` that pins one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import Backend, Tool
from runtime.contracts.wasm import FileScope
from runtime.host.tool_sources import FolderFile, Loaded, SourceSetup, ToolFolder, ToolSource

_DESCRIBING = ResourceBounds(
    wall_s=5.0, fuel=1_000_000_000, memory_bytes=64 * 1024 * 1024, output_bytes=1024 * 1024
)


def wants(file: FolderFile) -> bool:
    """A module at the top of a tools folder; whoever reads the folder finds those that a manifest names."""
    return file.at_top and file.name.endswith(".wasm")


class WasmSource(ToolSource):
    """Admits modules, and asks those without a manifest what they are."""

    def __init__(self, setup: SourceSetup) -> None:
        """Start nothing yet."""
        super().__init__(setup)
        from runtime.backends.wasm import RunMaxima, Wasm

        limits = setup.settings.limits
        self._wasm = Wasm(
            cache=setup.cache / "wasm",
            secret=setup.secret,
            files=FileScope(
                workspace=str(setup.workspace),
                read=(".",),
                write=(".",),
                hidden=tuple(setup.reserved.read),
                locked=tuple(setup.reserved.write),
            ),
            maxima=RunMaxima(
                fuel=limits.fuel,
                memory_bytes=limits.memory_bytes,
                places=limits.places,
                workers=limits.workers,
                module_bytes=limits.module_bytes,
            ),
        )

    def shipped(self) -> Iterable[Any]:
        """The modules in ``wasm_tools/``."""
        from runtime.host import resources

        return self._find(resources.folder("wasm_tools"), shipped=True)

    def load(self, folder: ToolFolder) -> Iterator[Loaded]:
        """The modules among the files that were read, found in a copy that nobody else reaches: never in the folder, which may have changed since."""
        files = {path: data for path, data in folder.files.items() if _is_of_a_module(path)}
        if not files:
            return
        with tempfile.TemporaryDirectory(prefix="runtime-tools-") as private:
            copy = Path(private) / (folder.place.name or "tools")
            copy.mkdir()
            for path, data in files.items():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                (copy / path).write_bytes(data)
            found = self._find(copy)
        for tool in found:
            assert tool.manifest.wasm is not None  # noqa: S101  # it was read by it
            yield Loaded(tool.manifest.wasm.module, tool)

    def backend_for(self, source: str) -> Backend | None:
        """The backend of modules."""
        return self._wasm if source == self._wasm.source else None

    def prepare(self, tools: list[Tool]) -> None:
        """Have a worker ready where one of the tools needs one."""
        self._wasm.prepare(tools)

    def close(self) -> None:
        """End the workers."""
        self._wasm.close()

    def _find(self, folder: Path, *, shipped: bool = False) -> list[Tool]:
        return self._wasm.find(
            folder, lambda: CallContext("describe", CapabilitySet(), _DESCRIBING), shipped=shipped
        )


def _is_of_a_module(path: str) -> bool:
    """What lies in a folder and is no Python was read for the folder's manifest."""
    return path.endswith(".wasm") or ("/" in path and not path.endswith(".py"))


SOURCE = WasmSource
