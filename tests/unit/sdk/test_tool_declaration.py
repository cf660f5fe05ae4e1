"""The decorator leaves a mark and nothing else; what it was given is checked when the tool is made."""

from __future__ import annotations

import asyncio
import functools
import inspect
from typing import Any
from unittest import mock

import msgspec
import pytest

from runtime.contracts.errors import ManifestInvalid
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import Tool
from runtime.sdk import FsRead, FsWrite, NetRead, ResourceBounds, as_tool, tool
from runtime.sdk.registry import marked


def count(text: str) -> int:
    """Count words."""
    return len(text.split())


def declared(function: Any = count, **options: Any) -> Tool:
    """The tool of a function."""
    given: dict[str, Any] = {"description": "A test", "side_effects": ["none"]}
    return as_tool(tool(**(given | options))(function))


def test_a_marked_function_stays_the_function_it_was():
    def f(text: str) -> int:
        return len(text)

    decorated = tool(description="Count", side_effects=["none"])(f)
    assert decorated is f
    assert decorated("abc") == 3


def test_importing_a_tool_reads_no_annotations():
    def broken(a: Nowhere) -> None: ...  # type: ignore[name-defined]  # noqa: F821

    decorated = tool(description="Broken", side_effects=["none"])(broken)
    with pytest.raises(ManifestInvalid):
        as_tool(decorated)


def test_a_declaration_becomes_the_manifest():
    bounds = ResourceBounds(wall_s=1)
    manifest = declared(
        description="Reads",
        short_description="Read",
        side_effects=("fs_read",),
        determinism="deterministic",
        capabilities=[FsRead(["src"])],
        risk="safe_write",
        requires_approval=True,
        name="reader",
        version="2.1.0",
        bounds=bounds,
        normalization="custom",
        input_schema={"type": "object"},
        output_schema={"type": "integer"},
    ).manifest
    assert manifest == Manifest(
        name="reader",
        description="Reads",
        short_description="Read",
        input_schema={"type": "object"},
        output_schema={"type": "integer"},
        version="2.1.0",
        required_capabilities=(FsRead(["src"]),),
        side_effects=("fs_read",),
        determinism="deterministic",
        resource_bounds=bounds,
        risk="safe_write",
        requires_approval=True,
        normalization="custom",
    )


def test_a_function_gives_the_tool_its_name():
    assert declared().manifest.name == "count"


@pytest.mark.parametrize(
    ("effects", "capabilities", "risk"),
    [
        (["none"], [], "read_only"),
        (["fs_read"], [FsRead(["."])], "read_only"),
        (["fs_read", "net_read"], [FsRead(["."]), NetRead(["*"])], "read_only"),
        (["fs_write"], [FsWrite(["."])], "dangerous"),
        (["fs_read", "fs_write"], [FsRead(["."]), FsWrite(["."])], "dangerous"),
    ],
)
def test_a_tool_is_dangerous_unless_it_only_reads(effects, capabilities, risk):
    assert declared(side_effects=effects, capabilities=capabilities).manifest.risk == risk


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("description", 5),
        ("description", "  "),
        ("short_description", None),
        ("side_effects", "none"),
        ("side_effects", ["magic"]),
        ("capabilities", FsRead(["."])),
        ("capabilities", [FsRead]),
        ("capabilities", ["fs_read"]),
        ("determinism", "sometimes"),
        ("risk", "low"),
        ("requires_approval", "no"),
        ("name", 5),
        ("name", "no spaces"),
        ("version", 1),
        ("version", "1.0"),
        ("bounds", 30),
        ("normalization", "xml"),
        ("input_schema", "{}"),
        ("output_schema", True),
    ],
)
def test_a_wrong_argument_is_refused_by_its_field(field, value):
    with pytest.raises(ManifestInvalid) as caught:
        declared(**{field: value})
    assert caught.value.details["field"] == field
    assert caught.value.suggestion


@pytest.mark.parametrize(
    "thing", [len, functools.partial(count, "a"), object(), type("T", (), {"__call__": count}), None]
)
def test_only_a_function_can_be_marked(thing):
    with pytest.raises(ManifestInvalid):
        declared(thing)


def test_a_plain_function_blocks_and_a_coroutine_function_does_not():
    async def later(text: str) -> int:
        return len(text)

    plain, coroutine = declared(), declared(later)
    assert (plain.blocking, coroutine.blocking) == (True, False)
    assert inspect.iscoroutinefunction(coroutine.execute)
    assert plain.execute({"text": "to be"}, None) == 2  # type: ignore[arg-type]
    assert asyncio.run(coroutine.execute({"text": "to be"}, None)) == 5  # type: ignore[arg-type]


MANIFEST = declared().manifest


class Counter:
    """A tool that is an object."""

    manifest = MANIFEST
    blocking = True

    def execute(self, arguments: dict[str, Any], context: Any) -> Any:
        return len(arguments)


class Later(Counter):
    blocking = False

    async def execute(self, arguments: dict[str, Any], context: Any) -> Any:
        return len(arguments)


def test_an_object_with_the_parts_of_a_tool_is_one():
    for item in (Counter(), Later()):
        assert as_tool(item) is item


def undeclared(text: str) -> int:
    return len(text)


class NoManifest(Counter):
    manifest = {"name": "x"}  # type: ignore[assignment]  # noqa: RUF012


class Unnamed:
    blocking = True


class SaysItBlocks(Later):
    blocking = True


class SaysItDoesNot(Counter):
    blocking = False


class Answers(Counter):
    blocking = "yes"  # type: ignore[assignment]


@pytest.mark.parametrize(
    "item",
    [
        None,
        5,
        "count",
        undeclared,
        Counter,
        NoManifest(),
        Unnamed(),
        SaysItBlocks(),
        SaysItDoesNot(),
        Answers(),
        mock.Mock(),
    ],
)
def test_anything_else_is_refused_with_a_way_out(item):
    with pytest.raises(ManifestInvalid) as caught:
        as_tool(item)
    assert caught.value.suggestion


def test_an_object_that_answers_to_every_name_is_not_marked():
    assert marked(mock.MagicMock()) is None
    assert marked(mock.call) is None


def test_two_types_that_have_one_name_are_refused_with_a_code():
    one, other = (msgspec.defstruct("Twin", [("a", kind)], module=__name__) for kind in (int, str))

    def pair(left: Any, right: Any) -> None:
        return None

    pair.__annotations__ = {"left": one, "right": other, "return": None}
    with pytest.raises(ManifestInvalid, match="same name"):
        declared(pair)


class Meter:
    """What a program keeps between the calls of its tools."""

    def __init__(self, start: int) -> None:
        self.count = start

    @tool(description="Count on", side_effects=["none"])
    def count_on(self, by: int = 1) -> int:
        self.count += by
        return self.count

    @tool(description="Count on, later", side_effects=["none"])
    async def count_later(self, by: int) -> int:
        return self.count_on(by)


def test_a_bound_method_is_a_tool_that_keeps_its_object() -> None:
    counter = Meter(4)
    one = as_tool(counter.count_on)
    assert set(one.manifest.input_schema["properties"]) == {"by"}
    assert (one.execute({"by": 2}, None), counter.count) == (6, 6)
    assert asyncio.run(as_tool(counter.count_later).execute({"by": 1}, None)) == 7
    with pytest.raises(ManifestInvalid, match="self"):
        as_tool(Meter.count_on)
