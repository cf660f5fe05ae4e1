"""A model's call is read as what was meant, and what is wrong with it becomes a refusal on record."""

from __future__ import annotations

import json
import re

import pytest

from runtime.contracts.errors import InputInvalid, SchemaRefused
from runtime.contracts.manifest import NAME, Manifest
from runtime.providers import PROVIDERS

PAYLOADS = {
    "openai": lambda tool, given: {"id": "c1", "function": {"name": tool, "arguments": json.dumps(given)}},
    "openai-responses": lambda tool, given: {"call_id": "c1", "name": tool, "arguments": json.dumps(given)},
    "anthropic": lambda tool, given: {"id": "c1", "name": tool, "input": given},
    "gemini": lambda tool, given: {"functionCall": {"id": "c1", "name": tool, "args": given}},
    "mcp": lambda tool, given: {"name": tool, "arguments": given},
}
EVERY = pytest.mark.parametrize("form", PAYLOADS)


def chat(arguments: object) -> dict[str, object]:
    return {"id": "c1", "function": {"name": "read_file", "arguments": arguments}}


def test_a_call_runs_as_it_was_meant_and_its_result_goes_back(executor):
    for form, payload in PAYLOADS.items():
        written = payload("add", {"terms": [1, 2], "start": None, "note": None})
        call = PROVIDERS[form].call(written, executor.manifests)
        # A null that the tool takes is kept: it says something else than nothing.
        assert call.arguments == {"terms": [1, 2], "note": None}
        outcome = executor.call_sync(call.tool, call.arguments)
        assert outcome.output == {"total": 3}
        assert '"total' in json.dumps(PROVIDERS[form].result(outcome, call.id)).replace("\\", "")


def test_an_unknown_tool_is_refused_on_record_and_the_model_is_told(executor, workspace):
    for form, payload in PAYLOADS.items():
        call = PROVIDERS[form].call(payload("frobnicate", {"x": None}), executor.manifests)
        assert call.tool == "frobnicate"
        outcome = executor.call_sync(call.tool, call.arguments)
        assert outcome.error.code == "tool.not_found"
        assert workspace.kinds(outcome.call_id)
        assert "tool.not_found" in json.dumps(PROVIDERS[form].result(outcome, call.id))


UNREADABLE = (
    '{"path": "a", "path": "README.md"}', "{", "[]", "3", '"{}"', '{"path": NaN}', "[" * 100_000, '{"a":' * 3_000,
)  # fmt: skip


def test_arguments_that_have_no_one_reading_are_refused_on_record(executor, workspace):
    for text in UNREADABLE:
        call = PROVIDERS["openai"].call(chat(text), executor.manifests)
        outcome = executor.call_sync(call.tool, call.arguments)
        assert (text, outcome.error.code) == (text, "input.invalid")
        assert workspace.kinds(outcome.call_id)


@pytest.mark.parametrize("nothing", ["", None, "{}", {}])
def test_a_call_without_arguments_is_one_with_none(nothing, shipped):
    assert PROVIDERS["openai"].call(chat(nothing), shipped).arguments in ("{}", {})


@pytest.mark.parametrize("form", PROVIDERS)
@pytest.mark.parametrize(
    "payload",
    [{}, {"id": 1, "call_id": 1, "name": "x", "arguments": "{}", "input": {}, "params": 7, "functionCall": 7,
     "function": {"name": "x", "arguments": "{}"}}, {"name": 3, "id": "1"}, [], None, "text", {"function": None}],
)  # fmt: skip
def test_what_is_no_call_of_a_provider_is_told_apart_from_a_bad_call(form, payload, shipped):
    with pytest.raises(InputInvalid) as caught:
        PROVIDERS[form].call(payload, shipped)
    assert (caught.value.code, caught.value.details["field"]) == ("input.invalid", "payload")


def test_nesting_without_end_in_a_recursive_schema_ends_in_a_refusal(executor):
    deep: dict[str, object] = {}
    for _ in range(5_000):
        deep = {"path": deep}
    call = PROVIDERS["anthropic"].call({"id": "c1", "name": "read_file", "input": deep}, executor.manifests)
    assert executor.call_sync(call.tool, call.arguments).error.code == "input.invalid"


@EVERY
def test_a_tool_whose_schema_is_none_is_told_to_no_model(form):
    for schema in (
        {"type": "object", "properties": 5},
        {"type": "object", "properties": {"a": {"anyOf": 3}}},
    ):
        manifest = Manifest(name="odd", description="Odd", input_schema=schema, output_schema={})
        with pytest.raises(SchemaRefused):
            PROVIDERS[form].definition(manifest)


def test_bytes_are_told_as_base64(executor):
    drawn = executor.call_sync("draw", {})
    assert all('"AP8="' in json.dumps(provider.result(drawn, "c1")) for provider in PROVIDERS.values())


def test_every_argument_of_a_shipped_tool_has_a_name_that_every_provider_takes(shipped):
    """Gemini: letters, digits and _, at most 64, no digit first; Anthropic takes these and more."""
    names = {name for manifest in shipped for name in manifest.input_schema["properties"]}
    assert "path" in names
    assert [name for name in names if not re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}", name)] == []


def test_every_name_that_a_tool_may_have_is_one_that_every_provider_takes():
    """OpenAI and Anthropic: letters, digits, _ and -, at most 64; Gemini: begins with a letter or _."""
    for name in ("a", "_", "read_file", "A-1", "x" * 64):
        assert NAME.fullmatch(name)
    for name in ("", "1a", "-a", "a.b", "a b", "x" * 65, "é", "a:b", "a\n"):
        assert not NAME.fullmatch(name)
