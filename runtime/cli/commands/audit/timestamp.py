"""``runtime audit timestamp``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json
from runtime.cli.log import (
    key_option,
    location_and_keys,
    log_option,
    prover_of,
    read_in,
    write_out,
)


@click.command(
    cls=CliCommand,
    short_help="Have the newest checkpoint timestamped by an authority (RFC 3161).",
    examples=(
        "runtime audit timestamp --tsa http://tsa.example.com/tsr --tsa-ca tsa-root.pem -o today.checkpoint",
        "runtime audit verify --timestamp today.checkpoint.tsr --tsa-ca tsa-root.pem",
        "openssl ts -verify -data today.checkpoint -in today.checkpoint.tsr -CAfile tsa-root.pem",
    ),
    exit_codes={
        0: "stamped, and the stamp holds",
        1: "the newest checkpoint was changed",
        2: "usage, the authority cannot be asked, or its answer does not hold",
        3: "nothing is signed, or handed out",
        4: "the newest checkpoint is not signed with the pinned key",
    },
)
@click.option("--tsa", required=True, metavar="URL", help="Where the authority is asked.")
@click.option(
    "--tsa-ca", required=True, metavar="FILE", help="The root certificate that it has to lead to, in PEM."
)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where the checkpoint goes; the stamp goes to FILE.tsr.",
)
@log_option
@key_option
@json_option
@folder_option
def command(
    tsa: str,
    tsa_ca: str,
    output: str,
    log: str | None,
    key_texts: tuple[str, ...],
    as_json: bool,
    folder: str,
) -> int:
    """Write the newest checkpoint that may be handed out to FILE, and an authority's timestamp of it to FILE.tsr.

    It shows that the log's key had signed all these records by then, whatever becomes of the key. Run it as often as you want to be able to say so.
    """
    from runtime.audit.anchors.timestamps import request_timestamp
    from runtime.audit.format.timestamps import format_timestamp
    from runtime.audit.read.reader import LogReader

    path, keys = location_and_keys(log, key_texts, folder)
    with LogReader(path) as reader:
        note, checkpoint = prover_of(reader, log, keys, folder).newest()
    token, stamp = request_timestamp(tsa, note, read_in(tsa_ca, 1 << 20))
    write_out(output, note)
    write_out(f"{output}.tsr", token)
    at = format_timestamp(stamp.at_us)
    if as_json:
        print_json(
            {
                "file": output,
                "timestamp": f"{output}.tsr",
                "at_us": stamp.at_us,
                "authority": stamp.authority,
                "size": checkpoint.size,
            }
        )
    else:
        click.echo(
            f"{one_line(output)}: {checkpoint.size} records, stamped at {at} ({one_line(stamp.authority)})"
        )
    return 0
