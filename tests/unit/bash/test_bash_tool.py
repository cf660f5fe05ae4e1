"""`BashTool`: the outputs that the tool contract prints, requests, events, limits, and its neighbours in one event loop."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from runtime.bash import BashTool, Limits, LLMTool, ToolRequest, ToolResponse, ToolStatus
from runtime.bash import tool_manual as manual

CASES = Path(__file__).resolve().parents[2] / "cases" / "tool_contract"
SECRET = "hunter2-never-shown"


def printed(name: str) -> str:
    return (CASES / f"{name}.txt").read_text("utf-8")


def run(script: str, **options: Any) -> ToolResponse:
    return asyncio.run(BashTool(**options).execute(ToolRequest(commands=script)))


def events(commands: str, **options: Any) -> tuple[ToolResponse, list[ToolStatus]]:
    told: list[ToolStatus] = []
    tool = BashTool(**options)
    return asyncio.run(tool.execute_with_status(ToolRequest(commands=commands), told.append)), told


def out(told: list[ToolStatus], stream: str = "stdout") -> list[str | None]:
    return [status.output for status in told if status.stream == stream]


@pytest.fixture
def tool() -> BashTool:
    return BashTool(name="bashkit")


# The outputs that the document prints.


def test_name_and_short_description_are_those_of_the_document(tool: BashTool) -> None:
    assert f"{tool.name}\n" == printed("name")
    assert f"{tool.short_description}\n" == printed("short_description")


def test_the_description_is_the_documents_with_the_commands_there_are(tool: BashTool) -> None:
    head, marker, listed = printed("description").strip().partition("Supported tools: ")
    assert tool.description() == head + marker + " ".join(manual.command_names())
    assert manual.description(listed.split()) == head + marker + listed


def test_every_command_that_the_document_lists_is_there(tool: BashTool) -> None:
    listed = printed("description").partition("Supported tools: ")[2].split()
    assert set(listed) <= set(tool.description().split())


@pytest.mark.parametrize(("username", "case"), [(None, "system_prompt"), ("agent", "system_prompt_of_agent")])
def test_the_system_prompt_is_the_documents_line_for_line(username: str | None, case: str) -> None:
    assert BashTool(name="bashkit", username=username).system_prompt() == printed(case)


def test_the_manual_page_is_the_documents_line_for_line(tool: BashTool) -> None:
    listed = printed("description").partition("Supported tools: ")[2].split()
    page = manual.manual("bashkit", listed, manual.Configuration())
    assert page == printed("help")
    # Of the tool's own page the list of commands alone is another one.
    before, _, rest = printed("help").partition("BUILTINS\n")
    after = rest[rest.index("\nINPUT\n") :]
    assert tool.help().startswith(before)
    assert tool.help().endswith(after)


def test_the_manual_page_ends_with_what_was_configured() -> None:
    limits = Limits(max_commands=500, max_loop_iterations=10_000, max_function_depth=100)
    tool = BashTool(
        name="bashkit", username="agent", hostname="sandbox", limits=limits, env={"API_KEY": SECRET}
    )
    page = tool.help()
    assert page.endswith("\n" + printed("help_configuration"))
    assert page.removesuffix("\n" + printed("help_configuration")) == BashTool(name="bashkit").help()


def test_only_what_was_configured_stands_in_the_manual_page() -> None:
    lines = BashTool(hostname="box").help().splitlines()
    assert lines[-2:] == ["CONFIGURATION", "       Host: box (hostname)"]
    assert "CONFIGURATION" not in BashTool().help()


def test_no_value_of_a_variable_stands_in_any_document() -> None:
    tool = BashTool(env={"API_KEY": SECRET})
    told = [
        tool.description(),
        tool.help(),
        tool.system_prompt(),
        str(tool.input_schema()),
        str(tool.output_schema()),
    ]
    assert "API_KEY" in tool.help()
    assert SECRET not in "".join(told)


def test_commands_of_the_embedder_stand_behind_the_others() -> None:
    tool = BashTool(commands={"custom_cmd": lambda _: "hi\n", "echo": lambda _: "mine\n"})
    assert tool.description().endswith(" zip custom_cmd")
    assert "       custom_cmd" in tool.help() or ", custom_cmd\n" in tool.help()
    assert tool.description().split().count("echo") == 1


def test_the_version_is_the_installed_runtimes(tool: BashTool) -> None:
    from importlib.metadata import version

    assert tool.version == version("cathedral-runtime")


def test_the_tool_has_every_member_of_the_contract(tool: BashTool) -> None:
    assert isinstance(tool, LLMTool)


def test_responses_meet_the_output_schema_and_requests_the_input_schema(tool: BashTool) -> None:
    import msgspec
    from jsonschema_rs import validator_for

    assert validator_for(tool.input_schema()).is_valid({"commands": "echo"})
    assert not validator_for(tool.input_schema()).is_valid({})
    for commands in ("echo hi", "nope", "while :; do :; done"):
        answer = msgspec.to_builtins(run(commands))
        assert validator_for(tool.output_schema()).is_valid(answer), answer


# Requests.


def test_a_response_holds_output_status_and_no_error() -> None:
    assert run("echo hi; echo bad >&2; exit 3") == ToolResponse(stdout="hi\n", stderr="bad\n", exit_code=3)


def test_configured_names_variables_and_commands_are_those_of_the_shell() -> None:
    options = {
        "username": "agent",
        "hostname": "sandbox",
        "env": {"K": "v"},
        "commands": {"c": lambda _: "c!\n"},
    }
    assert (
        run("whoami; hostname; echo $HOME $K; c", **options).stdout == "agent\nsandbox\n/home/agent v\nc!\n"
    )


def test_nothing_of_one_call_is_left_in_the_next() -> None:
    tool = BashTool()

    async def both() -> list[ToolResponse]:
        first = await tool.execute(ToolRequest(commands="x=1; echo 1 > /tmp/f; cd /"))
        return [first, await tool.execute(ToolRequest(commands="echo [$x]; cat /tmp/f; pwd"))]

    assert asyncio.run(both())[1].stdout == "[]\n/home/user\n"


def test_calls_side_by_side_have_shells_of_their_own() -> None:
    tool = BashTool()

    async def all_of_them() -> list[ToolResponse]:
        scripts = [f"x={n}; sleep 0.01; for i in 1 2 3; do echo $x; done" for n in range(20)]
        return await asyncio.gather(*(tool.execute(ToolRequest(commands=script)) for script in scripts))

    assert [answer.stdout for answer in asyncio.run(all_of_them())] == [f"{n}\n" * 3 for n in range(20)]


@pytest.mark.parametrize(
    ("commands", "error", "status"),
    [
        ("echo kept; while :; do :; done", "limit.commands", 1),
        ("echo kept; if", "syntax", 2),
        ("echo kept; f() { f; }; f", "limit.function_depth", 1),
        ("echo kept; sleep 100", "limit.timeout", 1),
        ("echo kept; cat /dev/zero", "limit.output_bytes", 1),
    ],
)
def test_what_ends_a_script_is_named_and_its_output_kept(commands: str, error: str, status: int) -> None:
    answer = run(commands, limits=Limits(timeout_s=0.5, max_output_bytes=100_000))
    assert (answer.error, answer.exit_code) == (error, status)
    if error != "syntax":
        assert answer.stdout.startswith("kept\n")
    assert answer.stderr or error == "limit.output_bytes"


@pytest.mark.parametrize(
    "request_", [ToolRequest(commands=None), "echo hi", None, ToolRequest(commands=b"x")]
)  # type: ignore[arg-type]
def test_a_request_that_holds_no_text_is_refused(request_: Any) -> None:
    answer = asyncio.run(BashTool().execute(request_))
    assert (answer.exit_code, answer.error) == (2, "invalid_request")
    assert asyncio.run(BashTool().execute_with_status(request_, lambda _: None)) == answer


@pytest.mark.parametrize(
    "options", [{"commands": {"a/b": print}}, {"no_such_option": 1}, {"files": {"relative": "x"}}]
)
def test_what_cannot_be_a_shell_is_refused_when_the_tool_is_made(options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        BashTool(**options)


# Events.


def test_the_phases_come_in_their_order() -> None:
    answer, told = events("echo a; echo b")
    assert [status.phase for status in told] == [
        "validate",
        "parse",
        "execute",
        "output",
        "output",
        "complete",
    ]
    assert [status.percent_complete for status in told] == [0, 10, 20, None, None, 100]
    assert answer == ToolResponse(stdout="a\nb\n")


@pytest.mark.parametrize(
    ("commands", "chunks"),
    [
        ("for i in 1 2 3; do echo $i; done", ["1\n", "2\n", "3\n"]),
        ("i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done", ["0\n", "1\n", "2\n"]),
        ("i=0; until [ $i -eq 2 ]; do echo $i; ((++i)); done", ["0\n", "1\n"]),
        ("for ((i = 0; i < 3; i++)); do echo $i; done", ["0\n", "1\n", "2\n"]),
        ("echo a; echo b && echo c", ["a\n", "b\n", "c\n"]),
        ("if true; then echo a; echo b; fi", ["a\n", "b\n"]),
        ("echo a\necho b\n", ["a\n", "b\n"]),
        # Of a pipeline, the last stage alone.
        ("printf '1\\n2\\n' | cat | cat", ["1\n2\n"]),
    ],
)
def test_output_is_told_as_finely_as_the_document_says(commands: str, chunks: list[str]) -> None:
    answer, told = events(commands)
    assert out(told) == chunks
    assert answer.stdout == "".join(chunks)


def test_each_stream_has_events_of_its_own() -> None:
    _, told = events("echo a; echo b >&2; echo c")
    assert (out(told), out(told, "stderr")) == (["a\n", "c\n"], ["b\n"])


def test_what_was_told_is_the_response_also_of_a_script_that_is_ended() -> None:
    answer, told = events("for i in 1 2; do echo $i; done; while :; do :; done")
    assert "".join(text or "" for text in out(told)) == answer.stdout == "1\n2\n"
    assert "".join(text or "" for text in out(told, "stderr")) == answer.stderr
    assert (told[-1].phase, told[-1].message) == ("complete", "limit.commands")


def test_json_of_an_event_leaves_out_what_is_unset() -> None:
    assert json.loads(ToolStatus.stdout("x\n").to_json()) == {
        "phase": "output",
        "output": "x\n",
        "stream": "stdout",
    }
    assert json.loads(ToolStatus.stderr("e").to_json()) == {
        "phase": "output",
        "output": "e",
        "stream": "stderr",
    }
    assert json.loads(ToolStatus(phase="parse").to_json()) == {"phase": "parse"}
    full = ToolStatus(phase="execute", message="m", percent_complete=0.0, eta_ms=0)
    assert json.loads(full.to_json()) == {
        "phase": "execute",
        "message": "m",
        "percent_complete": 0.0,
        "eta_ms": 0,
    }


def test_a_listener_that_is_awaited_holds_the_script_back() -> None:
    order: list[str] = []

    async def slow(status: ToolStatus) -> None:
        if status.output:
            await asyncio.sleep(0)
            order.append(f"heard {status.output.strip()}")

    commands = {"mark": lambda cx: order.append(f"ran {cx.args[0]}") or 0}
    tool = BashTool(commands=commands)
    asyncio.run(tool.execute_with_status(ToolRequest(commands="echo 1; mark 1; echo 2; mark 2"), slow))
    assert order == ["heard 1", "ran 1", "heard 2", "ran 2"]


def test_a_listener_that_raises_ends_the_streaming_and_not_the_script() -> None:
    heard: list[str] = []

    def broken(status: ToolStatus) -> None:
        heard.append(status.phase)
        if status.output:
            raise RuntimeError

    answer = asyncio.run(BashTool().execute_with_status(ToolRequest(commands="echo a; echo b"), broken))
    assert answer.stdout == "a\nb\n"
    assert heard == ["validate", "parse", "execute", "output"]


# Cancellation, and the loop around.


@pytest.mark.parametrize(
    "commands", ["while :; do :; done", "sleep 1000", "yes | cat > /dev/null", "cat /dev/zero | tr a b | wc"]
)
def test_a_cancelled_call_ends_at_once(commands: str) -> None:
    async def cancelled() -> None:
        limits = Limits(max_commands=10**9, max_loop_iterations=10**9, timeout_s=10_000)
        begun = asyncio.Event()
        tool = BashTool(limits=limits, commands={"begun": lambda _: begun.set() or 0})
        task = asyncio.create_task(tool.execute(ToolRequest(commands=f"begun; {commands}")))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())


def test_the_loop_goes_on_turning_while_a_script_runs() -> None:
    async def turns() -> int:
        limits = Limits(max_commands=10**7, max_loop_iterations=10**7)
        script = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"
        task = asyncio.create_task(BashTool(limits=limits).execute(ToolRequest(commands=script)))
        count = 0
        while not task.done():
            await asyncio.sleep(0)
            count += 1
        assert (await task).exit_code == 0
        return count

    assert asyncio.run(turns()) > 10
