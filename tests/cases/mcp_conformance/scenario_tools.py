"""The tools that the scenarios call by name."""

from typing import Any

from runtime import ToolContext, ToolError, tool

NONE: dict[str, Any] = {"side_effects": ["none"], "risk": "read_only"}
BINARY: dict[str, Any] = {**NONE, "normalization": "binary", "output_schema": {}}
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc000000301010018dd8db0"
    "0000000049454e44ae426082"
)


@tool(description="Return a text.", **NONE)
def test_simple_text() -> str:
    return "This is a simple text response for testing."


@tool(description="Return a picture.", **BINARY)
def test_image_content() -> bytes:
    return PIXEL


@tool(description="Return a sound.", **BINARY)
def test_audio_content() -> bytes:
    return b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0data\0\0\0\0"


@tool(description="Return bytes.", **BINARY)
def test_embedded_resource() -> bytes:
    return b"This is an embedded resource content."


@tool(description="Fail.", **NONE)
def test_error_handling() -> str:
    raise ToolError("intended", "This tool intentionally returns an error for testing")


@tool(description="Tell of progress.", **NONE)
async def test_tool_with_progress(ctx: ToolContext) -> str:
    for percent in (0, 50, 100):
        await ctx.status("working", percent_complete=percent)
    return "done"


@tool(
    description="Tool with JSON Schema 2020-12 features",
    input_schema={
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }
        },
        "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
        "additionalProperties": False,
    },
    **NONE,
)
def json_schema_2020_12_tool(name: str = "", address: dict[str, Any] | None = None) -> str:
    return name
