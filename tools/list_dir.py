"""List what a directory contains, a page at a time."""

from __future__ import annotations

import errno
from typing import Annotated

import msgspec

from runtime.sdk import FsRead, ToolContext, ToolError, ToolResult, WorkspacePath, tool

from ._files import Refusal, normal, refusing, shown

PAGE_ENTRIES = 1000
_DENIED = Refusal(
    "permission_denied",
    "Cannot list directory - permission denied",
    "Ask for the directory to be made readable, or list another one",
)
_REFUSALS = {
    errno.ENOENT: Refusal(
        "directory_not_found",
        "Directory '{path}' not found",
        "Check the directory name and try again, or list its parent",
    ),
    errno.ENOTDIR: Refusal(
        "not_a_directory", "Path '{path}' is not a directory", "Use read_file to read a file"
    ),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
}
# What follows a name. A link is not followed, so where it leads is not said.
_ENDINGS = {"file": "", "dir": "/", "symlink": " (symlink)", "other": " (special file)"}


class ListMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole directory counted, and which page of it this is: there is more while ``page < pages``."""

    total_entries: int
    files: int
    directories: int
    other: int
    """Symbolic links and special files."""
    page: int
    pages: int


@tool(
    description=(
        "List contents of a directory: files first, then directories (ending in '/'), each sorted by name. "
        "Directories with more than 1000 entries come in pages."
    ),
    short_description="List a directory",
    side_effects=["fs_read"],
    determinism="deterministic",
    capabilities=[FsRead(prefixes=(".",))],
    risk="read_only",
)
def list_dir(
    ctx: ToolContext,
    path: Annotated[WorkspacePath, "Relative path to directory (default: current directory)"] = ".",
    page: Annotated[int, msgspec.Meta(ge=1, description="Page of 1000 entries to return (default: 1)")] = 1,
) -> ToolResult[ListMetadata]:
    """Return one page of the directory's names."""
    with refusing(path, "Cannot list directory", _REFUSALS):
        entries = ctx.fs.list_dir(path)
    entries.sort(key=lambda entry: (entry.kind == "dir", entry.name))
    pages = max(1, -(-len(entries) // PAGE_ENTRIES))
    if page > pages:
        raise ToolError(
            "page_out_of_range",
            f"Page {page} does not exist - directory has {pages} page{'' if pages == 1 else 's'}",
            suggestion=f"Use a page between 1 and {pages}",
        )
    start = (page - 1) * PAGE_ENTRIES
    lines = [f"  {shown(e.name)}{_ENDINGS[e.kind]}" for e in entries[start : start + PAGE_ENTRIES]]
    if page < pages:
        lines.append(
            f"  ... entries {start + 1}-{start + PAGE_ENTRIES} of {len(entries)}, use page={page + 1} for more"
        )
    files = sum(entry.kind == "file" for entry in entries)
    directories = sum(entry.kind == "dir" for entry in entries)
    other = len(entries) - files - directories
    return ToolResult(
        output="\n".join([f"Contents of {_place(path)}:", *(lines or ["  (empty)"]), ""]),
        metadata=ListMetadata(len(entries), files, directories, other, page, pages),
    )


def _place(path: str) -> str:
    name = normal(path)
    return name if name == "." else f"./{shown(name)}"
