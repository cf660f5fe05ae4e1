"""``runtime init`` and ``runtime doctor``; without keys, policy or log nothing runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from runtime.host import acceptance, trust

KEY = ".runtime/keys/log.key"
AUDIT = ".runtime/audit"


def remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def forget(user_home: Path) -> None:
    """Let this user have accepted nothing."""
    trust.known_logs().unlink()


def test_init_makes_settings_policies_a_private_key_and_a_log(folder, run):
    ran = run("init", "--json")
    assert ran.status == 0
    assert ran.data["workspace"] == str(folder)
    assert sorted(ran.data["made"]) == [KEY, "policies", "runtime.toml"]
    assert ran.data["kept"] == []
    assert (folder / KEY).stat().st_mode & 0o777 == 0o600
    assert (folder / ".runtime/.gitignore").read_text() == "*\n"
    assert trust.pinned_key(folder) == ran.data["verifier_key"]
    assert run("audit", "verify").status == 0


def test_init_a_second_time_keeps_everything(project, run):
    before = {p: p.read_bytes() for p in project.rglob("*") if p.is_file()}
    ran = run("init")
    assert ran.status == 0
    assert "Created" not in ran.out
    assert ran.out.count("Kept") == 3
    assert {p: p.read_bytes() for p in project.rglob("*") if p.is_file()} == before


def test_every_folder_gets_a_log_name_of_its_own(tmp_path, run):
    names = set()
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        names.add(run("init", str(tmp_path / str(number)), "--json").data["verifier_key"].partition("+")[0])
    assert len(names) == 2


def test_a_cloned_folder_runs_nothing_until_this_user_accepts_it(project, user_home, run):
    """T-RUN-03"""
    forget(user_home)
    call = ("call", "create_file", '{"path": "x", "content": ""}', "--grant", "fs_write=.", "--json")
    assert (run(*call).status, run(*call).code) == (2, "config.untrusted")
    assert run("init", "--json").code == "config.untrusted"
    assert not (project / "x").exists()
    assert run("init", "--trust").status == 0
    assert run(*call).status == 0


@pytest.mark.parametrize("argv", [("tools", "list"), ("tools", "show", "paint"), ("doctor",)])
def test_the_tools_of_a_cloned_folder_are_not_even_loaded_to_be_listed(own_tools, user_home, run, argv):
    """T-RUN-03"""
    forget(user_home)
    (own_tools / "mine" / "evil.py").write_text("import pathlib\npathlib.Path('owned').touch()\n")
    ran = run(*argv)
    assert ran.status != 0
    assert "config.untrusted" in ran.out + ran.err
    assert not (own_tools / "owned").exists()


@pytest.mark.parametrize("name", ["runtime.toml", "policies", ".runtime"])
def test_a_clone_that_brings_any_part_of_the_set_up_is_a_stranger(folder, run, name):
    """T-RUN-03"""
    (folder / name).mkdir() if name != "runtime.toml" else (folder / name).touch()
    assert run("init", "--json").code == "config.untrusted"


@pytest.mark.parametrize("name", ["runtime.toml", "policies", ".runtime"])
def test_init_does_not_write_through_a_link_that_a_clone_brings(folder, run, name):
    """T-RUN-03"""
    target = folder.parent / "outside"
    (folder / name).symlink_to(target)
    assert run("init", "--json").code == "config.untrusted"
    assert not target.exists()


def test_init_does_not_make_a_new_key_for_a_log_whose_key_is_gone(project, run):
    (project / KEY).unlink()
    ran = run("init", "--json")
    assert (ran.status, ran.code) == (2, "config.invalid")
    assert not (project / KEY).exists()


def test_init_in_a_folder_that_cannot_be_written_is_a_coded_error(run):
    # Everybody's own entry of /proc is a folder in which nobody, root included, can make a file.
    ran = run("init", "/proc/self", "--json")
    assert (ran.status, ran.code) == (2, "config.invalid")


def test_init_where_no_configuration_can_be_written_is_a_coded_error(folder, user_home, run):
    (user_home / ".config").write_text("in the way")
    ran = run("init", "--json")
    assert (ran.status, ran.code) == (2, "config.invalid")


@pytest.mark.parametrize("path", ["README.md", "nowhere", "x" * 5000, "\udcff"])
def test_what_is_not_a_folder_is_a_coded_error(project, run, path):
    assert run("init", path, "--json").code == "config.invalid"
    assert run("doctor", "-C", path).status == 1
    assert run("call", "list_dir", "-C", path, "--json").code == "config.invalid"


@pytest.mark.parametrize(
    ("missing", "code"), [(KEY, "config.missing"), ("policies", "config.missing"), (AUDIT, "config.missing")]
)
def test_without_keys_policy_or_log_nothing_runs(project, run, missing, code):
    """T-RUN-02"""
    remove(project / missing)
    ran = run("call", "create_file", '{"path": "made", "content": ""}', "--grant", "fs_write=.", "--json")
    assert (ran.status, ran.code) == (2, code)
    assert ran.data["error"]["suggestion"]
    assert not (project / "made").exists()


def test_a_policy_folder_without_a_policy_runs_nothing(project, run):
    """T-RUN-02"""
    for file in (project / "policies").iterdir():
        file.unlink()
    ran = run("call", "create_file", '{"path": "made", "content": ""}', "--grant", "fs_write=.", "--json")
    assert (ran.status, ran.code) == (2, "policy.bundle_invalid")
    assert not (project / "made").exists()


def test_a_log_file_that_was_emptied_runs_nothing(project, run):
    """T-RUN-02"""
    for name in ("records.jsonl", "checkpoints"):
        (project / AUDIT / name).write_bytes(b"")
    ran = run("call", "create_file", '{"path": "made", "content": ""}', "--grant", "fs_write=.", "--json")
    assert ran.status == 2
    assert ran.code.startswith("audit.")
    assert not (project / "made").exists()


def findings(run) -> dict[str, str]:
    return {check["name"]: check["state"] for check in run("doctor", "--json").data["checks"]}


def test_doctor_finds_nothing_to_mend_in_a_fresh_project(project, run):
    ran = run("doctor")
    assert ran.status == 0
    assert "0 to mend" in ran.out
    assert run("doctor", "--json").data["ok"] is True
    assert "bad" not in findings(run).values()


def test_doctor_in_an_empty_folder_says_what_is_missing(folder, run):
    ran = run("doctor")
    assert ran.status == 1
    assert ran.out.count("runtime init") >= 2
    found = findings(run)
    assert (found["settings"], found["trust"], found["key"], found["log"]) == ("note", "bad", "bad", "bad")


def broken_settings(project: Path) -> None:
    (project / "runtime.toml").write_text("[policy]\nengine = 7\n")


def another_key(project: Path) -> None:
    known = trust.known_logs()
    key, _, rest = known.read_text().strip().partition("+")
    known.write_text(f"{key}+00000000+{rest.partition('+')[2]}")


def failing_policy_test(project: Path) -> None:
    with (project / "policies/authz_test.rego").open("a") as tests:
        tests.write("\ntest_that_fails if 1 == 2\n")


def broken_policy(project: Path) -> None:
    (project / "policies/authz.rego").write_text("package runtime.authz\nnot rego")


def tools_folder_gone(project: Path) -> None:
    (project / "runtime.toml").write_text(
        (project / "runtime.toml").read_text() + '[tools]\nfolders = ["gone"]\n'
    )


def tool_that_exits(project: Path) -> None:
    tools_folder_gone(project)
    (project / "gone").mkdir()
    (project / "gone/leave.py").write_text("raise SystemExit(0)\n")
    for subject in ("settings", "tools"):
        acceptance.accept(acceptance.offer(project, subject))


def flipped_bit(project: Path) -> None:
    records = project / AUDIT / "records.jsonl"
    data = bytearray(records.read_bytes())
    data[100] ^= 1
    records.write_bytes(data)


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        (broken_settings, "settings"),
        (lambda _: trust.known_logs().unlink(), "trust"),
        (lambda p: (p / KEY).unlink(), "key"),
        (lambda p: (p / KEY).chmod(0o644), "key"),
        (lambda p: (p / KEY).write_text("no key"), "key"),
        (another_key, "key"),
        (failing_policy_test, "policy"),
        (broken_policy, "policy"),
        (lambda p: remove(p / "policies"), "policy"),
        (tools_folder_gone, "tools"),
        (tool_that_exits, "tools"),
        (flipped_bit, "log"),
        (lambda p: remove(p / AUDIT), "log"),
    ],
)
def test_doctor_names_what_is_broken_and_what_to_do(project, run, damage, name):
    damage(project)
    ran = run("doctor", "--json")
    assert (ran.status, ran.data["ok"]) == (1, False)
    check = next(check for check in ran.data["checks"] if check["name"] == name)
    assert (check["state"], bool(check["fix"])) == ("bad", True)
    told = run("doctor")
    assert f"✗ {name}: " in told.out
    assert told.err == ""
