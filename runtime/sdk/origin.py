"""Where a tool's function comes from, so that another process finds the same one."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from runtime.contracts.errors import ManifestInvalid
from runtime.contracts.ports import Tool
from runtime.sdk.module_files import files_of, package_of


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """A module and a function in it."""

    module: str
    function: str
    folder: str | None = None
    """Where the module's files were read, for one whose files are these bytes."""
    files: dict[str, bytes] = {}


def origin_of(tool: Tool) -> Origin:
    """Where the tool's function is defined.

    Raises:
        ManifestInvalid: another process could not find it.
    """
    function = getattr(tool, "function", None)
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    if function is None or "<" in name or "." in name or module in ("", "__main__"):
        raise ManifestInvalid(
            f'tool {tool.manifest.name!r}: isolation = "process" needs a function at the top level of a module that can be imported',
            suggestion="Move the function to a file of a tools folder, or to a module.",
            tool=tool.manifest.name,
            field="isolation",
        )
    package, _, rest = module.partition(".")
    held = files_of(package)
    if held is None:
        return Origin(module=module, function=name)
    folder, files = held
    return Origin(module=rest, function=name, folder=str(folder), files=dict(files))


def find_function(origin: Origin) -> Callable[..., Any]:
    """The function; loading its module runs the module's code."""
    module = origin.module
    if origin.folder is not None:
        module = f"{package_of(Path(origin.folder), origin.files)}.{module}"
    function: Callable[..., Any] = getattr(importlib.import_module(module), origin.function)
    return function
