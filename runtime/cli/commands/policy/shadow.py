"""``runtime policy shadow [LOG]``."""

from __future__ import annotations

from typing import Any

import click

from runtime.cli.commands.policy.replay import CHANGE_CODES, SHOWN_CALLS
from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import instant


@click.command(
    cls=CliCommand,
    examples=("runtime policy shadow", "runtime policy shadow --since 24h --json"),
    exit_codes={**CHANGE_CODES, 0: "ok: nothing differs", 1: "a finding: the second bundle differs"},
)
@click.argument("log", required=False)
@click.option(
    "--since",
    "since_us",
    metavar="WHEN",
    callback=instant,
    help="Not before: a date, a time (UTC), an age (2h, 7d).",
)
@json_option
@folder_option
def command(log: str | None, since_us: int | None, as_json: bool, folder: str) -> int:
    """Show where the bundle of `[policy] shadow` would have decided otherwise than the one in force.

    Default: the log of the workspace. The shadow is asked every question, and enforces nothing.
    """
    from pathlib import Path

    from runtime.contracts.audit import ShadowDecision
    from runtime.host.policy_bench.history import records
    from runtime.host.policy_bench.questions import location_of_log

    groups: dict[tuple[str, str, str], list[str]] = {}
    for record, body in records(Path(log) if log is not None else location_of_log(folder)):
        if isinstance(body, ShadowDecision) and record.at_us >= (since_us or 0):
            key = (body.enforced, body.outcome, "; ".join(body.reasons))
            groups.setdefault(key, []).append(record.call or "")
    found: list[dict[str, Any]] = [
        {"enforced": enforced, "shadow": shadow, "reasons": reasons, "calls": calls}
        for (enforced, shadow, reasons), calls in sorted(groups.items(), key=lambda item: -len(item[1]))
    ]
    if as_json:
        print_json({"differences": found})
        return 1 if found else 0
    for group in found:
        click.echo(f"{len(group['calls'])} x {one_line(group['enforced'])} → {one_line(group['shadow'])}")
        if group["reasons"]:
            click.echo(f"    {one_line(group['reasons'])}")
        click.echo("    " + ", ".join(map(one_line, group["calls"][:SHOWN_CALLS])))
    click.echo(f"{sum(len(group['calls']) for group in found)} decisions would be others")
    return 1 if found else 0
