"""Schemas that a hostile tool brings: refused at registration, or checked within a bound that is known beforehand.

Each runs in a child process with a deadline and with little memory, since what is being prevented is a hang or a full machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from runtime.contracts.errors import SchemaRefused
from runtime.validation.schema import compile_schema

# An honest check takes a millisecond. The largest allowance takes about a second, a busy machine some more.
DEADLINE_S = 30
MEMORY_BYTES = 1 << 30
CHILD = """
import resource, sys
from runtime.contracts.errors import Error
from runtime.validation.schema import compile_schema
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]), int(sys.argv[2])))
namespace = {}
exec(sys.argv[1], namespace)
try:
    compile_schema(namespace["schema"], where="test", arguments=True).check({"a": namespace["value"]})
    print("accepted")
except Error as error:
    print(error.code)
"""
BUILD = """
def arguments(schema, **definitions):
    return {"type": "object", "properties": {"a": schema}, "$defs": definitions}
def nested(levels, wrap, core):
    for _ in range(levels):
        core = wrap(core)
    return core
"""

# What arrives as `schema` and `value` in the child, and the code that must come back.
ATTACKS: dict[str, tuple[str, str]] = {
    "a billion laughs of definitions": (
        "schema.refused",
        """
schema = arguments({"$ref": "#/$defs/l0"}, **{f"l{i}": {"allOf": [{"$ref": f"#/$defs/l{i+1}"}] * 2} for i in range(40)}, l40={"type": "string"})
value = "x"
""",
    ),
    "laughs by anyOf that never match": (
        "schema.refused",
        """
schema = arguments({"$ref": "#/$defs/l0"}, **{f"l{i}": {"anyOf": [{"$ref": f"#/$defs/l{i+1}"}] * 3} for i in range(25)}, l25=False)
value = 1
""",
    ),
    "unevaluated properties within each other": (
        "schema.refused",
        """
schema = arguments(nested(25, lambda s: {"unevaluatedProperties": False, "allOf": [s]}, {"properties": {"k": True}}))
value = {"k": 1}
""",
    ),
    "a recursion that doubles at each level": (
        "input.invalid",
        """
schema = arguments({"$ref": "#/$defs/r"}, r={"allOf": [{"items": {"$ref": "#/$defs/r"}}] * 2})
value = nested(50, lambda v: [v], 1)
""",
    ),
    "a recursion that doubles by overlapping names": (
        "input.invalid",
        """
schema = arguments({"$ref": "#/$defs/r"}, r={"properties": {"k": {"$ref": "#/$defs/r"}}, "patternProperties": {"k": {"$ref": "#/$defs/r"}}})
value = nested(60, lambda v: {"k": v}, {})
""",
    ),
    "a recursive union whose branches all look deep before they fail": (
        "input.invalid",
        """
schema = arguments({"$ref": "#/$defs/e"}, e={"anyOf": [{"type": "integer"}] + [{"type": "object", "required": ["a", "z"], "properties": {"a": {"$ref": "#/$defs/e"}, "z": {"const": c}}} for c in "stuvw"]})
value = nested(40, lambda v: {"a": v, "z": "?"}, 1)
""",
    ),
    "a pattern with nested repetition": (
        "input.invalid",
        """
schema = arguments({"pattern": "^(a+)+$"})
value = "a" * 200_000 + "!"
""",
    ),
    "a pattern of overlapping choices": (
        "input.invalid",
        """
schema = arguments({"pattern": "^(a|a|aa)*$"})
value = "a" * 200_000 + "!"
""",
    ),
    "a pattern with a large automaton": (
        "schema.refused",
        """
schema = arguments({"pattern": "(a{1000}){1000}"})
value = "a"
""",
    ),
    "a name pattern with a large automaton": (
        "schema.refused",
        """
schema = arguments({"patternProperties": {"(x{999}){999}": {}}})
value = {}
""",
    ),
    "a pattern that keeps many states alive": (
        "schema.refused",
        """
schema = arguments({"pattern": "[ab]*a[ab]{12000}c"})
value = "ab" * 120_000
""",
    ),
    "many patterns that keep states alive": (
        "input.invalid",
        """
schema = arguments({"anyOf": [{"pattern": "[ab]*a[ab]{%d}c" % (700 + i)} for i in range(100)]})
value = "abaab" * 50_000
""",
    ),
    "name patterns over many long names": (
        "input.invalid",
        """
schema = arguments({"patternProperties": {"[ab]*a[ab]{%d}c" % (700 + i): {} for i in range(100)}})
value = {"ab" * 500 + str(i): 1 for i in range(200)}
""",
    ),
    "an enumeration of thousands of arrays": (
        "input.invalid",
        """
schema = arguments({"items": {"enum": [[i] for i in range(6000)]}})
value = [[5999]] * 25_000
""",
    ),
    "a large constant compared with each item": (
        "input.invalid",
        """
schema = arguments({"contains": {"const": list(range(10_000))}})
value = [list(range(9_999))] * 20
""",
    ),
    "more errors than memory": (
        "input.invalid",
        """
schema = arguments({"items": {"anyOf": [{"type": "string"}, {"type": "null"}, {"const": 5}]}})
value = [1] * 100_000
""",
    ),
    "errors that each repeat a large value": (
        "input.invalid",
        """
schema = arguments({"allOf": [{"required": [f"r{i}"]} for i in range(2000)]})
value = {"k": "x" * 250_000}
""",
    ),
    "numbers of many digits": (
        "accepted",
        """
schema = arguments({"multipleOf": 1e-300})
value = 1e300
""",
    ),
    "a schema that is deep": (
        "schema.refused",
        """
schema = arguments(nested(100_000, lambda s: {"not": s}, {}))
value = 1
""",
    ),
    "a schema that shares its parts without end": (
        "schema.refused",
        """
schema = arguments(nested(60, lambda s: {"allOf": [s, s]}, {}))
value = 1
""",
    ),
    "a schema within itself": (
        "schema.refused",
        """
schema = arguments({})
schema["properties"]["a"] = schema
value = 1
""",
    ),
    "more schemas than anybody writes": (
        "schema.refused",
        """
schema = arguments({"anyOf": [{}] * 50_000})
value = 1
""",
    ),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_hostile_schema_ends_in_a_code_within_time_and_memory(attack: str) -> None:
    code, build = ATTACKS[attack]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, BUILD + build, str(MEMORY_BYTES)],
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == (code, "")


# -- references out of the document -----------------------------------------------------------------------

OUTWARD = [
    "https://example.com/schema.json",
    "http://127.0.0.1:1/schema.json",
    "file:///etc/passwd",
    "other.json",
    "//example.com/x",
    "other.json#/$defs/a",
    "",
    "#anchor",
    "#/",
    "#/$defs/none",
    "#/$defs/%61",
    "#/enum/0",
    "#/x-custom",
    "#/properties/a/../a",
    "urn:uuid:1",
    "data:application/json,{}",
    "json-schema:///",
    "https://json-schema.org/draft/2020-12/schema",
]


@pytest.mark.parametrize("reference", OUTWARD)
@pytest.mark.parametrize("place", ["root", "property", "definition", "list", "map"])
def test_a_reference_out_of_the_schema_or_to_no_schema_is_refused(reference: str, place: str) -> None:
    bad = {"$ref": reference}
    document: dict[str, Any] = {
        "type": "object",
        "enum": [{}],
        "x-custom": {"type": "string"},
        "$defs": {"a": {}},
    }
    document |= {
        "root": bad,
        "property": {"properties": {"b": bad}},
        "definition": {"$defs": {"a": {}, "b": {"not": bad}}},
        "list": {"prefixItems": [{}, {"items": bad}]},
        "map": {"dependentSchemas": {"b": {"contains": bad}}},
    }[place]
    with pytest.raises(SchemaRefused) as caught:
        compile_schema(document, where="test")
    assert caught.value.code == "schema.refused"


@pytest.mark.parametrize(
    "keyword", ["$id", "$dynamicRef", "$recursiveRef", "$schema", "dependencies", "$vocabulary"]
)
@pytest.mark.parametrize(
    "value", ["https://example.com/x", "#", "file:///etc/passwd", {"a": {"$ref": "https://example.com/"}}]
)
def test_a_keyword_that_could_lead_out_is_refused(keyword: str, value: Any) -> None:
    with pytest.raises(SchemaRefused):
        compile_schema({"type": "object", "properties": {"a": {keyword: value}}}, where="test")


@pytest.mark.parametrize(
    "pattern",
    ["(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", r"(a)\1", r"(?P<n>a)(?P=n)", "(?>a)", "(?(1)a|b)"],
)
def test_a_pattern_that_needs_backtracking_is_refused(pattern: str) -> None:
    for document in (
        {"pattern": pattern},
        {"patternProperties": {pattern: {}}},
        {"propertyNames": {"pattern": pattern}},
    ):
        with pytest.raises(SchemaRefused):
            compile_schema(document, where="test")


def test_nothing_is_fetched_while_a_schema_is_registered() -> None:
    """Held against a real server: a refusal that fetched first would tell it who we are."""
    asked: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        there = f"http://127.0.0.1:{server.server_port}"
        for document in (
            {"$ref": f"{there}/ref"},
            {"$id": f"{there}/id", "$ref": "other"},
            {"$schema": f"{there}/schema"},
            {"$dynamicRef": f"{there}/dynamic"},
            {"dependencies": {"a": {"$ref": f"{there}/dependency"}}},
        ):
            with pytest.raises(SchemaRefused):
                compile_schema(document, where="test")
        compile_schema(
            {"x-custom": {"$ref": f"{there}/custom"}, "const": {"$ref": f"{there}/const"}}, where="test"
        ).check({"$ref": f"{there}/const"})
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert asked == []


def test_no_file_is_read_while_a_schema_is_registered(tmp_path: Path) -> None:
    """A file that exists and would be a valid schema is refused like any other."""
    (tmp_path / "valid.json").write_text(json.dumps({"type": "object"}))
    for reference in (f"file://{tmp_path}/valid.json", str(tmp_path / "valid.json"), "valid.json"):
        with pytest.raises(SchemaRefused):
            compile_schema({"$ref": reference}, where="test")


@pytest.mark.parametrize("text", ["\x1b[2J" * 1000, "\u202e" * 1000, "x" * 100_000, "\ud800"])
def test_what_a_hostile_schema_says_is_repeated_short_and_visible(text: str) -> None:
    for document in (
        {"$ref": text},
        {"type": text},
        {"pattern": "(" + text},
        {"properties": {text: {"$id": "x"}}},
    ):
        with pytest.raises(SchemaRefused) as caught:
            compile_schema(document, where="test")
        assert len(caught.value.message) < 600
        assert caught.value.message.isprintable()
