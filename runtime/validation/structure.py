"""Where the schemas of a schema document are, and which refer to which.

A keyword counts only where a schema stands: a property *named* ``$ref`` is a property, and data under ``const`` is data. A
reference may only lead to a place that was found by walking the keywords of this table, so that what is checked here is what
the validator will follow.

Source: JSON Schema 2020-12, Core sections 8.2 (references) and 10 (applicators).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from runtime.validation.strict_json import NotPlain

MAX_SCHEMAS = 8192
DIALECT = "https://json-schema.org/draft/2020-12/schema"

# Where a keyword holds one schema, a list of them, or an object of them.
_ONE = (
    "not", "if", "then", "else", "additionalProperties", "propertyNames", "unevaluatedProperties", "items", "contains",
    "unevaluatedItems", "contentSchema",
)  # fmt: skip
_LIST = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAP = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
# These apply to the very value that their schema applies to; all others go one level down, or nowhere.
_SAME = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})

_REFUSED = {
    "$id": "an identifier changes what references mean; leave it out",
    "$dynamicRef": "a dynamic reference; write $ref",
    "$recursiveRef": "a recursive reference of an earlier draft; write $ref",
    "$vocabulary": "a vocabulary; leave it out",
    "dependencies": "a keyword of an earlier draft; write dependentRequired or dependentSchemas",
}

Shape = Literal["one", "list", "map"]
_SHAPES: dict[str, Shape] = {
    **dict.fromkeys(_ONE, "one"),
    **dict.fromkeys(_LIST, "list"),
    **dict.fromkeys(_MAP, "map"),
}


class Subschema(msgspec.Struct):
    """One schema of the document, and the places it leads to."""

    schema: dict[str, Any]
    children: dict[str, dict[str | int, str]]
    """Keyword to the pointers of the schemas beneath it, by property name or index (0 for a single one)."""
    same: list[str]
    """The schemas that apply to the same value, references included; one that is named twice stands twice."""


def survey(document: dict[str, Any]) -> dict[str, Subschema]:
    """Every schema of the document by its JSON Pointer, the schemas that apply to one value before those that hold them.

    Raises:
        NotPlain: something leaves the document, leads nowhere or round in circles, or there is too much of it.
    """
    places = _walk(document)
    for pointer, place in places.items():
        _check_keywords(pointer, place.schema)
        if "$ref" in place.schema:
            place.same.append(_target(pointer, place.schema["$ref"], places))
    return {pointer: places[pointer] for pointer in _inner_first(places)}


def _walk(document: dict[str, Any]) -> dict[str, Subschema]:
    places: dict[str, Subschema] = {}
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        pointer, schema = waiting.pop()
        place = places[pointer] = Subschema(schema if isinstance(schema, dict) else {}, {}, [])
        if len(places) > MAX_SCHEMAS:
            raise NotPlain(f"more than {MAX_SCHEMAS} schemas")
        for keyword in _SHAPES.keys() & place.schema.keys():
            beneath = dict(_beneath(place.schema[keyword], _SHAPES[keyword], f"{pointer}/{keyword}"))
            place.children[keyword] = {key: where for key, (where, _) in beneath.items()}
            if keyword in _SAME:
                place.same += place.children[keyword].values()
            waiting += beneath.values()
    return places


def _beneath(found: Any, shape: Shape, pointer: str) -> Iterator[tuple[str | int, tuple[str, Any]]]:
    """What stands under a keyword. Of the wrong shape it is nothing here: the metaschema refuses it later."""
    if shape == "one":
        yield 0, (pointer, found)
    elif shape == "list" and isinstance(found, list):
        for index, item in enumerate(found):
            yield index, (f"{pointer}/{index}", item)
    elif shape == "map" and isinstance(found, dict):
        for key, item in found.items():
            yield key, (f"{pointer}/{_token(key)}", item)


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _check_keywords(pointer: str, schema: dict[str, Any]) -> None:
    for keyword, why in _REFUSED.items():
        if keyword in schema:
            raise NotPlain(f"{keyword}: {why}", pointer)
    if schema.get("$schema", DIALECT) not in (DIALECT, DIALECT + "#"):
        raise NotPlain(f"$schema: schemas are written for {DIALECT}", pointer)


def _target(pointer: str, reference: Any, places: dict[str, Subschema]) -> str:
    if not isinstance(reference, str) or not reference.startswith("#"):
        raise NotPlain("$ref: only references within the schema, #/$defs/NAME, are followed", pointer)
    if reference[1:] not in places:
        raise NotPlain("$ref: leads to no schema; spell it #/$defs/NAME", pointer)
    return reference[1:]


def _inner_first(places: dict[str, Subschema]) -> list[str]:
    """The pointers, each after all that apply to the same value.

    A circle of them would never take a step into the value: the standard calls it infinite recursion (section 9.4.1).
    """
    order: list[str] = []
    state: dict[str, bool] = {}  # False: entered, True: done
    for start in places:
        waiting = [(start, False)]
        while waiting:
            pointer, leaving = waiting.pop()
            if leaving:
                state[pointer] = True
                order.append(pointer)
            elif pointer not in state:
                state[pointer] = False
                waiting.append((pointer, True))
                waiting += [(inner, False) for inner in places[pointer].same]
            elif not state[pointer]:
                raise NotPlain("$ref: a circle that never reaches into the value", pointer)
    return order
