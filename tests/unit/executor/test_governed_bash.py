"""bash under governance: what policy is told of a script before it runs, and what the log says of it afterwards."""

from __future__ import annotations

import asyncio
import shutil
from typing import Any

import pytest
from web_server import response, serving

from runtime.bash import Bash
from runtime.contracts.audit import CapabilityCheck, ScriptRan
from runtime.contracts.capability import Capability, ClockRead, EnvRead, FsRead, FsWrite, NetRead
from runtime.contracts.invocation import Completed, Refused
from runtime.host.resources import folder

NO_CURL = """\
package runtime.authz

import rego.v1

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

decision := {"allow": false, "reasons": sort(deny)} if {
	count(deny) > 0
} else := {"allow": true}

analysis := input.tool.analysis

deny contains "no curl" if "curl" in analysis.commands

deny contains "no server but ours" if {
	some host in analysis.hosts
	host != "ours.example"
}

deny contains sprintf("%s is outside /tmp", [path]) if {
	some path in analysis.writes
	not startswith(path, "/tmp/")
}

deny contains sprintf("%s cannot be told", [concat(", ", analysis.unknown)]) if count(analysis.unknown) > 0
"""


def call(workspace: Any, commands: str, *grants: Capability, **options: Any) -> Any:
    with workspace.open(approvals=False) as executor:
        return executor.call_sync("bash", {"commands": commands}, grants=grants, **options)


@pytest.fixture
def by_default(workspace: Any) -> Any:
    """A workspace with the policy that `runtime init` starts a folder with."""
    shutil.copytree(folder("policies"), workspace.folder / "policies", dirs_exist_ok=True)
    (workspace.folder / ".env").write_text("secret\n")
    return workspace


def test_bash_is_among_the_tools_and_declares_no_required_capability(workspace: Any) -> None:
    with workspace.open() as executor:
        manifest = next(m for m in executor.manifests if m.name == "bash")
    assert manifest.required_capabilities == ()
    assert {c.kind for c in manifest.optional_capabilities} == {
        "fs_read", "fs_write", "net_read", "net_write", "clock_read", "random_read", "env_read", "tool_call",
    }  # fmt: skip
    assert list(manifest.input_schema["properties"]) == ["commands"]
    assert list(manifest.output_schema["properties"]) == ["stdout", "stderr", "exit_code", "error"]


def test_a_script_runs_under_the_default_policy_with_nothing_and_with_reading(by_default: Any) -> None:
    wanted = {"stdout": "HI\n", "stderr": "", "exit_code": 0, "error": None}
    assert call(by_default, "echo hi | tr a-z A-Z").output == wanted
    assert call(by_default, "echo hi | tr a-z A-Z", FsRead(["."])).output == wanted
    assert call(by_default, "cat README.md", FsRead(["."])).output["stdout"] == "# Hello\n"


@pytest.mark.parametrize(
    "commands", ["cat .env", "cat < ./.env", "cd src; cat ../.env", "eval 'tac .env'", "cp .env /tmp"]
)
def test_the_default_policy_denies_a_script_that_reads_a_secret(by_default: Any, commands: str) -> None:
    """T-SH-16"""
    outcome = call(by_default, commands, FsRead(["."]))
    assert outcome.error.code == "policy.denied"
    # What was not granted cannot be read, whatever the script says.
    assert "secret" not in str(call(by_default, commands).output)


@pytest.mark.parametrize(
    "commands", ["cat *", "cat .e*", 'cat "$(echo .env)"', "find . | xargs cat", "grep -r . .", 'eval "$x"']
)
def test_the_default_policy_asks_where_the_files_cannot_be_told(by_default: Any, commands: str) -> None:
    """T-SH-16"""
    outcome = call(by_default, commands, FsRead(["."]))
    assert outcome.error.code == "approval.required"
    assert call(by_default, commands).ok


def test_the_default_policy_asks_before_the_web_is_reached(by_default: Any) -> None:
    assert call(by_default, "curl http://h.example", NetRead(["h.example"])).error.code == "approval.required"


@pytest.mark.parametrize(
    ("commands", "reason"),
    [
        ("echo; curl http://ours.example", "no curl"),
        ("env /usr/bin/curl http://ours.example", "no curl"),
        ("bash -c 'eval curl ours.example'", "no curl"),
        ("wget -O /tmp/x http://other.example", "no server but ours"),
        ("echo x > /etc/passwd", "/etc/passwd is outside /tmp"),
        ("cd /tmp; rm ../etc/hosts", "/etc/hosts is outside /tmp"),
        ("tee /tmp/../root/x", "/root/x is outside /tmp"),
        ('eval "$x"', "commands, hosts, reads, writes cannot be told"),
        ('rm "$x"', "writes cannot be told"),
    ],
)
def test_a_rule_refuses_a_script_before_anything_of_it_runs(
    workspace: Any, commands: str, reason: str
) -> None:
    workspace.policy(NO_CURL)
    outcome = call(workspace, commands)
    assert isinstance(outcome, Refused)
    assert reason in outcome.decision.reasons
    assert not any(isinstance(body, ScriptRan) for body in workspace.bodies(outcome.call_id))


def test_a_script_that_the_rule_has_nothing_against_runs(workspace: Any) -> None:
    workspace.policy(NO_CURL)
    outcome = call(workspace, "x=5; echo $((x * 2)) > /tmp/x; sort /tmp/x")
    assert isinstance(outcome, Completed)
    assert outcome.output["stdout"] == "10\n"


def test_of_other_tools_policy_is_told_no_analysis(workspace: Any) -> None:
    workspace.policy(
        NO_CURL.replace("default decision", "told if input.tool.analysis\n\ndefault decision").replace(
            "count(deny) > 0", "told"
        )
    )
    with workspace.open(approvals=False) as executor:
        assert executor.call_sync("read_file", {"path": "README.md"}, grants=[FsRead(["."])]).ok
        assert not executor.call_sync("bash", {"commands": "echo"}, grants=[]).ok


def test_a_preview_is_judged_by_the_same_analysis(workspace: Any) -> None:
    workspace.policy(NO_CURL)
    with workspace.open() as executor:
        assert executor.preview("bash", {"commands": "curl h"}, grants=[]).error is not None
        assert executor.preview("bash", {"commands": "echo h"}, grants=[]).error is None


def test_a_script_that_is_too_long_to_look_through_is_told_to_be_unknown(workspace: Any) -> None:
    workspace.policy(NO_CURL)
    outcome = call(workspace, "echo x\n" * 20_000)
    assert outcome.decision.reasons == ("commands, hosts, reads, writes cannot be told",)


# The log.


def test_the_log_holds_what_a_script_used(workspace: Any) -> None:
    outcome = call(workspace, "for i in 1 2 3; do echo $i; done")
    ran = [body for body in workspace.bodies(outcome.call_id) if isinstance(body, ScriptRan)]
    assert [(r.scripts, r.loop_iterations, r.output_bytes, r.ended_by) for r in ran] == [(1, 3, 6, None)]
    assert ran[0].commands >= 3
    assert workspace.kinds(outcome.call_id)[-2:] == ["ScriptRan", "ToolCompleted"]


@pytest.mark.parametrize(
    ("commands", "ended_by"),
    [("while :; do :; done", "limit.commands"), ("f() { f; }; f", "limit.function_depth"), ("if", "syntax")],
)
def test_the_log_names_the_limit_that_ended_a_script(workspace: Any, commands: str, ended_by: str) -> None:
    outcome = call(workspace, commands)
    assert isinstance(outcome, Completed)
    ran = next(body for body in workspace.bodies(outcome.call_id) if isinstance(body, ScriptRan))
    assert ran.ended_by == ended_by == outcome.output["error"]


def test_the_log_counts_each_place_that_a_script_used(workspace: Any) -> None:
    (workspace.folder / "src").mkdir()
    outcome = call(
        workspace,
        "cat README.md; cat src/x; echo > src/y; cat .runtime/keys/log.key",
        FsRead(["."]),
        FsWrite(["src"]),
    )
    used = next(
        body
        for body in workspace.bodies(outcome.call_id)
        if isinstance(body, CapabilityCheck) and body.phase == "use"
    )
    checks = {(c.capability, c.target, c.allowed) for c in used.checks}
    assert {("fs_read", "README.md", True), ("fs_write", "src/y", True)} <= checks
    assert not used.allowed
    assert "PRIVATE" not in str(outcome.output)


def test_a_cancelled_script_leaves_its_use_in_the_log(workspace: Any) -> None:
    async def cancelled() -> None:
        async with workspace.open() as executor:
            began = asyncio.Event()
            _tell_when_a_script_begins(monkey, began)
            task = asyncio.ensure_future(
                executor.call(
                    "bash", {"commands": "while :; do sleep 1; done"}, grants=[ClockRead()], call_id="c-1"
                )
            )
            await began.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with pytest.MonkeyPatch.context() as monkey:
        asyncio.run(cancelled())
    ran = [body for body in workspace.bodies("c-1") if isinstance(body, ScriptRan)]
    assert [body.ended_by for body in ran] == ["cancelled"]
    assert workspace.kinds("c-1")[-1] == "ToolAborted"


def _tell_when_a_script_begins(monkey: pytest.MonkeyPatch, began: asyncio.Event) -> None:
    begin = Bash.exec

    async def told(self: Bash, *given: Any, **named: Any) -> Any:
        began.set()
        return await begin(self, *given, **named)

    monkey.setattr(Bash, "exec", told)


# Variables and the web, as a caller grants them.


def test_granted_variables_are_exported_and_no_others(
    workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("API_KEY", "k-1")
    monkeypatch.setenv("OTHER", "k-2")
    monkeypatch.setenv("PATH", "/host/bin")
    show = "echo [$API_KEY] [$OTHER]; env | grep -c ^API_KEY=; echo $PATH"
    assert call(workspace, show).output["stdout"].startswith("[] []\n0\n/")
    granted = call(workspace, show, EnvRead(["API_KEY", "PATH"])).output["stdout"]
    assert granted.startswith("[k-1] []\n1\n")
    assert "/host" not in granted
    # `*` names no variable.
    assert call(workspace, show, EnvRead(["*"])).output["stdout"].startswith("[] []\n")


def test_a_local_server_is_reached_where_the_caller_names_it(workspace: Any) -> None:
    with serving(page=response(b"hi\n")) as server:
        assert (
            call(workspace, f"curl -s {server.url('/page')}", NetRead([server.address])).output["stdout"]
            == "hi\n"
        )
        assert call(workspace, f"curl -s {server.url('/page')}", NetRead(["*"])).output["stdout"] == ""
        assert len(server.asked) == 1
