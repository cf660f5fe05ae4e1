"""Tools folders, watched: files that were added, changed or removed are offered as soon as this user has accepted them."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from runtime.contracts.errors import Error
from runtime.host.executor import Executor

_MOST_FILES = 4000
_log = logging.getLogger("runtime.server")


class ToolFolders:
    """Compares the folders with how they were, and has the executor discover their tools anew."""

    def __init__(self, executor: Executor, folders: Iterable[Path]) -> None:
        """Take the folders as they are: the executor has just read them."""
        self._executor = executor
        self._folders = tuple(folders)
        self._known = _state_of(self._folders)
        self._refused = ""

    async def follow(self) -> bool:
        """Offer the tools as they are now. True where something was discovered anew."""
        if not self._folders:
            return False
        found = await asyncio.to_thread(_state_of, self._folders)
        if found == self._known and not self._refused:
            return False
        try:
            await self._executor.rediscover()
        except Error as error:  # the former tools are offered, until the user accepts the new ones
            if error.code != self._refused:  # once, not every two seconds
                _log.warning("the former tools are offered: %s", error.message)
            self._refused = error.code
            return False
        self._known, self._refused = found, ""
        return True


def _state_of(folders: tuple[Path, ...]) -> tuple[tuple[str, int, int, int], ...]:
    """What tells one state of the folders from another, without reading a file."""
    found = []
    for folder in folders:
        for path, status in _files(str(folder)):
            found.append((path, status.st_mtime_ns, status.st_size, status.st_mode))
            if len(found) >= _MOST_FILES:
                return tuple(sorted(found))
    return tuple(sorted(found))


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.name == "__pycache__":
            continue
        try:
            yield entry.path, entry.stat(follow_symlinks=False)
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
        except OSError:
            continue
