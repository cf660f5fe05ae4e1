"""The steps that decide, as functions from one stage to the next: they wait for nobody, and change nothing.

1  find        the tool by its name; what is not registered is denied
2  freeze      the arguments become private canonical bytes, within what the tool declares for them
4  validate    they meet the input schema, which adds its defaults
5  gate        declared capabilities, narrowed to what the caller granted; one not covered is a refusal
6  policy      what is asked, and what its answer comes to: its obligations can only narrow
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from runtime.capability.gate import check_gate
from runtime.capability.match import CapabilitySet
from runtime.contracts import canonical
from runtime.contracts.canonical import Canonical
from runtime.contracts.capability import Capability, to_data
from runtime.contracts.changes import ChangesMode, strictest
from runtime.contracts.decision import ContextSource, Decision, LimitObligation, PolicyInput
from runtime.contracts.errors import (
    CapabilityMissing,
    InputInvalid,
    PolicyDenied,
    PolicyUnavailable,
    ToolNotFound,
)
from runtime.executor.prepared import PreparedTool, capability_view, principal_view
from runtime.executor.stages import (
    Allowed,
    Arguments,
    Arrived,
    Authority,
    Found,
    Frozen,
    Gated,
    Judged,
    Validated,
)
from runtime.validation.strict_json import freeze_arguments
from runtime.validation.tool_check import run_check


def find(arrived: Arrived, tools: Mapping[str, PreparedTool], suggest: Callable[[str], str | None]) -> Found:
    """The tool that the call names.

    Raises:
        ToolNotFound: no tool of that name.
    """
    prepared = tools.get(arrived.call.tool_name)
    if prepared is None:
        near = suggest(arrived.call.tool_name)
        raise ToolNotFound(
            "no tool of that name", suggestion=f"Did you mean {near!r}?" if near else "", did_you_mean=near
        )
    return Found(arrived.call, prepared)


def freeze(found: Found, arguments: Any) -> Frozen:
    """The arguments as nobody can change them any more.

    Raises:
        InputInvalid: they are no strict JSON object, or larger than the tool declares.
    """
    return Frozen(found.call, found.prepared, _frozen(found, arguments))


def validate(frozen: Frozen) -> Validated:
    """The arguments with the schema's defaults written down and paths in their one spelling: policy, approver and log see all that the tool will.

    Raises:
        InputInvalid: they do not fit the input schema, lead out of the workspace, or the tool refuses them.
    """
    prepared, arguments = frozen.prepared, frozen.arguments
    schema = prepared.input_schema
    schema.check(arguments.value)
    filled = schema.complete(arguments.value, max_bytes=prepared.manifest.resource_bounds.input_bytes)
    filled = prepared.paths.normalized(filled, prepared.workspace)
    if filled is not arguments.value:
        arguments = _frozen(frozen, filled)
        schema.check(arguments.value)
    run_check(prepared.manifest.name, prepared.check, arguments.value)
    return Validated(frozen.call, prepared, arguments)


def _frozen(found: Found, arguments: Any) -> Arguments:
    return Arguments(
        *freeze_arguments(arguments, max_bytes=found.prepared.manifest.resource_bounds.input_bytes)
    )


def gate(validated: Validated) -> Gated:
    """What the call may use of what the tool declares; `require_nothing_missing` refuses where that is too little."""
    call, prepared = validated.call, validated.prepared
    result = check_gate(prepared.declared, call.grants, optional=prepared.optional)
    _require_held(validated)
    limits = prepared.manifest.resource_bounds.narrowed(prepared.maxima).narrowed(call.limits)
    authority = Authority(result.effective, limits, result.checks, result.missing)
    return Gated(call, prepared, validated.arguments, authority)


def require_nothing_missing(stage: Gated) -> None:
    """Return if the tool has all that it cannot run without.

    Raises:
        CapabilityMissing: something of it was not granted.
    """
    if missing := stage.authority.missing:
        named = ", ".join(capability.kind for capability in missing)
        raise CapabilityMissing(
            f"not granted: {named}",
            suggestion=f"Grant {named} for this call, for example with --grant '{_example(missing[0])}'.",
            missing=[to_data(capability) for capability in missing],
        )


def question(gated: Gated, context: dict[str, Any] | Canonical | ContextSource) -> PolicyInput:
    """What policy is asked.

    Raises:
        InputInvalid: the principal's roles or attributes are no JSON values.
    """
    prepared, effective, session = gated.prepared, gated.authority.effective, gated.call.session
    goes_on = prepared.manifest.session and session is not None and session.name is not None
    return PolicyInput(
        principal=principal_view(gated.call.principal),
        tool=prepared.analyzed(prepared.policy_view(effective), gated.arguments.value, goes_on=goes_on),
        canonical_arguments=gated.arguments.canonical,
        capabilities=capability_view(prepared.offered, effective),
        context=context,
        max_arguments_bytes=prepared.manifest.resource_bounds.input_bytes,
    )


def recorded_question(asked: PolicyInput, context: Canonical) -> bytes:
    """The question as it is recorded: the arguments have a commitment of their own, under which policy redacts them."""
    parts = (asked.capabilities, context, asked.principal, asked.tool)
    names = (b"capabilities", b"context", b"principal", b"tool")
    written = (value if isinstance(value, Canonical) else canonical.encode(value) for value in parts)
    return b"{" + b",".join(b'"%b":%b' % pair for pair in zip(names, written, strict=True)) + b"}"


def judge(gated: Gated, decision: Decision, asked: bytes = b"") -> Judged:
    """The call with policy's answer, and the question as it is recorded; `allow` refuses where the answer is no."""
    authority, grants = gated.authority, decision.obligations.grants
    if decision.allowed and grants is not None:
        authority = _narrowed(gated, grants)
    return Judged(gated.call, gated.prepared, gated.arguments, authority, decision, asked)


def _narrowed(gated: Gated, grants: Sequence[Capability]) -> Authority:
    """The gate once more, with what passed it and policy's grants."""
    authority, prepared = gated.authority, gated.prepared
    required = [c for c in authority.effective if c.kind in prepared.declared]
    spare = CapabilitySet(c for c in authority.effective if c.kind in prepared.optional)
    result = check_gate(required, grants, optional=spare)
    return Authority(result.effective, authority.limits, authority.checks + result.checks, result.missing)


def allow(judged: Judged) -> Allowed:
    """The call under all of the decision's obligations.

    Raises:
        PolicyDenied: policy says no, or binds its yes to what nobody here can hold.
        PolicyUnavailable: policy gave no usable answer.
        InputInvalid: changes are to be reviewed, and the tool runs no commands.
        CapabilityMissing: policy's grants leave nothing of what the tool needs.
    """
    decision, authority = judged.decision, judged.authority
    if decision.outcome == "deny":
        raise PolicyDenied(
            "; ".join(decision.reasons) or "policy denies this call",
            reasons=list(decision.reasons),
            decision_id=decision.decision_id,
        )
    if not decision.allowed:
        raise PolicyUnavailable(
            f"policy gave no usable answer ({decision.outcome})",
            outcome=decision.outcome,
            decision_id=decision.decision_id,
        )
    require_nothing_missing(judged)
    _require_reviewable(judged)
    if (limits := decision.obligations.limits) is not None:
        _require_enforced(judged, limits)
        authority = msgspec.structs.replace(authority, limits=limits.applied_to(authority.limits))
    return Allowed(judged.call, judged.prepared, judged.arguments, authority, decision, judged.asked)


def needs_approval(judged: Judged) -> bool:
    """Whether somebody has to be asked: because policy, or the tool itself, wants it."""
    return judged.decision.outcome == "ask" or judged.prepared.manifest.requires_approval


def _require_held(validated: Validated) -> None:
    """A caller who asks for a bound is not told that a call ran within it which nobody held to it."""
    limits, backend = validated.call.limits, validated.prepared.backend
    for name in ("cpu_s", "memory_bytes", "fuel"):
        if limits is not None and getattr(limits, name) is not None and name not in backend.enforces:
            raise InputInvalid(
                f"limits.{name} is not enforced for {backend.source} tools",
                suggestion="Leave the bound out, or call a tool that runs where it holds.",
                field=f"limits.{name}",
            )


def _require_enforced(judged: Judged, limits: LimitObligation) -> None:
    """An allow that is bound to what nobody here can hold is no allow."""
    backend = judged.prepared.backend
    if beyond := sorted(limits.named.keys() - backend.enforces):
        raise PolicyDenied(
            f"policy bounds {', '.join(beyond)}, which is not enforced for {backend.source} tools",
            suggestion="Have a policy author bind such an obligation to tools that run where it holds.",
            decision_id=judged.decision.decision_id,
        )


def changes_mode(judged: Judged, usual: ChangesMode) -> ChangesMode:
    """How the changes of the call's commands are made: as the strictest says of settings, caller and policy."""
    if not _runs_commands(judged):
        return "direct"
    return strictest(usual, judged.call.changes, judged.decision.obligations.changes or "direct")


def _require_reviewable(judged: Judged) -> None:
    """What a tool writes by itself cannot be held back: a review that is asked for and cannot be is a refusal.

    For a call inside a reviewed one nobody asked by name: it runs where it writes nothing.
    """
    if _runs_commands(judged):
        return
    writes = judged.call.parent is None or judged.authority.effective.get("fs_write") is not None
    if judged.call.changes != "direct" and writes:
        raise InputInvalid(
            f"{judged.prepared.manifest.name} runs no commands, so there are no changes that could be reviewed",
            suggestion="Leave the review out; a dry run says what would be decided.",
            field="changes",
        )
    if (judged.decision.obligations.changes or "direct") != "direct":
        raise PolicyDenied(
            "policy wants changes reviewed, which is not possible for a tool that runs no commands",
            suggestion="Have a policy author bind such an obligation to tools with the effect process_spawn.",
            decision_id=judged.decision.decision_id,
        )


def _runs_commands(judged: Judged) -> bool:
    """Whether it changes files by what a launcher confines to a layer: commands, or the program that it is."""
    prepared = judged.prepared
    return "process_spawn" in prepared.offered or (
        prepared.manifest.program is not None and "fs_write" in prepared.offered
    )


def _example(capability: Capability) -> str:
    """The capability in the form that the command line takes."""
    scope = next((v for v in to_data(capability).values() if isinstance(v, (list, tuple))), None)
    if scope is None:
        return capability.kind
    anything = "." if capability.kind.startswith("fs_") else "*"
    return f"{capability.kind}={','.join(scope) or anything}"
