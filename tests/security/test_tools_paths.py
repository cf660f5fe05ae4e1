"""One table of escapes against every shipped tool that takes a path: none leaves the workspace, none hangs."""

from __future__ import annotations

import importlib
import json
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.errors import Error
from runtime.sdk import as_tool

SECRET = "the neighbour's secret"
ESCAPES = json.loads((Path(__file__).parents[1] / "cases" / "paths" / "escapes.json").read_text("utf-8"))
PLACEHOLDERS = {"$LONG": "l" * 256, "$DEEP": "d/" * 2100 + "a.txt"}
ARGUMENTS: dict[str, Callable[[str], dict[str, Any]]] = {
    "read_file": lambda path: {"path": path},
    "create_file": lambda path: {"path": path, "content": "planted"},
    "list_dir": lambda path: {"path": path},
    "grep_search": lambda path: {"pattern": "e", "file_pattern": path},
    "replace_string_in_file": lambda path: {"path": path, "old_string": "e", "new_string": "E"},
    "create_directory": lambda path: {"path": path},
    "file_search": lambda path: {"pattern": "**", "base_path": path},
    "sql_query": lambda path: {"path": path, "sql": "select 1"},
}
# The words of `ctx.db` where the other tools speak of paths; in a governed call most of these paths end before the tool runs.
OWN_CODES = {
    "sql_query": {"capability.exceeded", "file_not_found", "invalid_argument", "not_readable", "query_failed"}
}
# A tool that has not answered by then hangs: each of these calls takes milliseconds.
HANGS_AFTER_S = 20.0


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace beside a secret; it is the current folder, so that short socket names can be bound."""
    folder = tmp_path / "workspace"
    (folder / "src").mkdir(parents=True)
    (folder / "inside.txt").write_text("welcome\n")
    (folder / "src" / "a.txt").write_text("welcome\n")
    (tmp_path / "secret.txt").write_text(SECRET)
    monkeypatch.chdir(folder)
    return folder


def _bind(where: str) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(where)


MAKERS: dict[str, Callable[..., object]] = {
    "link": lambda where, target: Path(where).symlink_to(target),
    "fifo": os.mkfifo,
    "socket": _bind,
    "file": lambda where: Path(where).touch(),
}


def _run(name: str, path: str, workspace: Path) -> tuple[str, str]:
    """The call's code, ``ok`` where it succeeds, and everything that it let out."""
    tool = as_tool(getattr(importlib.import_module(f"runtime.tools.{name}"), name))
    context = CallContext(
        "call-1",
        CapabilitySet(tool.manifest.required_capabilities),
        tool.manifest.resource_bounds,
        workspace=workspace,
    )
    answer: list[tuple[str, str]] = []

    def call() -> None:
        try:
            context.start()
            answer.append(("ok", json.dumps(tool.execute(ARGUMENTS[name](path), context))))
        except Error as error:
            answer.append((error.code, f"{error.message} {error.suggestion} {error.details}"))

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(HANGS_AFTER_S)
    assert not thread.is_alive(), "the tool hangs"
    assert answer, "the tool raised something that is no coded error"
    return answer[0]


def _around(workspace: Path) -> dict[str, bytes]:
    """Everything beside the workspace."""
    return {
        str(path.relative_to(workspace.parent)): path.read_bytes() if path.is_file() else b""
        for path in workspace.parent.rglob("*")
        if workspace not in (path, *path.parents)
    }


def _grep_codes(row: dict[str, Any]) -> list[str]:
    """What is right for a glob: no link at its end is followed, and what fits no file is simply not found."""
    codes = row["codes"]
    return [*codes.get("grep_search", codes.get("*", [])), "ok", "invalid_glob"]


@pytest.mark.parametrize("tool", sorted(ARGUMENTS))
@pytest.mark.parametrize("row", ESCAPES, ids=lambda row: row["name"].replace(" ", "-"))
def test_no_path_leads_a_tool_out_of_the_workspace(workspace: Path, row: dict[str, Any], tool: str) -> None:
    """T-TOOL-01: by parents, links, devices, pipes, NULs, long names, foreign separators or spellings."""
    for kind, *names in row.get("make", []):
        MAKERS[kind](*names)
    path = row["path"]
    for placeholder, text in PLACEHOLDERS.items():
        path = path.replace(placeholder, text)
    before = _around(workspace)

    code, said = _run(tool, path, workspace)

    codes = row["codes"]
    wanted = _grep_codes(row) if tool == "grep_search" else codes.get(tool, codes.get("*"))
    assert code in {*(wanted or ()), *OWN_CODES.get(tool, ())}
    assert SECRET not in said
    assert str(workspace.parent) not in said
    assert "root:" not in said
    assert _around(workspace) == before


@pytest.mark.parametrize(
    "file_pattern", ["../*", "/etc/*", "src/../../*", "{../*,x}", "*/../../*", "out/*", "out/**"]
)
def test_no_glob_finds_what_lies_outside(workspace: Path, file_pattern: str) -> None:
    """T-TOOL-01: a pattern of paths is a path to those who bend it."""
    (workspace / "out").symlink_to("..")
    code, said = _run("grep_search", file_pattern, workspace)
    assert code in ("ok", "path_outside_working_dir")
    assert SECRET not in said


def test_every_shipped_tool_with_a_path_is_in_the_table(root: Path) -> None:
    """A new tool that takes a path has to face the table, too."""
    names = {path.stem for path in (root / "tools").glob("*.py") if not path.stem.startswith("_")}
    tools = {name: as_tool(getattr(importlib.import_module(f"runtime.tools.{name}"), name)) for name in names}
    taking_paths = {
        name
        for name, tool in tools.items()
        if {"path", "base_path", "file_pattern"} & set(tool.manifest.input_schema["properties"])
    }
    assert taking_paths == set(ARGUMENTS)
