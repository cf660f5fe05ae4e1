"""Files of the workspace as resources: two tools of the server's own, so that whoever reads a resource makes a governed call.

They are found by the executor under their names, put to gate and policy like any other tool, and recorded. `tools/list` leaves them out.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from runtime.contracts.errors import ToolError
from runtime.sdk import FsRead, ResourceBounds, ToolContext, WorkspacePath, tool

READ, LIST = "mcp_read_resource", "mcp_list_resources"
MAX_BYTES = 16 * 1024 * 1024
MAX_LISTED = 10_000
_DEEPEST = 20


class Listed(msgspec.Struct, frozen=True):
    """Some of the workspace's files."""

    paths: list[str]
    more: bool
    """Whether there are more than a listing holds."""


@tool(
    name=READ,
    description="Read a file of the workspace as it is, for a client that asks for it as a resource.",
    side_effects=["fs_read"],
    determinism="deterministic",
    capabilities=[FsRead(prefixes=())],
    risk="read_only",
    normalization="binary",
    output_schema={},
    bounds=ResourceBounds(output_bytes=MAX_BYTES),
)
def read_resource(ctx: ToolContext, path: Annotated[WorkspacePath, "The file"]) -> bytes:
    """The file's bytes."""
    try:
        return ctx.fs.read_bytes(path, max_bytes=MAX_BYTES)
    except FileNotFoundError:
        raise ToolError("file_not_found", "there is no such file", suggestion="See resources/list.") from None
    except (OSError, ValueError) as error:
        raise ToolError(
            "file_unreadable",
            f"the file cannot be read ({type(error).__name__})",
            suggestion="Ask for another one; see resources/list.",
        ) from None


@tool(
    name=LIST,
    description="List the files of the workspace that a client may ask for as resources; hidden ones are left out.",
    side_effects=["fs_read"],
    determinism="deterministic",
    capabilities=[FsRead(prefixes=())],
    risk="read_only",
)
def list_resources(ctx: ToolContext) -> Listed:
    """The granted files, by path."""
    paths: list[str] = []
    for entry in ctx.fs.walk(".", max_depth=_DEEPEST, wanted=_visible, enter=_is_visible):
        ctx.check()
        if len(paths) >= MAX_LISTED:
            return Listed(sorted(paths), True)
        paths.append(entry.path)
    return Listed(sorted(paths), False)


def _visible(_: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.startswith(".")]


def _is_visible(folder: str) -> bool:
    return not folder.rstrip("/").rpartition("/")[2].startswith(".") or folder in (".", "./", "")


TOOLS = (read_resource, list_resources)
NAMES = frozenset({READ, LIST})
