"""``runtime policy learn [LOG]``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json

if TYPE_CHECKING:
    from runtime.host.policy_bench.learn import Learned


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy learn",
        "runtime policy learn --write policies-learned",
        "runtime policy learn .runtime/audit --json",
    ),
)
@click.argument("log", required=False)
@click.option(
    "--write", "target", metavar="DIR", help="Write the bundle that allows what was used, with a test."
)
@json_option
@folder_option
def command(log: str | None, target: str | None, as_json: bool, folder: str) -> int:
    """Show the least grants and rules that would have allowed what the calls of LOG used, and what nobody used.

    Default: the log of the workspace. What a log does not show may be needed all the same: read, then `replay`.
    """
    import msgspec

    from runtime.contracts.errors import ConfigurationError
    from runtime.host.policy_bench.learn import learn, write_bundle
    from runtime.host.policy_bench.questions import location_of_log, policy_of

    learned = learn(Path(log) if log is not None else location_of_log(folder), folder, policy_of(folder))
    if target is not None:
        try:
            write_bundle(learned, Path(target))
        except OSError as error:
            raise ConfigurationError(
                f"{target} cannot be written: {error.strerror}",
                suggestion="Name a folder that is new, and yours to write.",
            ) from None
    if as_json:
        print_json(msgspec.to_builtins(learned))
    else:
        _tell(learned)
    return 0


def _tell(learned: Learned) -> None:
    import json

    click.echo(f"{learned.calls} calls completed")
    for principal, tools in learned.used.items():
        click.echo(
            f"  {one_line(principal)}: " + ", ".join(f"{one_line(t)} {u.calls}x" for t, u in tools.items())
        )
    if learned.grants:
        click.echo("\n# the least that covers them, for runtime.toml\n[grants]")
        for kind, scope in learned.grants.items():
            click.echo(f"{one_line(kind)} = {json.dumps(scope)}")
    for title, names in (
        ("granted, and used by nobody", learned.unused_grants),
        ("tools that nobody used", learned.unused_tools),
        ("rules that held for no recorded question", learned.unused_rules),
    ):
        if names:
            click.echo(f"\n{title}")
            for name in names:
                click.echo(f"  {one_line(name)}")
