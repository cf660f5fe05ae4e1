"""``runtime audit keys show|rotate|new``."""

from __future__ import annotations

from pathlib import Path

import click

from runtime.cli.frame import CliCommand, CliGroup, folder_option, json_option, one_line, print_json


@click.group(
    cls=CliGroup,
    short_help="Show the log's keys, or hand it over to a new one.",
    examples=("runtime audit keys show", "runtime audit keys rotate"),
)
def command() -> None:
    """The keys that sign the log: the pinned one, and those that it was handed over to."""


@command.command(
    "show",
    cls=CliCommand,
    examples=("runtime audit keys show", "runtime audit keys show --json"),
    exit_codes={0: "shown", 2: "usage, or a key cannot be used"},
)
@json_option
@folder_option
def show(as_json: bool, folder: str) -> None:
    """Show which key is pinned, which signs, and where those lie that have handed over."""
    import msgspec

    from runtime.host.log_keys import keys_of

    keys = keys_of(folder)
    if as_json:
        print_json(msgspec.to_builtins(keys))
        return
    click.echo(f"pinned     {one_line(keys.pinned or 'none: this user has not accepted the folder')}")
    click.echo(f"signing    {one_line(keys.signing)}")
    if keys.following is not None:
        click.echo(f"following  {one_line(keys.following)}: run `runtime audit keys rotate` to finish")
    for file in keys.retired:
        click.echo(f"retired    {one_line(file)}")


@command.command(
    "rotate",
    cls=CliCommand,
    examples=("runtime audit keys rotate", "runtime audit keys rotate --json"),
    exit_codes={0: "handed over", 2: "usage, or the log is in use, or cannot be written"},
)
@json_option
@folder_option
def rotate(as_json: bool, folder: str) -> None:
    """Make a new signing key and hand the log over to it, or finish what was interrupted.

    The pinned key stays the pinned one: whoever verifies starts from it and finds the new one in the log. The old key's
    file is kept under another name; store it away or destroy it. Answers that wait in the approvals' inbox were sealed
    with the old key and do not count any more.
    """
    from runtime.host.log_setup import rotate_key_of

    old, new = rotate_key_of(folder)
    if as_json:
        print_json({"old": str(old), "new": str(new)})
    else:
        click.echo(f"Handed over from {one_line(str(old))}\n              to {one_line(str(new))}")


@command.command(
    "new",
    cls=CliCommand,
    examples=("runtime audit keys new auditor.key --name auditor.example",),
    exit_codes={0: "made", 2: "usage, or a file exists or cannot be written"},
)
@click.argument("file")
@click.option("--name", required=True, help="Whose key it is: a name without spaces, such as a domain's.")
@json_option
def new(file: str, name: str, as_json: bool) -> None:
    """Make a key for FILE that signs reports and evidence, and no log. FILE.pub holds its public half, to be given away."""
    from runtime.audit.keys.auditor_key import create_auditor_key

    key = create_auditor_key(Path(file), name)
    if as_json:
        print_json({"file": file, "public": f"{file}.pub", "verifier_key": str(key)})
    else:
        click.echo(str(key))
