"""``runtime policy``, ``runtime tools``, ``runtime version`` and ``runtime demo``."""

from __future__ import annotations

import json

import pytest

from runtime.contracts.manifest import Manifest

TOOLS = {
    "bash": "safe_write", "create_directory": "safe_write", "create_file": "safe_write", "csv_query": "read_only", "fetch_webpage": "dangerous",
    "file_search": "read_only", "grep_files": "read_only", "grep_search": "read_only", "http_fetch": "dangerous", "json_pretty": "read_only",
    "list_dir": "read_only", "markdown_outline": "read_only", "read_file": "read_only",
    "replace_string_in_file": "dangerous", "run_in_terminal": "dangerous", "sql_query": "read_only", "terminal_last_command": "read_only",
    "word_count": "read_only",
}  # fmt: skip
FAILING = "\ntest_that_fails if 1 == 2\n"


def test_the_version_is_the_distributions(folder, run):
    plain = run("version").out.strip()
    data = run("version", "--json").data
    assert data["version"] == plain == data["packages"]["cathedral-runtime"]
    assert set(data["packages"]) >= {"blake3", "cryptography", "msgspec"}


def test_tools_are_listed_by_name_with_their_risk(project, run):
    """Tool contract, "Risk Level" of each."""
    assert [tuple(line.split()[:2]) for line in run("tools", "list").out.splitlines()] == [*TOOLS.items()]
    assert [tool["name"] for tool in run("tools", "list", "--json").data["tools"]] == [*TOOLS]


def test_tools_can_be_listed_where_nothing_was_initialised(folder, run):
    assert run("tools", "list").status == 0


def test_a_tool_is_shown_with_all_that_its_digest_covers(project, run):
    data = run("tools", "show", "read_file", "--json").data
    # `mcp` is there for the tools of other MCP servers alone.
    assert set(data) == {*Manifest.__struct_fields__, "digest"} - {"mcp"}
    told = run("tools", "show", "read_file").out
    assert all(f"{field}: " in told for field in data)


def test_an_unknown_tool_cannot_be_shown_and_the_nearest_is_named(project, run):
    ran = run("tools", "show", "read_fil", "--json")
    assert (ran.status, ran.code) == (3, "tool.not_found")
    assert "read_file" in ran.data["error"]["suggestion"]
    hostile = run("tools", "show", "\x1b[2J\udcff")
    assert (hostile.status, "\x1b" in hostile.err) == (3, False)


def test_what_a_tool_says_of_itself_does_not_steer_the_terminal(own_tools, run):
    """T-RUN-17"""
    assert "\\x1b[31mred" in run("tools", "list").out
    for argv in (("tools", "list"), ("tools", "show", "paint"), ("tools", "list", "--json")):
        assert "\x1b" not in run(*argv).out


def test_a_sound_bundle_is_told_with_its_digest(project, run):
    ran = run("policy", "check")
    assert (ran.status, ran.err) == (0, "")
    data = run("policy", "check", "--json").data
    assert (data["ok"], data["problems"]) == (True, [])
    assert data["bundle"] in ran.out


def test_a_broken_bundle_is_a_finding_with_file_and_line(project, run):
    (project / "policies/authz.rego").write_text("package runtime.authz\n\nallow if {\n")
    ran = run("policy", "check")
    assert (ran.status, ran.out) == (1, "")
    assert "authz.rego:" in ran.err
    data = run("policy", "check", "--json").data
    assert (data["ok"], data["bundle"]) == (False, None)
    assert data["message"]


def test_a_bundle_that_reaches_for_the_network_is_a_finding(project, run):
    """T-POL-08"""
    (project / "policies/authz.rego").write_text(
        'package runtime.authz\n\nimport rego.v1\n\ndecision := http.send({"url": "x", "method": "get"})\n'
    )
    assert run("policy", "check").status == 1


def test_the_shipped_policy_passes_its_tests(project, run):
    ran = run("policy", "test")
    assert ran.status == 0
    assert ", 0 failed" in ran.out
    data = run("policy", "test", "--json").data
    assert data["ok"] is True
    assert {test["outcome"] for test in data["tests"]} == {"passed"}


def test_a_policy_test_that_fails_is_a_finding_that_names_it(project, run):
    with (project / "policies/authz_test.rego").open("a") as tests:
        tests.write(FAILING)
    ran = run("policy", "test")
    assert ran.status == 1
    assert ", 1 failed" in ran.out
    assert "test_that_fails (authz_test.rego:" in ran.out
    assert run("policy", "test", "--json").data["ok"] is False


@pytest.mark.parametrize("action", ["check", "test"])
def test_another_bundle_can_be_named(project, tmp_path, run, action):
    (project / "policies").rename(tmp_path / "elsewhere")
    assert run("policy", action, str(tmp_path / "elsewhere")).status == 0
    gone = run("policy", action, "--json")
    assert (gone.status, gone.code) == (2, "config.missing")


@pytest.mark.parametrize("action", ["check", "test"])
@pytest.mark.parametrize("bundle", ["nowhere", "README.md", "\x1b[2J", "x" * 5000, "\udcff"])
def test_a_bundle_that_is_no_folder_is_told_without_a_trace(project, run, action, bundle):
    ran = run("policy", action, bundle)
    assert ran.status in (1, 2)
    assert "policy.bundle_invalid" in ran.err or action == "check"
    assert "runtime.fault" not in ran.err
    assert "\x1b" not in ran.err + ran.out


def test_the_demo_shows_every_step_ending_as_it_should(folder, run):
    ran = run("demo")
    assert (ran.status, ran.err) == (0, "")
    assert "every step ended as it should" in ran.out
    assert "TAMPERED" in ran.out
    assert list(folder.iterdir()) == [folder / "README.md"]


def test_the_demo_as_data_leaves_no_trace(folder, user_home, run):
    ran = run("demo", "--json")
    assert ran.status == 0
    assert ran.data["ok"] is True
    assert all(step["as_expected"] for step in ran.data["steps"])
    verdicts = [step["report"]["verdict"] for step in ran.data["steps"] if "report" in step]
    assert verdicts == ["OK_NOT_WITNESSED", "TAMPERED"]
    assert not (user_home / ".config").exists()
    assert "correct-horse" not in json.dumps(ran.data)


def test_the_demo_keeps_its_folder_when_told_to_and_overwrites_none(folder, run):
    assert run("demo", "--keep", "kept").status == 0
    assert (folder / "kept/notes/plan.md").read_text() == "1. ship\n"
    again = run("demo", "--keep", "kept", "--json")
    assert (again.status, again.code) == (2, "usage.invalid")
