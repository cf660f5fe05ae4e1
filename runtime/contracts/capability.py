"""The closed set of capabilities: what a tool may be handed, and on which targets.

A capability is data. What it covers is decided in `runtime.capability.match`; what it opens is a handle
made in `runtime.capability.handles`. Paths are relative to the workspace, in POSIX form.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import force_setattr


class _Capability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", order=True):
    """Base of the closed set; sequences given as lists become tuples, so that a value can be a key."""

    @property
    def kind(self) -> str:
        """The capability's name in records, policies and on the command line, for example ``fs_read``."""
        return str(self.__struct_config__.tag)


class _Listed(_Capability, frozen=True):
    """A capability whose scope is a set of names: kept sorted and free of duplicates."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            force_setattr(self, name, tuple(sorted(set(_strings(self.kind, name, getattr(self, name))))))


class _Rooted(_Capability, frozen=True):
    """A capability over folders and files beneath the workspace."""

    prefixes: Sequence[str]

    def __post_init__(self) -> None:
        paths = {normal_prefix(p) for p in _strings(self.kind, "prefixes", self.prefixes)}
        force_setattr(self, "prefixes", tuple(sorted(paths)))


class FsRead(_Rooted, frozen=True, tag="fs_read"):
    """Read files and list folders beneath the prefixes."""


class FsWrite(_Rooted, frozen=True, tag="fs_write"):
    """Create, change and remove files and folders beneath the prefixes."""


class NetRead(_Listed, frozen=True, tag="net_read"):
    """Fetch from hosts: ``host``, ``host:port``, ``https://host``, ``*.example.com`` (not the apex), ``*``."""

    allowlist: Sequence[str]


class NetWrite(_Listed, frozen=True, tag="net_write"):
    """Send to hosts; entries as for NetRead."""

    allowlist: Sequence[str]


class DbRead(_Listed, frozen=True, tag="db_read"):
    """Read from database tables."""

    tables: Sequence[str]


class DbWrite(_Listed, frozen=True, tag="db_write"):
    """Write to database tables."""

    tables: Sequence[str]


class ProcessSpawn(_Capability, frozen=True, tag="process_spawn"):
    """Start child processes of these commands (``*``: any), each within the bounds (None: unbounded)."""

    commands: Sequence[str]
    cpu_s: float | None = None
    memory_bytes: int | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "commands", tuple(sorted(set(_strings(self.kind, "commands", self.commands)))))


class WasmExec(_Capability, frozen=True, tag="wasm_exec"):
    """Run WebAssembly within the bounds (None: unbounded)."""

    fuel: int | None = None
    memory_bytes: int | None = None


class ClockRead(_Capability, frozen=True, tag="clock_read"):
    """Read the real time."""


class RandomRead(_Capability, frozen=True, tag="random_read"):
    """Draw random bytes."""


class EnvRead(_Listed, frozen=True, tag="env_read"):
    """Read these environment variables (``*``: any)."""

    vars: Sequence[str]


class ToolCall(_Listed, frozen=True, tag="tool_call"):
    """Call these tools (``*``: any) from inside a call, with no more than the call itself has."""

    tools: Sequence[str]


Capability = (
    NetRead
    | NetWrite
    | FsRead
    | FsWrite
    | DbRead
    | DbWrite
    | ProcessSpawn
    | WasmExec
    | ClockRead
    | RandomRead
    | EnvRead
    | ToolCall
)
KINDS: dict[str, type[Capability]] = {
    str(c.__struct_config__.tag): c
    for c in (
        NetRead,
        NetWrite,
        FsRead,
        FsWrite,
        DbRead,
        DbWrite,
        ProcessSpawn,
        WasmExec,
        ClockRead,
        RandomRead,
        EnvRead,
        ToolCall,
    )
}


def normal_prefix(path: str) -> str:
    """A path beneath the workspace in its one spelling: ``./src//a/`` becomes ``src/a``.

    Raises:
        ValueError: for an absolute path, a NUL byte, or one that climbs out with ``..``.
    """
    if "\0" in path:
        raise ValueError("a path holds no NUL byte")
    if path.startswith("/"):
        raise ValueError(f"{path!r} is absolute; name it relative to the workspace")
    normal = posixpath.normpath(path or ".")
    if normal == ".." or normal.startswith("../"):
        raise ValueError(f"{path!r} climbs out of the workspace")
    return normal


def to_data(capability: Capability) -> dict[str, Any]:
    """The capability as JSON data: ``{"type": "fs_read", "prefixes": ["src"]}``."""
    data: dict[str, Any] = msgspec.to_builtins(capability)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}


def from_data(data: Any) -> Capability:
    """The capability of such JSON data.

    Raises:
        msgspec.ValidationError: the type is outside the closed set, or a field is wrong.
    """
    capability: Capability = msgspec.convert(data, type=Capability)
    return capability


def _strings(kind: str, field: str, values: Iterable[str]) -> list[str]:
    if isinstance(values, str):
        raise TypeError(f"{kind}.{field} is a list of strings, not one string")
    items = list(values)
    for item in items:
        if not isinstance(item, str) or not item:
            raise TypeError(f"{kind}.{field} holds non-empty strings")
    return items
