"""Laws of validation: one reading of a text, one verdict on a value, and no more work than was foreseen."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts import canonical
from runtime.contracts.errors import InputInvalid, SchemaRefused
from runtime.contracts.manifest import Manifest
from runtime.validation.cost import ALLOWANCE, work
from runtime.validation.normalize import Normalizer
from runtime.validation.problems import shown
from runtime.validation.schema import compile_schema
from runtime.validation.strict_json import freeze_arguments, parse, printable

SAFE = st.integers(-(2**53) + 1, 2**53 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
# Between these, a double's canonical form is an integer that readers take for different numbers.
REALS = st.floats(-(2.0**53) + 1, 2.0**53 - 1) | st.floats(1e21, 1e308) | st.floats(-1e308, -1e21)
SCALARS = st.none() | st.booleans() | SAFE | REALS | TEXT
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.binary(max_size=4)
    | st.complex_numbers(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
        | st.sets(st.integers(), max_size=2)
        | st.tuples(inner, inner)
    ),
    max_leaves=8,
)


# -- text and arguments -----------------------------------------------------------------------------------


@given(JSON, st.booleans())
def test_a_text_is_read_as_it_was_written(value: Any, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert parse(text) == parse(text.encode()) == value


def tried(work: Callable[..., Any], *arguments: Any) -> Any:
    """The result, or the refusal, which is fit to be shown to anybody."""
    try:
        return work(*arguments)
    except (InputInvalid, SchemaRefused) as error:
        return error


def is_refusal(found: Any) -> bool:
    """Whether it was refused; then in words that are fit to be shown to anybody."""
    if not isinstance(found, InputInvalid | SchemaRefused):
        return False
    assert found.message.isprintable()
    assert found.suggestion
    return True


@given(st.binary(max_size=60) | st.text(max_size=60) | st.text('[]{}",:\\u0d8e1.-', max_size=30))
def test_any_text_is_read_or_refused_with_a_code(text: bytes | str) -> None:
    found = tried(parse, text)
    if not is_refusal(found):
        assert found == json.loads(text)
        assert canonical.encode(found)


@given(ANYTHING | st.dictionaries(TEXT, ANYTHING, max_size=3))
def test_any_arguments_are_frozen_or_refused_with_a_code(value: Any) -> None:
    found = tried(freeze_arguments, value)
    if not is_refusal(found):
        copy, encoded = found
        assert type(copy) is dict
        assert freeze_arguments(encoded) == (copy, encoded)


@given(st.dictionaries(TEXT, JSON, max_size=4))
def test_the_copy_the_bytes_and_the_text_are_one_value(value: dict[str, Any]) -> None:
    copy, encoded = freeze_arguments(value)
    assert copy == value
    assert encoded == canonical.encode(value)
    assert freeze_arguments(encoded) == freeze_arguments(json.dumps(value)) == (copy, encoded)


@given(st.text(max_size=300), st.integers(2, 100))
def test_shown_text_is_always_short_and_printable(text: str, most: int) -> None:
    assert len(printable(text, most)) <= most
    assert printable(text, most).isprintable()
    assert len(shown(text)) <= 80


# -- normal forms -----------------------------------------------------------------------------------------

MANIFEST = Manifest(name="tool", description="A tool", input_schema={}, output_schema={})


@given(JSON)
def test_a_normal_form_is_its_own_normal_form(value: Any) -> None:
    data = Normalizer().normalize(MANIFEST, value).data
    assert Normalizer().normalize(MANIFEST, json.loads(data)).data == data


# -- schemas against the oracle ---------------------------------------------------------------------------

NAMES = st.sampled_from(["a", "b", "c"])
NUMBERS = st.integers(-3, 5) | st.sampled_from([0.5, 2.0, -1.5])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.sampled_from(["", "a", "ab", "abc", "é", "12"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
TYPES = st.sampled_from(["object", "array", "string", "integer", "number", "boolean", "null"])
SIZES = st.integers(0, 3)
PATTERNS = st.sampled_from(["^a", "b$", "^[0-9]+$", "a|c", "^$"])


def _keywords(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Schemas over every keyword that both validators know, references included."""
    some = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(NAMES, inner, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "const": VALUES,
            "minimum": NUMBERS, "maximum": NUMBERS, "exclusiveMinimum": NUMBERS, "exclusiveMaximum": NUMBERS,
            "multipleOf": st.sampled_from([1, 2, 3, 0.5]),
            "minLength": SIZES, "maxLength": SIZES, "pattern": PATTERNS,
            "minItems": SIZES, "maxItems": SIZES, "uniqueItems": st.booleans(),
            "minProperties": SIZES, "maxProperties": SIZES,
            "required": st.lists(NAMES, max_size=2, unique=True),
            "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=2),
            "properties": named, "patternProperties": st.dictionaries(PATTERNS, inner, max_size=2),
            "additionalProperties": inner, "propertyNames": inner, "dependentSchemas": named,
            "items": inner, "prefixItems": some, "contains": inner, "minContains": SIZES, "maxContains": SIZES,
            "allOf": some, "anyOf": some, "oneOf": some, "not": inner, "if": inner, "then": inner, "else": inner,
            "unevaluatedProperties": inner, "unevaluatedItems": inner,
        },
    )  # fmt: skip


LEAVES = (
    st.booleans()
    | st.builds(lambda t: {"type": t}, TYPES)
    | st.just({"$ref": "#/$defs/x"})
    | st.just({"$ref": "#/$defs/y"})
)
INNER = st.recursive(LEAVES, _keywords, max_leaves=5)
SCHEMAS = st.builds(
    lambda root, x, y: {**root, "$defs": {"x": x, "y": y}},
    _keywords(INNER),
    INNER,
    st.builds(lambda t: {"type": t}, TYPES),
)


@given(SCHEMAS, VALUES)
def test_two_independent_validators_agree(schema: dict[str, Any], value: Any) -> None:
    """Where ours accepts a schema, its verdict is that of the reference implementation for Python."""
    try:
        ours = compile_schema(schema, where="test")
    except SchemaRefused:
        return
    reference = jsonschema.Draft202012Validator(schema).is_valid(value)
    if reference:
        ours.check(value)
    else:
        with pytest.raises(InputInvalid) as caught:
            ours.check(value)
        _is_well_told(caught.value)


def _is_well_told(error: InputInvalid) -> None:
    assert error.message
    assert error.message.isprintable()
    assert error.suggestion
    assert error.details["keyword"]
    assert len(error.details["problems"]) <= 5
    json.dumps(error.details)


@given(
    st.dictionaries(
        st.sampled_from(["$ref", "$id", "type", "items", "properties", "allOf", "pattern", "$defs", "enum"]),
        ANYTHING,
    )
)
def test_any_object_is_a_schema_or_refused_with_a_code(schema: dict[str, Any]) -> None:
    found = tried(lambda: compile_schema(schema, where="test").check({"a": [1, "x"]}))
    assert is_refusal(found) or found is None


@given(VALUES, st.lists(st.integers(1, 50), min_size=1, max_size=6))
def test_work_grows_with_the_value_and_with_each_cost(value: Any, costs: list[int]) -> None:
    found = work(tuple(costs), value)
    assert found >= work(tuple(costs), value, texts=False) > 0
    assert work(tuple(cost + 5 for cost in costs), value) > found
    assert work(tuple(costs), [value]) > 0
    assert math.isfinite(found)
    assert found <= ALLOWANCE
