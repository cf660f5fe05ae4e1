"""Python files with functions that are marked with ``@tool``: they run in this process, or in processes of their own where they are isolated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from runtime.contracts.ports import Backend
from runtime.host.tool_sources import FolderFile, Loaded, SourceSetup, ToolFolder, ToolSource

_SERVER = "runtime.host.tool_server"


def wants(file: FolderFile) -> bool:
    """Python code, wherever it can be imported from."""
    return file.name.endswith(".py")


def is_program(path: str, folder: ToolFolder) -> bool:
    """Whether a Python file is a program instead of a module: its owner may execute it, and its first line names an interpreter."""
    return path in folder.executable and folder.files[path].startswith(b"#!")


class PythonSource(ToolSource):
    """Imports the files at the top of a folder, and collects what they marked."""

    def __init__(self, setup: SourceSetup) -> None:
        """Start nothing yet."""
        super().__init__(setup)
        from runtime.backends.inprocess import InProcess

        self._inprocess = InProcess()

    def shipped(self) -> Iterable[Any]:
        """The tools in ``tools/``, each imported when it is first asked for."""
        from runtime.sdk.registry import discover_deferred

        return discover_deferred("runtime.tools")

    def load(self, folder: ToolFolder) -> Iterator[Loaded]:
        """The marked functions. Loading a file runs its code."""
        from runtime.sdk.registry import discover_files

        modules = {path: data for path, data in folder.files.items() if not is_program(path, folder)}
        for function in discover_files(folder.place.resolve(), modules):
            yield Loaded(f"{function.__module__.rpartition('.')[2]}.py", function)

    def backend_for(self, source: str) -> Backend | None:
        """In this process, or a process for each call."""
        if source == self._inprocess.source:
            return self._inprocess
        if source != "process":
            return None
        from runtime.backends.tool_process import ToolProcess

        setup = self.setup
        return ToolProcess(str(setup.workspace), server=_SERVER, protection=setup.settings.process.protection)

    def close(self) -> None:
        """Let idle threads end."""
        self._inprocess.close()


SOURCE = PythonSource
