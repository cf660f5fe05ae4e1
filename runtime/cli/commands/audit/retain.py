"""``runtime audit retain``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json

if TYPE_CHECKING:
    from runtime.audit.maintain.retain import RetentionReport

_DAYS = click.IntRange(0, 36_500)


@click.command(
    cls=CliCommand,
    short_help="Erase old values, move old records to the archive.",
    examples=(
        "runtime audit retain --dry-run",
        "runtime audit retain --values-days 30",
        "runtime audit retain --records-days 365 --archive s3://audit-archive/agents --json",
    ),
    exit_codes={
        0: "done, or nothing is old enough",
        1: "the log is not what was signed; nothing was removed",
        2: "usage, the clock cannot be right, or the log or the archive cannot be read or written",
        4: "the log is not signed with the pinned key; nothing was removed",
    },
)
@click.option("--values-days", type=_DAYS, help="Erase the values of calls that ended so many days ago.")
@click.option("--records-days", type=_DAYS, help="Move full segments whose records are so many days old.")
@click.option(
    "--archive", metavar="ARCHIVE", help="Where to: file:FOLDER or s3://BUCKET/PREFIX. Default: the settings."
)
@click.option(
    "--clock-is-right", is_flag=True, help="Go by the clock although the log was idle for over a month."
)
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@json_option
@folder_option
def command(
    values_days: int | None,
    records_days: int | None,
    archive: str | None,
    clock_is_right: bool,
    dry_run: bool,
    as_json: bool,
    folder: str,
) -> int:
    """Erase values and archive records that are older than the settings under [retention] say, or the options.

    Records are removed here when their copy in the archive was read back and compared, and the log says so. Their seals stay. What a
    legal hold covers stays, too: see `runtime audit hold`. A run that was killed is finished by the next one.
    """
    import msgspec

    from runtime.host.maintenance import retain_log_of

    given = {"values_days": values_days, "records_days": records_days, "archive": archive}
    done = retain_log_of(
        folder,
        {name: value for name, value in given.items() if value is not None},
        dry_run=dry_run,
        clock_is_right=clock_is_right,
    )
    if as_json:
        print_json(msgspec.to_builtins(done))
    else:
        _tell(done)
    return 0


def _tell(done: RetentionReport) -> None:
    would = "would be " if done.dry_run else ""
    if done.values is not None:
        what = f"{done.values.calls} calls" + ("" if done.dry_run else f", {done.values.rows} values")
        held = f"; {done.values.held} calls are held" if done.values.held else ""
        click.echo(f"Values: {what} {would}erased{held}")
    for fate in done.segments or ():
        said = {
            "archived": f"{would}archived",
            "held": f"held by {fate.hold}",
            "kept": "kept: it has records of holds, keys or shards",
        }
        click.echo(f"Records {fate.first} to {fate.size - 1}: {one_line(said[fate.state])}")
    if done.segments == []:
        click.echo("Records: no full segment is old enough")
    if done.holds:
        click.echo(f"{len(done.holds)} legal holds are in force: see `runtime audit hold list`")
