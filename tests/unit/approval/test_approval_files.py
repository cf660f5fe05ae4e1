"""Small files that several processes change: whole or not at all, one at a time, and every fault has a code."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from runtime.approval import files
from runtime.contracts.errors import ConfigurationError


def test_a_file_that_cannot_be_replaced_stays_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    (tmp_path / "file" / "inside").mkdir(parents=True)
    with pytest.raises(ConfigurationError):
        files.replace(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_replaced_file_is_its_owners_alone_and_whole(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "file"
    for data in (b"one", b"two" * 1000):
        files.replace(file, data)
        assert files.read(file, 4096) == data
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["file"]


def test_what_is_not_there_is_none_and_what_is_too_large_is_an_error(tmp_path: Path) -> None:
    assert files.read(tmp_path / "gone", 10) is None
    assert files.stamp(tmp_path / "gone") is None
    files.replace(tmp_path / "file", b"x" * 11)
    with pytest.raises(ConfigurationError):
        files.read(tmp_path / "file", 10)


def test_a_link_to_itself_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(ConfigurationError):
        files.read(tmp_path / "loop", 10)


def test_a_lock_that_somebody_keeps_is_waited_for_and_then_told(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(files, "_LOCK_WAIT_S", 0.01)
    descriptor = os.open(tmp_path / ".file.lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    with pytest.raises(ConfigurationError), files.locked(tmp_path / "file"):
        raise AssertionError
    os.close(descriptor)
    with files.locked(tmp_path / "file"):
        pass


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    """T-RUN-22"""
    (tmp_path / ".file.lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigurationError), files.locked(tmp_path / "file"):
        raise AssertionError
    assert not (tmp_path / "elsewhere").exists()
