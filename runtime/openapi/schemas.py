"""Makes JSON Schema 2020-12, as tools have it, of the schemas of OpenAPI 3.0 and 3.1.

A reference becomes a definition of the new schema, so that recursion stays what it is; each definition is converted once. What says nothing to a validator
(examples, discriminators, vendors' extensions) is left out, and so are defaults, which a caller would otherwise send without asking.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from runtime.openapi.document import MAX_DEPTH, Document, DocumentRefused

Side = Literal["request", "response"]
MAX_NODES = 20_000
"""Subschemas of one schema, its definitions counted once."""
MAX_TEXT = 500
_SAFE = 2**53 - 1
_NUMBERS = ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")
_COUNTS = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
)
_ONE = ("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else", "unevaluatedItems",
        "unevaluatedProperties")  # fmt: skip
_MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("properties", "patternProperties", "dependentSchemas")
_TYPES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})
_DYNAMIC = ("$dynamicRef", "$recursiveRef")


class Converter:
    """Converts the schemas of one operation's one side; definitions are shared."""

    def __init__(self, document: Document, side: Side) -> None:
        """Start with no definitions."""
        self._document = document
        self._side = side
        self._names: dict[str, str] = {}
        self._definitions: dict[str, Any] = {}
        self._nodes = 0

    def convert(self, schema: Any) -> dict[str, Any]:
        """A schema, whose references lead to `definitions`.

        Raises:
            DocumentRefused: it refers out of the document, is too large, or is none.
        """
        converted = self._convert(schema, 0)
        return converted if isinstance(converted, dict) else ({} if converted else {"not": {}})

    def with_definitions(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema with every definition that was met."""
        return schema | ({"$defs": self._definitions} if self._definitions else {})

    def _convert(self, schema: Any, depth: int) -> Any:
        self._nodes += 1
        if self._nodes > MAX_NODES or depth > MAX_DEPTH:
            raise DocumentRefused("a schema is too large or too deep")
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            raise DocumentRefused("a schema is no object")
        if any(name in schema for name in _DYNAMIC):
            return {}
        if isinstance(reference := schema.get("$ref"), str):
            own = {} if self._document.is_30 else {k: v for k, v in schema.items() if k != "$ref"}
            return self._plain(own, depth) | {"$ref": self._reference(reference, depth)}
        return self._nullable(schema, self._plain(schema, depth))

    def _reference(self, reference: str, depth: int) -> str:
        name = self._names.get(reference)
        if name is None:
            stem = re.sub(r"[^A-Za-z0-9_.-]", "_", reference.rpartition("/")[2])[:60] or "schema"
            name, number = stem, 1
            while name in self._definitions:
                number += 1
                name = f"{stem}_{number}"
            self._names[reference] = name
            self._definitions[name] = {}  # before what it holds: it may hold itself
            self._definitions[name] = self._convert(self._document.at(reference), depth + 1)
        return f"#/$defs/{name}"

    def _plain(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._copy_simple(schema, found)
        for keyword in _ONE:
            if keyword in schema:
                found[keyword] = self._convert(schema[keyword], depth + 1)
        for keyword in _MANY:
            if isinstance(items := schema.get(keyword), list) and items:
                found[keyword] = [self._convert(item, depth + 1) for item in items]
        for keyword in _NAMED:
            if isinstance(named := schema.get(keyword), dict):
                found[keyword] = {
                    str(name): self._convert(item, depth + 1)
                    for name, item in named.items()
                    if not (keyword == "properties" and self._is_left_out(item))
                }
        self._require(schema, found)
        return found

    def _copy_simple(self, schema: dict[str, Any], found: dict[str, Any]) -> None:
        kind = schema.get("type")
        kinds = [kind] if isinstance(kind, str) else kind if isinstance(kind, list) else []
        kinds = [each for each in kinds if isinstance(each, str) and each in _TYPES]
        if kinds:
            found["type"] = kinds[0] if len(kinds) == 1 else kinds
        for keyword, fits in _KEPT.items():
            if keyword in schema and fits(schema[keyword]):
                found[keyword] = schema[keyword]
        for side in ("Minimum", "Maximum"):
            if schema.get(f"exclusive{side}") is True and side.lower() in found:  # OpenAPI 3.0's form
                found[f"exclusive{side}"] = found.pop(side.lower())
        text = schema.get("description") or schema.get("title")
        if isinstance(text, str) and text.strip():
            found["description"] = clean(text, MAX_TEXT)
        for keyword in ("enum", "const"):
            if keyword in schema and _is_plain(schema[keyword], 4):
                found[keyword] = schema[keyword]

    def _require(self, schema: dict[str, Any], found: dict[str, Any]) -> None:
        required = schema.get("required")
        if not isinstance(required, list):
            return
        properties = schema.get("properties")
        named = properties if isinstance(properties, dict) else {}
        # A property of the other side is not asked for on this one.
        kept = [
            n for n in required if isinstance(n, str) and not (n in named and self._is_left_out(named[n]))
        ]
        kept = [n for n in kept if not (n in named and self._is_foreign(named[n]))]
        if kept:
            found["required"] = list(dict.fromkeys(kept))

    def _is_left_out(self, schema: Any) -> bool:
        return self._side == "request" and isinstance(schema, dict) and schema.get("readOnly") is True

    def _is_foreign(self, schema: Any) -> bool:
        return self._side == "response" and isinstance(schema, dict) and schema.get("writeOnly") is True

    def _nullable(self, schema: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
        """OpenAPI 3.0's own word for "or null"."""
        if not self._document.is_30 or schema.get("nullable") is not True:
            return found
        if isinstance(found.get("type"), str) and not {"allOf", "anyOf", "oneOf", "const"} & found.keys():
            found["type"] = [found["type"], "null"]
            if "enum" in found and None not in found["enum"]:
                found["enum"] = [*found["enum"], None]
            return found
        return {"anyOf": [found, {"type": "null"}]}


def clean(text: str, most: int) -> str:
    """A text for a reader: without control and direction characters, in one paragraph, cut at a bound."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    words = " ".join(kept.split())
    return words if len(words) <= most else words[: most - 1] + "…"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_SAFE <= value <= _SAFE


def _is_plain(value: Any, depth: int) -> bool:
    """Whether a value is small JSON that every reader reads alike."""
    if value is None or isinstance(value, bool) or _is_number(value):
        return True
    if isinstance(value, str):
        return len(value) <= 4096 and not any("\ud800" <= c <= "\udfff" for c in value)
    if depth and isinstance(value, list):
        return len(value) <= 2_000 and all(_is_plain(item, depth - 1) for item in value)
    if depth and isinstance(value, dict):
        return len(value) <= 200 and all(
            _is_plain(k, 0) and _is_plain(v, depth - 1) for k, v in value.items()
        )
    return False


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _SAFE


_KEPT: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(_NUMBERS, _is_number),
    **dict.fromkeys(_COUNTS, _is_count),
    "uniqueItems": lambda value: isinstance(value, bool),
    "format": lambda value: isinstance(value, str) and value.isprintable() and len(value) < 64,
    "pattern": lambda value: isinstance(value, str) and _is_plain(value, 0) and len(value) < 500,
}


def without(schema: Any, keyword: str) -> Any:
    """The converted schema without a keyword, wherever it stands as one."""
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for name, value in schema.items():
        if name == keyword:
            continue
        if name in (*_NAMED, "$defs") and isinstance(value, dict):
            found[name] = {key: without(item, keyword) for key, item in value.items()}
        elif name in _MANY and isinstance(value, list):
            found[name] = [without(item, keyword) for item in value]
        else:
            found[name] = without(value, keyword) if name in _ONE else value
    return found
