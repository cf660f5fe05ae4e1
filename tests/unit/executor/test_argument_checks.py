"""What a call's arguments alone show is refused before policy and approver are asked, and what both see is what runs."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest

from runtime import Completed, FsRead, FsWrite, Refused, ToolError, tool
from runtime.contracts.audit import ToolDenied
from runtime.contracts.errors import ManifestInvalid, SchemaRefused
from runtime.contracts.steps import VALIDATE
from runtime.sdk import WorkspacePath

READ = [FsRead(["."])]
BOTH = [FsRead(["."]), FsWrite(["."])]
ASKS = '{"allow": true, "ask": true, "reasons": ["asked for this test"]}'
# Only a file of this one spelling may be read.
ONE_SPELLING = """\
package runtime.authz

import rego.v1

default decision := {"allow": false, "reasons": ["another spelling"]}

decision := {"allow": true, "reasons": ["the one spelling"]} if input.arguments.path == "README.md"
"""


def _even(number: int, name: str = "") -> None:
    if number % 2:
        raise ToolError("odd", f"{number} is odd", suggestion="Use an even number", name=name)


@tool(description="Halve an even number", side_effects=["none"], check=_even)
def halve(number: int, name: str | None = None) -> int:
    return number // 2


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "src/../../x"])
def test_a_path_out_of_the_workspace_is_refused_before_anybody_is_asked(workspace, opened, path) -> None:
    """T-TOOL-15"""
    workspace.decide(ASKS)
    asked: list[Any] = []
    executor = opened(approve=lambda request: asked.append(request))
    outcome = executor.call_sync("create_file", {"path": path, "content": ""}, grants=BOTH)
    assert isinstance(outcome, Refused)
    assert (outcome.error.code, outcome.error.category) == ("path_outside_working_dir", "input.invalid")
    assert asked == []
    assert workspace.bodies(outcome.call_id)[-1] == ToolDenied(code="input.invalid", step=VALIDATE)
    preview = executor.preview("create_file", {"path": path, "content": ""}, grants=BOTH)
    assert preview.error is not None
    assert preview.error.code == "path_outside_working_dir"


@pytest.mark.parametrize("spelling", ["README.md", "./README.md", "a/..//README.md", "{workspace}/README.md"])
def test_policy_sees_one_spelling_of_a_path_whatever_the_caller_wrote(workspace, opened, spelling) -> None:
    """T-TOOL-15"""
    workspace.policy(ONE_SPELLING)
    path = spelling.replace("{workspace}", str(workspace.folder.resolve()))
    outcome = opened().call_sync("read_file", {"path": path}, grants=READ)
    assert isinstance(outcome, Completed)
    assert outcome.output["output"].startswith("Contents of README.md")


def test_the_approver_the_record_and_the_tool_get_the_normalized_path(workspace, opened) -> None:
    """T-TOOL-15"""
    workspace.decide(ASKS)
    asked: list[Any] = []

    def approve(request: Any) -> bool:
        asked.append(request)
        return True

    given = {"path": f"{workspace.folder.resolve()}/new/../made.txt", "content": "x"}
    outcome = opened(approve=approve).call_sync("create_file", given, grants=BOTH)
    assert isinstance(outcome, Completed)
    assert (asked[0].arguments["path"], asked[0].files_affected) == ("made.txt", ("made.txt",))
    invoked = workspace.bodies(outcome.call_id)[0]
    recorded = json.dumps({"content": "x", "path": "made.txt"}, separators=(",", ":"))
    assert invoked.arguments_bytes == len(recorded)
    assert (workspace.folder / "made.txt").read_text() == "x"


def test_an_approver_cannot_send_a_call_out_of_the_workspace(workspace, opened) -> None:
    """T-TOOL-15"""
    from runtime.contracts.approval import ApprovalAnswer

    workspace.decide(ASKS)
    instead = {"path": "../x", "content": ""}
    executor = opened(approve=lambda _: ApprovalAnswer(approved=True, approver="x", arguments=instead))
    outcome = executor.call_sync("create_file", {"path": "a", "content": ""}, grants=BOTH)
    assert isinstance(outcome, Refused)
    assert outcome.error.code == "path_outside_working_dir"


def test_a_tools_own_check_refuses_before_policy_with_its_own_words(workspace, opened) -> None:
    executor = opened(halve)
    outcome = executor.call_sync("halve", {"number": 3, "name": "n"})
    assert isinstance(outcome, Refused)
    assert (outcome.error.code, outcome.error.message) == ("odd", "3 is odd")
    assert (outcome.error.suggestion, outcome.error.details) == ("Use an even number", {"name": "n"})
    assert not outcome.error.executed
    assert workspace.kinds(outcome.call_id) == ["ToolInvoked", "ToolDenied"]
    assert executor.call_sync("halve", {"number": 4}).output == 2


def test_a_check_that_breaks_ends_the_call_and_tells_nothing(opened) -> None:
    """T-RUN-10"""

    class Hostile(Exception):
        def __str__(self) -> str:
            raise AssertionError("asked")

    def explode(value: int) -> None:
        raise (Hostile, SystemExit, RecursionError)[value]("a secret")

    @tool(description="Never runs", side_effects=["none"], check=explode)
    def never(value: int) -> int:
        raise AssertionError

    executor = opened(never)
    for value in range(3):
        outcome = executor.call_sync("never", {"value": value})
        assert isinstance(outcome, Refused)
        assert outcome.error.code == "runtime.fault"
        assert "secret" not in outcome.error.message


def test_a_check_cannot_change_the_arguments_that_run(opened) -> None:
    """T-RUN-07"""

    def change(items: list[int]) -> None:
        items.append(666)

    @tool(description="Give the items", side_effects=["none"], check=change)
    def give(items: list[int]) -> list[int]:
        return items

    assert opened(give).call_sync("give", {"items": [1]}).output == [1]


def test_a_check_of_an_unknown_argument_is_refused_at_registration(workspace) -> None:
    def about(absent: int) -> None: ...

    def without_default(name: str) -> None: ...

    async def later(number: int) -> None: ...

    for check in (about, without_default, later):

        @tool(description="Never registered", side_effects=["none"], check=check)
        def never(number: int, name: str | None = None) -> int:
            return number

        with pytest.raises(ManifestInvalid):
            workspace.open(never)


def test_a_path_format_that_nothing_enforces_is_refused_at_registration(workspace) -> None:
    """T-TOOL-15"""

    @tool(description="Never registered", side_effects=["none"])
    def never(places: Annotated[dict[str, WorkspacePath], "Paths by name"]) -> int:
        return 0

    with pytest.raises(SchemaRefused):
        workspace.open(never)
