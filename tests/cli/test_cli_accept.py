"""``runtime accept``, ``runtime policy accept`` and ``runtime tools accept``: the difference is shown, a person says yes, and then it holds."""

from __future__ import annotations

import pytest

from runtime.host import pins, trust

CLOSED = 'package runtime.authz\n\ndecision := {"allow": false}\n'


@pytest.fixture
def changed(own_tools):
    """The project, whose policy and tools changed since they were accepted."""
    policies, tools = own_tools / "policies", own_tools / "mine"
    (policies / "data.json").unlink()
    (policies / "authz.rego").write_text(CLOSED)
    (policies / "more.rego").write_text("package more\n")
    text = (tools / "own.py").read_text()
    (tools / "own.py").write_text(text.replace("Take its time", "Take \x1b[31mall\u202e time"))
    return own_tools


def test_what_changed_is_refused_everywhere_with_the_command_that_accepts_it(changed, run):
    """T-RUN-25"""
    for argv in (("call", "list_dir"), ("tools", "list"), ("tools", "show", "paint"), ("tools", "schema")):
        refused = run(*argv, "--json")
        assert (refused.status, refused.code) == (2, "config.changed"), argv
        assert "accept" in refused.data["error"]["suggestion"]
    found = run("doctor", "--json").data["checks"]
    state = {check["name"]: (check["state"], check["fix"]) for check in found}
    assert state["accepted"] == ("bad", "Run `runtime policy accept`.")
    # What has no hands may be tried out before it is accepted.
    assert run("policy", "test", "--json").code != "config.changed"


def test_the_difference_is_shown_and_without_a_yes_nothing_is_accepted(changed, run):
    before = pins.pins_file().read_bytes()
    shown = run("policy", "accept")
    assert shown.status == 4
    for line in (
        "changed authz.rego",
        "removed data.json",
        "added more.rego",
        "+++ now/more.rego",
        "+package more",
    ):
        assert line in shown.out.split("\n")
    assert "--yes" in shown.err
    data = run("policy", "accept", "--json")
    assert (data.status, data.data["accepted"]) == (4, False)
    assert [(c["path"], c["change"]) for c in data.data["changes"]] == [
        ("authz.rego", "changed"), ("data.json", "removed"), ("more.rego", "added"),
    ]  # fmt: skip
    assert pins.pins_file().read_bytes() == before


def test_what_was_accepted_holds_from_then_on_and_is_not_shown_again(changed, run):
    assert run("tools", "accept", "--yes").status == 0
    accepted = run("policy", "accept", "--yes", "--json")
    assert (accepted.status, accepted.data["accepted"]) == (0, True)
    again = run("policy", "accept", "--json")
    assert (again.status, again.data["changes"]) == (0, [])
    assert again.data["before"] == again.data["now"] == accepted.data["now"]
    assert "Nothing changed" in run("policy", "accept").out
    assert run("call", "list_dir", "--json").code == "policy.denied"
    assert run("policy", "check", "--json").data["bundle"] == accepted.data["now"]


def test_a_difference_does_not_steer_the_terminal(changed, run):
    """T-RUN-17"""
    shown = run("tools", "accept")
    assert "\\x1b[31mall\\u202e" in shown.out
    assert all(char in "\n\t" or char.isprintable() for char in shown.out)
    data = run("tools", "accept", "--json")
    assert "\x1b" not in data.out
    assert data.data["changes"][0]["path"] == "mine/own.py"


def test_a_file_that_is_no_text_is_named_without_a_difference(changed, run):
    (changed / "mine" / "own.py").write_bytes(b"\xff\0")
    assert "no text that could be compared" in run("tools", "accept").out
    assert run("tools", "accept", "--json").data["changes"] == [
        {"path": "mine/own.py", "change": "changed", "diff": ""}
    ]


@pytest.mark.parametrize(
    ("typed", "status"), [(b"y\n", 0), (b"yes\n", 0), (b"n\n", 4), (b"\n", 4), (b"\x04", 4)]
)
def test_a_person_at_the_terminal_is_asked(changed, terminal, typed, status):
    asked = terminal("policy", "accept")
    asked.wait_for(b"Accept? (y/n): ")
    asked.type(typed)
    ended, out = asked.end()
    assert (ended, b"changed authz.rego" in out) == (status, True)


def test_a_broken_policy_is_not_accepted_and_a_strangers_folder_has_nothing_to_accept(changed, run):
    """T-RUN-03"""
    (changed / "policies" / "authz.rego").write_text("package runtime.authz\n\nbroken {")
    assert run("policy", "accept", "--yes", "--json").code == "policy.bundle_invalid"
    trust.known_logs().unlink()
    for group in ("policy", "tools"):
        assert run(group, "accept", "--yes", "--json").code == "config.untrusted"


def test_where_the_policy_of_the_package_decides_it_is_accepted_by_its_name(project, run):
    settings = project / "runtime.toml"
    settings.write_text(settings.read_text().replace("rego:policies", "rego:"))
    assert run("call", "list_dir", "--json").code == "config.changed"
    accepted = run("accept", "--yes", "--json").data
    assert (accepted["accepted"], accepted["policy"]["now"]) == (True, "rego:")
    assert run("call", "list_dir", "--json").status == 0


def test_settings_that_changed_are_refused_until_one_command_accepts_them_and_what_they_name(project, run):
    """T-RUN-41"""
    settings = project / "runtime.toml"
    (project / "mine").mkdir()
    (project / "mine" / "helper.py").write_text("WORD = 1\n")
    settings.write_text(
        settings.read_text().replace('fs_read = ["."]', 'fs_read = ["."]\nfs_write = ["."]')
        + '[tools]\nfolders = ["mine"]\n'
    )
    refused = run("call", "list_dir", "--json")
    assert (refused.status, refused.code) == (2, "config.changed")
    assert refused.data["error"]["suggestion"].endswith(": runtime accept")
    found = {check["name"]: check for check in run("doctor", "--json").data["checks"]}
    assert (found["accepted"]["state"], found["accepted"]["fix"]) == ("bad", "Run `runtime accept`.")
    shown = run("accept")
    assert shown.status == 4
    assert '+grants.fs_write = ["."]' in shown.out.split("\n")
    assert "mine/helper.py" not in shown.out  # what the settings name is shown once they are accepted
    asked = run("accept", "--json").data
    assert (asked["accepted"], set(asked)) == (False, {"accepted", "settings"})
    assert run("call", "list_dir", "--json").code == "config.changed"
    done = run("accept", "--yes")
    assert done.status == 0
    assert "added mine/helper.py" in done.out
    assert run("call", "list_dir", "--json").status == 0
    assert "Nothing changed" in run("accept").out


def test_making_the_folder_ready_again_accepts_no_changed_settings(project, run):
    """T-RUN-41"""
    settings = project / "runtime.toml"
    settings.write_text(settings.read_text().replace("fs_read", "fs_write"))
    assert run("init").status == 0
    assert run("call", "list_dir", "--json").code == "config.changed"
    assert run("init", "--trust").status == 0
    assert run("call", "list_dir", "--json").code != "config.changed"


def test_settings_that_name_a_server_nobody_accepted_connect_to_none(project, run):
    """T-RUN-41: the user's password would go there."""
    settings = project / "runtime.toml"
    settings.write_text(
        settings.read_text().replace("file:.runtime/audit", "postgresql://127.0.0.1:1/stolen")
    )
    for argv in (("audit", "verify"), ("call", "list_dir"), ("approvals", "list")):
        refused = run(*argv, "--json")
        assert (refused.status, refused.code) == (2, "config.changed"), argv


def test_rules_and_values_that_decide_otherwise_are_shown_before_whole_files(project, run):
    """T-POL-33"""
    rules, data = project / "policies/authz.rego", project / "policies/data.json"
    rules.write_text(rules.read_text() + '\ndeny contains "\x9b2J\u202e" if input.tool.name == "never"\n')
    data.write_text(data.read_text().replace('"*.pem", ', ""))
    shown = run("policy", "accept")
    assert shown.status == 4
    assert shown.out.index("changed data.runtime.authz.deny") < shown.out.index("--- accepted/authz.rego")
    assert 'changed data.authz.closed_paths\n  - ["*.pem"]' in shown.out
    assert {"\x9b", "\u202e"}.isdisjoint(shown.out)
    told = run("policy", "accept", "--json").data
    assert [rule["rule"] for rule in told["rules"]] == ["data.runtime.authz.deny"]
    assert [value["before"] for value in told["values"]] == [["*.pem"]]


def test_an_edit_that_decides_nothing_is_told_as_such(project, run):
    rules = project / "policies/authz.rego"
    rules.write_text("# a comment\n" + rules.read_text())
    assert "No rule and no value is another one" in run("accept").out
    assert run("policy", "accept", "--json").data["rules"] == []
