"""What the files of tools folders give: tools, or reasons why not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from runtime.contracts.errors import ConfigurationError, InputInvalid, ToolNotFound
from runtime.contracts.manifest import Manifest
from runtime.host.composition import close_all, reserved_places
from runtime.host.log_keys import require_pinned
from runtime.host.settings import LoadedSettings, load_settings
from runtime.host.tool_catalog import ToolCatalog
from runtime.host.tool_sources import Skipped
from runtime.validation.schema import compile_schema
from runtime.validation.strict_json import freeze_arguments, parse

MAX_CATALOG_BYTES = 1024 * 1024


class Discovered(msgspec.Struct, frozen=True, kw_only=True):
    """Tools by the file that gave them, and the files that gave none."""

    tools: dict[str, tuple[Manifest, ...]]
    skipped: tuple[Skipped, ...]
    is_file: bool = False
    """Whether one file was asked for."""

    def to_data(self) -> dict[str, Any]:
        """Both as JSON data."""
        return {
            "tools": [
                {"file": file, "digest": manifest.digest(), **manifest.to_data()}
                for file, manifests in self.tools.items()
                for manifest in manifests
            ],
            "skipped": [msgspec.structs.asdict(one) for one in self.skipped],
        }

    def schemas(self) -> Any:
        """The tools as each describes itself, without what is optional; of one file, that tool alone.

        Raises:
            ConfigurationError: one file was asked for, and it gives no tool.
        """
        found = [schema_of(manifest) for manifests in self.tools.values() for manifest in manifests]
        if not self.is_file:
            return found
        if not found:
            why = self.skipped[0].reason if self.skipped else "no source of tools looks at it"
            raise ConfigurationError(f"the file gives no tool: {why}")
        return found[0]


def schema_of(manifest: Manifest) -> dict[str, Any]:
    """The three fields that a tool cannot do without."""
    return {
        "name": manifest.name,
        "description": manifest.description,
        "parameters": manifest.input_schema,
    }


def discover_folder(folder: str | Path) -> Discovered:
    """What all tools folders of a workspace give.

    Raises:
        ConfigurationError: the folder cannot be read, or is not accepted.
    """
    return _discovered(load_settings(Path(folder)), "")


def discover_place(place: str | Path) -> Discovered:
    """What a tools folder, or one file of it, gives.

    Raises:
        ConfigurationError: it is no tools folder of the workspace that it lies in, or not accepted.
    """
    real = Path(place).resolve()
    loaded = load_settings(real if real.is_dir() else real.parent)
    for name in loaded.settings.tools.folders:
        folder = (loaded.workspace / name).resolve()
        if real == folder:
            return _discovered(loaded, f"{name}/")
        if real.parent == folder and not real.is_dir():
            return _discovered(loaded, f"{name}/{real.name}", is_file=True)
    raise ConfigurationError(
        f"{str(place)!r} is no tools folder of the workspace {loaded.workspace.name!r}",
        suggestion="Name it in runtime.toml ([tools] folders = [...]), and accept it: runtime accept",
        field="tools.folders",
    )


def validate_call(catalog: str | bytes, name: str, arguments: str | bytes) -> None:
    """Return if a catalog, as `Discovered.schemas` gives it, has a tool that takes these arguments.

    Raises:
        ToolNotFound: it has none of that name.
        InputInvalid: the catalog is none, or the arguments do not fit.
        SchemaRefused: the tool's schema is invalid or hostile.
    """
    offered = parse(catalog, max_bytes=MAX_CATALOG_BYTES)
    if not isinstance(offered, list) or not all(isinstance(one, dict) for one in offered):
        raise InputInvalid("the catalog is no JSON array of tools", field="catalog")
    found = next((one for one in offered if one.get("name") == name), None)
    if found is None:
        raise ToolNotFound("the catalog has no tool of that name", suggestion="See its names: jq '.[].name'")
    schema = compile_schema(
        found.get("parameters"), where=name, error=InputInvalid, arguments=True, largest=MAX_CATALOG_BYTES
    )
    schema.check(freeze_arguments(arguments)[0])


def open_catalog(loaded: LoadedSettings, *, stub: bool = False) -> ToolCatalog:
    """The catalog of a workspace for whoever looks at it; nothing of it stays open.

    Raises:
        ConfigurationError: the folder is not accepted, or a tool cannot be one.
    """
    if loaded.settings.tools.folders:  # to list them is to run their code
        require_pinned(loaded)
    catalog = ToolCatalog(loaded, reserved_places(loaded), os.urandom(32), stub=stub)
    try:
        catalog.fill(())
    finally:
        close_all(catalog.closers)
    return catalog


def _discovered(loaded: LoadedSettings, prefix: str, *, is_file: bool = False) -> Discovered:
    catalog = open_catalog(loaded)

    def is_asked_for(file: str) -> bool:
        return file == prefix if is_file else file.startswith(prefix)

    tools: dict[str, tuple[Manifest, ...]] = {}
    for tool in catalog.registry:
        file = catalog.files.get(tool.manifest.name, "")
        if file and is_asked_for(file):
            tools[file] = (*tools.get(file, ()), tool.manifest)
    skipped = tuple(one for one in catalog.skipped if is_asked_for(one.file))
    return Discovered(tools=dict(sorted(tools.items())), skipped=skipped, is_file=is_file)
