"""Each step of the governed call, by what it lets through and what it leaves in the log."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from runtime import (
    Completed,
    Failed,
    FsRead,
    FsWrite,
    Principal,
    Refused,
    ResourceBounds,
    ToolContext,
    ToolError,
    tool,
)
from runtime.contracts.audit import (
    CapabilityCheck,
    PolicyDecision,
    ToolCompleted,
    ToolDenied,
    ToolFailed,
    ToolInvoked,
)
from runtime.contracts.digest import commitment, digest

READ = [FsRead(prefixes=["."])]


@tool(description="Count the words of a text", side_effects=["none"], determinism="pure")
def count_words(text: str) -> dict[str, int]:
    return {"words": len(text.split())}


@tool(description="Return what it is told to", side_effects=["none"], output_schema={})
async def give(value: Any) -> Any:
    return math.nan if value == "nan" else value


def test_a_completed_call_leaves_its_records_in_the_order_of_the_steps(workspace, opened):
    outcome = opened().call_sync("read_file", {"path": "README.md"}, grants=READ, principal="agent:demo")
    assert isinstance(outcome, Completed)
    assert workspace.kinds(outcome.call_id) == [
        "ToolInvoked", "CapabilityCheck", "PolicyDecision", "CapabilityCheck", "ToolCompleted",
    ]  # fmt: skip


def test_the_intent_is_durable_before_the_tool_runs(workspace, opened):
    """T-RUN-01"""
    seen: list[list[str]] = []

    @tool(description="Look at the log", side_effects=["none"])
    def peek(context: ToolContext) -> None:
        seen.append(workspace.kinds(context.call_id))

    assert opened(peek).call_sync("peek", {}).ok
    assert seen == [["ToolInvoked", "CapabilityCheck", "PolicyDecision"]]


def test_the_records_commit_to_arguments_and_result_and_the_outcome_opens_them(workspace, opened):
    """T-RUN-13"""
    outcome = opened(count_words).call_sync("count_words", {"text": "a b"})
    invoked, *_, completed = workspace.bodies(outcome.call_id)
    assert isinstance(invoked, ToolInvoked)
    assert isinstance(completed, ToolCompleted)
    assert invoked.arguments == commitment(bytes.fromhex(outcome.salts["arguments"]), b'{"text":"a b"}')
    assert completed.raw == commitment(bytes.fromhex(outcome.salts["result"]), b'{"words":2}')
    assert completed.output_hash == outcome.digest == digest(b'{"words":2}')
    assert b"a b" not in (workspace.log / "records.jsonl").read_bytes()


def test_the_receipt_names_the_completion_record(workspace, opened):
    outcome = opened(count_words).call_sync("count_words", {"text": "x"})
    record, body = workspace.records()[outcome.receipt.seq]
    assert (record.call, body.kind) == (outcome.call_id, "ToolCompleted")
    assert outcome.receipt.record == digest(
        (workspace.log / "records.jsonl").read_bytes().split(b"\n")[outcome.receipt.seq]
    )


def test_an_unknown_tool_is_denied_with_the_nearest_name(workspace, opened):
    outcome = opened().call_sync("reed_file", {})
    assert isinstance(outcome, Refused)
    assert (outcome.error.code, outcome.error.details["did_you_mean"]) == ("tool.not_found", "read_file")
    assert workspace.kinds(outcome.call_id) == ["ToolInvoked", "ToolDenied"]


@pytest.mark.parametrize("name", ["", "x" * 100_000, "rm\n{}", "\ud800", 7, None])
def test_a_hostile_tool_name_is_denied_and_stays_out_of_the_log(workspace, opened, name):
    """T-RUN-13"""
    outcome = opened().call_sync(name, {})
    assert outcome.error.code == "tool.not_found"
    invoked = workspace.bodies(outcome.call_id)[0]
    assert isinstance(invoked, ToolInvoked)
    assert invoked.tool == "(invalid)"


def test_wrong_arguments_are_refused_naming_the_field(workspace, opened):
    outcome = opened().call_sync("read_file", {"path": 7}, grants=READ)
    assert (outcome.error.code, outcome.error.details["field"]) == ("input.invalid", "/path")
    denied = workspace.bodies(outcome.call_id)[-1]
    assert denied == ToolDenied(code="input.invalid", step=4)


def test_without_grants_a_tool_that_needs_one_is_refused_and_the_check_recorded(workspace, opened):
    outcome = opened().call_sync("read_file", {"path": "README.md"}, grants=[])
    assert outcome.error.code == "capability.missing"
    _, check, denied = workspace.bodies(outcome.call_id)
    assert isinstance(check, CapabilityCheck)
    assert (check.allowed, check.phase) == (False, "gate")
    assert denied == ToolDenied(code="capability.missing", step=5)


def test_no_grants_of_its_own_means_the_configured_ones(opened):
    assert opened().call_sync("read_file", {"path": "README.md"}).ok


def test_a_tool_does_not_get_what_was_granted_but_not_declared(opened):
    @tool(description="Try to write", capabilities=[FsRead(prefixes=["."])], side_effects=["fs_read"])
    def sneak(context: ToolContext) -> None:
        context.fs.create("planted", b"")

    outcome = opened(sneak).call_sync("sneak", {}, grants=[*READ, FsWrite(prefixes=["."])])
    assert isinstance(outcome, Failed)
    assert outcome.error.code == "capability.exceeded"


def test_a_policy_that_denies_gives_its_reasons(workspace, opened):
    workspace.decide('{"allow": false, "reasons": ["not on a Saturday"]}')
    outcome = opened(count_words).call_sync("count_words", {"text": ""})
    assert (outcome.error.code, outcome.decision.reasons) == ("policy.denied", ("not on a Saturday",))
    decided = workspace.bodies(outcome.call_id)[2]
    assert isinstance(decided, PolicyDecision)
    assert (decided.outcome, decided.reasons) == ("deny", ("not on a Saturday",))


ANSWERED_BY_THE_TEXT = """\
package runtime.authz

import rego.v1

default decision := {"allow": false}

decision := json.unmarshal(input.arguments.text)
"""
"""Nothing is known of its answer before a call: what can be seen at load is refused there."""


@pytest.mark.parametrize("answer", ['"yes"', '{"allow": "true"}', '{"allow": true, "extra": 1}', "[]"])
def test_an_answer_outside_the_closed_form_counts_as_no(workspace, opened, answer):
    """T-RUN-04"""
    workspace.policy(ANSWERED_BY_THE_TEXT)
    outcome = opened(count_words).call_sync("count_words", {"text": answer})
    assert (outcome.error.code, outcome.decision.outcome) == ("policy.unavailable", "invalid")


def test_an_undefined_decision_counts_as_no(workspace, opened):
    """T-RUN-04"""
    workspace.policy(
        'package runtime.authz\n\nimport rego.v1\n\ndecision := {"allow": true} if input.principal.id == "nobody"\n'
    )
    outcome = opened(count_words).call_sync("count_words", {"text": ""})
    assert (outcome.error.code, outcome.decision.outcome) == ("policy.unavailable", "undefined")


def test_obligations_narrow_bounds_and_grants(workspace, opened):
    """T-RUN-05"""
    workspace.decide(
        '{"allow": true, "obligations": {"limits": {"wall_s": 0.25},'
        ' "grants": [{"type": "fs_read", "prefixes": ["src"]}]}}'
    )
    seen: list[float] = []

    @tool(description="Look around", capabilities=[FsRead(prefixes=["."])], side_effects=["fs_read"])
    def look(context: ToolContext) -> int:
        seen.append(context.limits.wall_s)
        return context.fs.stat("README.md").size_bytes

    outcome = opened(look).call_sync("look", {}, grants=READ)
    assert outcome.error.code == "capability.exceeded"
    assert seen == [0.25]


def test_an_obligation_that_leaves_nothing_of_a_capability_refuses(workspace, opened):
    """T-RUN-05"""
    workspace.decide('{"allow": true, "obligations": {"grants": []}}')
    outcome = opened().call_sync("read_file", {"path": "README.md"}, grants=READ)
    assert outcome.error.code == "capability.missing"


def test_the_rate_of_a_decision_is_kept(workspace, opened):
    workspace.decide('{"allow": true, "obligations": {"rate": {"key": "k", "max": 2, "per_s": 3600}}}')
    executor = opened(count_words)
    codes = [executor.call_sync("count_words", {"text": ""}).error for _ in range(3)]
    assert codes[:2] == [None, None]
    assert codes[2].code == "limit.rate"


def test_a_rate_that_is_used_up_stays_so_for_whoever_opens_the_workspace_next(workspace, opened):
    """T-POL-14"""
    workspace.decide('{"allow": true, "obligations": {"rate": {"key": "k", "max": 1, "per_s": 3600}}}')
    with workspace.open(count_words) as executor:
        assert executor.call_sync("count_words", {"text": ""}).error is None
    assert opened(count_words).call_sync("count_words", {"text": ""}).error.code == "limit.rate"


def test_the_callers_bounds_can_only_tighten(opened):
    """T-RUN-05"""
    seen: list[ResourceBounds] = []

    @tool(
        description="Tell its bounds",
        side_effects=["none"],
        bounds=ResourceBounds(wall_s=5, output_bytes=100),
    )
    def bounds(context: ToolContext) -> None:
        seen.append(context.limits)

    executor = opened(bounds)
    assert executor.call_sync("bounds", {}, limits=ResourceBounds(wall_s=60, output_bytes=10)).ok
    assert (seen[0].wall_s, seen[0].output_bytes) == (5, 10)


def test_an_output_that_breaks_its_schema_is_withheld(workspace, opened):
    """T-RUN-12"""

    @tool(description="Lie", side_effects=["none"], output_schema={"type": "integer"})
    def lie() -> Any:
        return "not a number"

    outcome = opened(lie).call_sync("lie", {})
    assert (outcome.error.code, outcome.output) == ("output.invalid", None)
    failed = workspace.bodies(outcome.call_id)[-1]
    assert isinstance(failed, ToolFailed)
    assert failed.step == 11


@pytest.mark.parametrize("value", ["nan", 2**60, "\ud800"])
def test_an_output_without_a_canonical_form_is_an_error(opened, value):
    """T-RUN-12"""

    @tool(description="Give something odd", side_effects=["none"], output_schema={})
    def odd() -> Any:
        return math.nan if value == "nan" else value

    assert opened(odd).call_sync("odd", {}).error.code == "output.invalid"


def test_a_tool_without_a_normalization_rule_is_an_error(workspace, opened):
    @tool(description="No rule", side_effects=["none"], normalization=None)
    def ruleless() -> int:
        return 1

    outcome = opened(ruleless).call_sync("ruleless", {})
    assert outcome.error.code == "output.invalid"
    assert workspace.bodies(outcome.call_id)[-1].step == 12


def test_a_custom_rule_makes_the_digest(opened):
    @tool(description="Shout", side_effects=["none"], normalization="custom")
    def shout() -> str:
        return "LOUD  words"

    executor = opened(shout, normalizers={"shout": lambda value: value.lower().split()[0].encode()})
    assert executor.call_sync("shout", {}).digest == digest(b"loud")


def test_a_binary_result_is_hashed_as_it_is(opened):
    @tool(description="Bytes", side_effects=["none"], normalization="binary")
    def raw() -> bytes:
        return b"\x00\xff"

    outcome = opened(raw).call_sync("raw", {})
    assert outcome.digest == outcome.raw_digest == digest(b"\x00\xff")


def test_an_output_over_its_bound_is_an_error_not_a_cut(opened):
    """T-RUN-12"""

    @tool(description="Too much", side_effects=["none"], bounds=ResourceBounds(output_bytes=1000))
    def much() -> str:
        return "x" * 1001

    assert opened(much).call_sync("much", {}).error.code == "limit.output"


def test_equal_values_have_equal_digests_whatever_the_order_of_their_keys(opened):
    executor = opened(give)
    one = executor.call_sync("give", {"value": {"a": 1, "b": [1.0, None]}})
    two = executor.call_sync("give", '{"value": {"b": [1e0, null], "a": 1}}')
    assert one.digest == two.digest


def test_a_tools_own_error_keeps_its_code_under_the_category(workspace, opened):
    @tool(description="Fail", side_effects=["none"])
    def fail() -> None:
        raise ToolError("file_not_found", "File 'a' not found", suggestion="Look again")

    outcome = opened(fail).call_sync("fail", {})
    assert (outcome.error.code, outcome.error.category) == ("file_not_found", "tool.failed")
    failed = workspace.bodies(outcome.call_id)[-1]
    assert isinstance(failed, ToolFailed)
    assert (failed.code, failed.tool_code, failed.step) == ("tool.failed", "file_not_found", 10)


def test_what_a_tool_uses_is_recorded_with_the_decision_that_allowed_it(workspace, opened):
    outcome = opened().call_sync("read_file", {"path": "README.md"}, grants=READ)
    use = workspace.bodies(outcome.call_id)[3]
    assert isinstance(use, CapabilityCheck)
    assert (use.phase, use.allowed, use.decision_id) == ("use", True, outcome.decision.decision_id)
    assert ("fs_read", "README.md") in {(c.capability, c.target) for c in use.checks}


def test_a_preview_runs_and_records_nothing(workspace, opened):
    executor = opened(count_words)
    before = len(workspace.records())
    assert executor.preview("count_words", {"text": ""}).error is None
    assert executor.preview("count_words", {}).error.code == "input.invalid"
    assert executor.preview("read_file", {"path": "x"}, grants=[]).error.code == "capability.missing"
    assert len(workspace.records()) == before


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"principal": "no spaces allowed"}, "principal"),
        ({"principal": ""}, "principal"),
        ({"principal": 7}, "principal"),
        ({"call_id": "-starts-wrong"}, "call_id"),
        ({"call_id": "x" * 200}, "call_id"),
        ({"call_id": 7}, "call_id"),
        ({"grants": ["fs_read"]}, "grants"),
        ({"grants": 7}, "grants"),
        ({"limits": {"wall_s": 1}}, "limits"),
    ],
)
def test_a_malformed_option_is_a_refusal_that_names_it(workspace, opened, options, field):
    outcome = opened(count_words).call_sync("count_words", {"text": ""}, **options)
    assert (outcome.error.code, outcome.error.details["field"]) == ("input.invalid", field)
    assert workspace.kinds(outcome.call_id) == ["ToolInvoked", "ToolDenied"]


def test_policy_sees_the_principal_s_roles_and_attributes(workspace, opened):
    workspace.policy(
        "package runtime.authz\n\nimport rego.v1\n\n"
        'default decision := {"allow": false, "reasons": ["only the night shift"]}\n\n'
        'decision := {"allow": true} if {\n\t"auditor" in input.principal.roles\n\tinput.principal.attributes.shift == "night"\n}\n'
    )
    executor = opened(count_words)
    codes = []
    for attributes in ({"shift": "night"}, {"shift": "day"}, {"shift": {1, 2}}, {"shift": "\ud800"}):
        who = Principal(id="user:eve", roles=("auditor",), attributes=attributes)
        error = executor.call_sync("count_words", {"text": ""}, principal=who).error
        codes.append(error and error.code)
    assert codes == [None, "policy.denied", "input.invalid", "input.invalid"]


def test_arguments_are_frozen_before_anything_looks_at_them(opened):
    """T-RUN-07"""
    started, release = asyncio.Event(), asyncio.Event()

    @tool(description="Wait, then tell", side_effects=["none"])
    async def slow(items: list[str]) -> list[str]:
        started.set()
        await release.wait()
        return items

    async def scenario() -> list[str]:
        arguments = {"items": ["approved"]}
        call = asyncio.create_task(opened(slow).call("slow", arguments))
        await started.wait()
        arguments["items"].append("smuggled")
        release.set()
        return (await call).output

    assert asyncio.run(scenario()) == ["approved"]


def test_a_tool_takes_arguments_as_large_as_it_declares_and_policy_judges_them_whole(workspace, opened):
    workspace.policy(
        "package runtime.authz\n\nimport rego.v1\n\n"
        'default decision := {"allow": true}\n\n'
        'decision := {"allow": false, "reasons": ["poison"]} if endswith(input.arguments.content, "poison")\n'
    )
    executor = opened()
    grants = [FsWrite(["."])]
    large = "line\n" * 2_000_000  # 10 million bytes, of which JSON escapes a fifth
    assert executor.call_sync("create_file", {"path": "large.txt", "content": large}, grants=grants).ok
    assert (workspace.folder / "large.txt").stat().st_size == len(large)
    poisoned = {"path": "b.txt", "content": large[:-6] + "poison"}
    assert executor.call_sync("create_file", poisoned, grants=grants).error.code == "policy.denied"
    for tool_name in ("read_file", "no_such_tool"):
        outcome = executor.call_sync(tool_name, {"path": "x" * 300_000}, grants=READ, call_id="large")
        assert outcome.error.code in {"input.invalid", "tool.not_found"}
