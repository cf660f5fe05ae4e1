"""Marks, discovery, and the registry: declaration without side effects.

A decorator leaves a mark; discovery imports the files of a folder and collects what they marked; a registry holds the
tools of one executor. Importing a tool's module registers nothing.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from runtime.contracts.errors import ConfigurationError, DuplicateTool
from runtime.contracts.manifest import NAME
from runtime.contracts.ports import Tool
from runtime.sdk.module_files import package_of

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__runtime_tool__"


def mark(function: F, declaration: Any) -> F:
    """Leave a declaration on a function; the function stays what it was."""
    setattr(function, _MARK, declaration)
    return function


def marked(item: Any) -> Any:
    """The declaration that was left on a function, or on the function of a bound method; None without one."""
    function = item.__func__ if inspect.ismethod(item) else item
    # Functions only, and their own dictionary: objects that answer to every name are not marked.
    return vars(function).get(_MARK) if inspect.isfunction(function) else None


class Deferred(NamedTuple):
    """A tool whose module is imported when the tool is first asked for."""

    name: str
    load: Callable[[], Any]
    """The marked function. Raises ConfigurationError where the module cannot be imported."""


class Registry:
    """Tools by name. What is not in it cannot be called.

    Source: tool system specification, "Tool Registry".
    """

    def __init__(self) -> None:
        self._tools: dict[str, Tool | None] = {}
        self._deferred: dict[str, Callable[[], Tool]] = {}

    def register(self, tool: Tool) -> None:
        """Add a tool.

        Raises:
            DuplicateTool: its name is taken; the registry is unchanged.
        """
        self._take(tool.manifest.name, tool)

    def defer(self, name: str, load: Callable[[], Tool]) -> None:
        """Add a tool that is made when it is first asked for.

        Raises:
            DuplicateTool: its name is taken; the registry is unchanged.
        """
        self._take(name, None)
        self._deferred[name] = load

    def _take(self, name: str, tool: Tool | None) -> None:
        if name in self._tools:
            raise DuplicateTool(f"a tool named {name!r} is registered already", tool=name)
        self._tools[name] = tool

    def get(self, name: str) -> Tool | None:
        """The tool of this name."""
        tool = self._tools.get(name)
        if tool is None and (load := self._deferred.get(name)) is not None:
            tool = self._tools[name] = load()
        return tool

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
        return iter([tool for name in self.names() if (tool := self.get(name)) is not None])

    def __len__(self) -> int:
        return len(self._tools)


def discover(package: str = "runtime.tools") -> list[Any]:
    """The marked functions of a package's modules, in the order of file and definition.

    Raises:
        ConfigurationError: a module cannot be imported.
    """
    found: list[Any] = []
    for folder in importlib.import_module(package).__path__:
        for file in sorted(Path(folder).glob("*.py")):
            if not file.name.startswith("_"):
                found += _marked_in(_imported(package, file))
    return found


def discover_deferred(package: str = "runtime.tools") -> list[Deferred]:
    """The tools of a package whose modules each hold one, named as its file, in the order of names. Nothing is imported yet."""
    return [
        Deferred(file.stem, partial(_only_one, package, file))
        for folder in importlib.import_module(package).__path__
        for file in sorted(Path(folder).glob("*.py"))
        if not file.name.startswith("_")
    ]


def _only_one(package: str, file: Path) -> Any:
    (found,) = _marked_in(_imported(package, file))
    return found


def discover_files(folder: Path, files: Mapping[str, bytes]) -> list[Any]:
    """The marked functions of the Python files at the top of a folder. Loading a file runs its code, once in a process.

    Args:
        folder: Where the files were read: what traces and ``__file__`` name.
        files: By path in the folder. Imports among them find these bytes, never the disk.

    Raises:
        ConfigurationError: a file cannot be imported.
    """
    found: list[Any] = []
    package = package_of(folder, files)
    for name in sorted(files):
        if name.endswith(".py") and "/" not in name and not name.startswith("_"):
            found += _marked_in(_imported(package, folder / name))
    return found


def _imported(package: str, file: Path) -> ModuleType:
    try:
        return importlib.import_module(f"{package}.{file.stem}")
    except (Exception, SystemExit) as error:  # a file that exits must not take the program along
        raise ConfigurationError(
            f"the tool file {file.name} cannot be loaded: {type(error).__name__}: {error}",
            suggestion="Correct the file, or take it out of the tools folder.",
            file=str(file),
        ) from error


def _marked_in(module: ModuleType) -> list[Any]:
    """What the module itself defines and marked; what it imported belongs to another file, and a second name is no second tool."""
    own = [v for v in vars(module).values() if marked(v) is not None and v.__module__ == module.__name__]
    return list(dict.fromkeys(own))
