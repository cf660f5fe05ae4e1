"""``runtime audit erase``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.instants import since_option, until_option

if TYPE_CHECKING:
    from runtime.audit.maintain.erase import Erasure


@click.command(
    cls=CliCommand,
    short_help="Erase calls' arguments, results and names from the vault.",
    examples=(
        "runtime audit erase c-5f0c3a9be1d24c7f8a61b2d3",
        "runtime audit erase c-5f0c3a9be1d24c7f8a61b2d3 --reason 'request 4711' --json",
        "runtime audit erase --principal user:jane --dry-run",
        "runtime audit erase --value jane.doe@example.com --tool 'http_*' --reason 'request 4711'",
    ),
    exit_codes={
        0: "erased, now or before, or nothing is meant",
        2: "usage, no such call, one that has not ended, or the log cannot be written",
    },
)
@click.argument("calls", nargs=-1, metavar="[CALL]...")
@click.option(
    "--principal", metavar="NAME", help="Calls that NAME made or approved; * and ? stand for any characters."
)
@click.option(
    "--value",
    metavar="TEXT",
    help="Calls with TEXT in what the vault keeps of them, or in what they reached for.",
)
@click.option("--tool", metavar="NAME", help="Calls of this tool; * and ? stand for any characters.")
@since_option
@until_option
@click.option("--reason", default="", metavar="TEXT", help="Why; it stays in the log for good.")
@click.option("--dry-run", is_flag=True, help="Only say which calls are meant.")
@json_option
@folder_option
def command(
    calls: tuple[str, ...], reason: str, dry_run: bool, as_json: bool, folder: str, **conditions: Any
) -> int:
    """Erase what the vault holds of each CALL, or of the ended calls that meet all conditions, and record that.

    The records stay, and go on to verify. What is erased cannot be brought back, nor shown, nor replayed. Names that stand in the
    records stay, too: the setting `audit.hide` keeps them in the vault from then on.
    """
    from runtime.host.maintenance import calls_to_erase, erase_calls_of

    selects = any(value is not None for value in conditions.values())
    if bool(calls) == selects:
        raise click.UsageError("Give calls, or conditions that select them.")
    meant = list(dict.fromkeys(calls)) if calls else calls_to_erase(folder, **conditions)
    done = [] if dry_run or not meant else erase_calls_of(folder, meant, reason=reason)
    if as_json:
        import msgspec

        told = msgspec.to_builtins(done)
        print_json(told[0] if len(calls) == 1 and done else {"calls": meant, "erased": told})
    elif dry_run or not meant:
        for call in meant:
            click.echo(one_line(call))
        click.echo(f"{len(meant)} calls are meant; nothing was erased.", err=True)
    else:
        for erasure in done:
            _tell(erasure)
    return 0


def _tell(erasure: Erasure) -> None:
    call = one_line(erasure.call)
    if erasure.recorded:
        click.echo(f"Erased {erasure.rows} of {len(erasure.commitments)} values of call {call}.")
    else:
        click.echo(f"Nothing is left to erase of call {call}.")
    if erasure.clear:
        click.echo(
            f"  {erasure.clear} names stand in its records and stay there: who called, what was reached for."
        )
