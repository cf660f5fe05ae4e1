"""Says where a shard is as seen from its parent, and finds it there again.

| shard | parent | place |
|---|---|---|
| a folder | a folder | the way from one folder to the other |
| a database | the same database | `#ORIGIN` |
| anything else | | `#ORIGIN in ADDRESS`, for people: whoever verifies the parent says where the shard is |

A parent's records never make anybody connect to another server than the parent's own, which the auditor named.
"""

from __future__ import annotations

import os

from runtime.audit.stores import Location, location_of
from runtime.contracts.errors import AuditNotFound


def shard_place(parent: Location, shard: Location, origin: str) -> str:
    """The place of the shard of this origin; it holds no secret."""
    if parent.folder is not None and shard.folder is not None:
        way = os.path.relpath(shard.folder, parent.folder)
        return f"./{way}" if way.startswith("#") else way
    beside = parent.beside(origin)
    return (
        f"#{origin}" if beside is not None and beside.identity == shard.identity else f"#{origin} in {shard}"
    )


def find_shard(parent: Location, place: str, origin: str) -> Location:
    """The shard of this origin, where its parent says that it is.

    Raises:
        AuditNotFound: ``audit.not_found``: it is not beside its parent.
    """
    beside = parent.beside(origin)
    if beside is not None and place == f"#{origin}":
        return beside
    if parent.folder is not None and not place.startswith("#"):
        return location_of(parent.folder / place)
    raise AuditNotFound(
        f"The shard {origin} is not beside its parent, which says: {place[:200]}",
        suggestion="Say where it is: --shard ORIGIN=LOG.",
    )
