"""From `runtime tools new` to a governed call, and what is told of tools that somebody writes."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize(
    "kind", ["shell", "python", "python --serves-many", "node", "node --serves-many", "toml", "wasm"]
)
def test_a_new_tool_of_each_kind_works_and_passes_its_test(project, run, kind):
    assert run("tools", "new", "greet", "--kind", *kind.split()).status == 0
    assert run("tools", "list").status == 2  # nothing of it counts before it is accepted
    assert run("accept", "--yes").status == 0
    assert run("tools", "test", "greet").out == "✓ case 1\n"
    assert run("tools", "lint").out == ""
    said = run("call", "greet", '{"text": "you"}', "--raw").out
    assert said.rstrip("\n") == ("Hello, wasm" if kind == "wasm" else "Hello, you")
    assert run("tools", "new", "greet", "--kind", *kind.split()).status == 2


def test_a_new_tool_of_a_kind_that_cannot_serve_many_calls_is_not_written(project, run):
    told = run("tools", "new", "greet", "--kind", "shell", "--serves-many")
    assert (told.status, "--kind python" in told.err) == (2, True)


def test_a_tool_of_no_stub_or_no_folder_is_not_called_for_its_stub(project, run):
    run("tools", "new", "greet", "--kind", "shell")
    run("accept", "--yes")
    assert run("call", "greet", '{"text": "you"}', "--stub", "--raw").out == "Hello, stub\n"
    assert run("call", "list_dir", "--stub").status == 3
    assert run("call", "list_dir", "--from", "tools").status == 3
    assert run("tools", "test", "list_dir").status == 3


def test_findings_name_the_file_and_what_to_mend(project, run):
    run("tools", "new", "greet", "--kind", "shell")
    tool = project / "tools" / "greet.sh"
    tool.write_text(
        tool.read_text()
        .replace(
            '"stub": true',
            '"capabilites": [], "capabilities": [{"type": "net_read", "allowlist": ["example.org"]}]',
        )
        .replace("Greet a text; say here what the tool does, for a model", "Greet")
    )
    (project / "tools" / "greet.test.json").unlink()
    (project / "tools" / "plain.sh").write_text("#!/bin/sh\n")
    run("accept", "--yes")
    linted = run("tools", "lint", "--json")
    assert linted.status == 1
    told = [(finding["file"], finding["told"]) for finding in json.loads(linted.out)["findings"]]
    assert told == [
        ("tools/greet.sh", "its description says too little to a model"),
        ("tools/greet.sh", "the field 'capabilites' is not known"),
        ("tools/greet.sh", "it has no test: greet.test.json"),
        ("tools/greet.sh", "it reaches other machines and declares no stub"),
        ("tools/plain.sh", "it is not executable, and no other kind of tool"),
    ]


def test_a_case_that_fails_is_told_and_ends_with_status_one(project, run):
    run("tools", "new", "greet", "--kind", "toml")
    test = project / "tools" / "greet.test.json"
    cases = [
        {"arguments": {"text": "x"}, "output": "other"},
        {"arguments": {}},
        {"arguments": {}, "error": "input.invalid"},
    ]
    test.write_text(json.dumps(cases))
    run("accept", "--yes")
    ran = run("tools", "test", "greet", "--json")
    assert ran.status == 1
    assert [case["passed"] for case in json.loads(ran.out)["cases"]] == [False, False, True]


def test_the_context_of_an_agent_is_shown_by_its_name(project, run):
    (project / "agents" / "default" / "context").mkdir(parents=True)
    (project / "agents" / "default" / "soul.md").write_text("Careful\x1b[31m\n")
    (project / "agents" / "default" / "context" / "01.md").write_text("Knows\n")
    assert run("context", "show", "default").out == "Careful\\x1b[31m\n\n---\n\nKnows\n"
    assert run("context", "show", "../default").status == 2
    assert run("context", "show", "unknown").status == 2
