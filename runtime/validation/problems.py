"""What does not fit a schema, in words for whoever has to correct it, most often a model.

The validator's own messages repeat the value, which may be long, secret or written to mislead. These name the place and the
rule, and show 80 characters of the value at most.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from runtime.validation.strict_json import pointer_token, printable

MOST = 5
_SHOWN = 80
_CHOICES = 10
_MOST_COMPARED = 200
_LONGEST_NAME = 64


class SchemaProblem(msgspec.Struct, frozen=True):
    """One rule that one place breaks."""

    field: str
    """JSON Pointer; the empty string is the whole value."""
    keyword: str
    text: str
    fix: str

    def __str__(self) -> str:
        return f"{self.field[1:]}: {self.text}" if self.field else self.text

    def to_data(self) -> dict[str, str]:
        """The form it has in an error's details."""
        return {"field": self.field, "keyword": self.keyword, "text": self.text}


class _Finding(msgspec.Struct, frozen=True):
    """One error of the validator, with what is needed to describe it."""

    rule: Any
    """The keyword's own data, such as ``limit``."""
    value: Any
    properties: Sequence[str]
    """What the object's schema names, to guess what was meant."""


def problems(errors: Iterable[Any], value: Any, schema: Mapping[str, Any]) -> list[SchemaProblem]:
    """The first few problems behind the validator's errors."""
    found: list[SchemaProblem] = []
    for error in errors:
        found += _described(error, value, schema)
        if len(found) >= MOST:
            break
    return found[:MOST]


def _described(error: Any, value: Any, schema: Mapping[str, Any]) -> Iterator[SchemaProblem]:
    keyword = error.kind.name
    if keyword in ("anyOf", "oneOf") and (branch := _meant(error)):
        for inner in branch:
            yield from _described(inner, value, schema)
        return
    field = "".join(f"/{pointer_token(key)}" for key in error.instance_path)
    finding = _Finding(error.kind, _at(value, error.instance_path), _named(schema, error.schema_path))
    if keyword == "falseSchema" and _closed(finding.value, error.schema_path):
        keyword = "additionalProperties"  # the validator's short cut for an object without any properties
    if keyword in _NAMED:
        names, what, correction = _NAMED[keyword]
        for name in names(finding):
            yield SchemaProblem(f"{field}/{pointer_token(name)}", keyword, what, correction(name, finding))
        return
    text, fix = _RULES.get(keyword, _other)(finding)
    yield SchemaProblem(field, keyword, text, fix)


def _closed(value: Any, path: Sequence[str | int]) -> bool:
    return isinstance(value, dict) and path[-1:] == ["additionalProperties"]


def _meant(error: Any) -> list[Any] | None:
    """The errors of the one alternative whose type fits, if there is exactly one."""
    here = list(error.instance_path)
    fitting = [
        branch
        for branch in error.kind.context
        if branch and not any(e.kind.name == "type" and list(e.instance_path) == here for e in branch)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _at(value: Any, path: Iterable[str | int]) -> Any:
    for key in path:
        value = value[key]
    return value


def _named(schema: Mapping[str, Any], path: Sequence[str | int]) -> Sequence[str]:
    """The properties of the schema that holds the keyword at the end of a path."""
    place: Any = schema
    for step in path[:-1]:
        place = place.get(step) if isinstance(place, dict) else place[int(step)]
        if step == "$ref":
            place = _referred(schema, str(place))
    properties = place.get("properties") if isinstance(place, dict) else None
    return list(properties)[:_MOST_COMPARED] if isinstance(properties, dict) else ()


def _referred(schema: Mapping[str, Any], reference: str) -> Any:
    place: Any = schema
    for token in reference.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        place = place[key] if isinstance(place, dict) else place[int(key)]
    return place


# -- words ------------------------------------------------------------------------------------------------

_Words = tuple[str, str]
_TYPES = {"object": "an object", "array": "an array", "string": "a string", "null": "null"}


def _article(kind: str) -> str:
    return _TYPES.get(kind) or ("an integer" if kind == "integer" else f"a {kind}")


def shown(value: Any, most: int = _SHOWN) -> str:
    """A value in at most so many characters: its text if it is simple, otherwise what it is."""
    if isinstance(value, dict):
        return f"an object of {len(value)} properties"
    if isinstance(value, (list, tuple)):
        return f"an array of {len(value)} items"
    if isinstance(value, str):
        return f'"{printable(value, most - 2)}"'
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return "a very large integer"  # spelling it out takes quadratic time
    return printable(json.dumps(value) if isinstance(value, (bool, int, float, type(None))) else "?", most)


def _choices(options: Sequence[Any]) -> str:
    listed = ", ".join(shown(option) for option in options[:_CHOICES])
    return listed + (f" and {len(options) - _CHOICES} more" if len(options) > _CHOICES else "")


def _type(finding: _Finding) -> _Words:
    wanted = " or ".join(f'"{kind}"' for kind in finding.rule.types)
    return f"{shown(finding.value)} is not of type {wanted}", "Send " + " or ".join(
        map(_article, finding.rule.types)
    ) + "."


def _enum(finding: _Finding) -> _Words:
    options = finding.rule.options
    near = _nearest(finding.value, [o for o in options if isinstance(o, str)])
    fix = f'Did you mean "{near}"?' if near else "Use one of the listed values."
    return f"{shown(finding.value)} is not one of {_choices(options)}", fix


def _constant(finding: _Finding) -> _Words:
    return f"{shown(finding.value)} is not {shown(finding.rule.expected_value)}", "Use exactly that value."


def _pattern(finding: _Finding) -> _Words:
    pattern = printable(finding.rule.pattern, _SHOWN)
    return f"{shown(finding.value)} does not match {pattern}", "Send text that matches the pattern."


def _limit(text: str, fix: str) -> Callable[[_Finding], _Words]:
    def words(finding: _Finding) -> _Words:
        limit = shown(finding.rule.limit)
        return f"{shown(finding.value)} {text.format(limit=limit)}", fix.format(limit=limit)

    return words


def _other(finding: _Finding) -> _Words:
    return f"{shown(finding.value)} does not fit the schema", "Compare it with the tool's schema."


def _alternatives(finding: _Finding) -> _Words:
    return f"{shown(finding.value)} fits none of the allowed forms", "Use one of the forms of the schema."


_RULES: dict[str, Callable[[_Finding], _Words]] = {
    "type": _type,
    "enum": _enum,
    "const": _constant,
    "pattern": _pattern,
    "anyOf": _alternatives,
    "minimum": _limit("is less than {limit}", "Use {limit} or more."),
    "maximum": _limit("is greater than {limit}", "Use {limit} or less."),
    "exclusiveMinimum": _limit("is not greater than {limit}", "Use more than {limit}."),
    "exclusiveMaximum": _limit("is not less than {limit}", "Use less than {limit}."),
    "minLength": _limit("is shorter than {limit} characters", "Use {limit} characters or more."),
    "maxLength": _limit("is longer than {limit} characters", "Use {limit} characters or fewer."),
    "minItems": _limit("has fewer than {limit} items", "Give {limit} items or more."),
    "maxItems": _limit("has more than {limit} items", "Give {limit} items or fewer."),
    "minProperties": _limit("has fewer than {limit} properties", "Give {limit} properties or more."),
    "maxProperties": _limit("has more than {limit} properties", "Give {limit} properties or fewer."),
    "multipleOf": lambda f: (
        f"{shown(f.value)} is not a multiple of {shown(f.rule.multiple_of)}",
        "Use a multiple of it.",
    ),
    "uniqueItems": lambda f: (f"{shown(f.value)} holds an item twice", "Give each item once."),
    "contains": lambda f: (f"{shown(f.value)} lacks a required kind of item", "Add such an item."),
    "falseSchema": lambda _: ("nothing is allowed here", "Leave it out."),
}


def _nearest(value: Any, names: Sequence[str]) -> str | None:
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        return None  # comparing takes time that grows with the length
    near = difflib.get_close_matches(
        value, [n for n in names[:_MOST_COMPARED] if len(n) <= _LONGEST_NAME], n=1
    )
    return printable(near[0], _LONGEST_NAME) if near else None


def _remove(name: str, finding: _Finding) -> str:
    present = finding.value if isinstance(finding.value, dict) else {}
    near = _nearest(name, [known for known in finding.properties if known not in present])
    return f'Did you mean "{near}"?' if near else "Leave it out."


def _add(_name: str, _finding: _Finding) -> str:
    return "Add it."


def _one_name(finding: _Finding) -> Sequence[str]:
    return (finding.rule.property,)


def _unexpected(finding: _Finding) -> Sequence[str]:
    return list(getattr(finding.rule, "unexpected", finding.value))[:MOST]


_NAMED: dict[str, tuple[Callable[[_Finding], Sequence[str]], str, Callable[[str, _Finding], str]]] = {
    "required": (_one_name, "is missing", _add),
    "additionalProperties": (_unexpected, "is not expected", _remove),
    "unevaluatedProperties": (_unexpected, "is not expected", _remove),
}
