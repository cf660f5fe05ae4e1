"""Create a directory, its parents included."""

from __future__ import annotations

import errno
from typing import Annotated

import msgspec

from runtime.sdk import FsWrite, ToolContext, ToolResult, WorkspacePath, tool

from ._files import Refusal, normal, refusing, shown

_DENIED = Refusal(
    "permission_denied",
    "Cannot create directory - permission denied",
    "Choose a folder that may be written to",
)
_REFUSALS = {
    errno.EEXIST: Refusal(
        "not_a_directory",
        "Path '{path}' exists as a file, cannot create directory",
        "Choose another name, or a path whose parents are directories",
    ),
    errno.ENOTDIR: Refusal(
        "not_a_directory",
        "Cannot create directory '{path}' - a parent of it is a file",
        "Choose a path whose parents are directories or do not exist yet",
    ),
    # A link to nothing stands in the way.
    errno.ENOENT: Refusal(
        "directory_not_found",
        "Cannot create directory '{path}' - a link on the way leads to nothing",
        "Choose another directory",
    ),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: _DENIED,
}


class DirectoryMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parents that were made on the way, outermost first."""

    created_parents: list[str]


@tool(
    description=(
        "Create a directory and any missing parents, as mkdir -p does. It is no error if the directory is there "
        "already."
    ),
    short_description="Create a directory",
    side_effects=["fs_write"],
    # The same call made twice makes a directory once.
    determinism="maybe",
    capabilities=[FsWrite(prefixes=(".",))],
    risk="safe_write",
    affects=["path"],
)
def create_directory(
    ctx: ToolContext,
    path: Annotated[WorkspacePath, "Relative path to directory to create"],
) -> ToolResult[DirectoryMetadata]:
    """Make what is missing of the path."""
    with refusing(path, "Cannot create directory", _REFUSALS):
        made = ctx.fs.make_dir(path)
    name = normal(path)
    if not made:
        return ToolResult(output=f"Directory exists: {shown(name)}", metadata=DirectoryMetadata([]))
    return ToolResult(
        output=f"Created directory: {shown(name)}",
        files_affected=[made[-1]],
        metadata=DirectoryMetadata(made[:-1]),
    )
