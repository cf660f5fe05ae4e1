"""examples/scripted_tool.py: alone as it is shown, and governed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from runtime import ToolCall

SAID = ["Alice spent 1028", "laptop: 3 left", "mouse: sold out", "no user 9", "SAVE20-1"]


@pytest.fixture
def example(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("scripted_tool", root / "examples" / "scripted_tool.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_shows_what_its_scripts_give(root: Path) -> None:
    ran = subprocess.run(
        [sys.executable, root / "examples" / "scripted_tool.py"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert ran.stderr == ""
    assert [line for line in SAID if line not in ran.stdout] == []


def test_the_scripts_of_the_example_run_as_governed_calls(workspace: Any, example: ModuleType) -> None:
    with workspace.open(example.shop) as executor:
        said = [
            executor.call_sync("shop", {"commands": script}, grants=[ToolCall(["*"])]).output["stdout"]
            for script in example.SCRIPTS.values()
        ]
    assert [line for line in SAID if line not in "".join(said)] == []
    tools = {body.tool for _, body in workspace.records() if body.kind == "ToolInvoked"}
    assert tools == {"shop", "get_user", "list_orders", "get_inventory", "create_discount"}
