"""What a WebAssembly tool is: which module, of which kind, and the terms on which it meets its host."""

from __future__ import annotations

from typing import Literal

import msgspec

from runtime.contracts.digest import Digest

Kind = Literal["reactor", "command", "component"]
"""``reactor`` exports ``alloc`` and ``run``; ``command`` is a WASI preview 1 program; ``component`` is one of WASI preview 2."""

OPENED_BY: dict[str, tuple[str, ...]] = {
    "log": (),
    "read": ("fs_read",),
    "write": ("fs_write",),
    "fetch": ("net_read", "net_write"),
    "env": ("env_read",),
    "clock": ("clock_read",),
    "random": ("random_read",),
}
"""The functions of the host, and the capabilities of which one opens each; none means that it is always there."""


class WasmModule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The module of a tool, pinned: a file of other bytes is refused before anything reads it."""

    kind: Kind
    module: str
    """The file's name, beside the manifest."""
    digest: Digest
    """Of the file's bytes."""


class FileScope(msgspec.Struct, frozen=True, kw_only=True):
    """What a call may reach in the workspace, for a backend that has a process of its own do the reaching."""

    workspace: str | None
    """The real path of the root."""
    read: tuple[str, ...]
    write: tuple[str, ...]
    hidden: tuple[str, ...]
    """Reserved places that nobody reads."""
    locked: tuple[str, ...]
    """Reserved places that nobody writes."""
