"""A tool's schema in the subset that a provider's strict mode takes, and the way back.

Strict mode makes a model's arguments fit the schema while they are generated. Its subset wants each object closed and each
property required, so an optional argument becomes one that may be null; the null is dropped again when the call comes in.
What is left out of the schema (lengths, defaults) is still checked and filled in by the executor.

Source: OpenAI, "Structured model outputs", supported schemas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["Strict", "strict_schema", "without_nulls"]

# What the subset has no words for: left out where it only narrows what fits.
_LEFT_OUT = frozenset(
    {
        "$comment", "$id", "$schema", "contains", "contentEncoding", "contentMediaType", "default", "deprecated", "examples",
        "maxContains", "maxLength", "maxProperties", "minContains", "minLength", "minProperties", "readOnly", "title",
        "uniqueItems", "writeOnly",
    }
)  # fmt: skip
_UNSUPPORTED = frozenset(
    {
        "allOf", "dependentRequired", "dependentSchemas", "else", "if", "not", "oneOf", "patternProperties", "prefixItems",
        "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
    }
)  # fmt: skip
_FORMATS = frozenset({"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"})
_MAX_DEPTH = 10
_NULL = {"type": "null"}


class Strict(NamedTuple):
    """A schema, whether it holds in strict mode, and if not why."""

    schema: dict[str, Any]
    strict: bool
    why: str = ""


class _NotStrict(Exception):  # a finding, named as one
    """The subset cannot say it."""


def strict_schema(schema: Mapping[str, Any]) -> Strict:
    """The schema in the subset; the schema as it is, and why, where the subset cannot say it."""
    if schema.get("type") != "object":
        return Strict(dict(schema), strict=False, why="the arguments are no plain object")
    try:
        return Strict(_narrowed(schema, "", 1), strict=True)
    except _NotStrict as error:
        return Strict(dict(schema), strict=False, why=str(error))


def without_nulls(schema: Mapping[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments without the nulls that only stand for an optional argument which was left out."""
    kept: dict[str, Any] = without_null_members(schema, schema, arguments)
    return kept


def without_null_members(root: Mapping[str, Any], schema: Any, value: Any) -> Any:
    """The same for a value within; ``root`` is what references lead into."""
    schema = _meant(root, schema)
    if isinstance(value, list):
        return [without_null_members(root, schema.get("items", {}), item) for item in value]
    if not isinstance(value, dict):
        return value
    properties, required = schema.get("properties", {}), schema.get("required", ())
    return {
        name: without_null_members(root, properties.get(name, {}), member)
        for name, member in value.items()
        if not (
            member is None
            and name in properties
            and name not in required
            and not _takes_null(root, properties[name])
        )
    }


def _narrowed(schema: Any, where: str, depth: int) -> dict[str, Any]:
    if not isinstance(schema, Mapping) or not schema:
        raise _NotStrict(f"{where or 'the arguments'} may be anything")
    if depth > _MAX_DEPTH:
        raise _NotStrict(f"{where} is nested deeper than {_MAX_DEPTH}")
    if beyond := sorted(_UNSUPPORTED & schema.keys()):
        raise _NotStrict(f"{where or 'the arguments'} uses {', '.join(beyond)}")
    kept = {key: value for key, value in schema.items() if key not in _LEFT_OUT}
    if kept.get("format", "date") not in _FORMATS:
        del kept["format"]
    for name in ("$defs", "definitions"):
        if name in kept:
            kept[name] = {
                key: _narrowed(part, f"{where}/{key}", depth + 1) for key, part in kept[name].items()
            }
    if "anyOf" in kept:
        kept["anyOf"] = [_narrowed(part, where, depth) for part in kept["anyOf"]]
    if "items" in kept:
        kept["items"] = _narrowed(kept["items"], f"{where}/items", depth + 1)
    elif _is(kept, "array"):
        raise _NotStrict(f"{where} holds items that may be anything")
    return _closed(kept, where, depth) if _is(kept, "object") else kept


def _closed(schema: dict[str, Any], where: str, depth: int) -> dict[str, Any]:
    properties = schema.get("properties", {})
    if schema.get("additionalProperties", not properties) is not False:
        raise _NotStrict(f"{where or 'the arguments'} takes names that are not listed")
    required = schema.get("required", ())
    narrowed = {name: _narrowed(part, f"{where}/{name}", depth + 1) for name, part in properties.items()}
    return {
        **schema,
        "properties": {name: part if name in required else _or_null(part) for name, part in narrowed.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        branches = schema["anyOf"]
        return schema if _NULL in branches else {**schema, "anyOf": [*branches, _NULL]}
    if "$ref" in schema or "const" in schema:
        described = {"description": schema["description"]} if "description" in schema else {}
        rest = {key: value for key, value in schema.items() if key != "description"}
        return {**described, "anyOf": [rest, _NULL]}
    kinds = schema.get("type")
    listed = [kinds] if isinstance(kinds, str) else list(kinds or ())
    widened = {**schema, "type": listed if "null" in listed else [*listed, "null"]}
    if "enum" in schema and None not in schema["enum"]:
        widened["enum"] = [*schema["enum"], None]
    return widened


def _is(schema: Mapping[str, Any], kind: str) -> bool:
    kinds = schema.get("type", ())
    return kind == kinds or (not isinstance(kinds, str) and kind in kinds)


def _takes_null(root: Mapping[str, Any], schema: Any) -> bool:
    found = _resolved(root, schema)
    if _is(found, "null") or None in found.get("enum", ()):
        return True
    if any(_takes_null(root, part) for part in found.get("anyOf", ())):
        return True
    return not found.keys() & {"type", "enum", "const", "anyOf", "oneOf", "allOf"}


def _meant(root: Mapping[str, Any], schema: Any) -> Mapping[str, Any]:
    """The schema behind references and "or null"."""
    found = _resolved(root, schema)
    branches = [part for part in found.get("anyOf", ()) if part != _NULL]
    return _resolved(root, branches[0]) if len(branches) == 1 else found


def _resolved(root: Mapping[str, Any], schema: Any) -> Mapping[str, Any]:
    for _ in range(_MAX_DEPTH):
        if not isinstance(schema, Mapping):
            return {}
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return schema
        found: Any = root
        for token in reference[2:].split("/"):
            key = token.replace("~1", "/").replace("~0", "~")
            found = found.get(key) if isinstance(found, Mapping) else None
        schema = found
    return {}
