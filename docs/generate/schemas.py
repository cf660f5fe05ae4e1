"""schemas/*.schema.json: the JSON forms of the contracts, for readers and validators in any language."""

from __future__ import annotations

import inspect
import json
from typing import Any

import msgspec

from runtime.contracts import audit
from runtime.contracts.invocation import Outcome
from runtime.contracts.manifest import NAME, SEMVER, Manifest
from runtime.policy.decide import decision_schema
from runtime.policy.meaning.input_schema import input_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DIGEST = "^blake3:[0-9a-f]{64}$"


def render() -> dict[str, str]:
    """The schemas by their path."""
    made = {
        "decision": decision_schema(),
        "manifest": _manifest(),
        "outcome": _outcome(),
        "policy-input": input_schema(),
        "record": _record(),
    }
    return {
        f"schemas/{name}.schema.json": json.dumps(
            {"$schema": DIALECT, **_unindented(schema)}, indent=2, ensure_ascii=False
        )
        + "\n"
        for name, schema in made.items()
    }


def _unindented(value: Any) -> Any:
    """The schema with its descriptions as Python 3.13 keeps docstrings; earlier versions keep their indentation."""
    if isinstance(value, list):
        return [_unindented(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: inspect.cleandoc(item) if key == "description" and isinstance(item, str) else _unindented(item)
        for key, item in value.items()
    }


def _manifest() -> dict[str, Any]:
    """The struct's schema, with the patterns that its constructor checks."""
    schema = msgspec.json.schema(Manifest)
    properties = schema["$defs"]["Manifest"]["properties"]
    properties["name"]["pattern"] = f"^{NAME.pattern}$"
    properties["version"]["pattern"] = f"^{SEMVER.pattern}$"
    return schema


def _outcome() -> dict[str, Any]:
    return {"title": "Outcome", **msgspec.json.schema(Outcome)}


def _record() -> dict[str, Any]:
    """One line of the log: the kind names the form of its body."""
    _, parts = msgspec.json.schema_components([audit.Record, *audit.KINDS.values()])
    record = parts.pop("Record")
    record["properties"]["kind"] = {"enum": list(audit.KINDS)}
    record["properties"]["prev"]["pattern"] = _DIGEST
    record["properties"]["tag"]["pattern"] = "^[0-9a-f]{32}$"
    record["oneOf"] = [
        {"properties": {"kind": {"const": kind}, "body": {"$ref": f"#/$defs/{kind}"}}} for kind in audit.KINDS
    ]
    return {**record, "$defs": parts}
