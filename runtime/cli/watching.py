"""Does something again whenever a bundle's files change."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from runtime.cli.frame import printable

_PAUSE_S = 0.25
_Seen = dict[str, tuple[int, int]]


def run_on_changes(place: Path, action: Callable[[], object], *, is_data: bool = False) -> int:
    """Run an action now, and after each change of a folder or file that has settled, until Ctrl-C.

    What goes wrong with a half-written bundle is told, and the next change awaited.
    """
    before = None
    try:
        while True:
            seen = _seen(place)
            if seen == before:
                time.sleep(_PAUSE_S)
                continue
            if before is not None:
                time.sleep(_PAUSE_S)  # whoever saves several files is not done with the first
                if _seen(place) != seen:
                    continue
                if not is_data:
                    click.echo()
            before = seen
            _told(action)
    except KeyboardInterrupt:
        return 0


def _told(action: Callable[[], object]) -> None:
    from runtime.contracts.errors import Error

    try:
        action()
    except Error as error:
        click.echo(printable(f"Error [{error.code}]: {error.message}"), err=True)


def _seen(place: Path) -> _Seen:
    """Each file with its time and size."""
    seen = {}
    for path in (place, *sorted(place.rglob("*"))):
        try:
            status = path.stat()
        except OSError:  # gone between the two
            continue
        seen[str(path)] = (status.st_mtime_ns, status.st_size)
    return seen
