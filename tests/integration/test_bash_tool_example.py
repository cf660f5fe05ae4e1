"""The example of examples/ that shows what the bash tool says, run as a reader would."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_the_example_shows_every_output_of_the_tool_and_no_value(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, root / "examples/show_tool_output.py"], capture_output=True, text=True, check=True
    )
    titles = [
        line.strip("= ").partition("(")[0] for line in done.stdout.splitlines() if line.startswith("=== ")
    ]
    assert titles == [
        "name, version", "short_description", "description", "system_prompt", "help", "input_schema", "output_schema",
        "execute_with_status",
    ]  # fmt: skip
    assert "a value that no document shows" not in done.stdout
    events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"phase"')]
    assert [event.get("output") for event in events if event["phase"] == "output"] == [
        "Hello, Ann!\n",
        "Hello, Bob!\n",
        "agent\n",
    ]
    assert done.stdout.rstrip().endswith("exit_code=3, error=None)")
