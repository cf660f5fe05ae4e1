"""Scripts inside a governed call: each command is a call of its own, in a scripted tool and in bash alike."""

from __future__ import annotations

import asyncio
import json
import shutil
from time import monotonic
from typing import Any

import pytest

from runtime import Executor, FsRead, ResourceBounds, ToolCall, ToolContext, tool
from runtime.audit.verify.verifier import verify
from runtime.bash import Bash, Limits
from runtime.contracts.errors import DuplicateTool
from runtime.host.resources import folder
from runtime.scripted import ScriptedTool, ToolArgs, ToolDef, ToolFailure
from runtime.scripted.governed import follow_clock
from runtime.sdk import ToolStatus

ANY = [ToolCall(["*"])]
ID: dict[str, Any] = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
seen: list[tuple[dict[str, Any], str | None]] = []


def get_user(args: ToolArgs) -> str:
    if args.params["id"] > 2:
        raise ToolFailure(f"no user {args.params['id']}")
    return json.dumps({"id": args.params["id"], "name": "Alice"}) + "\n"


async def upper(args: ToolArgs) -> str:
    seen.append((args.params, args.stdin))
    return (args.stdin or "").upper()


@tool(description="Doubles", side_effects=["none"])
def double(number: int) -> int:
    return 2 * number


@tool(description="Wastes a call", side_effects=["none"])
async def secret_tool() -> str:
    return "reached"


@pytest.fixture
def shop() -> ScriptedTool:
    return ScriptedTool(
        "shop",
        tools=[
            (ToolDef("get_user", "Fetch user by ID", input_schema=ID), get_user),
            (ToolDef("upper", "Upper-case"), upper),
            double,
            "read_file",
        ],
        env={"API_KEY": "k"},
    )


@pytest.fixture
def run(opened: Any, shop: ScriptedTool) -> Any:
    """Runs a script of the shop as a governed call."""
    executor = opened(shop, secret_tool)

    def run_(script: str, tool_name: str = "shop", **options: Any) -> Any:
        options = {"grants": ANY, "call_id": "s", **options}
        return executor.call_sync(tool_name, {"commands": script}, **options)

    run_.executor = executor
    return run_


def calls(workspace: Any) -> list[tuple[str | None, str | None, str]]:
    return [(r.call, b.parent, b.tool) for r, b in workspace.records() if b.kind == "ToolInvoked"]


def holds(workspace: Any) -> bool:
    return verify(workspace.log, verifier_keys=[workspace.verifier_key]).findings == ()


@pytest.mark.parametrize("where", ["shop", "bash"])
def test_each_command_of_a_script_is_a_call_inside_its_call(workspace, run, where):
    """T-CALL-14"""
    outcome = run("n=$(double --number 4); get_user --id 1 | jq -r .name; echo $n", where)
    assert outcome.output == {"stdout": "Alice\n8\n", "stderr": "", "exit_code": 0, "error": None}
    assert calls(workspace) == [("s", None, where), ("s/1", "s", "double"), ("s/2", "s", "get_user")]
    assert holds(workspace)


def test_a_registered_tool_is_called_under_the_grants_of_the_script(workspace, run):
    """T-CALL-14"""
    granted = run("read_file --path README.md | jq -r .output", grants=[*ANY, FsRead(["README.md"])])
    assert "# Hello" in granted.output["stdout"]
    (workspace.folder / "other").write_text("x")
    refused = run("read_file --path other; echo $?", call_id="t", grants=[*ANY, FsRead(["README.md"])])
    assert refused.output["stdout"] == "1\n"
    assert "not granted" in refused.output["stderr"] or "may not" in refused.output["stderr"]
    missing = run("read_file --path README.md; echo $?", call_id="u")
    assert missing.output["stdout"] == "126\n"


def test_what_is_piped_in_is_an_argument_that_policy_and_log_see(workspace, run):
    """T-CALL-14"""
    workspace.policy(
        "package runtime.authz\nimport rego.v1\n"
        'default decision := {"allow": true}\n'
        'decision := {"allow": false, "reasons": ["a secret"]} if contains(input.arguments.stdin, "secret")\n'
    )
    seen.clear()
    asyncio.run(run.executor.reload_policy())
    answer = run("echo hello | upper; echo a secret | upper || echo refused $?").output
    assert answer["stdout"] == "HELLO\nrefused 126\n"
    assert "a secret" in answer["stderr"]
    assert seen == [({}, "hello\n")]


def test_a_tools_own_words_reach_standard_error_with_status_1(run):
    answer = run("get_user --id 9; echo $?").output
    assert (answer["stdout"], answer["stderr"]) == ("1\n", "get_user: no user 9\n")


def test_a_command_line_that_does_not_fit_makes_no_call(workspace, run):
    assert run("get_user --id x; get_user; echo $?").output["stdout"] == "2\n"
    assert len(calls(workspace)) == 1


def test_commands_run_side_by_side_as_calls(workspace, opened):
    barrier = asyncio.Barrier(3)

    async def meet(args: ToolArgs) -> str:
        await barrier.wait()
        return f"{args.param_str('n')}\n"

    executor = opened(ScriptedTool("m", tools=[(ToolDef("meet", "Meet"), meet)]))
    for number, script in enumerate(
        ("for n in 1 2 3; do meet --n $n & done; wait", "seq 3 | xargs -P 3 -n1 meet --n")
    ):
        outcome = executor.call_sync("m", {"commands": script}, grants=ANY, call_id=f"m{number}")
        assert sorted(outcome.output["stdout"].split()) == ["1", "2", "3"]
    assert holds(workspace)


def test_a_script_without_the_grant_is_refused_and_bash_runs_without_commands(workspace, run):
    """T-CALL-15"""
    assert run("get_user --id 1", grants=[]).error.code == "capability.missing"
    answer = run("get_user --id 1; echo $?", "bash", call_id="b", grants=[]).output
    assert answer["stdout"] == "127\n"


HIDDEN = [
    "secret_tool",
    "eval secret_tool",
    'eval "sec""ret_tool"',
    "env secret_tool",
    "command secret_tool",
    "builtin secret_tool",
    "exec secret_tool",
    "echo x | xargs secret_tool",
    "echo secret_tool | xargs -I{} {}",
    "bash -c secret_tool",
    "sh -c 'secret_tool'",
    "echo c2VjcmV0X3Rvb2w= | base64 -d | bash",
    "$(echo secret_tool)",
    "f() { secret_tool; }; f",
    "alias s=secret_tool; shopt -s expand_aliases; eval s",
    "echo secret_tool > /tmp/s; bash /tmp/s",
    "echo secret_tool > /tmp/s; . /tmp/s",
    "echo secret_tool > /tmp/s; chmod +x /tmp/s; /tmp/s",
    "a=secret b=_tool; $a$b",
    "find / -maxdepth 0 -exec secret_tool ';'",
    "awk 'BEGIN { system(\"secret_tool\") }'",
    "trap secret_tool EXIT",
    "secret_tool & wait",
    "timeout 5 secret_tool",
    "PATH=/usr/bin:$PATH secret_tool",
    "cp /bin/true /tmp/get_user; secret_tool",
    "shop --commands secret_tool",
    "shop --commands 'secret_tool'",
    "bash --commands secret_tool",
    "get_user --id 1 | secret_tool",
    "printf secret_tool | sh",
    "coproc secret_tool; wait",
    "cat <(secret_tool)",
    "hash -p /bin/secret_tool secret_tool; secret_tool",
    "enable secret_tool; secret_tool",
    "get_user --id 1 --tool secret_tool",
    "function get_user { secret_tool; }; get_user",
    "make -f <(printf 'all:\\n\\tsecret_tool\\n')",
    "sed '1e secret_tool' <<< x",
    "git_user=secret_tool; ${git_user}",
]


@pytest.mark.parametrize("where", ["bash", "shop"])
def test_no_script_reaches_a_tool_that_was_not_granted(workspace, run, where):
    """T-CALL-15: forty ways to hide it; none makes a call of it."""
    assert len(HIDDEN) == 40
    grants = [ToolCall(["get_user", "shop"])]
    for number, script in enumerate(HIDDEN):
        outcome = run(script, where, call_id=f"h{number}", grants=grants)
        assert "reached" not in json.dumps(outcome.output)
    assert {name for _, _, name in calls(workspace)} <= {"bash", "shop", "get_user"}
    assert holds(workspace)


def test_a_script_makes_no_more_calls_than_its_bound(workspace, run):
    """T-CALL-05"""
    outcome = run("for i in 1 2 3 4; do double --number $i || break; done", limits=ResourceBounds(calls=2))
    assert outcome.output["stdout"] == "2\n4\n"
    assert "as many calls as it may" in outcome.output["stderr"]
    assert len(calls(workspace)) == 3


def test_a_script_streams_what_it_writes(run):
    async def follow() -> list[Any]:
        script = {"commands": "get_user --id 1 | jq -r .name; echo end"}
        return [event async for event in run.executor.stream("shop", script, grants=ANY)]

    *events, outcome = asyncio.run(follow())
    assert [e.output for e in events if isinstance(e, ToolStatus) and e.output] == ["Alice\n", "end\n"]
    assert outcome.output["stdout"] == "Alice\nend\n"


def test_what_a_script_used_and_what_ended_it_is_on_record(workspace, opened, shop):
    executor = opened(shop)
    script = {"commands": "get_user --id 1 > u; for i in 1 2; do echo $i; done"}
    assert executor.call_sync("shop", script, grants=ANY, call_id="whole").ok
    bounded = ScriptedTool(
        "few", tools=[(ToolDef("nothing", "Nothing"), upper)], limits=Limits(max_commands=3)
    )
    few = opened(bounded)
    few.call_sync("few", {"commands": "while :; do :; done"}, grants=ANY, call_id="ended")
    few.call_sync("few", {"commands": "if"}, grants=ANY, call_id="broken")
    ran = {
        call: [body for body in workspace.bodies(call) if body.kind == "ScriptRan"]
        for call in ("whole", "ended", "broken")
    }
    [[whole], [ended], [broken]] = ran.values()
    assert (whole.scripts, whole.ended_by, whole.loop_iterations, whole.output_bytes) == (1, None, 2, 4)
    assert whole.commands >= 3
    assert (ended.ended_by, broken.ended_by) == ("limit.commands", "syntax")
    assert holds(workspace)


def test_policy_is_told_the_commands_of_a_script_before_it_runs(workspace, opened, shop):
    """T-SH-16"""
    workspace.policy(
        "package runtime.authz\nimport rego.v1\n"
        'default decision := {"allow": true}\n'
        'decision := {"allow": false, "reasons": ["not in scripts"]} if "double" in input.tool.analysis.commands\n'
        'else := {"allow": false, "reasons": ["unknown"]} if "commands" in input.tool.analysis.unknown\n'
    )
    executor = opened(shop)
    for script, reason in [
        ("get_user --id 1; double --number 2", "not in scripts"),
        ("get_user --id 1 | xargs double", "not in scripts"),
        ('eval "$x"', "unknown"),
    ]:
        refused = executor.call_sync("shop", {"commands": script}, grants=ANY)
        assert (refused.error.code, refused.decision.reasons) == ("policy.denied", (reason,))
    assert executor.call_sync("shop", {"commands": "get_user --id 1"}, grants=ANY).ok
    assert [name for _, _, name in calls(workspace)].count("get_user") == 1


def test_the_default_policy_does_not_ask_about_files_that_are_a_scripts_own(workspace, opened, shop):
    """They are virtual: with ``bash`` the same pattern could mean files of the workspace."""
    shutil.copytree(folder("policies"), workspace.folder / "policies", dirs_exist_ok=True)
    script = {"commands": "get_user --id 1 > a.txt; cat *.txt | jq -r .name"}
    outcome = opened(shop).call_sync("shop", script, grants=[*ANY, FsRead(["."])])
    assert outcome.output["stdout"] == "Alice\n"


def test_a_script_waits_for_the_approval_of_its_calls(workspace, opened, shop):
    """T-CALL-06"""
    workspace.policy(
        "package runtime.authz\nimport rego.v1\n"
        'default decision := {"allow": true}\n'
        'decision := {"allow": true, "ask": true} if input.tool.name == "double"\n'
    )
    executor = opened(shop, approve=lambda request: request.arguments["number"] == 1)
    script = "double --number 1; double --number 2 || echo refused $?"
    outcome = executor.call_sync("shop", {"commands": script}, grants=ANY)
    assert outcome.output["stdout"] == "2\nrefused 126\n"


def test_a_scripts_time_stands_still_with_that_of_its_call():
    """T-CALL-06"""
    left = [20.0]
    noted: list[float] = []

    class Standing:
        def remaining_s(self) -> float:
            return left[0]

    def look(cx: Any) -> int:
        assert cx.meter.now is monotonic or noted
        follow_clock(cx, Standing())  # type: ignore[arg-type]
        noted.append(cx.meter.now())
        return 0

    def pass_time(_: Any) -> int:
        left[0] -= 1.5
        return 0

    result = Bash(commands={"look": look, "pass_time": pass_time}).exec_sync("look; look; pass_time; look")
    assert result.exit_code == 0
    assert noted[0] == noted[1] == pytest.approx(noted[2] - 1.5)


def test_two_scripted_tools_do_not_share_a_commands_name(workspace, shop):
    with pytest.raises(DuplicateTool):
        workspace.open(shop, ScriptedTool("other", tools=[(ToolDef("get_user", "Another"), get_user)]))


def test_a_tool_whose_name_is_a_commands_of_the_shell_leaves_that_alone(opened):
    """T-CALL-15"""

    @tool(description="An impostor", side_effects=["none"], name="cat")
    async def impostor() -> str:
        return "impostor"

    executor: Executor = opened(impostor)
    assert executor.call_sync("bash", {"commands": "echo x | cat"}, grants=ANY).output["stdout"] == "x\n"


def test_callbacks_are_tools_of_their_own_with_the_risk_that_was_stated(opened):
    risky = ScriptedTool("r", tools=[(ToolDef("drop", "Drop it", risk="dangerous"), upper)])
    executor: Executor = opened(risky)
    assert [(m.name, m.risk) for m in executor.manifests if m.name in ("r", "drop")] == [
        ("drop", "dangerous"),
        ("r", "safe_write"),
    ]


def test_a_tool_in_python_runs_a_script_with_commands(opened):
    @tool(description="Script", side_effects=["none"], capabilities=ANY)
    async def scripted(context: ToolContext) -> str:
        return (await context.shell.run("double --number 21")).stdout

    assert opened(scripted, double).call_sync("scripted", {}, grants=ANY).output == "42\n"
