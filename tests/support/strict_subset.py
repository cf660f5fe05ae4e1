"""The rules that OpenAI publishes for schemas of strict mode, written down on their own, as a list of what breaks them.

Source: OpenAI, "Structured model outputs", supported schemas; the requirement of types and of lone references as its API
enforces it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

BY_TYPE = {
    "string": {"pattern", "format", "enum", "const"},
    "number": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "enum", "const"},
    "integer": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "enum", "const"},
    "boolean": {"enum", "const"},
    "null": {"enum", "const"},
    "array": {"items", "minItems", "maxItems"},
    "object": {"properties", "required", "additionalProperties"},
}
FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}


def broken_rules(schema: dict[str, Any]) -> list[str]:
    """What the schema breaks; nothing, if strict mode takes it."""
    places = list(_places(schema, "#", 0, schema))
    found = [f"{where}: {what}" for where, part, level in places for what in _broken(part, level)]
    names = [name for _, part, _ in places for name in part.get("properties", {})]
    values = [value for _, part, _ in places for value in part.get("enum", [])]
    strings = [*names, *schema.get("$defs", {}), *(value for value in values if isinstance(value, str))]
    if schema.get("type") != "object" or "anyOf" in schema:
        found.append("#: the root is an object and no union")
    if len(names) > 5000 or len(values) > 1000 or sum(map(len, strings)) > 120_000:
        found.append("#: too large")
    return found


def _places(part: Any, where: str, level: int, root: Any) -> Iterator[tuple[str, dict[str, Any], int]]:
    assert isinstance(part, dict), f"{where}: no schema object"
    yield where, part, level
    for name, inner in part.get("properties", {}).items():
        yield from _places(inner, f"{where}/properties/{name}", level + 1, root)
    for index, inner in enumerate(part.get("anyOf", ())):
        yield from _places(inner, f"{where}/anyOf/{index}", level, root)
    if "items" in part:
        yield from _places(part["items"], f"{where}/items", level + 1, root)
    for name, inner in part.get("$defs", {}).items():
        assert part is root, f"{where}: definitions stand at the root"
        yield from _places(inner, f"{where}/$defs/{name}", 0, root)


def _broken(part: dict[str, Any], level: int) -> Iterator[str]:
    keys = part.keys() - {"description", "$defs"}
    if level > 10:
        yield "deeper than 10 levels"
    if "$ref" in part:
        if len(part) > 1 or not part["$ref"].startswith("#"):
            yield "a reference stands alone and leads into the schema"
    elif "anyOf" in part:
        if keys != {"anyOf"}:
            yield f"beside anyOf: {sorted(keys)}"
    elif "type" not in part:
        yield "no type"
    else:
        yield from _broken_by_type(part, keys - {"type"})


def _broken_by_type(part: dict[str, Any], keys: set[str]) -> Iterator[str]:
    types = [part["type"]] if isinstance(part["type"], str) else part["type"]
    known = set().union(*(BY_TYPE[kind] for kind in types))
    if beyond := keys - known:
        yield f"unsupported: {sorted(beyond)}"
    if part.get("format", "date") not in FORMATS:
        yield "an unknown format"
    if "array" in types and "items" not in part:
        yield "items are missing"
    if "object" in types and (
        part.get("additionalProperties") is not False or part.get("required") != list(part["properties"])
    ):
        yield "an object is closed and requires every name"
