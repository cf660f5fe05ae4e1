"""Marks, discovery, and the registry: declaration without side effects.

A decorator leaves a mark; discovery imports the files of a folder and collects what they marked; a registry holds the
tools of one executor. Importing a tool's module registers nothing.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from runtime.contracts.errors import ConfigurationError, DuplicateTool
from runtime.contracts.manifest import NAME
from runtime.contracts.ports import Tool

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__runtime_tool__"


def mark(function: F, declaration: Any) -> F:
    """Leave a declaration on a function; the function stays what it was."""
    setattr(function, _MARK, declaration)
    return function


def marked(item: Any) -> Any:
    """The declaration that was left on an object, or None."""
    return getattr(item, _MARK, None) if callable(item) else None


class Registry:
    """Tools by name. What is not in it cannot be called.

    Source: tool system specification, "Tool Registry".
    """

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

    def register(self, tool: Tool) -> None:
        """Add a tool.

        Raises:
            DuplicateTool: its name is taken; the registry is unchanged.
        """
        name = tool.manifest.name
        if name in self._tools:
            raise DuplicateTool(f"a tool named {name!r} is registered already", tool=name)
        self._tools[name] = tool

    def get(self, name: str) -> Tool | None:
        """The tool of this name."""
        return self._tools.get(name)

    def names(self) -> list[str]:
        """The names, sorted."""
        return sorted(self._tools)

    def suggest(self, name: str) -> str | None:
        """The name that is most likely meant, if one is near."""
        if not NAME.fullmatch(name):  # a hostile name is not worth comparing
            return None
        near = difflib.get_close_matches(name, self._tools, n=1, cutoff=0.6)
        return near[0] if near else None

    def __iter__(self) -> Iterator[Tool]:
        return iter([self._tools[name] for name in self.names()])

    def __len__(self) -> int:
        return len(self._tools)


def discover(package: str = "runtime.tools") -> list[Any]:
    """The marked functions of a package's modules, in the order of file and definition.

    Raises:
        ConfigurationError: a module cannot be imported.
    """
    found: list[Any] = []
    for path in importlib.import_module(package).__path__:
        for file in _tool_files(Path(path)):
            found += _marked_in(_imported(file, lambda f: importlib.import_module(f"{package}.{f.stem}")))
    return found


def discover_folder(folder: Path) -> list[Any]:
    """The marked functions of a folder's Python files. Loading a file runs its code.

    Raises:
        ConfigurationError: the folder is not there, or a file cannot be imported.
    """
    if not folder.is_dir():
        raise ConfigurationError(
            f"the tools folder {folder.name!r} is not there", suggestion="Correct tools.folders."
        )
    return [item for file in _tool_files(folder) for item in _marked_in(_imported(file, _load_privately))]


def _tool_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.py") if not file.name.startswith("_"))


def _imported(file: Path, load: Callable[[Path], ModuleType]) -> ModuleType:
    try:
        return load(file)
    except ConfigurationError:
        raise
    except (Exception, SystemExit) as error:
        raise ConfigurationError(
            f"the tool file {file.name} cannot be loaded: {type(error).__name__}: {error}",
            suggestion="Correct the file, or take it out of the tools folder.",
            file=str(file),
        ) from error


def _load_privately(file: Path) -> ModuleType:
    """The module of a file, under a name of its own: two folders may hold files of one name."""
    name = f"_runtime_tools_{abs(hash(str(file.resolve())))}_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ConfigurationError(
            f"the tool file {file.name} cannot be loaded", suggestion="Name it <tool>.py."
        )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and msgspec look annotations up there
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _marked_in(module: ModuleType) -> list[Any]:
    """What the module itself defines and marked; what it imported belongs to another file."""
    return [v for v in vars(module).values() if marked(v) is not None and v.__module__ == module.__name__]
