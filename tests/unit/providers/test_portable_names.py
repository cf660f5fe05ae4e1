"""Names of other servers' tools, in the spelling that providers of models accept."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.manifest import NAME, Manifest
from runtime.contracts.mcp import SERVER_NAME, TOOL_NAME, McpTool
from runtime.providers import PROVIDERS
from runtime.providers.names import portable_name


@given(st.from_regex(SERVER_NAME, fullmatch=True), st.from_regex(TOOL_NAME, fullmatch=True))
def test_every_name_of_a_servers_tool_has_a_spelling_that_providers_accept(server, tool):
    assert NAME.fullmatch(portable_name(f"{server}.{tool}"))


@given(st.from_regex(NAME, fullmatch=True))
def test_a_name_of_ours_is_its_own_spelling(name):
    assert portable_name(name) == name


def test_a_call_in_a_providers_spelling_is_a_call_of_the_servers_tool():
    manifest = Manifest(
        name="files.read",
        description="Read",
        input_schema={"type": "object"},
        output_schema={},
        source="mcp",
        mcp=McpTool(
            server="files", tool="read", definition="blake3:" + "0" * 64, reached="blake3:" + "0" * 64
        ),
    )
    defined = {name: str(provider.definition(manifest)) for name, provider in PROVIDERS.items()}
    assert {name for name, text in defined.items() if re.search("files__read", text)} == {*PROVIDERS} - {
        "mcp"
    }
    call = {"type": "tool_use", "id": "1", "name": "files__read", "input": {}}
    assert PROVIDERS["anthropic"].call(call, [manifest]).tool == "files.read"
