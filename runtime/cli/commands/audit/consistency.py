"""``runtime audit consistency``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import (
    key_option,
    location_and_keys,
    log_option,
    progress_bar,
    prover_of,
    read_in,
    write_out,
)

if TYPE_CHECKING:
    from runtime.audit.read.reader import LogReader


@click.command(
    cls=CliCommand,
    short_help="Prove that the log continues an older checkpoint.",
    examples=(
        "runtime audit consistency kept-in-march.checkpoint",
        "runtime audit consistency kept-in-march.checkpoint kept-in-may.checkpoint -o growth.proof",
        "runtime audit consistency 1284 --json",
    ),
    exit_codes={
        0: "it does: nothing before the older checkpoint was removed or changed",
        1: "it does not",
        2: "usage, no such checkpoint, or a file is missing or cannot be read",
        3: "nothing is signed",
        4: "a checkpoint is not signed with the pinned key",
    },
)
@click.argument("old", metavar="A")
@click.argument("new", metavar="B", required=False)
@click.option("-o", "--output", metavar="FILE", help="Write the proof, for `runtime audit check --old A`.")
@log_option
@key_option
@json_option
@folder_option
def command(
    old: str,
    new: str | None,
    output: str | None,
    log: str | None,
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Prove that checkpoint A is a prefix of checkpoint B. Default for B: the newest.

    A and B are files that hold a checkpoint, or the sizes of two that the log holds.
    """
    from runtime.audit.read.reader import LogReader

    path, keys = location_and_keys(log, key_texts, folder)
    with LogReader(path) as reader, progress_bar(as_json, "hashing") as progress:
        prover = prover_of(reader, log, keys, folder, progress)
        older = prover.trusted(_note(old, reader))
        newer_note = prover.newest()[0] if new is None else _note(new, reader)
        newer = prover.trusted(newer_note)
        text = prover.prove_prefix(older, (newer_note, newer)).encode()
    if output is not None:
        write_out(output, text)
    if as_json:
        print_json(
            {
                "origin": newer.origin,
                "old_size": older.size,
                "checkpoint_size": newer.size,
                "file": output,
                "proof": text.decode(),
            }
        )
    else:
        click.echo(
            f"Consistent: the {newer.size} records of {one_line(newer.origin)} continue the first {older.size}."
        )
    return 0


def _note(given: str, reader: LogReader) -> bytes:
    """The checkpoint of a size that the log holds, or that of a file."""
    from runtime.audit.format.checkpoint import MAX_NOTE_BYTES

    if given.isascii() and given.isdigit() and len(given) <= 16:
        return reader.note_of(int(given))
    return read_in(given, MAX_NOTE_BYTES)
