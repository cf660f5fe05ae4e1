"""The runtime as a client of itself: two policies, two logs, one call."""

from __future__ import annotations

from typing import Any

import msgspec
from mcp_server_process import add_token, make_workspace, serving
from mcp_servers import accept_tools, name_server

from runtime import NetWrite
from runtime.audit.verify.verifier import verify
from runtime.host.executor import Executor
from runtime.host.settings import SecretSettings


def _outer(workspace: Any, url: str) -> Executor:
    host = url.rpartition("/")[0]
    secret = SecretSettings(env="INNER_TOKEN", hosts=(host,), tools=("inner.*",), workspaces=("*",))
    settings = msgspec.structs.replace(workspace.settings, secrets={"INNER": secret})
    return Executor.open(workspace.folder, settings=settings, isolation="in_process")


def test_a_call_through_two_runtimes_is_governed_and_recorded_in_both(
    workspace, tmp_path, monkeypatch, user_home
):
    """T-MCP-08"""
    inner = make_workspace(tmp_path / "inner")
    monkeypatch.setenv("INNER_TOKEN", add_token(inner, "outer", "fs_read=notes"))
    with serving(inner) as server:
        host = server.url.rpartition("/")[0]
        own = user_home / ".config" / "cathedral-runtime" / "config.toml"
        own.write_text(
            f'[secrets.INNER]\nenv = "INNER_TOKEN"\nhosts = ["{host}"]\ntools = ["inner.*"]\nworkspaces = ["*"]\n'
        )
        own.chmod(0o600)
        headers = {"Authorization": "Bearer {secret:INNER}"}
        name_server(workspace.folder, "inner", url=server.url, grants={}, headers=headers)
        accept_tools(workspace.folder, "inner")
        with _outer(workspace, server.url) as executor:
            added = executor.call_sync("inner.add", {"a": 1, "b": 2}, grants=[NetWrite([host])])
            note = executor.call_sync("inner.note", {"name": "one.txt"}, grants=[NetWrite([host])])
            wrong = executor.call_sync("inner.add", {"a": "x", "b": 2}, grants=[NetWrite([host])])
            closed = executor.call_sync("inner.read_file", {"path": ".env"}, grants=[NetWrite([host])])
    assert (added.output, note.output) == ({"sum": 3}, "a note")
    assert wrong.error.code == "input.invalid"  # the outer one's: nothing was sent
    assert closed.error.code == "server_error"
    assert "policy.denied" in closed.error.message
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).ok
