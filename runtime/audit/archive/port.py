"""Defines what an archive does: it keeps objects under names, and never replaces one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

PIECE_BYTES = 8 << 20
"""How much is asked for at once."""
_NAME = re.compile(r"records(?:-[1-9][0-9]{0,15})?\.(?:jsonl|seal)")


class Archive(Protocol):
    """Where segments and seals are kept, under the names that they have in a log's folder. Every method raises OSError."""

    @property
    def url(self) -> str:
        """Where it is; holds no secret."""
        ...

    def length(self, name: str) -> int | None:
        """How long an object is, None where there is none."""
        ...

    def read(self, name: str, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a range in pieces; fewer where the object ends before."""
        ...

    def put(self, name: str, chunks: Iterable[bytes]) -> None:
        """Keep a new object, durable and whole when this returns. FileExistsError where one has this name."""
        ...


def require_name(name: str) -> str:
    """The name, if a segment or seal can have it. Raises OSError."""
    if not _NAME.fullmatch(name):
        raise OSError(0, f"{name!a} is no name of a segment or seal")
    return name
