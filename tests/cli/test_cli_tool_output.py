"""What `runtime call` prints of each shipped tool, in both forms of the tool contract ("Output Formatting")."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from web_server import response, serving

from runtime.sdk import as_tool
from runtime.sdk.registry import discover

ALLOW_ALL = (
    'package runtime.authz\n\nimport rego.v1\n\ndefault decision := {"allow": true, "reasons": ["allowed"]}\n'
)
FIELDS = ["tool", "success", "output", "files_affected", "execution_time_ms"]
"""Of the JSON form, in their order."""


class Case(NamedTuple):
    """A call, and what it says; FORM stands for something else in each form, since files are made once."""

    arguments: dict[str, Any]
    grants: tuple[str, ...]
    output: str
    affected: tuple[str, ...] = ()


CASES = {
    "create_file": Case(
        {"path": "FORM.py", "content": "x" * 125},
        ("fs_write=.",),
        "Created file: FORM.py (125 bytes)",
        ("FORM.py",),
    ),
    "read_file": Case({"path": "README.md"}, ("fs_read=.",), "Contents of README.md (lines 1-1):\n# Hello\n"),
    "replace_string_in_file": Case(
        {"path": "FORM.txt", "old_string": "old", "new_string": "new"},
        ("fs_read=.", "fs_write=."),
        "Replaced 1 occurrence in FORM.txt",
        ("FORM.txt",),
    ),
    "list_dir": Case(
        {"path": "src"}, ("fs_read=.",), "Contents of ./src:\n  app.py\n  utils.py\n  models/\n"
    ),
    "file_search": Case(
        {"pattern": "src/*.py"},
        ("fs_read=.",),
        "Found 2 files matching 'src/*.py':\n  src/app.py\n  src/utils.py\n",
    ),
    "grep_search": Case(
        {"pattern": "TODO"}, ("fs_read=.",), "Found 1 match for 'TODO':\n  src/app.py:1: # TODO: implement\n"
    ),
    "run_in_terminal": Case({"command": "echo hello"}, ("process_spawn=*",), "Command output:\nhello\n"),
    "create_directory": Case(
        {"path": "FORM/models"}, ("fs_write=.",), "Created directory: FORM/models", ("FORM/models",)
    ),
    "fetch_webpage": Case(
        {"url": "URL"}, ("net_read=127.0.0.1",), "Fetched content from URL (5.2 KB):\n" + "x" * 5324
    ),
}
# Each call of the command line is a session of its own: nothing ran before it.
REFUSALS = {
    "terminal_last_command": (
        {},
        "no_command_history",
        "No previous command in this session",
    ),
    "create_file": ({"path": "../x", "content": ""}, "path_outside_working_dir", None),
    "read_file": (
        {"path": "missing.txt"},
        "file_not_found",
        "File 'missing.txt' not found in working directory",
    ),
    "replace_string_in_file": (
        {"path": "README.md", "old_string": "old_text", "new_string": ""},
        "string_not_found",
        "String 'old_text' not found in file",
    ),
    "list_dir": ({"path": "README.md"}, "not_a_directory", "Path 'README.md' is not a directory"),
    "file_search": ({"pattern": "**/*[.go"}, "invalid_glob", "Invalid glob pattern '**/*[.go'"),
    "grep_search": ({"pattern": "(", "is_regex": True}, "invalid_regex", None),
    "run_in_terminal": (
        {"command": "invalid_cmd"},
        "command_not_found",
        "Command 'invalid_cmd' not found",
    ),
    "create_directory": (
        {"path": "README.md"},
        None,
        "Path 'README.md' exists as a file, cannot create directory",
    ),
    "fetch_webpage": ({"url": "ftp://example.com"}, "invalid_url", "Invalid URL format"),
}
BEFORE_POLICY = {"create_file", "file_search", "grep_search", "fetch_webpage"}
"""Of these refusals those that the arguments alone show: nothing ran, and the exit status says so."""
GRANTS = ("fs_read=.", "fs_write=.", "process_spawn=*", "net_read=*")


@pytest.fixture
def allowing(project: Path, run: Any) -> Path:
    """The project, its policy allowing everything, with files to work on."""
    for file in (project / "policies").glob("*"):
        file.unlink()
    (project / "policies/authz.rego").write_text(ALLOW_ALL)
    assert run("policy", "accept", "--yes").status == 0
    (project / "src/models").mkdir(parents=True)
    (project / "src/app.py").write_text("# TODO: implement\n")
    (project / "src/utils.py").write_text("")
    for form in ("human", "json"):
        (project / f"{form}.txt").write_text("old\n")
    return project


def filled(value: Any, form: str, url: str) -> Any:
    """The value with its placeholders filled in."""
    return json.loads(json.dumps(value).replace("FORM", form).replace("URL", url))


@pytest.mark.parametrize("tool", CASES)
def test_a_success_is_printed_in_both_forms_of_the_contract(allowing: Path, run, tool: str) -> None:
    case = CASES[tool]
    grants = [word for grant in case.grants for word in ("--grant", grant)]
    page = response(b"x" * 5324, "Content-Type: text/plain")
    with serving(page=page) as server:
        given = {form: filled(case._asdict(), form, server.url("/page")) for form in ("human", "json")}
        human = run("call", tool, json.dumps(given["human"]["arguments"]), *grants)
        as_json = run("call", tool, json.dumps(given["json"]["arguments"]), *grants, "--json")

    assert (human.status, human.err) == (0, "")
    expected = [f"✓ {given['human']['output']}".rstrip("\n")]
    expected += [f"  Location: {allowing}/{path}" for path in given["human"]["affected"]]
    shown, _, end = human.out.partition("  Time: ")
    assert shown == "\n".join(expected) + "\n"
    assert re.fullmatch(r"\d+ms\n  Record: \d+ of the audit log, call \S+\n", end)

    assert (as_json.status, as_json.err) == (0, "")
    assert [name for name in as_json.data if name in FIELDS] == FIELDS
    assert (as_json.data["tool"], as_json.data["success"]) == (tool, True)
    assert as_json.data["output"] == given["json"]["output"]
    assert as_json.data["files_affected"] == given["json"]["affected"]
    assert as_json.data["execution_time_ms"] >= 0
    assert as_json.data["error"] is None


@pytest.mark.parametrize("tool", REFUSALS)
def test_an_error_is_printed_in_both_forms_with_a_way_on(allowing: Path, run, tool: str) -> None:
    arguments, code, message = REFUSALS[tool]
    grants = [word for grant in GRANTS for word in ("--grant", grant)]
    as_json = run("call", tool, json.dumps(arguments), *grants, "--json")
    human = run("call", tool, json.dumps(arguments), *grants)

    error, status = as_json.data["error"], 5 if tool in BEFORE_POLICY else 1
    assert (as_json.status, as_json.data["success"]) == (status, False)
    assert error["executed"] is (tool not in BEFORE_POLICY)
    assert [name for name in as_json.data if name in FIELDS] == FIELDS
    assert code in (None, error["code"])
    assert message in (None, error["message"])
    assert as_json.data["output"] == f"Error: {error['message']}"
    assert as_json.data["files_affected"] == []

    lines = human.err.splitlines()
    assert (human.status, human.out) == (status, "")
    assert lines[0] == f"✗ Error: {error['message']} [{error['code']}]"
    assert lines[1] == f"  Suggestion: {error['suggestion']}"
    assert error["suggestion"]


def test_each_shipped_tool_is_shown_in_a_success_or_an_error(root: Path) -> None:
    shipped = {path.stem for path in (root / "tools").glob("*.py") if not path.stem.startswith("_")}
    shipped -= {"bash", "http_fetch", "sql_query"}  # their output is data, not text: their own tests show it
    assert set(REFUSALS) == shipped
    assert set(CASES) == shipped - {"terminal_last_command"}


@pytest.mark.parametrize(
    ("tool", "grant"),
    [("fetch_webpage", "net_read=*"), ("run_in_terminal", "process_spawn=*"), ("create_file", "fs_write=.")],
)
def test_a_missing_grant_is_suggested_as_the_command_line_takes_it(
    allowing: Path, run, tool: str, grant: str
) -> None:
    arguments = json.dumps(filled(CASES[tool].arguments, "a", "https://example.com/"))
    missing = run("call", tool, arguments, "--grant", "clock_read", "--json").data["error"]
    assert missing["code"] == "capability.missing"
    assert f"--grant '{grant}'" in missing["suggestion"]


ATTENDED = {"fetch_webpage", "replace_string_in_file", "run_in_terminal"}
"""What waits for a person by the policy that `runtime init` starts with."""


@pytest.mark.parametrize("tool", sorted(BEFORE_POLICY))
def test_a_dry_run_says_no_where_the_arguments_alone_show_it(project: Path, run, tool: str) -> None:
    arguments, code, _ = REFUSALS[tool]
    grants = [word for grant in GRANTS for word in ("--grant", grant)]
    tried = run("call", tool, json.dumps(arguments), *grants, "--dry-run", "--json")
    assert (tried.status, tried.data["would_run"], tried.data["error"]["code"]) == (5, False, code)


@pytest.mark.parametrize("tool", REFUSALS)
def test_the_default_policy_asks_about_dangerous_tools_alone(project: Path, run, tool: str) -> None:
    arguments = filled(CASES[tool].arguments if tool in CASES else {}, "a", "https://example.com/")
    grants = [word for grant in GRANTS for word in ("--grant", grant)]
    ran = run("call", tool, json.dumps(arguments), *grants, "--dry-run", "--json")
    assert (ran.data["would_run"], ran.data["needs_approval"]) == (True, tool in ATTENDED)


def test_the_default_policy_knows_every_argument_of_a_shipped_tool_that_holds_a_path(root: Path) -> None:
    """A new tool has its arguments sorted here: into paths, which policy closes by name, and all others."""
    others = {
        "command", "commands", "connection", "content", "headers", "is_regex", "max_results", "max_rows", "new_string", "old_string", "page", "parameters", "pattern", "respect_gitignore", "sql",
        "start_line", "end_line", "timeout_seconds", "url",
    }  # fmt: skip
    named = {name for tool in discover() for name in as_tool(tool).manifest.input_schema["properties"]}
    paths = set(json.loads((root / "policies/data.json").read_text())["authz"]["path_arguments"])
    assert named - others == {"path", "base_path", "file_pattern"}
    assert named - others <= paths
    assert not others & paths
