"""``runtime audit report``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style
from runtime.cli.instants import since_option, until_option
from runtime.cli.log import archive_option, key_option, progress_bar, write_out
from runtime.cli.reading import load_auditor, opened_log, witnesses_option, witnesses_to_ask

if TYPE_CHECKING:
    from runtime.audit.verify.report import Report


@click.command(
    cls=CliCommand,
    short_help="Write a signed report of a period as one HTML file.",
    examples=(
        "runtime audit report -o november.html --since 2026-11-01 --until 2026-12-01",
        "runtime audit report /mnt/evidence/audit --key KEY --sign auditor.key -o report.html",
        "runtime audit report -o november.pdf --since 2026-11-01",
        "runtime audit report 'postgresql://auditor@db.example.com/audit' --key KEY --sign auditor.key -o report.html",
    ),
    exit_codes={
        0: "written, and the log verifies",
        1: "written, and the log is TAMPERED with; nothing is listed then",
        2: "usage, or the log or a key is missing or cannot be read",
        3: "written, and the log is UNPROVEN; what is signed is listed",
        4: "written, and the log is UNTRUSTED: signed with a key that is not pinned",
    },
)
@click.argument("log", required=False)
@archive_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="Where to: an HTML page, or PDF where FILE ends in .pdf.",
)
@since_option
@until_option
@click.option(
    "--rows",
    default=200,
    type=click.IntRange(0, 5_000),
    help="The newest so many denials, approvals, policy changes, incidents are listed and proved. Default: 200.",
)
@click.option(
    "--sign",
    "auditor",
    metavar="FILE",
    help="The key that signs the report, of `runtime audit keys new`. Default: the log's own key, in its workspace.",
)
@click.option("--vault/--no-vault", default=True, help="Compare the values, too, or not.")
@witnesses_option
@key_option
@json_option
@folder_option
def command(
    log: str | None,
    output: str,
    since_us: int | None,
    until_us: int | None,
    rows: int,
    auditor: str | None,
    vault: bool,
    witnesses: tuple[str, ...],
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Verify LOG, and write what happened in a period as one page: calls, denials, approvals, policy changes, keys, incidents.

    A PDF prints the page, which is attached to it. The page needs nothing else, runs no script, and holds the proofs of all that it lists. `runtime audit check` checks it without the log.
    """
    from runtime.audit.report.collect import Period, collect_report
    from runtime.audit.report.signed_page import sign_page
    from runtime.audit.report.signed_pdf import sign_pdf
    from runtime.audit.verify.verifier import verify

    signer = load_auditor(auditor, folder)
    with (
        progress_bar(as_json, "reading") as progress,
        opened_log(log, key_texts, folder, progress) as opened,
    ):
        if auditor is not None and signer.name in {key.name for key in opened.keys}:
            raise click.UsageError("The auditor's key bears the log's name: give it one of its own.")
        asked = witnesses_to_ask(log, opened, witnesses, folder)
        found = verify(
            opened.place, verifier_keys=opened.keys, vault=vault, progress=progress, witnesses=asked
        )
        contents = collect_report(
            opened.prover,
            opened.keys,
            found,
            Period(since_us, until_us),
            made_us=time.time_ns() // 1000,
            most_rows=rows,
            progress=progress,
        )
    data = sign_pdf(contents, signer) if output.lower().endswith(".pdf") else sign_page(contents, signer)
    write_out(output, data)
    told = {
        "file": output,
        "bytes": len(data),
        "verdict": found.verdict,
        "exit_code": found.exit_code,
        "records": contents.records,
        "calls": sum(contents.outcomes.values()),
        "proofs": len(contents.proofs),
        "signed_by": str(signer.key),
    }
    if as_json:
        print_json(told)
    else:
        _tell(output, found, told)
    return found.exit_code


def _tell(output: str, found: Report, told: dict[str, object]) -> None:
    click.echo(style(found.verdict, "red" if found.exit_code else "green") + f"  {one_line(found.detail)}")
    click.echo(f"{one_line(output)}: {told['calls']} calls, {told['proofs']} proofs, {told['bytes']} bytes")
    click.echo(f"signed by {one_line(str(told['signed_by']))}")
