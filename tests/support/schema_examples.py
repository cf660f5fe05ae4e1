"""Values that fit a JSON Schema: the smallest, and one with everything in it. For schemas as services publish them."""

from __future__ import annotations

import functools
from typing import Any

import jsonschema_rs

_FORMATS = {
    "date-time": "2026-01-02T03:04:05Z", "date": "2026-01-02", "uuid": "123e4567-e89b-42d3-a456-426614174000", "email": "a@example.com",
    "uri": "https://example.com/a", "url": "https://example.com/a", "ipv4": "192.0.2.1", "byte": "AAE=", "binary": "AAE=",
    "time": "03:04:05Z", "duration": "P1D", "hostname": "example.com",
}  # fmt: skip
_DEPTH = 6


def example(schema: Any, *, whole: bool = False) -> Any:
    """A value of a schema; ``whole``: with the optional properties of the first levels."""
    root = schema if isinstance(schema, dict) else {}
    return _value(schema, root.get("$defs", {}), 3 if whole else 0, 0)


def _value(schema: Any, definitions: dict[str, Any], whole: int, depth: int) -> Any:
    if not isinstance(schema, dict) or depth > 30:
        return {} if schema is True else None
    schema = _merged(schema, definitions)
    for keyword in ("const", "enum"):
        if keyword in schema:
            return schema[keyword] if keyword == "const" else schema[keyword][0]
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            rest = {name: value for name, value in schema.items() if name != keyword}
            judge = {**schema, "$defs": definitions}
            for level, alternative in [(level, one) for level in (whole, 0) for one in schema[keyword]]:
                value = _value(_both(rest, _merged(alternative, definitions)), definitions, level, depth + 1)
                if jsonschema_rs.is_valid(judge, value):
                    break
            return value
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "null")
    if kind is None:
        kind = (
            "object"
            if "properties" in schema or "required" in schema
            else "array"
            if "items" in schema
            else "string"
        )
    return _OF[kind](schema, definitions, whole, depth)


def _merged(schema: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema with its reference and all of ``allOf`` in it."""
    if not isinstance(schema, dict):
        return {}
    found = {name: value for name, value in schema.items() if name not in ("$ref", "allOf")}
    if "$ref" in schema:
        found = _both(found, _merged(definitions[schema["$ref"].rpartition("/")[2]], definitions))
    for part in schema.get("allOf", ()):
        found = _both(found, _merged(part, definitions))
    return found


def _both(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    joined = {**b, **a}
    if "properties" in a and "properties" in b:
        joined["properties"] = {**b["properties"], **a["properties"]}
    if "required" in a and "required" in b:
        joined["required"] = [*a["required"], *b["required"]]
    return joined


def _object(schema: dict[str, Any], definitions: dict[str, Any], whole: int, depth: int) -> Any:
    properties = schema.get("properties", {})
    names = (
        [*properties, *schema.get("required", ())]
        if whole > 0 and depth < _DEPTH
        else schema.get("required", ())
    )
    found = {
        n: _value(properties.get(n, True), definitions, whole - 1, depth + 1) for n in dict.fromkeys(names)
    }
    for number in range(len(found), schema.get("minProperties", 0)):
        left = [name for name in properties if name not in found]
        name = left[0] if left else f"p{number}"
        more = properties.get(name, schema.get("additionalProperties", True))
        found[name] = _value(more, definitions, whole - 1, depth + 1)
    return found


def _array(schema: dict[str, Any], definitions: dict[str, Any], whole: int, depth: int) -> Any:
    first = [_value(item, definitions, whole - 1, depth + 1) for item in schema.get("prefixItems", ())]
    count = max(schema.get("minItems", 0), 1 if whole > 0 and depth < _DEPTH else 0) - len(first)
    return first + [
        _value(schema.get("items", True), definitions, whole - 1, depth + 1) for _ in range(max(0, count))
    ]


def _string(schema: dict[str, Any], *_: Any) -> Any:
    text = _FORMATS.get(schema.get("format", ""), "text")
    if "pattern" in schema:
        text = _matching(schema["pattern"])
    return (text + "x" * (schema.get("minLength", 0) - len(text)))[: schema.get("maxLength", 10**6)]


_LIKELY = (
    "text", "a", "1", "1.0.0", "https://example.com/a", "#123456", "/a", "/a/b", "a/b", "v1.0", "a@example.com", "A", "stable", "a" * 24, "a" * 40,
    "sha256:" + "a" * 64, "refs/heads/a", "ssh-rsa a",
    "rdme_a", "a.json", "/images/" + "a" * 24, "/projects/me/apikeys/" + "a" * 24, "/branches/stable", "/changelogs/a",
    *(f"/versions/stable/{word}" for word in ("guides/a", "categories/guides/a", "recipes/a", "apis/a.json", "custom_pages/a")),
)  # fmt: skip


@functools.cache
def _matching(pattern: str) -> str:
    """A text that a regular expression matches."""
    for text in _LIKELY:
        if jsonschema_rs.is_valid({"pattern": pattern}, text):  # in linear time
            return text
    raise AssertionError(f"no likely text matches {pattern!r}: add one")


def _number(schema: dict[str, Any], *_: Any) -> Any:
    least = schema.get(
        "minimum", schema.get("exclusiveMinimum", 0) + 1 if "exclusiveMinimum" in schema else 1
    )
    step = schema.get("multipleOf", 1)
    return min(-(-least // step) * step, schema.get("maximum", float("inf")))


_OF: dict[str, Any] = {
    "object": _object, "array": _array, "string": _string, "integer": _number, "number": _number,
    "boolean": lambda *_: True, "null": lambda *_: None,
}  # fmt: skip
