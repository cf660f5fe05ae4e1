"""A folder is made ready once, and nothing that was there is lost."""

from __future__ import annotations

import shutil

import pytest

from runtime.audit.verify.verifier import verify
from runtime.contracts.errors import AuditError, AuditInconsistent, ConfigurationError
from runtime.host import trust
from runtime.host.settings import load_settings
from runtime.host.workspace import initialise

KEY = ".runtime/keys/log.key"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def code_of(*args, **kwargs) -> str:
    with pytest.raises((ConfigurationError, AuditError)) as caught:
        initialise(*args, **kwargs)
    return caught.value.code


def test_the_state_of_the_runtime_is_private_and_never_committed(folder):
    initialise(folder)
    assert (folder / ".runtime").stat().st_mode & 0o777 == 0o700
    assert (folder / KEY).stat().st_mode & 0o777 == 0o600
    assert (folder / ".runtime/.gitignore").read_text() == "*\n"


def test_the_log_is_there_from_the_start_and_verifies_with_the_key_that_is_told(folder):
    done = initialise(folder)
    report = verify(folder / ".runtime/audit", verifier_keys=[done.verifier_key])
    assert (report.verdict, report.records) == ("OK_NOT_WITNESSED", 1)


def test_without_pinning_the_users_configuration_stays_untouched(folder):
    initialise(folder, pin=False)
    assert not trust.known_logs().exists()


def test_the_settings_made_are_settings_that_load_and_grant_reading_only(folder):
    initialise(folder)
    loaded = load_settings(folder, {})
    assert loaded.project_file == folder / "runtime.toml"
    assert loaded.settings.grants == {"fs_read": ["."]}
    assert loaded.settings.policy.engine == "rego:policies"


@pytest.mark.parametrize(
    ("removed", "made"),
    [("runtime.toml", ("runtime.toml",)), ("policies", ("policies",))],
)
def test_what_went_missing_is_made_again_and_the_rest_is_kept(folder, removed, made):
    done = initialise(folder)
    (folder / "runtime.toml").write_text((folder / "runtime.toml").read_text() + "# mine\n")
    kept = (folder / "runtime.toml").read_text()
    path = folder / removed
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    if removed == "runtime.toml":  # its log has another name, so the key there is not the one that was pinned
        assert initialise(folder).made == made
        return
    again = initialise(folder)
    assert (again.made, again.verifier_key) == (made, done.verifier_key)
    assert (folder / "runtime.toml").read_text() == kept


def test_a_log_without_a_key_is_refused(folder):
    initialise(folder)
    (folder / KEY).unlink()
    assert code_of(folder) == "config.invalid"


def test_a_log_that_went_missing_is_not_begun_again_with_its_key_unless_nobody_witnessed_it(folder):
    """T-AUD-45: deleting the whole log is a way to cut it, too. A new log takes a new key."""
    initialise(folder)
    shutil.rmtree(folder / ".runtime/audit")
    with pytest.raises(AuditInconsistent) as caught:
        initialise(folder)
    assert caught.value.code == "audit.inconsistent"
    shutil.rmtree(folder / ".runtime/audit")
    (folder / KEY).unlink()
    assert initialise(folder).made == (KEY,)
    shutil.rmtree(folder / ".runtime/audit")
    settings = folder / "runtime.toml"
    settings.write_text(settings.read_text().replace("[audit]\n", "[audit]\nwitness = []\n"))
    assert initialise(folder).made == ()


@pytest.mark.parametrize("name", ["runtime.toml", "policies", ".runtime"])
def test_whatever_was_there_before_makes_the_folder_a_strangers(folder, name):
    """T-RUN-03"""
    (folder / name).mkdir()
    assert code_of(folder) == "config.untrusted"


def test_a_folder_that_cannot_be_prepared_is_a_coded_error(folder):
    (folder / ".runtime").write_text("a file in the way")
    assert code_of(folder, accept=True) == "config.invalid"


def test_a_policy_that_cannot_be_copied_is_a_coded_error(folder, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise shutil.Error([("a", "b", "full")])

    monkeypatch.setattr(shutil, "copytree", fail)
    assert code_of(folder) == "config.invalid"


def test_a_stranger_s_key_that_others_can_read_is_refused_even_when_accepted(folder):
    initialise(folder, pin=False)
    (folder / KEY).chmod(0o644)
    assert code_of(folder, accept=True) == "audit.key_unusable"
    assert trust.pinned_key(folder) is None


def test_a_log_name_that_no_note_can_carry_is_refused(folder):
    (folder / "runtime.toml").write_text('[audit]\norigin = "two words"\n')
    assert code_of(folder, accept=True) == "audit.key_unusable"


def test_what_is_not_a_folder_is_refused(folder):
    assert code_of(folder / "nowhere") == "config.invalid"
