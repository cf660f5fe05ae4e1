"""What does not fit is told in words that a model can act on, and that repeat little of the value."""

from __future__ import annotations

import pytest

from runtime.contracts.errors import InputInvalid, OutputInvalid
from runtime.validation.schema import Schema, compile_schema

READ = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1},
        "start_line": {"type": "integer", "minimum": 1, "maximum": 1000},
        "mode": {"enum": ["text", "binary"]},
        "tags": {"type": "array", "items": {"$ref": "#/$defs/tag"}, "maxItems": 3, "uniqueItems": True},
        "either": {"anyOf": [{"$ref": "#/$defs/tag"}, {"type": "null"}]},
    },
    "required": ["path"],
    "additionalProperties": False,
    "$defs": {
        "tag": {
            "type": "object",
            "properties": {"name": {"type": "string", "pattern": "^[a-z]+$"}},
            "required": ["name"],
            "additionalProperties": False,
        }
    },
}


def schema(document: dict, error: type = InputInvalid) -> Schema:
    """A compiled schema."""
    return compile_schema(document, where="test", error=error)


def refusal(document: dict, value: object) -> InputInvalid:
    """The error of a value that does not fit."""
    with pytest.raises(InputInvalid) as caught:
        schema(document).check(value)
    return caught.value


def told(document: dict, value: object) -> tuple[str, str, str]:
    """Field, keyword and first words of the error."""
    error = refusal(document, value)
    return error.details["field"], error.details["keyword"], error.message


def test_a_value_that_fits_is_passed_in_silence():
    assert schema(READ).check({"path": "a", "start_line": 3, "tags": [{"name": "x"}], "either": None}) is None


@pytest.mark.parametrize(
    ("value", "field", "keyword", "message"),
    [
        ({"path": 5}, "/path", "type", 'path: 5 is not of type "string"'),
        ({"path": ""}, "/path", "minLength", 'path: "" is shorter than 1 characters'),
        ({"path": "a", "start_line": 0}, "/start_line", "minimum", "start_line: 0 is less than 1"),
        (
            {"path": "a", "start_line": 2000},
            "/start_line",
            "maximum",
            "start_line: 2000 is greater than 1000",
        ),
        ({"path": "a", "mode": "tex"}, "/mode", "enum", 'mode: "tex" is not one of "text", "binary"'),
        ({}, "/path", "required", "path: is missing"),
        ({"path": "a", "b": 1}, "/b", "additionalProperties", "b: is not expected"),
        ({"path": "a", "tags": [{}]}, "/tags/0/name", "required", "tags/0/name: is missing"),
        (
            {"path": "a", "tags": [{"name": "A"}]},
            "/tags/0/name",
            "pattern",
            'tags/0/name: "A" does not match ^[a-z]+$',
        ),
        (
            {"path": "a", "tags": [{"name": "x"}] * 2},
            "/tags",
            "uniqueItems",
            "tags: an array of 2 items holds an item twice",
        ),
        ([], "", "type", 'an array of 0 items is not of type "object"'),
    ],
)
def test_a_problem_names_its_place_its_rule_and_the_value(value, field, keyword, message):
    assert told(READ, value) == (field, keyword, message)


@pytest.mark.parametrize(
    ("document", "value", "keyword"),
    [
        ({"const": 3}, 4, "const"),
        ({"maxLength": 1}, "ab", "maxLength"),
        ({"exclusiveMinimum": 1}, 1, "exclusiveMinimum"),
        ({"exclusiveMaximum": 1}, 1, "exclusiveMaximum"),
        ({"minItems": 1}, [], "minItems"),
        ({"maxItems": 0}, [1], "maxItems"),
        ({"minProperties": 1}, {}, "minProperties"),
        ({"maxProperties": 0}, {"a": 1}, "maxProperties"),
        ({"multipleOf": 3}, 4, "multipleOf"),
        ({"contains": {"type": "string"}}, [1], "contains"),
        ({"not": {}}, 1, "not"),
        ({"oneOf": [{}, {}]}, 1, "oneOf"),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, 1, "oneOf"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, "anyOf"),
        ({"if": True, "then": False}, 1, "falseSchema"),
        ({"properties": {"a": False}}, {"a": 1}, "falseSchema"),
        ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, "propertyNames"),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, "required"),
        ({"unevaluatedProperties": False}, {"a": 1}, "unevaluatedProperties"),
        ({"unevaluatedItems": False}, [1], "unevaluatedItems"),
        ({"type": ["integer", "null"]}, "x", "type"),
    ],
)
def test_every_rule_has_words_and_a_correction(document, value, keyword):
    error = refusal(document, value)
    assert error.details["keyword"] == keyword
    assert error.message
    assert error.suggestion


def test_a_misspelled_property_is_recognised():
    assert refusal(READ, {"path": "a", "strat_line": 3}).suggestion == 'Did you mean "start_line"?'


def test_a_misspelled_property_deep_inside_and_behind_a_reference_is_recognised():
    error = refusal(READ, {"path": "a", "tags": [{"nam": "x", "name": "y"}]})
    assert error.suggestion == "Leave it out."  # `name` is there already
    error = refusal(READ, {"path": "a", "tags": [{"nam": "x"}]})
    assert error.suggestion == 'Did you mean "name"?'


def test_a_misspelled_choice_is_recognised():
    assert refusal(READ, {"path": "a", "mode": "binray"}).suggestion == 'Did you mean "binary"?'


def test_of_alternatives_the_one_that_was_meant_is_explained():
    assert told(READ, {"path": "a", "either": {"name": 5}})[0] == "/either/name"


def test_five_problems_are_told_and_no_more():
    document = {"properties": {name: {"type": "string"} for name in "abcdefgh"}}
    error = refusal(document, dict.fromkeys("abcdefgh", 1))
    assert len(error.details["problems"]) == 5
    assert {problem["keyword"] for problem in error.details["problems"]} == {"type"}


def test_many_unexpected_properties_are_told_five_at_a_time():
    error = refusal({"additionalProperties": False}, {f"k{i}": 1 for i in range(50)})
    assert len(error.details["problems"]) == 5


@pytest.mark.parametrize(
    "value",
    ["s" * 10_000, "\x1b[2J" * 100, "\u202e" * 100, ["x" * 10_000], {"k" * 10_000: 1}, 10**400, -(10**400)],
)
def test_a_value_is_repeated_in_80_printable_characters_at_most(value):
    error = refusal({"properties": {"a": {"type": "boolean"}}}, {"a": value})
    assert len(error.message) <= 80 + len('a:  is not of type "boolean"')
    assert error.message.isprintable()


def test_a_hostile_property_name_is_shortened_and_made_visible():
    error = refusal({"additionalProperties": False}, {"\x1b[2J" + "k" * 10_000: 1})
    assert len(error.details["field"]) < 80
    assert error.message.isprintable()


def test_a_long_list_of_choices_is_cut():
    error = refusal({"enum": [f"choice-{i}" for i in range(500)]}, "x")
    assert "and 490 more" in error.message


def test_an_output_is_refused_with_the_class_it_was_compiled_for():
    with pytest.raises(OutputInvalid) as caught:
        schema({"type": "string"}, OutputInvalid).check(5)
    assert caught.value.code == "output.invalid"
    assert "author" in caught.value.suggestion  # a model cannot correct a tool


@pytest.mark.parametrize("value", [b"x", {1: 2}, {"a": {1, 2}}, object(), {"a": object()}])
def test_a_value_that_is_no_json_is_refused_and_not_a_traceback(value):
    document = {"type": "object", "additionalProperties": {"additionalProperties": {"type": "string"}}}
    assert refusal(document, value).code == "input.invalid"


def test_a_large_value_without_alternatives_is_still_told_where():
    assert told({"items": {"type": "string"}}, ["x"] * 100_000 + [1])[0] == "/100000"


def test_a_large_text_beside_the_problem_does_not_hide_it():
    assert told(READ, {"path": "x" * 250_000, "start_line": 0})[0] == "/start_line"


def test_a_large_value_with_alternatives_is_refused_without_a_place():
    """Its errors would be those of every branch at every item, all in memory before the first can be shown."""
    document = {"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}
    error = refusal(document, ["x"] * 100_000 + [1])
    assert error.details == {}
    assert error.suggestion


def test_a_value_that_is_no_json_is_refused_without_its_text():
    class Secretive:
        def __repr__(self):
            return "secret"

    error = refusal({"additionalProperties": {"type": "string"}}, {"a": Secretive()})
    assert "secret" not in error.message
