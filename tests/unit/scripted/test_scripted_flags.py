"""A command line as typed arguments: what each way of writing it comes to, and what is said of one that does not fit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.scripted.flags import Flags, UsageError

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "description": "The user's number"},
        "price": {"type": "number"},
        "verbose": {"type": "boolean"},
        "name": {"type": "string"},
        "user_id": {"type": "integer"},
        "tag": {"type": "array", "items": {"type": "string"}},
        "size": {"type": "array", "items": {"type": "integer"}},
        "filter": {"type": "object"},
        "sort": {"enum": ["newest", "oldest"]},
        "level": {"type": "integer", "enum": [1, 2, 3]},
        "limit": {"type": ["integer", "null"]},
        "when": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "kind": {"$ref": "#/$defs/Kind"},
        "page": {"type": "integer", "default": 1},
    },
    "$defs": {"Kind": {"type": "string", "enum": ["a", "b"]}},
}
FLAGS = Flags("find", SCHEMA)


@pytest.mark.parametrize(
    ("line", "params"),
    [
        ("--id 42", {"id": 42}),
        ("--id=42", {"id": 42}),
        ("--id -5", {"id": -5}),
        ("--price 1.5", {"price": 1.5}),
        ("--price 2", {"price": 2}),
        ("--price 1e3", {"price": 1000.0}),
        ("--verbose", {"verbose": True}),
        ("--verbose --id 1", {"verbose": True, "id": 1}),
        ("--verbose=false", {"verbose": False}),
        ("--verbose false", {"verbose": False}),
        ("--no-verbose", {"verbose": False}),
        ("--name Alice", {"name": "Alice"}),
        ("--name 42", {"name": "42"}),
        ("--name=--odd", {"name": "--odd"}),
        ("--name=", {"name": ""}),
        ("--name=a=b", {"name": "a=b"}),
        ("--user_id 7", {"user_id": 7}),
        ("--user-id 7", {"user_id": 7}),
        ("--tag a --tag b", {"tag": ["a", "b"]}),
        ('--tag ["a","b"]', {"tag": ["a", "b"]}),
        ("--size 1 --size 2", {"size": [1, 2]}),
        ("--size [1,2]", {"size": [1, 2]}),
        ('--filter {"a":1}', {"filter": {"a": 1}}),
        ("--sort newest", {"sort": "newest"}),
        ("--level 2", {"level": 2}),
        ("--limit null", {"limit": None}),
        ("--limit 3", {"limit": 3}),
        ("--when 3", {"when": 3}),
        ("--when today", {"when": "today"}),
        ("--kind b", {"kind": "b"}),
        ("--other x", {"other": "x"}),
        ("--other 42", {"other": "42"}),
        ("--other --id 1", {"other": True, "id": 1}),
        ("--id 1 --id 2", {"id": 2}),
        ("--", {}),
    ],
)
def test_each_way_of_writing_a_flag_is_read_by_the_schema(line, params):
    assert FLAGS.parse(line.split(" ")).params == params


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--id x", '--id: "x" is not an integer'),
        ("--id 1.5", '--id: "1.5" is not an integer'),
        ("--id", "--id needs a value"),
        ("--id --verbose", "--id needs a value"),
        ("--price nan", '--price: "nan" is not a number'),
        ("--price inf", '--price: "inf" is not a number'),
        ("--price 1e999", '--price: "1e999" is not a number'),
        ("--verbose=maybe", '--verbose: "maybe" is not true or false'),
        ("--filter [1]", '--filter: "[1]" is not a JSON object'),
        ("--size [1", '--size: "[1" is not a JSON array'),
        ("--size x", '--size: "x" is not an integer'),
        ("--sort newst", '--sort: "newst" is none of newest, oldest'),
        ("--level 9", '--level: "9" is none of 1, 2, 3'),
        ("--kind c", '--kind: "c" is none of a, b'),
        ("alice", 'unexpected argument "alice"'),
        ("-x", 'unexpected argument "-x"'),
        ("-- x", 'unexpected argument "--"'),
    ],
)
def test_a_command_line_that_does_not_fit_is_refused_with_its_reason(line, said):
    with pytest.raises(UsageError) as refused:
        FLAGS.parse(line.split(" "))
    assert refused.value.message == said


def test_a_near_choice_is_suggested():
    with pytest.raises(UsageError) as refused:
        FLAGS.parse(["--sort", "newst"])
    assert refused.value.suggestion == "Did you mean newest?"


def test_an_unknown_flag_of_a_closed_schema_suggests_the_near_one():
    closed = Flags("find", {**SCHEMA, "additionalProperties": False})
    with pytest.raises(UsageError) as refused:
        closed.parse(["--pric", "1"])
    assert (refused.value.message, refused.value.suggestion) == (
        "unknown flag --pric",
        "Did you mean --price?",
    )


def test_a_missing_flag_is_named_with_the_typo_that_stands_for_it():
    needs = Flags("find", {**SCHEMA, "required": ["user_id", "name"]})
    with pytest.raises(UsageError) as refused:
        needs.complete(needs.parse(["--user_di", "7"]), {})
    assert refused.value.message == "missing --user_id and --name"
    assert "--user_di looks like --user_id" in refused.value.suggestion


def test_defaults_are_filled_in_below_what_was_given():
    assert FLAGS.complete(FLAGS.parse([]), {}) == {"page": 1}
    assert FLAGS.complete(FLAGS.parse(["--page", "2"]), {}) == {"page": 2}


def test_one_object_on_standard_input_lies_below_the_flags():
    parsed = FLAGS.parse(["--stdin-json", "--id", "1"])
    assert parsed.merges_stdin
    assert FLAGS.complete(parsed, FLAGS.merged('{"id":9,"name":"x"}')) == {"id": 1, "name": "x", "page": 1}
    for text in ("", "[]", "{} {}", "nonsense", "null"):
        with pytest.raises(UsageError):
            FLAGS.merged(text)


def test_help_names_each_flag_with_its_type_and_what_it_means():
    lines = "\n".join(FLAGS.lines())
    for said in (
        "--id <integer>",
        "The user's number",
        "one of newest, oldest",
        "default 1",
        "--stdin-json",
        "--help",
    ):
        assert said in lines
    assert Flags("get_user", {"properties": {"id": {"type": "integer"}}}).usage() == "get_user --id <integer>"


@pytest.mark.parametrize("flag", ["help", "stdin-json"])
def test_a_tool_may_have_a_flag_of_its_own_by_such_a_name(flag):
    own = Flags("t", {"properties": {flag: {"type": "string"}}}).parse([f"--{flag}", "x"])
    assert (own.params, own.wants_help, own.merges_stdin) == ({flag: "x"}, False, False)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"properties": 3},
        {"properties": {"a": True}, "required": 5},
        {"properties": {"a": {"$ref": "#/x"}}},
    ],
)
def test_a_schema_that_says_little_reads_everything_as_text(schema):
    assert Flags("t", schema).parse(["--a", "1"]).params == {"a": "1"}


@given(
    st.lists(
        st.text(max_size=12) | st.sampled_from(["--id", "--tag", "--no-verbose", "--", "--size=[", "--help"]),
        max_size=6,
    )
)
def test_any_words_are_arguments_or_a_usage_error(words):
    """T-CALL-13"""
    try:
        params = FLAGS.parse(words).params
    except UsageError:
        return
    assert all(isinstance(key, str) for key in params)


@given(
    st.dictionaries(
        st.sampled_from(["id", "price", "verbose", "name", "filter", "size"]), st.integers(), max_size=6
    ),
    st.data(),
)
def test_what_is_written_as_a_flag_is_read_back(keys, data):
    values = {
        "id": st.integers(-(10**9), 10**9), "price": st.floats(allow_nan=False, allow_infinity=False), "verbose": st.booleans(),
        "name": st.text(max_size=9), "filter": st.dictionaries(st.text(max_size=3), st.integers(0, 9), max_size=2),
        "size": st.lists(st.integers(0, 9), max_size=3),
    }  # fmt: skip
    params = {key: data.draw(values[key]) for key in keys}
    import json

    words = [
        f"--{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in params.items()
    ]
    assert FLAGS.parse(words).params == params
