"""Replace the first occurrence of a string in a file."""

from __future__ import annotations

import errno
from typing import Annotated

import msgspec

from runtime.sdk import (
    FsRead,
    FsWrite,
    ResourceBounds,
    ToolContext,
    ToolError,
    ToolResult,
    WorkspacePath,
    tool,
)

from ._files import MAX_FILE_BYTES, MAX_SHOWN, Refusal, encoding_of, normal, refusing, shown

_MISSING = Refusal(
    "file_not_found",
    "File '{path}' not found in working directory",
    "Check the file name and try again, or use file_search to find it",
)
_DENIED = Refusal(
    "permission_denied",
    "Cannot modify file '{path}' - permission denied",
    "Ask for the file to be made writable, or change another one",
)
_REFUSALS = {
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: _MISSING,
    errno.EISDIR: Refusal(
        "is_a_directory", "Path '{path}' is a directory, not a file", "Use list_dir to see what it contains"
    ),
    errno.EACCES: _DENIED,
    errno.EPERM: Refusal(
        "not_a_file", "Path '{path}' is not a regular file", "Use list_dir to find files that can be changed"
    ),
    errno.EROFS: _DENIED,
    errno.ESTALE: Refusal(
        "file_changed",
        "File '{path}' was changed by somebody else meanwhile, nothing was replaced",
        "Read the file again, and repeat the change if it still fits",
    ),
    errno.EAGAIN: Refusal(
        "file_busy",
        "File '{path}' is being changed by others, nothing was replaced",
        "Try again in a moment",
    ),
}


class ReplaceMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Occurrences do not overlap; ``lines_changed`` are the lines of the old text that the occurrence stood on."""

    occurrences_found: int
    occurrences_replaced: int
    lines_changed: list[int]


@tool(
    description=(
        "Replace a specific string in a file with new content. Only the first occurrence is replaced: give enough of "
        "the surrounding text in old_string to name one place. Line endings and the rest of the file stay as they are."
    ),
    short_description="Replace a string in a file",
    side_effects=["fs_read", "fs_write"],
    determinism="maybe",
    capabilities=[FsRead(prefixes=(".",)), FsWrite(prefixes=(".",))],
    risk="dangerous",
    affects=["path"],
    # Two strings of the permitted size, were each byte escaped with a backslash; then the path.
    bounds=ResourceBounds(input_bytes=4 * MAX_FILE_BYTES + 65_536),
)
def replace_string_in_file(
    ctx: ToolContext,
    path: Annotated[WorkspacePath, "Relative path to the file to modify"],
    old_string: Annotated[str, msgspec.Meta(min_length=1, description="Exact string to find and replace")],
    new_string: Annotated[str, "String to replace with"],
) -> ToolResult[ReplaceMetadata]:
    """Replace the first occurrence; the file is changed whole or not at all, and only if it is as it was read."""
    with refusing(path, "Cannot modify file '{path}'", _REFUSALS):
        data = ctx.fs.read_bytes(path, max_bytes=MAX_FILE_BYTES + 1)
    old, new = _in_the_files_terms(path, data, old_string, new_string)
    found = data.count(old)
    if not found:
        raise ToolError(
            "string_not_found",
            f"String '{_shown(old_string)}' not found in file",
            suggestion="Use read_file to see the exact text, white space and line breaks included",
        )
    at = data.index(old)
    changed = data[:at] + new + data[at + len(old) :]
    if len(changed) > MAX_FILE_BYTES:
        raise _too_large(path)
    if changed != data:
        with refusing(path, "Cannot modify file '{path}'", _REFUSALS):
            ctx.fs.replace(path, changed, expected=data)
    first = data.count(b"\n", 0, at) + 1
    lines = list(range(first, first + old.rstrip(b"\n").count(b"\n") + 1))
    name = normal(path)
    return ToolResult(
        output=f"Replaced 1 occurrence in {shown(name)}",
        files_affected=[name] if changed != data else [],
        metadata=ReplaceMetadata(found, 1, lines),
        warnings=_warnings(found, first, unchanged=changed == data),
    )


def _in_the_files_terms(path: str, data: bytes, old_string: str, new_string: str) -> tuple[bytes, bytes]:
    """Both strings as bytes of this file: what a model writes with LF is meant for a file of CRLF, too."""
    if len(data) > MAX_FILE_BYTES:
        raise _too_large(path)
    encoding = encoding_of(data)
    if encoding is None or encoding[0] != "utf-8":
        raise ToolError(
            "not_a_text_file",
            f"File '{_shown(path)}' is binary or not in UTF-8, cannot replace a string in it",
            suggestion="Use another tool for such files",
        )
    try:
        old, new = old_string.encode(), new_string.encode()
    except UnicodeEncodeError:
        raise ToolError(
            "content_invalid",
            "A string holds half of a surrogate pair, which UTF-8 cannot encode",
            suggestion="Send the whole character",
        ) from None
    if old not in data and b"\n" in old and b"\r\n" in data and b"\r" not in old:
        return old.replace(b"\n", b"\r\n"), new.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return old, new


def _warnings(found: int, line: int, *, unchanged: bool) -> list[str]:
    told = (
        (found > 1, f"Found {found} occurrences, replaced only the first at line {line}"),
        (unchanged, "old_string and new_string are the same, the file was not changed"),
    )
    return [text for holds, text in told if holds]


def _too_large(path: str) -> ToolError:
    return ToolError(
        "file_too_large",
        f"File '{_shown(path)}' is larger than 10MB",
        suggestion="Use another tool for such files",
    )


def _shown(text: str) -> str:
    return shown(text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "...")
