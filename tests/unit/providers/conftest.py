"""The shipped tools' declarations, and outcomes of real calls."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Annotated, Any

import pytest

import runtime.tools
from runtime.contracts.capability import FsRead
from runtime.contracts.invocation import Outcome
from runtime.contracts.manifest import Manifest
from runtime.host.executor import Executor
from runtime.sdk import as_tool, tool


@tool(description="Add up", side_effects=["none"], determinism="pure")
def add(
    terms: Annotated[list[int], "What is added"], start: int | None = None, note: str | None = "sum"
) -> dict[str, int]:
    return {"total": sum(terms) + (start or 0)}


@tool(description="Say a word", side_effects=["none"])
def say(word: str = "hello") -> str:
    return word


@tool(description="Draw a dot", side_effects=["none"], normalization="binary")
def draw() -> bytes:
    return b"\x00\xff"


@pytest.fixture(scope="session")
def shipped() -> list[Manifest]:
    """What every tool in `tools/` declares."""
    names = [module.name for module in pkgutil.iter_modules(runtime.tools.__path__)]
    return [
        as_tool(getattr(importlib.import_module(f"runtime.tools.{name}"), name)).manifest
        for name in names
        if not name.startswith("_")
    ]


@pytest.fixture
def executor(workspace: Any) -> Any:
    """One that can call everything that is shipped, and three tools more."""
    with workspace.open(add, say, draw) as executor:
        yield executor


@pytest.fixture
def outcomes(executor: Executor) -> dict[str, Outcome]:
    """How calls end: with an object, a text, bytes, a refusal, a failure of the tool."""
    call, grants = executor.call_sync, [FsRead(["."])]
    ended = {
        "object": call("read_file", {"path": "README.md"}, grants=grants),
        "text": call("say", {"word": "hi"}),
        "bytes": call("draw", {}),
        "refused": call("read_file", {"path": "README.md"}, grants=[]),
        "failed": call("read_file", {"path": "none.txt"}, grants=grants),
    }
    assert [outcome.ok for outcome in ended.values()] == [True, True, True, False, False]
    return ended
