"""What a typed function says about itself is its schema, and its arguments arrive in the types that it names."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import json
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import msgspec
import pydantic
import pydantic.types
import pytest

from runtime.contracts.errors import InputInvalid, ManifestInvalid, OutputInvalid, ToolError
from runtime.contracts.ports import Tool
from runtime.sdk import ToolContext, ToolResult, as_tool, tool
from runtime.validation.schema import compile_schema

Constraint = pydantic.types.annotated_types  # pydantic's own vocabulary of constraints, which it brings along


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


class Options(TypedDict, total=False):
    depth: int


class Pair(NamedTuple):
    left: int
    right: str


class Node(msgspec.Struct):
    """A tree."""

    value: int
    children: list[Node] = []


class Counted(msgspec.Struct):
    lines: int


class Person(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(strict=True)
    name: str
    born: datetime.date | None = None
    colour: Colour = Colour.RED


class Arguments(msgspec.Struct):
    """Named like the runtime's own struct: names of an author's types never change for that."""

    path: str


Line = Annotated[int, msgspec.Meta(ge=1, description="Any line")]


def declared(function: Callable[..., Any], **options: Any) -> Tool:
    """The tool of a function without effects."""
    return as_tool(tool(description="A test", side_effects=["none"], **options)(function))


def properties(function: Callable[..., Any]) -> dict[str, Any]:
    """The properties of a function's input schema."""
    found: dict[str, Any] = declared(function).manifest.input_schema["properties"]
    return found


def refusal(function: Callable[..., Any], **options: Any) -> ManifestInvalid:
    """The error of a function that cannot be a tool."""
    with pytest.raises(ManifestInvalid) as caught:
        declared(function, **options)
    assert caught.value.code == "tool.manifest_invalid"
    assert caught.value.suggestion
    return caught.value


def returned(function: Callable[..., Any], **arguments: Any) -> Any:
    """The result of a call as the executor makes it: through the schemas of both sides."""
    made = declared(function)
    compile_schema(made.manifest.input_schema, where="input", arguments=True).check(arguments)
    result = made.execute(arguments, None)  # type: ignore[arg-type]
    compile_schema(made.manifest.output_schema, where="output", error=OutputInvalid).check(result)
    json.dumps(result)
    return result


# -- schemas ----------------------------------------------------------------------------------------------


def test_a_schema_is_an_object_that_takes_nothing_else():
    def f(a: int, b: str = "x") -> None: ...

    assert declared(f).manifest.input_schema == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "string", "default": "x"}},
        "required": ["a"],
        "additionalProperties": False,
    }


def test_a_tool_without_arguments_takes_an_empty_object():
    def f() -> None: ...

    compile_schema(declared(f).manifest.input_schema, where="f", arguments=True).check({})
    with pytest.raises(InputInvalid):
        compile_schema(declared(f).manifest.input_schema, where="f", arguments=True).check({"a": 1})


def test_every_common_type_has_its_schema():
    def f(
        a: bool,
        b: float,
        c: list[int],
        d: dict[str, int],
        e: tuple[int, str],
        f: set[str],
        g: Literal["x", 1],
        h: int | str,
        i: Any,
        j: Annotated[int, msgspec.Meta(ge=1)],
    ) -> None: ...

    assert properties(f) == {
        "a": {"type": "boolean"},
        "b": {"type": "number"},
        "c": {"type": "array", "items": {"type": "integer"}},
        "d": {"type": "object", "additionalProperties": {"type": "integer"}},
        "e": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "prefixItems": [{"type": "integer"}, {"type": "string"}],
            "items": False,
        },
        "f": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        "g": {"enum": [1, "x"]},
        "h": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "i": {},
        "j": {"type": "integer", "minimum": 1},
    }


def test_an_author_s_types_are_definitions_under_their_own_names():
    def f(a: Colour, b: Point, c: Options, d: Pair, e: Node, g: Arguments) -> None: ...

    schema = declared(f).manifest.input_schema
    assert sorted(schema["$defs"]) == ["Arguments", "Colour", "Node", "Options", "Pair", "Point"]
    assert schema["properties"]["e"] == {"$ref": "#/$defs/Node"}
    compile_schema(schema, where="f", arguments=True)


def test_the_same_function_always_has_the_same_schema():
    """The digest of a manifest names a declaration; in another process it is the same."""
    text = (
        "from runtime.sdk import as_tool, tool\nfrom typing import Literal\nimport enum\n"
        "class C(enum.Enum):\n    B = 'b'\n    A = 'a'\n"
        "def f(c: C, l: Literal['z', 'y'], s: set[str] = {'q', 'r', 's'}) -> dict: ...\n"
        "print(as_tool(tool(description='d', side_effects=['none'])(f)).manifest.digest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", text],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert len(set(runs)) == 1


def test_an_optional_argument_may_be_left_out_and_is_not_null():
    def f(a: int | None = None, b: int | str | None = None, c: int | None = 5) -> None: ...

    assert properties(f) == {
        "a": {"type": "integer"},
        "b": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "c": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 5},
    }


@pytest.mark.parametrize("default", [["a"], [], ["a", "b"]])
def test_a_mutable_default_is_shown_and_never_shared(default):
    def f(a: list[str] = default) -> list[str]:
        a.append("more")
        return a

    assert properties(f)["a"]["default"] == default
    assert returned(f) == returned(f) == [*default, "more"]


def test_a_default_is_shown_as_json():
    def f(a: Colour = Colour.BLUE, b: Point = Point(1), c: Person = Person(name="x")) -> None: ...  # noqa: B008

    shown = properties(f)
    assert shown["a"]["default"] == "blue"
    assert shown["b"]["default"] == {"x": 1, "y": 0}
    assert shown["c"]["default"] == {"name": "x", "born": None, "colour": "red"}


def test_a_default_outside_its_own_type_is_refused():
    def forgotten(a: int = None) -> None: ...  # type: ignore[assignment]  # noqa: RUF013
    def wrong(a: Annotated[int, pydantic.Field(gt=5)] = 1) -> None: ...
    def odd(a: Any = object()) -> None: ...  # noqa: B008
    def field(a: int = pydantic.Field(gt=5)) -> None: ...

    assert "int | None" in refusal(forgotten).message
    assert refusal(wrong).details["parameter"] == "a"
    assert refusal(odd).details["parameter"] == "a"
    assert "Annotated" in refusal(field).message


# -- descriptions -----------------------------------------------------------------------------------------


def test_descriptions_come_from_annotations_or_the_docstring():
    def f(
        a: Annotated[int, "From the annotation"],
        b: int,
        c: Annotated[int, msgspec.Meta(description="From Meta")],
        d: Annotated[int, pydantic.Field(description="From Field")],
        e: int | None = None,
    ) -> None:
        """Do it.

        Args:
            a: Not this one.
            b: From the docstring,
                over two lines: with a colon.
            c (int): Nor this.
            d: Nor this.
            e: Optional.

        Returns:
            b: Nothing of this.
        """

    assert {name: place["description"] for name, place in properties(f).items()} == {
        "a": "From the annotation",
        "b": "From the docstring, over two lines: with a colon.",
        "c": "From Meta",
        "d": "From Field",
        "e": "Optional.",
    }


def test_a_parameter_s_description_wins_over_that_of_its_type():
    def f(start: Annotated[Line | None, "Where to start"] = None) -> None: ...

    assert properties(f)["start"] == {"type": "integer", "minimum": 1, "description": "Where to start"}


# -- the context ------------------------------------------------------------------------------------------


def test_the_context_is_no_argument_whatever_its_name_and_place():
    def first(ctx: ToolContext, a: int) -> int: ...
    def last(a: int, *, anything: ToolContext) -> int: ...
    def optional(a: int, ctx: ToolContext | None = None) -> int: ...
    def told(a: int, ctx: Annotated[ToolContext, "The context"]) -> int: ...

    for function in (first, last, optional, told):
        assert list(properties(function)) == ["a"]


def test_the_context_is_handed_over_under_its_own_name():
    def f(a: int, *, anything: ToolContext) -> int:
        assert anything == "the context"
        return a

    assert declared(f).execute({"a": 1}, "the context") == 1  # type: ignore[arg-type]


def test_a_tool_has_one_context_at_most():
    def f(a: ToolContext, b: ToolContext) -> None: ...

    assert refusal(f).details["parameter"] == "b"


# -- refusals ---------------------------------------------------------------------------------------------


def positional(a: int, /) -> None: ...
def variable(*a: int) -> None: ...
def keywords(**a: int) -> None: ...
def unannotated(a) -> None: ...  # type: ignore[no-untyped-def]


@pytest.mark.parametrize("function", [positional, variable, keywords, unannotated])
def test_a_parameter_that_cannot_be_named_or_typed_is_refused_by_name(function):
    assert refusal(function).details["parameter"] == "a"


def test_a_missing_return_annotation_is_refused():
    def f(a: int): ...  # type: ignore[no-untyped-def]

    assert refusal(f).details["parameter"] == "return"


def test_a_type_without_a_json_form_is_refused():
    def iterator() -> Iterator[int]: ...
    def thing(a: object) -> None: ...
    def module(a: type(json)) -> None: ...  # type: ignore[valid-type]

    for function in (iterator, thing, module):
        assert "\n" not in refusal(function).message


@pytest.mark.parametrize("annotation", ["Nowhere", "json.nowhere", "1 +", "5 | 6"])
def test_an_annotation_that_cannot_be_read_is_refused(annotation):
    def f(a: int) -> None: ...

    f.__annotations__["a"] = annotation
    refusal(f)


def test_a_function_without_a_name_for_models_is_refused():
    refusal(lambda: None)

    def f() -> None: ...

    refusal(f, name="no spaces")


def test_bytes_are_not_a_json_result_unless_they_are_the_whole_of_it():
    class Holder(msgspec.Struct):
        data: bytes

    def whole() -> bytes:
        return b"ab"

    def part() -> Holder: ...
    def text() -> str: ...

    assert "binary" in refusal(whole).message
    refusal(part)
    refusal(text, normalization="binary")
    binary = declared(whole, normalization="binary")
    assert (binary.manifest.output_schema, binary.execute({}, None)) == ({}, b"ab")  # type: ignore[arg-type]


def same(kind: type) -> type:
    """A model of a name that others have too."""
    return pydantic.create_model("Same", value=(kind, ...))


One = same(int)
Other = same(str)


def test_two_types_of_one_name_stay_apart():
    def f(a: list[One], b: list[Other], c: Colour, d: list[Person]) -> list[Other]: ...  # type: ignore[valid-type]

    schema = declared(f).manifest.input_schema
    assert sorted(schema["$defs"]) == ["Colour", "Same", "b.Same", "d.Colour", "d.Person"]
    check = compile_schema(schema, where="f", arguments=True).check
    fine = {"a": [{"value": 1}], "b": [{"value": "x"}], "c": "red", "d": [{"name": "x", "colour": "blue"}]}
    check(fine)
    for wrong in (
        {"a": [{"value": "x"}]},
        {"b": [{"value": 1}]},
        {"c": "green"},
        {"d": [{"name": "x", "colour": "green"}]},
    ):
        with pytest.raises(InputInvalid):
            check(fine | wrong)


def test_a_type_that_pydantic_cannot_read_is_refused():
    class Odd:
        pass

    def f(a: Annotated[Odd, pydantic.Field(description="x")]) -> None: ...

    assert "\n" not in refusal(f).message


# -- arguments and results --------------------------------------------------------------------------------


def test_arguments_arrive_in_the_types_of_the_function():
    seen: dict[str, Any] = {}

    def f(
        a: Colour,
        b: Point,
        c: Node,
        d: datetime.datetime,
        e: set[int],
        g: Person,
        h: decimal.Decimal,
        i: uuid.UUID,
        j: bytes,
        k: dict[int, str],
        m: float,
    ) -> None:
        seen.update(locals())

    number = uuid.uuid4()
    returned(
        f,
        a="red",
        b={"x": 1},
        c={"value": 1, "children": [{"value": 2}]},
        d="2026-11-21T10:00:00Z",
        e=[1, 2],
        g={"name": "x", "born": "2000-01-01", "colour": "blue"},
        h="1.50",
        i=str(number),
        j="YWI=",
        k={"1": "a"},
        m=1,
    )
    assert seen["a"] is Colour.RED
    assert seen["b"] == Point(1)
    assert seen["c"] == Node(1, [Node(2)])
    assert seen["d"] == datetime.datetime(2026, 11, 21, 10, tzinfo=datetime.UTC)
    assert seen["e"] == {1, 2}
    assert seen["g"] == Person(name="x", born=datetime.date(2000, 1, 1), colour=Colour.BLUE)
    assert (seen["h"], seen["i"], seen["j"], seen["k"]) == (decimal.Decimal("1.50"), number, b"ab", {1: "a"})
    assert type(seen["m"]) is float


def test_results_leave_as_json():
    def f() -> dict[str, Any]:
        return {
            "a": Colour.RED,
            "b": Point(1),
            "c": Node(1),
            "d": datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC),
            "e": (1, 2),
            "f": decimal.Decimal("1.50"),
            5: None,
        }

    assert returned(f) == {
        "a": "red",
        "b": {"x": 1, "y": 0},
        "c": {"value": 1, "children": []},
        "d": "2026-11-21T00:00:00Z",
        "e": (1, 2),  # a tuple is an array to every reader that follows
        "f": "1.50",
        "5": None,
    }


def test_a_pydantic_result_leaves_as_json():
    def one() -> Person:
        return Person(name="x", born=datetime.date(2000, 1, 1))

    def many() -> list[Person]:
        return [one()]

    assert returned(one) == {"name": "x", "born": "2000-01-01", "colour": "red"}
    assert returned(many) == [returned(one)]


def test_a_set_leaves_in_an_order_that_does_not_change():
    def f() -> set[str]:
        return {f"name-{i}" for i in range(50)}

    assert returned(f) == sorted(f"name-{i}" for i in range(50))


def test_a_result_of_the_contract_has_its_fields():
    def f() -> ToolResult[Counted]:
        return ToolResult(output="3 lines", metadata=Counted(3))

    assert returned(f) == {
        "output": "3 lines",
        "files_affected": [],
        "metadata": {"lines": 3},
        "warnings": [],
    }
    schema = declared(f).manifest.output_schema
    assert schema["required"] == ["output", "metadata"]
    assert schema["additionalProperties"] is False


def test_a_recursive_result_is_described_by_reference():
    def f() -> Node:
        return Node(1, [Node(2)])

    assert declared(f).manifest.output_schema["$ref"] == "#/$defs/Node"
    assert returned(f) == {"value": 1, "children": [{"value": 2, "children": []}]}


class Opaque(str):
    pass


@pytest.mark.parametrize("value", [object(), Opaque("x"), {1j: 2}, lambda: 1])
def test_a_result_without_a_json_form_is_an_error_with_a_code(value):
    def f() -> Any:
        return value

    with pytest.raises(OutputInvalid):
        returned(f)


def test_a_result_within_itself_is_an_error_with_a_code():
    def f() -> list:  # type: ignore[type-arg]
        loop: list[Any] = []
        loop.append(loop)
        return loop

    with pytest.raises(OutputInvalid):
        returned(f)


def test_bytes_within_a_result_are_not_turned_into_text():
    def f() -> dict[str, Any]:
        return {"a": b"ab"}

    assert declared(f).execute({}, None) == {"a": b"ab"}  # type: ignore[arg-type]


def test_a_binary_tool_that_returns_no_bytes_is_an_error():
    def f() -> bytes:
        return "text"  # type: ignore[return-value]

    with pytest.raises(OutputInvalid):
        declared(f, normalization="binary").execute({}, None)  # type: ignore[arg-type]


def test_a_pydantic_result_of_another_type_is_an_error():
    def f() -> Person:
        return {"name": object()}  # type: ignore[return-value]

    with pytest.raises(OutputInvalid):
        declared(f).execute({}, None)  # type: ignore[arg-type]


def test_a_value_that_only_the_type_refuses_is_the_caller_s_mistake():
    """A schema cannot say everything: that a date exists, or what a model's own rule wants."""

    def date(a: datetime.date) -> None: ...
    def rule(a: Person, b: Annotated[int, Constraint.MultipleOf(2)] = 2) -> None: ...

    for function, arguments in (
        (date, {"a": "2026-02-30"}),
        (rule, {"a": {"name": "x", "born": "never"}}),
        (rule, {"a": {"name": "x"}, "b": 3}),
    ):
        with pytest.raises(ToolError) as caught:
            declared(function).execute(arguments, None)  # type: ignore[arg-type]
        assert caught.value.code == "invalid_argument"
        assert "pydantic.dev" not in caught.value.message
        assert "\n" not in caught.value.message


def test_constraints_of_annotated_types_are_part_of_the_schema():
    """Silently ignored, they would be a promise that nobody keeps."""

    def f(a: Annotated[int, Constraint.Gt(0)]) -> int:
        return a

    with pytest.raises(InputInvalid):
        returned(f, a=0)


def test_pydantic_is_imported_only_for_those_who_use_it():
    text = (
        "import sys\nfrom runtime.sdk import as_tool, tool\n"
        "def f(a: int) -> dict: return {}\n"
        "as_tool(tool(description='d', side_effects=['none'])(f)).execute({'a': 1}, None)\n"
        "print('pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
