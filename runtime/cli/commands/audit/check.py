"""``runtime audit check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, print_json, printable, style
from runtime.cli.log import key_option, read_in, trusted_keys

if TYPE_CHECKING:
    from runtime.audit.format.note import VerifierKey


@click.command(
    cls=CliCommand,
    short_help="Check a proof, without the log.",
    examples=(
        "runtime audit check decision.tlog-proof",
        "runtime audit check decision.tlog-proof --key 'cathedral.local/1f…+3d2c…+AR…' --json",
        "runtime audit check growth.proof --old kept-in-march.checkpoint",
    ),
    exit_codes={
        0: "the proof holds",
        1: "it does not: something in it was changed, or it proves something else",
        2: "usage, or a file is missing or cannot be read",
        4: "its checkpoint is not signed with the pinned key",
    },
)
@click.argument("file")
@click.option(
    "--old", metavar="FILE", help="The older checkpoint, for a proof made by `runtime audit consistency`."
)
@click.option(
    "--handover",
    "handovers",
    multiple=True,
    metavar="FILE",
    help="A proof that the log was handed over to another key; in order. Made by `runtime audit prove --handovers`.",
)
@key_option
@json_option
@folder_option
def command(
    file: str,
    old: str | None,
    handovers: tuple[str, ...],
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Check FILE, a proof that a record is in a log, or that a log continues an older checkpoint; - reads stdin."""
    from runtime.audit.format.chain import FormatError
    from runtime.audit.format.tlog_proof import MAX_PROOF_BYTES
    from runtime.audit.prove.key_succession import follow_key_succession
    from runtime.audit.read.reader import parse_keys

    keys = parse_keys(trusted_keys(key_texts, folder))
    data = read_in(file, MAX_PROOF_BYTES)
    led = [read_in(handover, MAX_PROOF_BYTES) for handover in handovers]
    try:
        found = _check(data, old, follow_key_succession(keys, led))
        code, verdict, status = "", "OK", 0
    except FormatError as error:
        found, code = {"detail": error.message}, error.code
        verdict, status = ("UNTRUSTED", 4) if code == "checkpoint.key_unknown" else ("TAMPERED", 1)
    if as_json:
        print_json({"verdict": verdict, "exit_code": status, "code": code, **found})
    else:
        click.echo(style(verdict, "red" if status else "green") + (f" [{code}]" if code else ""))
        click.echo(f"  {printable(found['detail'])}")
        if "record" in found:
            click.echo(f"  {printable(found['line'])}")
    return status


def _check(data: bytes, old: str | None, keys: list[VerifierKey]) -> dict[str, Any]:
    import msgspec

    from runtime.audit.format.checkpoint import MAX_NOTE_BYTES
    from runtime.audit.format.tlog_proof import check_consistency, check_inclusion, is_consistency
    from runtime.contracts.digest import digest

    if is_consistency(data):
        if old is None:
            raise click.UsageError("This proof is about an older checkpoint: give it with --old FILE.")
        older, newer = check_consistency(data, read_in(old, MAX_NOTE_BYTES), keys)
        return {
            "detail": f"the log {newer.origin} of {newer.size} records continues the one of {older.size}",
            "origin": newer.origin,
            "old_size": older.size,
            "checkpoint_size": newer.size,
        }
    if old is not None:
        raise click.UsageError("--old belongs to a proof made by `runtime audit consistency`.")
    proven = check_inclusion(data, keys)
    size, origin = proven.checkpoint.size, proven.checkpoint.origin
    return {
        "detail": f"record {proven.record.seq} is in the log {origin}, as signed over {size} records",
        "seq": proven.record.seq,
        "origin": origin,
        "checkpoint_size": size,
        "digest": digest(proven.line),
        "record": msgspec.json.decode(proven.line),
        "line": proven.line.decode(),
    }
