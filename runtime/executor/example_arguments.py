"""Example arguments: made from a schema, they stand for the calls that a tool could get when nobody has made one yet.

They are put to gate and policy to find out which tools a caller could use at all (`Pipeline.could_run`), and are never run. They need not
be valid: policy looks at names and values, and a pattern that cannot be met by inventing a text is left unmet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from runtime.contracts.manifest import WORKSPACE_PATH

_DEEPEST = 6
_LONGEST = 1000
_BY_FORMAT = {
    WORKSPACE_PATH: "example",
    "uri": "https://example.com/",
    "uri-reference": "example",
    "email": "somebody@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "date": "2000-01-01",
    "time": "00:00:00Z",
    "date-time": "2000-01-01T00:00:00Z",
}


def example_arguments(schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Arguments that a call of the tool could have: what it requires, all that it takes, nothing. Each of them once."""
    seen: list[dict[str, Any]] = []
    for whole in (False, True, None):
        made = {} if whole is None else _example(schema, schema, _DEEPEST, whole=whole)
        if isinstance(made, dict) and made not in seen:
            seen.append(made)
            yield made


def _example(schema: Any, root: Mapping[str, Any], depth: int, *, whole: bool) -> Any:
    if not isinstance(schema, Mapping) or depth <= 0:
        return None
    if listed := _listed(schema):
        return listed[0]
    for inner in _stands_for(schema, root):
        return _example(inner, root, depth - 1, whole=whole)
    kinds = schema.get("type", "object" if "properties" in schema else None)
    kind = kinds[0] if isinstance(kinds, list) and kinds else kinds
    if kind == "object":
        return _object(schema, root, depth, whole=whole)
    if kind == "array":
        wanted = schema.get("minItems", 1 if whole else 0)
        return [_example(schema.get("items", {}), root, depth - 1, whole=whole)] * _number(wanted, 0, 16)
    return _text(schema) if kind == "string" else _plain(schema, kind)


def _listed(schema: Mapping[str, Any]) -> list[Any]:
    """The values that a schema names."""
    named = [schema[name] for name in ("const", "default") if name in schema]
    for name in ("examples", "enum"):
        if isinstance(listed := schema.get(name), list):
            named += listed
    return named


def _stands_for(schema: Mapping[str, Any], root: Mapping[str, Any]) -> list[Any]:
    """The schemas that a reference or a union stands for."""
    if isinstance(reference := schema.get("$ref"), str):
        return [_place(root, reference)]
    branches = (schema.get(name) for name in ("anyOf", "oneOf", "allOf"))
    return [branch for listed in branches if isinstance(listed, list) for branch in listed]


def _plain(schema: Mapping[str, Any], kind: Any) -> Any:
    if kind in ("integer", "number"):
        return schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    return False if kind == "boolean" else None


def _object(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int, *, whole: bool) -> dict[str, Any]:
    properties = schema.get("properties", {})
    required = schema.get("required", ())
    return {
        name: _example(member, root, depth - 1, whole=whole)
        for name, member in properties.items()
        if whole or name in required
    }


def _text(schema: Mapping[str, Any]) -> str:
    text = _BY_FORMAT.get(str(schema.get("format")), "example")
    shortest, longest = _number(schema.get("minLength"), 0, _LONGEST), schema.get("maxLength")
    text = text.ljust(shortest, "e")
    return text if longest is None else text[: _number(longest, 0, _LONGEST)]


def _number(value: Any, least: int, most: int) -> int:
    return min(max(value, least), most) if isinstance(value, int) else least


def _place(root: Any, reference: str) -> Any:
    """What a JSON Pointer in a fragment leads to (RFC 6901, section 6)."""
    first, *tokens = reference.split("/")
    for token in tokens:
        key = token.replace("~1", "/").replace("~0", "~")
        root = root.get(key) if isinstance(root, Mapping) else None
    return root if first == "#" else None
