"""Reads files that hold a secret, and only those that nobody but this user can reach."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from runtime.contracts.errors import AuditKeyUnusable

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def read_private(path: Path, max_bytes: int, what: str = "The key file") -> bytes:
    """The content of a file.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it is missing, a link, no regular file, too large, another user's, or open to others.
    """
    try:
        # Not blocking: a FIFO in the key's place must not hang the start.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no path"
        raise AuditKeyUnusable(f"{what} {path} cannot be opened: {reason}") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > max_bytes:
            raise AuditKeyUnusable(f"{what} {path} is not a regular file of at most {max_bytes} bytes")
        if status.st_uid != os.geteuid():
            raise AuditKeyUnusable(f"{what} {path} belongs to another user")
        if status.st_mode & _OTHERS:
            raise AuditKeyUnusable(f"{what} {path} is open to other users")
        return os.read(descriptor, max_bytes)
    except OSError as error:
        raise AuditKeyUnusable(f"{what} {path} cannot be read: {error.strerror}") from None
    finally:
        os.close(descriptor)
