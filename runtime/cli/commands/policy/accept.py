"""``runtime policy accept``."""

from __future__ import annotations

import click

from runtime.cli.accept import EXIT_CODES, accept_changes, yes_option
from runtime.cli.frame import CliCommand, folder_option, json_option


@click.command(
    cls=CliCommand,
    examples=("runtime policy accept", "runtime policy accept --json", "runtime policy accept --yes"),
    exit_codes=EXIT_CODES,
)
@yes_option
@json_option
@folder_option
def command(yes: bool, as_json: bool, folder: str) -> int:
    """Show what changed in the bundle of the workspace since you accepted it, ask, and accept it.

    A changed bundle decides nothing before that. Every process that has the workspace open takes it up within a second. With --json
    nobody is asked: --yes accepts.
    """
    return accept_changes(folder, "policy", as_json=as_json, yes=yes)
