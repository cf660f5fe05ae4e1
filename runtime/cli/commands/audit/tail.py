"""``runtime audit tail``."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import log_alone, log_option

if TYPE_CHECKING:
    from runtime.audit.read.reader import LogReader

_POLL_S = 0.1


@click.command(
    cls=CliCommand,
    short_help="Show the newest records, and those that come.",
    examples=("runtime audit tail", "runtime audit tail --follow", "runtime audit tail -n 100 --json"),
    exit_codes={
        0: "ok",
        1: "a line of the log is no record, or the log got shorter",
        2: "usage, or the log is missing or cannot be read",
        130: "interrupted, which is how --follow ends",
    },
)
@click.option("-n", "count", default=10, type=click.IntRange(0, 1_000_000), help="How many. Default: 10.")
@click.option("-f", "--follow", is_flag=True, help="Go on with what is written from now on.")
@log_option
@json_option
@folder_option
def command(count: int, follow: bool, log: str | None, as_json: bool, folder: str) -> int:
    """Show the newest records, one line each; with --json one JSON object a line.

    Records are shown when they are written, which is up to 50 ms before they are signed.
    """
    from runtime.audit.format.chain import FormatError
    from runtime.audit.read.reader import LogReader, tampered_record

    seq = 0
    with LogReader(log_alone(log, folder)) as reader:
        try:
            for line in _lines(reader, count, follow=follow):
                seq = _show(line, as_json=as_json)
        except FormatError as error:
            raise tampered_record(error, seq + 1) from None
    return 0


def _lines(reader: LogReader, count: int, *, follow: bool) -> Iterator[bytes]:
    """The last lines, and then those that come."""
    from runtime.contracts.errors import AuditTampered

    offset = reader.last_lines(count)
    while True:
        end = reader.end()
        if end < offset:
            raise AuditTampered("Records that were shown are gone: the log is shorter than it was")
        for behind, line in reader.lines(offset, end):
            yield line
            offset = behind
        if not follow:
            return
        sys.stdout.flush()
        while reader.end() == end:
            time.sleep(_POLL_S)


def _show(line: bytes, *, as_json: bool) -> int:
    from runtime.audit.format.chain import decode
    from runtime.audit.format.timestamps import format_timestamp
    from runtime.audit.read.timeline import describe
    from runtime.contracts.digest import digest

    record, body = decode(line)
    if as_json:
        import msgspec

        print_json(
            {
                "seq": record.seq,
                "at_us": record.at_us,
                "call": record.call,
                "kind": record.kind,
                "said": describe(body),
                "digest": digest(line),
                "body": msgspec.to_builtins(body),
            }
        )
    else:
        call = "" if record.call is None else f" {record.call}"
        click.echo(
            one_line(
                f"{format_timestamp(record.at_us)}  {record.seq:>6}{call}  {record.kind}: {describe(body)}"
            )
        )
    return record.seq
