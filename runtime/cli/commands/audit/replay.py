"""``runtime audit replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style

if TYPE_CHECKING:
    from runtime.executor.replay import ReplayReport


@click.command(
    cls=CliCommand,
    short_help="Run recorded calls again and compare their outputs.",
    examples=(
        "runtime audit replay",
        "runtime audit replay --tool grep_search --grant fs_read=. --json",
        "runtime audit replay c-5f0c3a9be1d24c7f8a61b2d3",
    ),
    exit_codes={
        0: "every output that was compared is what was recorded",
        1: "an output differs; the first one is named",
        2: "usage, no such call, or the log cannot be read or written",
        5: "a grant names no capability",
    },
)
@click.argument("calls", nargs=-1, metavar="[CALL]...")
@click.option("--tool", metavar="NAME", help="Only calls of this tool.")
@click.option(
    "--grant",
    "grants",
    multiple=True,
    metavar="CAPABILITY",
    help="What the tools may read: fs_read=src,docs. Replaces the configured grants.",
)
@json_option
@folder_option
def command(
    calls: tuple[str, ...], tool: str | None, grants: tuple[str, ...], as_json: bool, folder: str
) -> int:
    """Run CALLs of pure and deterministic tools again, all by default, and compare the digests of their outputs.

    Nothing that writes or sends is run. What is skipped is counted by reason.
    """
    import asyncio

    report = asyncio.run(_replay(folder, calls, tool, grants))
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(report))
    else:
        _tell(report)
    return 1 if report.diverged else 0


async def _replay(
    folder: str, calls: tuple[str, ...], tool: str | None, grants: tuple[str, ...]
) -> ReplayReport:
    from runtime.capability.grants import parse_grant
    from runtime.cli.ask import login
    from runtime.host.executor import Executor

    granted = [parse_grant(text) for text in grants] if grants else None
    async with Executor.open(folder, approvals=False) as executor:
        return await executor.replay(calls, tool=tool, grants=granted, requested_by=login())


def _tell(report: ReplayReport) -> None:
    same = report.replayed - report.diverged
    click.echo(f"{report.replayed} calls were run again, {same} gave what was recorded.")
    first = report.first
    if first is not None:
        now = f"failed with {first.error}" if first.error else f"gave {first.replayed}"
        click.echo(
            style("Diverged", "red") + f": {report.diverged}, the first is call {one_line(first.call)}"
        )
        click.echo(
            f"  {one_line(first.tool)}, record {first.seq}: recorded {first.recorded}, {one_line(now)}"
        )
    for reason, count in report.skipped.items():
        click.echo(f"  Skipped: {count}, {reason.replace('_', ' ')}")
