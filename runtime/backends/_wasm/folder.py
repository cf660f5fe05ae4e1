"""Finds tools that are modules: folders with a ``manifest.json``, and files that describe themselves.

A folder ``NAME/`` holds ``manifest.json`` and the module that it pins. A file ``NAME.wasm`` alone is a command that answers ``--describe``: it is asked
in a worker, with nothing granted, and its declaration pins the bytes that answered.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from runtime.backends._wasm.modules import (
    MAX_MODULE_BYTES,
    Admitted,
    admit_described,
    admit_pinned,
    look_into,
    read_module_file,
    read_pinned,
    read_regular,
)
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    NetWrite,
    RandomRead,
)
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import BackendFault, Error, FailedError, ManifestInvalid, WasmRefused
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Determinism, Manifest, Normalization, Risk, SideEffect
from runtime.contracts.ports import ToolContext
from runtime.contracts.wasm import WasmModule

MANIFEST = "manifest.json"
MAX_MANIFEST_BYTES = 1024 * 1024
Describe = Callable[[str, Admitted], bytes]
"""What a module writes when it is asked ``--describe``."""
_log = logging.getLogger("runtime.tools")


class WasmTool:
    """A tool whose code is a module: its declaration, and the module as admission left it."""

    blocking = True

    def __init__(self, manifest: Manifest, module: Admitted | bytes) -> None:
        """Keep both; bytes are those that the manifest pins, which are admitted when they are first asked for."""
        self.manifest = manifest
        self._module = module

    @property
    def admitted(self) -> bool:
        """Whether the module passed its admission, which its bytes in another tool's hands do not do for it."""
        return not isinstance(self._module, bytes)

    @property
    def module(self) -> Admitted:
        """The module. Raises WasmRefused where it is not admitted."""
        module = self._module
        if isinstance(module, bytes):  # two threads may both admit it, alike
            module = self._module = admit_pinned(self.manifest, module)
        return module

    def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:  # noqa: ARG002
        """Refuses: a module runs under its backend's bounds or not at all."""
        raise BackendFault(f"{self.manifest.name} is run by the wasm backend alone")


class _Described(msgspec.Struct, kw_only=True):
    """What a module says of itself; fields beyond these are for others."""

    name: str
    description: str
    parameters: dict[str, Any]
    output: dict[str, Any] = {}
    version: str = "1.0.0"
    short_description: str = ""
    required_capabilities: tuple[Capability, ...] = ()
    optional_capabilities: tuple[Capability, ...] = ()
    side_effects: tuple[SideEffect, ...] = ("none",)
    determinism: Determinism = "nondeterministic"
    resource_bounds: ResourceBounds = msgspec.field(default_factory=ResourceBounds)
    risk: Risk = "dangerous"
    normalization: Normalization = "json"


def find_tools(
    folder: Path, describe: Describe, *, shipped: bool = False, most: int = MAX_MODULE_BYTES
) -> Iterator[WasmTool]:
    """The tools of a folder, in the order of their names.

    Args:
        folder: Where to look.
        describe: Asks a file without a manifest.
        shipped: It belongs to the installation; see `read_tool`.
        most: The bytes of one module.

    Raises:
        ManifestInvalid: a manifest is none.
        WasmRefused: a module is not the pinned one, is not admitted, or describes itself as another.
    """
    try:
        places = sorted(folder.iterdir())
    except OSError as error:
        raise ManifestInvalid(
            f"the tools folder {folder.name!r} cannot be listed: {error.strerror}", file=str(folder)
        ) from None
    for place in places:
        if place.suffix == ".wasm" and not os.path.isdir(place):  # noqa: PTH112  # it never raises
            if (described := _described_tool(place, describe, most)) is not None:
                yield described
        elif os.path.lexists(place / MANIFEST):
            yield read_tool(place, shipped=shipped, most=most)


def read_tool(folder: Path, *, shipped: bool = False, most: int = MAX_MODULE_BYTES) -> WasmTool:
    """The tool of a folder with a manifest.

    Args:
        folder: The tool's own.
        shipped: It belongs to the installation, as the runtime's own code does: the module must be the pinned one, and
            is admitted at its first call, which saves each start a millisecond a tool.
        most: The bytes of its module.

    Raises:
        ManifestInvalid: the manifest is none.
        WasmRefused: the module is not the pinned one, or is not admitted.
    """
    manifest = _manifest(folder)
    assert manifest.wasm is not None  # noqa: S101  # checked by `_manifest`
    name = manifest.wasm.module
    if "/" in name or "\0" in name or name in ("", ".", ".."):
        raise ManifestInvalid(
            f"tool {manifest.name!r}: wasm.module must be the name of a file beside the manifest",
            tool=manifest.name,
            field="wasm.module",
        )
    data = read_pinned(manifest, folder / name, most)
    return WasmTool(manifest, data if shipped else admit_pinned(manifest, data))


def tool_of_file(file: Path) -> WasmTool:
    """The tool whose module a file is: of the manifest beside it, where that names it, or of its own.

    Raises:
        ManifestInvalid: the manifest beside it is none.
        WasmRefused: it cannot be read, or is no tool.
    """
    if (file.parent / MANIFEST).is_file():
        manifest = _manifest(file.parent)
        if manifest.wasm is not None and manifest.wasm.module == file.name:
            return read_tool(file.parent)
    return lone_tool(file)


def lone_tool(file: Path) -> WasmTool:
    """A tool of a module that nobody declared: it may use what it imports, as far as a call grants that.

    Raises:
        WasmRefused: it cannot be read, is not admitted, or is a tool of no kind.
    """
    data = read_module_file(file.stem, file)
    kind, needs = look_into(file.name, data)
    effects: tuple[SideEffect, ...] = tuple(effect for effect in get_args(SideEffect) if effect in needs)
    shown = file.name.encode(
        "utf-8", "backslashreplace"
    ).decode()  # a manifest is a text, a file's name need not be
    name = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in file.stem)[:63]
    manifest = Manifest(
        name=name if name[:1].isalpha() else f"_{name}",
        description=f"The module {shown}, as it is.",
        input_schema={"type": "object"},
        output_schema={},
        optional_capabilities=tuple(_WIDEST[need] for need in needs),
        side_effects=effects or ("none",),
        risk="dangerous" if any(effect.endswith("_write") for effect in effects) else "read_only",
        source="wasm",
        wasm=WasmModule(kind=kind, module=shown, digest=digest(data)),
    )
    return WasmTool(manifest, admit_pinned(manifest, read_pinned(manifest, file)))


_WIDEST: dict[str, Capability] = {
    c.kind: c
    for c in (
        FsRead(prefixes=["."]),
        FsWrite(prefixes=["."]),
        NetRead(allowlist=["*"]),
        NetWrite(allowlist=["*"]),
        EnvRead(vars=["*"]),
        ClockRead(),
        RandomRead(),
    )
}


def _manifest(folder: Path) -> Manifest:
    file = folder / MANIFEST
    try:
        data = read_regular(file, MAX_MANIFEST_BYTES + 1)
        if len(data) > MAX_MANIFEST_BYTES:
            raise ValueError(f"larger than {MAX_MANIFEST_BYTES} bytes")  # noqa: TRY301
        manifest = msgspec.json.decode(data, type=Manifest)
    except (OSError, ValueError, RecursionError) as error:
        raise ManifestInvalid(
            f"{folder.name}/{MANIFEST}: {error}",
            suggestion="Correct the manifest; schemas/manifest.schema.json describes it.",
            file=str(file),
        ) from None
    if manifest.wasm is None:
        raise ManifestInvalid(
            f"{folder.name}/{MANIFEST}: source must be wasm", file=str(file), field="source"
        )
    return manifest


def _described_tool(file: Path, describe: Describe, most: int) -> WasmTool | None:
    """The tool of a file alone; None for a command that cannot describe itself, which is no tool."""
    module, digest = admit_described(file, most)
    try:
        text = describe(file.stem, module)
    except FailedError as error:
        _log.warning("%s does not describe itself and is left out: %s", file.name, error.message)
        return None
    return WasmTool(_declared(file, digest, text), module)


def _declared(file: Path, digest: Digest, text: bytes) -> Manifest:
    try:
        told = msgspec.json.decode(text, type=_Described)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _undescribed(file, f"answers --describe with what is no declaration: {error}") from None
    if told.name != file.stem:
        raise _undescribed(file, f"calls itself {told.name[:64]!r}; the file's name is the tool's")
    fields: dict[str, Any] = {name: getattr(told, name) for name in told.__struct_fields__}
    fields["input_schema"], fields["output_schema"] = fields.pop("parameters"), fields.pop("output")
    module = WasmModule(kind="command", module=file.name, digest=digest)
    try:
        return Manifest(**fields, source="wasm", wasm=module)
    except Error as error:
        raise _undescribed(file, f"declares what cannot be: {error.message}") from None


def _undescribed(file: Path, what: str) -> WasmRefused:
    return WasmRefused(f"{file.name} {what}", tool=file.stem, reason="wasm.describe")
