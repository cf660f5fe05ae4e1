"""What the commands of ``runtime audit`` share: which log is meant, which keys are trusted, how far it got."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

key_option = click.option(
    "--key", "key_texts", multiple=True, metavar="KEY", help="The verifier key. Default: the pinned one."
)


def log_and_keys(log: str | None, key_texts: tuple[str, ...], folder: str) -> tuple[Path, list[str]]:
    """The folder of the log that is meant, and the keys that are trusted: as given, else the workspace's.

    Raises:
        ConfigurationMissing: no key is given, and none is pinned.
    """
    from runtime import trust
    from runtime.compose import log_folder
    from runtime.config import load
    from runtime.contracts.errors import ConfigurationMissing

    if log is not None and key_texts:
        return Path(log), list(key_texts)
    loaded = load(Path(folder))
    keys = list(key_texts)
    if not keys:
        pinned = trust.pinned_key(loaded.workspace)
        if pinned is None:
            raise ConfigurationMissing(
                "no verifier key is pinned for this folder",
                suggestion="Give the key that `runtime init` printed: --key KEY.",
            )
        keys = [pinned]
    return (Path(log) if log is not None else log_folder(loaded)), keys


@contextmanager
def progress_bar(as_json: bool, doing: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal's stderr; nothing elsewhere."""
    import sys

    if as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(doing), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
