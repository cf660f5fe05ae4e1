"""The form of the question, for editors and for the check of ``input...`` references."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_ANYTHING: dict[str, Any] = {"type": "object"}

_PARENT: dict[str, Any] = {"call_id": _TEXT, "depth": {"type": "integer"}, "tool": _TEXT}


def _closed(properties: dict[str, Any], *, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties.keys() - set(optional)),
        "additionalProperties": False,
    }


def input_schema() -> dict[str, Any]:
    """The JSON Schema of ``input``, as ``schemas/policy-input.schema.json`` holds it."""
    capabilities = {"type": "array", "items": {"type": "object", "properties": {"type": _TEXT}}}
    return {
        "title": "PolicyInput",
        "description": "What every rule is asked with. The host writes everything but arguments.",
        **_closed(
            {
                "arguments": {
                    **_ANYTHING,
                    "description": "The call's arguments, with the schema's defaults.",
                },
                "capabilities": _closed({"declared": capabilities, "granted": capabilities}),
                "context": {
                    **_closed({"parent": {"anyOf": [_closed(_PARENT), {"type": "null"}]}}),
                    "description": "Where the call is made: parent is the call that it is made in, null for one that a caller made.",
                },
                "principal": _closed({"attributes": _ANYTHING, "id": _TEXT, "kind": _TEXT, "roles": _TEXTS}),
                "tool": _closed(
                    {
                        "analysis": {
                            **_ANYTHING,
                            "description": "What the call would touch, as far as its arguments tell. "
                            "Only where the tool can tell; of `bash`: commands, functions, hosts, reads, writes, error, unknown.",
                        },
                        "determinism": _TEXT,
                        "digest": _TEXT,
                        "name": _TEXT,
                        "risk": _TEXT,
                        "side_effects": _TEXTS,
                        "source": _TEXT,
                        "version": _TEXT,
                    },
                    optional=("analysis",),
                ),
            }
        ),
    }
