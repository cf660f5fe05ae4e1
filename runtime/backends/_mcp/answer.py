"""The output in the result of a tool: structured content where the tool has a schema for it, otherwise its text.

A stranger wrote all of it. Characters that move a terminal's cursor, turn the direction of text or cannot be seen at all are written
out (``\\x1b``), in texts, in names and in errors alike: nothing that a person is shown says something else than what a model reads.
"""

from __future__ import annotations

import re
from typing import Any

from runtime.backends._mcp.faults import broken
from runtime.contracts.errors import OutputInvalid, ToolError

TEXT_SCHEMA: dict[str, Any] = {"type": ["string", "object"]}
"""The output of a tool without a schema of its own: a text, or an object with ``content`` where there is more than text."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_KEPT = {
    "text": ("text",),
    "image": ("data", "mimeType"),
    "audio": ("data", "mimeType"),
    "resource_link": ("uri", "name", "title", "description", "mimeType"),
    "resource": ("uri", "mimeType", "text", "blob"),
}
"""What of each kind of content is kept: what a model reads, and no fields of the server's own."""
_MAX_BLOCKS = 10_000
_MAX_ERROR = 4_000


def output_of(server: str, tool: str, result: dict[str, Any], *, structured: bool) -> Any:
    """The output in a result.

    Args:
        server: Its name.
        tool: The tool's, here.
        result: As the server sent it.
        structured: Whether the accepted definition has a schema of the output.

    Raises:
        ToolError: the tool says that it failed.
        OutputInvalid: there is no structured content, and there has to be.
        McpProtocol: it is no result.
    """
    content, is_error = result.get("content", []), result.get("isError", False)
    if not isinstance(content, list) or type(is_error) is not bool:
        raise broken(server, "sent a result that is none")
    if len(content) > _MAX_BLOCKS:
        raise broken(server, f"sent a result of more than {_MAX_BLOCKS:,} parts")
    blocks = [_block(server, block) for block in content]
    if is_error:
        raise failed(tool, _text(blocks) or "the tool failed and does not say why")
    if not structured:
        if all(block["type"] == "text" for block in blocks):
            return _text(blocks)
        return {"content": blocks}
    if "structuredContent" not in result:
        raise OutputInvalid(f"{tool} declares a schema of its output, and sent none")
    return shown(result["structuredContent"])


def failed(tool: str, text: str, **details: Any) -> ToolError:
    """An error that the server tells, in characters that harm nobody."""
    told = shown(text)
    return ToolError(
        "server_error",
        told if len(told) <= _MAX_ERROR else f"{told[: _MAX_ERROR - 1]}…",
        suggestion="The server's own words; correct the arguments, or see whether it works at all.",
        tool=tool,
        **details,
    )


def shown(value: Any) -> Any:
    """A JSON value with every hidden character written out, in texts and names."""
    if isinstance(value, str):
        return value if value.isascii() and value.isprintable() else _HIDDEN.sub(_written, value)
    if isinstance(value, list):
        return [shown(item) for item in value]
    if isinstance(value, dict):
        return {shown(key): shown(item) for key, item in value.items()}
    return value


def _written(found: re.Match[str]) -> str:
    return ascii(found.group())[1:-1]


def _block(server: str, block: Any) -> dict[str, Any]:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind not in _KEPT:
        raise broken(server, "sent content of a kind that is not known")
    source = block.get("resource") if kind == "resource" else block
    if not isinstance(source, dict):
        raise broken(server, "sent a resource that is none")
    kept = {field: source[field] for field in _KEPT[kind] if field in source}
    if not all(isinstance(value, str) for value in kept.values()) or (kind == "text" and not kept):
        raise broken(server, f"sent content of the kind {kind} that is none")
    found: dict[str, Any] = shown({"type": kind} | kept)
    return found


def _text(blocks: list[dict[str, Any]]) -> str:
    return "\n".join(block["text"] for block in blocks if "text" in block)
