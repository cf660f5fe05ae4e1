"""What a layer changes in the folder beneath it, also where hostile programs filled it."""

from __future__ import annotations

import os
import socket
import stat
import time
from pathlib import Path

import pytest
from layers import make_layer, make_tree, opaque, read, whiteout, write

from runtime.hostfs.layer import LayerConflict, LayerRefused


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    folder = tmp_path / "layer"
    folder.mkdir()
    return folder


def refused(root: Path, layer: Path) -> str:
    with pytest.raises(LayerRefused) as caught:
        read(root, layer)
    return str(caught.value)


def test_every_kind_of_change_is_found(tmp_path):
    make_tree(tmp_path / "root")
    make_layer(tmp_path / "layer")
    found = {one.path: one for one in read(tmp_path / "root", tmp_path / "layer")}
    assert [path for path, one in found.items() if one.after is None] == [
        "gone", "gone/deep", "gone/deep/two.txt", "gone/one.txt", "replaced/old.txt", "src/part1/file1.txt",
        "was_folder/inner.txt",
    ]  # fmt: skip
    assert found["was_file"].before.kind == "file"
    assert found["was_file"].after.kind == "folder"
    assert found["was_folder"].after.kind == "file"
    assert (found["script.sh"].before.mode, found["script.sh"].after.mode) == (0o644, 0o755)
    assert found["link"].after.target == "was_folder"
    assert found["made/to"].after.target == "/nowhere"
    assert found["made/by"].after.mode == 0o750
    assert "src" not in found
    assert list(found) == sorted(found)


def test_a_time_alone_is_no_change(root, layer):
    write(root / "a", "same")
    write(layer / "a", "same")
    os.utime(layer / "a", (1, 1))
    assert read(root, layer) == []


def test_what_nobody_may_read_in_the_layer_is_read_all_the_same(root, layer):
    write(layer / "shut/inside", "content", 0)
    (layer / "shut").chmod(0)
    folder, inside = read(root, layer)
    assert (folder.after.mode, inside.after.mode, inside.after.size_bytes) == (0, 0, 7)


@pytest.mark.parametrize("kind", ["fifo", "socket"])
def test_what_is_no_file_refuses_all(root, layer, kind):
    """T-PROC-21"""
    write(layer / "good", "")
    if kind == "fifo":
        os.mkfifo(layer / "bad")
    else:
        folder = os.open(layer, os.O_PATH)
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(f"/proc/self/fd/{folder}/bad")
        os.close(folder)
    assert "'bad' is a device, a FIFO or a socket" in refused(root, layer)


@pytest.mark.parametrize("bits", [stat.S_ISUID, stat.S_ISGID, stat.S_ISVTX])
def test_a_bit_that_gives_rights_refuses_all(root, layer, bits):
    """T-PROC-21"""
    write(layer / "program", "")
    (layer / "program").chmod(0o755 | bits)
    assert "set-user-id" in refused(root, layer)


def test_a_name_that_is_no_text_refuses_all(root, layer):
    """T-PROC-21"""
    (layer / os.fsdecode(b"caf\xe9")).write_bytes(b"")
    assert "not UTF-8" in refused(root, layer)


def test_a_link_to_what_is_no_text_refuses_all(root, layer):
    """T-PROC-21"""
    (layer / "link").symlink_to(os.fsdecode(b"\xff"))
    assert "not UTF-8" in refused(root, layer)


def test_a_name_with_a_line_break_is_a_name(root, layer):
    write(layer / "two\nlines", "")
    assert [one.path for one in read(root, layer)] == ["two\nlines"]


def test_folders_without_end_refuse_all(root, layer):
    """T-PROC-21"""
    folder = os.open(layer, os.O_RDONLY)
    for _ in range(400):
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)
    assert "deep" in refused(root, layer)


def test_more_changes_than_anybody_reads_refuse_all(root, layer):
    """T-PROC-21"""
    write(layer / "first", "")
    for number in range(10_000):
        os.link(layer / "first", layer / str(number))
    assert "more than 10000 changes" in refused(root, layer)


def test_a_file_of_holes_is_not_read(root, layer):
    """T-PROC-21"""
    with (layer / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    begun = time.process_time()
    assert "bytes" in refused(root, layer)
    assert time.process_time() - begun < 60  # a read of it would take an hour


def test_marks_that_no_such_overlay_makes_refuse_all(root, layer):
    """T-PROC-21"""
    (layer / "d").mkdir()
    os.setxattr(layer / "d", "user.overlay.redirect", b"/../../etc")
    assert "not one that an overlay leaves" in refused(root, layer)


def test_links_in_the_layer_lead_nowhere(root, layer, tmp_path):
    """T-PROC-21"""
    write(tmp_path / "outside/secret", "secret")
    (layer / "out").symlink_to(tmp_path / "outside")
    (layer / "loop").symlink_to("loop")
    assert [(one.path, one.after.kind) for one in read(root, layer)] == [("loop", "link"), ("out", "link")]


def test_links_in_the_folder_are_not_followed(root, layer, tmp_path):
    """T-PROC-21"""
    write(tmp_path / "outside/secret", "secret")
    (root / "d").symlink_to(tmp_path / "outside")
    opaque(layer / "d")
    write(layer / "d/mine", "")
    assert [(one.path, one.before and one.before.kind) for one in read(root, layer)] == [
        ("d", "link"),
        ("d/mine", None),
    ]


def test_a_path_that_may_not_be_changed_refuses_all(root, layer):
    """T-PROC-22"""
    write(layer / "fine", "")
    write(layer / ".runtime/keys/log.key", "mine")
    assert "'.runtime' may not be changed" in refused(root, layer)


def test_what_changed_after_the_command_began_is_a_conflict(root, layer):
    """T-PROC-22"""
    begun_ns = time.time_ns()
    write(layer / "a", "the command's")
    write(root / "a", "an editor's")
    with pytest.raises(LayerConflict):
        read(root, layer, begun_ns - 1)


def test_a_removed_folder_is_all_that_was_in_it(root, layer):
    write(root / "d/e/f", "")
    whiteout(layer / "d")
    assert [(one.path, one.after) for one in read(root, layer)] == [
        ("d", None),
        ("d/e", None),
        ("d/e/f", None),
    ]


def test_hard_links_become_files_of_their_own(root, layer):
    write(layer / "a", "one")
    os.link(layer / "a", layer / "b")
    assert [one.after.size_bytes for one in read(root, layer)] == [3, 3]
