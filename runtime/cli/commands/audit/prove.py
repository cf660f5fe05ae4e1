"""``runtime audit prove``."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import Command, folder_option, json_option, one_line, print_json
from runtime.cli.log import cache_of, key_option, log_and_keys, log_option, progress_bar, write_out

if TYPE_CHECKING:
    from runtime.audit.proving import Prover


@click.command(
    cls=Command,
    short_help="Write a proof that a record is in the log.",
    examples=(
        "runtime audit prove 1283 -o decision.tlog-proof",
        "runtime audit prove --call 01K7M0V6T5 -o evidence",
        "runtime audit prove 1283 --json",
    ),
    exit_codes={
        0: "the proof was made, and holds",
        1: "the log's records are not those that were signed",
        2: "usage, no such record or call, or the log is missing or cannot be read",
        3: "no checkpoint covers the record",
        4: "the newest checkpoint is not signed with the pinned key",
    },
)
@click.argument("seq", type=click.IntRange(0, 2**53 - 1), required=False)
@click.option("--call", metavar="ID", help="Every record of this call instead: one file each.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to. Default: stdout; with --call, a folder (default: this one).",
)
@log_option
@key_option
@json_option
@folder_option
def command(
    seq: int | None,
    call: str | None,
    output: str | None,
    log: str | None,
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Write record SEQ, the path from it to the newest checkpoint, and that checkpoint, as one small text.

    Whoever has the verifier key can check it without the log: `runtime audit check`, or the script
    docs/check_proof.py, which needs Python and the openssl program only.
    """
    from runtime.audit.proving import Prover
    from runtime.audit.reading import Reader, parse_keys

    if (seq is None) == (call is None):
        raise click.UsageError("Give either SEQ or --call ID.")
    path, keys = log_and_keys(log, key_texts, folder)
    with Reader(path) as reader, progress_bar(as_json, "hashing") as progress:
        prover = Prover(reader, parse_keys(keys), cache=cache_of(path, "subtrees"), progress=progress)
        if seq is not None:
            made = [_prove(prover, seq, output)]
        else:
            made = _prove_call(prover, path, str(call), output or ".")
    if as_json:
        print_json(made[0] if seq is not None else {"call": call, "proofs": made})
    elif seq is not None and output is None:
        click.echo(made[0]["proof"], nl=False)
    else:
        for one in made:
            click.echo(
                f"{one_line(one['file'])}: record {one['seq']} is in {one['origin']}, "
                f"by its checkpoint over {one['checkpoint_size']} records"
            )
    return 0


def _prove_call(prover: Prover, path: Path, call: str, output: str) -> list[dict[str, Any]]:
    from runtime.audit.query import calls_of

    file = cache_of(path, "calls.sqlite")
    try:
        Path(output).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{output} is no folder to write to: {error}") from None
    records = [one.record.seq for one in chain.from_iterable(calls_of(prover.reader, call, file=file))]
    return [_prove(prover, seq, str(Path(output) / f"{seq}.tlog-proof")) for seq in records]


def _prove(prover: Prover, seq: int, output: str | None) -> dict[str, Any]:
    from runtime.contracts.digest import digest

    proof = prover.prove_record(seq)
    text = proof.encode()
    origin, size, _ = proof.note.decode().split("\n", 2)
    if output is not None:
        write_out(output, text)
    return {
        "seq": seq,
        "record": digest(proof.line),
        "origin": origin,
        "checkpoint_size": int(size),
        "file": output,
        "proof": text.decode(),
    }
