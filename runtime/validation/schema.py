"""JSON Schema, compiled once and applied to every call (draft 2020-12).

jsonschema-rs with its linear-time regular expressions and with retrieval switched off; what it would not notice is refused
before (`runtime.validation.hostility`). ``format`` is an annotation, as the draft says: it is not checked.
"""

from __future__ import annotations

import difflib
import itertools
from typing import Any

from runtime.contracts.errors import Error, InputInvalid, SchemaRefused
from runtime.validation import hostility
from runtime.validation.strict_json import shown

MAX_PROBLEMS = 5
_PATTERN_BYTES = 1 << 20
"""The most memory that one compiled pattern may take."""
_SEGMENTS = 8


class Schema:
    """A schema that was found harmless and compiled."""

    __slots__ = ("_error", "_fan_out", "_is_valid", "_properties", "_validator")

    def __init__(self, validator: Any, properties: list[str], fan_out: int, error: type[Error]) -> None:
        self._validator = validator
        self._is_valid = validator.is_valid
        self._properties = properties
        self._fan_out = fan_out
        self._error = error

    def check(self, value: Any) -> None:
        """Return if the value matches.

        Raises:
            InputInvalid, OutputInvalid: the class that the schema was compiled for, with ``field`` (a JSON pointer),
                ``keyword`` and up to five ``problems``; values themselves are never repeated.
        """
        if self._fan_out > 1 and self._fan_out ** _depth(value) > hostility.MAX_VISITS:
            raise self._error("the value is nested too deeply for this recursive schema", field="")
        if self._is_valid(value):
            return
        errors = list(itertools.islice(self._validator.iter_errors(value), MAX_PROBLEMS))
        first = errors[0]
        raise self._error(
            _message(first),
            suggestion=self._suggestion(first),
            field=_pointer(first),
            keyword=first.kind.name,
            problems=[_message(error) for error in errors],
        )

    def _suggestion(self, error: Any) -> str:
        known = ", ".join(self._properties)
        if error.kind.name == "additionalProperties" and not error.instance_path:
            unexpected = str(error.kind.as_dict()["unexpected"][0])[:64]
            near = difflib.get_close_matches(unexpected, self._properties, n=1)
            return (
                f"Did you mean {near[0]!r}?"
                if near
                else f"It takes: {known}."
                if known
                else "It takes no arguments."
            )
        if error.kind.name == "required":
            return f"Add {shown(error.kind.as_dict()['property'])!r}."
        return ""


def compile_schema(
    schema: dict[str, Any], *, where: str, error: type[Error] = InputInvalid, arguments: bool = False
) -> Schema:
    """Check a schema for hostility and compile it.

    Args:
        schema: A JSON Schema of draft 2020-12.
        where: What messages call it, for example ``read_file: input_schema``.
        error: What `Schema.check` raises.
        arguments: The schema is a tool's input schema, which describes an object.

    Raises:
        SchemaRefused: it is invalid, hostile, or does not describe an object where it must.
    """
    import jsonschema_rs

    shape = hostility.inspect(schema, where=where)
    if arguments and schema.get("type") != "object":
        raise SchemaRefused(f'{where} must have "type": "object"', where=where)
    try:
        validator = jsonschema_rs.Draft202012Validator(
            schema,
            offline=True,
            validate_formats=False,
            mask="the value",  # what a model sent, or a tool gave, stays out of messages
            pattern_options=jsonschema_rs.RegexOptions(size_limit=_PATTERN_BYTES),
        )
    except (ValueError, jsonschema_rs.ReferencingError) as problem:
        reason = shown(str(problem).split("\n", 1)[0], 160)
        raise SchemaRefused(f"{where} is invalid: {reason}", where=where) from None
    properties = schema.get("properties", {})
    return Schema(validator, sorted(properties) if isinstance(properties, dict) else [], shape.fan_out, error)


def _message(error: Any) -> str:
    kind, details = error.kind.name, error.kind.as_dict()
    place = _pointer(error).lstrip("/").replace("/", ".") or "arguments"
    if kind == "required":
        return f"{place}: {shown(details['property'])!r} is missing"
    if kind == "additionalProperties":
        names = ", ".join(repr(shown(str(name), 40)) for name in details["unexpected"][:3])
        return f"{place}: unexpected {names}"
    return f"{place}: {shown(error.message, 200)}"


def _pointer(error: Any) -> str:
    """Where the problem is, as a JSON pointer (RFC 6901); hostile keys are shortened."""
    segments = [
        shown(str(s), 40).replace("~", "~0").replace("/", "~1") for s in error.instance_path[:_SEGMENTS]
    ]
    if error.kind.name == "required":
        segments.append(shown(error.kind.as_dict()["property"], 40))
    elif error.kind.name == "additionalProperties":
        segments.append(shown(str(error.kind.as_dict()["unexpected"][0]), 40))
    return "".join(f"/{segment}" for segment in segments)


def _depth(value: Any) -> int:
    """How many levels of lists and objects a value has."""
    depth, level = 0, [value]
    while level := [
        child
        for node in level
        if isinstance(node, (dict, list, tuple))
        for child in (node.values() if isinstance(node, dict) else node)
    ]:
        depth += 1
    return depth
