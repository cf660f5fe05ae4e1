"""Keeps segments in a folder, on another disk for example.

An object is written beside, synced, and then linked under its name, which fails where the name is taken: no crash leaves half an object, and
none is ever replaced. Links are not followed, neither in the folder's place nor in it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from runtime.audit.archive.port import PIECE_BYTES, require_name


class ArchiveFolder:
    """Implements `Archive`."""

    def __init__(self, folder: Path) -> None:
        """Nothing is opened yet."""
        self._folder = folder

    @property
    def url(self) -> str:
        """See `Archive`."""
        return f"file:{self._folder}"

    def length(self, name: str) -> int | None:
        """See `Archive`."""
        try:
            with self._object(name) as descriptor:
                return os.fstat(descriptor).st_size
        except FileNotFoundError:
            return None

    def read(self, name: str, start: int, end: int) -> Iterator[bytes]:
        """See `Archive`."""
        with self._object(name) as descriptor:
            while start < end:
                piece = os.pread(descriptor, min(PIECE_BYTES, end - start), start)
                if not piece:
                    return
                yield piece
                start += len(piece)

    def put(self, name: str, chunks: Iterable[bytes]) -> None:
        """See `Archive`."""
        require_name(name)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._opened() as folder:
            beside = f".new-{os.getpid()}-{os.urandom(4).hex()}-{name}"
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
            try:
                with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, not a path
                    file.writelines(chunks)
                    file.flush()
                    os.fsync(descriptor)
                os.link(beside, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
            finally:
                with suppress(OSError):
                    os.unlink(beside, dir_fd=folder)
            os.fsync(folder)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    @contextmanager
    def _object(self, name: str) -> Iterator[int]:
        with self._opened() as folder:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
            descriptor = os.open(require_name(name), flags, dir_fd=folder)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(0, f"{name} is not a regular file")
            yield descriptor
        finally:
            os.close(descriptor)
