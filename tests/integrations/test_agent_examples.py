"""The examples of agent frameworks run as a reader would run them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("pydantic_ai_agent", '{"in_stock":1}'),
        ("openai_agent", 'deploy {"service": "web"}: yes\nThe service is out.'),
        ("langgraph_agent", "Buy milk."),
    ],
)
def test_an_example_prints_what_its_agent_did(root: Path, tmp_path: Path, name: str, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, str(root / "examples" / "agents" / f"{name}.py")],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert printed in done.stdout
