"""One row a provider: how it writes a tool, a call and a result.

Sources: OpenAI API reference (chat completions, responses); Anthropic API reference (messages); Gemini API reference
(function calling); Model Context Protocol 2025-11-25 (tools).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from runtime.contracts.errors import InputInvalid
from runtime.contracts.invocation import Outcome
from runtime.contracts.manifest import Manifest
from runtime.providers.forms import without_nulls
from runtime.providers.names import portable_name
from runtime.providers.strict import strict_schema
from runtime.validation.strict_json import freeze_arguments

__all__ = ["PROVIDERS", "Provider", "ProviderCall"]


class ProviderCall(msgspec.Struct, frozen=True, kw_only=True):
    """What a model wants to be called."""

    id: str
    """What its result refers to; ``""`` where the provider gives calls no id."""
    tool: str
    arguments: Any
    """For `Executor.call`: an object; whatever the model wrote instead, where that is none."""


class Provider(msgspec.Struct, frozen=True, kw_only=True):
    """The forms of one provider."""

    name: str
    define: Callable[[Manifest], dict[str, Any]]
    read: Callable[[Mapping[str, Any]], tuple[Any, Any, Any]]
    """Id, name and arguments of a call, as they stand there."""
    answer: Callable[[Outcome, str], dict[str, Any]]

    def definition(self, manifest: Manifest) -> dict[str, Any]:
        """The tool as this provider is told of it.

        Raises:
            SchemaRefused: the tool's schema is invalid or could do harm.
        """
        from runtime.validation.schema import (
            compile_schema,
        )  # loads a validator, which calls and results do without

        compile_schema(manifest.input_schema, where=f"{manifest.name}: input_schema", arguments=True)
        return self.define(manifest)

    def call(self, payload: Mapping[str, Any], manifests: Iterable[Manifest]) -> ProviderCall:
        """The call that a model made, to be handed to the executor as it is.

        What is wrong with the call itself, an unknown tool or arguments that are no JSON object, is the executor's to refuse:
        then it is on record, and the model is told.

        Args:
            payload: The provider's object: a tool call, a function call, a ``tool_use`` block, a ``functionCall`` part.
            manifests: The tools that it was told of.

        Raises:
            InputInvalid: it is no such object.
        """
        try:
            call_id, name, arguments = self.read(payload)
        except (KeyError, TypeError, AttributeError):
            raise _malformed(self.name) from None
        if not isinstance(name, str) or not isinstance(call_id, str | None):
            raise _malformed(self.name)
        if arguments is None or arguments == "":  # how a call of a tool without arguments is written at times
            arguments = {}
        meant = next((one for one in manifests if name in (one.name, portable_name(one.name))), None)
        if meant is None:
            return ProviderCall(id=call_id or "", tool=name, arguments=arguments)
        return ProviderCall(
            id=call_id or "", tool=meant.name, arguments=_meant(meant.input_schema, arguments)
        )

    def result(self, outcome: Outcome, call_id: str = "") -> dict[str, Any]:
        """The outcome as this provider is told of it; a refusal or a failure says its code and what to do."""
        return self.answer(outcome, call_id)


def _malformed(provider: str) -> InputInvalid:
    return InputInvalid(
        f"this is no call as {provider} writes it",
        suggestion="Hand over the provider's own object, as JSON data.",
        field="payload",
    )


def _meant(schema: Mapping[str, Any], arguments: Any) -> Any:
    """The arguments without the nulls of strict mode; as they are where they cannot be read."""
    try:
        read, _ = freeze_arguments(arguments)
    except InputInvalid:
        return arguments
    return without_nulls(schema, read)


def _told(outcome: Outcome) -> Any:
    """What a model is told: the output, or what went wrong and what to do."""
    if outcome.error is None:
        return msgspec.to_builtins(outcome.output)
    error = outcome.error
    return {
        "error": {
            "code": error.code,
            "message": error.message,
            "suggestion": error.suggestion,
            "executed": error.executed,
        }
    }


def _text(outcome: Outcome) -> str:
    told = _told(outcome)
    return told if isinstance(told, str) else msgspec.json.encode(told).decode()


def _gemini_call(part: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Of a part, as the API spells it or as the SDK does, or of the call within."""
    call = part.get("functionCall") or part.get("function_call") or part
    return call.get("id"), call["name"], call.get("args")


def _gemini_response(outcome: Outcome) -> dict[str, Any]:
    """Always beneath a key of the API's own: of an object that has such a key itself, it would read nothing else."""
    told = _told(outcome)
    return {"output": told} if outcome.ok else told


def _mcp_call(request: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Of a ``tools/call`` request, or of its parameters."""
    params = request.get("params", request)
    return None, params["name"], params.get("arguments")


def _strict(manifest: Manifest) -> dict[str, Any]:
    schema, strict, _ = strict_schema(manifest.input_schema)
    return {
        "name": portable_name(manifest.name),
        "description": manifest.description,
        "parameters": schema,
        "strict": strict,
    }


def _mcp_tool(manifest: Manifest) -> dict[str, Any]:
    effects = set(manifest.side_effects)
    reads = manifest.risk == "read_only" and not any(
        e.endswith("_write") or e == "process_spawn" for e in effects
    )
    data: dict[str, Any] = {
        "name": manifest.name,
        "description": manifest.description,
        "inputSchema": manifest.input_schema,
        "annotations": {
            "readOnlyHint": reads,
            "destructiveHint": manifest.risk == "dangerous" and not reads,
            "idempotentHint": reads,  # whether writing twice is writing once, no declaration says
            "openWorldHint": bool(effects & {"net_read", "net_write", "process_spawn"}),
        },
    }
    # The protocol wants structured content to be an object.
    if manifest.output_schema.get("type") == "object":
        data["outputSchema"] = manifest.output_schema
    return data


def _mcp_result(outcome: Outcome, _: str) -> dict[str, Any]:
    told = _told(outcome)
    data: dict[str, Any] = {"content": [{"type": "text", "text": _text(outcome)}], "isError": not outcome.ok}
    if outcome.ok and isinstance(told, dict):
        data["structuredContent"] = told
    return data


PROVIDERS: dict[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            name="openai",
            define=lambda manifest: {"type": "function", "function": _strict(manifest)},
            read=lambda call: (call["id"], call["function"]["name"], call["function"]["arguments"]),
            answer=lambda outcome, call_id: {
                "role": "tool",
                "tool_call_id": call_id,
                "content": _text(outcome),
            },
        ),
        Provider(
            name="openai-responses",
            define=lambda manifest: {"type": "function", **_strict(manifest)},
            read=lambda call: (call["call_id"], call["name"], call["arguments"]),
            answer=lambda outcome, call_id: {
                "type": "function_call_output",
                "call_id": call_id,
                "output": _text(outcome),
            },
        ),
        Provider(
            name="anthropic",
            define=lambda manifest: {
                "name": portable_name(manifest.name),
                "description": manifest.description,
                "input_schema": manifest.input_schema,
            },
            read=lambda call: (call["id"], call["name"], call["input"]),
            answer=lambda outcome, call_id: {
                "type": "tool_result",
                "tool_use_id": call_id,
                "content": _text(outcome),
                "is_error": not outcome.ok,
            },
        ),
        Provider(
            name="gemini",
            define=lambda manifest: {
                "name": portable_name(manifest.name),
                "description": manifest.description,
                "parametersJsonSchema": manifest.input_schema,
            },
            read=_gemini_call,
            answer=lambda outcome, call_id: {
                "functionResponse": {
                    **({"id": call_id} if call_id else {}),
                    "name": portable_name(outcome.tool),
                    "response": _gemini_response(outcome),
                }
            },
        ),
        Provider(
            name="mcp",
            define=_mcp_tool,
            read=_mcp_call,
            answer=_mcp_result,
        ),
    )
}
