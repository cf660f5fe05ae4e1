"""``runtime audit export``."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import cache_of, key_option, log_alone, log_option, opened, progress_bar, trusted_keys

if TYPE_CHECKING:
    from runtime.audit.read.reader import LogReader, Progress


@click.command(
    cls=CliCommand,
    short_help="Write the log as JSON lines, CSV, OCSF events or tiles.",
    examples=(
        "runtime audit export --format csv -o log.csv",
        "runtime audit export --format ocsf | gzip > calls.ocsf.jsonl.gz",
        "runtime audit export --format tiles -o public/log",
    ),
    exit_codes={
        0: "ok",
        1: "a record does not continue the one in front; for tiles, it is not what was signed",
        2: "usage, or the log is missing or cannot be read",
        3: "for tiles: nothing is signed",
        4: "for tiles: the newest checkpoint is not signed with the pinned key",
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
@click.option("-o", "--output", metavar="FILE", help="Where to; for tiles a new folder. Default: stdout.")
@log_option
@key_option
@json_option
@folder_option
def command(
    form: str, output: str | None, log: str | None, key_texts: tuple[str, ...], as_json: bool, folder: str
) -> int:
    """Write the whole log in another form. With --json, how much was written is told as JSON; that takes -o."""
    from runtime.audit.read.reader import LogReader

    if output is None and (as_json or form == "tiles"):
        raise click.UsageError("Say where to with -o.")
    if output is None and sys.stdout.isatty():
        raise click.UsageError("Text from tools is not for a terminal: give -o, or pipe the output.")
    keys = trusted_keys(key_texts, folder) if form == "tiles" else []
    told: dict[str, int | str | None] = {"format": form, "file": output}
    with LogReader(log_alone(log, folder)) as reader, progress_bar(as_json, "exporting") as progress:
        if form == "tiles":
            told |= _write_tiles(reader, keys, Path(str(output)), progress)
        else:
            told["lines"] = _write_lines(reader, form, output, progress)
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


def _write_lines(reader: LogReader, form: str, output: str | None, progress: Progress | None) -> int:
    from runtime.audit.export import records

    count = 0
    with opened(output) as stream:
        for line in importlib.import_module(f"runtime.audit.export.{form}").encode(records(reader, progress)):
            stream.write(line)
            count += 1
    return count


def _write_tiles(
    reader: LogReader, keys: list[str], folder: Path, progress: Progress | None
) -> dict[str, int]:
    from runtime.audit.export.tiles import write_tiles
    from runtime.audit.prove.prover import Prover
    from runtime.audit.read.reader import parse_keys

    cache = cache_of(reader.folder, "subtrees")
    note, checkpoint = Prover(reader, parse_keys(keys), cache=cache, progress=progress).newest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise click.UsageError(f"{folder} is not empty.")
        files = write_tiles(reader, note, checkpoint, folder, progress)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"{folder} cannot be written: {reason}") from None
    return {"records": checkpoint.size, "files": files}
