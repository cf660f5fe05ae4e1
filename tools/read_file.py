"""Read a file, or some of its lines."""

from __future__ import annotations

import errno
import os
from typing import Annotated

import msgspec

from runtime.sdk import FsRead, ResourceBounds, ToolContext, ToolError, ToolResult, WorkspacePath, tool

from ._files import MAX_FILE_BYTES, Refusal, decode, encoding_of, normal, refusing, shown

HEX_BYTES = 1024
_ROW_BYTES = 16
_MISSING = Refusal(
    "file_not_found",
    "File '{path}' not found in working directory",
    "Check the file name and try again, or use file_search to find it",
)
_REFUSALS = {
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: _MISSING,
    errno.EISDIR: Refusal(
        "is_a_directory", "Path '{path}' is a directory, not a file", "Use list_dir to see what it contains"
    ),
    errno.EACCES: Refusal(
        "permission_denied",
        "Cannot read file '{path}' - permission denied",
        "Ask for the file to be made readable, or read another one",
    ),
    # Pipes, sockets and devices have no contents to read: opening one could block or act.
    errno.EPERM: Refusal(
        "not_a_file", "Path '{path}' is not a regular file", "Use list_dir to find files that can be read"
    ),
}


LineNumber = Annotated[int, msgspec.Meta(ge=1)]


class ReadMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much there is and how much was returned; lines are zero for a binary file."""

    total_lines: int
    lines_returned: int
    file_size_bytes: int


def _check(start_line: int | None = None, end_line: int | None = None) -> None:
    first = start_line or 1
    if end_line is not None and end_line < first:
        raise ToolError(
            "line_range_invalid",
            f"Line range invalid - requested {first}-{end_line}",
            suggestion="Use an end_line that is not before start_line",
        )


@tool(
    description=(
        "Read the contents of a file, optionally specifying line range. Files over 10MB are truncated, binary "
        "files are shown as hex."
    ),
    short_description="Read a file or some of its lines",
    side_effects=["fs_read"],
    determinism="deterministic",
    capabilities=[FsRead(prefixes=(".",))],
    risk="read_only",
    check=_check,
    # JSON spells a control character in six bytes, so 10MB of them take 60MB.
    bounds=ResourceBounds(output_bytes=64 * 1024 * 1024),
)
def read_file(
    ctx: ToolContext,
    path: Annotated[WorkspacePath, "Relative path to the file to read"],
    start_line: Annotated[LineNumber | None, "Starting line number (1-indexed, optional)"] = None,
    end_line: Annotated[LineNumber | None, "Ending line number (1-indexed, inclusive, optional)"] = None,
) -> ToolResult[ReadMetadata]:
    """Return the file's text exactly as it stands, line ends included.

    Only a line feed ends a line, so that numbers agree with grep_search, diffs and compilers.
    """
    data, size_bytes = _read(ctx, path)
    encoding = encoding_of(data)
    if encoding is None:
        return _hex_result(path, data, size_bytes)
    warnings = []
    cut = size_bytes > MAX_FILE_BYTES
    if cut:
        warnings.append("File is larger than 10MB, displaying first 10MB")
    text, damaged = decode(data, encoding, cut=cut)
    if damaged:
        warnings.append(f"File is not valid {encoding[0].upper()}, invalid bytes are displayed as \ufffd")
    total = text.count("\n") + (not text.endswith("\n") and text != "")
    first, last = _range(total, start_line, end_line, cut)
    span = f"lines {first}-{last}" if total else "empty"
    return ToolResult(
        output=f"Contents of {shown(normal(path))} ({span}):\n{_lines(text, first, last, total)}",
        metadata=ReadMetadata(total, last - first + 1, size_bytes),
        warnings=warnings,
    )


def _read(ctx: ToolContext, path: str) -> tuple[bytes, int]:
    with refusing(path, "Cannot read file '{path}'", _REFUSALS), ctx.fs.open_read(path) as file:
        data = file.read(MAX_FILE_BYTES + 1)
        if len(data) <= MAX_FILE_BYTES:
            return data, len(data)
        return data[:MAX_FILE_BYTES], file.seek(0, os.SEEK_END)


def _range(total: int, start_line: int | None, end_line: int | None, cut: bool) -> tuple[int, int]:
    """The lines to return; what an end beyond the file asks for is simply the rest."""
    first = start_line or 1
    # The first line of an empty file is nothing, not a mistake: callers page through files from line 1.
    if first <= max(total, 1) and (end_line is None or end_line >= first):
        return first, min(end_line or total, total)
    wanted = f"{first}-{'end' if end_line is None else end_line}"
    what = "first 10MB of file has" if cut else "file has"
    raise ToolError(
        "line_range_invalid",
        f"Line range invalid - {what} {total} line{'' if total == 1 else 's'}, requested {wanted}",
        suggestion=f"Use start_line between 1 and {max(total, 1)}, and end_line not before it",
    )


def _lines(text: str, first: int, last: int, total: int) -> str:
    # Splitting 10MB into lines would take hundreds of megabytes; this takes none.
    start = _skip(text, 0, first - 1)
    return text[start:] if last == total else text[start : _skip(text, start, last - first + 1)]


def _skip(text: str, at: int, lines: int) -> int:
    for _ in range(lines):
        at = text.index("\n", at) + 1
    return at


def _hex_result(path: str, data: bytes, size_bytes: int) -> ToolResult[ReadMetadata]:
    head = data[:HEX_BYTES]
    rows = [_hex_row(at, head[at : at + _ROW_BYTES]) for at in range(0, len(head), _ROW_BYTES)]
    return ToolResult(
        output=f"Contents of {shown(normal(path))} (binary, first {len(head)} of {size_bytes} bytes):\n"
        + "".join(rows),
        metadata=ReadMetadata(0, 0, size_bytes),
        warnings=["File appears to be binary, displaying first 1KB as hex"],
    )


def _hex_row(at: int, row: bytes) -> str:
    text = "".join(chr(b) if 0x20 <= b < 0x7F else "." for b in row)
    return f"{at:08x}  {row.hex(' '):<47}  |{text}|\n"
