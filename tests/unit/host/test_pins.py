"""The file of accepted digests: outside every workspace, complete, private, and fail closed."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from runtime.contracts.digest import digest
from runtime.contracts.errors import ConfigurationError
from runtime.host import pins
from runtime.host.pins import LOOK_S, KeptFile, PinWatch

ONE, TWO = "blake3:" + "1" * 64, "blake3:" + "2" * 64


def kept(text: bytes = b"x") -> dict[str, KeptFile]:
    return {"a.rego": KeptFile(digest(text), text)}


def digest_pinned(folder: Path, subject: pins.Subject = "policy") -> str | None:
    pin = pins.pinned(folder, subject)
    return None if pin is None else pin.digest


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_was_never_accepted_has_no_pin_and_no_copy(tmp_path):
    assert pins.pinned(tmp_path, "policy") is None
    assert pins.kept_files(tmp_path, "policy", ONE) is None


def test_policies_and_tools_of_each_folder_are_pinned_apart(tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
    pins.accept(tmp_path / "a", "policy", ONE, kept())
    pins.accept(tmp_path / "a", "tools", TWO, kept())
    assert [digest_pinned(tmp_path / "a", subject) for subject in ("policy", "tools")] == [ONE, TWO]
    assert digest_pinned(tmp_path / "b") is None


def test_the_digest_accepted_last_holds_and_only_its_copy_is_kept(tmp_path):
    pins.accept(tmp_path, "policy", ONE, kept(b"one"))
    pins.accept(tmp_path, "policy", TWO, kept(b"two"))
    assert digest_pinned(tmp_path) == TWO
    assert pins.kept_files(tmp_path, "policy", TWO) == kept(b"two")
    assert pins.kept_files(tmp_path, "policy", ONE) is None


def test_accepting_again_adds_nothing_and_restores_a_copy_that_is_gone(tmp_path, user_home):
    pins.accept(tmp_path, "policy", ONE, kept())
    before = pins.pins_file().read_bytes()
    for copy in (user_home / ".local/state/cathedral-runtime/accepted").iterdir():
        copy.unlink()
    pins.accept(tmp_path, "policy", ONE, kept())
    assert pins.pins_file().read_bytes() == before
    assert pins.kept_files(tmp_path, "policy", ONE) == kept()


def test_pins_and_copies_are_private_and_outside_the_folder(tmp_path, user_home):
    pins.accept(tmp_path, "policy", ONE, kept())
    files = [file for file in user_home.rglob("*") if file.is_file()]
    assert len(files) == 2
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


@pytest.mark.parametrize(
    "name", ["two words", "ünï", "\udcff", "tab\there", 'a\n{"workspace": "/x"}', "q'\""]
)
def test_a_folder_of_any_name_is_pinned_and_forges_no_line(tmp_path, name):
    """T-RUN-24"""
    folder = tmp_path / name
    folder.mkdir(parents=True)
    pins.accept(folder, "policy", ONE, kept())
    assert digest_pinned(folder) == ONE
    assert len([line for line in pins.pins_file().read_bytes().split(b"\n") if line]) == 1


def test_folders_accepted_side_by_side_are_all_kept(tmp_path):
    folders = [tmp_path / str(number) for number in range(16)]
    start = threading.Barrier(len(folders))

    def accept(folder: Path) -> None:
        start.wait()
        pins.accept(folder, "policy", ONE + folder.name, kept())

    threads = [threading.Thread(target=accept, args=(folder,)) for folder in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [digest_pinned(f) for f in folders] == [ONE + f.name for f in folders]


@pytest.mark.parametrize(
    "torn", ['{"workspace": "', '{"digest": 1}', '{"digest": {}}', '["digest"]', '"digest"' * 3, "[" * 9999]
)
def test_a_line_that_cannot_be_read_leaves_the_acceptance_before_it_in_force(tmp_path, torn):
    """T-RUN-24"""
    pins.accept(tmp_path, "policy", ONE, kept())
    with pins.pins_file().open("a") as stream:
        stream.write(torn + '"digest"')
    assert digest_pinned(tmp_path) == ONE
    pins.accept(tmp_path, "policy", TWO, kept())
    assert digest_pinned(tmp_path) == TWO


def test_a_file_of_pins_that_others_can_write_pins_nothing(tmp_path):
    """T-RUN-23 T-RUN-24"""
    pins.accept(tmp_path, "policy", ONE, kept())
    pins.pins_file().chmod(0o666)
    for call in (
        lambda: pins.pinned(tmp_path, "policy"),
        lambda: pins.accept(tmp_path, "policy", TWO, kept()),
    ):
        with pytest.raises(ConfigurationError) as caught:
            call()
        assert caught.value.code == "config.unsafe"


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\xdf\x00\x00\x00\x01\xa1"])
def test_a_copy_that_is_damaged_is_no_copy(tmp_path, user_home, damage):
    pins.accept(tmp_path, "policy", ONE, kept())
    (copy,) = (user_home / ".local/state/cathedral-runtime/accepted").iterdir()
    copy.write_bytes(damage)
    assert pins.kept_files(tmp_path, "policy", ONE) is None


def test_pins_that_cannot_be_written_accept_nothing(tmp_path, user_home):
    (user_home / ".config").write_text("in the way")
    with pytest.raises(ConfigurationError):
        pins.accept(tmp_path, "policy", ONE, kept())


# -- watching ---------------------------------------------------------------------------------------------


def test_a_watch_sees_a_new_pin_once_its_time_to_look_has_come(tmp_path):
    clock = Clock()
    pins.accept(tmp_path, "policy", ONE, kept())
    watch = PinWatch(tmp_path, "policy", clock=clock)
    pins.accept(tmp_path, "policy", TWO, kept())
    assert watch.pin().digest == ONE
    clock.now += LOOK_S
    assert (watch.pin().digest, watch.pin().number) == (TWO, 2)


def test_a_watch_sees_pins_that_were_not_there_and_pins_that_are_removed(tmp_path):
    clock = Clock()
    watch = PinWatch(tmp_path, "policy", clock=clock)
    assert watch.pin() is None
    pins.accept(tmp_path, "policy", ONE, kept())
    clock.now += LOOK_S
    assert watch.pin().digest == ONE
    pins.pins_file().unlink()
    clock.now += LOOK_S
    assert watch.pin() is None


def test_a_watch_says_so_at_every_look_while_others_can_write_the_pins(tmp_path):
    """T-RUN-24"""
    clock = Clock()
    pins.accept(tmp_path, "policy", ONE, kept())
    watch = PinWatch(tmp_path, "policy", clock=clock)
    pins.pins_file().chmod(0o666)
    clock.now += LOOK_S
    for _ in range(3):
        with pytest.raises(ConfigurationError):
            watch.pin()
    pins.pins_file().chmod(0o600)
    assert watch.pin().digest == ONE


def test_a_pin_that_is_renewed_is_a_new_one_of_the_same_digest(tmp_path):
    for _ in range(2):
        pins.accept(tmp_path, "policy", ONE, kept(), renew=True)
    pin = pins.pinned(tmp_path, "policy")
    assert (pin.digest, pin.number) == (ONE, 2)
