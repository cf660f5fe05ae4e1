"""``runtime audit query``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.instants import since_option, until_option
from runtime.cli.log import index_of, log_alone, log_option, progress_bar
from runtime.contracts.audit import OPEN, OUTCOMES, DecisionOutcome

if TYPE_CHECKING:
    from runtime.audit.read.query import FoundCall

_DECISIONS = get_args(DecisionOutcome)
_OUTCOMES = (*OUTCOMES.values(), OPEN)


@click.command(
    cls=CliCommand,
    short_help="Find calls by tool, principal, decision, outcome, time.",
    examples=(
        "runtime audit query --outcome denied --since 7d",
        "runtime audit query --tool 'git_*' --principal agent:builder -n 200",
        "runtime audit query --decision deny --since 2026-03-01 --until 2026-04-01 --json",
    ),
    exit_codes={
        0: "ok, also where nothing was found",
        1: "a line of the log is no record",
        2: "usage, or the log is missing or cannot be read",
    },
)
@click.option("--tool", metavar="NAME", help="The tool; * and ? stand for any characters.")
@click.option("--principal", metavar="NAME", help="Who called; * and ? stand for any characters.")
@click.option("--decision", type=click.Choice(_DECISIONS), help="What policy answered.")
@click.option("--outcome", type=click.Choice(_OUTCOMES), help="How it ended.")
@click.option("--code", metavar="CODE", help="The code of the error; * and ? stand for any characters.")
@click.option("--call", metavar="ID", help="The call's id.")
@since_option
@until_option
@click.option(
    "-n", "limit", default=50, type=click.IntRange(1, 1_000_000), help="The newest so many. Default: 50."
)
@log_option
@json_option
@folder_option
def command(limit: int, log: str | None, as_json: bool, folder: str, **conditions: Any) -> int:
    """List the calls that meet all conditions, the newest last.

    An index that is made from the log when it is needed finds them. It is no evidence: that is what
    `runtime audit prove` and `runtime audit verify` are for.
    """
    from runtime.audit.read.query import Query, find_calls
    from runtime.audit.read.reader import LogReader

    path = log_alone(log, folder)
    with LogReader(path) as reader, progress_bar(as_json, "indexing") as progress:
        found = find_calls(reader, Query(**conditions), limit + 1, file=index_of(path), progress=progress)
    more, found = len(found) > limit, found[-limit:]
    if as_json:
        rows = [_data(call) for call in found]
        print_json({"calls": rows, "more": more})
        return 0
    for call in found:
        click.echo(one_line(_row(call)))
    if more:
        click.echo(f"Only the newest {limit} are shown; see more with -n.", err=True)
    elif not found:
        click.echo("No call meets the conditions.", err=True)
    return 0


def _data(call: FoundCall) -> dict[str, Any]:
    import msgspec

    data: dict[str, Any] = msgspec.to_builtins(call)
    del data["places"]
    return data | {"records": call.records}


def _row(call: Any) -> str:
    from runtime.audit.format.timestamps import format_timestamp

    took = "" if call.duration_us is None else f" in {call.duration_us / 1000:.1f} ms"
    why = f" [{call.code}]" if call.code else ""
    doubt = "?" if call.doubtful else " "
    return (
        f"{format_timestamp(call.at_us)}{doubt} {call.outcome:<9} {call.tool or '?'} by {call.principal or '?'}{why}{took}"
        f"  record {call.seq}, call {call.call}"
    )
