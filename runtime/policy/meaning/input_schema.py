"""The form of the question, for editors and for the check of ``input...`` references."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_TEXT_OR_NONE = {"type": ["string", "null"]}
_ANYTHING: dict[str, Any] = {"type": "object"}


def _closed(properties: dict[str, Any], *, optional: frozenset[str] = frozenset()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties.keys() - optional),
        "additionalProperties": False,
    }


def _change() -> dict[str, Any]:
    state = {
        "type": ["object", "null"],
        "properties": {
            "digest": _TEXT_OR_NONE,
            "kind": _TEXT,
            "mode": _TEXT_OR_NONE,
            "size_bytes": {"type": ["integer", "null"]},
            "target": _TEXT_OR_NONE,
        },
        "required": ["digest", "kind", "mode", "size_bytes", "target"],
        "additionalProperties": False,
    }
    return _closed({"after": state, "before": state, "change": _TEXT, "path": _TEXT})


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
                "changes": {
                    "type": "array",
                    "items": _change(),
                    "description": "What the call's command changed, where that is to be decided before it is made.",
                },
                "context": {**_ANYTHING, "description": "What the host adds about the call."},
                "principal": _closed({"attributes": _ANYTHING, "id": _TEXT, "kind": _TEXT, "roles": _TEXTS}),
                "tool": _closed(
                    {
                        "determinism": _TEXT,
                        "digest": _TEXT,
                        "name": _TEXT,
                        "risk": _TEXT,
                        "side_effects": _TEXTS,
                        "source": _TEXT,
                        "version": _TEXT,
                    }
                ),
            },
            optional=frozenset({"changes"}),
        ),
    }
