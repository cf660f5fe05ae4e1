"""Every known way out of a workspace, tried through `ctx.fs` under both ways to find a path.

The attacker has filled the workspace: links, pipes, sockets, names. The tool asks for what the model said.
"""

from __future__ import annotations

import gc
import os
import resource
import socket
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.audit import MAX_LINE_BYTES, CapabilityCheck
from runtime.contracts.capability import FsRead, FsWrite
from runtime.contracts.errors import CapabilityExceeded, FilesLimit, MemoryLimit, OutsideWorkspace
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import FileAccess
from runtime.hostfs import folder as host
from runtime.hostfs.locate import component_walk, openat2

LOCATORS = {"component_walk": component_walk} | ({"openat2": found} if (found := openat2()) else {})
SECRET = b"outside"


class World:
    """A workspace, a secret beside it, and handles onto the workspace."""

    def __init__(self, base: Path) -> None:
        self.outside = base / "outside"
        self.outside.mkdir()
        (self.outside / "secret").write_bytes(SECRET)
        self.workspace = base / "workspace"
        (self.workspace / "src").mkdir(parents=True)
        (self.workspace / "src/a.txt").write_bytes(b"alpha")

    def files(self, *, read: tuple[str, ...] = (".",), write: tuple[str, ...] = (".",)) -> FileAccess:
        return self.context(read=read, write=write).fs

    def context(
        self,
        *,
        read: tuple[str, ...] = (".",),
        write: tuple[str, ...] = (".",),
        limits: ResourceBounds | None = None,
    ) -> CallContext:
        granted = CapabilitySet([FsRead(read), FsWrite(write)])
        return CallContext("c-1", granted, limits or ResourceBounds(), workspace=self.workspace)

    def link(self, name: str, target: str | Path) -> str:
        (self.workspace / name).symlink_to(target)
        return name

    def snapshot(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.outside.rglob("*") if path.is_file()}


@pytest.fixture(params=LOCATORS)
def world(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(host, "locator", lambda: LOCATORS[request.param])
    return World(tmp_path)


def every_operation(files: FileAccess, path: str) -> list[Callable[[], object]]:
    return [
        lambda: files.stat(path),
        lambda: files.list_dir(path),
        lambda: files.open_read(path),
        lambda: files.read_bytes(path),
        lambda: list(files.walk(path)),
        lambda: files.create(path + "/new", b"x"),
        lambda: files.create(path + "/new", b"x", parents=True),
        lambda: files.replace(path, b"x"),
        lambda: files.make_dir(path + "/new"),
    ]


def assert_outside(world: World, path: str) -> None:
    before = world.snapshot()
    for operation in every_operation(world.files(), path):
        with pytest.raises(OutsideWorkspace) as caught:
            operation()
        told = f"{caught.value} {caught.value.details}".replace(path, "")
        assert str(world.outside.parent) not in told
    assert world.snapshot() == before
    assert [p.name for p in world.outside.iterdir()] == ["secret"]


@pytest.mark.parametrize(
    "path", ["..", "../outside", "src/../../outside", "src/../..", "./../outside/secret"]
)
def test_dot_dot_does_not_climb_out(world: World, path: str) -> None:
    """T-FS-01"""
    assert_outside(world, path)


def test_dot_dot_that_climbs_out_and_back_in_is_refused(world: World) -> None:
    """T-FS-01"""
    assert_outside(world, f"../{world.workspace.name}/src")


@pytest.mark.parametrize("path", ["/", "/etc", "//etc", "/proc/self/root"])
def test_an_absolute_path_is_refused(world: World, path: str) -> None:
    """T-FS-02"""
    assert_outside(world, path)


def test_an_absolute_path_into_the_workspace_is_refused_too(world: World) -> None:
    """T-FS-02: a tool that could name host paths could learn them."""
    assert_outside(world, str(world.workspace / "src"))


@pytest.mark.parametrize("target", ["../outside/secret", "/etc/passwd"])
def test_a_link_to_a_file_outside_is_not_followed(world: World, target: str) -> None:
    """T-FS-03"""
    path = world.link("link", target)
    for operation in (world.files().read_bytes, world.files().open_read, world.files().stat):
        with pytest.raises(OutsideWorkspace):
            operation(path)


@pytest.mark.parametrize("target", ["../outside", "/", ".."])
def test_a_link_to_a_folder_outside_is_not_followed(world: World, target: str) -> None:
    """T-FS-04"""
    world.link("link", target)
    assert_outside(world, "link")
    assert_outside(world, "src/../link/.")


def test_a_chain_of_links_does_not_lead_out(world: World) -> None:
    """T-FS-05: each link is harmless, their sum is not."""
    (world.workspace / "a/b").mkdir(parents=True)
    world.link("a/b/up", "..")
    world.link("up", "a/b/up/..")
    world.link("chain", "up/../outside")
    assert_outside(world, "chain")


def test_an_absolute_link_is_refused_even_where_it_leads_back_in(world: World) -> None:
    """T-FS-06: where an absolute path leads is decided outside the workspace."""
    world.link("link", world.workspace / "src")
    assert_outside(world, "link")


def test_a_fifo_neither_hangs_nor_lets_its_writer_go_on(world: World) -> None:
    """T-FS-09: opening a pipe is an act that its other end notices."""
    pipe = world.workspace / "pipe"
    os.mkfifo(pipe)
    world.link("pipe_link", "pipe")
    opened = threading.Event()

    def write() -> None:
        os.close(os.open(pipe, os.O_WRONLY))
        opened.set()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for path in ("pipe", "pipe_link"):
            for operation in (world.files().read_bytes, world.files().open_read):
                with pytest.raises(PermissionError):
                    operation(path)
            with pytest.raises(PermissionError):
                world.files().replace(path, b"x")
        assert list(world.files().walk(".")) == list(world.files().walk("."))
        assert not opened.wait(0.05)
    finally:
        os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
        writer.join(10)
    assert opened.is_set()
    assert world.files().stat("pipe").kind == "other"


def test_a_device_is_never_opened(world: World) -> None:
    """T-FS-10: neither through a link nor as a node where the attacker could make one."""
    world.link("zero", "/dev/zero")
    with pytest.raises(OutsideWorkspace):
        world.files().read_bytes("zero")
    with pytest.raises(PermissionError):
        host.HostFolder("/dev").open_read("zero")
    with pytest.raises(PermissionError):
        host.HostFolder("/dev").read_bytes("null", 1)
    with pytest.raises(PermissionError):
        host.HostFolder("/dev").replace("null", b"")


def test_a_socket_is_never_opened(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """T-FS-11"""
    monkeypatch.chdir(world.workspace)  # socket paths hold 108 bytes at most
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        server.listen()
        with pytest.raises(PermissionError):
            world.files().open_read("sock")
        with pytest.raises(PermissionError):
            world.files().replace("sock", b"")


@pytest.mark.parametrize("path", ["root/etc/passwd", "cwd/x", "exe", "fd/0", "task/../root"])
def test_magic_links_of_proc_do_not_jump(world: World, path: str) -> None:
    """T-FS-12: the links of /proc lead to objects, not to paths."""
    for operation in (host.HostFolder("/proc/self").open_read, host.HostFolder("/proc/self").stat):
        with pytest.raises(OSError) as caught:
            operation(path)
        assert caught.value.filename == path
    world.link("proc", "/proc/self/root")
    assert_outside(world, "proc")


@pytest.mark.parametrize("path", ["src/a.txt\0", "\0", "src\0/../../outside", "\ud800", "src/\udfff\ud800"])
def test_a_path_that_is_no_path_is_an_os_error(world: World, path: str) -> None:
    """T-FS-13: a NUL would cut the path short for the kernel and for nobody else."""
    for operation in every_operation(world.files(), path):
        with pytest.raises((OSError, OutsideWorkspace)):
            operation()
    assert (world.workspace / "src/a.txt").read_bytes() == b"alpha"


@pytest.mark.parametrize("path", ["n" * 256, "src/" + "n" * 300, "d/" * 2500, "n" * 1_000_000])
def test_a_path_that_is_too_long_is_an_os_error(world: World, path: str) -> None:
    """T-FS-14"""
    for operation in every_operation(world.files(), path):
        with pytest.raises(OSError):
            operation()


def test_a_name_of_the_greatest_length_works(world: World) -> None:
    """T-FS-14: the name that a file is written under first must not be longer than its own."""
    name = "n" * 255
    world.files().create(name, b"x")
    world.files().replace(name, b"y")
    assert world.files().read_bytes(name) == b"y"


def test_another_case_is_another_name(world: World) -> None:
    """T-FS-15"""
    (world.workspace / "SRC").mkdir()
    (world.workspace / "SRC/a.txt").write_bytes(b"upper")
    with pytest.raises(CapabilityExceeded):
        world.files(read=("src",)).read_bytes("SRC/a.txt")


@pytest.mark.parametrize("path", ["src2/b", "srcx", "sr", "src/../src2/b", "src2", "./src2/../src2/b"])
def test_a_prefix_ends_at_a_separator(world: World, path: str) -> None:
    """T-FS-16"""
    (world.workspace / "src2").mkdir()
    (world.workspace / "src2/b").write_bytes(b"other")
    for operation in every_operation(world.files(read=("src",), write=("src",)), path):
        with pytest.raises(CapabilityExceeded) as caught:
            operation()
        assert not isinstance(caught.value, OutsideWorkspace)


def test_a_link_does_not_lead_from_a_granted_prefix_to_another(world: World) -> None:
    """T-FS-17: inside the workspace, and still not given."""
    (world.workspace / "private").mkdir()
    (world.workspace / "private/key").write_bytes(b"key")
    world.link("src/file", "../private/key")
    world.link("src/folder", "../private")
    context = world.context(read=("src",), write=("src",))
    for operation in (
        lambda: context.fs.read_bytes("src/file"),
        lambda: context.fs.open_read("src/folder/key"),
        lambda: context.fs.stat("src/file"),
        lambda: context.fs.list_dir("src/folder"),
        lambda: list(context.fs.walk("src/folder")),
        lambda: context.fs.replace("src/file", b"x"),
        lambda: context.fs.create("src/folder/new", b"x"),
        lambda: context.fs.create("src/folder/deep/new", b"x", parents=True),
        lambda: context.fs.make_dir("src/folder/new"),
    ):
        with pytest.raises(CapabilityExceeded) as caught:
            operation()
        assert not isinstance(caught.value, OutsideWorkspace)
    assert {p.name: p.read_bytes() for p in (world.workspace / "private").iterdir()} == {"key": b"key"}
    assert not any(check.allowed for check in context.checks())


def test_a_granted_file_that_is_a_link_grants_its_name_not_its_target(world: World) -> None:
    """T-FS-17: whoever can plant the link must not choose what the grant means."""
    (world.workspace / "private").write_bytes(b"key")
    world.link("README", "private")
    with pytest.raises(CapabilityExceeded):
        world.files(read=("README",)).read_bytes("README")


def test_a_granted_folder_that_is_a_link_grants_its_name_not_its_target(world: World) -> None:
    """T-FS-17"""
    world.link("docs", "src")
    with pytest.raises(CapabilityExceeded):
        world.files(read=("docs",)).read_bytes("docs/a.txt")
    assert world.files(read=("docs", "src")).read_bytes("docs/a.txt") == b"alpha"


def test_a_hard_link_is_a_file_like_any_other_but_is_never_written_through(world: World) -> None:
    """T-FS-18: only who could read the file's folder can have made the link; writing makes a new file."""
    os.link(world.outside / "secret", world.workspace / "hard")
    assert world.files().read_bytes("hard") == SECRET
    world.files().replace("hard", b"mine")
    assert world.snapshot() == {"secret": SECRET}


def test_nothing_is_written_through_a_linked_parent(world: World) -> None:
    """T-FS-19"""
    world.link("parent", "../outside")
    world.link("src/deep", "../../outside/made")
    for path in ("parent/new", "parent/more/new", "src/deep/new", "parent/../outside/new"):
        for parents in (False, True):
            with pytest.raises((OutsideWorkspace, OSError)):
                world.files().create(path, b"x", parents=parents)
    assert [p.name for p in world.outside.iterdir()] == ["secret"]


def test_replacing_a_link_does_not_write_outside(world: World) -> None:
    """T-FS-20"""
    world.link("link", "../outside/secret")
    with pytest.raises(OutsideWorkspace):
        world.files().replace("link", b"x")
    assert world.snapshot() == {"secret": SECRET}


@pytest.mark.parametrize("target", ["../outside/new", "/tmp/runtime-new", "nowhere", "src/../../outside/new"])
def test_creating_over_a_dangling_link_does_not_write_through_it(world: World, target: str) -> None:
    """T-FS-21"""
    world.link("dangling", target)
    with pytest.raises(FileExistsError):
        world.files().create("dangling", b"x")
    with pytest.raises((OutsideWorkspace, OSError)):
        world.files().make_dir("dangling")
    assert not (world.workspace / "dangling").exists()
    assert [p.name for p in world.outside.iterdir()] == ["secret"]


def test_a_folder_that_becomes_a_link_during_a_walk_is_not_entered(world: World) -> None:
    """T-FS-22: the walk has seen a folder of that name, and finds a link when it gets there."""
    (world.workspace / "src/late").mkdir()
    walk = world.files().walk(".")
    assert next(walk).path == "src/a.txt"
    (world.workspace / "src/late").rmdir()
    world.link("src/late", "../../outside")
    assert list(walk) == []


def test_a_loop_of_links_ends(world: World) -> None:
    """T-FS-23"""
    world.link("a", "b")
    world.link("b", "a")
    for operation in every_operation(world.files(), "a"):
        with pytest.raises(OSError):
            operation()


def test_a_handle_that_outlives_its_call_opens_nothing(world: World) -> None:
    """T-FS-24"""
    context = world.context()
    files, walk = context.fs, context.fs.walk(".")
    context.close()
    for operation in [*every_operation(files, "src"), lambda: next(walk), lambda: context.fs.stat("src")]:
        with pytest.raises(CapabilityExceeded):
            operation()


def test_no_error_carries_a_host_path(world: World) -> None:
    """T-FS-25: what a model reads must not map the host."""
    world.link("out", "../outside/secret")
    for path in ("out", "missing", "src", "src/a.txt/x", "\0", "n" * 300):
        for operation in every_operation(world.files(), path):
            try:
                operation()
            except (OSError, CapabilityExceeded) as error:
                told = f"{error} {error.args} {vars(error)} {getattr(error, 'filename', '')}"
                assert str(world.workspace.parent) not in told
                assert "/proc" not in told


def test_a_workspace_that_is_gone_does_not_name_itself(world: World) -> None:
    """T-FS-25"""
    files = world.files()
    world.workspace.rename(world.workspace.with_name("moved"))
    with pytest.raises(FileNotFoundError) as caught:
        files.stat("src")
    assert caught.value.filename == "."


def test_reading_is_bounded_by_the_memory_of_the_call(world: World) -> None:
    """T-FS-26: a sparse file of a terabyte takes no disk and all memory."""
    with (world.workspace / "sparse").open("wb") as sparse:
        sparse.truncate(1 << 40)
    files = world.context(limits=ResourceBounds(memory_bytes=1_000_000)).fs
    with pytest.raises(MemoryLimit):
        files.read_bytes("sparse")
    with pytest.raises(MemoryLimit):
        files.read_bytes("sparse", max_bytes=1 << 40)
    assert len(files.read_bytes("sparse", max_bytes=1000)) == 1000


def test_opening_is_bounded_by_the_files_of_the_call(world: World) -> None:
    """T-FS-26"""
    files = world.context(limits=ResourceBounds(files=2)).fs
    files.read_bytes("src/a.txt")
    files.open_read("src/a.txt").close()
    for operation in (
        lambda: files.read_bytes("src/a.txt"),
        lambda: files.open_read("src/a.txt"),
        lambda: files.create("new", b""),
        lambda: files.replace("src/a.txt", b""),
    ):
        with pytest.raises(FilesLimit):
            operation()


def open_descriptors() -> int:
    gc.collect()  # what earlier tests left behind must not close in between
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_tree_deeper_than_any_path_is_walked_within_its_depth(world: World) -> None:
    """T-FS-26: a path of 6,000 bytes exists, and no descriptor is left behind by it."""
    fd = os.open(world.workspace, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 200, dir_fd=fd)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=fd)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=inner))
        os.close(fd)
        fd = inner
    os.close(fd)
    before = open_descriptors()
    context = world.context()
    assert len(list(context.fs.walk("."))) == 20
    assert len(list(context.fs.walk(".", max_depth=100))) == 31
    assert open_descriptors() == before + 1  # the workspace itself


def test_running_out_of_descriptors_is_an_os_error(world: World) -> None:
    """T-FS-26"""
    files = world.files()
    files.stat("src")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(p.name) for p in Path("/proc/self/fd").iterdir())
    filler = [os.open("/", os.O_PATH) for _ in range(highest + 1)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
    try:
        with pytest.raises(OSError):
            files.read_bytes("src/a.txt")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for fd in filler:
            os.close(fd)
    assert files.read_bytes("src/a.txt") == b"alpha"


def test_a_flood_of_targets_fits_one_record_and_keeps_the_denied_ones(world: World) -> None:
    """T-FS-28: whoever floods the record must not push the denial out of it."""
    context = world.context(read=("src",))
    for number in range(2_000):
        with pytest.raises(FileNotFoundError):
            context.fs.stat(f"src/{number}" + "\x01\udcff" * 100)
    with pytest.raises(OutsideWorkspace):
        context.fs.stat("../outside/secret")
    for number in range(2_000):
        with pytest.raises(CapabilityExceeded):
            context.fs.stat(f"no/{number}" + "\x01\udcff" * 100)
    checks = context.checks()
    assert len(checks) <= 64
    assert any(check.target == "../outside/secret" and not check.allowed for check in checks)
    assert sum(check.count for check in checks) == 4_001
    body = CapabilityCheck(allowed=False, checks=checks, decision_id=None, phase="use")
    assert len(msgspec.json.encode(body)) < MAX_LINE_BYTES


def test_a_new_file_has_no_more_rights_than_asked_for(world: World) -> None:
    """T-FS-29: a tool must not leave a set-user-id file behind."""
    world.files().create("tool", b"", mode=0o7777)
    world.files().create("private", b"", mode=0o600)
    (world.workspace / "old").touch()
    (world.workspace / "old").chmod(0o4755)
    world.files().replace("old", b"new")
    modes = {
        name: stat.S_IMODE((world.workspace / name).stat().st_mode) for name in ("tool", "private", "old")
    }
    assert modes["tool"] & 0o7000 == 0
    assert modes["private"] == 0o600
    assert modes["old"] == 0o755
