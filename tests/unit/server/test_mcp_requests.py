"""What the server answers to the protocol's requests, in both of its eras."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Literal

import msgspec
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, ResourceTemplateReference

from runtime import CallEnded, CallEvent, tool
from runtime.host.settings import ServeSettings

from .conftest import NONE, add, client, count, note, run, say

ERAS = ("legacy", "auto")
META = "cathedral-runtime/"


def _error(result: Any) -> dict[str, Any]:
    assert result.is_error
    told = json.loads(result.content[0].text)["error"]
    assert told["code"] == result.meta[f"{META}error"]["code"]
    return told


@pytest.mark.parametrize("mode", ERAS)
def test_a_tool_is_listed_with_title_hints_and_both_schemas(hall, mode: str) -> None:
    async def session() -> None:
        async with hall(add) as served, served.enter(client(), mode) as mcp:
            listed = {one.name: one for one in (await mcp.list_tools()).tools}
            assert listed["add"].title == "Add"
            assert listed["add"].input_schema["required"] == ["a", "b"]
            assert listed["add"].output_schema["type"] == "object"
            hints = listed["add"].annotations
            assert (hints.read_only_hint, hints.destructive_hint) == (True, False)
            assert (hints.idempotent_hint, hints.open_world_hint) == (True, False)
            assert not {name for name in listed if name.startswith("mcp_")}

    run(session)


@pytest.mark.parametrize("mode", ERAS)
def test_an_output_comes_as_text_and_as_data_with_its_receipt(hall, mode: str, workspace) -> None:
    async def session() -> str:
        async with hall(add) as served, served.enter(client(), mode) as mcp:
            result = await mcp.call_tool("add", {"a": 1, "b": 2})
            assert result.structured_content == {"sum": 3}
            assert json.loads(result.content[0].text) == {"sum": 3}
            return result.meta[f"{META}call"]

    assert workspace.kinds(run(session))[-1] == "ToolCompleted"


@pytest.mark.parametrize("mode", ERAS)
def test_a_refused_call_is_a_coded_error_with_a_suggestion(hall, mode: str) -> None:
    async def session() -> None:
        async with hall(add) as served, served.enter(client(), mode) as mcp:
            told = _error(await mcp.call_tool("add", {"a": "one", "b": 2}))
            assert (told["code"], told["executed"]) == ("input.invalid", False)
            assert told["suggestion"]

    run(session)


@pytest.mark.parametrize("mode", ERAS)
def test_an_unknown_tool_is_a_protocol_error_that_names_the_nearest(hall, mode: str) -> None:
    async def session() -> None:
        async with hall(add) as served, served.enter(client(), mode) as mcp:
            with pytest.raises(MCPError) as caught:
                await mcp.call_tool("ad", {})
            assert caught.value.error.data["code"] == "tool.not_found"
            assert "'add'" in caught.value.error.data["suggestion"]

    run(session)


@pytest.mark.parametrize("mode", ERAS)
def test_a_tool_beyond_the_grants_is_neither_listed_nor_admitted_to_exist(hall, mode: str, workspace) -> None:
    async def session() -> None:
        async with hall(add, note) as served, served.enter(client(grants=()), mode) as mcp:
            assert "note" not in {one.name for one in (await mcp.list_tools()).tools}
            answers = []
            for name in ("note", "nonexistent"):
                with pytest.raises(MCPError) as caught:
                    await mcp.call_tool(name, {"name": "x"})
                answers.append((caught.value.error.code, caught.value.error.data))
            assert answers[0] == answers[1]

    run(session)
    denied = [body.code for record, body in workspace.records() if record.kind == "ToolDenied"]
    assert denied == ["capability.missing", "tool.not_found"]  # the log knows the difference


def test_a_tool_that_policy_denies_to_one_principal_is_shown_to_another(hall, workspace) -> None:
    workspace.policy(
        "package runtime.authz\n\nimport rego.v1\n\n"
        'default decision := {"allow": false}\n\n'
        'decision := {"allow": true} if input.principal.id == "agent:b"\n'
    )

    async def session() -> list[set[str]]:
        shown = []
        async with hall(add) as served:
            for who in ("agent:a", "agent:b"):
                async with served.enter(client(who)) as mcp:
                    shown.append({one.name for one in (await mcp.list_tools()).tools} & {"add"})
        return shown

    assert run(session) == [set(), {"add"}]


def test_a_tool_that_was_used_is_shown_although_examples_are_denied(hall, workspace) -> None:
    workspace.policy(
        "package runtime.authz\n\nimport rego.v1\n\n"
        'default decision := {"allow": false}\n\n'
        'decision := {"allow": true} if input.arguments.a == 41\n'
    )

    async def session() -> None:
        async with hall(add) as served, served.enter(client()) as mcp:
            assert "add" not in {one.name for one in (await mcp.list_tools()).tools}
            assert (await mcp.call_tool("add", {"a": 41, "b": 1})).structured_content == {"sum": 42}
            assert "add" in {one.name for one in (await mcp.list_tools()).tools}

    run(session)


@pytest.mark.parametrize("mode", ERAS)
def test_a_long_list_comes_in_pages_that_hold_each_tool_once(hall, mode: str) -> None:
    tools = []
    for number in range(230):

        @tool(name=f"tool_{number:03}", description="One of many", **NONE)
        def one() -> None: ...

        tools.append(one)

    async def session() -> None:
        async with hall(*tools) as served, served.enter(client(), mode) as mcp:
            names, cursor, pages = [], None, 0
            while True:
                page = await mcp.list_tools(cursor=cursor)
                names += [one.name for one in page.tools]
                pages += 1
                if (cursor := page.next_cursor) is None:
                    break
            assert names == sorted(set(names))
            assert {f"tool_{number:03}" for number in range(230)} <= set(names)
            assert pages == 3
            for wrong in ("not base64 !", "_", "x" * 100_000):
                with pytest.raises(MCPError) as caught:
                    await mcp.list_tools(cursor=wrong)
                assert caught.value.error.code == -32602

    run(session)


def test_progress_is_told_in_order_while_the_tool_runs(hall) -> None:
    """The later era's progress travels on a transport: `test_mcp_over_http` follows it there."""
    told: list[tuple[float, str | None]] = []

    async def note_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message))

    async def session() -> None:
        async with hall(count) as served, served.enter(client(), "legacy") as mcp:
            result = await mcp.call_tool("count", {"to": 5}, progress_callback=note_progress)
            assert json.loads(result.content[0].text) == 5

    run(session)
    assert [message for _, message in told if message and message[0].isdigit()] == [
        f"{number} ({20 * number} %)" for number in range(5)
    ]
    assert [progress for progress, _ in told] == sorted({progress for progress, _ in told})


@pytest.mark.parametrize("mode", ERAS)
def test_a_cancelled_request_ends_its_call_on_record(hall, mode: str, workspace) -> None:
    begun = asyncio.Event()

    @tool(description="Wait for ever", **NONE)
    async def wait() -> None:
        begun.set()
        await asyncio.Event().wait()

    async def session() -> None:
        async with hall(wait) as served, served.enter(client(), mode) as mcp:
            calling = asyncio.create_task(mcp.call_tool("wait", {}))
            await begun.wait()
            calling.cancel()
            await asyncio.wait({calling})

    run(session)
    assert [record.kind for record, _ in workspace.records()][-1] == "ToolAborted"


@pytest.mark.parametrize("mode", ERAS)
def test_a_call_continues_the_trace_that_its_request_names(hall, mode: str) -> None:
    position = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    seen: list[CallEvent] = []

    async def session() -> None:
        async with hall(add, observers=[seen.append]) as served, served.enter(client(), mode) as mcp:
            for meta in ({"traceparent": position}, {"traceparent": "00-0-0-0"}, {"traceparent": 7}):
                await mcp.call_tool("add", {"a": 1, "b": 2}, meta=meta)

    run(session)
    traces = [one.trace and one.trace.traceparent for one in seen if isinstance(one, CallEnded)]
    assert traces == [position, None, None]


def test_a_named_call_that_is_repeated_runs_once(hall, workspace) -> None:
    ran = []

    @tool(description="Count its runs", **NONE)
    def once() -> int:
        ran.append(1)
        return len(ran)

    async def session() -> list[str]:
        async with hall(once) as served, served.enter(client()) as mcp:
            meta = {f"{META}call-id": "mine-1"}
            return [(await mcp.call_tool("once", {}, meta=meta)).content[0].text for _ in range(3)]

    assert run(session) == ["1", "1", "1"]
    assert len(ran) == 1


# -- approvals -------------------------------------------------------------------------------------------------


def _answering(*answers: ElicitResult, shown: list[str] | None = None) -> Any:
    left = list(answers)

    async def answer(context: Any, params: Any) -> ElicitResult:
        if shown is not None:
            shown.append(params.message)
        return left.pop(0)

    return answer


def _yes(**content: str) -> ElicitResult:
    return ElicitResult(action="accept", content={"decision": "approve", **content})


@pytest.mark.parametrize("mode", ERAS)
def test_the_person_at_the_client_approves_what_is_shown(hall, mode: str, workspace) -> None:
    shown: list[str] = []

    async def session() -> str:
        async with (
            hall(say) as served,
            served.enter(
                client(approver="user:ana"), mode, elicitation_callback=_answering(_yes(), shown=shown)
            ) as mcp,
        ):
            result = await mcp.call_tool("say", {"word": "hello"})
            assert result.content[0].text == "said hello"
            return result.meta[f"{META}call"]

    call = run(session)
    assert any("Tool: say" in line for line in shown[0].splitlines())
    assert "  word: hello" in shown[0].splitlines()
    decided = next(body for body in workspace.bodies(call) if body.kind == "ApprovalDecided")
    assert decided.approver == "user:ana"


@pytest.mark.parametrize("mode", ERAS)
def test_an_approver_has_other_arguments_run(hall, mode: str) -> None:
    async def session() -> None:
        answers = _answering(_yes(arguments='{"word": "goodbye"}'))
        async with (
            hall(say) as served,
            served.enter(client(approver="user:ana"), mode, elicitation_callback=answers) as mcp,
        ):
            assert (await mcp.call_tool("say", {"word": "hello"})).content[0].text == "said goodbye"

    run(session)


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (ElicitResult(action="decline"), "approval.rejected"),
        (ElicitResult(action="accept", content={"decision": "reject"}), "approval.rejected"),
        (ElicitResult(action="accept", content={}), "approval.rejected"),
        (ElicitResult(action="cancel"), "approval.required"),
        (_yes(arguments="[1]"), "input.invalid"),
        (_yes(arguments='{"word": 5}'), "input.invalid"),
    ],
)
def test_anything_but_a_clear_yes_runs_nothing(hall, mode: str, answer: ElicitResult, code: str) -> None:
    async def session() -> None:
        async with (
            hall(say) as served,
            served.enter(client(approver="user:ana"), mode, elicitation_callback=_answering(answer)) as mcp,
        ):
            assert _error(await mcp.call_tool("say", {"word": "hello"}))["code"] == code

    run(session)


@pytest.mark.parametrize("mode", ERAS)
def test_a_question_waits_in_the_inbox_where_nobody_at_the_client_may_answer(hall, mode: str) -> None:
    """T-SRV-04: a client that answers its own questions would make approval a formality."""

    async def session() -> None:
        asked: list[str] = []
        answers = _answering(_yes(), _yes(), shown=asked)
        for who, options in ((client(), {"elicitation_callback": answers}), (client(approver="user:a"), {})):
            async with hall(say) as served, served.enter(who, mode, **options) as mcp:
                told = _error(await mcp.call_tool("say", {"word": "hello"}))
                assert told["code"] == "approval.required"
                assert [one.state for one in served.executor.inbox.entries()] == ["pending"]
        assert asked == []

    run(session)


# -- resources -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ERAS)
def test_granted_files_are_resources_and_each_reading_is_on_record(hall, mode: str, workspace) -> None:
    (workspace.folder / "notes").mkdir()
    (workspace.folder / "notes" / "a b.txt").write_text("one")
    (workspace.folder / "notes" / "raw.bin").write_bytes(b"\xff\x00")

    async def session() -> None:
        from runtime import FsRead

        who = client(grants=(FsRead(["notes"]),))
        async with hall() as served, served.enter(who, mode) as mcp:
            listed = [one.uri for one in (await mcp.list_resources()).resources]
            assert listed == ["runtime://files/notes/a%20b.txt", "runtime://files/notes/raw.bin"]
            assert (await mcp.read_resource(listed[0])).contents[0].text == "one"
            assert (await mcp.read_resource(listed[1])).contents[0].blob == "/wA="

    run(session)
    tools = [body.tool for record, body in workspace.records() if record.kind == "ToolInvoked"]
    assert tools == ["mcp_list_resources", "mcp_read_resource", "mcp_read_resource"]


@pytest.mark.parametrize(
    "uri",
    [
        "runtime://files/../README.md",
        "runtime://files/notes/../README.md",
        "runtime://files/notes/%2e%2e/README.md",
        "runtime://files/notes/..%2fREADME.md",
        "runtime://files//etc/passwd",
        "runtime://files/%2Fetc%2Fpasswd",
        "runtime://files/notes/%00",
        "runtime://files/notes/%ff",
        "runtime://files/README.md",
        "runtime://files/.runtime/keys/log.key",
        "runtime://files/",
        "file:///etc/passwd",
        "runtime://calls/../x",
        "runtime://calls/",
        "runtime://tools/nonexistent",
        "runtime://files/" + "a/" * 5000,
    ],
)
def test_no_spelling_of_a_resource_leads_out_of_the_grants(hall, uri: str, workspace) -> None:
    """T-SRV-05"""
    from runtime import FsRead

    (workspace.folder / "notes").mkdir()

    async def session() -> None:
        async with hall() as served, served.enter(client(grants=(FsRead(["notes"]),))) as mcp:
            with pytest.raises(MCPError) as caught:
                await mcp.read_resource(uri)
            assert caught.value.error.data["code"] == "resource.not_found"

    run(session)


@pytest.mark.parametrize("mode", ERAS)
def test_a_client_reads_the_record_and_the_proof_of_its_own_calls_alone(hall, mode: str) -> None:
    async def session() -> None:
        async with hall(add) as served:
            async with served.enter(client("agent:a"), mode) as mcp:
                made = (await mcp.call_tool("add", {"a": 1, "b": 2})).meta[f"{META}call"]
                record = json.loads((await mcp.read_resource(f"runtime://calls/{made}")).contents[0].text)
                assert record["calls"][0][0]["kind"] == "ToolInvoked"
                assert any('"sum":3' in str(one.get("vault")) for one in record["calls"][0])
            async with served.enter(client("agent:b"), mode) as mcp:
                for uri in (f"runtime://calls/{made}", f"runtime://calls/{made}/proof"):
                    with pytest.raises(MCPError) as caught:
                        await mcp.read_resource(uri)
                    assert caught.value.error.data["code"] == "resource.not_found"
            async with served.enter(client("user:eve", is_auditor=True), mode) as mcp:
                record = json.loads((await mcp.read_resource(f"runtime://calls/{made}")).contents[0].text)
                assert record["call"] == made
                assert "vault" not in str(record)

    run(session)


@pytest.mark.parametrize("mode", ERAS)
def test_listed_values_of_an_argument_complete_its_template(hall, mode: str) -> None:
    @tool(description="Paint", **NONE)
    def paint(colour: Literal["red", "rose", "blue"]) -> str:
        return colour

    async def session() -> None:
        async with hall(paint, note) as served, served.enter(client(grants=()), mode) as mcp:
            reference = ResourceTemplateReference(uri="runtime://tools/{tool}/arguments/{argument}/{value}")

            async def values(name: str, value: str, **given: str) -> list[str]:
                argument = {"name": name, "value": value}
                found = await mcp.complete(reference, argument, context_arguments=given)
                return found.completion.values

            assert await values("value", "r", tool="paint", argument="colour") == ["red", "rose"]
            assert await values("argument", "", tool="paint") == ["colour"]
            assert await values("tool", "pa") == ["paint"]
            assert await values("tool", "not") == []
            assert await values("argument", "", tool="note") == []

    run(session)


# -- limits ----------------------------------------------------------------------------------------------------


def test_a_client_has_no_more_calls_under_way_than_the_settings_allow(hall) -> None:
    """T-SRV-07"""
    begun, go_on = asyncio.Event(), asyncio.Event()

    @tool(description="Hold on", **NONE)
    async def hold() -> str:
        begun.set()
        await go_on.wait()
        return "done"

    async def session() -> None:
        async with (
            hall(hold, settings=ServeSettings(calls=1)) as served,
            served.enter(client()) as mcp,
        ):
            first = asyncio.create_task(mcp.call_tool("hold", {}))
            await begun.wait()
            told = _error(await mcp.call_tool("hold", {}))
            assert told["code"] == "runtime.overloaded"
            go_on.set()
            assert (await first).content[0].text == "done"
            assert (await mcp.call_tool("hold", {})).content[0].text == "done"

    run(session)


def test_what_the_operator_must_mend_names_no_file_to_the_client(hall, workspace) -> None:
    async def session() -> None:
        async with hall(add) as served, served.enter(client()) as mcp:
            served.executor._lifecycle.stop("the executor is closed")
            told = _error(await mcp.call_tool("add", {"a": 1, "b": 2}))
            assert told["code"] == "runtime.closed"
            assert str(workspace.folder) not in msgspec.json.encode(told).decode()

    run(session)
