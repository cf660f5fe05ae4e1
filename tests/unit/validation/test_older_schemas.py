"""Schemas of drafts 6 and 7, rewritten."""

from __future__ import annotations

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from runtime.validation.older_schemas import as_2020_12

DRAFT = "http://json-schema.org/draft-07/schema#"
LEAVES = st.sampled_from(
    [
        True,
        {},
        {"type": "string"},
        {"type": "integer", "minimum": 1},
        {"const": 1},
        {"$ref": "#/definitions/d"},
    ]
)
NAMES = st.sampled_from(["a", "b", "items"])
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "items": inner | st.lists(inner, min_size=1, max_size=3),
            "additionalItems": inner,
            "additionalProperties": inner,
            "dependencies": st.dictionaries(NAMES, inner | st.lists(NAMES, max_size=2, unique=True), max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
        },
    ),
    max_leaves=8,
)  # fmt: skip
VALUES = st.recursive(
    st.sampled_from([None, 0, 1, "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@given(SCHEMAS, VALUES)
def test_a_rewritten_schema_takes_exactly_what_the_older_one_took(schema, value):
    older = {"$schema": DRAFT, "definitions": {"d": {"type": "string"}}, "allOf": [schema]}
    newer = as_2020_12(older)
    assert "$schema" not in newer
    took = jsonschema.Draft7Validator(older).is_valid(value)
    assert jsonschema.Draft202012Validator(newer).is_valid(value) == took


def test_a_schema_of_the_present_dialect_is_left_as_it_is():
    schema = {"type": "object", "dependencies": {"a": ["b"]}}
    assert as_2020_12(schema) is schema
