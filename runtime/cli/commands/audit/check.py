"""``runtime audit check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, printable, style
from runtime.cli.log import key_option, read_in, trusted_keys

if TYPE_CHECKING:
    from runtime.audit.format.note import VerifierKey


@click.command(
    cls=CliCommand,
    short_help="Check a proof, evidence or a report, without the log.",
    examples=(
        "runtime audit check decision.tlog-proof",
        "runtime audit check decision.tlog-proof --key 'cathedral.local/1f…+3d2c…+AR…' --json",
        "runtime audit check growth.proof --old kept-in-march.checkpoint",
        "runtime audit check evidence.zip",
        "runtime audit check decision.cose",
        "runtime audit check report.html --key KEY --signer 'auditor.example+3d2c…+AR…'",
    ),
    exit_codes={
        0: "it holds",
        1: "it does not: something in it was changed, or it proves something else",
        2: "usage, or a file is missing or cannot be read",
        4: "its checkpoint is not signed with the pinned key, or it by no known signer",
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
@click.option(
    "--signer",
    "signers",
    multiple=True,
    metavar="KEY",
    help="The verifier key that a report is signed with. Default: the log's own.",
)
@key_option
@json_option
@folder_option
def command(
    file: str,
    old: str | None,
    handovers: tuple[str, ...],
    signers: tuple[str, ...],
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Check FILE: a proof that a record is in a log, or that a log continues an older checkpoint; evidence of calls; or a report. - reads stdin."""
    from runtime.audit.evidence.archive_file import MAX_EVIDENCE_BYTES, is_evidence
    from runtime.audit.format.chain import FormatError
    from runtime.audit.format.tlog_proof import MAX_PROOF_BYTES
    from runtime.audit.prove.key_succession import follow_key_succession
    from runtime.audit.read.reader import parse_keys
    from runtime.audit.report.signed_page import is_report
    from runtime.audit.report.signed_pdf import is_pdf
    from runtime.contracts.audit import MAX_LINE_BYTES

    keys = parse_keys(trusted_keys(key_texts, folder))
    data = read_in(file, MAX_EVIDENCE_BYTES)
    led = [read_in(handover, MAX_PROOF_BYTES) for handover in handovers]
    try:
        known = follow_key_succession(keys, led)
        if is_report(data) or is_pdf(data):
            found = _check_report(data, known, parse_keys(signers) if signers else known)
        elif data.startswith(b"\xd2"):  # CBOR's tag of COSE_Sign1
            found = _check_receipt(data, read_in(f"{file}.json", MAX_LINE_BYTES), known)
        elif is_evidence(data):
            found = _check_evidence(data, known)
        else:
            found = _check(data, old, known)
        code, verdict, status = "", "OK", 0
    except FormatError as error:
        found, code = {"detail": error.message}, error.code
        verdict, status = ("UNTRUSTED", 4) if code.endswith(".key_unknown") else ("TAMPERED", 1)
    if as_json:
        print_json({"verdict": verdict, "exit_code": status, "code": code, **found})
    else:
        click.echo(style(verdict, "red" if status else "green") + (f" [{code}]" if code else ""))
        click.echo(f"  {printable(found['detail'])}")
        for line in found.get("lines", ()):
            click.echo(f"  {one_line(line)}")
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
        "lines": [proven.line.decode()],
    }


def _check_receipt(data: bytes, line: bytes, keys: list[VerifierKey]) -> dict[str, Any]:
    import msgspec

    from runtime.audit.anchors.receipts import verify_receipt
    from runtime.contracts.digest import digest

    receipt = verify_receipt(data, line, keys[-1])  # the key in force signs receipts
    return {
        "detail": f"record {receipt.index} is in the log {receipt.origin}, by a receipt over {receipt.size} records",
        "seq": receipt.index,
        "origin": receipt.origin,
        "checkpoint_size": receipt.size,
        "digest": digest(line),
        "record": msgspec.json.decode(line),
        "lines": [line.decode()],
    }


def _check_report(data: bytes, keys: list[VerifierKey], signers: list[VerifierKey]) -> dict[str, Any]:
    from runtime.audit.report.signed_page import check_page
    from runtime.audit.report.signed_pdf import check_pdf, is_pdf

    checked = (check_pdf if is_pdf(data) else check_page)(data, keys, signers)
    contents = checked.contents
    page = (
        "the page shows them" if checked.compared else "another version made the page, which was not compared"
    )
    return {
        "detail": f"a report of {contents.origin}, signed by {checked.signed_by}: it says {contents.verification.verdict}, "
        f"and {checked.proven} records are proved; {page}",
        "origin": contents.origin,
        "signed_by": checked.signed_by,
        "reported": contents.verification.verdict,
        "proofs": checked.proven,
        "page_compared": checked.compared,
        "since_us": contents.since_us,
        "until_us": contents.until_us,
        "made_us": contents.made_us,
    }


def _check_evidence(data: bytes, keys: list[VerifierKey]) -> dict[str, Any]:
    from runtime.audit.evidence.examine import check_evidence
    from runtime.audit.read.timeline import describe

    evidence = check_evidence(data, keys)
    calls = list(dict.fromkeys(one.record.call for one in evidence.records))
    lines = [f"record {one.record.seq} {one.record.kind}: {describe(one.body)}" for one in evidence.records]
    lines += [
        f"{one.kind} of record {one.seq}: {one.value.decode(errors='backslashreplace')}"
        for one in evidence.values
    ]
    return {
        "detail": f"{len(evidence.records)} records of {len(calls)} calls are in the log {evidence.checkpoint.origin}, "
        f"{len(evidence.values)} values and {len(evidence.policies)} policies are those that they name",
        "origin": evidence.checkpoint.origin,
        "checkpoint_size": evidence.checkpoint.size,
        "calls": calls,
        "records": [one.record.seq for one in evidence.records],
        "values": [{"seq": one.seq, "kind": one.kind, "kept": one.kept} for one in evidence.values],
        "policies": list(evidence.policies),
        "lines": lines,
    }
