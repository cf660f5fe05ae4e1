"""Where settings come from, which win, and that every malformed one is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import (
    AuditSettings,
    KeySettings,
    PolicySettings,
    Settings,
    check_settings,
    load_settings,
    user_folder,
)


def refused(call, *args) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        call(*args)
    return caught.value


def write(folder: Path, text: str, name: str = "runtime.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder


def test_without_any_file_the_defaults_hold_and_grant_nothing(tmp_path):
    loaded = load_settings(tmp_path, {})
    assert (loaded.workspace, loaded.project_file) == (tmp_path.resolve(), None)
    assert loaded.settings == Settings()
    assert loaded.settings.grants == {}
    assert loaded.settings.policy.isolation == "worker"


def test_settings_cannot_be_changed_after_they_were_read(tmp_path):
    settings = load_settings(tmp_path, {}).settings
    with pytest.raises(AttributeError):
        settings.policy = PolicySettings()


def test_the_closest_file_upwards_holds_alone(tmp_path):
    write(tmp_path, '[audit]\norigin = "outer"\n[keys]\nsigning = "outer.key"\n')
    inner = write(tmp_path / "a" / "b", '[audit]\norigin = "inner"\n')
    (inner / "c").mkdir()
    loaded = load_settings(inner / "c", {})
    assert (loaded.workspace, loaded.settings.audit.origin) == (inner, "inner")
    assert loaded.settings.keys.signing == KeySettings().signing


def test_a_pyproject_counts_where_it_has_a_table_for_the_runtime(tmp_path):
    write(tmp_path, '[tool.runtime.audit]\norigin = "py"\n', "pyproject.toml")
    inner = write(tmp_path / "inner", '[project]\nname = "x"\n', "pyproject.toml")
    assert load_settings(inner, {}).settings.audit.origin == "py"
    write(inner, '[audit]\norigin = "toml"\n')
    assert load_settings(inner, {}).settings.audit.origin == "toml"


@pytest.mark.parametrize("text", ["tool = 3", "[tool]\nruntime = 3", "[tool]\n"])
def test_a_pyproject_that_means_something_else_is_passed_over(tmp_path, text):
    write(tmp_path, text, "pyproject.toml")
    assert load_settings(tmp_path, {}).project_file is None


def test_the_users_file_holds_where_no_project_has_one(tmp_path, user_home):
    write(user_folder(), '[audit]\norigin = "mine"\n', "config.toml")
    loaded = load_settings(tmp_path, {})
    assert (loaded.settings.audit.origin, loaded.project_file) == ("mine", None)
    write(tmp_path, "")
    assert load_settings(tmp_path, {}).settings.audit.origin == AuditSettings().origin


def test_the_environment_wins_over_files(tmp_path, monkeypatch):
    write(tmp_path, '[policy]\nengine = "rego:a"\ndeadline_s = 2.0\n')
    environ = {"RUNTIME_POLICY_ENGINE": "rego:b", "RUNTIME_KEYS_SIGNING": "k"}
    settings = load_settings(tmp_path, environ).settings
    assert (settings.policy.engine, settings.policy.deadline_s, settings.keys.signing) == ("rego:b", 2.0, "k")
    monkeypatch.setenv("RUNTIME_AUDIT_ORIGIN", "environment")
    assert load_settings(tmp_path).settings.audit.origin == "environment"


def test_the_environment_cannot_add_tools_or_grants(tmp_path):
    for environ in ({"RUNTIME_TOOLS_FOLDERS": '["evil"]'}, {"RUNTIME_GRANTS": '{"fs_write": ["/"]}'}):
        assert refused(load_settings, tmp_path, environ).details["field"] == next(iter(environ))


def test_a_variable_that_sets_nothing_is_refused_with_the_closest_that_does(tmp_path):
    error = refused(load_settings, tmp_path, {"RUNTIME_TRUST_PINN": "false"})
    assert (error.code, error.suggestion) == ("config.invalid", "Did you mean RUNTIME_TRUST_PIN?")
    assert "\x1b" not in refused(load_settings, tmp_path, {"RUNTIME_\x1b[2J": "1"}).message
    assert load_settings(tmp_path, {"RUNTIME_DEBUG": "1", "RUNTIMES": "x"}).settings == Settings()


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[policy]\nengine = 7\n", "policy.engine"),
        ("[policy]\nengin = 'rego:'\n", "policy.engin"),
        ("[policy]\ndeadline_s = 0\n", "policy.deadline_s"),
        ("[policy]\ndeadline_s = inf\n", "policy.deadline_s"),
        ("[policy]\ndeadline_s = nan\n", "policy.deadline_s"),
        ("[policy]\nisolation = 'none'\n", "policy.isolation"),
        ("policy = 3\n", "policy"),
        ("[polcy]\n", "polcy"),
        ("[tools]\nfolders = 'mine'\n", "tools.folders"),
        ('[keys]\nsigning = "a\\u0000b"\n', "keys.signing"),
        ('[audit]\nstore = "file:a\\u001b[2J"\n', "audit.store"),
        ('[audit]\norigin = "a\\nb"\n', "audit.origin"),
        ("grants = []\n", "grants"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file(tmp_path, text, field):
    write(tmp_path, text)
    error = refused(load_settings, tmp_path, {})
    assert (error.code, error.details) == ("config.invalid", {"field": field})
    assert error.message.startswith("runtime.toml: ")


def test_a_wrong_value_of_the_environment_is_named_too(tmp_path):
    write(tmp_path, "policy = 3\n")
    assert refused(load_settings, tmp_path, {"RUNTIME_POLICY_DEADLINE_S": "soon"}).details == {
        "field": "policy"
    }
    write(tmp_path, "")
    error = refused(load_settings, tmp_path, {"RUNTIME_POLICY_DEADLINE_S": "soon"})
    assert error.details == {"field": "policy.deadline_s"}


@pytest.mark.parametrize(
    "data",
    [
        b"not toml",
        b"\xff",
        b"a = " + b"[" * 20_000,
        b"a = " + b"[" * 20_000 + b"]" * 20_000,
        b"a = " + b"9" * 5_000,
        b"a = 1\na = 2",
        b"# " + b"x" * 1024 * 1024,
        b"a = \x00",
    ],
    ids=["words", "bytes", "open lists", "deep lists", "digits", "twice", "a megabyte", "nul"],
)
def test_a_file_that_is_no_sensible_toml_is_a_coded_error_that_names_it(tmp_path, data):
    (tmp_path / "runtime.toml").write_bytes(data)
    error = refused(load_settings, tmp_path, {})
    assert (error.code, error.details["file"]) == ("config.invalid", str(tmp_path / "runtime.toml"))


def test_a_file_that_cannot_be_read_is_a_coded_error(tmp_path, monkeypatch):
    write(tmp_path, "")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert "Permission denied" in refused(load_settings, tmp_path, {}).message


def test_a_pipe_in_the_place_of_the_settings_does_not_hang_the_start(tmp_path):
    os.mkfifo(tmp_path / "runtime.toml")
    assert load_settings(tmp_path, {}).project_file is None


@pytest.mark.parametrize("name", ["nowhere", "file", "x" * 5_000, "a/" * 3_000])
def test_what_is_not_a_folder_is_a_coded_error(tmp_path, name):
    (tmp_path / "file").touch()
    assert refused(load_settings, tmp_path / name, {}).code == "config.invalid"


@pytest.mark.parametrize(
    ("text", "message", "suggestion"),
    [
        ("[polcy]\n", "polcy: there is no such setting", "Did you mean policy?"),
        ("[policy]\nengin = 'rego:'\n", "policy.engin: there is no such setting", "Did you mean engine?"),
        (
            "[policy]\nisolation = 'none'\n",
            "policy.isolation: must be one of 'worker', 'in_process', not 'none'",
            None,
        ),
        ("[policy]\ndeadline_s = 0\n", "policy.deadline_s: must be a number > 0.0", None),
        ("[policy]\ndeadline_s = 'x'\n", "policy.deadline_s: must be a number, not text", None),
        ("policy = 3\n", "policy: must be a table, not a whole number", None),
        ("[tools]\nfolders = ['a', 7]\n", "tools.folders.1: must be text, not a whole number", None),
        (
            '[audit]\norigin = "a\\nb"\n',
            "audit.origin: must be text without control characters",
            None,
        ),
    ],
)
def test_the_error_says_what_a_setting_must_be_and_what_was_meant(tmp_path, text, message, suggestion):
    write(tmp_path, text)
    error = refused(load_settings, tmp_path, {})
    assert error.message == f"runtime.toml: {message}"
    assert suggestion in (None, error.suggestion)


def test_one_witness_may_be_written_without_a_list(tmp_path):
    write(tmp_path, '[audit]\nwitness = "file:w"\n')
    assert load_settings(tmp_path, {}).settings.audit.witness == ("file:w",)
    assert load_settings(tmp_path, {"RUNTIME_AUDIT_WITNESS": "file:v"}).settings.audit.witness == ("file:v",)


def test_settings_made_in_code_are_held_to_the_same_values(tmp_path):
    error = refused(check_settings, Settings(policy=PolicySettings(deadline_s=0)))
    assert error.details == {"field": "policy.deadline_s"}
    check_settings(Settings())


def test_a_variable_holds_a_list_as_json_or_one_name(tmp_path):
    for text, folders in [
        ("/opt/a", ("/opt/a",)),
        ('["/opt/a", "/opt/b"]', ("/opt/a", "/opt/b")),
        ("[]", ()),
    ]:
        assert load_settings(tmp_path, {"RUNTIME_PROCESS_SYSTEM": text}).settings.process.system == folders
    error = refused(load_settings, tmp_path, {"RUNTIME_PROCESS_SYSTEM": "a\x00b"})
    assert error.details == {"field": "process.system"}
