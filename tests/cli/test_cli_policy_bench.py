"""The bench of a policy's author: questions made up, recorded, explained and evaluated."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from runtime.contracts.errors import ConfigurationError
from runtime.host.policy_bench import history
from runtime.host.policy_bench.history import DecisionHistory
from runtime.host.policy_bench.rewriting import rewrite

SECRET = '{"path": ".env"}'
ARGUMENTS = history._Arguments


@pytest.fixture
def denied(project, run) -> str:
    """The id of a recorded call that was denied."""
    (project / ".env").write_text("A=1\n")
    return str(run("call", "read_file", SECRET, "--json").data["call_id"])


def write(project: Path, name: str, text: str) -> None:
    path = project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_the_question_that_is_printed_is_the_one_that_was_recorded(project, run, denied):
    made = run("policy", "input", "read_file", SECRET).data
    shown = run("audit", "show", denied, "--values", "--json").data["calls"][0]
    recorded = next(json.loads(one["vault"]["value"]) for one in shown if one["kind"] == "PolicyDecision")
    context = recorded.pop("context")
    assert made.pop("arguments") == {"path": ".env"}
    assert context.items() <= made.pop("context").items()
    assert made == recorded


def test_a_question_tells_principal_and_roles_of_options_and_settings(project, run):
    settings = project / "runtime.toml"
    settings.write_text(settings.read_text() + '\n[principals."agent:ci"]\nroles = ["deployer"]\n')
    made = run("policy", "input", "list_dir", "--principal", "agent:ci", "--role", "night").data
    assert made["principal"]["roles"] == ["night", "deployer"]


def test_no_question_is_made_of_a_call_that_policy_would_not_see(project, run):
    assert run("policy", "input", "read_fil").status == 3
    assert run("policy", "input", "read_file", '{"pat": 1}').status == 5
    assert (
        run("policy", "input", "create_file", '{"path": "a", "content": ""}', "--grant", "fs_read=.").status
        == 3
    )


def test_a_recorded_denial_is_explained_with_the_rules_that_held(project, run, denied):
    told = run("policy", "explain", denied)
    assert (told.status, told.out.splitlines()[0]) == (
        0,
        'deny: ".env" is closed: it names a secret or the runtime\'s own state',
    )
    data = run("policy", "explain", denied, "--json").data
    assert data["recorded_outcome"] == "deny"
    assert {rule["text"].split(" ")[0] for rule in data["held"]} >= {"decision", "deny"}


def test_a_failed_condition_is_named_with_its_place_and_values(project, run):
    write(
        project,
        "mine/authz.rego",
        "package runtime.authz\n\n"
        'default decision := {"allow": false}\n\n'
        'decision := {"allow": true} if {\n'
        '\tinput.tool.name == "read_file"\n'
        '\tnot endswith(input.arguments.path, ".env")\n'
        "}\n",
    )
    write(project, "question.json", run("policy", "input", "read_file", SECRET).out)
    (failed,) = run("policy", "explain", "--input", "@question.json", "--bundle", "mine", "--json").data[
        "failed"
    ]
    assert (failed["file"], failed["condition_line"]) == ("authz.rego", 7)
    assert failed["condition"] == 'not endswith(input.arguments.path, ".env")'
    assert failed["values"] == {"input.arguments.path": ['".env"']} | {
        name: values for name, values in failed["values"].items() if name.startswith("endswith")
    }


def test_a_call_that_is_not_in_the_log_cannot_be_explained(project, run):
    ran = run("policy", "explain", "c-none", "--json")
    assert (ran.status, ran.code) == (2, "audit.not_found")


def test_an_expression_is_evaluated_beside_the_rules(project, run, denied):
    assert run("policy", "eval", "count(deny)", "--call", denied).out == "1\n"
    queried = run(
        "policy", "eval", "some p, parts in segments; n := count(parts)", "--call", denied, "--json"
    ).data
    assert queried == {"state": "value", "value": [{"n": 1, "p": ".env"}], "detail": ""}
    assert run("policy", "eval", "input.arguments.missing").status == 1


def test_a_mistake_in_an_expression_is_told_with_its_place(project, run):
    ran = run("policy", "eval", "input.tool.nam", "--json")
    assert (ran.status, ran.code) == (2, "policy.bundle_invalid")
    assert "did you mean name?" in ran.data["error"]["message"]


def test_expressions_are_read_from_standard_input_and_a_mistake_ends_nothing(project, run):
    ran = run("policy", "eval", stdin=b'1 +\ncount(deny)\n:input {"a": 2}\n:show\n:quit\n99\n')
    assert (ran.status, ran.out) == (0, '1\n{"a": 2}\n')


def test_the_schema_of_the_question_holds_a_tools_own_arguments(project, run):
    schema = run("policy", "schema", "--tool", "read_file").data
    assert schema["properties"]["arguments"]["properties"]["path"]["type"] == "string"
    assert schema["properties"]["tool"]["properties"]["name"] == {"const": "read_file"}
    assert run("policy", "schema", "--answer").data["$defs"]["DecisionDocument"]["required"] == ["allow"]


DENIES = 'package runtime.authz\n\ndefault decision := {"allow": false}\n'


def test_a_replay_names_the_recorded_calls_that_a_bundle_would_decide_otherwise(project, run):
    call = run("call", "list_dir", "--json").data["call_id"]
    write(project, "next/authz.rego", DENIES)
    assert run("accept", "--yes").status == 0
    ran = run("policy", "replay", "--policy", "next", "--json")
    assert (ran.status, ran.data["changed"]) == (1, 1)
    assert ran.data["groups"][0]["decisions"][0]["name"] == call
    assert "allow → deny" in run("policy", "replay", "--policy", "next").out
    same = run("policy", "replay", str(project / ".runtime/audit"), "--policy", "policies", "--json")
    assert (same.status, same.data["decisions"], same.data["changed"]) == (0, 1, 0)


@pytest.mark.parametrize(
    "rest",
    [
        b"{}",
        b'{"context":[]}',
        b'{"context":"x"}',
        b'{"context":{"n":1e999}}',
        b'{"context":{"n":"\xff"}}',
        b'{"context":' + b"[" * 2000,
    ],
)
def test_a_question_that_cannot_be_put_again_hides_no_other_decision(project, run, denied, monkeypatch, rest):
    """Whoever wrote the log wrote the question."""
    monkeypatch.setattr(DecisionHistory, "_value", lambda self, seq, commitment: rest if commitment else None)
    monkeypatch.setattr(
        history, "_Arguments", lambda body, kept, value: ARGUMENTS(body, "whole", SECRET.encode())
    )
    run("accept", "--yes")
    write(project, "next/authz.rego", DENIES)
    ran = run("policy", "replay", "--policy", "next", "--json")
    assert (ran.status, ran.data["skipped"]) == (0, {"question_damaged": 1})
    assert run("policy", "explain", denied, "--json").data["error"]["code"] == "input.invalid"


def test_two_bundles_are_compared_on_questions_drawn_from_them(project, run):
    write(
        project,
        "next/authz.rego",
        DENIES + '\ndecision := {"allow": true} if input.arguments.path == "src/rare-name.py"\n',
    )
    write(project, "old/authz.rego", DENIES)
    ran = run("policy", "diff", "old", "next", "--json")
    assert ran.status == 1
    found = ran.data["groups"][0]["decisions"][0]["question"]["arguments"]["path"]
    assert found == "src/rare-name.py"
    assert run("policy", "diff", "old", "old", "--questions", "50").status == 0


def test_what_a_log_teaches_is_written_once_and_shown(project, run):
    run("call", "read_file", '{"path": "README.md"}')
    learned = run("policy", "learn", "--write", "learned", "--json").data
    assert learned["grants"] == {"fs_read": ["README.md"]}
    assert "create_file" in learned["unused_tools"]
    assert run("policy", "test", "learned").status == 0
    assert run("policy", "learn", "--write", "learned").status == 2


def test_differences_of_a_shadow_are_shown_by_what_they_are(project, run):
    assert run("policy", "shadow").status == 0
    settings = project / "runtime.toml"
    settings.write_text(settings.read_text().replace("[policy]\n", '[policy]\nshadow = "rego:next"\n'))
    write(project, "next/authz.rego", DENIES)
    assert run("accept", "--yes").status == 0
    assert run("call", "list_dir").status == 0
    ran = run("policy", "shadow", "--json")
    assert (ran.status, ran.data["differences"][0]["shadow"]) == (1, "deny")


TESTED = DENIES + (
    '\ndecision := {"allow": true} if {\n\tinput.tool.name == "read_file"\n\tnot secret\n}\n\n'
    'secret if endswith(input.arguments.path, ".env")\n'
)
FAILS = (
    "package runtime.authz_test\n\nimport data.runtime.authz\n\n"
    "test_secrets_are_open if {\n"
    '\tauthz.decision.allow with input as {"tool": {"name": "read_file"}, "arguments": {"path": "a.env"}}\n'
    "}\n\ntest_nothing_is_open if not authz.decision.allow with input as {}\n"
)


def test_a_failed_test_says_what_it_expected_and_what_it_got(project, run):
    write(project, "mine/authz.rego", TESTED)
    write(project, "mine/authz_test.rego", FAILS)
    ran = run("policy", "test", "mine", "--json")
    failed, passed = ran.data["tests"]
    assert (ran.status, failed["outcome"], passed["outcome"], passed["why"]) == (1, "failed", "passed", [])
    assert failed["why"][0]["values"] == {"authz.decision.allow": ["false"]}
    assert ["not secret", 'endswith(input.arguments.path, ".env")'][0] in {
        r["condition"] for r in failed["why"]
    }
    told = run("policy", "test", "mine").out
    assert "authz_test.rego:6  expected authz.decision.allow with input" in told
    assert "got authz.decision.allow = false" in told


def test_only_tests_whose_name_matches_are_run(project, run):
    write(project, "mine/authz.rego", TESTED)
    write(project, "mine/authz_test.rego", FAILS)
    ran = run("policy", "test", "mine", "--run", "nothing", "--json")
    assert (ran.status, len(ran.data["tests"])) == (0, 1)
    assert run("policy", "test", "mine", "--run", "(").status == 2


def test_rules_that_held_for_no_test_are_named_and_too_few_fail(project, run):
    write(project, "mine/authz.rego", TESTED)
    write(
        project,
        "mine/authz_test.rego",
        FAILS.replace("test_secrets_are_open if {", "test_secrets_are_open if {\n\tnot"),
    )
    ran = run("policy", "test", "mine", "--coverage", "--threshold", "90", "--json")
    assert ran.status == 1
    assert {place["line"] for place in ran.data["coverage"]["missing"]} == {5, 7}
    assert run("policy", "test", "mine", "--threshold", "20").status == 0


def test_the_shipped_policy_is_covered_by_its_tests(project, run):
    assert run("policy", "test", "--coverage", "--threshold", "100").status == 0


def test_tests_run_again_when_a_file_changes_and_a_mistake_ends_nothing(project, child):
    write(project, "mine/authz.rego", TESTED)
    write(project, "mine/authz_test.rego", FAILS)
    watching = child("policy", "test", "mine", "--watch", stderr=subprocess.STDOUT)

    def wait_for(text: bytes) -> None:
        assert watching.stdout is not None
        assert any(text in line for line in watching.stdout), f"{text!r} was not told"

    wait_for(b"2 tests, 1 failed")
    write(project, "mine/authz_test.rego", FAILS.replace("a.env", "a.txt") + "\nnonsense {")
    wait_for(b"Error [policy.bundle_invalid]")
    write(project, "mine/authz_test.rego", FAILS.replace("a.env", "a.txt"))
    wait_for(b"2 tests, 0 failed")
    watching.send_signal(signal.SIGINT)
    assert watching.wait(60) == 0


SUSPICIOUS = """package runtime.authz

import data.runtime.lists

default decision := {"allow": true}

decision := {"allow": false, "reasons": [input.arguments.command]} if {
\tregex.match(`rm`, input.arguments.command)
} else := {"allow": false} if {
\tstartswith(input.arguments.path, "/etc")
}

left_over := 1
"""


def test_mistakes_that_are_no_errors_are_found_with_their_place(project, run):
    write(project, "mine/authz.rego", SUSPICIOUS)
    write(project, "mine/lists.rego", "package runtime.lists\n\nx := 1\n")
    ran = run("policy", "lint", "mine", "--json")
    found = {(f["message"].partition(":")[0], f["file"], f["line"]) for f in ran.data["findings"]}
    assert ran.status == 1
    assert found == {
        ("unused-import", "authz.rego", 3),
        ("default-allow", "authz.rego", 5),
        ("undefined-denial", "authz.rego", 7),
        ("unanchored-pattern", "authz.rego", 8),
        ("raw-path", "authz.rego", 10),
        ("unused-rule", "authz.rego", 13),
        ("unused-rule", "lists.rego", 3),
        ("untested", "authz.rego", 0),
        ("untested", "lists.rego", 0),
    }


def test_the_shipped_policy_has_no_suspicious_line_and_its_layout(project, run):
    assert run("policy", "lint").status == 0
    assert run("policy", "fmt", "--check").status == 0


def test_a_layout_is_restored_and_nothing_else_is_changed(project, run):
    text = 'package runtime.authz\n\ndefault decision := {"allow": false}\n\ndecision := {"allow": true} if {\n\tx := `a\n  b`\n\tx == [\n\t\tinput.tool.name,\n\t][0]\n}\n'
    ugly = text.replace("\n\t\t", "\n ").replace("\n\t", "\n      ").replace("\n\n", "\n\n\n\n") + "\n\n"
    write(project, "mine/authz.rego", ugly)
    assert run("policy", "fmt", "mine", "--check").status == 1
    assert (project / "mine/authz.rego").read_text() == ugly
    assert run("policy", "fmt", "mine").status == 0
    assert (project / "mine/authz.rego").read_text() == text
    write(project, "mine/authz.rego", "package x\n\nbroken {")
    assert run("policy", "fmt", "mine").status == 2


class TestSignedBundles:
    """``runtime policy bundle``."""

    def test_a_signed_bundle_is_unpacked_as_it_was_built(self, project, run):
        built = run("policy", "bundle", "build", "-o", "my.bundle", "--json").data
        ran = run("policy", "bundle", "verify", "my.bundle", "--unpack", "there", "--json")
        assert (ran.status, ran.data["bundle"], ran.data["key"]) == (0, built["bundle"], built["key"])
        for file in (project / "policies").iterdir():
            assert (project / "there" / file.name).read_bytes() == file.read_bytes()
        assert run("policy", "bundle", "verify", "my.bundle", "--unpack", "there").status == 2
        assert run("policy", "bundle", "build", "-o", "my.bundle").status == 2

    def test_a_bundle_that_was_altered_anywhere_is_refused(self, project, run):
        """T-POL-32"""
        run("policy", "bundle", "build", "-o", "my.bundle")
        built = json.loads((project / "my.bundle").read_text())
        altered = [
            {**built, "files": {**built["files"], "data.json": "{}"}},
            {**built, "files": {**built["files"], "authz_test.rego": "package x\n"}},
            {**built, "files": {**built["files"], "more.rego": "package more\n"}},
            {**built, "files": {n: t for n, t in built["files"].items() if n != "data.json"}},
            {**built, "note": built["note"].replace("policy bundle", "policy bundles")},
            {**built, "note": ""},
            {**built, "extra": 1},
            [],
        ]
        for content in altered:
            (project / "altered.bundle").write_text(json.dumps(content))
            ran = run("policy", "bundle", "verify", "altered.bundle", "--unpack", "there", "--json")
            assert ran.status in (2, 4), content
            assert not (project / "there").exists()

    def test_a_bundle_of_another_key_is_refused_by_its_own_code(self, project, run, tmp_path):
        """T-POL-32"""
        run("policy", "bundle", "build", "-o", "my.bundle")
        other = tmp_path / "other"
        other.mkdir()
        key = run("init", str(other), "--json").data["verifier_key"]
        ran = run("policy", "bundle", "verify", "my.bundle", "--key", key, "--json")
        assert (ran.status, ran.code) == (4, "audit.untrusted")

    def test_a_bundle_that_could_not_be_put_in_force_is_not_signed(self, project, run):
        write(project, "mine/authz.rego", "package runtime.authz\n\nbroken {")
        assert run("policy", "bundle", "build", "mine", "-o", "my.bundle").status == 2
        assert not (project / "my.bundle").exists()


def test_a_layout_never_overwrites_what_was_saved_meanwhile_or_lies_behind_a_link(tmp_path):
    """T-POL-33"""
    file, other = tmp_path / "authz.rego", tmp_path / "other"
    file.write_text("newer")
    with pytest.raises(ConfigurationError):
        rewrite(file, "older", "laid out")
    other.write_text("older")
    file.unlink()
    file.symlink_to(other)
    with pytest.raises(ConfigurationError):
        rewrite(file, "older", "laid out")
    assert other.read_text() == "older"
    file.unlink()
    file.write_text("older")
    file.chmod(0o640)
    rewrite(file, "older", "laid out")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("laid out", 0o640)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["authz.rego", "other"]
