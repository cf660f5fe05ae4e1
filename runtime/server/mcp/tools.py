"""Tools and outcomes as the protocol writes them.

The 2026-07-28 revision takes any schema for an output, and any JSON value as structured content; earlier ones take objects alone. For
those an output of another kind is text.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from runtime.contracts.invocation import Completed, ErrorInfo, Outcome
from runtime.contracts.manifest import Manifest
from runtime.providers import PROVIDERS

META = "cathedral-runtime/"
"""What names of ours in ``_meta`` begin with."""
_MCP = PROVIDERS["mcp"]
_MEDIA = (
    ("image", "image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image", "image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image", "image/gif", re.compile(rb"GIF8[79]a")),
    ("image", "image/webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    ("audio", "audio/wav", re.compile(rb"RIFF....WAVE", re.DOTALL)),
    ("audio", "audio/mpeg", re.compile(rb"ID3|\xff\xfb")),
    ("audio", "audio/ogg", re.compile(rb"OggS")),
)
"""What clients show, and how its bytes begin."""


def definition(manifest: Manifest, version: str) -> dict[str, Any]:
    """The tool for ``tools/list``, with its title, its hints and both schemas."""
    data = _MCP.definition(manifest)
    data["title"] = title_of(manifest)
    if version in MODERN_PROTOCOL_VERSIONS and manifest.normalization != "binary":
        data["outputSchema"] = manifest.output_schema
    data["_meta"] = {f"{META}version": manifest.version, f"{META}risk": manifest.risk}
    return data


def title_of(manifest: Manifest) -> str:
    """What people are shown instead of the name."""
    return (
        manifest.short_description or manifest.name.replace("_", " ").replace("-", " ").strip().capitalize()
    )


def result(outcome: Outcome, version: str) -> dict[str, Any]:
    """The outcome for ``tools/call``: its output as text and as data, or its error as text that a model can act upon.

    ``_meta`` names the call, so that its record can be asked for, and where in the log its last record is.
    """
    if isinstance(outcome, Completed) and isinstance(outcome.output, bytes):
        data: dict[str, Any] = {"content": [_blob(outcome)], "isError": False}
    else:
        data = _MCP.result(outcome)
        if outcome.ok and version in MODERN_PROTOCOL_VERSIONS:
            data["structuredContent"] = msgspec.to_builtins(outcome.output)
    data["_meta"] = {
        f"{META}call": outcome.call_id,
        f"{META}receipt": {"seq": outcome.receipt.seq, "record": outcome.receipt.record},
    }
    if outcome.ok:
        data["_meta"][f"{META}digest"] = outcome.digest
    else:
        data["_meta"][f"{META}error"] = error_data(outcome.error)
    return data


def error_data(error: ErrorInfo) -> dict[str, Any]:
    """What a program may act upon: an error's code, and whether it helps to try again."""
    return {
        "code": error.code,
        "category": error.category,
        "message": error.message,
        "suggestion": error.suggestion,
        "executed": error.executed,
        "retryable": error.retryable,
    }


def failure(error: ErrorInfo) -> dict[str, Any]:
    """An error that no call stands behind, as a result."""
    told = error_data(error)
    shown = {name: told[name] for name in ("code", "message", "suggestion", "executed")}
    text = msgspec.json.encode({"error": shown}).decode()
    return {"content": [{"type": "text", "text": text}], "isError": True, "_meta": {f"{META}error": told}}


def _blob(outcome: Completed) -> dict[str, Any]:
    """Bytes: as an image or a sound where they begin like one, else as an embedded resource, the protocol's place for other bytes."""
    encoded = msgspec.to_builtins(outcome.output)
    for kind, mime_type, begins in _MEDIA:
        if begins.match(outcome.output):
            return {"type": kind, "data": encoded, "mimeType": mime_type}
    return {
        "type": "resource",
        "resource": {
            "uri": f"runtime://calls/{outcome.call_id}/output",
            "mimeType": "application/octet-stream",
            "blob": encoded,
        },
    }
