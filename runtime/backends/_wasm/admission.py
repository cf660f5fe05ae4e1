"""What a module must pass before any compiler sees it.

1. `read_module`: it is a module, holds no more of anything than the limits say, uses no proposal that tools may not,
   and loses its custom sections.
2. `admit`: it exports what its kind must, and imports nothing but what its manifest's capabilities open.

The engine still validates what is admitted, in a process that can be killed.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, NamedTuple

import msgspec

from runtime.backends._wasm import wasi_preview1
from runtime.backends._wasm.binary import CORE_VERSION, MAGIC, CoreReader, Item
from runtime.backends._wasm.component_binary import COMPONENT_VERSION, UNKNOWN, ComponentReader
from runtime.backends._wasm.cursor import DEFAULT, ModuleLimits, ModuleRefused, ModuleTotals, shown
from runtime.contracts.wasm import OPENED_BY, Kind

__all__ = [
    "DEFAULT",
    "AdmittedModule",
    "Export",
    "Import",
    "ModuleLimits",
    "ModuleRefused",
    "admit",
    "check_size",
    "describe_module",
    "read_module",
]

HOST: Final = "cathedral"
HOST_INTERFACE: Final = "cathedral:tool/host@1.0.0"

HOST_SIGNATURES: Final = {
    "log": "(i32,i32,i32)->i32",
    "read": "(i32,i32,i64,i32,i32)->i32",
    "write": "(i32,i32,i32,i32)->i32",
    "fetch": "(i32,i32,i32,i32)->i32",
    "env": "(i32,i32,i32,i32)->i32",
    "clock": "()->i64",
    "random": "(i32,i32)->i32",
}
INTERFACE_SIGNATURES: Final = {
    "log": "(u8,string)->()",
    "read": "(string,u64,u32)->result<list<u8>,s32>",
    "write": "(string,list<u8>)->result<_,s32>",
    "fetch": "(string)->result<list<u8>,s32>",
    "env": "(string)->result<string,s32>",
    "clock": "()->result<u64,s32>",
    "random": "(u32)->result<list<u8>,s32>",
}

# What each kind must export; "" stands for any signature.
_REQUIRED: Final[dict[Kind, dict[str, tuple[str, str]]]] = {
    "reactor": {"memory": ("memory", ""), "alloc": ("func", "(i32)->i32"), "run": ("func", "(i32,i32)->i64")},
    "command": {"memory": ("memory", ""), "_start": ("func", "()->()")},
    "component": {"describe": ("func", "()->string"), "run": ("func", "(string)->result<string,string>")},
}
_OPTIONAL: Final[dict[Kind, dict[str, tuple[str, str]]]] = {
    "reactor": {"_initialize": ("func", "()->()")},
    "command": {},
    "component": {},
}
_WASI_INTERFACE: Final = re.compile(
    r"wasi:(?:cli|io|clocks|random|filesystem)/[a-z][a-z0-9-]{0,63}@0\.2\.\d{1,3}"
)
_NAMES_KEPT: Final = 100


class Import(NamedTuple):
    """What a module asks its host for, in its own words: escape them before they are shown.

    For a function of a component's interface ``module`` is the interface.
    """

    module: str
    name: str
    kind: str
    signature: str


class Export(NamedTuple):
    """What a module offers its host, in its own words."""

    name: str
    kind: str
    signature: str


class AdmittedModule(msgspec.Struct, frozen=True, kw_only=True):
    """A module that was read: nothing in it is trusted but its bounds."""

    form: Literal["core", "component"]
    stripped: bytes
    """The module without custom sections: what is compiled, pinned in the cache, and run."""
    imports: tuple[Import, ...]
    exports: tuple[Export, ...]
    size_bytes: int
    functions: int
    code_bytes: int
    data_bytes: int
    memory_min_pages: int | None
    """Of a core module's memory; None without one, and for components."""
    memory_max_pages: int | None
    has_start: bool
    custom_sections: tuple[str, ...]
    """Their names, made printable; the first hundred."""
    features: tuple[str, ...]
    """Proposals beyond the first version that its declarations show; instructions are not looked at."""


def check_size(size_bytes: int, *, limits: ModuleLimits = DEFAULT) -> None:
    """Hold that a file of this size may be read at all.

    Raises:
        Refused: it is too large.
    """
    if size_bytes > limits.size_bytes:
        raise ModuleRefused(
            "wasm.size",
            f"The module has {size_bytes:,} bytes; at most {limits.size_bytes:,} are admitted.",
            "Strip it (`-Wl,--strip-all`), optimize for size (`-Os`), or split the tool.",
        )


def read_module(data: bytes, *, limits: ModuleLimits = DEFAULT) -> AdmittedModule:
    """A module's declarations, and its bytes without custom sections.

    Raises:
        Refused: it is no module, malformed, too large in some way, or uses what tools may not.
    """
    if not data.startswith(MAGIC):
        raise ModuleRefused(
            "wasm.magic",
            "This is not a WebAssembly binary.",
            "Give the built .wasm file; the text format is not accepted.",
        )
    check_size(len(data), limits=limits)
    version = data[4:8]
    if version == CORE_VERSION:
        return _core(data, CoreReader(data, 0, len(data), limits, ModuleTotals()).read())
    if version == COMPONENT_VERSION:
        return _component(data, ComponentReader(data, 0, len(data), limits, ModuleTotals()).read())
    raise ModuleRefused(
        "wasm.magic",
        f"This WebAssembly binary has the unknown version {version.hex()}.",
        "Build a core module of version 1, or a component of version 13.",
    )


def _core(data: bytes, read: CoreReader) -> AdmittedModule:
    view = memoryview(data)
    return _module(
        data,
        read,
        form="core",
        stripped=b"".join(view[start:end] for start, end in read.kept) if read.customs else data,
        imports=read.imports,
        exports=read.exports,
        memory=read.memory or (None, None),
    )


def _component(data: bytes, read: ComponentReader) -> AdmittedModule:
    return _module(
        data,
        read,
        form="component",
        stripped=b"".join(read.kept) if read.customs else data,
        imports=read.imports(),
        exports=read.exports(),
        memory=(None, None),
    )


def _module(
    data: bytes,
    read: CoreReader | ComponentReader,
    *,
    form: Literal["core", "component"],
    stripped: bytes,
    imports: list[Item],
    exports: list[Item],
    memory: tuple[int | None, int | None],
) -> AdmittedModule:
    least, most = memory
    return AdmittedModule(
        form=form,
        stripped=stripped,
        imports=tuple(Import(*item) for item in imports),
        exports=_exports(exports),
        size_bytes=len(data),
        functions=read.tally.functions,
        code_bytes=read.tally.code_bytes,
        data_bytes=read.tally.data_bytes,
        memory_min_pages=least,
        memory_max_pages=most,
        has_start=read.has_start,
        custom_sections=_names(read.customs),
        features=tuple(sorted(read.features)),
    )


def _exports(items: list[Item]) -> tuple[Export, ...]:
    return tuple(Export(item.name, item.kind, item.signature) for item in items)


def _names(names: list[str]) -> tuple[str, ...]:
    return tuple(shown(name)[1:-1] for name in names[:_NAMES_KEPT])


def admit(module: AdmittedModule, *, kind: Kind, allowed: frozenset[str]) -> None:
    """Hold that a module is what its manifest says, and imports no more than that opens.

    Args:
        module: As `read_module` gave it.
        kind: What the manifest says that it is.
        allowed: The functions of the host that the manifest's capabilities open; ``log`` always is.

    Raises:
        Refused: an export is missing or of another type, or an import is not open to it.
    """
    form = "component" if kind == "component" else "core"
    if module.form != form:
        raise ModuleRefused(
            "wasm.export",
            f"The manifest says {kind}, but the file is a {'core module' if form == 'component' else 'component'}.",
            'Set "kind" in the manifest\'s "wasm" to what the file is; `runtime wasm inspect FILE` tells.',
        )
    _admit_exports(module, kind)
    for item in module.imports:
        _admit_import(item, kind, allowed | {"log"})


def _admit_exports(module: AdmittedModule, kind: Kind) -> None:
    offered = {export.name: export for export in module.exports}
    wanted = _REQUIRED[kind] | {name: what for name, what in _OPTIONAL[kind].items() if name in offered}
    for name, (sort, signature) in wanted.items():
        full = f"{name}{signature}" if signature else f"{name} ({sort})"
        export = offered.get(name)
        if export is None:
            raise ModuleRefused(
                "wasm.export",
                f"A {kind} must export {full}, and this module does not.",
                f'Export {name} (C: `__attribute__((export_name("{name}")))`), or declare another kind.',
            )
        if export.kind != sort or not _agree(export.signature, signature):
            raise ModuleRefused(
                "wasm.export",
                f"A {kind} must export {full}; this module exports it as {export.kind} {_cut(export.signature)}.",
                f"Change the type of {name} to {signature or sort}.",
            )


def _agree(signature: str, wanted: str) -> bool:
    """Whether an export is what is wanted, as far as it is known: one from an instance made inside shows when it is called."""
    return not wanted or signature == wanted or UNKNOWN in signature


def _cut(signature: str) -> str:
    return signature if len(signature) <= 100 else signature[:100] + "..."


def _admit_import(item: Import, kind: Kind, allowed: frozenset[str]) -> None:
    """Hold one import against the tables of its kind."""
    what = f"{shown(item.module)} {shown(item.name)}" if item.name else shown(item.module)
    if kind == "component":
        if item.module == HOST_INTERFACE:
            _admit_function(item, what, INTERFACE_SIGNATURES, allowed)
        elif not _WASI_INTERFACE.fullmatch(item.module):
            raise _unknown(what, kind)
    elif item.module == HOST:
        _admit_function(item, what, HOST_SIGNATURES, allowed)
    elif kind == "command" and item.module == wasi_preview1.MODULE:
        _admit_function(item, what, wasi_preview1.SIGNATURES, frozenset(wasi_preview1.SIGNATURES))
    else:
        raise _unknown(what, kind)


_OFFERED: Final[dict[Kind, str]] = {
    "reactor": "Import from cathedral alone (log, read, write, fetch, env, clock, random); a program that needs WASI is a command.",
    "command": "Import from wasi_snapshot_preview1 and cathedral alone: build for wasm32-wasi (preview 1).",
    "component": "Import from wasi:cli, wasi:io, wasi:clocks, wasi:random, wasi:filesystem (0.2) and cathedral:tool/host@1.0.0 alone; `componentize-py componentize --stub-wasi` leaves the others out.",
}


def _unknown(what: str, kind: Kind) -> ModuleRefused:
    return ModuleRefused("wasm.import", f"The import {what} is none that a {kind} gets.", _OFFERED[kind])


def _admit_function(item: Import, what: str, table: dict[str, str], allowed: frozenset[str]) -> None:
    wanted = table.get(item.name)
    if item.kind == "instance" and item.signature == UNKNOWN:
        raise ModuleRefused(
            "wasm.import",
            f"The import {what} has a type that does not tell its functions.",
            "Import the interface with its type written out, as wit-bindgen and componentize-py do.",
        )
    if wanted is None and (item.name or item.kind != "instance"):
        raise ModuleRefused(
            "wasm.import",
            f"There is no function {what} to import.",
            f"{shown(item.module)} has {', '.join(sorted(table))}.",
        )
    if wanted is None:  # an interface of which no function is used
        return
    if item.kind != "func" or item.signature != wanted:
        raise ModuleRefused(
            "wasm.import",
            f"The import {what} is a {item.kind} {_cut(item.signature)}; what there is has the type {wanted}.",
            "Correct the declaration of the imported function.",
        )
    if item.name not in allowed:
        needed = " or ".join(OPENED_BY.get(item.name, ()))
        raise ModuleRefused(
            "wasm.import",
            f"The import {what} is not open to this tool: its manifest declares no {needed}.",
            f"Declare {needed} among the manifest's required or optional capabilities, or do without the import.",
        )


def _matches(module: AdmittedModule, kind: Kind) -> ModuleRefused | None:
    """Why a module is not of a kind, were all capabilities declared; None where it is."""
    try:
        admit(module, kind=kind, allowed=frozenset(OPENED_BY))
    except ModuleRefused as refused:
        return refused
    return None


def describe_module(module: AdmittedModule) -> dict[str, Any]:
    """What `runtime wasm inspect` tells: the kind that it could be, what it asks for and would need, its sizes."""
    kinds: tuple[Kind, ...] = ("component",) if module.form == "component" else ("reactor", "command")
    reasons = {kind: _matches(module, kind) for kind in kinds}
    kind = next((kind for kind, reason in reasons.items() if reason is None), None)
    return {
        "kind": kind,
        "form": module.form,
        "why_not": {kind: reason.message for kind, reason in reasons.items() if reason is not None},
        "imports": _grouped(module),
        "exports": [export._asdict() for export in module.exports],
        "capabilities": _capabilities(module),
        "size_bytes": module.size_bytes,
        "stripped_bytes": len(module.stripped),
        "functions": module.functions,
        "code_bytes": module.code_bytes,
        "data_bytes": module.data_bytes,
        "memory_min_pages": module.memory_min_pages,
        "memory_max_pages": module.memory_max_pages,
        "has_start": module.has_start,
        "custom_sections": list(module.custom_sections),
        "features": list(module.features),
    }


def _grouped(module: AdmittedModule) -> dict[str, list[dict[str, str]]]:
    groups: dict[str, list[dict[str, str]]] = {}
    for item in module.imports:
        groups.setdefault(item.module, []).append(
            {"name": item.name, "kind": item.kind, "signature": item.signature}
        )
    return groups


_OPENED_BY_INTERFACE: Final = {"clocks": "clock_read", "random": "random_read"}


def _capabilities(module: AdmittedModule) -> list[str]:
    """The kinds of capability that the imports point to; which of them the tool uses, its author knows."""
    found: set[str] = set()
    for item in module.imports:
        if item.module in (HOST, HOST_INTERFACE):
            found.update(OPENED_BY.get(item.name, ()))
        elif item.module == wasi_preview1.MODULE:
            found.update(wasi_preview1.OPENED_BY.get(item.name, ()))
        elif match := re.match(r"wasi:([a-z]+)/", item.module):
            found.update({_OPENED_BY_INTERFACE[match[1]]} if match[1] in _OPENED_BY_INTERFACE else ())
    return sorted(found)
