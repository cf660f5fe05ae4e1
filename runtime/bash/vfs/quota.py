"""How much a virtual file system may hold. Asked before memory is taken, so that a limit is an errno and never a MemoryError."""

from __future__ import annotations

import errno
import os

__all__ = ["NAME_BYTES", "PATH_BYTES", "Quota", "QuotaExceeded"]

NAME_BYTES = 255
"""NAME_MAX of Linux file systems."""
PATH_BYTES = 4095
"""PATH_MAX without the closing NUL."""


class QuotaExceeded(OSError):
    """A quota is used up.

    Attributes:
        limit: which one: ``file_bytes``, ``fs_bytes``, ``files`` or ``fs_depth``.
        what: one line that says what would have been too much.
    """

    def __init__(self, number: int, limit: str, what: str) -> None:
        super().__init__(number, os.strerror(number))
        self.limit = limit
        self.what = what


class Quota:
    """Bytes in one file, bytes in all, names, and depth of folders; and what is used.

    Names are counted, not inodes: a hard link takes memory as well. What a base or a lower layer holds is not counted
    before it is changed, since all that stand on it share it; removing it may take the counters below zero.
    """

    __slots__ = ("bytes_used", "file_bytes", "files", "fs_bytes", "fs_depth", "names_used")

    def __init__(
        self,
        *,
        file_bytes: int = 32_000_000,
        fs_bytes: int = 100_000_000,
        files: int = 10_000,
        fs_depth: int = 500,
    ) -> None:
        self.file_bytes = file_bytes
        self.fs_bytes = fs_bytes
        self.files = files
        self.fs_depth = fs_depth
        self.bytes_used = 0
        self.names_used = 0

    def copy(self) -> Quota:
        """The same bounds and counts, counted apart from now on."""
        twin = Quota(
            file_bytes=self.file_bytes, fs_bytes=self.fs_bytes, files=self.files, fs_depth=self.fs_depth
        )
        twin.bytes_used = self.bytes_used
        twin.names_used = self.names_used
        return twin

    def counts(self) -> tuple[int, int, int, int]:
        """Bytes in all and used, names in all and used. What was removed of a base may have taken a count below zero."""
        return self.fs_bytes, max(0, self.bytes_used), self.files, max(0, self.names_used)

    def resize(self, old: int, new: int) -> None:
        """One file's content goes from ``old`` to ``new`` bytes."""
        if new > old:
            self.fits(new)
            self.take(new - old)
        else:
            self.bytes_used += new - old

    def fits(self, size: int) -> None:
        """One file of ``size`` bytes would not be too large."""
        if size > self.file_bytes:
            raise QuotaExceeded(errno.EFBIG, "file_bytes", f"a file of more than {self.file_bytes} bytes")

    def take(self, size: int) -> None:
        """``size`` bytes more are held."""
        used = self.bytes_used + size
        if used > self.fs_bytes:
            raise QuotaExceeded(
                errno.ENOSPC, "fs_bytes", f"files of more than {self.fs_bytes} bytes together"
            )
        self.bytes_used = used

    def give_back(self, size: int) -> None:
        """``size`` bytes are let go."""
        self.bytes_used -= size

    def name(self, size: int = 0) -> None:
        """One name more, and ``size`` bytes with it."""
        if self.names_used >= self.files:
            raise QuotaExceeded(errno.ENOSPC, "files", f"more than {self.files} files")
        self.take(size)
        self.names_used += 1

    def deep(self, depth: int) -> None:
        """A folder ``depth`` levels beneath the root."""
        if depth > self.fs_depth:
            raise QuotaExceeded(
                errno.ENAMETOOLONG, "fs_depth", f"folders of more than {self.fs_depth} levels"
            )
