"""Where programs of WASI preview 1 get to: nowhere but beneath what was granted, by any path, link, name or move."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from wasi_guest import ALL_RIGHTS, CREATE, DIRECTORY, READ_RIGHTS, TRUNCATE, Guest

SUCCESS, ACCES, LOOP, NAMETOOLONG, NOENT, PERM = 0, 2, 32, 37, 44, 63
WRITE_RIGHTS = 1 << 6
READ_WRITE = READ_RIGHTS | WRITE_RIGHTS
SET_SIZE, SET_TIMES = 1 << 22, 1 << 23
OUT, BUFFER = 32_768, 45_056
SECRET = b"not for programs"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the workspace."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret").write_bytes(SECRET)
    return folder


@pytest.fixture
def workspace(tmp_path: Path, outside: Path) -> Path:
    """A workspace with links of every kind that leads somewhere else."""
    root = tmp_path / "workspace"
    for folder in ("granted/deep/er", "other", "granted/.keys"):
        (root / folder).mkdir(parents=True)
    (root / "granted" / "file").write_bytes(b"content")
    (root / "granted" / ".keys" / "key").write_bytes(SECRET)
    (root / "other" / "secret").write_bytes(SECRET)
    links = {
        "absolute": outside / "secret",
        "absolute_folder": outside,
        "relative": "../../outside/secret",
        "relative_folder": "../../outside",
        "deep/upwards": "../../../outside/secret",
        "sibling": "../other/secret",
        "sibling_folder": "../other",
        "to_root": "/",
        "proc_root": "/proc/self/root",
        "proc_cwd": "/proc/self/cwd",
        "proc_fd": "/proc/self/fd/3",
        "chain": "chained",
        "chained": "relative",
        "back_in": f"../../{root.name}/granted/file",
        "absolute_back_in": root / "granted" / "file",
        "keys": ".keys/key",
        "keys_folder": "deep/../.keys",
        "loop": "loop",
    }
    for name, target in links.items():
        (root / "granted" / name).symlink_to(target)
    return root


@pytest.fixture
def guest(workspace: Path) -> Iterator[Guest]:
    """A program that is granted one folder of it, but not what is reserved there."""
    with Guest(workspace, read=("granted",), write=("granted",), hidden=("granted/.keys",)) as guest:
        yield guest


ESCAPES = (
    "..", "../", "../other/secret", "../../outside/secret", "./../other/secret", "deep/../../other/secret",
    "deep/er/../../../other/secret", ".//..//other/secret", "/", "/etc/passwd", "//etc/passwd", "absolute", "absolute_folder/secret",
    "relative", "relative_folder/secret", "deep/upwards", "sibling", "sibling_folder/secret", "to_root/etc/passwd",
    "proc_root/etc/passwd", "proc_cwd", "proc_fd", "chain", "back_in", "absolute_back_in", "keys", "keys_folder/key", ".keys/key",
    "deep/../.keys/key", "./.keys//key", ".keys", "loop", "absolute_folder/", "sibling_folder/.", "deep/er/../../..",
)  # fmt: skip


@pytest.mark.parametrize("path", ESCAPES)
def test_no_path_leads_out(guest: Guest, workspace: Path, outside: Path, path: str) -> None:
    for oflags, rights in (
        (0, READ_RIGHTS),
        (0, 0),
        (CREATE, READ_WRITE),
        (TRUNCATE, WRITE_RIGHTS),
        (DIRECTORY, READ_RIGHTS),
    ):
        errno, _ = guest.open(path, oflags, rights)
        assert errno in (ACCES, PERM, LOOP)
    for flags in (0, 1):
        if guest.path("path_filestat_get", path, OUT, before=(flags,)) == SUCCESS:
            assert guest.read(OUT + 16, 1) == b"\x07", "of links, what they are themselves is told"
    assert guest.path("path_filestat_set_times", path, 0, 0, 8, before=(1,)) != SUCCESS
    assert guest.two("path_link", path, "got", 0) != SUCCESS or (workspace / "granted" / "got").is_symlink()
    assert guest.contents("got")[1] == b""
    assert (outside / "secret").read_bytes() == (workspace / "other" / "secret").read_bytes() == SECRET
    assert (workspace / "granted" / ".keys" / "key").read_bytes() == SECRET
    assert not any(
        allowed for _, target, allowed in guest.checks if target.startswith(("other", "granted/.keys", ".."))
    )


def test_what_leads_out_is_recorded_as_refused(guest: Guest) -> None:
    guest.open("../other/secret")
    guest.open("/etc/passwd")
    guest.open(".keys/key")
    assert guest.checks == [
        ("fs_read", "granted/../other/secret", False),
        ("fs_read", "/etc/passwd", False),
        ("fs_read", "granted/.keys/key", False),
    ]


def test_a_check_is_told_once_a_place(guest: Guest) -> None:
    for _ in range(3):
        guest.open("file")
        guest.open("deep/../file")
    assert guest.checks == [("fs_read", "granted/file", True)]


def test_hidden_places_are_not_even_listed(guest: Guest) -> None:
    assert b".keys" not in guest.names()
    assert guest.path("path_filestat_get", ".keys", OUT, before=(0,)) == ACCES


def test_a_link_is_never_made_to_lead_out(guest: Guest, workspace: Path) -> None:
    for target in ("/etc/passwd", "/", "../../outside", "../../../x", "deep/../../../outside"):
        assert guest.symlink(target, "made") == PERM
    assert guest.symlink("../other/secret", "made") == SUCCESS
    assert guest.open("made")[0] == PERM
    assert guest.open("made", CREATE, WRITE_RIGHTS)[0] == PERM
    assert (workspace / "other" / "secret").read_bytes() == SECRET


def test_reading_is_not_writing_and_writing_is_not_reading(workspace: Path) -> None:
    with Guest(workspace, read=("granted",), write=("other",)) as guest:
        granted, other = 3, 4
        assert guest.open("file", fd=granted)[0] == SUCCESS
        assert guest.open("file", 0, WRITE_RIGHTS, fd=granted)[0] == ACCES
        assert guest.open("file", TRUNCATE, READ_RIGHTS, fd=granted)[0] == ACCES
        assert guest.open("new", CREATE, WRITE_RIGHTS, fd=granted)[0] == ACCES
        assert guest.path("path_unlink_file", "file", fd=granted) == ACCES
        assert guest.path("path_create_directory", "new", fd=granted) == ACCES
        assert guest.path("path_filestat_set_times", "file", 0, 0, 8, fd=granted, before=(1,)) == ACCES
        assert guest.open("secret", 0, WRITE_RIGHTS, fd=other)[0] == SUCCESS
        assert guest.open("secret", fd=other)[0] == ACCES
        assert guest.call("fd_readdir", other, BUFFER, 100, 0, OUT) == ACCES
    assert (workspace / "granted" / "file").read_bytes() == b"content"


def test_no_link_or_move_gives_a_file_more_than_it_had(workspace: Path) -> None:
    """A second name in a folder that may be written would make a file writable; a move out of one, readable."""
    with Guest(workspace, read=("granted",), write=("granted/deep", "other")) as guest:
        granted, deep, other = 3, 4, 5
        near, far = guest.text("file", 1024), guest.text("er/got", 16_384)
        assert guest.call("path_link", granted, 0, *near, deep, *far) == ACCES
        assert guest.call("path_rename", granted, *near, deep, *far) == ACCES
        assert guest.call("path_link", other, 0, *guest.text("secret"), deep, *far) == ACCES
        assert guest.call("path_rename", other, *guest.text("secret"), deep, *far) == ACCES
    assert list((workspace / "granted" / "deep" / "er").iterdir()) == []


def test_a_folder_is_not_brought_around_a_place_that_may_be_read(workspace: Path) -> None:
    """T-FS-39: a secret is moved to where the granted folder's name will be, and the granted folder out of the way."""
    (workspace / "docs" / "public").mkdir(parents=True)
    with Guest(workspace, read=("docs/public",), write=(".",)) as guest:
        assert guest.path("path_create_directory", "new") == SUCCESS
        assert guest.two("path_rename", "other/secret", "new/public") == SUCCESS
        assert guest.two("path_rename", "docs", "old") == SUCCESS
        assert guest.two("path_rename", "new", "docs") == ACCES
    assert not (workspace / "docs").exists()


def test_a_file_with_a_name_elsewhere_is_never_changed_through_this_one(
    workspace: Path, outside: Path
) -> None:
    """T-FS-40"""
    hard = workspace / "granted" / "hard"
    os.link(outside / "secret", hard)
    os.utime(hard, ns=(1, 1))
    with Guest(workspace) as guest:
        for oflags in (0, TRUNCATE, CREATE):
            assert guest.open("granted/hard", oflags, READ_WRITE)[0] == PERM
        assert guest.path("path_filestat_set_times", "granted/hard", 5, 6, 4, before=(1,)) == PERM
        _, fd = guest.open("granted/hard", 0, READ_RIGHTS | SET_TIMES)
        assert guest.call("fd_filestat_set_times", fd, 5, 6, 4) == PERM
        assert guest.two("path_link", "granted/hard", "granted/more", 0) == PERM
        assert guest.contents("granted/hard") == (SUCCESS, SECRET)
    assert (outside / "secret").read_bytes() == SECRET
    assert hard.stat().st_mtime_ns == 1


def test_a_program_writes_to_files_that_it_gave_a_second_name_itself(workspace: Path) -> None:
    with Guest(workspace) as guest:
        assert guest.two("path_link", "granted/file", "granted/twin", 0) == SUCCESS
        errno, fd = guest.open("granted/twin", TRUNCATE, WRITE_RIGHTS)
        assert (errno, guest.fd_write(fd, b"new")) == (SUCCESS, SUCCESS)
    assert (workspace / "granted" / "file").read_bytes() == b"new"


@pytest.mark.parametrize("function", ["path_rename", "path_link"])
def test_no_link_is_brought_to_where_it_leads_out(workspace: Path, function: str) -> None:
    """T-FS-39: what is harmless where it was made leads out of the workspace from a folder further up."""
    flags = (0,) if function == "path_link" else ()
    with Guest(workspace) as guest:
        assert guest.path("path_create_directory", "granted/deep/er/est") == SUCCESS
        assert guest.symlink("../../../file", "granted/deep/er/est/up") == SUCCESS
        assert guest.two(function, "granted/deep/er/est/up", "up", *flags) == PERM
        assert guest.two(function, "granted/deep/er/est/up", "other/up", *flags) == PERM
        assert guest.symlink("sub/../../../x", "granted/deep/sly") == PERM
        if function == "path_rename":
            assert guest.two(function, "granted/deep/er", "er") == PERM
            assert guest.two(function, "granted/deep/er/est", "granted/est") == PERM
            assert guest.two(function, "granted/deep/er", "granted/deep/better") == SUCCESS
            assert guest.two(function, "granted/deep/upwards", "upwards") == SUCCESS, "it led out before"


def test_locked_places_can_be_read_and_not_changed(workspace: Path) -> None:
    with Guest(workspace, locked=("granted/deep/er/rules",)) as guest:
        (workspace / "granted" / "deep" / "er" / "rules").write_bytes(b"rules")
        assert guest.contents("granted/deep/er/rules") == (SUCCESS, b"rules")
        assert guest.open("granted/deep/er/rules", 0, WRITE_RIGHTS)[0] == ACCES
        assert guest.path("path_unlink_file", "granted/deep/er/rules") == ACCES
        assert guest.two("path_rename", "granted/file", "granted/deep/er/rules") == ACCES
        assert guest.two("path_link", "granted/deep/er/rules", "mine", 0) == ACCES
        assert (workspace / "granted" / "deep" / "er" / "rules").read_bytes() == b"rules"


@pytest.mark.parametrize("ancestor", ["granted", "granted/deep", "granted/deep/er"])
def test_what_is_reserved_is_not_moved_by_its_folders(workspace: Path, ancestor: str) -> None:
    """Neither taken away by moving a folder around it, nor put in place by moving one there."""
    with Guest(workspace, locked=("granted/deep/er/rules",), hidden=("granted/deep/er/keys",)) as guest:
        assert guest.two("path_rename", ancestor, "moved") == ACCES
        assert guest.path("path_create_directory", "mine") == SUCCESS
        assert guest.two("path_rename", "mine", ancestor) == ACCES
        assert guest.path("path_remove_directory", ancestor) == ACCES
        (workspace / "granted").rename(workspace / "away")
        assert guest.symlink("mine", "granted") == ACCES
        assert guest.two("path_rename", "mine", "granted") == ACCES


def test_a_reserved_place_that_is_not_there_cannot_be_made(workspace: Path) -> None:
    with Guest(workspace, locked=("policies",), hidden=(".runtime",)) as guest:
        for name in ("policies", ".runtime", "policies/x"):
            assert guest.path("path_create_directory", name) in (ACCES, NOENT)
            assert guest.open(name, CREATE, WRITE_RIGHTS)[0] in (ACCES, NOENT)
            assert guest.symlink("granted", name) in (ACCES, NOENT)
            assert guest.two("path_rename", "granted/deep", name) in (ACCES, NOENT)
    assert sorted(path.name for path in workspace.iterdir()) == ["granted", "other"]


def test_only_files_and_folders_are_opened(workspace: Path) -> None:
    os.mkfifo(workspace / "fifo")
    (workspace / "null").symlink_to("/dev/null")
    with socket.socket(socket.AF_UNIX) as listening:
        # Names of sockets are short: bound from within.
        here = os.open(workspace, os.O_RDONLY)
        listening.bind(f"/proc/self/fd/{here}/socket")
        os.close(here)
        with Guest(workspace) as guest:
            for name in ("fifo", "socket"):
                assert (
                    guest.open(name)[0]
                    == guest.open(name, 0, WRITE_RIGHTS)[0]
                    == guest.open(name, TRUNCATE)[0]
                    == ACCES
                )
                assert guest.path("path_filestat_get", name, OUT, before=(0,)) == SUCCESS
            assert guest.open("null")[0] == PERM


def test_a_folder_that_is_moved_away_gives_nothing_more(workspace: Path, outside: Path) -> None:
    """The descriptor stays open, but what lies in the folder is asked for by where it lies now."""
    with Guest(workspace, read=("granted",), write=("granted",)) as guest:
        _, fd = guest.open("deep", DIRECTORY, ALL_RIGHTS & ~WRITE_RIGHTS)
        (workspace / "granted" / "deep").rename(workspace / "other" / "deep")
        assert guest.open("file", CREATE, WRITE_RIGHTS, fd=fd)[0] == ACCES
        (workspace / "other" / "deep").rename(outside / "deep")
        assert guest.open("file", CREATE, WRITE_RIGHTS, fd=fd)[0] == PERM
        assert guest.call("fd_readdir", fd, BUFFER, 100, 0, OUT) == PERM
    assert not (outside / "deep" / "file").exists()


def test_without_openat2_the_walk_holds_as_well(workspace: Path) -> None:
    from runtime.hostfs.locate import component_walk

    with Guest(workspace, read=("granted",), write=("granted",), hidden=("granted/.keys",)) as guest:
        guest.wasi.scope._locate = component_walk  # the one of kernels without the call
        assert {guest.open(path)[0] for path in ESCAPES} <= {ACCES, PERM, LOOP}
        assert guest.contents("deep/er/../../file") == (SUCCESS, b"content")


def test_who_may_only_read_a_file_may_not_set_its_times(workspace: Path) -> None:
    """An open descriptor is enough for the kernel, whatever it was opened for."""
    before = (workspace / "granted" / "file").stat().st_mtime_ns
    with Guest(workspace, read=("granted",), write=()) as guest:
        for path, oflags in (("file", 0), ("deep", DIRECTORY)):
            errno, fd = guest.open(path, oflags, READ_RIGHTS | SET_TIMES | SET_SIZE)
            assert errno == SUCCESS
            assert guest.call("fd_filestat_set_times", fd, 1, 1, 5) == ACCES
            assert guest.call("fd_filestat_set_size", fd, 0) != SUCCESS
            assert guest.call("fd_allocate", fd, 0, 1) != SUCCESS
    assert (workspace / "granted" / "file").stat().st_mtime_ns == before
    assert (workspace / "granted" / "file").read_bytes() == b"content"


def test_nothing_is_made_through_a_link_that_leads_out(guest: Guest, workspace: Path, outside: Path) -> None:
    """Dangling links: the name is free, and would be made where the link leads."""
    for name, target in (
        ("dangling", outside / "new"),
        ("climbing", "../../outside/new"),
        ("near", "../other/new"),
    ):
        (workspace / "granted" / name).symlink_to(target)
        assert guest.open(name, CREATE, WRITE_RIGHTS)[0] == PERM
    (workspace / "granted" / "reserved").symlink_to(".keys/new")
    assert guest.open("reserved", CREATE, WRITE_RIGHTS)[0] == ACCES
    assert not (outside / "new").exists()
    assert not (workspace / "other" / "new").exists()
    assert not (workspace / "granted" / ".keys" / "new").exists()
    assert ("fs_write", "granted/dangling", False) in guest.checks


@pytest.mark.parametrize(
    ("detour", "errno"), [("", SUCCESS), ("deep/../", SUCCESS), ("deep/../" * 400, NAMETOOLONG)]
)
def test_a_chain_of_dangling_links_ends(guest: Guest, workspace: Path, detour: str, errno: int) -> None:
    for number in range(8):
        (workspace / "granted" / f"link{number}").symlink_to(f"{detour}link{number + 1}")
    assert guest.open("link0", CREATE, WRITE_RIGHTS)[0] == errno
    assert (workspace / "granted" / "link8").exists() is (errno == SUCCESS)
