"""The work that a schema can cause is known before a value is checked."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.contracts.errors import InputInvalid
from runtime.validation.cost import ALLOWANCE, needs_weighing, profile, work
from runtime.validation.schema import compile_schema
from runtime.validation.structure import survey


def costs(document: dict[str, Any], **patterns: int) -> tuple[int, ...]:
    """The profile of a schema."""
    return profile(survey(document), patterns)


def test_a_flat_schema_costs_one_evaluation_an_item():
    assert costs({"properties": {"a": {}, "b": {}}}) == (1, 1, 0, 0)


def test_the_costliest_property_counts_and_not_their_sum():
    assert costs({"properties": {"a": {"allOf": [{}] * 3}, "b": {"allOf": [{}] * 9}}})[1] == 10


def test_what_applies_to_one_item_adds_up():
    assert costs({"allOf": [{}, {}], "anyOf": [{}], "not": {}, "if": {}, "then": {}, "else": {}})[0] == 8
    assert costs({"items": {}, "contains": {}})[1] == 2
    assert (
        costs({"properties": {"a": {}}, "patternProperties": {"^a": {}, "^b": {}}, "propertyNames": {}})[1]
        == 4
    )


def test_a_reference_costs_what_it_leads_to_each_time():
    assert costs({"allOf": [{"$ref": "#/$defs/a"}] * 2, "$defs": {"a": {"allOf": [{}] * 4}}})[0] == 13


def test_a_tree_that_meets_itself_once_a_level_stays_level():
    tree = {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}}
    assert max(costs(tree)) == 2  # the reference and its target


def test_a_tree_that_meets_itself_twice_a_level_doubles():
    found = costs({"properties": {"a": {"$ref": "#"}}, "patternProperties": {"a": {"$ref": "#"}}})
    assert found[1:5] == (4, 8, 16, 32)
    assert needs_weighing(found, 1)


def test_a_profile_ends_where_nothing_changes_any_more():
    assert len(costs({"items": {"items": {"items": {}}}})) <= 6


def test_a_pattern_costs_its_size_for_each_character():
    assert costs({"pattern": "^a$"}, **{"^a$": 40})[0] == 41


def test_work_counts_items_characters_and_names():
    assert work((10,), None) == 10
    assert work((10,), "abcd") == 50
    assert work((10, 20), {"ab": 1}) == 10 + 20 * (1 + 1 + 2)
    assert work((10,), "abcd", texts=False) == 10


def test_work_stops_counting_beyond_its_bound():
    assert work((1,), ["x" * 1000] * 1000, most=100) > 100


def test_a_value_within_itself_is_more_work_than_any_bound():
    loop: list[Any] = []
    loop.append(loop)
    assert work((0,), loop) > ALLOWANCE


def test_a_small_value_passes_an_expensive_schema_and_a_large_one_is_refused():
    """An honest union of many alternatives works; only a value that would take seconds is refused."""
    schema = compile_schema(
        {"type": "object", "properties": {"a": {"items": {"anyOf": [{"const": i} for i in range(500)]}}}},
        where="test",
    )
    schema.check({"a": [1, 499] * 20})
    with pytest.raises(InputInvalid):
        schema.check({"a": [499] * 200_000})


def test_an_honest_recursive_filter_is_accepted():
    """Documents are queried with such filters; each operator has a name of its own."""
    document = {
        "type": "object",
        "properties": {"where": {"$ref": "#/$defs/filter"}},
        "$defs": {
            "filter": {
                "anyOf": [
                    {"properties": {"and": {"items": {"$ref": "#/$defs/filter"}}}, "required": ["and"]},
                    {"properties": {"or": {"items": {"$ref": "#/$defs/filter"}}}, "required": ["or"]},
                    {"properties": {"not": {"$ref": "#/$defs/filter"}}, "required": ["not"]},
                    {"properties": {"field": {"type": "string"}, "is": {}}, "required": ["field", "is"]},
                ]
            }
        },
    }
    value: dict[str, Any] = {"field": "a", "is": 1}
    for _ in range(5):
        value = {"and": [value, {"not": value}]}
    compile_schema(document, where="test", arguments=True).check({"where": value})


def test_values_that_are_declared_to_be_large_are_weighed():
    document = {"items": {"allOf": [{"minimum": 0}] * 30}}
    value = list(range(300_000))
    compile_schema(document, where="test").check(value)
    weighed = compile_schema(document, where="test", largest=64 * 1024 * 1024)
    weighed.check(value[:1000])
    with pytest.raises(InputInvalid):
        weighed.check(list(range(2_000_000)))
