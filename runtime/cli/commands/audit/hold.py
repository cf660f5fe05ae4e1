"""``runtime audit hold place|release|list``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, CliGroup, folder_option, json_option, one_line, print_json
from runtime.cli.instants import since_option, until_option

if TYPE_CHECKING:
    from runtime.audit.maintain.holds import Hold


@click.group(
    cls=CliGroup,
    short_help="Keep records and values from being removed: legal holds.",
    examples=(
        "runtime audit hold place --principal user:jane --reason 'case 4711'",
        "runtime audit hold list",
        "runtime audit hold release h-1f0c3a9be1d2 --reason 'case 4711 is closed'",
    ),
)
def command() -> None:
    """Legal holds: what one covers is neither erased nor moved to the archive. Holds are records of the log; no setting ends one."""


@command.command(
    "place",
    cls=CliCommand,
    examples=(
        "runtime audit hold place --call c-5f0c3a9be1d24c7f8a61b2d3 --reason 'case 4711'",
        "runtime audit hold place --principal 'user:jane*' --since 2026-03-01 --until 2026-04-01 --reason 'case 4711'",
        "runtime audit hold place --all --reason 'case 4711'",
    ),
    exit_codes={0: "placed", 2: "usage, or the log cannot be written"},
)
@click.option(
    "--call",
    "calls",
    multiple=True,
    metavar="ID",
    help="This call, and those made inside it; several may be named.",
)
@click.option(
    "--principal", metavar="NAME", help="Calls that NAME made or approved; * and ? stand for any characters."
)
@since_option
@until_option
@click.option("--all", "everything", is_flag=True, help="The whole log, and what is yet to come.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it stays in the log for good.")
@json_option
@folder_option
def place(
    calls: tuple[str, ...],
    principal: str | None,
    since_us: int | None,
    until_us: int | None,
    everything: bool,
    reason: str,
    as_json: bool,
    folder: str,
) -> None:
    """Place a hold on what meets all conditions, now and later; it is in force when this returns.

    A name that was erased, or that cannot be read here, counts as meant.
    """
    from runtime.cli.ask import login
    from runtime.host.maintenance import place_hold_of

    if everything == bool(calls or principal or since_us is not None or until_us is not None):
        raise click.UsageError("Give conditions, or --all.")
    hold = place_hold_of(
        folder,
        calls=calls,
        principal=principal,
        since_us=since_us,
        until_us=until_us,
        reason=reason,
        placed_by=login(),
    )
    _print([hold], as_json=as_json, alone=True)


@command.command(
    "release",
    cls=CliCommand,
    examples=("runtime audit hold release h-1f0c3a9be1d2 --reason 'case 4711 is closed'",),
    exit_codes={0: "released", 2: "usage, no such hold is in force, or the log cannot be written"},
)
@click.argument("hold")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it stays in the log for good.")
@json_option
@folder_option
def release(hold: str, reason: str, as_json: bool, folder: str) -> None:
    """End HOLD, which is recorded: who, when and why."""
    from runtime.cli.ask import login
    from runtime.host.maintenance import release_hold_of

    ended = release_hold_of(folder, hold, released_by=login(), reason=reason)
    if as_json:
        print_json({"released": ended.hold})
    else:
        click.echo(f"Released {one_line(ended.hold)}")


@command.command(
    "list",
    cls=CliCommand,
    examples=("runtime audit hold list", "runtime audit hold list --json"),
    exit_codes={
        0: "ok, also where there is none",
        1: "the log is not what was signed",
        2: "usage, or the log cannot be read",
    },
)
@json_option
@folder_option
def list_holds(as_json: bool, folder: str) -> None:
    """List the holds that are in force, the oldest first."""
    from runtime.host.maintenance import holds_of

    holds = holds_of(folder)
    _print(holds, as_json=as_json, alone=False)
    if not holds and not as_json:
        click.echo("No hold is in force.", err=True)


def _print(holds: list[Hold], *, as_json: bool, alone: bool) -> None:
    import msgspec

    if as_json:
        data = msgspec.to_builtins(holds)
        print_json(data[0] if alone else {"holds": data})
        return
    for hold in holds:
        click.echo(one_line(f"{hold.hold}  {_scope(hold)}, by {hold.placed_by}: {hold.reason}"))


def _scope(hold: Hold) -> str:
    from runtime.audit.format.timestamps import format_timestamp

    parts = [f"call {call}" for call in hold.calls]
    if hold.principal is not None:
        parts.append(f"calls of {hold.principal}")
    if hold.since_us is not None:
        parts.append(f"from {format_timestamp(hold.since_us)}")
    if hold.until_us is not None:
        parts.append(f"until {format_timestamp(hold.until_us)}")
    return ", ".join(parts) or "everything"
