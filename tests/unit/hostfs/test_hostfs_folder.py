"""The rooted folder on a real file system, under both ways to find a path."""

from __future__ import annotations

import gc
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.hostfs import publish
from runtime.hostfs.folder import Escape, HostEntry, HostFolder, OutOfScope, kind_of
from runtime.hostfs.locate import Locator, component_walk, openat2

LOCATORS = {"component_walk": component_walk} | ({"openat2": found} if (found := openat2()) else {})


@pytest.fixture(params=LOCATORS)
def locate(request: pytest.FixtureRequest) -> Locator:
    return LOCATORS[request.param]


@pytest.fixture
def folder(tmp_path: Path, locate: Locator) -> HostFolder:
    (tmp_path / "src/deep").mkdir(parents=True)
    (tmp_path / "src/a.txt").write_bytes(b"alpha")
    (tmp_path / "src/deep/b.txt").write_bytes(b"beta")
    (tmp_path / "link").symlink_to("src/a.txt")
    (tmp_path / "folder_link").symlink_to("src/deep")
    return HostFolder(tmp_path, locate=locate)


def beneath(*prefixes: str) -> Callable[[str], bool]:
    return lambda place: place.startswith(prefixes)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def open_descriptors() -> int:
    gc.collect()  # what earlier tests left behind must not close in between
    return len(list(Path("/proc/self/fd").iterdir()))


class TestReading:
    def test_a_file_is_read_whole(self, folder: HostFolder) -> None:
        assert folder.read_bytes("src/a.txt", 100) == b"alpha"

    def test_a_bound_cuts_the_file_at_that_byte(self, folder: HostFolder) -> None:
        assert folder.read_bytes("src/a.txt", 2) == b"al"
        assert folder.read_bytes("src/a.txt", 0) == b""

    def test_a_file_that_says_size_zero_is_still_read_to_its_end(self) -> None:
        proc = HostFolder("/proc/sys/kernel")
        assert proc.read_bytes("ostype", 100) == b"Linux\n"

    def test_a_large_file_is_read_in_full(self, folder: HostFolder, tmp_path: Path) -> None:
        data = os.urandom(300_000)
        (tmp_path / "large").write_bytes(data)
        assert folder.read_bytes("large", 1_000_000) == data

    def test_an_opened_stream_reads_and_blocks_as_any_file_does(self, folder: HostFolder) -> None:
        with folder.open_read("src/a.txt") as stream:
            assert os.get_blocking(stream.fileno())
            assert stream.read() == b"alpha"

    def test_links_that_stay_inside_are_followed(self, folder: HostFolder) -> None:
        assert folder.read_bytes("link", 100) == b"alpha"
        assert folder.read_bytes("folder_link/b.txt", 100) == b"beta"
        assert folder.read_bytes("folder_link/../a.txt", 100) == b"alpha"

    @pytest.mark.parametrize("path", ["./src//a.txt", "src/deep/../a.txt", "src/./a.txt"])
    def test_every_spelling_of_a_path_names_the_same_file(self, folder: HostFolder, path: str) -> None:
        assert folder.read_bytes(path, 100) == b"alpha"

    def test_a_backslash_is_a_character_of_a_name(self, folder: HostFolder, tmp_path: Path) -> None:
        (tmp_path / "src\\a.txt").write_bytes(b"odd")
        assert folder.read_bytes("src\\a.txt", 100) == b"odd"

    def test_a_name_that_is_not_utf8_goes_round(self, folder: HostFolder, tmp_path: Path) -> None:
        (tmp_path / os.fsdecode(b"\xff")).write_bytes(b"latin")
        (name,) = [n for n, _ in folder.list_dir(".") if n.startswith("\udcff")]
        assert folder.read_bytes(name, 100) == b"latin"


class TestErrors:
    @pytest.mark.parametrize(
        ("path", "error"),
        [
            ("missing", FileNotFoundError),
            ("missing/a", FileNotFoundError),
            ("", FileNotFoundError),
            ("src", IsADirectoryError),
            (".", IsADirectoryError),
            ("src/a.txt/", NotADirectoryError),
            ("src/a.txt/.", NotADirectoryError),
            ("src/a.txt/..", NotADirectoryError),
            ("link/", NotADirectoryError),
            ("..", Escape),
            ("src/../..", Escape),
            ("/", Escape),
            ("/etc/passwd", Escape),
        ],
    )
    def test_a_path_that_names_no_file_fails_as_the_system_says(
        self, folder: HostFolder, path: str, error: type[OSError]
    ) -> None:
        with pytest.raises(error) as caught:
            folder.read_bytes(path, 100)
        assert type(caught.value) is error
        assert caught.value.filename == path

    def test_no_error_names_the_host_path(self, folder: HostFolder, tmp_path: Path) -> None:
        for attempt in (
            lambda: folder.stat("missing"),
            lambda: folder.open_read("src"),
            lambda: folder.list_dir("link"),
            lambda: folder.create("link", b""),
            lambda: folder.replace("src", b""),
            lambda: folder.make_dir("link/x"),
            lambda: folder.walk("link", 5),
        ):
            with pytest.raises(OSError) as caught:
                attempt()
            assert str(tmp_path) not in repr(caught.value.__dict__) + str(caught.value) + repr(
                caught.value.args
            )
            assert "/proc" not in str(caught.value)
            assert caught.value.filename2 is None

    def test_an_unreadable_file_is_a_permission_error(self, locate: Locator) -> None:
        # Mode 0200, and the kernel applies it to root, too.
        with pytest.raises(PermissionError):
            HostFolder("/proc/sys/vm", locate=locate).read_bytes("compact_memory", 1)

    def test_a_closed_folder_opens_nothing(self, folder: HostFolder) -> None:
        folder.close()
        folder.close()
        with pytest.raises(OSError, match="Bad file descriptor"):
            folder.stat("src")

    def test_a_root_that_is_no_folder_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(NotADirectoryError):
            HostFolder(tmp_path / "file")


class TestScope:
    def test_a_path_is_judged_by_where_it_leads(self, folder: HostFolder) -> None:
        assert folder.read_bytes("folder_link/b.txt", 9, within=beneath("src/deep")) == b"beta"
        with pytest.raises(OutOfScope):
            folder.read_bytes("link", 9, within=beneath("src/deep", "link"))

    def test_the_root_itself_is_a_place(self, folder: HostFolder) -> None:
        assert folder.list_dir("src/..", within=lambda place: place == ".")

    def test_new_files_and_folders_are_judged_by_where_they_would_lie(
        self, folder: HostFolder, tmp_path: Path
    ) -> None:
        folder.create("folder_link/new", b"", within=beneath("src/deep"))
        for attempt in (
            lambda: folder.create("folder_link/no", b"", within=beneath("folder_link")),
            lambda: folder.make_dir("folder_link/no/more", within=beneath("folder_link")),
            lambda: folder.replace("link", b"", within=beneath("link")),
            lambda: folder.make_dir("folder_link", within=beneath("folder_link")),
        ):
            with pytest.raises(OutOfScope):
                attempt()
        assert names(tmp_path / "src/deep") == ["b.txt", "new"]

    def test_a_scope_that_breaks_leaks_no_descriptor(self, folder: HostFolder) -> None:
        def broken(_: str) -> bool:
            raise ZeroDivisionError

        before = open_descriptors()
        for _ in range(20):
            with pytest.raises(ZeroDivisionError):
                folder.stat("src", within=broken)
        assert open_descriptors() == before

    def test_a_folder_moved_out_while_it_is_held_is_outside(self, tmp_path: Path, locate: Locator) -> None:
        (tmp_path / "root/a").mkdir(parents=True)

        def overtaken(root: int, path: bytes, follow: bool) -> int:
            found = locate(root, path, follow)
            (tmp_path / "root/a").rename(tmp_path / "a")
            return found

        with pytest.raises(Escape):
            HostFolder(tmp_path / "root", locate=overtaken).stat("a", within=lambda _: True)

    def test_a_root_at_the_top_of_the_host_works_too(self) -> None:
        assert HostFolder("/").stat("proc", within=lambda place: place == "proc")


class TestListing:
    def test_names_come_in_order_each_with_its_own_kind(self, folder: HostFolder, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "a_file").touch()
        assert folder.list_dir(".") == [
            HostEntry("a_file", "file"),
            HostEntry("folder_link", "symlink"),
            HostEntry("link", "symlink"),
            HostEntry("pipe", "other"),
            HostEntry("src", "dir"),
        ]

    def test_a_mode_has_one_kind(self) -> None:
        kinds = [kind_of(m) for m in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR)]
        assert kinds == ["file", "dir", "symlink", "other", "other"]


class TestWalk:
    def test_files_come_in_order_of_their_paths_with_depths(self, folder: HostFolder, tmp_path: Path) -> None:
        (tmp_path / "src/z.txt").touch()
        (tmp_path / "b.txt").touch()
        expected = [("b.txt", 1), ("src/a.txt", 2), ("src/deep/b.txt", 3), ("src/z.txt", 2)]
        assert list(folder.walk(".", 20)) == expected
        assert list(folder.walk(".", 20)) == expected

    def test_paths_start_with_the_folder_that_was_asked_for(self, folder: HostFolder) -> None:
        assert list(folder.walk("./src/deep/", 20)) == [("src/deep/b.txt", 1)]

    def test_the_depth_of_a_walk_is_bounded(self, folder: HostFolder) -> None:
        assert list(folder.walk(".", 2)) == [("src/a.txt", 2)]
        assert list(folder.walk(".", 1)) == []

    def test_links_are_not_followed_so_there_is_no_cycle(self, folder: HostFolder, tmp_path: Path) -> None:
        (tmp_path / "src/cycle").symlink_to("..")
        assert [path for path, _ in folder.walk(".", 50)] == ["src/a.txt", "src/deep/b.txt"]

    def test_a_folder_that_vanishes_meanwhile_is_passed_over(
        self, folder: HostFolder, tmp_path: Path
    ) -> None:
        found = folder.walk("src", 20)
        assert next(found) == ("src/a.txt", 1)
        (tmp_path / "src/deep").rename(tmp_path / "gone")
        assert list(found) == []

    def test_a_folder_that_cannot_be_read_is_passed_over(
        self, folder: HostFolder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scandir, before = os.scandir, open_descriptors()

        def failing(fd: int) -> object:
            if Path(f"/proc/self/fd/{fd}").readlink().name == "deep":
                raise OSError(5, "Input/output error")
            return scandir(fd)

        monkeypatch.setattr(os, "scandir", failing)
        assert list(folder.walk(".", 20)) == [("src/a.txt", 2)]
        monkeypatch.undo()
        assert open_descriptors() == before

    def test_a_walk_that_runs_out_of_descriptors_says_so(
        self, folder: HostFolder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before, open_ = open_descriptors(), os.open

        def exhausted(path: str, flags: int, *args: int, **options: int) -> int:
            if path == "deep":
                raise OSError(24, "Too many open files")
            return open_(path, flags, *args, **options)

        monkeypatch.setattr(os, "open", exhausted)
        with pytest.raises(OSError) as caught:
            list(folder.walk(".", 20))
        assert (caught.value.errno, caught.value.filename) == (24, "src/deep")
        assert open_descriptors() == before

    def test_a_walk_that_is_dropped_closes_its_folders(self, folder: HostFolder) -> None:
        before = open_descriptors()
        untouched, begun = folder.walk(".", 20), folder.walk(".", 20)
        next(begun)
        assert open_descriptors() > before
        del untouched, begun
        assert open_descriptors() == before

    def test_a_file_is_no_place_to_start(self, folder: HostFolder) -> None:
        with pytest.raises(NotADirectoryError):
            folder.walk("src/a.txt", 20)


class TestCreate:
    def test_a_new_file_holds_its_bytes_and_mode(self, folder: HostFolder, tmp_path: Path) -> None:
        folder.create("src/new.sh", b"data", mode=0o4755)
        info = (tmp_path / "src/new.sh").stat()
        assert (tmp_path / "src/new.sh").read_bytes() == b"data"
        assert stat.S_IMODE(info.st_mode) == 0o755  # no set-user-id
        assert info.st_nlink == 1

    def test_a_taken_name_keeps_its_bytes(self, folder: HostFolder, tmp_path: Path) -> None:
        for name in ("src/a.txt", "src", "link"):
            with pytest.raises(FileExistsError):
                folder.create(name, b"new")
        assert (tmp_path / "src/a.txt").read_bytes() == b"alpha"

    def test_a_name_taken_meanwhile_is_not_overwritten(
        self, folder: HostFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sync = os.fsync

        def overtaken(fd: int) -> None:
            (tmp_path / "src/race").write_bytes(b"first")
            sync(fd)

        monkeypatch.setattr(publish.os, "fsync", overtaken)
        with pytest.raises(FileExistsError):
            folder.create("src/race", b"second")
        assert names(tmp_path / "src") == ["a.txt", "deep", "race"]
        assert (tmp_path / "src/race").read_bytes() == b"first"

    def test_parents_are_made_when_asked_for_only(self, folder: HostFolder, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            folder.create("x/y/z", b"")
        folder.create("x/y/z", b"deep", parents=True)
        assert (tmp_path / "x/y/z").read_bytes() == b"deep"

    @pytest.mark.parametrize("path", ["src/", "src/.", ".."])
    def test_a_folder_is_no_name_for_a_file(self, folder: HostFolder, path: str) -> None:
        with pytest.raises(IsADirectoryError):
            folder.create(path, b"")

    def test_a_failed_write_leaves_nothing_behind(
        self, folder: HostFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(publish.os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            folder.create("src/new", b"data")
        with pytest.raises(OSError, match="No space"):
            folder.replace("src/a.txt", b"data")
        assert names(tmp_path / "src") == ["a.txt", "deep"]
        assert (tmp_path / "src/a.txt").read_bytes() == b"alpha"

    def test_a_file_system_without_hard_links_still_never_overwrites(
        self, folder: HostFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fat(*_: object, **__: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(publish.os, "link", fat)
        folder.create("src/new", b"data")
        assert (tmp_path / "src/new").read_bytes() == b"data"
        monkeypatch.setattr(publish, "_refuse_taken", lambda *_: None)
        with pytest.raises(FileExistsError):
            folder.create("src/new", b"other")
        assert (tmp_path / "src/new").read_bytes() == b"data"
        assert names(tmp_path / "src") == ["a.txt", "deep", "new"]


class TestReplace:
    def test_content_changes_and_mode_and_owner_stay(self, folder: HostFolder, tmp_path: Path) -> None:
        (tmp_path / "src/a.txt").chmod(0o750)
        before = (tmp_path / "src/a.txt").stat()
        folder.replace("src/a.txt", b"changed")
        after = (tmp_path / "src/a.txt").stat()
        assert (tmp_path / "src/a.txt").read_bytes() == b"changed"
        assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
        assert names(tmp_path / "src") == ["a.txt", "deep"]

    def test_a_link_stays_a_link_and_its_target_changes(self, folder: HostFolder, tmp_path: Path) -> None:
        folder.replace("link", b"through")
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "src/a.txt").read_bytes() == b"through"

    def test_a_missing_file_and_a_folder_are_refused(self, folder: HostFolder) -> None:
        with pytest.raises(FileNotFoundError):
            folder.replace("src/missing", b"")
        with pytest.raises(IsADirectoryError):
            folder.replace("src", b"")

    def test_another_hard_link_keeps_the_old_content(self, folder: HostFolder, tmp_path: Path) -> None:
        os.link(tmp_path / "src/a.txt", tmp_path / "twin")
        folder.replace("src/a.txt", b"changed")
        assert (tmp_path / "twin").read_bytes() == b"alpha"

    def test_a_file_replaced_by_another_meanwhile_is_found_again(
        self, folder: HostFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "src/a.txt (deleted)").write_bytes(b"namesake")
        overtakers = [tmp_path / "src/other"]
        overtakers[0].write_bytes(b"other")
        open_ = os.open

        def overtaken(path: str, flags: int, *args: int, **options: int) -> int:
            if flags & os.O_WRONLY and overtakers:
                overtakers.pop().rename(tmp_path / "src/a.txt")
            return open_(path, flags, *args, **options)

        monkeypatch.setattr(os, "open", overtaken)
        folder.replace("src/a.txt", b"mine")
        assert not overtakers
        assert (tmp_path / "src/a.txt").read_bytes() == b"mine"
        assert (tmp_path / "src/a.txt (deleted)").read_bytes() == b"namesake"

    def test_a_file_that_never_holds_still_is_given_up(
        self, folder: HostFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        open_ = os.open

        def overtaken(path: str, flags: int, *args: int, **options: int) -> int:
            if flags & os.O_WRONLY and path.startswith("/proc"):
                (tmp_path / "src/other").write_bytes(b"other")
                (tmp_path / "src/other").rename(tmp_path / "src/a.txt")
            return open_(path, flags, *args, **options)

        monkeypatch.setattr(os, "open", overtaken)
        with pytest.raises(BlockingIOError):
            folder.replace("src/a.txt", b"mine")
        assert (tmp_path / "src/a.txt").read_bytes() == b"other"


class TestMakeDir:
    def test_made_folders_are_named_outermost_first(self, folder: HostFolder, tmp_path: Path) -> None:
        assert folder.make_dir("./x//y/z/") == ["x", "x/y", "x/y/z"]
        assert (tmp_path / "x/y/z").is_dir()

    def test_what_is_there_is_not_made_again(self, folder: HostFolder) -> None:
        assert folder.make_dir("src/deep") == []
        assert folder.make_dir(".") == []
        assert folder.make_dir("src/deep/more") == ["src/deep/more"]

    def test_a_folder_made_through_a_link_is_named_where_it_lies(self, folder: HostFolder) -> None:
        assert folder.make_dir("folder_link/more") == ["src/deep/more"]

    def test_a_name_taken_by_a_file_is_refused(self, folder: HostFolder) -> None:
        with pytest.raises(FileExistsError):
            folder.make_dir("src/a.txt")
        with pytest.raises(NotADirectoryError):
            folder.make_dir("src/a.txt/x")

    def test_a_folder_made_by_someone_else_meanwhile_is_taken_as_it_is(
        self, folder: HostFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mkdir = os.mkdir

        def overtaken(name: str, *, dir_fd: int) -> None:
            mkdir(tmp_path / name)
            mkdir(name, dir_fd=dir_fd)

        monkeypatch.setattr(os, "mkdir", overtaken)
        assert folder.make_dir("raced") == []
        assert (tmp_path / "raced").is_dir()
