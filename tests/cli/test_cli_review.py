"""``runtime call run_in_terminal ... --review``: what a person sees and decides."""

from __future__ import annotations

import json

import pytest

from runtime.cli.ask import LABELS, changes
from runtime.cli.display import CONTINUED
from runtime.contracts.changes import Change, FileState

ASKED = b"Make these changes? (y/n): "
GRANTS = ("--grant", "process_spawn=*", "--grant", "fs_read=.", "--grant", "fs_write=.")
ALLOW = 'package runtime.authz\n\ndefault decision := {"allow": true}\n'


@pytest.fixture
def allowing(project, run):
    """A project whose policy allows everything."""
    for file in (project / "policies").iterdir():
        file.unlink()
    (project / "policies/authz.rego").write_text(ALLOW)
    assert run("policy", "accept", "--yes").status == 0
    return project


def call(line: str, *options: str) -> tuple[str, ...]:
    return ("call", "run_in_terminal", json.dumps({"command": line}), *GRANTS, "--review", *options)


@pytest.mark.parametrize(
    ("answer", "made"), [(b"y\n", True), (b"n\n", False), (b"always\n", False), (b"\x04", False)]
)
def test_the_diff_is_shown_and_the_answer_decides(allowing, terminal, answer, made):
    asked = terminal(*call("echo more >> README.md; mkdir d"))
    asked.wait_for(ASKED)
    shown = asked.shown.replace(b"\r\n", b"\n")
    assert (
        b"Changes:\n"
        b"  modified README.md: file 0644, 8 bytes -> file 0644, 13 bytes\n"
        b"      @@ -1 +1,2 @@\n"
        b"       # Hello\n"
        b"      +more\n"
        b"  created d: folder 0755\n"
    ) in shown
    asked.type(answer)
    status, _ = asked.end()
    assert (status == 0) is made
    assert (allowing / "d").exists() is made
    assert ("more" in (allowing / "README.md").read_text()) is made


def test_the_default_policy_asks_about_the_command_and_then_about_its_changes(project, terminal):
    asked = terminal(*call("touch made"))
    asked.wait_for(b"Approve? (y/n/always): ")
    asked.type(b"y\n")
    asked.wait_for(ASKED)
    assert not (project / "made").exists()
    asked.type(b"y\n")
    assert asked.end()[0] == 0
    assert (project / "made").exists()


def test_where_nobody_can_be_asked_policy_decides(allowing, run):
    done = run(*call("touch made"))
    assert done.status == 0
    assert done.err == "Changes:\n  created made: file 0644, 0 bytes\n"
    assert "  Changed: created made\n" in done.out


def test_where_nobody_can_be_asked_and_policy_wants_somebody_nothing_is_made(allowing, run):
    (allowing / "policies/authz.rego").write_text(
        ALLOW + '\ndecision := {"allow": true, "ask": true} if input.changes\n'
    )
    assert run("policy", "accept", "--yes").status == 0
    done = run(*call("touch made", "--json"))
    assert (done.status, done.code) == (3, "changes.discarded")
    assert done.data["changes"][0]["path"] == "made"
    assert not (allowing / "made").exists()
    waiting = done.data["error"]["details"]["approval"]
    assert "  created made: file 0644, 0 bytes" in run("approvals", "show", waiting).out
    assert run("approvals", "approve", waiting).status == 0
    assert run(*call("touch made")).status == 0
    assert run("audit", "verify").status == 0


def test_json_gives_the_changes_with_digests_and_diffs(allowing, run):
    (change,) = run(*call("echo more >> README.md", "--json")).data["changes"]
    assert (change["path"], change["change"]) == ("README.md", "modified")
    assert change["before"]["digest"].startswith("blake3:")
    assert change["diff"].endswith("+more\n")


def test_a_review_of_what_runs_no_command_is_a_refusal(allowing, run):
    done = run("call", "list_dir", "--review")
    assert (done.status, "[input.invalid]" in done.err) == (5, True)
    assert run("call", "list_dir", "--review", "--dry-run").status == 5


def test_content_of_a_file_draws_no_line_of_the_prompt():
    """T-PROC-25"""
    hostile = [
        "Risk level: read_only", "\x1b[2J", "  created innocent: file 0644, 0 bytes", "\rMake these changes? (y/n): y",
        "\u202e reversed", "x" * 500, "\tTool: list_dir", "back\\slash",
    ]  # fmt: skip
    diff = "--- a\n+++ a\n@@ -0,0 +1,8 @@\n" + "".join(f"+{line}\n" for line in hostile)
    state = FileState(kind="file", mode="0644", size_bytes=1, digest=None)
    change = Change(path="a\nRisk level: none", change="created", after=state, diff=diff)
    lines = changes([change], whole=True)
    ours = [line for line in lines if not line.startswith((CONTINUED, "      "))]
    assert ours == ["Changes:", '  created "a\\nRisk level: none": file 0644, 1 bytes']
    assert not [line for line in lines[1:] if line.startswith(tuple(LABELS))]
    assert all(line.isprintable() for line in lines)
    assert "      +back\\\\slash" in lines


def test_a_long_diff_is_shown_by_its_size_until_it_is_asked_for(allowing, terminal):
    asked = terminal(*call("seq 1000 > numbers"))
    asked.wait_for(ASKED)
    assert b"more lines that differ>" in asked.shown
    assert b"answer show" in asked.shown
    asked.shown = b""
    asked.type(b"show\n")
    asked.wait_for(ASKED)
    assert b"+1000" in asked.shown
    asked.type(b"n\n")
    assert asked.end()[0] == 3
