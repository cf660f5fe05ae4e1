"""A tool's schema in the subset that a provider's strict mode takes, and the way back.

Strict mode makes a model's arguments fit the schema while they are generated. Its subset wants each object closed, each
property required and each value typed, so an optional argument becomes one that may be null; the null is dropped again when
the call comes in. What is left out of the schema (lengths, defaults) is still checked and filled in by the executor.

Source: OpenAI, "Structured model outputs", supported schemas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from runtime.providers.forms import Forms, fixed_values, is_a

__all__ = ["Strict", "strict_schema"]

_KEPT = frozenset(
    {
        "$defs", "$ref", "additionalProperties", "anyOf", "const", "definitions", "description", "enum", "exclusiveMaximum",
        "exclusiveMinimum", "format", "items", "maxItems", "maximum", "minItems", "minimum", "multipleOf", "pattern",
        "properties", "required", "type",
    }
)  # fmt: skip
# What the subset has no words for, and what may go because it only narrows what fits, or says nothing about it.
_LEFT_OUT = frozenset(
    {
        "$comment", "$id", "$schema", "contains", "contentEncoding", "contentMediaType", "default", "deprecated",
        "discriminator", "examples", "maxContains", "maxLength", "maxProperties", "minContains", "minLength", "minProperties",
        "readOnly", "title", "uniqueItems", "writeOnly",
    }
)  # fmt: skip
_FORMATS = frozenset({"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"})
# Looking around and back has no place in expressions that steer a generator.
_BEYOND_REGULAR = re.compile(r"\(\?[=!<]|\\[1-9k]")
_REFERENCE = re.compile(r"#|#/(\$defs|definitions)/[^/]+")
_MOST_LEVELS = 10
_MOST_PROPERTIES = 5_000
_MOST_VALUES = 1_000
_MOST_CHARACTERS = 120_000
_LONG_LIST, _MOST_CHARACTERS_OF_IT = 250, 15_000
_MOST_FORMS = 100  # our own bound: pairs are compared
_NULL = {"type": "null"}
_KINDS = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


class Strict(NamedTuple):
    """A schema, whether it holds in strict mode, and if not why."""

    schema: dict[str, Any]
    strict: bool
    why: str = ""


class _NotStrict(Exception):  # a finding, named as one
    """The subset cannot say it."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where.removeprefix('/') or 'the schema'} {what}")


def strict_schema(schema: Mapping[str, Any]) -> Strict:
    """The schema in the subset; the schema as it is, and why, where the subset cannot say it."""
    try:
        return Strict(_Narrowing(schema).whole(), strict=True)
    except _NotStrict as error:
        return Strict(dict(schema), strict=False, why=str(error))
    except RecursionError:
        return Strict(dict(schema), strict=False, why="the schema is nested too deeply")


class _Narrowing:
    """The way into the subset, for one schema."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._forms = Forms(root)

    def whole(self) -> dict[str, Any]:
        """The schema of the arguments."""
        if self._root.get("type") != "object" or "anyOf" in self._root:
            raise _NotStrict("", "is no plain object")
        narrowed = self.narrowed(self._root, "", 0)
        _check_totals(narrowed)
        return narrowed

    def narrowed(self, schema: Any, where: str, level: int) -> dict[str, Any]:
        """The schema at a place, ``level`` objects and lists deep."""
        if not isinstance(schema, Mapping):
            raise _NotStrict(where, "may be anything")
        if level > _MOST_LEVELS:
            raise _NotStrict(where, f"is nested deeper than {_MOST_LEVELS} levels")
        kept = _in_words_of_the_subset(schema, where)
        for name in ("$defs", "definitions"):
            if name in kept:
                kept[name] = {key: self.narrowed(part, f"/{key}", 0) for key, part in kept[name].items()}
        for keyword, write in (("$ref", self._referred), ("anyOf", self._united)):
            if keyword in kept:
                if beside := sorted(kept.keys() - {keyword, "description"}):
                    raise _NotStrict(where, f"uses {keyword} beside {', '.join(beside)}")
                return write(kept, where, level)
        return self._plain(_typed(kept, where), where, level)

    def _referred(self, schema: dict[str, Any], where: str, _: int) -> dict[str, Any]:
        if not _REFERENCE.fullmatch(schema["$ref"]):
            raise _NotStrict(where, "refers to a place outside of $defs")
        # The subset takes nothing beside a reference.
        return schema if len(schema) == 1 else _described(schema, [{"$ref": schema["$ref"]}])

    def _united(self, schema: dict[str, Any], where: str, level: int) -> dict[str, Any]:
        forms = self._forms.of(schema)
        if len(forms) > _MOST_FORMS:
            raise _NotStrict(where, f"has more than {_MOST_FORMS} forms")
        if sum(is_a(form, "array") for form in forms) > 1:
            raise _NotStrict(where, "has two forms that are lists")
        for one, other in combinations([form for form in forms if is_a(form, "object")], 2):
            if _alike(self._forms, one, other):
                raise _NotStrict(where, "has two forms with the same names, which no constant tells apart")
        return _described(schema, [self.narrowed(part, where, level) for part in schema["anyOf"]])

    def _plain(self, schema: dict[str, Any], where: str, level: int) -> dict[str, Any]:
        if is_a(schema, "array"):
            schema["items"] = self.narrowed(schema.get("items"), f"{where}/items", level + 1)
        if not is_a(schema, "object"):
            return schema
        properties, required = schema.get("properties", {}), schema.get("required", ())
        # Written without properties, it takes any names; with some, others are a liberty that a model does without.
        if schema.get("additionalProperties", not properties) is not False or set(required) - set(properties):
            raise _NotStrict(where, "takes names that are not listed")
        parts = {name: self.narrowed(part, f"{where}/{name}", level + 1) for name, part in properties.items()}
        return {
            **schema,
            "properties": {
                name: part if name in required else _or_null(part) for name, part in parts.items()
            },
            "required": list(properties),
            "additionalProperties": False,
        }


def _in_words_of_the_subset(schema: Mapping[str, Any], where: str) -> dict[str, Any]:
    if beyond := sorted(schema.keys() - _KEPT - _LEFT_OUT):
        raise _NotStrict(where, f"uses {', '.join(beyond)}")
    kept = {key: value for key, value in schema.items() if key in _KEPT}
    if kept.get("format", "date") not in _FORMATS:
        del kept["format"]
    if _BEYOND_REGULAR.search(kept.get("pattern", "")):
        del kept["pattern"]
    return kept


def _described(schema: Mapping[str, Any], branches: list[dict[str, Any]]) -> dict[str, Any]:
    """A union, with the description that the schema had."""
    about = {"description": schema["description"]} if "description" in schema else {}
    return {**about, "anyOf": branches}


def _typed(schema: dict[str, Any], where: str) -> dict[str, Any]:
    """The schema with a type, which the subset wants everywhere: that of its constants, where it has none."""
    constants = fixed_values(schema)
    if "type" in schema:
        return schema
    if not constants:
        raise _NotStrict(where, "may be anything")
    if not all(type(value) in _KINDS for value in constants):
        raise _NotStrict(where, "lists values that are lists or objects")
    kinds = sorted({_KINDS[type(value)] for value in constants})
    return {**schema, "type": kinds[0] if len(kinds) == 1 else kinds}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        return {**schema, "anyOf": [part for part in schema["anyOf"] if part != _NULL] + [_NULL]}
    if "$ref" in schema or "const" in schema:
        rest = {key: value for key, value in schema.items() if key != "description"}
        return _described(schema, [rest, _NULL])
    kinds = [schema["type"]] if isinstance(schema["type"], str) else list(schema["type"])
    widened = {**schema, "type": kinds if "null" in kinds else [*kinds, "null"]}
    if "enum" in schema and None not in schema["enum"]:
        widened["enum"] = [*schema["enum"], None]
    return widened


def _alike(forms: Forms, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether both have the same names, and no constant tells them apart: then nulls cannot be read back."""
    names = one.get("properties", {}).keys()
    return names == other.get("properties", {}).keys() and not any(
        (here := forms.constants(one, name))
        and (there := forms.constants(other, name))
        and not any(value in there for value in here)
        for name in names
    )


def _check_totals(schema: Mapping[str, Any]) -> None:
    properties, values, characters = 0, 0, 0
    for part in _parts(schema):
        names = [*part.get("properties", ()), *part.get("$defs", ()), *part.get("definitions", ())]
        constants = fixed_values(part)
        length = sum(len(value) for value in constants if isinstance(value, str))
        if len(constants) > _LONG_LIST and length > _MOST_CHARACTERS_OF_IT:
            raise _NotStrict("", f"lists values of more than {_MOST_CHARACTERS_OF_IT} characters")
        properties += len(part.get("properties", ()))
        values += len(constants)
        characters += sum(map(len, names)) + length
    for count, most, what in (
        (properties, _MOST_PROPERTIES, "names"),
        (values, _MOST_VALUES, "listed values"),
        (characters, _MOST_CHARACTERS, "characters in names and values"),
    ):
        if count > most:
            raise _NotStrict("", f"has more than {most} {what}")


def _parts(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A narrowed schema and every schema within."""
    yield schema
    within: list[Iterable[Any]] = [
        schema.get(name, {}).values() for name in ("properties", "$defs", "definitions")
    ]
    for parts in (*within, schema.get("anyOf", ()), [schema["items"]] if "items" in schema else ()):
        for part in parts:
            yield from _parts(part)
