"""``runtime audit bundle``."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import index_of, key_option, log_option, progress_bar, write_out
from runtime.cli.reading import opened_log, opened_vault


@click.command(
    cls=CliCommand,
    short_help="Hand calls on as evidence: one file, checked with openssl alone.",
    examples=(
        "runtime audit bundle --calls 01K7M0V6T5 -o evidence.zip",
        "runtime audit bundle --calls 01K7M0V6T5,01K7M0V6T6 --values --policy policies -o evidence.zip",
    ),
    exit_codes={
        0: "written",
        1: "the log's records are not those that were signed",
        2: "usage, no such call, or the log is missing or cannot be read",
        3: "a record of the calls is not signed yet",
        4: "the newest checkpoint is not signed with the pinned key",
    },
)
@click.option(
    "--calls", "given", multiple=True, required=True, metavar="ID[,ID]...", help="The calls. May be repeated."
)
@click.option("-o", "--output", metavar="FILE", required=True, help="Where to: a zip file.")
@click.option(
    "--values", is_flag=True, help="With arguments, results and hidden names, as far as the vault has them."
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="DIR",
    help="With the policy in this folder, which must have decided about one of the calls.",
)
@log_option
@key_option
@json_option
@folder_option
def command(
    given: tuple[str, ...],
    output: str,
    values: bool,
    policies: tuple[str, ...],
    log: str | None,
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Write the records of calls with their proofs, and the script that checks them, as one file.

    The same calls of the same log always give the same bytes. Without --values nobody learns arguments or results from it.
    """
    from runtime.audit.evidence.gather import gather_evidence
    from runtime.audit.read.query import calls_of

    names = list(dict.fromkeys(name for text in given for name in text.split(",") if name))
    if not names:
        raise click.UsageError("Name calls with --calls.")
    with progress_bar(as_json, "hashing") as progress, opened_log(log, key_texts, folder, progress) as opened:
        index = index_of(opened.place)
        calls = [records for name in names for records in calls_of(opened.reader, name, file=index)]
        decided = {getattr(one.body, "bundle", None) for records in calls for one in records}
        found = dict(_read_policy(path, decided) for path in policies)
        with opened_vault(opened.place) if values else nullcontext() as vault:
            data = gather_evidence(
                opened.prover, calls, open_value=None if vault is None else vault.open, policies=found
            )
    write_out(output, data)
    records = len({one.record.seq for records in calls for one in records})
    if as_json:
        print_json(
            {"file": output, "bytes": len(data), "calls": names, "records": records, "policies": list(found)}
        )
    else:
        click.echo(f"{one_line(output)}: {records} records of {len(names)} calls, {len(data)} bytes")
    return 0


def _read_policy(path: str, decided: set[str | None]) -> tuple[str, dict[str, bytes]]:
    from runtime.policy.bundle import bundle_of, deciding, read_files

    files = read_files(Path(path))
    digest = bundle_of(files).digest
    if digest not in decided:
        raise click.UsageError(
            f"The policy in {path} did not decide about these calls: it has changed since."
        )
    return digest, deciding(files)
