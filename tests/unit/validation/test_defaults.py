"""Defaults stand in the arguments before anybody judges them."""

from __future__ import annotations

import copy

import pytest

from runtime import FsRead, ToolContext, tool
from runtime.contracts.digest import commitment, digest
from runtime.contracts.errors import InputInvalid
from runtime.validation.schema import compile_schema

EDIT = {
    "type": "object",
    "properties": {"path": {"type": "string", "default": ".env"}, "line": {"type": "integer"}},
}
NULL = {"type": "null"}


def complete(schema, value, max_bytes=1000):
    compiled = compile_schema({"type": "object", **schema}, where="test", arguments=True)
    before = copy.deepcopy(value)
    completed = compiled.complete(value, max_bytes=max_bytes)
    assert value == before
    return completed


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"properties": {"a": {"default": "x"}}}, {}, {"a": "x"}),
        ({"properties": {"a": {"default": "x"}}}, {"a": "y"}, {"a": "y"}),
        ({"properties": {"a": {"default": "x"}}}, {"a": None}, {"a": None}),
        ({"properties": {"a": {"default": None}}}, {}, {}),
        ({"properties": {"a": {"default": False}}}, {}, {"a": False}),
        ({"properties": {"edit": EDIT}}, {"edit": {}}, {"edit": {"path": ".env"}}),
        ({"properties": {"edit": EDIT}}, {}, {}),
        ({"properties": {"edit": EDIT | {"default": {}}}}, {}, {"edit": {"path": ".env"}}),
        (
            {"properties": {"edits": {"type": "array", "items": EDIT}}},
            {"edits": [{}, {"path": "a"}]},
            {"edits": [{"path": ".env"}, {"path": "a"}]},
        ),
        (
            {"properties": {"edit": {"$ref": "#/$defs/a~1b"}}, "$defs": {"a/b": EDIT}},
            {"edit": {}},
            {"edit": {"path": ".env"}},
        ),
        (
            {"properties": {"edit": {"anyOf": [NULL, {"$ref": "#/$defs/e"}]}}, "$defs": {"e": EDIT}},
            {"edit": {}},
            {"edit": {"path": ".env"}},
        ),
        (
            {"properties": {"e": {"$ref": "#/allOf/0/properties/e"}}, "allOf": [{"properties": {"e": EDIT}}]},
            {"e": {}},
            {"e": {"path": ".env"}},
        ),
        ({"properties": {"edit": {"anyOf": [EDIT, {"type": "object"}]}}}, {"edit": {}}, {"edit": {}}),
        ({"properties": {"edit": True, "more": False, "default": {}}}, {"edit": {}}, {"edit": {}}),
    ],
)
def test_what_is_left_out_is_filled_in_by_the_schema(schema, value, expected):
    """T-POL-10"""
    assert complete(schema, value) == expected


def test_a_schema_that_holds_itself_is_filled_in_as_deep_as_the_value_goes():
    """T-POL-10"""
    node = {"properties": {"name": {"default": "n"}, "next": {"$ref": "#/$defs/node"}}}
    found = complete(
        {"properties": {"root": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}, {"root": {"next": {}}}
    )
    assert found == {"root": {"next": {"name": "n"}, "name": "n"}}


def test_defaults_that_unfold_beyond_the_bound_are_refused():
    """T-POL-10"""
    schema = {"properties": {"list": {"items": {"properties": {"a": {"default": "x" * 500}}}}}}
    with pytest.raises(InputInvalid):
        complete(schema, {"list": [{}, {}]})


def test_a_filled_in_default_is_no_part_of_the_schema():
    schema = {"type": "object", "properties": {"a": {"default": ["x"]}}}
    compiled = compile_schema(schema, where="test", arguments=True)
    compiled.complete({}, max_bytes=100)["a"].append("y")
    assert compiled.complete({}, max_bytes=100) == {"a": ["x"]}


GRANTS = [FsRead(["."])]
CLOSED = """\
package runtime.authz

import rego.v1

default decision := {"allow": true}

decision := {"allow": false} if input.arguments.path == "secret.txt"
"""


@tool(description="Read", capabilities=GRANTS, side_effects=["fs_read"], risk="read_only")
def read(ctx: ToolContext, path: str = "secret.txt") -> str:
    return ctx.fs.read_bytes(path).decode()


def test_policy_judges_the_path_that_a_tool_falls_back_on(workspace):
    """T-POL-10"""
    (workspace.folder / "secret.txt").write_text("hunter2")
    workspace.policy(CLOSED)
    with workspace.open(read) as executor:
        assert executor.call_sync("read", {}, grants=GRANTS).error.code == "policy.denied"
        assert executor.preview("read", {}, grants=GRANTS).error.code == "policy.denied"
        assert executor.call_sync("read", {"path": "README.md"}, grants=GRANTS).ok


def test_approver_and_log_see_the_defaults_that_run(workspace):
    """T-POL-10"""
    seen = []
    workspace.decide('{"allow": true, "ask": true}')
    with workspace.open(approve=lambda request: seen.append(request) or True) as executor:
        outcome = executor.call_sync("list_dir", {}, grants=GRANTS)
    assert outcome.ok
    canonical = b'{"page":1,"path":"."}'
    assert seen[0].arguments == {"page": 1, "path": "."}
    assert seen[0].arguments_digest == digest(canonical)
    salt = bytes.fromhex(outcome.salts["arguments"])
    assert workspace.bodies(outcome.call_id)[0].arguments == commitment(salt, canonical)


def test_a_default_that_its_own_schema_refuses_is_refused(workspace):
    @tool(
        description="Read",
        side_effects=["none"],
        input_schema={"type": "object", "properties": {"n": {"type": "integer", "default": "many"}}},
    )
    def count(n: int = 1) -> int:
        return n

    with workspace.open(count) as executor:
        assert executor.call_sync("count", {}).error.code == "input.invalid"
