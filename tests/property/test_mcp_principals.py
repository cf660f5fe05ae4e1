"""Laws of a server with several clients: what one sees depends on its own authority and its own calls, and on nothing of another's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp.client.client import Client as McpClient
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, ResourceTemplateReference

from runtime import FsRead, ToolContext, tool
from runtime.audit.stores import location_of
from runtime.contracts.invocation import Principal
from runtime.host.executor import Executor
from runtime.host.settings import ServeSettings, load_settings
from runtime.host.workspace import initialise
from runtime.server.client import Client
from runtime.server.mcp import workspace_files
from runtime.server.mcp.handlers import Handlers
from runtime.server.records import CallRecords
from runtime.server.tool_folders import ToolFolders

META = "cathedral-runtime/"
NONE: dict[str, Any] = {"side_effects": ["none"], "risk": "read_only"}
FOLDERS = ("ada", "bob", "cyd")
POLICY = """\
package runtime.authz

import rego.v1

default decision := {"allow": false}

# A tool whose name ends with a principal's name is that principal's alone.
decision := {"allow": true} if {
	words := split(input.tool.name, "_")
	input.principal.id == concat("", ["agent:", words[count(words) - 1]])
}

decision := {"allow": true} if not startswith(input.tool.name, "own_")
"""


def _own(name: str) -> Any:
    @tool(name=f"own_{name}", description=f"For {name}", **NONE)
    def own(word: str = "") -> str:
        return f"{name}:{word}"

    return own


def _asking(name: str) -> Any:
    @tool(name=f"own_ask_{name}", description=f"For {name}", requires_approval=True, **NONE)
    def ask(word: str) -> str:
        return word

    return ask


@tool(description="Read", capabilities=[FsRead([])], side_effects=["fs_read"], risk="read_only")
def reading(ctx: ToolContext, path: str) -> str:
    return ctx.fs.read_bytes(path).decode()


TOOLS = (*map(_own, FOLDERS), *map(_asking, FOLDERS), reading, *workspace_files.TOOLS)
STEP = st.tuples(
    st.sampled_from(FOLDERS),
    st.sampled_from(["call", "ask", "read", "list", "steal_tool", "steal_file", "steal_call", "steal_state"]),
    st.sampled_from(FOLDERS),
    st.sampled_from(["legacy", "auto"]),
)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Executor, CallRecords]]:
    """One executor for all examples: what earlier ones left behind is nobody else's either."""
    folder = tmp_path_factory.mktemp("principals")
    key = initialise(folder, pin=False).verifier_key
    for file in (folder / "policies").glob("*"):
        file.unlink()
    (folder / "policies" / "authz.rego").write_text(POLICY)
    for name in FOLDERS:
        (folder / name).mkdir()
        (folder / name / "secret.txt").write_text(f"secret of {name}")
    given = load_settings(folder).settings
    with Executor.open(folder, tools=TOOLS, settings=given, isolation="in_process") as executor:
        yield executor, CallRecords(location_of(folder / ".runtime" / "audit"), (key,))


class _Model:
    """What has happened, and who may know of it."""

    def __init__(self, handlers: Handlers, current: list[Client]) -> None:
        self.handlers, self.current = handlers, current
        self.calls: dict[str, list[str]] = {name: [] for name in FOLDERS}
        self.made: dict[str, set[str]] = {name: set() for name in FOLDERS}
        self.states: dict[str, list[str]] = {name: [] for name in FOLDERS}

    def client(self, who: str) -> Client:
        return Client(
            name=f"token:{who}",
            principal=Principal(id=f"agent:{who}"),
            grants=(FsRead([who]),),
            approver=f"user:{who}",
        )

    async def step(self, who: str, deed: str, other: str, mode: str) -> None:
        self.current[:] = [self.client(who)]

        async def answer(context: Any, params: Any) -> ElicitResult:
            assert f"Asked by: agent:{who}" in params.message
            return ElicitResult(action="accept", content={"decision": "approve"})

        async with McpClient(
            self.handlers.server(),
            mode=mode,
            elicitation_callback=answer,  # type: ignore[arg-type]
        ) as mcp:
            await getattr(self, f"_{deed}")(mcp, who, other)

    async def _call(self, mcp: McpClient, who: str, _: str) -> None:
        result = await mcp.call_tool(f"own_{who}", {"word": "x"})
        assert result.content[0].text == f"{who}:x"
        self.calls[who].append(result.meta[f"{META}call"])

    async def _ask(self, mcp: McpClient, who: str, _: str) -> None:
        result = await mcp.call_tool(f"own_ask_{who}", {"word": "y"})
        assert result.content[0].text == "y"
        self.calls[who].append(result.meta[f"{META}call"])

    async def _read(self, mcp: McpClient, who: str, _: str) -> None:
        found = await mcp.read_resource(f"runtime://files/{who}/secret.txt")
        assert found.contents[0].text == f"secret of {who}"
        for call in self.calls[who][-1:]:
            record = json.loads((await mcp.read_resource(f"runtime://calls/{call}")).contents[0].text)
            assert f"agent:{who}" in str(record)

    async def _list(self, mcp: McpClient, who: str, _: str) -> None:
        named = {one.name for one in (await mcp.list_tools()).tools if one.name.startswith("own_")}
        assert named == {f"own_{who}", f"own_ask_{who}"}
        files = {one.uri for one in (await mcp.list_resources()).resources}
        assert files == {f"runtime://files/{who}/secret.txt"}
        for template, argument in (("runtime://tools/{tool}", "tool"), ("runtime://calls/{call}", "call")):
            reference = ResourceTemplateReference(uri=template)
            completed = await mcp.complete(reference, {"name": argument, "value": ""})
            tools = {one.name for one in (await mcp.list_tools()).tools}
            assert set(completed.completion.values) <= tools | {*self.calls[who]} | self.made[who]

    async def _steal_tool(self, mcp: McpClient, who: str, other: str) -> None:
        if who == other:
            return
        for name in (f"own_{other}", f"own_ask_{other}"):
            with pytest.raises(MCPError) as caught:
                await mcp.call_tool(name, {"word": "x"})
            assert other not in json.dumps(caught.value.error.data)
            with pytest.raises(MCPError):
                await mcp.read_resource(f"runtime://tools/{name}")

    async def _steal_file(self, mcp: McpClient, who: str, other: str) -> None:
        if who == other:
            return
        with pytest.raises(MCPError) as caught:
            await mcp.read_resource(f"runtime://files/{other}/secret.txt")
        missing = caught.value.error.data["code"]
        with pytest.raises(MCPError) as caught:
            await mcp.read_resource(f"runtime://files/{who}/nothing.txt")
        assert caught.value.error.data["code"] == missing

    async def _steal_call(self, mcp: McpClient, who: str, other: str) -> None:
        if who == other:
            return
        for call in self.calls[other][-2:]:
            for uri in (f"runtime://calls/{call}", f"runtime://calls/{call}/proof"):
                with pytest.raises(MCPError) as caught:
                    await mcp.read_resource(uri)
                assert caught.value.error.data["code"] == "resource.not_found"
            # An id that another gave its call is another's: this is a call of its own, with an outcome of its own.
            result = await mcp.call_tool(f"own_{who}", {"word": "z"}, meta={f"{META}call-id": call})
            assert (
                result.content[0].text == f"{who}:z" or result.meta[f"{META}error"]["code"] == "call.conflict"
            )
            assert other not in result.content[0].text.replace(call, "")
            self.made[who].add(result.meta[f"{META}call"])

    async def _steal_state(self, mcp: McpClient, who: str, other: str) -> None:
        """Answer a question of another's with the state that its client was given."""
        session = mcp.session
        if mcp.protocol_version < "2026":
            return
        asked = await session.call_tool(
            f"own_ask_{who}", {"word": f"w{len(self.states[who])}"}, allow_input_required=True
        )
        if getattr(asked, "request_state", None):
            self.states[who].append(asked.request_state)
        for state in self.states[other][-1:]:
            if who == other:
                continue
            with pytest.raises(MCPError) as caught:
                await session.call_tool(
                    f"own_ask_{other}",
                    {"word": f"w{len(self.states[other]) - 1}"},
                    request_state=state,
                    input_responses={
                        "approval": ElicitResult(action="accept", content={"decision": "approve"})
                    },
                    allow_input_required=True,
                )
            assert caught.value.error.code == -32602


@given(st.lists(STEP, min_size=3, max_size=12))
@settings(max_examples=10)
def test_no_client_sees_tools_files_calls_or_questions_of_another(
    hall: tuple[Executor, CallRecords], steps: list[tuple[str, str, str, str]]
) -> None:
    """T-SRV-03"""
    executor, records = hall

    async def session() -> None:
        current: list[Client] = []
        folders = ToolFolders(executor, ())
        model = _Model(Handlers(executor, ServeSettings(), records, folders, lambda _: current[0]), current)
        for step in steps:
            await model.step(*step)

    asyncio.run(session())
