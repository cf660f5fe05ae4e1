"""Definitions, results and calls are what the providers' own SDKs take and give: their types are the judges."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter
from strict_subset import broken_rules

from runtime.providers import PROVIDERS

ARGUMENTS = {"path": "a.txt", "start_line": 2}
# As strict mode has it: what was left out is null.
ASKED = {**ARGUMENTS, "end_line": None}


def accepted(kind: Any, data: dict[str, Any]) -> None:
    """Held by the type whole: what a type does not know, its validator drops."""
    assert TypeAdapter(kind).validate_python(data) == data
    assert json.loads(json.dumps(data)) == data


def read_back(provider: str, payload: dict[str, Any], shipped, call_id: str) -> None:
    call = PROVIDERS[provider].call(payload, shipped)
    assert (call.id, call.tool, call.arguments) == (call_id, "read_file", ARGUMENTS)


def test_openai_chat_takes_our_tools_and_results_and_its_calls_are_read(shipped, outcomes):
    from openai.types.chat import (
        ChatCompletionMessageFunctionToolCall,
        ChatCompletionToolMessageParam,
        ChatCompletionToolParam,
    )

    provider = PROVIDERS["openai"]
    for manifest in shipped:
        definition = provider.definition(manifest)
        accepted(ChatCompletionToolParam, definition)
        assert definition["function"]["strict"] is True
        assert broken_rules(definition["function"]["parameters"]) == []
    for outcome in outcomes.values():
        accepted(ChatCompletionToolMessageParam, provider.result(outcome, "call_1"))
    function = {"name": "read_file", "arguments": json.dumps(ASKED)}
    call = ChatCompletionMessageFunctionToolCall.model_validate(
        {"id": "call_1", "type": "function", "function": function}
    )
    for dump in (call.model_dump(), call.model_dump(mode="json", exclude_none=True)):
        read_back("openai", dump, shipped, "call_1")


def test_openai_responses_takes_our_tools_and_results_and_its_calls_are_read(shipped, outcomes):
    from openai.types.responses import FunctionToolParam, ResponseFunctionToolCall
    from openai.types.responses.response_input_item_param import FunctionCallOutput

    provider = PROVIDERS["openai-responses"]
    for manifest in shipped:
        definition = provider.definition(manifest)
        accepted(FunctionToolParam, definition)
        assert (definition["strict"], broken_rules(definition["parameters"])) == (True, [])
    for outcome in outcomes.values():
        accepted(FunctionCallOutput, provider.result(outcome, "call_1"))
    call = ResponseFunctionToolCall.model_validate(
        {"type": "function_call", "id": "fc_9", "call_id": "call_1", "name": "read_file",
         "arguments": json.dumps(ASKED), "status": "completed"},
    )  # fmt: skip
    for dump in (call.model_dump(), call.model_dump(mode="json", exclude_none=True)):
        read_back("openai-responses", dump, shipped, "call_1")


def test_anthropic_takes_our_tools_and_results_and_its_calls_are_read(shipped, outcomes):
    from anthropic.types import ToolParam, ToolResultBlockParam, ToolUseBlock

    provider = PROVIDERS["anthropic"]
    for manifest in shipped:
        accepted(ToolParam, provider.definition(manifest))
    for outcome in outcomes.values():
        block = provider.result(outcome, "toolu_1")
        accepted(ToolResultBlockParam, block)
        assert block["is_error"] is not outcome.ok
    call = ToolUseBlock.model_validate(
        {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": ASKED}
    )
    read_back("anthropic", call.model_dump(), shipped, "toolu_1")


def test_gemini_takes_our_tools_and_results_and_its_calls_are_read(shipped, outcomes):
    from google.genai import types

    provider = PROVIDERS["gemini"]
    declared = types.Tool.model_validate(
        {"functionDeclarations": [provider.definition(manifest) for manifest in shipped]}
    )
    assert [d.parameters_json_schema for d in declared.function_declarations or ()] == [
        manifest.input_schema for manifest in shipped
    ]
    for outcome in outcomes.values():
        response = types.Part.model_validate(provider.result(outcome, "fc-1")).function_response
        assert response is not None
        assert (response.name, response.id) == (outcome.tool, "fc-1")
        # The two keys that the API knows; an object with others would be told whole, one with "output" in part.
        assert list(response.response or ()) == ["output" if outcome.ok else "error"]
    for call_id in ("fc-1", None):
        part = types.Part(function_call=types.FunctionCall(id=call_id, name="read_file", args=ASKED))
        for dump in (
            part.model_dump(),
            part.model_dump(mode="json", by_alias=True, exclude_none=True),
            part.function_call.model_dump(),
        ):
            read_back("gemini", dump, shipped, call_id or "")


def test_mcp_takes_our_tools_and_results_and_its_calls_are_read(shipped, outcomes):
    from mcp_types import CallToolRequest, CallToolRequestParams, CallToolResult, Tool

    provider = PROVIDERS["mcp"]
    for manifest in shipped:
        definition = provider.definition(manifest)
        assert Tool.model_validate(definition).model_dump(by_alias=True, exclude_none=True) == definition
    for outcome in outcomes.values():
        data = provider.result(outcome)
        told = CallToolResult.model_validate(data)
        assert told.model_dump(by_alias=True, exclude_none=True).items() >= data.items()
        assert told.is_error is not outcome.ok
    params = CallToolRequestParams(name="read_file", arguments=ASKED)
    for dump in (params.model_dump(), CallToolRequest(params=params).model_dump(by_alias=True)):
        read_back("mcp", dump, shipped, "")


def test_a_refusal_and_a_failure_say_their_code_and_what_to_do(outcomes):
    for provider in PROVIDERS.values():
        for outcome in (outcomes["refused"], outcomes["failed"]):
            told = json.dumps(provider.result(outcome, "1"))
            assert outcome.error.code in told
            assert json.dumps(json.dumps(outcome.error.suggestion))[3:-3] in told


def test_structured_results_of_mcp_fit_the_schema_that_was_told(executor, outcomes):
    import jsonschema

    provider = PROVIDERS["mcp"]
    told = {manifest.name: provider.definition(manifest) for manifest in executor.manifests}
    jsonschema.validate(
        provider.result(outcomes["object"])["structuredContent"], told["read_file"]["outputSchema"]
    )
    assert "outputSchema" not in told["say"]
    assert "structuredContent" not in provider.result(outcomes["text"])
    assert "structuredContent" not in provider.result(outcomes["failed"])


def test_hints_of_mcp_claim_harmlessness_only_of_tools_that_read(shipped):
    hints = {m.name: PROVIDERS["mcp"].definition(m)["annotations"] for m in shipped}
    readers = {name for name, told in hints.items() if told["readOnlyHint"]}
    assert readers == {m.name for m in shipped if m.risk == "read_only"}
    assert {name for name, told in hints.items() if told["idempotentHint"]} == readers
    assert {name for name, told in hints.items() if told["destructiveHint"]} == {
        m.name for m in shipped if m.risk == "dangerous"
    } - readers
    assert {name for name, told in hints.items() if told["openWorldHint"]} == {
        "bash",
        "fetch_webpage",
        "http_fetch",
        "run_in_terminal",
    }
