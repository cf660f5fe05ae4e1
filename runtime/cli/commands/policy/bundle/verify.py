"""``runtime policy bundle verify``."""

from __future__ import annotations

from pathlib import Path

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style
from runtime.cli.log import key_option, trusted_keys


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy bundle verify policies.bundle --key example.com/agents+1a2b3c4d+AZ...",
        "runtime policy bundle verify policies.bundle --unpack policies --json",
    ),
    exit_codes={
        0: "ok: signed by a trusted key, and unchanged",
        2: "usage or configuration: it was changed, or is no signed bundle",
        4: "no trusted key signed it",
    },
)
@click.argument("file")
@key_option
@click.option("--unpack", metavar="DIR", help="Write its files to a folder that is not there yet.")
@json_option
@folder_option
def command(file: str, key_texts: tuple[str, ...], unpack: str | None, as_json: bool, folder: str) -> int:
    """See that a trusted key signed FILE and that nothing in it was changed since. Default: the key of the workspace's log."""
    from runtime.host.policy_bench.signed import read_signed, verify
    from runtime.host.policy_bench.signed import unpack as unpack_into

    found = verify(read_signed(Path(file)), trusted_keys(key_texts, folder))
    if unpack is not None:
        unpack_into(found, Path(unpack))
    if as_json:
        print_json({"bundle": found.digest, "key": found.key, "files": sorted(found.files)})
    else:
        click.echo(style("✓", "green") + f" {one_line(file)}\n  {found.digest}\n  signed by {found.key}")
    return 0
