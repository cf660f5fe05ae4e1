"""``runtime accept``."""

from __future__ import annotations

import click

from runtime.cli.accept import EXIT_CODES, accept_all, yes_option
from runtime.cli.frame import CliCommand, folder_option, json_option


@click.command(
    cls=CliCommand,
    short_help="Show what changed in settings, policies and tools, and accept it.",
    examples=("runtime accept", "runtime accept --json", "runtime accept --yes"),
    exit_codes=EXIT_CODES,
)
@yes_option
@json_option
@folder_option
def command(yes: bool, as_json: bool, folder: str) -> int:
    """Show what changed in the workspace's settings, policies and tools since you accepted them, ask, and accept it.

    Nothing that changed takes effect before that. Of the settings the values are compared; comments and order do not count. With --json
    nobody is asked: --yes accepts.
    """
    return accept_all(folder, as_json=as_json, yes=yes)
