"""``runtime policy bundle build``."""

from __future__ import annotations

from pathlib import Path

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, style


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy bundle build -o policies.bundle",
        "runtime policy bundle build my/policies -o my.bundle --json",
    ),
)
@click.argument("bundle", required=False)
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="The file to write; it must not be there."
)
@json_option
@folder_option
def command(bundle: str | None, output: str, as_json: bool, folder: str) -> int:
    """Sign BUNDLE with the key of the workspace's log, and write it with its tests as one file.

    Default: the bundle of the workspace. It must be fit to be put in force.
    """
    from runtime.contracts.errors import ConfigurationError
    from runtime.host.log_keys import open_keyring
    from runtime.host.policy_bench.questions import policy_of
    from runtime.host.policy_bench.signed import build
    from runtime.host.settings import load_settings

    policy = policy_of(folder, bundle)
    signer = open_keyring(load_settings(Path(folder)), trusted=False).current
    data, digest = build(policy.folder, signer, entry=policy.entry, allow_builtins=policy.allow_builtins)
    try:
        with Path(output).open("xb") as file:
            file.write(data)
    except OSError as error:
        raise ConfigurationError(f"{output} cannot be written: {error.strerror}") from None
    if as_json:
        print_json({"bundle": digest, "key": str(signer.key), "file": output})
    else:
        click.echo(style("✓", "green") + f" {one_line(output)}\n  {digest}\n  signed by {signer.key}")
    return 0
