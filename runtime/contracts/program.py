"""What a tool is that runs as a program of its own: an executable that describes itself, or a command that a file wraps."""

from __future__ import annotations

from typing import Literal

import msgspec

from runtime.contracts.digest import Digest


class Program(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file of a tool, pinned: with its digest in the declaration, the declaration's digest covers the code."""

    file: str
    """The file's name in its tools folder."""
    digest: Digest
    """Of the file's bytes."""
    stub: bool = False
    """Whether this is the declaration of the tool's stub, which answers without effects."""
    serves: Literal["", "json-lines"] = ""
    """How one process of it serves many calls; empty where each call starts a process."""
