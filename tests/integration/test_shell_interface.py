"""The tool interface specification's command lines, as printed there, over the governed runtime."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from program_tools import name_tools_folder

from runtime.cli.commands.tools import command as tools_command

ARGUMENTS = '\'{"location": "Half Moon Bay", "unit": "celsius"}\''
STUBBED = '{"location":"Half Moon Bay","temperature":"15","unit":"celsius","condition":"Sunny"}'


@pytest.fixture
def bash(workspace: Any, root: Path) -> Any:
    """Run a script in a workspace with the shims; what it printed, its errors, its status."""
    folder = workspace.folder
    shutil.copytree(root / "tools" / "shims", folder / "tools")
    (folder / "lib").mkdir()
    printed = CliRunner().invoke(tools_command, ["functions"]).output
    for name in ("discover.sh", "dispatch.sh"):
        (folder / "lib" / name).write_text(printed)
    name_tools_folder(folder)
    workspace.accept()
    commands = folder.parent / "bin"
    commands.mkdir()
    (commands / "runtime").write_text(f'#!/bin/sh\nexec {sys.executable} -m runtime "$@"\n')
    (commands / "runtime").chmod(0o755)

    def run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {
            **os.environ,
            "PATH": f"{commands}:{os.environ['PATH']}",
            "PYTHONPATH": str(root),
            **environment,
        }
        return subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            env=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )

    return run


def test_every_command_line_of_the_specification_runs_as_printed(bash):
    catalog = bash(
        """source lib/discover.sh
        catalog=$(discover_tools "$SHELLCLAW_TOOLS_DIR")
        jq -c 'map(.name)' <<<"$catalog"
        discover_tools tools/ | jq .
        """,
        SHELLCLAW_TOOLS_DIR="tools",
    )
    names, _, rest = catalog.stdout.partition("\n")
    tools = {tool["name"]: tool for tool in json.loads(rest)}
    assert json.loads(names) == list(tools)
    described = json.loads(bash("./tools/get_weather.sh --describe").stdout)
    wanted = {field: described[field] for field in ("name", "description", "parameters")}
    assert tools["get_weather"] == wanted
    printed = bash("tools/get_weather.sh --describe | jq .; cat tools/get_weather.sh")
    assert json.loads(printed.stdout[: printed.stdout.index("#!")]) == described
    direct = bash(f"./tools/get_weather.sh {ARGUMENTS}", SHELLCLAW_STUB="1")
    assert direct.stdout == f"{STUBBED}\n"
    names_only = bash("source lib/discover.sh; discover_tools tools/ | jq '.[].name'")
    assert names_only.stdout.split() == [f'"{name}"' for name in tools]
    single = bash(
        """source lib/discover.sh
        schema=$(discover_tool "tools/get_weather.sh")
        echo "$schema"
        """
    )
    assert json.loads(single.stdout) == wanted


def test_calls_are_validated_and_dispatched_as_printed_and_denied_by_default(bash, workspace):
    """T-EXE-06"""
    done = bash(
        """source lib/discover.sh
        source lib/dispatch.sh
        catalog=$(discover_tools "tools")
        validate_tool_call "$catalog" "get_weather" '{"location":"NYC"}' || exit 9
        validate_tool_call "$catalog" "get_weather" '{"place":"NYC"}' && exit 8
        validate_tool_call "$catalog" "unknown" '{}' && exit 7
        result=$(dispatch_tool "tools" "get_weather" '{"location":"NYC"}')
        echo "$result"
        dispatch_tool tools unknown '{}' && exit 6
        dispatch_tool tools read_file '{"path": "README.md"}' && exit 5
        dispatch_tool tools count_lines '{"paths": ["x"]}' || exit 4
        """,
        SHELLCLAW_STUB="1",
    )
    assert done.returncode == 0, done.stderr
    weather, *rest = done.stdout.splitlines()
    assert json.loads(weather) == {
        "location": "NYC",
        "temperature": "15",
        "unit": "celsius",
        "condition": "Sunny",
    }
    assert rest == ["3 notes.txt"]
    assert done.stderr.count("tool.not_found") == 3
    invoked = [body for _, body in workspace.records() if body.kind == "ToolInvoked"]
    assert [(body.tool, body.version) for body in invoked] == [
        ("get_weather", "1.0.0+stub"),
        ("count_lines", "1.0.0+stub"),
    ]


def test_the_shims_do_what_they_say_under_governance(workspace, root):
    from runtime import FsRead

    shutil.copytree(root / "tools" / "shims", workspace.folder / "tools")
    (workspace.folder / "people.csv").write_text("name,town\nAda,London\nBlaise,Paris\nRené,Paris\n")
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "README.md"], ["commit", "-qm", "first: a subject"]):
        subprocess.run([*git, *words], cwd=workspace.folder, check=True)
    name_tools_folder(workspace.folder)
    with workspace.open() as executor:

        def output(tool: str, /, **arguments: Any) -> Any:
            done = executor.call_sync(tool, arguments, grants=[FsRead(["."])])
            assert done.ok, done.error
            return done.output

        assert output("disk_usage", path="README.md").split()[1] == "README.md"
        (commit,) = output("git_log")
        assert (commit["author"], commit["subject"]) == ("A", "first: a subject")
        assert output("system_info")["processors"] == os.cpu_count()
        summary = output("csv_summary", path="people.csv")
        assert summary["columns"]["town"] == {"values": 3, "distinct": 2, "examples": ["London", "Paris"]}
        assert output("json_diff", before={"a": [1, 2]}, after={"a": [1, 3], "b/c": 0}) == [
            {"at": "/a/1", "before": 2, "after": 3},
            {"at": "/b~1c", "before": None, "after": 0},
        ]
        assert output("count_lines", paths=["README.md", "people.csv"]).split()[-2:] == ["5", "total"]
        refused = executor.call_sync("http_status", {"url": "https://example.org/"}, grants=[])
        assert refused.error.code == "capability.missing"
