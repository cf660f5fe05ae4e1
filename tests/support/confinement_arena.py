"""Runs code that launches commands as another user, and on a kernel from which a part was taken.

A child interpreter changes its user and installs a filter for system calls before anything of the runtime is imported: what it then
starts inherits both. Folders on the way to the interpreter that only root may enter are opened in a mount namespace of the child's own.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
UNPRIVILEGED = 12345
USERS = [os.getuid(), UNPRIVILEGED] if os.getuid() == 0 else [os.getuid()]
"""Who the tests can be: root and somebody else, where they run as root."""
_X86_64 = os.uname().machine == "x86_64"
_NEWUSER = 0x1000_0000
# Number on x86_64, number on aarch64, bits of the first argument that matter (0: any), and what the caller is told.
WALLS: dict[str, list[tuple[int, int, int, int]]] = {
    "landlock": [(444, 444, 0, errno.ENOSYS)],
    "user namespaces": [(272, 97, _NEWUSER, errno.EPERM), (56, 220, _NEWUSER, errno.EPERM)],
    "openat2": [(437, 437, 0, errno.ENOSYS)],
    "mounts by descriptor": [(428, 428, 0, errno.ENOSYS)],
    "seccomp": [(317, 277, 0, errno.ENOSYS), (157, 167, 22, errno.EINVAL)],
}
"""What can be taken away."""


def run_child(script: str, *arguments: object, user: int, without: str = "") -> Any:
    """Run a script, which prints JSON, as a user and without a wall; what it printed."""
    preamble = (
        f"import sys; sys.path[:0] = {[str(REPOSITORY), str(Path(__file__).parent)]!r}\n"
        f"import confinement_arena; confinement_arena.become({user}, {without!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", preamble + script, *map(str, arguments)],
        capture_output=True,
        cwd=REPOSITORY,
        timeout=100,
        check=False,
    )
    if done.returncode:
        raise AssertionError(done.stderr.decode())
    return json.loads(done.stdout)


@contextmanager
def owned_folder(user: int) -> Iterator[Path]:
    """A folder that a user reaches and owns; what a test puts in it is to be given to them by `give`."""
    folder = Path(tempfile.mkdtemp(prefix="confined-")).resolve()
    try:
        os.chown(folder, user, user if user == UNPRIVILEGED else -1)
        yield folder
    finally:
        shutil.rmtree(folder)


def give(folder: Path, user: int) -> None:
    """Everything beneath a folder to a user."""
    for place in (folder, *folder.rglob("*")):
        os.chown(place, user, user if user == UNPRIVILEGED else -1, follow_symlinks=False)


def become(user: int, without: str) -> None:
    """In the child: another user, and a kernel that lacks something."""
    if user != os.getuid():
        _open_the_way()
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    if without:
        _take_away(WALLS[without])


def _open_the_way() -> None:
    libc = ctypes.CDLL(None, use_errno=True)

    def mount(source: str, target: str, kind: str | None, flags: int) -> None:
        if libc.mount(
            source.encode(), target.encode(), kind and kind.encode(), flags, b"mode=755" if kind else None
        ):
            raise OSError(ctypes.get_errno(), f"mount {target}")

    if libc.unshare(0x20000):
        raise OSError(ctypes.get_errno(), "unshare")
    mount("none", "/", None, 0x44000)
    for barrier, places in _barred().items():
        aside = {place: tempfile.mkdtemp() for place in places}
        for place in places:
            mount(str(place), aside[place], None, 0x5000)
        mount("none", str(barrier), "tmpfs", 0)
        for place in places:
            place.mkdir(parents=True, exist_ok=True)
            mount(aside[place], str(place), None, 0x5000)
            libc.umount2(aside[place].encode(), 2)
            Path(aside[place]).rmdir()


def _barred() -> dict[Path, list[Path]]:
    """The folders that the interpreter needs and only root may enter, by the topmost folder that bars the way."""
    needed = {Path(each).resolve() for each in (sys.prefix, sys.base_prefix, REPOSITORY, *sys.path) if each}
    # The interpreter of a virtual environment is a link, which may lead to another link elsewhere.
    program = Path(sys.executable)
    needed.add(program.parent.resolve())
    while program.is_symlink():
        program = program.parent / program.readlink()
        needed.add(program.parent.resolve())
    found: dict[Path, list[Path]] = {}
    for place in sorted(each for each in needed if each.is_dir()):
        barred = [above for above in place.parents if not _enterable(above)]
        if barred:
            found.setdefault(barred[-1], []).append(place)
    return found


def _enterable(folder: Path) -> bool:
    try:
        return bool(folder.stat().st_mode & stat.S_IXOTH)
    except OSError:
        return True


def _take_away(calls: list[tuple[int, int, int, int]]) -> None:
    steps = [(0x20, 0, 0, 0)]
    for on_x86_64, on_aarch64, bits, error in calls:
        number, told = on_x86_64 if _X86_64 else on_aarch64, (0x06, 0, 0, 0x0005_0000 | error)
        if bits:
            steps += [(0x15, 0, 4, number), (0x20, 0, 0, 16), (0x45 if bits > 64 else 0x15, 0, 1, bits), told]
            steps += [(0x20, 0, 0, 0)]
        else:
            steps += [(0x15, 0, 1, number), told]
    steps.append((0x06, 0, 0, 0x7FFF_0000))
    code = b"".join(
        op.to_bytes(2, "little") + bytes((yes, no)) + k.to_bytes(4, "little") for op, yes, no, k in steps
    )
    buffer = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

    libc = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps), ctypes.addressof(buffer))
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "no filter can be installed")
