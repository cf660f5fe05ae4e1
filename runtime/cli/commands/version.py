"""``runtime version``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, json_option, print_json


@click.command(
    cls=CliCommand,
    short_help="Print the version.",
    examples=("runtime version", "runtime version --json", "runtime --help"),
    exit_codes={0: "ok"},
)
@json_option
def command(as_json: bool) -> None:
    """Print the version of this package and of the libraries that decide, sign and hash."""
    from importlib.metadata import version

    packages = (
        "cathedral-runtime",
        "blake3",
        "cryptography",
        "gordon-to-regorus",
        "jsonschema-rs",
        "msgspec",
    )
    versions = {name: version(name) for name in packages}
    if as_json:
        print_json({"version": versions["cathedral-runtime"], "packages": versions})
        return
    click.echo(versions["cathedral-runtime"])
