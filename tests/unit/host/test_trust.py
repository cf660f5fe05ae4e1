"""The file of accepted folders: outside every folder, complete, and fail closed."""

from __future__ import annotations

import threading

import pytest

from runtime.contracts.errors import ConfigurationError
from runtime.host import trust

KEY, OTHER = "log+11111111+AAAA", "log+22222222+BBBB"


def test_a_folder_never_accepted_has_no_key(tmp_path):
    assert trust.pinned_key(tmp_path) is None


def test_an_accepted_folder_has_its_key_and_its_parent_and_children_have_none(tmp_path):
    """T-RUN-03"""
    folder = tmp_path / "a"
    (folder / "b").mkdir(parents=True)
    trust.pin(folder, KEY)
    assert [trust.pinned_key(p) for p in (folder, folder.parent, folder / "b")] == [KEY, None, None]


def test_the_list_is_private_and_outside_the_folder(tmp_path, user_home):
    trust.pin(tmp_path, KEY)
    assert trust.known_logs().is_relative_to(user_home)
    assert trust.known_logs().stat().st_mode & 0o777 == 0o600


def test_the_key_pinned_last_holds(tmp_path):
    trust.pin(tmp_path, KEY)
    trust.pin(tmp_path, OTHER)
    assert trust.pinned_key(tmp_path) == OTHER


def test_accepting_again_adds_nothing(tmp_path):
    trust.pin(tmp_path, KEY)
    before = trust.known_logs().read_bytes()
    trust.pin(tmp_path, KEY)
    assert trust.known_logs().read_bytes() == before


def test_a_folder_is_one_folder_whatever_link_leads_to_it(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    trust.pin(tmp_path / "link", KEY)
    assert trust.pinned_key(tmp_path / "real") == KEY


@pytest.mark.parametrize("name", ["two words", "ünï", "\udcff", "tab\there", "cr\rhere"])
def test_a_folder_of_any_name_can_be_accepted(tmp_path, name):
    (tmp_path / name).mkdir()
    trust.pin(tmp_path / name, KEY)
    assert trust.pinned_key(tmp_path / name) == KEY


def test_a_name_with_a_line_break_is_refused_because_it_could_forge_a_line(tmp_path):
    """T-RUN-03"""
    folder = tmp_path / "a\nlog+33333333+CCCC "
    folder.mkdir()
    with pytest.raises(ConfigurationError) as caught:
        trust.pin(folder, KEY)
    assert caught.value.code == "config.invalid"
    assert not trust.known_logs().exists()


def test_a_carriage_return_in_a_name_accepts_no_other_folder(tmp_path):
    """T-RUN-03"""
    victim = tmp_path / "victim"
    folder = tmp_path / f"a\r{KEY} " / str(victim)[1:]
    folder.mkdir(parents=True)
    trust.pin(folder, OTHER)
    assert (trust.pinned_key(folder), trust.pinned_key(victim)) == (OTHER, None)


def test_folders_accepted_side_by_side_are_all_kept(tmp_path):
    folders = [tmp_path / str(number) for number in range(16)]
    start = threading.Barrier(len(folders))

    def accept(folder) -> None:
        start.wait()
        trust.pin(folder, f"{KEY}{folder.name}")

    threads = [threading.Thread(target=accept, args=(folder,)) for folder in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [trust.pinned_key(f) for f in folders] == [f"{KEY}{f.name}" for f in folders]


def test_a_line_that_a_crash_left_open_takes_no_other_entry_with_it(tmp_path):
    trust.pin(tmp_path / "a", KEY)
    with trust.known_logs().open("a") as stream:
        stream.write(f"{OTHER} /half/a/pa")
    trust.pin(tmp_path / "b", KEY)
    assert [trust.pinned_key(tmp_path / name) for name in "ab"] == [KEY, KEY]


def test_a_list_that_cannot_be_read_accepts_nothing(tmp_path):
    """T-RUN-03"""
    trust.known_logs().mkdir(parents=True)
    for call in (lambda: trust.pinned_key(tmp_path), lambda: trust.pin(tmp_path, KEY)):
        with pytest.raises(ConfigurationError) as caught:
            call()
        assert caught.value.code == "config.invalid"


def test_a_list_that_cannot_be_written_is_a_coded_error(tmp_path, user_home):
    (user_home / ".config").mkdir()
    (user_home / ".config" / "cathedral-runtime").symlink_to("/proc/self")
    with pytest.raises(ConfigurationError) as caught:
        trust.pin(tmp_path, KEY)
    assert caught.value.code == "config.invalid"


@pytest.mark.parametrize("text", ["", "\n\n", "no-space-here\n", " \n", "\x00\xff\n"])
def test_lines_that_mean_nothing_accept_nothing(tmp_path, text):
    trust.known_logs().parent.mkdir(parents=True)
    trust.known_logs().write_text(text, "latin-1")
    assert trust.pinned_key(tmp_path) is None
