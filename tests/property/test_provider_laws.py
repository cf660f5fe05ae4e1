"""Strict mode is another spelling of a tool's schema: it takes the same calls, once nulls are dropped.

Tools are made of random signatures; jsonschema, which the project does not validate with, is the judge of both schemas.
"""

from __future__ import annotations

import inspect
import itertools
import json
from typing import Annotated, Any, Literal

import jsonschema
import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st
from strict_subset import broken_rules

from runtime.contracts.manifest import Manifest
from runtime.providers import PROVIDERS, strict_schema
from runtime.providers.forms import without_nulls
from runtime.sdk import as_tool, tool

NAMES = ["a", "b", "c"]
_count = itertools.count()
LEAVES = st.sampled_from(
    [
        str,
        int,
        float,
        bool,
        Literal["x", "y"],
        Literal[1, "x", None],
        Literal[0],
        Annotated[int, msgspec.Meta(ge=0, lt=10)],
        Annotated[str, msgspec.Meta(pattern="^[ab]*$", description="a and b")],
        Annotated[list[int], msgspec.Meta(max_length=2)],
        int | str,
        int | None,
    ]
)


class Node(msgspec.Struct):
    """One that holds its like."""

    value: int
    next: Node | None = None
    others: list[Node] = []


def _structs(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    fields = st.lists(
        st.tuples(st.sampled_from(NAMES), inner, st.booleans()), max_size=3, unique_by=lambda f: f[0]
    )
    return st.builds(
        lambda drawn, tag: msgspec.defstruct(
            f"Struct{next(_count)}",
            [
                (name, kind | None, None) if optional else (name, kind)
                for name, kind, optional in sorted(drawn, key=lambda f: f[2])
            ],
            tag=tag,
            forbid_unknown_fields=len(drawn) % 2 == 0,
        ),
        fields,
        st.sampled_from([None, "one"]),
    )  # fmt: skip


def _unions(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Two structs that their tags tell apart; most have the same names."""
    return st.builds(
        lambda kind, other: (
            msgspec.defstruct(
                f"First{next(_count)}", [("a", kind), ("b", int | None, None)], tag="first", kw_only=True
            )
            | msgspec.defstruct(
                f"Second{next(_count)}", [("a", other | None, None), ("b", int)], tag="second", kw_only=True
            )
        ),
        inner,
        inner,
    )


TYPES = st.recursive(
    LEAVES | st.just(Node),
    lambda inner: (
        st.builds(lambda kind: list[kind], inner)  # type: ignore[valid-type]
        | st.builds(lambda kind: kind | None, inner)
        | _structs(inner)
        | _unions(inner)
    ),
    max_leaves=5,
)


@st.composite
def manifests(draw: st.DrawFn) -> Manifest:
    """What a random function declares; an optional parameter is one that may be None."""

    def function() -> None: ...

    parameters, hints = [], {}
    for name in NAMES[: draw(st.integers(0, 3))]:
        kind, optional = draw(TYPES), draw(st.booleans())
        hints[name] = kind | None if optional else kind
        parameters.append(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=None if optional else inspect.Parameter.empty
            )
        )
    function.__annotations__ = {**hints, "return": None}
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return as_tool(tool(description="x", side_effects=["none"])(function)).manifest


BY_KIND: dict[str, st.SearchStrategy[Any]] = {
    "string": st.sampled_from(["", "a", "ab", "x"]),
    "integer": st.integers(0, 9),
    "number": st.sampled_from([0.5, 2, -1.5]),
    "boolean": st.booleans(),
    "null": st.none(),
}
# What fits nowhere, or somewhere else: one value in ten.
ODD = st.sampled_from([None, None, None, None, True, -1, 10, 0.5, "z", "first", "second", [], [None]])
IS_ODD = st.sampled_from([True] + [False] * 9)
DEEPEST = 4


@st.composite
def values(draw: st.DrawFn, root: dict[str, Any], part: dict[str, Any], depth: int = 0) -> Any:
    """What a generator that is steered by a narrowed schema could write, and at times what it could not."""
    while "$ref" in part:
        part = root["$defs"][part["$ref"].rpartition("/")[2]]
    if depth and draw(IS_ODD):
        return draw(ODD)
    if "anyOf" in part:
        branches = part["anyOf"][-1:] if depth > DEEPEST else part["anyOf"]
        return draw(values(root, draw(st.sampled_from(branches)), depth))
    if "enum" in part or "const" in part:
        return draw(st.sampled_from(part.get("enum", [part.get("const")])))
    types = [part["type"]] if isinstance(part["type"], str) else part["type"]
    kind = draw(st.sampled_from(types[-1:] if depth > DEEPEST else types))
    if kind == "object":
        return {name: draw(values(root, inner, depth + 1)) for name, inner in part["properties"].items()}
    if kind == "array":
        return draw(st.lists(values(root, part["items"], depth + 1), max_size=0 if depth > DEEPEST else 2))
    return draw(BY_KIND[kind])


def fits(schema: dict[str, Any], value: Any) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(value)


def spelled(form: str, arguments: Any) -> dict[str, Any]:
    if form.startswith("openai"):
        text = json.dumps(arguments)
        return {"id": "1", "call_id": "1", "name": "function", "arguments": text,
                "function": {"name": "function", "arguments": text}}  # fmt: skip
    return {"id": "1", "name": "function", "input": arguments, "args": arguments, "arguments": arguments}


@given(manifests(), st.data())
def test_strict_mode_takes_the_calls_that_the_tool_takes(manifest: Manifest, data: st.DataObject) -> None:
    found = strict_schema(manifest.input_schema)
    assume(found.strict)
    assert broken_rules(found.schema) == []
    written = data.draw(values(found.schema, found.schema))
    assert fits(found.schema, written) == fits(
        manifest.input_schema, without_nulls(manifest.input_schema, written)
    )


@given(manifests())
def test_signatures_of_these_types_are_strict_and_others_say_why(manifest: Manifest) -> None:
    schema, strict, why = strict_schema(manifest.input_schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert strict is (why == "")
    assert strict or schema == manifest.input_schema


@given(manifests(), st.data())
def test_a_call_that_fits_is_kept_and_dropping_nulls_twice_drops_no_more(
    manifest: Manifest, data: st.DataObject
) -> None:
    schema = manifest.input_schema
    found = strict_schema(schema)
    assume(found.strict)
    written = data.draw(values(found.schema, found.schema))
    kept = without_nulls(schema, written)
    assert without_nulls(schema, kept) == kept
    assert json.dumps(kept).count("null") <= json.dumps(written).count("null")
    if fits(schema, written):
        assert kept == written


@given(manifests(), st.sampled_from(sorted(PROVIDERS)), st.data())
def test_every_provider_reads_the_same_call(manifest: Manifest, form: str, data: st.DataObject) -> None:
    found = strict_schema(manifest.input_schema)
    assume(found.strict)
    written = data.draw(values(found.schema, found.schema))
    call = PROVIDERS[form].call(spelled(form, written), [manifest])
    assert call.arguments == without_nulls(manifest.input_schema, written)
