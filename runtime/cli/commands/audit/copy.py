"""``runtime audit copy``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style
from runtime.cli.log import archive_option, given_location, key_option, progress_bar, trusted_keys


@click.command(
    cls=CliCommand,
    short_help="Copy a log to another folder or database, verified.",
    examples=(
        "runtime audit copy .runtime/audit /mnt/evidence/audit",
        "runtime audit copy .runtime/audit postgresql://owner@db.example.com/audit",
        "runtime audit copy postgresql://auditor@db.example.com/audit#example.com/agents evidence --no-vault",
    ),
    exit_codes={
        0: "copied, and the copy verifies",
        1: "the log, or the copy, is not what was signed",
        2: "usage, the destination holds another log or is in use, or one of them cannot be read or written",
        3: "copied; the copy is UNPROVEN as the log is",
        4: "the log is not signed with the pinned key",
    },
)
@click.argument("source")
@click.argument("target")
@archive_option
@key_option
@click.option("--vault/--no-vault", default=True, help="With the values behind the commitments, or without.")
@json_option
@folder_option
def command(
    source: str, target: str, key_texts: tuple[str, ...], vault: bool, as_json: bool, folder: str
) -> int:
    """Copy the log SOURCE to TARGET, each a folder or postgresql://HOST/DATABASE#ORIGIN, and verify both.

    What was broken off goes on where it stopped. Of a log with a writer at work what is signed is copied, and the same command
    later copies what was signed since. Write on with one of the two alone: both have the same key, and would fork.
    """
    from runtime.audit.maintain.copying import copy_log

    keys = trusted_keys(key_texts, folder)
    origin = keys[0].partition("+")[0]
    here, there = given_location(source, origin), given_location(target, origin)
    if here.identity == there.identity:
        raise click.UsageError("SOURCE and TARGET are one log.")
    with progress_bar(as_json, "copying") as progress:
        done = copy_log(here, there, verifier_keys=keys, vault=vault, progress=progress)
    report = done.report
    if as_json:
        print_json({"records_bytes": done.records_bytes, "values": done.values, "report": report.to_data()})
        return report.exit_code
    click.echo(
        f"Copied {done.records_bytes} bytes of records and {done.values} values to {one_line(str(there))}"
    )
    click.echo(
        f"  The copy: {style(report.verdict, 'green' if report.exit_code == 0 else 'yellow')}, {report.records} records"
    )
    return report.exit_code
