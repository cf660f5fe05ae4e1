"""``runtime audit export``."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, printable
from runtime.cli.instants import since_option
from runtime.cli.log import (
    key_option,
    log_alone,
    log_option,
    opened,
    progress_bar,
    prover_of,
    trusted_keys,
)
from runtime.cli.reading import opened_log

if TYPE_CHECKING:
    from runtime.audit.export.streaming import ExportCursor, Streaming
    from runtime.audit.format.note import VerifierKey
    from runtime.audit.prove.prover import Prover
    from runtime.audit.read.reader import LogReader, Progress

_POLL_S = 0.25
_MOST_WAIT_S = 30.0


@click.command(
    cls=CliCommand,
    short_help="Write the log as JSON lines, CSV, OCSF events or tiles.",
    examples=(
        "runtime audit export --format csv -o log.csv",
        "runtime audit export --format ocsf | gzip > calls.ocsf.jsonl.gz",
        "runtime audit export --format tiles -o public/log",
        "runtime audit export --format ocsf --follow --cursor events.cursor -o events.jsonl",
        "runtime audit export --format jsonl --follow --cursor otlp.cursor -o otlp+http://localhost:4318",
    ),
    exit_codes={
        0: "ok",
        1: "a record does not continue the one in front; for tiles, or with --follow or --cursor, it is not what was signed",
        2: "usage, or the log is missing or cannot be read",
        3: "for tiles: nothing is signed",
        4: "for tiles, or with --follow or --cursor: the newest checkpoint is not signed with the pinned key",
        7: "with --cursor: what it is exported to does not take it; start it again",
        130: "interrupted, which is how --follow ends",
    },
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("jsonl", "csv", "ocsf", "tiles")),
    required=True,
    help="jsonl: the records and their digests. csv: for spreadsheets. ocsf: one API Activity for each call. "
    "tiles: a folder for C2SP tlog-tiles clients.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to; for tiles a new folder; with --follow or --cursor also syslog://HOST, syslog:///dev/log, otlp+http://HOST:4318. "
    "Default: stdout.",
)
@since_option
@click.option(
    "-f",
    "--follow",
    is_flag=True,
    help="Go on with what is signed from now on. For jsonl and ocsf, as --cursor.",
)
@click.option(
    "--cursor",
    metavar="FILE",
    help="Begin where the last export with this file ended, and keep there how far this one is. Only what is signed goes out.",
)
@log_option
@key_option
@json_option
@folder_option
def command(
    form: str,
    output: str | None,
    since_us: int | None,
    follow: bool,
    cursor: str | None,
    log: str | None,
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Write the whole log in another form. With --json, how much was written is told as JSON; that takes -o."""
    asked = _Asked(form, output, since_us, follow, cursor, log, key_texts, as_json, folder)
    if form == "tiles" and since_us is not None:
        raise click.UsageError("Tiles hold the whole log: --since is for the other forms.")
    told = _stream(asked) if follow or cursor is not None else _write(asked)
    if as_json:
        print_json(told)
    elif output is not None:
        what = (
            f"{told['lines']} lines"
            if "lines" in told
            else f"{told['records']} records in {told['files']} files"
        )
        click.echo(f"{one_line(output)}: {what}")
    return 0


class _Asked(NamedTuple):
    """What the command line asks for."""

    form: str
    output: str | None
    since_us: int | None
    follow: bool
    cursor: str | None
    log: str | None
    key_texts: tuple[str, ...]
    as_json: bool
    folder: str


def _write(asked: _Asked) -> dict[str, int | str | None]:
    """Write the log as it is now; what was written."""
    from runtime.audit.read.reader import LogReader

    if asked.output is None and (asked.as_json or asked.form == "tiles"):
        raise click.UsageError("Say where to with -o.")
    if asked.output is None and sys.stdout.isatty():
        raise click.UsageError("Text from tools is not for a terminal: give -o, or pipe the output.")
    told: dict[str, int | str | None] = {"format": asked.form, "file": asked.output}
    with LogReader(log_alone(asked.log, asked.folder)) as reader:  # noqa: SIM117  # the bar ends before the log is closed
        with progress_bar(asked.as_json, "exporting") as progress:
            if asked.form == "tiles":
                keys = trusted_keys(asked.key_texts, asked.folder)
                prover = prover_of(reader, asked.log, keys, asked.folder, progress)
                return told | _write_tiles(prover, Path(str(asked.output)), progress)
            return told | {"lines": _write_lines(reader, asked, progress)}


def _write_lines(reader: LogReader, asked: _Asked, progress: Progress | None) -> int:
    from runtime.audit.export import begun_since, records

    count, since_us = 0, asked.since_us
    found = records(reader, progress)
    encode = importlib.import_module(f"runtime.audit.export.{asked.form}").encode
    if since_us is not None and asked.form != "ocsf":
        found = (one for one in found if one.record.at_us >= since_us)
    with opened(asked.output) as stream:
        for line in encode(found):
            if asked.form != "ocsf" or begun_since(line, since_us):
                stream.write(line)
                count += 1
    return count


def _stream(asked: _Asked) -> dict[str, int | str | None]:
    """Write what was signed since the cursor, and go on where asked to; what was written."""
    from runtime.audit.export.sinks import StreamSink, open_sink
    from runtime.audit.export.streaming import ExportCursor, Streaming
    from runtime.audit.follow.position import Position
    from runtime.audit.follow.state_file import held, load_state, save_state

    form, output = asked.form, asked.output
    if form not in ("jsonl", "ocsf"):
        raise click.UsageError("--follow and --cursor are for jsonl and ocsf.")
    if output is None and (asked.as_json or asked.cursor is not None):
        raise click.UsageError("Say where to with -o: a cursor cannot tell what a reader of stdout has seen.")
    file = None if asked.cursor is None else Path(asked.cursor)
    held_file = nullcontext() if file is None else held(file)
    with ExitStack() as log, held_file:

        def open_again() -> LogReader:
            log.close()
            return log.enter_context(opened_log(asked.log, asked.key_texts, asked.folder)).reader

        source = log.enter_context(opened_log(asked.log, asked.key_texts, asked.folder))
        saved = None if file is None else load_state(file, ExportCursor)
        if saved is not None:
            _require_same(saved, form, str(output), source.keys)
        begin = saved or ExportCursor(form=form, target=str(output), position=Position.start(source.keys))  # type: ignore[arg-type]
        sink = (
            StreamSink(sys.stdout.buffer)
            if output is None
            else open_sink(output, begin.length if saved else None)
        )
        with closing(sink):
            save = (lambda _: None) if file is None else partial(save_state, file)
            streaming = Streaming(source.reader, begin, sink, since_us=asked.since_us, save=save)
            count = _follow(streaming, open_again) if asked.follow else streaming.catch_up()
    return {"format": form, "file": output, "lines": count}


def _require_same(saved: ExportCursor, form: str, target: str, keys: Sequence[VerifierKey]) -> None:
    if (saved.form, saved.target) != (form, target):
        raise click.UsageError("The cursor is of an export to somewhere else, or in another form.")
    if not saved.position.is_sound() or not any(map(saved.position.knows, keys)):
        raise click.UsageError("The cursor is of another log than the one whose key is trusted.")


def _follow(streaming: Streaming, open_again: Callable[[], LogReader]) -> int:
    """Go on until somebody interrupts; what a collector does not take is sent again until it does, and a log whose connection is lost is opened again."""
    from runtime.contracts.errors import AuditError, AuditExportUnavailable

    wait_s, is_lost = _POLL_S, False
    while True:
        try:
            if is_lost:
                streaming.go_on_with(open_again())
                is_lost = False
            streaming.catch_up()
            sys.stdout.flush()
            wait_s = _POLL_S
        except AuditError as error:
            is_lost = is_lost or error.details.get("temporary") is True
            if not is_lost and not isinstance(error, AuditExportUnavailable):
                raise
            if wait_s == _POLL_S:
                click.echo(f"Waiting: {printable(error.message)}", err=True)
            wait_s = min(2 * wait_s, _MOST_WAIT_S)
        time.sleep(wait_s)


def _write_tiles(prover: Prover, folder: Path, progress: Progress | None) -> dict[str, int]:
    from runtime.audit.export.tiles import write_tiles

    note, checkpoint = prover.newest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise click.UsageError(f"{folder} is not empty.")
        files = write_tiles(prover.reader, note, checkpoint, folder, progress)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"{folder} cannot be written: {reason}") from None
    return {"records": checkpoint.size, "files": files}
