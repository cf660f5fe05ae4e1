"""``runtime audit show``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style
from runtime.cli.log import cache_of, log_alone, log_option, progress_bar

if TYPE_CHECKING:
    from runtime.audit.read.query import RecordLine
    from runtime.audit.vault.vault_reader import VaultReader
    from runtime.contracts.vault import Opened

_WITHOUT_VALUE = {
    "salt": "too large to be kept; its salt is",
    "erased": "erased",
    "absent": "not in the vault",
    "broken": "not what the record commits to",
}


@click.command(
    cls=CliCommand,
    short_help="Show what happened in a call, step by step.",
    examples=(
        "runtime audit show 01K7M0V6T5",
        "runtime audit show 01K7M0V6T5 --values --json",
        "runtime audit show 01K7M0V6T5 --log /mnt/evidence/audit",
    ),
    exit_codes={
        0: "ok",
        1: "a line of the log is no record",
        2: "usage, no such call, or the log is missing or cannot be read",
    },
)
@click.argument("call")
@click.option(
    "--values", is_flag=True, help="Arguments and result, too, as far as the vault beside the log has them."
)
@log_option
@json_option
@folder_option
def command(call: str, values: bool, log: str | None, as_json: bool, folder: str) -> int:
    """Show the records of CALL: when, at which step of the executor, what was decided.

    A call that was denied ran nothing and leaves its id free, so one id may stand for several calls.
    """
    from runtime.audit.read.query import calls_of
    from runtime.audit.read.reader import LogReader
    from runtime.audit.vault.vault_reader import VaultReader

    path = log_alone(log, folder)
    with LogReader(path) as reader, progress_bar(as_json, "indexing") as progress:
        calls = calls_of(reader, call, file=cache_of(path, "calls.sqlite"), progress=progress)
    with VaultReader.at(path) if values else nullcontext() as vault:
        if as_json:
            shown = [[_data(records[0], one, vault) for one in records] for records in calls]
            print_json({"call": call, "calls": shown})
            return 0
        for records in calls:
            _tell(records, vault)
    return 0


def _opened(one: RecordLine, vault: VaultReader | None) -> Opened | None:
    """What the vault holds of what the record commits to; None where it commits to nothing, or nobody asked."""
    from runtime.audit.format.vault_slots import commitment_of

    found = commitment_of(one.body)
    return vault.open(found[0], one.record.seq) if vault is not None and found is not None else None


def _data(first: RecordLine, one: RecordLine, vault: VaultReader | None) -> dict[str, Any]:
    import msgspec

    from runtime.audit.read.timeline import describe, step_of
    from runtime.contracts.digest import digest

    data = {
        "seq": one.record.seq,
        "kind": one.record.kind,
        "step": step_of(one.body),
        "at_us": one.record.at_us,
        "offset_us": one.record.at_us - first.record.at_us,
        "said": describe(one.body),
        "digest": digest(one.line),
        "body": msgspec.to_builtins(one.body),
    }
    opened = _opened(one, vault)
    if opened is not None:
        value = None if opened.value is None else opened.value.decode(errors="backslashreplace")
        data["vault"] = {"state": opened.state, "value": value}
    return data


def _tell(records: list[RecordLine], vault: VaultReader | None) -> None:
    from runtime.audit.format.timestamps import format_timestamp
    from runtime.audit.read.timeline import describe, step_of

    first = records[0].record
    click.echo(f"Call {one_line(str(first.call))}, {format_timestamp(first.at_us)}")
    for one in records:
        record, body, _ = one
        step = step_of(body)
        shown_step = f"step {step}" if step is not None else ""
        after = (record.at_us - first.at_us) / 1000
        colour = (
            "red" if record.kind in ("ToolDenied", "ToolFailed", "ToolTimedOut", "ToolAborted") else "cyan"
        )
        click.echo(
            f"  {f'+{after:.3f} ms':>14}  {shown_step:<7}  {style(record.kind, colour)}: "
            f"{one_line(describe(body))} (record {record.seq})"
        )
        opened = _opened(one, vault)
        if opened is not None:
            value = opened.value
            text = (
                f"({_WITHOUT_VALUE[opened.state]})"
                if value is None
                else value.decode(errors="backslashreplace")
            )
            click.echo(f"{'':>27}{one_line(text)}")
