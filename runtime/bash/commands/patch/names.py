"""Which of the names in a patch is the file to patch (POSIX, with GNU's preferences)."""

from __future__ import annotations

import re

from runtime.bash.commands.patch.read import INDEX, NEW, OLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.vfs.api import Stat

    Names = list[str | None]

__all__ = ["best", "climbs", "fewest_folders", "safe"]


def safe(name: str) -> bool:
    """Whether a name that a patch gives stays in the working folder."""
    return not name.startswith("/") and ".." not in name.split("/")


def climbs(name: str) -> bool:
    """Whether a relative name leads out of the working folder: no such file is looked for."""
    depth = 0
    for part in name.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0 and not name.startswith("/"):
            return True
    return False


def best(names: Names, passed: list[bool]) -> int | None:
    """Of those not ``passed`` over: the fewest components, then the shortest last component, then the shortest name."""
    known = [
        (side, name) for side in (OLD, NEW, INDEX) if (name := names[side]) is not None and not passed[side]
    ]
    if not known:
        return None
    return min(known, key=lambda item: (_components(item[1]), len(item[1].rpartition("/")[2]), len(item[1])))[
        0
    ]


def _components(name: str) -> int:
    return len([part for part in re.split(r"/+", name) if part])


def fewest_folders(names: Names, stat: Callable[[str], Stat | None]) -> int | None:
    """The best of the names for which the fewest folders must be made."""
    made = [_missing_folders(name, stat) if name is not None else 1 << 30 for name in names]
    return best(names, [count > min(made) for count in made])


def _missing_folders(name: str, stat: Callable[[str], Stat | None]) -> int:
    folders = [name[: found.start()] for found in re.finditer("/+", name) if found.start()]
    return sum(stat(folder) is None for folder in folders)
