"""Create a file that is not there yet."""

from __future__ import annotations

import errno
from typing import Annotated

from runtime.sdk import FsWrite, ResourceBounds, ToolContext, ToolError, ToolResult, WorkspacePath, tool

from ._files import MAX_FILE_BYTES, Refusal, normal, refusing, shown

_DENIED = Refusal(
    "permission_denied",
    "Cannot create file '{path}' - permission denied",
    "Choose a folder that may be written to",
)
_REFUSALS = {
    errno.EEXIST: Refusal(
        "file_exists",
        "File '{path}' already exists. Use replace_string_in_file to modify",
        "Choose another name, or change the existing file with replace_string_in_file",
    ),
    errno.EISDIR: Refusal(
        "is_a_directory",
        "Path '{path}' names a directory, cannot create file",
        "Add a file name at the end of the path",
    ),
    errno.ENOTDIR: Refusal(
        "not_a_directory",
        "Cannot create file '{path}' - a parent of it is a file, not a directory",
        "Choose a path whose parents are directories or do not exist yet",
    ),
    # An empty path, or a parent that is a link to nothing.
    errno.ENOENT: Refusal(
        "directory_not_found",
        "Cannot create file '{path}' - its directory does not exist and cannot be made",
        "Choose another directory",
    ),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: _DENIED,
}


def _check(content: str) -> None:
    _encoded(content)


@tool(
    description=(
        "Create a new file with specified content. Fails if the file already exists; missing parent directories "
        "are created."
    ),
    short_description="Create a new file",
    side_effects=["fs_write"],
    # The same call made twice creates a file once and is refused once.
    determinism="maybe",
    capabilities=[FsWrite(prefixes=(".",))],
    risk="safe_write",
    affects=["path"],
    check=_check,
    # Content of the permitted size, were each of its bytes escaped with a backslash; then the path.
    bounds=ResourceBounds(input_bytes=2 * MAX_FILE_BYTES + 65_536),
)
def create_file(
    ctx: ToolContext,
    path: Annotated[WorkspacePath, "Relative path to the file to create"],
    content: Annotated[str, "Content to write to the file"],
) -> ToolResult[None]:
    """Write the content as UTF-8, byte for byte as given, whole or not at all."""
    data = _encoded(content)
    with refusing(path, "Cannot create file '{path}'", _REFUSALS):
        try:
            # Without parents first, so that a parent that is a file is not taken for the file itself.
            ctx.fs.create(path, data)
        except FileNotFoundError:
            ctx.fs.create(path, data, parents=True)
    name = normal(path)
    size = f"{len(data)} byte{'' if len(data) == 1 else 's'}"
    return ToolResult(output=f"Created file: {shown(name)} ({size})", files_affected=[name], metadata=None)


def _encoded(content: str) -> bytes:
    try:
        data = content.encode()
    except UnicodeEncodeError:
        raise ToolError(
            "content_invalid",
            "Content holds half of a surrogate pair, which UTF-8 cannot encode",
            suggestion="Send the whole character",
        ) from None
    if len(data) > MAX_FILE_BYTES:
        raise ToolError(
            "content_too_large",
            f"Content is {len(data)} bytes, limit is 10MB",
            suggestion="Split the content over several files",
        )
    return data
