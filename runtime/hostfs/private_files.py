"""A folder of files that are this user's alone, each held by one process at a time and replaced whole.

Names are the caller's own, never text from outside. Nothing follows a link.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

_OPENED = os.O_CLOEXEC | os.O_NOFOLLOW
_DRAFT = ".draft"


class PrivateFolder:
    """The folder ``path``, made where it is missing.

    Raises:
        OSError: it cannot be made or opened.
    """

    def __init__(self, path: Path) -> None:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | _OPENED)

    def close(self) -> None:
        """Let go of the folder."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def hold(self, name: str) -> int | None:
        """The descriptor by which this caller holds a name until it is closed; None where another caller holds it."""
        fd = os.open(f"{name}.lock", os.O_RDWR | os.O_CREAT | _OPENED, 0o600, dir_fd=self._fd)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        return fd

    def read(self, name: str, most: int) -> bytes | None:
        """The first ``most`` bytes of a file; None where there is none."""
        try:
            fd = os.open(name, os.O_RDONLY | os.O_NONBLOCK | _OPENED, dir_fd=self._fd)
        except FileNotFoundError:
            return None
        with os.fdopen(fd, "rb") as file:
            return file.read(most)

    def replace(self, name: str, data: bytes) -> None:
        """Give a file new content, whole or not at all."""
        draft = f"{secrets.token_hex(8)}{_DRAFT}"
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPENED, 0o600, dir_fd=self._fd)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(data)
            os.rename(draft, name, src_dir_fd=self._fd, dst_dir_fd=self._fd)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(draft, dir_fd=self._fd)
            raise

    def remove(self, name: str) -> None:
        """Take a file and its lock away."""
        for gone in (name, f"{name}.lock"):
            with suppress(FileNotFoundError):
                os.unlink(gone, dir_fd=self._fd)

    def files(self) -> list[tuple[float, int, str]]:
        """When each file was last written, how large it is, and its name; the oldest first."""
        found = []
        with os.scandir(self._fd) as entries:
            for entry in entries:
                if "." not in entry.name:
                    with suppress(FileNotFoundError):
                        info = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(info.st_mode):
                            found.append((info.st_mtime, info.st_size, entry.name))
        return sorted(found)
