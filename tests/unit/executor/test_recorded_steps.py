"""The step that a terminal record names is the one that the call got to."""

from __future__ import annotations

from typing import Any

import pytest

from runtime import FsRead, ToolError, tool
from runtime.contracts import steps
from runtime.contracts.audit import ToolDenied, ToolInvoked

RATE = '{"allow": true, "obligations": {"rate": {"key": "k", "max": 1, "per_s": 3600}}}'
ALLOW = '{"allow": true}'
GIVEN: dict[str, Any] = {"output": 1}


@tool(
    description="Read",
    capabilities=[FsRead(["."])],
    side_effects=["fs_read"],
    output_schema={"type": "integer"},
)
def read(number: int = 1) -> Any:
    if isinstance(GIVEN["output"], Exception):
        raise GIVEN["output"]
    return GIVEN["output"]


@tool(description="Follow no rule", side_effects=["none"], normalization=None)
def ruleless() -> int:
    return 1


@pytest.mark.parametrize(
    ("decision", "name", "arguments", "options", "code", "step"),
    [
        (ALLOW, "read", {}, {"principal": "no spaces"}, "input.invalid", steps.ADMIT),
        (ALLOW, "raed", {}, {}, "tool.not_found", steps.FIND),
        (ALLOW, "read", "{", {}, "input.invalid", steps.FREEZE),
        (ALLOW, "read", {"number": 7}, {"call_id": "t"}, "call.conflict", steps.CLAIM),
        (ALLOW, "read", {"number": "one"}, {}, "input.invalid", steps.VALIDATE),
        (ALLOW, "read", {}, {"grants": []}, "capability.missing", steps.GATE),
        ('{"allow": false}', "read", {}, {}, "policy.denied", steps.POLICY),
        (RATE, "read", {}, {}, "limit.rate", steps.RATE),
        ('{"allow": true, "ask": true}', "read", {}, {}, "approval.rejected", steps.APPROVE),
    ],
)
def test_a_refusal_names_the_step_that_refused(
    workspace, opened, decision, name, arguments, options, code, step
):
    workspace.decide(decision)
    executor = opened(read, approve=lambda _: False)
    if step in (steps.CLAIM, steps.RATE):
        assert executor.call_sync("read", {}, **options).ok
    outcome = executor.call_sync(name, arguments, **options)
    assert outcome.error.code == code
    _, body = workspace.records()[outcome.receipt.seq]
    assert body == ToolDenied(code=code, step=step)


@pytest.mark.parametrize(
    ("output", "name", "code", "step"),
    [
        (ToolError("worn_out", "It broke"), "read", "tool.failed", steps.RUN),
        ("one", "read", "output.invalid", steps.VALIDATE_OUTPUT),
        (1, "ruleless", "output.invalid", steps.NORMALIZE),
    ],
)
def test_a_failure_names_the_step_that_failed(workspace, opened, output, name, code, step):
    GIVEN["output"] = output
    try:
        outcome = opened(read, ruleless).call_sync(name, {})
    finally:
        GIVEN["output"] = 1
    failed = workspace.bodies(outcome.call_id)[-1]
    assert (failed.code, failed.step) == (code, step)


def test_a_record_tells_of_a_refused_call_as_much_as_was_known_of_it(workspace, opened):
    executor = opened(read)
    known = []
    for name, arguments in (("raed", {}), ("read", "{"), ("read", {"number": "one"}), ("read", {})):
        outcome = executor.call_sync(name, arguments, grants=[])
        invoked = workspace.bodies(outcome.call_id)[0]
        assert isinstance(invoked, ToolInvoked)
        assert invoked.kept == "nothing"
        known.append((invoked.manifest is not None, invoked.arguments is not None, invoked.arguments_bytes))
    assert known == [(False, False, 0), (True, False, 0), (True, True, 16), (True, True, 12)]
