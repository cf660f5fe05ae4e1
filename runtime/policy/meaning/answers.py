"""The entry rule's answers against the closed decision schema, as far as they are spelled out.

``{"alow": true}`` is refused before any call: an answer outside the schema denies every time, and nobody sees why.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

from runtime.policy.decide import decision_schema
from runtime.policy.meaning.kinds import Type, Variant
from runtime.policy.meaning.terms import Complaint

_KINDS = {
    "boolean": "b",
    "number": "#",
    "integer": "#",
    "string": "s",
    "array": "aS",
    "object": "o",
    "null": "n",
}


class Place(Complaint, kw_only=True):
    """A complaint about an answer, which may be spelled out in another file."""

    file: str


def misspelt(answer: Type, file: str, offset: int) -> Iterator[Place]:
    """What in an answer's type the schema has no place for."""
    schema = decision_schema()
    yield from _against(answer, {"$ref": schema["$ref"]}, schema["$defs"], (file, offset), "the answer")


def _against(
    given: Type, schema: dict[str, Any], parts: dict[str, Any], place: tuple[str, int], what: str
) -> Iterator[Place]:
    allowed = list(_alternatives(schema, parts))
    for variant in given or ():
        fitting = [one for one in allowed if variant.kind in _KINDS.get(one.get("type", ""), variant.kind)]
        if not fitting:
            wanted = " or ".join(dict.fromkeys(str(one.get("type")) for one in allowed))
            yield Place(place[1], f"{what} must be {wanted}", file=place[0])
        elif len(fitting) == 1 and variant.kind == "o":
            yield from _fields(variant, fitting[0], parts, place, what)
        elif len(fitting) == 1 and variant.kind in "aS" and "items" in fitting[0]:
            for item in variant.items or (variant.element,):
                yield from _against(item, fitting[0]["items"], parts, place, f"each of {what}")


def _fields(
    variant: Variant, schema: dict[str, Any], parts: dict[str, Any], place: tuple[str, int], what: str
) -> Iterator[Place]:
    properties = schema.get("properties")
    if variant.fields is None or properties is None:
        return
    for name, value in variant.fields.items():
        file, offset = variant.places.get(name, place)
        if name not in properties:
            close = difflib.get_close_matches(name, properties, n=1)
            hint = f"; did you mean {close[0]}?" if close else f"; it has {', '.join(properties)}"
            yield Place(offset, f"{what} has no field {name!r}{hint}", file=file)
        else:
            yield from _against(value, properties[name], parts, (file, offset), name)
    for name in schema.get("required", ()):
        if name not in variant.fields:
            yield Place(place[1], f"{what} lacks the field {name!r}", file=place[0])


def _alternatives(schema: dict[str, Any], parts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from _alternatives(one, parts)
    elif "$ref" in schema:
        yield from _alternatives(parts[schema["$ref"].rpartition("/")[2]], parts)
    else:
        yield schema
