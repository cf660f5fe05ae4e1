"""``runtime audit show``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style
from runtime.cli.log import cache_of, index_of, key_option, log_alone, log_option, progress_bar, trusted_keys

if TYPE_CHECKING:
    from runtime.audit.read.query import RecordLine
    from runtime.audit.read.reader import LogReader
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
        1: "a record is not what was signed, or a line of the log is no record",
        2: "usage, no such call, or the log is missing or cannot be read",
    },
)
@click.argument("call")
@click.option(
    "--values", is_flag=True, help="Arguments and result, too, as far as the vault beside the log has them."
)
@log_option
@key_option
@json_option
@folder_option
def command(
    call: str, values: bool, log: str | None, key_texts: tuple[str, ...], as_json: bool, folder: str
) -> int:
    """Show the records of CALL: when, at which step of the executor, what was decided.

    An index finds them, and each record that is signed is proved before it is shown, if a key is pinned or given.

    A call that was denied ran nothing and leaves its id free, so one id may stand for several calls.
    """
    from runtime.audit.read.query import calls_of
    from runtime.audit.read.reader import LogReader
    from runtime.audit.vault.vault_reader import VaultReader

    path = log_alone(log, folder)
    with LogReader(path) as reader, progress_bar(as_json, "indexing") as progress:
        calls = calls_of(reader, call, file=index_of(path), progress=progress)
        proven = _prove(reader, calls, path, key_texts, folder, progress)
    with VaultReader.at(path) if values else nullcontext() as vault:
        if as_json:
            shown = [[_data(records[0], one, vault) for one in records] for records in calls]
            print_json({"call": call, "calls": shown, "proven": proven})
            return 0
        for records in calls:
            _tell(records, vault)
    total = sum(map(len, calls))
    click.echo(
        f"Proved: {proven} of {total} records are in the log that was signed."
        if proven is not None
        else "Not proved: no key is pinned for this folder, and none is given with --key."
    )
    return 0


def _prove(
    reader: LogReader,
    calls: Sequence[Sequence[RecordLine]],
    path: Path,
    key_texts: tuple[str, ...],
    folder: str,
    progress: Callable[[int, int], None] | None,
) -> int | None:
    """How many of the records are signed, each of which is proved; None without a key."""
    from runtime.audit.prove.prover import Prover
    from runtime.audit.read.reader import parse_keys
    from runtime.contracts.errors import AuditUnproven, ConfigurationMissing

    try:
        keys = parse_keys(trusted_keys(key_texts, folder))
    except ConfigurationMissing:
        return None
    prover = Prover(reader, keys, cache=cache_of(path, "subtrees"), progress=progress)
    try:
        return prover.prove_lines([(one.record.seq, one.line) for records in calls for one in records])
    except AuditUnproven:
        return 0


def _opened(one: RecordLine, vault: VaultReader | None) -> list[Opened]:
    """What the vault holds of what the record commits to, a value, then names; nothing where nobody asked."""
    from runtime.audit.format.vault_slots import commitments_of

    return [] if vault is None else [vault.open(made, one.record.seq) for made, _ in commitments_of(one.body)]


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
    held = [
        {
            "state": opened.state,
            "value": None if opened.value is None else opened.value.decode(errors="backslashreplace"),
        }
        for opened in _opened(one, vault)
    ]
    names = held.pop() if held and getattr(one.body, "names", None) is not None else None
    return data | ({"vault": held[0]} if held else {}) | ({"names": names} if names else {})


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
        for opened in _opened(one, vault):
            value = opened.value
            text = (
                f"({_WITHOUT_VALUE[opened.state]})"
                if value is None
                else value.decode(errors="backslashreplace")
            )
            click.echo(f"{'':>27}{one_line(text)}")
