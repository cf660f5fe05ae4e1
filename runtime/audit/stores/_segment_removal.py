"""Takes a sealed segment out of a log's folder: its receipt first, then its bytes.

The file stays, empty: the first one carries the lock of all writers, and a segment whose file is gone is one that somebody took away. Whoever
reads it at this moment goes on with the archive where the file ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.audit.layout.segments import receipt_name, segment_name
from runtime.audit.stores._locked_file import open_file
from runtime.contracts.errors import AuditInconsistent, AuditWriteFailed


def put_receipt(folder: Path, first: int, note: bytes) -> None:
    """Durably keep the receipt of a segment, in the place of an older one. Raises AuditWriteFailed."""
    name = receipt_name(first)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    with _opened(folder, name) as at:
        descriptor = os.open(f"new-{name}", flags, 0o600, dir_fd=at)
        with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, not a path
            file.write(note)
            file.flush()
            os.fsync(descriptor)
        os.rename(f"new-{name}", name, src_dir_fd=at, dst_dir_fd=at)
        os.fsync(at)


def drop_segment(folder: Path, first: int, length: int) -> None:
    """Durably remove the bytes of a segment, whose receipt is there.

    Raises:
        AuditInconsistent: ``audit.inconsistent``: the file is not as long as it was sealed.
        AuditWriteFailed: ``audit.write_failed``: it cannot be emptied.
    """
    name = segment_name(first)
    with _opened(folder, name) as at:
        descriptor = open_file(at, name, create=False)
        try:
            if os.fstat(descriptor).st_size not in (0, length):
                raise AuditInconsistent(f"{name} changed while it was archived")
            os.ftruncate(descriptor, 0)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _opened(folder: Path, name: str) -> Iterator[int]:
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            yield descriptor
        finally:
            os.close(descriptor)
    except OSError as error:
        raise AuditWriteFailed.by(f"{name} cannot be written", error) from None
