"""Who else can change a file: owner, group, everybody; the user's private group is the user."""

from __future__ import annotations

import grp
import os
import pwd
from pathlib import Path

import pytest

from runtime.hostfs.ownership import changeable_by

_FOREIGN = 54_321
"""A user and a group that no machine names."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_text("")
    return path


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o444])
def test_a_file_that_only_its_owner_writes_is_this_users(file: Path, mode: int) -> None:
    file.chmod(mode)
    assert changeable_by(file.stat()) is None


@pytest.mark.parametrize("mode", [0o646, 0o666, 0o602])
def test_a_file_that_everybody_writes_is_not_believed(file: Path, mode: int) -> None:
    file.chmod(mode)
    assert changeable_by(file.stat()) == "every user can write it"


def test_a_folder_with_the_sticky_bit_lets_others_add_names_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    assert changeable_by(tmp_path.stat()) is None
    tmp_path.chmod(0o777)
    assert changeable_by(tmp_path.stat()) == "every user can write it"


def _status(mode: int, uid: int, gid: int) -> os.stat_result:
    return os.stat_result((mode, 0, 0, 1, uid, gid, 0, 0, 0, 0))


def test_a_group_that_others_are_in_counts_as_others() -> None:
    assert changeable_by(_status(0o100664, os.geteuid(), _FOREIGN)) == f"group {_FOREIGN} can write it"


def test_the_private_group_of_the_owner_is_the_owner() -> None:
    """Where users have groups of their own names, files are made writable for them."""
    for user in pwd.getpwall():
        members = set(grp.getgrgid(user.pw_gid).gr_mem) - {user.pw_name}
        private = grp.getgrgid(user.pw_gid).gr_name == user.pw_name and not members
        if user.pw_uid in (0, os.geteuid()):
            assert (changeable_by(_status(0o100664, user.pw_uid, user.pw_gid)) is None) == private


def test_a_file_of_another_user_is_not_believed_whatever_its_mode() -> None:
    assert changeable_by(_status(0o100600, _FOREIGN, 0)) == f"it belongs to user {_FOREIGN}"
