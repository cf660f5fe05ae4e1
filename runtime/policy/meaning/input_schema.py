"""The form of the question, for editors and for the check of ``input...`` references."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_NUMBER = {"type": "integer"}
_TEXT_OR_NONE = {"type": ["string", "null"]}
_ANYTHING: dict[str, Any] = {"type": "object"}

_PARENT: dict[str, Any] = {"call_id": _TEXT, "depth": {"type": "integer"}, "tool": _TEXT}


def _closed(properties: dict[str, Any], *, optional: frozenset[str] = frozenset()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties.keys() - optional),
        "additionalProperties": False,
    }


def _context() -> dict[str, Any]:
    sums = _closed(dict.fromkeys(("argument_bytes", "calls", "failed", "refused", "result_bytes"), _NUMBER))
    windows = _closed(dict.fromkeys(("day", "hour", "minute"), sums))
    moment = dict.fromkeys(("date", "rfc3339", "weekday"), _TEXT) | dict.fromkeys(
        ("hour", "minute", "unix_s"), _NUMBER
    )
    counts = _closed(dict.fromkeys(("principal", "principal_and_tool", "tool"), windows))
    return {
        **_closed(
            {
                "counts": {
                    **counts,
                    "description": "What the log holds of this principal and this tool, itself not counted.",
                },
                "environment": {**_TEXT, "description": "[policy] environment."},
                "parent": {
                    "anyOf": [_closed(_PARENT), {"type": "null"}],
                    "description": "The call that this call is made in, null for one that a caller made.",
                },
                "session": {**_TEXT, "description": "The id of the call's session."},
                "tenant": {**_TEXT, "description": "[policy] tenant."},
                "time": {
                    **_closed(moment),
                    "description": "The moment of the decision, in the zone that [policy] timezone names.",
                },
            }
        ),
        # The others stand there where a policy reads them.
        "required": ["environment", "tenant"],
        "description": "What the host adds about the call.",
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
                "context": _context(),
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
                        "requires_approval": {"type": "boolean"},
                        "risk": _TEXT,
                        "side_effects": _TEXTS,
                        "source": _TEXT,
                        "version": _TEXT,
                    },
                    optional=frozenset({"analysis"}),
                ),
            },
            optional=frozenset({"changes"}),
        ),
    }
