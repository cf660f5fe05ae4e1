"""``runtime audit show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import Command, folder_option, json_option, one_line, print_json, printable, style
from runtime.cli.log import cache_of, log_alone, log_option, progress_bar

if TYPE_CHECKING:
    from runtime.audit.query import RecordLine


@click.command(
    cls=Command,
    short_help="Show what happened in a call, step by step.",
    examples=(
        "runtime audit show 01K7M0V6T5",
        "runtime audit show 01K7M0V6T5 --json",
        "runtime audit show 01K7M0V6T5 --log /mnt/evidence/audit",
    ),
    exit_codes={
        0: "ok",
        1: "a line of the log is no record",
        2: "usage, no such call, or the log is missing or cannot be read",
    },
)
@click.argument("call")
@log_option
@json_option
@folder_option
def command(call: str, log: str | None, as_json: bool, folder: str) -> int:
    """Show the records of CALL: when, at which step of the executor, what was decided.

    A call that was denied ran nothing and leaves its id free, so one id may stand for several calls.
    """
    from runtime.audit.query import calls_of
    from runtime.audit.reading import Reader

    path = log_alone(log, folder)
    with Reader(path) as reader, progress_bar(as_json, "indexing") as progress:
        calls = calls_of(reader, call, file=cache_of(path, "calls.sqlite"), progress=progress)
    if as_json:
        print_json(
            {"call": call, "calls": [[_data(records[0], one) for one in records] for records in calls]}
        )
        return 0
    for records in calls:
        _tell(records)
    return 0


def _data(first: RecordLine, one: RecordLine) -> dict[str, Any]:
    import msgspec

    from runtime.audit.timeline import say, step_of
    from runtime.contracts.digest import digest

    return {
        "seq": one.record.seq,
        "kind": one.record.kind,
        "step": step_of(one.body),
        "at_us": one.record.at_us,
        "offset_us": one.record.at_us - first.record.at_us,
        "said": say(one.body),
        "digest": digest(one.line),
        "body": msgspec.to_builtins(one.body),
    }


def _tell(records: list[RecordLine]) -> None:
    from runtime.audit.instant import show_instant
    from runtime.audit.timeline import say, step_of

    first = records[0].record
    click.echo(f"Call {one_line(str(first.call))}, {show_instant(first.at_us)}")
    for record, body, _ in records:
        step = step_of(body)
        place = f"step {step}" if step is not None else ""
        after = (record.at_us - first.at_us) / 1000
        colour = (
            "red" if record.kind in ("ToolDenied", "ToolFailed", "ToolTimedOut", "ToolAborted") else "cyan"
        )
        click.echo(
            f"  {f'+{after:.3f} ms':>14}  {place:<7}  {style(record.kind, colour)}: "
            f"{printable(one_line(say(body)))} (record {record.seq})"
        )
