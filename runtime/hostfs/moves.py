"""What a move, or a further name, would make of a file or folder: decided from paths beneath the root alone.

Authority belongs to places, so whoever may change names could bring a file to a place where more is allowed, by itself, inside a
folder, or by bringing the folder around a granted place.
"""

from __future__ import annotations

from collections.abc import Iterable

_ROOT = "."


def brings_under(prefixes: Iterable[str], source: str, target: str) -> bool:
    """Whether something at or beneath ``source`` would be under a prefix as ``target`` that it is not under where it is.

    Args:
        prefixes: Granted places.
        source: Where it lies.
        target: Where it would lie.
    """
    granted = tuple(prefixes)
    for prefix in granted:
        if _covers(prefix, target):
            place = source
        elif _covers(target, prefix):  # the granted place would be within what is moved
            rest = prefix if target == _ROOT else prefix[len(target) + 1 :]
            place = rest if source == _ROOT else f"{source}/{rest}"
        else:
            continue
        if not any(_covers(other, place) for other in granted):
            return True
    return False


def leads_out(level: int, says: str) -> bool:
    """Whether a symbolic link in a folder so many levels below the root could lead out of the root by what it says.

    Steps up at the beginning leave a folder whose real depth is known. One after a name leaves whatever that name, which
    may be a link, leads to (``ln -s . s; ln -s s/../x l``), so it counts as leading out.
    """
    steps = [step for step in says.split("/") if step not in ("", ".")]
    up = 0
    while up < len(steps) and steps[up] == "..":
        up += 1
    return says.startswith("/") or up > level or ".." in steps[up:]


def depth(place: str) -> int:
    """How many folders a place lies below the root."""
    return 0 if place == _ROOT else place.count("/") + 1


def _covers(prefix: str, place: str) -> bool:
    return prefix in (_ROOT, place) or place.startswith(prefix + "/")
