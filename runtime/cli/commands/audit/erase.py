"""``runtime audit erase``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json


@click.command(
    cls=CliCommand,
    short_help="Erase a call's arguments and result from the vault.",
    examples=(
        "runtime audit erase c-5f0c3a9be1d24c7f8a61b2d3",
        "runtime audit erase c-5f0c3a9be1d24c7f8a61b2d3 --reason 'request 4711' --json",
    ),
    exit_codes={
        0: "erased, now or before",
        2: "usage, no such call, one that has not ended, or the log cannot be written",
    },
)
@click.argument("call")
@click.option("--reason", default="", metavar="TEXT", help="Why; it stays in the log for good.")
@json_option
@folder_option
def command(call: str, reason: str, as_json: bool, folder: str) -> int:
    """Erase what the vault holds of CALL, and record that. Its records stay, and go on to verify.

    What is erased cannot be brought back, nor shown, nor replayed.
    """
    from runtime.host.maintenance import erase_call_of

    erasure = erase_call_of(folder, call, reason=reason)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(erasure))
    elif erasure.recorded:
        click.echo(f"Erased {erasure.rows} of {len(erasure.commitments)} values of call {one_line(call)}.")
    else:
        click.echo(f"Nothing is left to erase of call {one_line(call)}.")
    return 0
