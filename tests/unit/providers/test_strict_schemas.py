"""What strict mode can say of a schema, what it cannot and why, and which nulls are dropped on the way back."""

from __future__ import annotations

import datetime
import decimal
import enum
import inspect
from typing import Annotated, Any, Literal

import msgspec
import pydantic
import pytest
from strict_subset import broken_rules

from runtime.providers import strict_schema
from runtime.providers.forms import without_nulls
from runtime.sdk import as_tool, tool


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Circle(msgspec.Struct, tag="circle"):
    radius: float
    colour: Colour | None = None


class Square(msgspec.Struct, tag="square"):
    side: float
    label: str = ""


class Tree(msgspec.Struct):
    """A tree."""

    name: str
    parts: list[Tree] = []
    note: str | None = None


class Cat(pydantic.BaseModel):
    name: str
    age: int = 1


class Dog(pydantic.BaseModel):
    name: int
    age: int = 1


def schema_of(**parameters: Any) -> dict[str, Any]:
    """The schema of a tool with these parameters; a pair is a type and a default."""

    def function() -> None: ...

    function.__annotations__ = {
        name: given[0] if isinstance(given, tuple) else given for name, given in parameters.items()
    } | {"return": None}
    function.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=given[1] if isinstance(given, tuple) else inspect.Parameter.empty,
            )
            for name, given in parameters.items()
        ]
    )
    return as_tool(tool(description="x", side_effects=["none"])(function)).manifest.input_schema


def one(part: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": part}, "required": ["a"], "additionalProperties": False}


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        (str, {"type": "string"}),
        ((int, 3), {"type": ["integer", "null"]}),
        ((int | None, 3), {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (Literal["x", "y"], {"type": "string", "enum": ["x", "y"]}),
        ((Literal["x", "y"], "x"), {"type": ["string", "null"], "enum": ["x", "y", None]}),
        (Literal[1, "y", None], {"type": ["integer", "null", "string"], "enum": [None, 1, "y"]}),
        ((Annotated[Colour, "Hue"], Colour.RED),
         {"description": "Hue", "anyOf": [{"$ref": "#/$defs/Colour"}, {"type": "null"}]}),
        (Annotated[Colour, "Hue"], {"description": "Hue", "anyOf": [{"$ref": "#/$defs/Colour"}]}),
        (Annotated[str, msgspec.Meta(min_length=1, pattern="^a")], {"type": "string", "pattern": "^a"}),
        (Annotated[str, msgspec.Meta(pattern="^(?!a)")], {"type": "string"}),
        (datetime.date, {"type": "string", "format": "date"}),
        (decimal.Decimal, {"type": "string"}),
        (Circle | Square, {"anyOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}]}),
    ],
)  # fmt: skip
def test_a_parameter_is_said_in_words_of_the_subset(parameter, expected):
    found = strict_schema(schema_of(a=parameter))
    assert (found.strict, found.why) == (True, "")
    assert found.schema["properties"]["a"] == expected
    assert broken_rules(found.schema) == []


def test_forms_within_forms_are_closed_and_complete_too():
    found = strict_schema(schema_of(shape=Circle | Square, tree=(Tree | None, None)))
    assert (found.strict, broken_rules(found.schema)) == (True, [])
    assert found.schema["$defs"]["Tree"]["required"] == ["name", "parts", "note"]
    assert found.schema["$defs"]["Circle"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"type": "array"}, "the schema is no plain object"),
        ({"$ref": "#/$defs/x", "$defs": {"x": {"type": "object"}}}, "the schema is no plain object"),
        ({"type": "object"}, "the schema takes names that are not listed"),
        ({**one({"type": "string"}), "additionalProperties": True},
         "the schema takes names that are not listed"),
        (one({}), "a may be anything"),
        (one(True), "a may be anything"),
        (one({"description": "x"}), "a may be anything"),
        (one({"type": "object", "additionalProperties": {"type": "string"}}),
         "a takes names that are not listed"),
        (one({"type": "object", "required": ["b"], "properties": {"c": {"type": "null"}}}),
         "a takes names that are not listed"),
        (one({"type": "array"}), "a/items may be anything"),
        (one({"type": "array", "prefixItems": [{"type": "string"}]}), "a uses prefixItems"),
        (one({"allOf": [{"type": "string"}]}), "a uses allOf"),
        (one({"not": {"type": "string"}, "oneOf": []}), "a uses not, oneOf"),
        (one({"type": "string", "x-unknown": 1}), "a uses x-unknown"),
        (one({"enum": [[1]]}), "a lists values that are lists or objects"),
        (one({"anyOf": [{"type": "string"}], "minimum": 1}), "a uses anyOf beside minimum"),
        (one({"$ref": "#/properties/a"}), "a refers to a place outside of $defs"),
        (one({"type": "integer", "enum": list(range(1001))}), "the schema has more than 1000 listed values"),
        (one({"type": "string", "enum": [f"{n:060}" for n in range(251)]}),
         "the schema lists values of more than 15000 characters"),
        ({**one({"type": "string"}), "properties": {f"p{n}": {"type": "null"} for n in range(5001)}, "required": []},
         "the schema has more than 5000 names"),
        (one({"type": "string", "const": "x" * 120_000}),
         "the schema has more than 120000 characters in names and values"),
        (one({"anyOf": [{"type": "array", "items": {"type": kind}} for kind in ("string", "null")]}),
         "a has two forms that are lists"),
        (one({"anyOf": [{"type": "null"}] * 101}), "a has more than 100 forms"),
    ],
)  # fmt: skip
def test_a_schema_beyond_the_subset_stays_as_it_is_and_says_why(schema, why):
    found = strict_schema(schema)
    assert (found.schema, found.strict, found.why) == (schema, False, why)


def test_levels_end_at_ten_and_a_schema_without_end_is_survived():
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(9):
        deep = one(deep)
    assert strict_schema(one(deep)).strict
    assert "deeper than 10 levels" in strict_schema(one(one(deep))).why
    union: dict[str, Any] = {"type": "string"}
    for _ in range(1_100):
        union = {"anyOf": [union]}
    assert not strict_schema(one(union)).strict


def test_forms_that_only_types_tell_apart_are_not_strict():
    """Their nulls could not be read back: which of two names may be null depends on the form."""
    assert "no constant tells apart" in strict_schema(schema_of(pet=Cat | Dog)).why
    assert strict_schema(schema_of(pet=Cat | None)).strict


@pytest.mark.parametrize(
    ("parameters", "given", "meant"),
    [
        ({"a": (int, 3)}, {"a": None}, {}),
        ({"a": int}, {"a": None}, {"a": None}),
        ({"a": (int | None, 3)}, {"a": None}, {"a": None}),
        ({"a": (Literal["x", None], "x")}, {"a": None}, {"a": None}),
        ({"a": (Any, 3)}, {"a": None}, {"a": None}),
        ({"a": (int, 3)}, {"b": None}, {"b": None}),
        ({"a": (list[Tree], [])}, {"a": [{"name": "x", "parts": None, "note": None}]},
         {"a": [{"name": "x", "note": None}]}),
        ({"a": Circle | Square}, {"a": {"type": "square", "side": 1, "label": None}},
         {"a": {"type": "square", "side": 1}}),
        ({"a": Circle | Square}, {"a": {"type": "round", "side": 1, "label": None}},
         {"a": {"type": "round", "side": 1, "label": None}}),
        ({"a": (dict[str, int], {})}, {"a": {"b": None}}, {"a": {"b": None}}),
    ],
)  # fmt: skip
def test_only_nulls_that_stand_for_something_left_out_are_dropped(parameters, given, meant):
    assert without_nulls(schema_of(**parameters), given) == meant


def test_a_hostile_schema_cannot_make_reading_expensive():
    """Unions that hold the next one twice would unfold to 2^60 forms."""
    places = {
        f"x{n}": {"anyOf": [{"$ref": f"#/$defs/x{n + 1}"}, {"$ref": f"#/$defs/x{n + 1}"}]} for n in range(60)
    }
    loop = {"y": {"anyOf": [{"$ref": "#/$defs/y"}, {"$ref": "#/$defs/y"}]}, "z": {"$ref": "#/$defs/z"}}
    for start in ("x0", "y", "z", "nowhere"):
        schema = {**one({"$ref": f"#/$defs/{start}"}), "required": [], "$defs": {**places, **loop}}
        assert without_nulls(schema, {"a": [{"b": None}]}) == {"a": [{"b": None}]}
