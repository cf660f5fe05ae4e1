"""Finds the bytes of a file that has holes: somebody can make it a terabyte long without a terabyte of disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator


def data_ranges(descriptor: int, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The ranges between two offsets that hold data; what lies between them reads as zeros. Raises OSError."""
    while start < end:
        try:
            first = os.lseek(descriptor, start, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # only a hole is left
                return
            raise
        if first >= end:
            return
        start = os.lseek(descriptor, first, os.SEEK_HOLE)
        yield first, min(start, end)
