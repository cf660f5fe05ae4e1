"""``runtime init``."""

from __future__ import annotations

from pathlib import Path

import click

from runtime.cli.frame import CliCommand, json_option, one_line, print_json, style


@click.command(
    cls=CliCommand,
    short_help="Make runtime.toml, policies and keys in a folder.",
    examples=(
        "runtime init",
        "runtime init path/to/project",
        "runtime init --trust --json",
        "runtime init --signing-key hsm.key",
    ),
    exit_codes={0: "ok", 2: "usage or configuration"},
)
@click.argument("folder", default=".")
@click.option(
    "--trust", "accept", is_flag=True, help="Accept settings, policies and tools that were here before."
)
@click.option(
    "--signing-key",
    metavar="FILE",
    help="Sign with the key of this file, which is moved into the folder: of `runtime audit keys new` or `connect`.",
)
@click.option(
    "--passphrase",
    metavar="SOURCE",
    help="Where that key's passphrase or PIN lies, for runtime.toml: prompt, env:NAME or file:PATH.",
)
@json_option
def command(
    folder: str, accept: bool, signing_key: str | None, passphrase: str | None, as_json: bool
) -> None:
    """Make FOLDER ready: runtime.toml, policies/, a signing key (mode 0600) and an empty audit log.

    Nothing that exists is overwritten. The log's verifier key and the digests of settings, policies and tools are pinned in your own configuration,
    outside the folder: later changes to them run once you accepted them (runtime accept).
    """
    from runtime.host.workspace import initialise

    given = Path(signing_key) if signing_key else None
    done = initialise(Path(folder), accept=accept, signing_key=given, passphrase=passphrase)
    if as_json:
        print_json(
            {
                "workspace": str(done.workspace),
                "made": done.made,
                "kept": done.kept,
                "verifier_key": done.verifier_key,
            }
        )
        return
    for name in done.made:
        click.echo(style("✓", "green") + f" Created {one_line(name)}")
    for name in done.kept:
        click.echo(f"  Kept {one_line(name)}")
    click.echo(f"Verifier key: {done.verifier_key}")
    click.echo("Give that key to whoever verifies the log; next: runtime call list_dir")
