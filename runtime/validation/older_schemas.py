"""Schemas of JSON Schema drafts 6 and 7, rewritten in 2020-12: strangers still send them, and one dialect is checked here.

Source: JSON Schema 2019-09 and 2020-12, release notes ("items", "additionalItems", "dependencies", "definitions").
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

__all__ = ["as_2020_12"]

_OLDER = re.compile(r"https?://json-schema\.org/draft-0[67]/schema#?")
_ONE = ("additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_TABLES = ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")
_MOST_DEPTH = 64


def as_2020_12(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema in the dialect of 2020-12; one that says that it is of another dialect is left as it is.

    What is nested more deeply than any usable schema is left, too: whoever compiles it refuses it.
    """
    if not isinstance(schema.get("$schema"), str) or not _OLDER.fullmatch(schema["$schema"]):
        return schema
    written: dict[str, Any] = _rewritten({k: v for k, v in schema.items() if k != "$schema"}, _MOST_DEPTH)
    return written


def _rewritten(schema: Any, depth: int) -> Any:
    if not isinstance(schema, dict) or not depth:
        return schema
    if isinstance(schema.get("$ref"), str):  # in these drafts, nothing beside a reference counts
        kept = ("$ref", "description", "title", *_TABLES[:2])
        schema = {key: schema[key] for key in kept if key in schema}
    found = dict(schema)
    if isinstance(found.get("items"), list):
        found["prefixItems"] = found.pop("items")
        if "additionalItems" in found:
            found["items"] = found["additionalItems"]
    found.pop("additionalItems", None)
    _split_dependencies(found)

    def beneath(value: Any) -> Any:
        return _rewritten(value, depth - 1)

    for key in found:
        found[key] = _in_place(key, found[key], beneath)
    return found


def _in_place(key: str, value: Any, beneath: Callable[[Any], Any]) -> Any:
    if key in _ONE:
        return beneath(value)
    if key in _LISTS and isinstance(value, list):
        return [beneath(item) for item in value]
    if key in _TABLES and isinstance(value, dict):
        return {name: beneath(item) for name, item in value.items()}
    return value


def _split_dependencies(found: dict[str, Any]) -> None:
    dependencies = found.pop("dependencies", None)
    if not isinstance(dependencies, dict):
        return
    names = {key: value for key, value in dependencies.items() if isinstance(value, list)}
    schemas = {key: value for key, value in dependencies.items() if not isinstance(value, list)}
    found |= {"dependentRequired": names} if names else {}
    found |= {"dependentSchemas": schemas} if schemas else {}
