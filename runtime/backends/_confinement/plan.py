"""Which parts of the workspace are shown, how, and in which order; paths only, nothing is touched."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ABSENT, HIDDEN, READ_ONLY, WRITABLE = "absent", "hidden", "read-only", "writable"
_OWN_FOLDER = ".runtime"


class Plan:
    """The parts of one workspace for one command."""

    def __init__(
        self, read: Iterable[str], write: Iterable[str], hidden: Iterable[str], locked: Iterable[str]
    ) -> None:
        self._read = tuple(read)
        self._write = tuple(write)
        # The runtime's own folder is covered whole: what comes to be in it meanwhile is not seen either.
        self._hidden = tuple({_own_folder_of(place) for place in hidden})
        self._locked = tuple(place for place in locked if not _covered(self._hidden, place))

    def mode(self, path: str) -> str:
        """How a path is shown."""
        if _covered(self._hidden, path):
            return HIDDEN
        if _covered(self._write, path) and not _covered(self._locked, path):
            return WRITABLE
        return READ_ONLY if _covered(self._write, path) or _covered(self._read, path) else ABSENT

    def governs(self, path: str) -> bool:
        """Whether a path is such a place itself."""
        return path in self._hidden or path in self._locked

    def writable_above(self, path: str) -> bool:
        """Whether a command could make or replace the path itself."""
        return path != "." and self.mode(_above(path)) == WRITABLE

    def shown_above(self, path: str) -> bool:
        """Whether the folder that a path lies in is there already."""
        return path != "." and self.mode(_above(path)) != ABSENT

    def places(self) -> list[str]:
        """What is mounted, in order: a folder before what lies in it.

        A mount that shows just what the one above it shows is left out, except for those that keep a folder above a
        place that governs from being renamed.
        """
        wanted = {path for path in (*self._read, *self._write) if self.mode(path) != HIDDEN}
        governing = [
            path
            for path in (*self._hidden, *self._locked)
            if self.mode(_above(path)) not in (HIDDEN, ABSENT) or (path == "." and self.mode(".") != ABSENT)
        ]
        kept = set(governing)
        for path in governing:
            kept |= {above for above in _folders_above(path) if self.mode(above) == WRITABLE}
        kept |= {path for path in wanted if path == "." or self.mode(_above(path)) != self.mode(path)}
        return sorted(kept, key=lambda path: (path != ".", path.count("/"), path))


def _covered(prefixes: Iterable[str], path: str) -> bool:
    return any(prefix in (".", path) or path.startswith(f"{prefix}/") for prefix in prefixes)


def _above(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _folders_above(path: str) -> list[str]:
    steps = path.split("/")
    return ["/".join(steps[:count]) for count in range(1, len(steps))]


def _own_folder_of(place: str) -> str:
    steps = place.split("/")
    return "/".join(steps[: steps.index(_OWN_FOLDER) + 1]) if _OWN_FOLDER in steps else place
