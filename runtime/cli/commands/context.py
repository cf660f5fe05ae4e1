"""``runtime context show ID``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliGroup, folder_option, json_option, print_json, printable


@click.group(
    cls=CliGroup,
    short_help="Show what an agent is and knows.",
    examples=("runtime context show default",),
)
def command() -> None:
    """The context modules of agents: soul.md and context/*.md."""


@command.command("show", examples=("runtime context show default", "runtime context show default --json"))
@click.argument("agent", metavar="ID")
@json_option
@folder_option
def show_context(agent: str, as_json: bool, folder: str) -> None:
    """Print the soul and the context modules of agents/ID as one text, joined by lines of ---."""
    from pathlib import Path

    from runtime.context import load
    from runtime.contracts.errors import ConfigurationError
    from runtime.contracts.manifest import NAME
    from runtime.host.settings import load_settings

    if not NAME.fullmatch(agent):
        raise ConfigurationError(
            f"{agent[:64]!r} is no name of an agent", suggestion="Name a folder below agents/.", field="id"
        )
    text = load(load_settings(Path(folder)).workspace / "agents" / agent)
    if as_json:
        print_json({"agent": agent, "text": text})
    else:
        click.echo(printable(text), nl=False)
