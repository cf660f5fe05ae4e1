"""``runtime audit show``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style
from runtime.cli.log import cache_of, index_of, key_option, log_alone, log_option, progress_bar, trusted_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runtime.audit.read.query import RecordLine
    from runtime.audit.read.reader import LogReader
    from runtime.audit.stores import Location
    from runtime.audit.vault.vault_rows import VaultRows
    from runtime.contracts.audit import Record
    from runtime.contracts.vault import Opened

    Records = list[RecordLine]

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
    """Show the records of CALL, and of the calls that were made inside it: when, at which step of the executor, what was decided.

    An index finds them, and each record that is signed is proved before it is shown, if a key is pinned or given.

    A call that was denied ran nothing and leaves its id free, so one id may stand for several calls.
    """
    from runtime.audit.read.query import calls_inside, calls_of
    from runtime.audit.read.reader import LogReader
    from runtime.audit.vault.opening import read_vault

    path = log_alone(log, folder)
    with LogReader(path) as reader, progress_bar(as_json, "indexing") as progress:
        index = index_of(path)
        calls = calls_of(reader, call, file=index, progress=progress)
        inside = in_tree(calls, calls_inside(reader, call, file=index))
        every = [*calls, *(records for _, records in inside)]
        proven = _prove(reader, every, path, key_texts, folder, progress)
    with read_vault(path) if values else nullcontext() as vault:
        if as_json:
            shown = [[shown_record(records[0], one, vault) for one in records] for records in calls]
            within = [
                {
                    "call": records[0].record.call,
                    "parent": _parent(records),
                    "depth": depth,
                    "records": [shown_record(records[0], one, vault) for one in records],
                }
                for depth, records in inside
            ]
            print_json({"call": call, "calls": shown, "inside": within, "proven": proven})
            return 0
        _tell_all(calls, inside, vault)
    total = sum(map(len, every))
    click.echo(
        f"Proved: {proven} of {total} records are in the log that was signed."
        if proven is not None
        else "Not proved: no key is pinned for this folder, and none is given with --key."
    )
    return 0


def _prove(
    reader: LogReader,
    calls: Sequence[Sequence[RecordLine]],
    path: Location,
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


def _parent(records: Sequence[RecordLine]) -> str | None:
    return getattr(records[0].body, "parent", None)


def in_tree(calls: Sequence[Records], found: Sequence[Records]) -> list[tuple[int, Records]]:
    """The calls inside with their depths, each behind the one that it was made in."""
    made: dict[str | None, list[Records]] = {}
    for records in found:
        if records:
            made.setdefault(_parent(records), []).append(records)
    tree: list[tuple[int, Records]] = []
    left = [(1, records) for records in reversed(made.pop(calls[-1][0].record.call, []))]
    while left:
        depth, records = left.pop()
        tree.append((depth, records))
        left += [(depth + 1, inner) for inner in reversed(made.pop(records[0].record.call, []))]
    return tree


def _tell_all(
    calls: Sequence[Records], inside: Sequence[tuple[int, Records]], vault: VaultRows | None
) -> None:
    """All calls; those inside stand in front of the record that ends the last one, which made them."""
    for records in calls[:-1]:
        _tell(records, vault)
    last = calls[-1]
    behind = last[-1:] if inside and last[-1].body.terminal else []
    _tell(last[: len(last) - len(behind)], vault)
    for depth, records in inside:
        _tell(records, vault, depth)
    for one in behind:
        _tell_record(last[0].record, one, vault, "")


def _opened(one: RecordLine, vault: VaultRows | None) -> list[Opened]:
    """What the vault holds of what the record commits to, a value, then names; nothing where nobody asked."""
    from runtime.audit.format.vault_slots import commitments_of

    return [] if vault is None else [vault.open(made, one.record.seq) for made, _ in commitments_of(one.body)]


def shown_record(first: RecordLine, one: RecordLine, vault: VaultRows | None) -> dict[str, Any]:
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


def _tell(records: Sequence[RecordLine], vault: VaultRows | None, depth: int = 0) -> None:
    from runtime.audit.format.timestamps import format_timestamp

    first = records[0].record
    tool = f", {one_line(records[0].body.tool)}" if depth and hasattr(records[0].body, "tool") else ""
    branch = "  │" * (depth - 1) + "  ├─ " if depth else ""
    click.echo(f"{branch}Call {one_line(str(first.call))}{tool}, {format_timestamp(first.at_us)}")
    for one in records:
        _tell_record(first, one, vault, "  │" * depth)


def _tell_record(first: Record, one: RecordLine, vault: VaultRows | None, branch: str) -> None:
    from runtime.audit.read.timeline import describe, step_of

    record, body, _ = one
    step = step_of(body)
    shown_step = f"step {step}" if step is not None else ""
    after = (record.at_us - first.at_us) / 1000
    colour = "red" if record.kind in ("ToolDenied", "ToolFailed", "ToolTimedOut", "ToolAborted") else "cyan"
    click.echo(
        f"{branch}  {f'+{after:.3f} ms':>14}  {shown_step:<7}  {style(record.kind, colour)}: "
        f"{one_line(describe(body))} (record {record.seq})"
    )
    for opened in _opened(one, vault):
        value = opened.value
        text = (
            f"({_WITHOUT_VALUE[opened.state]})" if value is None else value.decode(errors="backslashreplace")
        )
        click.echo(f"{branch}{'':>27}{one_line(text)}")
