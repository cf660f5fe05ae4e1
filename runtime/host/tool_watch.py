"""Takes up tools as their files come, change and go, as far as their user accepted them: for hosts that stay.

One thread looks twice a second at names, times and sizes, and reads nothing until they differ and have settled. A state that cannot be taken up, since nobody accepted it or a file is
half written, changes nothing: the last good tools are offered, and the next change is awaited.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from runtime.contracts.errors import Error
from runtime.contracts.observing import OnToolsChanged, ToolsChanged
from runtime.host.live_tools import LiveTools
from runtime.host.pins import pins_file
from runtime.host.tool_files import MAX_DEPTH, MAX_FILES

__all__ = ["ToolWatch"]

_PAUSE_S = 0.5
_log = logging.getLogger("runtime.tools")
_Seen = tuple[tuple[str, ...] | tuple[str, int, int, int, int], ...]


class ToolWatch:
    """Watches the tools folders of one executor, and what its user accepted."""

    def __init__(self, folders: Iterable[Path]) -> None:
        """Note how they are: before anything of them is read.

        Args:
            folders: The tools folders.
        """
        self._folders = tuple(folders)
        self._taken_up = self._look()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, tools: LiveTools, told: OnToolsChanged | None) -> None:
        """Watch from here on.

        Args:
            tools: What is offered, and can be looked for anew.
            told: Told of each change, in the thread that watches.
        """
        self._thread = threading.Thread(
            target=self._watch, args=(tools, told), name="runtime-tools", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Watch no more; waits for a look that is under way."""
        self._over.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _watch(self, tools: LiveTools, told: OnToolsChanged | None) -> None:
        before = self._taken_up
        while not self._over.wait(_PAUSE_S):
            seen = self._look()
            # Whoever writes several files, or a large one, is not done with the first look that differs.
            if seen == before != self._taken_up:
                self._taken_up = seen
                _report(_taken_up(tools), told)
            before = seen

    def _look(self) -> _Seen:
        """What the folders hold, by names, identities, times and sizes, and when something was last accepted."""
        paths = (path for folder in self._folders for path in _paths(folder, [MAX_FILES]))
        return (_seen(os.fspath(pins_file()), os.stat), *(_seen(path, os.lstat) for path in paths))


def _paths(folder: Path, left: list[int], depth: int = MAX_DEPTH) -> Iterator[str]:
    """What lies in a folder that could be a tool or part of one, in order, within bounds."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        left[0] -= 1
        if left[0] < 0:
            return
        if entry.name.startswith(".") or entry.name == "__pycache__":
            continue
        yield entry.path
        if depth and entry.is_dir(follow_symlinks=False):
            yield from _paths(Path(entry.path), left, depth - 1)


def _seen(
    path: str, look: Callable[[str], os.stat_result]
) -> tuple[str, ...] | tuple[str, int, int, int, int]:
    try:
        status = look(path)
    except OSError:
        return (path,)
    return (path, status.st_ino, status.st_size, status.st_ctime_ns, status.st_mode)


def _taken_up(tools: LiveTools) -> ToolsChanged | None:
    """What is different now; None where nothing is."""
    former = tools.from_files()
    refused = message = ""
    try:
        tools.rediscover()
    except Error as error:
        refused, message = error.code, error.message
    except Exception:  # noqa: BLE001  # the thread goes on, whatever a tool's file did
        _log.exception("the tools folders cannot be looked at; the former tools are offered")
        return None
    now = tools.from_files()
    changed = ToolsChanged(
        added=tuple(sorted(now.keys() - former.keys())),
        removed=tuple(sorted(former.keys() - now.keys())),
        changed=tuple(sorted(name for name in now.keys() & former.keys() if now[name] != former[name])),
        refused=refused,
        message=message,
    )
    return changed if changed != ToolsChanged() else None


def _report(changed: ToolsChanged | None, told: OnToolsChanged | None) -> None:
    if changed is None:
        return
    if changed.refused:
        _log.warning("the former tools are offered: [%s] %s", changed.refused, changed.message)
    else:
        _log.info(
            "tools were added (%s), removed (%s), changed (%s)",
            *(", ".join(names) or "none" for names in (changed.added, changed.removed, changed.changed)),
        )
    if told is None:
        return
    try:
        told(changed)
    except Exception:  # noqa: BLE001  # as of observers
        _log.exception("whoever is told of changed tools raised")
