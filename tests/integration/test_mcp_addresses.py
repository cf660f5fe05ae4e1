"""MCP servers at addresses: asked through the call's own way to the web, and trusted no more than a program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from mcp_addresses import STATELESS, Served, serving
from mcp_servers import accept_tools, name_server, offered_by

from runtime import FsRead, NetWrite
from runtime.audit.verify.verifier import verify
from runtime.contracts.errors import Error
from runtime.host.executor import Executor
from runtime.host.settings import SecretSettings

CODES = {
    "sse": "streamed", "endless": "and on", "silent": "mcp.gone", "otherid": "mcp.protocol", "flood": "mcp.flooded",
    "redirect": "mcp.protocol", "html": "mcp.protocol", "unauthorized": "mcp.unreachable", "broken": "mcp.gone",
    "cut": "mcp.gone", "asks": "mcp.asked_back", "forgotten": "mcp.gone",
}  # fmt: skip


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


def _grants(served: Served) -> list[Any]:
    return [NetWrite([f"http://127.0.0.1:{served.server_port}"])]


def test_each_behaviour_of_an_address_has_its_end_and_the_next_call_works(workspace, served):
    """T-MCP-04 T-MCP-08"""
    name_server(workspace.folder, "far", url=served.url("json"), grants={})
    accept_tools(workspace.folder, "far")
    ends = {}
    with workspace.open() as executor:
        for name in CODES:
            served.mode = name
            outcome = executor.call_sync("far.echo", {}, grants=_grants(served))
            ends[name] = outcome.output if outcome.ok else outcome.error.code
            served.mode = ""
            after = executor.call_sync("far.echo", {"say": "on"}, grants=_grants(served))
            assert after.output == "json on", name
    assert ends == CODES
    assert not any("elsewhere" in path for path, _, _ in served.seen)
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).ok


def test_a_call_that_may_not_reach_the_address_is_refused_before_anything_is_sent(workspace, served):
    """T-MCP-01"""
    name_server(workspace.folder, "far", url=served.url("json"), grants={})
    accept_tools(workspace.folder, "far")
    before = len(served.seen)
    with workspace.open() as executor:
        refused = executor.call_sync("far.echo", {}, grants=[FsRead(["."])])
    assert refused.error.code == "capability.missing"
    assert len(served.seen) == before


@pytest.mark.parametrize("kind", ["badsession", "longsession"])
def test_a_session_id_that_is_no_plain_text_is_never_sent_back(workspace, served, kind):
    """T-MCP-08"""
    name_server(workspace.folder, "far", url=served.url(kind), grants={})
    with pytest.raises(Error) as refused:
        offered_by(workspace.folder, "far")
    assert refused.value.code == "mcp.protocol"
    assert not any("Mcp-Session-Id" in headers for _, headers, _ in served.seen)


def test_principals_have_sessions_of_their_own(workspace, served):
    """T-MCP-02"""
    name_server(workspace.folder, "far", url=served.url("json"), grants={})
    accept_tools(workspace.folder, "far")
    served.seen.clear()
    with workspace.open() as executor:
        for principal in ("a", "a", "b"):
            assert executor.call_sync("far.echo", {}, grants=_grants(served), principal=principal).ok
    methods = [message.get("method") for _, _, message in served.seen]
    assert methods.count("initialize") == 2
    assert methods.count("tools/call") == 3


def test_a_server_of_the_version_without_a_handshake_is_asked_as_it_wants(workspace, served):
    name_server(workspace.folder, "far", url=served.url("stateless"), grants={})
    accept_tools(workspace.folder, "far")
    with workspace.open() as executor:
        told = executor.call_sync("far.echo", {"say": "x"}, grants=_grants(served))
    _, headers, message = served.seen[-1]
    assert told.output == "json x"
    assert (headers["Mcp-Protocol-Version"], headers["Mcp-Method"], headers["Mcp-Name"]) == (
        STATELESS, "tools/call", "echo",
    )  # fmt: skip
    assert message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == STATELESS


def _with_secret(workspace: Any, served: Served, tools: tuple[str, ...]) -> Executor:
    host = f"http://127.0.0.1:{served.server_port}"
    secret = SecretSettings(env="FAR_TOKEN", hosts=(host,), tools=tools, workspaces=("*",))
    settings = msgspec.structs.replace(workspace.settings, secrets={"FAR": secret})
    return Executor.open(workspace.folder, settings=settings, isolation="in_process")


def test_a_secret_goes_to_its_address_for_its_tools_and_never_comes_back(workspace, served, monkeypatch):
    """T-MCP-08"""
    monkeypatch.setenv("FAR_TOKEN", "very-secret-token")
    name_server(workspace.folder, "far", url=served.url("json"), grants={})
    accept_tools(workspace.folder, "far")
    file = workspace.folder / "runtime.toml"
    file.write_text(file.read_text() + 'headers = {Authorization = "Bearer {secret:FAR}"}\n')
    with _with_secret(workspace, served, ("far.*",)) as executor:
        told = executor.call_sync("far.echo", {"say": "who"}, grants=_grants(served))
    with _with_secret(workspace, served, ("other.*",)) as executor:
        refused = executor.call_sync("far.echo", {"say": "who"}, grants=_grants(served))
    sent = [headers["Authorization"] for _, headers, m in served.seen if m.get("method") == "tools/call"]
    assert sent == ["Bearer very-secret-token"]
    assert told.output == "Bearer [secret FAR]"
    assert refused.error.code == "backend.unavailable"


def test_a_client_with_credentials_asks_for_one_token_and_uses_it(workspace, served, monkeypatch):
    """T-MCP-08"""
    monkeypatch.setenv("FAR_TOKEN", "very-secret-token")
    name_server(workspace.folder, "far", url=served.url("json"), grants={})
    accept_tools(workspace.folder, "far")
    file = workspace.folder / "runtime.toml"
    oauth = f'token_url = "{served.url("token")}"\nclient_id = "me"\nclient_secret = "{{secret:FAR}}"\n'
    file.write_text(f"{file.read_text()}\n[mcp.servers.far.oauth]\n{oauth}")
    with _with_secret(workspace, served, ("far.*",)) as executor:
        told = [
            executor.call_sync("far.echo", {"say": "who"}, grants=_grants(served)).output for _ in range(2)
        ]
    asked = [body for path, _, body in served.seen if path == "/token"]
    assert told == ["Bearer [secret access token]"] * 2
    assert asked == [b"grant_type=client_credentials"]
