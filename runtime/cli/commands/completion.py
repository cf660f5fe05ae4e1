"""``runtime completion bash|zsh|fish``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand

_VARIABLE = "_RUNTIME_COMPLETE"
"""Click answers a shell that sets it with what may stand at the cursor."""


@click.command(
    cls=CliCommand,
    short_help="Print what makes a shell complete this command.",
    examples=(
        'eval "$(runtime completion bash)"',
        "runtime completion zsh > ~/.zfunc/_runtime",
        "runtime completion fish > ~/.config/fish/completions/runtime.fish",
    ),
    exit_codes={0: "ok", 2: "usage"},
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes commands, options and the names of tools in SHELL.

    Tools of the workspace are completed where this user has accepted it, the built-in ones everywhere.
    """
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root().command
    found = get_completion_class(shell)
    assert found is not None  # noqa: S101  # click brings all three
    # Not source(): that runs bash to ask for its version, and refuses where there is none.
    writer = found(root, {}, "runtime", _VARIABLE)
    click.echo(writer.source_template % writer.source_vars())
