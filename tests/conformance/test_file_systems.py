"""Every file system answers as the kernel does: results, errnos and what is left behind, over random operations.

The oracle is a real folder, reached by relative paths from the working folder. What no kernel could be asked without
being root, or what a file system refuses on purpose, is kept out of the operations by a `Bounds`.
"""

# The oracle is the kernel's own calls.
# ruff: noqa: PTH101, PTH102, PTH104, PTH106, PTH108, PTH115, PTH116, PTH208, PTH211
from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.bash.vfs.api import FileSystem, Handle, Stat
from runtime.bash.vfs.hosted import HostedFileSystem
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.mount import MountedFileSystem
from runtime.bash.vfs.overlay import OverlayFileSystem
from runtime.hostfs.locate import component_walk

UID, GID = os.geteuid(), os.getegid()
UNPRIVILEGED = (1000, 1000) if UID == 0 else (UID, GID)
# What is there before the first operation.
FILES = {"/w/a/b/c": b"deep\n", "/w/f": b"one\ntwo\n"}
LINKS = {"/w/l": "a/b", "/w/a/dangling": "nowhere/x"}


class _KernelHandle(Handle):
    """A descriptor of the kernel, used as the file system's actor: rights decide what a write takes away."""

    def __init__(self, fd: int, acting: Callable[[], Any]) -> None:
        self.fd = fd
        self.acting = acting

    def read(self, size: int = -1) -> bytes:
        return os.read(self.fd, 1 << 20 if size < 0 else size)

    def write(self, data: bytes) -> int:
        with self.acting():
            return os.write(self.fd, data)

    def seek(self, offset: int, whence: int = 0) -> int:
        return os.lseek(self.fd, offset, whence)

    def truncate(self, size: int) -> None:
        with self.acting():
            os.ftruncate(self.fd, size)

    def close(self) -> None:
        os.close(self.fd)


class KernelFileSystem(FileSystem):
    """A real folder, asked as ``actor``."""

    def __init__(self, root: Path, actor: tuple[int, int]) -> None:
        self.actor = actor
        os.chmod(root, 0o755)
        os.chown(root, *actor)
        self.root = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        self.place = str(root.resolve())

    def close(self) -> None:
        os.close(self.root)

    @contextmanager
    def _acting(self) -> Iterator[None]:
        before, mask = os.open(".", os.O_RDONLY), os.umask(0)
        os.fchdir(self.root)
        os.setegid(self.actor[1])
        os.seteuid(self.actor[0])
        try:
            yield
        finally:
            os.seteuid(UID)
            os.setegid(GID)
            os.umask(mask)
            os.fchdir(before)
            os.close(before)

    def __getattribute__(self, name: str) -> Any:
        found = object.__getattribute__(self, name)
        if name.startswith("_") or name not in FileSystem.__dict__ or not callable(found):
            return found

        def acting(*given: Any, **named: Any) -> Any:
            with self._acting():
                return found(*given, **named)

        return acting

    def open(self, path: str, flags: int, mode: int = 0o644) -> Handle:
        return _KernelHandle(os.open(_relative(path), flags, mode), self._acting)

    def stat(self, path: str, *, follow: bool = True) -> Stat:
        info = os.stat(_relative(path), follow_symlinks=follow)
        return Stat(
            info.st_mode,
            info.st_size,
            ino=info.st_ino,
            nlink=info.st_nlink,
            uid=info.st_uid,
            gid=info.st_gid,
            mtime_ns=info.st_mtime_ns,
            atime_ns=info.st_atime_ns,
        )

    def listdir(self, path: str) -> list[str]:
        return os.listdir(_relative(path))

    def scandir(self, path: str) -> list[tuple[str, int]]:
        with os.scandir(_relative(path)) as entries:
            return [(e.name, stat.S_IFMT(e.stat(follow_symlinks=False).st_mode)) for e in entries]

    def access(self, path: str, mode: int) -> bool:
        return os.access(_relative(path), mode, effective_ids=True)

    def mkdir(self, path: str, mode: int = 0o755) -> None:
        os.mkdir(_relative(path), mode)

    def rmdir(self, path: str) -> None:
        os.rmdir(_relative(path))

    def unlink(self, path: str) -> None:
        os.unlink(_relative(path))

    def rename(self, old: str, new: str) -> None:
        os.rename(_relative(old), _relative(new))

    def link(self, old: str, new: str) -> None:
        os.link(_relative(old), _relative(new), follow_symlinks=False)

    def symlink(self, target: str, path: str) -> None:
        os.symlink(target, _relative(path))

    def readlink(self, path: str) -> str:
        return os.readlink(_relative(path))

    def mkfifo(self, path: str, mode: int = 0o644) -> None:
        os.mkfifo(_relative(path), mode)

    def realpath(self, path: str, *, strict: bool = True) -> str:
        fd = os.open(_relative(path), os.O_PATH)
        try:
            os.seteuid(UID)  # /proc is its owner's
            return os.readlink(f"/proc/self/fd/{fd}").removeprefix(self.place) or "/"
        finally:
            os.close(fd)

    def chmod(self, path: str, mode: int, *, follow: bool = True) -> None:
        os.chmod(_relative(path), mode)

    def chown(self, path: str, uid: int, gid: int, *, follow: bool = True) -> None:
        os.chown(_relative(path), uid, gid, follow_symlinks=follow)

    def utime(self, path: str, atime_ns: int, mtime_ns: int, *, follow: bool = True) -> None:
        os.utime(_relative(path), ns=(atime_ns, mtime_ns), follow_symlinks=follow)

    def truncate(self, path: str, size: int) -> None:
        os.truncate(_relative(path), size)


def _relative(path: str) -> str:
    return ("." + path) if path.startswith("/") else path


@dataclass(frozen=True)
class Bounds:
    """What may be asked: dots right beneath the root and in what links say, FIFOs, special bits, whom to give files to."""

    climbing: bool = True
    fifos: bool = True
    special_bits: bool = True
    owner: int = UNPRIVILEGED[0]


def fill(fs: FileSystem) -> None:
    for folder in ("/w", "/w/a", "/w/a/b"):
        fs.mkdir(folder)
    for path, data in FILES.items():
        fs.write_bytes(path, data)
    for path, target in LINKS.items():
        fs.symlink(target, path)


def memory(actor: tuple[int, int] = (UID, GID)) -> MemoryFileSystem:
    return MemoryFileSystem(uid=actor[0], gid=actor[1])


def made_memory(_: Path) -> FileSystem:
    fs = memory()
    fill(fs)
    return fs


def made_fork(_: Path) -> FileSystem:
    parent = memory()
    fill(parent)
    return parent.fork()


def made_overlay_on_nothing(_: Path) -> FileSystem:
    fs = OverlayFileSystem(memory(), uid=UID, gid=GID)
    fill(fs)
    return fs


def made_overlay_on_files(_: Path) -> FileSystem:
    lower = memory()
    fill(lower)
    return OverlayFileSystem(lower, uid=UID, gid=GID)


def made_mount(_: Path) -> FileSystem:
    fs = MountedFileSystem(memory(), {"/w": memory()})
    for folder in ("/w/a", "/w/a/b"):
        fs.mkdir(folder)
    for path, data in FILES.items():
        fs.write_bytes(path, data)
    for path, target in LINKS.items():
        fs.symlink(target, path)
    return fs


def made_hosted(folder: Path) -> FileSystem:
    return _hosted(folder)


def made_hosted_by_components(folder: Path) -> FileSystem:
    return _hosted(folder, locate=component_walk)


def _hosted(folder: Path, **options: Any) -> FileSystem:
    fs = HostedFileSystem(folder, writable=True, uid=UID, gid=GID, **options)
    fill(fs)
    return fs


BEHIND_A_MOUNT = Bounds(climbing=False)
ON_THE_HOST = Bounds(climbing=False, fifos=False, special_bits=False, owner=UID)
KINDS: dict[str, tuple[Callable[[Path], FileSystem], Bounds]] = {
    "memory": (made_memory, Bounds()),
    "fork": (made_fork, Bounds()),
    "overlay-empty": (made_overlay_on_nothing, Bounds()),
    "overlay-full": (made_overlay_on_files, Bounds()),
    "mount": (made_mount, BEHIND_A_MOUNT),
    "hosted": (made_hosted, ON_THE_HOST),
    "hosted-components": (made_hosted_by_components, ON_THE_HOST),
}

# Operations

NAMES = ("a", "b", "c", "f", "l", "dangling", "new")
FLAGS = (
    os.O_RDONLY,
    os.O_RDONLY | os.O_DIRECTORY,
    os.O_RDONLY | os.O_NOFOLLOW,
    os.O_RDONLY | os.O_CREAT,
    os.O_RDONLY | os.O_TRUNC,
    os.O_WRONLY,
    os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
    os.O_WRONLY | os.O_CREAT | os.O_APPEND,
    os.O_WRONLY | os.O_CREAT | os.O_EXCL,
    os.O_RDWR | os.O_CREAT,
    os.O_RDWR | os.O_NOFOLLOW | os.O_CREAT,
)


def paths(bounds: Bounds) -> st.SearchStrategy[str]:
    name = st.sampled_from(NAMES)
    first = st.one_of(name, st.sampled_from((".", ".."))) if bounds.climbing else name
    rest = st.lists(st.one_of(name, name, st.sampled_from((".", "..", ""))), max_size=2)
    end = st.sampled_from(("", "", "", "/"))

    def joined(parts: tuple[str, list[str], str]) -> str:
        # No more than one step up, so that nothing climbs above the root, where a kernel has more to show.
        one, more, slash = parts
        seen = one == ".."
        steps = [one]
        for step in more:
            steps.append("." if step == ".." and seen else step)
            seen = seen or step == ".."
        return "/w/" + "/".join(steps) + slash

    # Paths that are likely to be there, so that more happens than ENOENT.
    likely = st.sampled_from(
        ("/w/f", "/w/a", "/w/l", "/w/a/b", "/w/a/b/c", "/w/l/c", "/w/new", "/w/b", "/w/new/c")
    )
    usual = st.one_of(st.tuples(first, rest, end).map(joined), likely)
    odd = st.sampled_from(("", "/w/" + "n" * 255, "/w/" + "n" * 256, "/w/" + "a/" * 2100, "/w/\u00e9" * 2))
    return st.one_of(*([usual] * 12), odd)


def operations(bounds: Bounds) -> st.SearchStrategy[list[tuple[Any, ...]]]:
    path = paths(bounds)
    targets = ["a", "a/b", "b/c", "l", "f", "a/", "new", "", "x" * 4096]
    modes = [0o755, 0o700, 0o644, 0o600, 0o444, 0o000, 0o111]
    if bounds.climbing:
        targets += ["../w", "../w/a", "b/../c"]
    if bounds.special_bits:
        modes += [0o1777, 0o4755, 0o2755, 0o2644]
    mode = st.sampled_from(modes)
    data = st.binary(max_size=6)
    act = [
        st.tuples(st.just("mkdir"), path, mode.map(lambda m: m & 0o1777)),
        st.tuples(st.just("rmdir"), path),
        st.tuples(st.just("unlink"), path),
        st.tuples(st.just("rename"), path, path),
        st.tuples(st.just("rename"), path, path),
        st.tuples(st.just("link"), path, path),
        st.tuples(st.just("symlink"), st.sampled_from(targets), path),
        st.tuples(st.just("readlink"), path),
        st.tuples(st.just("stat"), path, st.booleans()),
        st.tuples(st.just("listdir"), path),
        st.tuples(st.just("scandir"), path),
        st.tuples(st.just("access"), path, st.integers(0, 7)),
        st.tuples(st.just("realpath"), path),
        st.tuples(st.just("chmod"), path, mode),
        st.tuples(st.just("chown"), path, st.sampled_from((-1, bounds.owner)), st.just(-1)),
        st.tuples(st.just("utime"), path, st.integers(0, 10**18), st.integers(0, 10**18)),
        st.tuples(st.just("truncate"), path, st.sampled_from((-1, 0, 3, 50))),
        st.tuples(st.just("use"), path, st.sampled_from(FLAGS), mode, data, st.integers(0, 20)),
        st.tuples(st.just("use"), path, st.sampled_from(FLAGS), mode, data, st.integers(0, 20)),
    ]
    if bounds.fifos:
        act.append(st.tuples(st.just("mkfifo"), path, mode))
    return st.lists(st.one_of(*act), min_size=5, max_size=30)


def perform(fs: FileSystem, operation: tuple[Any, ...]) -> Any:
    """What an operation gives, in a form that can be compared: a value, or the errno."""
    name, path, *more = operation
    try:
        if name == "use":
            return _use(fs, path, *more)
        if name == "stat":
            return _said(fs.stat(path, follow=more[0]))
        found = getattr(fs, name)(path, *more)
        return sorted(found) if name in ("listdir", "scandir") else found
    except OSError as error:
        return f"errno {os.strerror(error.errno)}"


def _use(fs: FileSystem, path: str, flags: int, mode: int, data: bytes, offset: int) -> list[Any]:
    if fs.exists(path) and stat.S_ISFIFO(fs.stat(path).mode):
        return ["fifo"]  # opening one waits for its other end
    handle = fs.open(path, flags, mode)
    seen = []
    acts: list[Callable[[], Any]] = [
        lambda: handle.read(3),
        lambda: handle.write(data),
        lambda: handle.seek(offset),
        lambda: handle.write(data),
        lambda: handle.seek(-2, os.SEEK_END),
        lambda: handle.read(),
        lambda: handle.truncate(offset),
    ]
    for act in acts if not flags & os.O_DIRECTORY and not fs.is_dir(path) else acts[:2]:
        try:
            seen.append(act())
        except OSError as error:
            seen.append(error.errno)
    handle.close()
    return seen


def _said(info: Stat) -> tuple[Any, ...]:
    is_folder = stat.S_ISDIR(info.mode)
    return info.mode, -1 if is_folder else info.size, info.nlink, info.uid, info.gid


def remains(fs: FileSystem, place: str = "/w") -> dict[str, Any]:
    """All that can be seen of a tree."""
    found: dict[str, Any] = {place: _said(fs.stat(place, follow=False))}
    for name, kind in sorted(fs.scandir(place)):
        path = f"{place}/{name}"
        if kind == stat.S_IFDIR and not stat.S_ISLNK(fs.stat(path, follow=False).mode):
            if not fs.access(path, os.R_OK | os.X_OK):
                found[path] = "closed"
                continue
            found |= remains(fs, path)
        elif kind == stat.S_IFREG and fs.access(path, os.R_OK):
            found[path] = _said(fs.stat(path)), fs.read_bytes(path)
        else:
            found[path] = _said(fs.stat(path, follow=False))
    return found


def agree(fs: FileSystem, kernel: KernelFileSystem, script: list[tuple[Any, ...]]) -> None:
    for step, operation in enumerate(script):
        mine, wanted = perform(fs, operation), perform(kernel, operation)
        assert mine == wanted, f"step {step}: {operation}"
    # Nothing beneath a closed root could be compared.
    perform(fs, ("chmod", "/", 0o755))
    os.fchmod(kernel.root, 0o755)
    for closed in (fs, kernel):
        perform(closed, ("chmod", "/w", 0o755))
    assert remains(fs) == remains(kernel)


@pytest.fixture
def kernel_at(tmp_path: Path) -> Iterator[Callable[[tuple[int, int]], KernelFileSystem]]:
    made: list[KernelFileSystem] = []

    def make(actor: tuple[int, int]) -> KernelFileSystem:
        folder = tmp_path / f"kernel-{len(made)}"
        folder.mkdir()
        made.append(KernelFileSystem(folder, actor))
        fill(made[-1])
        return made[-1]

    yield make
    for kernel in made:
        kernel.close()


@pytest.mark.parametrize("kind", KINDS)
def test_random_operations_end_as_the_kernel_ends_them(
    kind: str, tmp_path: Path, kernel_at: Callable[[tuple[int, int]], KernelFileSystem]
) -> None:
    make, bounds = KINDS[kind]
    rounds = iter(range(1_000_000))

    @given(operations(bounds))
    def check(script: list[tuple[Any, ...]]) -> None:
        folder = tmp_path / f"root-{next(rounds)}"
        folder.mkdir()
        agree(make(folder), kernel_at((UID, GID)), script)

    check()


def test_rights_decide_as_the_kernel_decides_them_for_an_ordinary_user(
    kernel_at: Callable[[tuple[int, int]], KernelFileSystem],
) -> None:
    """As root nearly all is allowed; the same operations as a user show the rights."""

    @given(operations(Bounds()))
    def check(script: list[tuple[Any, ...]]) -> None:
        fs = memory(UNPRIVILEGED)
        fill(fs)
        agree(fs, kernel_at(UNPRIVILEGED), script)

    check()
