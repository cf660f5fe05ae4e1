"""``runtime policy replay [LOG]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style
from runtime.cli.log import instant

if TYPE_CHECKING:
    from runtime.policy.bench.comparison import ChangeGroup

CHANGE_CODES = {
    0: "ok: no decision would be another one",
    1: "a finding: some would",
    2: "usage or configuration: a bundle or the log has a problem",
}
SHOWN_CALLS = 5


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy replay --policy policies-next",
        "runtime policy replay .runtime/audit --policy policies-next --json",
        "runtime policy replay --policy policies --since 7d",
    ),
    exit_codes=CHANGE_CODES,
)
@click.argument("log", required=False)
@click.option("--policy", "bundle", required=True, metavar="DIR", help="The bundle to ask.")
@click.option(
    "--since",
    "since_us",
    metavar="WHEN",
    callback=instant,
    help="Not before: a date, a time (UTC), an age (2h, 7d).",
)
@json_option
@folder_option
def command(log: str | None, bundle: str, since_us: int | None, as_json: bool, folder: str) -> int:
    """Name each recorded call that another policy would have decided otherwise, grouped by the rules that decide now.

    LOG is the folder of a log. Default: the log of the workspace. Nothing runs; questions come from the vault.
    """
    from pathlib import Path

    import msgspec

    from runtime.host.policy_bench.questions import location_of_log, policy_of
    from runtime.host.policy_bench.replay import replay
    from runtime.host.settings import load_settings

    report = replay(
        Path(log) if log is not None else location_of_log(folder),
        policy_of(folder, bundle),
        timezone=load_settings(Path(folder)).settings.policy.timezone,
        since_us=since_us or 0,
    )
    if as_json:
        print_json(msgspec.to_builtins(report))
        return 1 if report.changed else 0
    show_groups(report.groups)
    click.echo(f"{report.decisions} decisions, {report.changed} would be others")
    if report.uncertain:
        click.echo(f"  {report.uncertain} depend on what is not recorded, such as redacted arguments")
    for reason, count in report.skipped.items():
        click.echo(f"  {count} not asked again: {reason.replace('_', ' ')}")
    return 1 if report.changed else 0


def show_groups(groups: list[ChangeGroup]) -> None:
    """Tell changes, a group at a time."""
    for group in groups:
        colour = "green" if group.after == "allow" else "red"
        click.echo(f"{len(group.decisions)} x {group.before} → {style(group.after, colour)}")
        for rule in group.rules:
            click.echo(f"    by {one_line(rule)}")
        for reason in group.reasons[:1]:
            click.echo(f"    {one_line(reason)}")
        names = [one_line(d.name) + ("" if d.is_certain else " (?)") for d in group.decisions[:SHOWN_CALLS]]
        more = len(group.decisions) - len(names)
        click.echo("    " + ", ".join(names) + (f" and {more} more" if more > 0 else ""))
