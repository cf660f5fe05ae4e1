"""``runtime audit checkpoint``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import cache_of, handed_out, key_option, location_and_keys, log_option, write_out


@click.command(
    cls=CliCommand,
    short_help="Print the newest checkpoint, for keeping elsewhere.",
    examples=(
        "runtime audit checkpoint",
        "runtime audit checkpoint -o /mnt/elsewhere/today.checkpoint",
        "runtime audit checkpoint --json",
    ),
    exit_codes={
        0: "ok",
        1: "the newest checkpoint was changed",
        2: "usage, or the log is missing or cannot be read",
        3: "nothing is signed",
        4: "the newest checkpoint is not signed with the pinned key",
    },
)
@click.option("-o", "--output", metavar="FILE", help="Where to. Default: stdout.")
@log_option
@key_option
@json_option
@folder_option
def command(
    output: str | None, log: str | None, key_texts: tuple[str, ...], as_json: bool, folder: str
) -> int:
    """Print the newest checkpoint; where the workspace has a witness policy, the newest that met it, with its cosignatures.

    Whoever keeps it can tell later, with `runtime audit consistency`, that nothing before it was removed or changed.
    """
    from base64 import b64encode

    from runtime.audit.prove.prover import Prover
    from runtime.audit.read.reader import LogReader, parse_keys

    path, keys = location_and_keys(log, key_texts, folder)
    with LogReader(path) as reader:
        prover = Prover(
            reader,
            parse_keys(keys),
            cache=cache_of(path, "subtrees"),
            handed_out=handed_out(log, keys, folder),
        )
        note, checkpoint = prover.newest()
    if output is not None:
        write_out(output, note)
    if as_json:
        print_json(
            {
                "origin": checkpoint.origin,
                "size": checkpoint.size,
                "root": b64encode(checkpoint.root).decode(),
                "file": output,
                "checkpoint": note.decode(),
            }
        )
    elif output is None:
        click.echo(note.decode(), nl=False)
    else:
        click.echo(f"{one_line(output)}: {one_line(checkpoint.origin)}, {checkpoint.size} records")
    return 0
