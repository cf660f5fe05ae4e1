"""``runtime audit prove``."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import (
    cache_of,
    handed_out,
    index_of,
    key_option,
    location_and_keys,
    log_option,
    progress_bar,
    write_out,
)

if TYPE_CHECKING:
    from runtime.audit.format.tlog_proof import InclusionProof
    from runtime.audit.prove.prover import Prover
    from runtime.audit.stores import Location


@click.command(
    cls=CliCommand,
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
    "--handovers", is_flag=True, help="Every record that hands the log over to another key instead."
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to. Default: stdout; with --call or --handovers, a folder (default: this one).",
)
@log_option
@key_option
@json_option
@folder_option
def command(
    seq: int | None,
    call: str | None,
    handovers: bool,
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
    from runtime.audit.prove.prover import Prover
    from runtime.audit.read.reader import LogReader, parse_keys

    if [seq is not None, call is not None, handovers].count(True) != 1:
        raise click.UsageError("Give one of SEQ, --call ID and --handovers.")
    path, keys = location_and_keys(log, key_texts, folder)
    with LogReader(path) as reader, progress_bar(as_json, "hashing") as progress:
        prover = Prover(
            reader,
            parse_keys(keys),
            cache=cache_of(path, "subtrees"),
            progress=progress,
            handed_out=handed_out(log, keys, folder),
        )
        if seq is not None:
            made = [_written(prover.prove_record(seq), output)]
        else:
            proofs = prover.prove_key_succession() if call is None else _prove_call(prover, path, call)
            made = [_written(proof, _file_in(output or ".", proof.index)) for proof in proofs]
    if as_json:
        print_json(made[0] if seq is not None else {"proofs": made})
    elif seq is not None and output is None:
        click.echo(made[0]["proof"], nl=False)
    else:
        for one in made:
            click.echo(
                f"{one_line(one['file'])}: record {one['seq']} is in {one['origin']}, "
                f"by its checkpoint over {one['checkpoint_size']} records"
            )
    return 0


def _prove_call(prover: Prover, path: Location, call: str) -> list[InclusionProof]:
    from runtime.audit.read.query import calls_of

    records = chain.from_iterable(calls_of(prover.reader, call, file=index_of(path)))
    return [prover.prove_record(one.record.seq) for one in records]


def _file_in(folder: str, seq: int) -> str:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{folder} is no folder to write to: {error}") from None
    return str(Path(folder) / f"{seq}.tlog-proof")


def _written(proof: InclusionProof, output: str | None) -> dict[str, Any]:
    from runtime.contracts.digest import digest

    text = proof.encode()
    origin, size, _ = proof.note.decode().split("\n", 2)
    if output is not None:
        write_out(output, text)
    return {
        "seq": proof.index,
        "record": digest(proof.line),
        "origin": origin,
        "checkpoint_size": int(size),
        "file": output,
        "proof": text.decode(),
    }
