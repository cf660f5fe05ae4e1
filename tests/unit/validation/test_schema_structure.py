"""Which schemas are accepted, and what is said of those that are not."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.contracts.errors import InputInvalid, SchemaRefused
from runtime.validation.schema import Schema, compile_schema


def compiled(document: Any, **options: Any) -> Schema:
    """A compiled schema."""
    return compile_schema(document, where="tool: input_schema", **options)


def refusal(document: Any, **options: Any) -> SchemaRefused:
    """The error of a schema that must be refused."""
    with pytest.raises(SchemaRefused) as caught:
        compiled(document, **options)
    assert caught.value.code == "schema.refused"
    assert caught.value.details["where"] == "tool: input_schema"
    return caught.value


@pytest.mark.parametrize("document", [None, [], "object", 5, True, b"{}"])
def test_a_schema_that_is_no_object_is_refused(document):
    refusal(document)


@pytest.mark.parametrize(
    "document", [{}, {"type": "array"}, {"type": ["object"]}, {"$ref": "#/$defs/a", "$defs": {"a": {}}}]
)
def test_arguments_are_an_object_and_their_schema_says_so(document):
    assert refusal(document, arguments=True).details["pointer"] == "/type"
    assert compiled(document)


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"type": "strin"}, "/type"),
        ({"properties": {"a": {"minimum": "x"}}}, "/properties/a/minimum"),
        ({"items": [{}]}, "/items"),
        ({"allOf": {}}, "/allOf"),
        ({"properties": []}, "/properties"),
        ({"required": "a"}, "/required"),
        ({"properties": {"a": 5}}, "/properties/a"),
        ({"x": float("nan")}, "/x"),
        ({"x": 2**60}, "/x"),
        ({"x": b""}, "/x"),
        ({"properties": {"a": {"pattern": "("}}}, "/properties/a"),
        ({"patternProperties": {"(?<x>a)\\k<x>": {}}}, ""),
        ({"$defs": {"a": {"$schema": "http://json-schema.org/draft-07/schema#"}}}, "/$defs/a"),
    ],
)
def test_an_invalid_schema_is_refused_at_its_place(document, pointer):
    assert refusal(document).details["pointer"] == pointer


def test_a_keyword_counts_only_where_a_schema_stands():
    """A property may be named like a keyword, and data may look like a schema."""
    document = {
        "properties": {
            "$ref": {"type": "string"},
            "$id": {"const": {"$ref": "https://example.com/"}},
            "pattern": {"enum": [{"pattern": "(?=a)"}, "(?=a)"]},
            "dependencies": {"default": {"$dynamicRef": "#x"}, "examples": [{"$id": "x"}]},
        },
        "x-custom": {"$ref": "https://example.com/", "pattern": "(?=a)"},
    }
    compiled(document).check({"$ref": "a", "$id": {"$ref": "https://example.com/"}})
    with pytest.raises(InputInvalid):
        compiled(document).check({"$ref": 5})


def test_an_unknown_keyword_is_harmless():
    compiled({"type": "object", "x-unit": "ms", "nullable": True}).check({})


@pytest.mark.parametrize("keyword", ["format", "contentEncoding", "contentMediaType"])
def test_a_format_is_an_annotation(keyword):
    """The standard's default; a rule that must hold needs a pattern."""
    value = {"format": "date-time", "contentEncoding": "base64", "contentMediaType": "application/json"}[
        keyword
    ]
    compiled({keyword: value}).check("?")


def test_an_unknown_format_is_an_annotation_too():
    compiled({"format": "no-such-format"}).check("?")


@pytest.mark.parametrize(
    "reference", ["#", "#/$defs/tree", "#/definitions/leaf", "#/properties/a", "#/$defs/a~1b", "#/$defs/c~0d"]
)
def test_a_reference_within_the_schema_is_followed(reference):
    document = {
        "properties": {"a": {"type": "object"}, "b": {"$ref": reference}},
        "$defs": {"tree": {"properties": {"next": {"$ref": "#/$defs/tree"}}}, "a/b": {}, "c~d": {}},
        "definitions": {"leaf": {"type": "object"}},
    }
    compiled(document).check({"b": {}})


def test_a_recursive_schema_is_checked_at_every_level():
    tree = {"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": False}
    value: dict[str, Any] = {}
    for _ in range(50):
        value = {"next": value}
    compiled(tree).check(value)
    value = {"wrong": 1}
    for _ in range(50):
        value = {"next": value}
    with pytest.raises(InputInvalid) as caught:
        compiled(tree).check(value)
    assert caught.value.details["field"] == "/next" * 50 + "/wrong"


@pytest.mark.parametrize(
    "document",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}]},
        {"not": {"$ref": "#"}},
        {"if": {"$ref": "#"}},
        {"dependentSchemas": {"a": {"$ref": "#"}}},
        {
            "$ref": "#/$defs/a",
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{}, {"$ref": "#/$defs/a"}]}},
        },
        {"$defs": {"unused": {"$ref": "#/$defs/unused"}}},
    ],
)
def test_references_that_never_reach_into_the_value_are_refused(document):
    assert "circle" in refusal(document).message


def test_a_schema_cannot_be_changed_after_it_was_judged():
    document = {"type": "object", "properties": {"a": {"type": "string"}}}
    schema = compiled(document)
    document["properties"]["a"] = {}
    with pytest.raises(InputInvalid):
        schema.check({"a": 1})


def test_the_dialect_may_be_named_if_it_is_the_one_that_is_used():
    compiled({"$schema": "https://json-schema.org/draft/2020-12/schema"}).check(1)
    refusal({"$schema": "https://json-schema.org/draft/2019-09/schema"})
    refusal({"$schema": 5})


@pytest.mark.parametrize("levels", [60, 70])
def test_the_depth_of_a_schema_is_bounded(levels):
    document: dict[str, Any] = {}
    for _ in range(levels - 1):
        document = {"items": document}
    if levels <= 64:
        compiled(document)
    else:
        refusal(document)


def test_the_size_of_a_schema_is_bounded():
    refusal({"description": "x" * 262_144})
    refusal({"description": "\x01" * 50_000})  # six bytes each in JSON
    compiled({"description": "x" * 200_000})


def test_the_number_of_schemas_is_bounded():
    refusal({"anyOf": [{}] * 10_000})
