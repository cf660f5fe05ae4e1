"""What the commands of ``runtime audit`` share: which log is meant, which keys are trusted, how far it got."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from runtime.audit.stores import Location
    from runtime.audit.stores._call_table import SealedFile

key_option = click.option(
    "--key", "key_texts", multiple=True, metavar="KEY", help="The verifier key. Default: the pinned one."
)
log_option = click.option(
    "--log",
    metavar="LOG",
    help="The log's folder, or a copy of it, or postgresql://HOST/DATABASE#ORIGIN. Default: the log of the workspace.",
)


def location_and_keys(log: str | None, key_texts: tuple[str, ...], folder: str) -> tuple[Location, list[str]]:
    """Where the log is that is meant, and the keys that are trusted: as given, else the workspace's.

    Raises:
        ConfigurationMissing: no key is given, and none is pinned.
        ConfigurationUntrusted: a folder that this user has not accepted names a server: nobody connects there for it.
    """
    keys = trusted_keys(key_texts, folder)
    if log is not None:
        return given_location(log, keys[0].partition("+")[0]), keys
    return log_alone(log, folder), keys


def given_location(log: str, origin: str | None) -> Location:
    """The log that the user named: a folder, or a database and which log of it.

    Args:
        log: As it was typed.
        origin: The name of the log of a database, where it is not typed; None to take the only one that is there.
    """
    from runtime.audit.stores import find_location, location_of

    if "://" not in log:
        return location_of(log)
    store, _, name = log.partition("#")
    if not name and origin is None and store.startswith("postgresql://"):
        from runtime.audit.stores.postgresql import find_only_log

        return find_only_log(store)
    return find_location(store, Path.cwd(), name or origin or "")


def trusted_keys(key_texts: tuple[str, ...], folder: str) -> list[str]:
    """The keys that are given, else the one that is pinned for the workspace.

    Raises:
        ConfigurationMissing: there is none.
    """
    from runtime.contracts.errors import ConfigurationMissing
    from runtime.host import trust
    from runtime.host.settings import load_settings

    if key_texts:
        return list(key_texts)
    pinned = trust.pinned_key(load_settings(Path(folder)).workspace)
    if pinned is None:
        raise ConfigurationMissing(
            "no verifier key is pinned for this folder",
            suggestion="Give the key that `runtime init` printed: --key KEY.",
        )
    return [pinned]


def handed_out(log: str | None, keys: Sequence[str], folder: str) -> bytes | None:
    """The checkpoint that may be handed out of the workspace's own log, where a witness policy says which; None where any may.

    Raises:
        AuditUnproven: none has met the policy.
        ConfigurationError: the policy does not hold.
    """
    from runtime.audit.read.reader import parse_keys
    from runtime.host.log_location import published_note
    from runtime.host.settings import load_settings

    return None if log is not None else published_note(load_settings(Path(folder)), parse_keys(keys)[0])


def log_alone(log: str | None, folder: str) -> Location:
    """Where the log is that is meant. Raises as `location_and_keys`."""
    from runtime.host.log_location import location_to_read
    from runtime.host.settings import load_settings

    return given_location(log, None) if log is not None else location_to_read(load_settings(Path(folder)))


def cache_of(log: Location, name: str) -> Path:
    """Where what can be computed from a log again is kept: with the user, since a log may be on anything."""
    from hashlib import sha256

    from runtime.host.settings import cache_folder

    return cache_folder() / "audit" / sha256(os.fsencode(log.identity)).hexdigest()[:32] / name


def index_of(log: Location) -> SealedFile | None:
    """The index of a log's calls; None, so that one is made for this time alone, where its seal cannot be checked."""
    from runtime.audit.stores._call_table import SealedFile
    from runtime.host.index_secret import load_index_secret

    secret = load_index_secret()
    return None if secret is None else SealedFile(cache_of(log, "calls.sqlite"), secret, log.identity)


@contextmanager
def opened(output: str | None) -> Iterator[IO[bytes]]:
    """Standard output, or a file that takes its name only when it is whole; a device or pipe is written to, and stays one.

    Raises:
        click.UsageError: the file cannot be written.
    """
    if output is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path, name = Path(output), None
    try:
        if _is_stream(output):
            descriptor = os.open(output, os.O_WRONLY)
        else:
            path = path.resolve()  # what a link leads to is replaced, not the link
            descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}")
    except (OSError, ValueError, RuntimeError) as error:
        raise _unusable(output, "written", error) from None
    try:
        with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor, not a path
            yield stream
        if name is not None:
            os.replace(name, path)  # noqa: PTH105
    except BaseException as error:
        if name is not None:
            os.unlink(name)  # noqa: PTH108
        if isinstance(error, OSError):
            raise _unusable(output, "written", error) from None
        raise


def _is_stream(output: str) -> bool:
    """Whether something is there that is neither a file nor a folder: /dev/null, /dev/stdout, a named pipe."""
    try:
        mode = os.stat(output).st_mode  # noqa: PTH116
    except FileNotFoundError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def write_out(file: str, data: bytes) -> None:
    """Write a file whole or not at all; raises as `opened`."""
    with opened(file) as stream:
        stream.write(data)


def read_in(file: str, at_most: int) -> bytes:
    """A file's bytes, ``-`` for standard input; one byte more than allowed shows that it is too long.

    Raises:
        click.UsageError: it cannot be read.
    """
    try:
        if file == "-":
            return sys.stdin.buffer.read(at_most + 1)
        with Path(file).open("rb") as stream:
            return stream.read(at_most + 1)
    except (OSError, ValueError) as error:
        raise _unusable(file, "read", error) from None


def _unusable(file: str, used: str, error: Exception) -> click.UsageError:
    reason = getattr(error, "strerror", None) or error
    return click.UsageError(f"{file} cannot be {used}: {reason}")


@contextmanager
def progress_bar(as_json: bool, doing: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal's stderr; nothing elsewhere."""
    if as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(doing), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def instant(ctx: click.Context, parameter: click.Parameter, given: str | None) -> int | None:
    """The callback of an option that takes a date, a time or an age: microseconds."""
    from datetime import UTC, datetime

    from runtime.audit.format.timestamps import parse_timestamp

    if given is None:
        return None
    try:
        return parse_timestamp(given, datetime.now(UTC))
    except (ValueError, OverflowError) as error:
        raise click.BadParameter(str(error), ctx, parameter) from None
