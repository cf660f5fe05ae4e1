"""Governed tools in an evaluation of Inspect, with its own mock model, and its approvers."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import agent_tools
import pytest
from agent_tools import add, approvals_in, deploy
from inspect_ai import Task, eval  # noqa: A004
from inspect_ai.approval import ApprovalPolicy, auto_approver
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageTool, ModelOutput, get_model
from inspect_ai.solver import generate, use_tools

from runtime.integrations.inspect import Approvals, Governed

# Inspect leaves streams of its event loop to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)


@pytest.fixture(autouse=True)
def _nothing_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    agent_tools.ran.clear()
    # Inspect counts tokens with a table that it would fetch from the network.
    words = SimpleNamespace(encode=lambda text, **_: text.split())
    monkeypatch.setattr("tiktoken.get_encoding", lambda _: words)


def evaluated(
    folder: Path, governed: Governed, name: str, arguments: dict[str, Any], *after: str
) -> ChatMessageTool:
    """What a model is told that calls a tool once."""
    outputs = [
        ModelOutput.for_tool_call("mockllm/model", name, arguments),
        ModelOutput.from_content("mockllm/model", "done"),
    ]
    approval = [ApprovalPolicy(governed.approver(), "*")]
    approval += [ApprovalPolicy(auto_approver(decision), "*") for decision in after]  # type: ignore[arg-type]
    task = Task(dataset=[Sample("go")], solver=[use_tools(governed.tools()), generate()], approval=approval)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = eval(task, model=model, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    assert log.samples
    (told,) = [message for message in log.samples[0].messages if isinstance(message, ChatMessageTool)]
    return told


def test_a_model_calls_a_tool_and_is_told_of_refusals(workspace: Any, tmp_path: Path) -> None:
    with workspace.open(add) as executor:
        governed = Governed(executor, tools=["add"], principal="agent:eval")
        good = evaluated(tmp_path, governed, "add", {"a": 40})
        workspace.decide('{"allow": false, "reasons": ["not on a Friday"]}')
        executor.call_sync("add", {"a": 1})
    with workspace.open(add) as executor:
        denied = evaluated(tmp_path, Governed(executor, tools=["add"]), "add", {"a": 40})
    assert good.text == "42"
    assert denied.error is not None
    assert denied.error.type == "approval"
    assert "policy.denied: not on a Friday" in denied.error.message


@pytest.mark.parametrize(("after", "runs"), [("approve", True), ("reject", False)])
def test_a_call_that_needs_approval_is_escalated(
    workspace: Any, tmp_path: Path, after: str, runs: bool
) -> None:
    approvals = Approvals()
    with workspace.open(deploy, approve=approvals) as executor:
        governed = Governed(executor, tools=["deploy"], approvals=approvals)
        told = evaluated(tmp_path, governed, "deploy", {"service": "web"}, after)
    assert agent_tools.ran == (["web"] if runs else [])
    assert (told.error is None) is runs
    assert approvals_in(workspace) == ([(True, "approver:inspect")] if runs else [])
