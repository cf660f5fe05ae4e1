"""Fifty ways to hide a command: each runs what it hides where that is there, and reaches nothing where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_server import Server, response, serving

from runtime.bash import Bash
from runtime.contracts.capability import NetRead
from runtime.host.executor import Executor

CASES = sorted((Path(__file__).resolve().parents[1] / "cases" / "hidden_commands").glob("*.sh"))


def script(case: Path, command: str, argument: str) -> str:
    return case.read_text("utf-8").replace("@COMMAND@", command).replace("@ARGUMENT@", argument)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(**{"": response(b"reached\n")}) as found:
        yield found


@pytest.fixture
def executor(workspace: Any) -> Iterator[Executor]:
    with workspace.open(approvals=False) as opened:
        yield opened


def test_there_are_at_least_forty_of_them() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_hidden_curl_reaches_the_network_with_the_capability_and_never_without(
    case: Path, server: Server, executor: Executor
) -> None:
    """T-SH-15: the first half proves that the second would see it."""
    commands = {"commands": script(case, "curl", server.url("/"))}
    before = server.connections
    granted = executor.call_sync("bash", commands, grants=[NetRead([server.address])])
    assert server.connections > before, granted
    before = server.connections
    for grants in ([], [NetRead(["127.0.0.2", "example.org"])]):
        refused = executor.call_sync("bash", commands, grants=grants)
        assert refused.ok
        assert "reached" not in str(refused.output)
    assert server.connections == before


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_hidden_command_is_seen_before_it_runs_or_said_to_be_unknown(case: Path) -> None:
    """T-SH-16"""
    told = (
        Bash()
        .analyze(script(case, "curl", "http://h.example/"))
        .summary(cwd="/workspace", home="/home/agent")
    )
    assert "curl" in told["commands"] or told["unknown"] == ["commands", "hosts", "reads", "writes"]
