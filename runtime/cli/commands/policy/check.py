"""``runtime policy check``."""

from __future__ import annotations

from pathlib import Path

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, print_json, printable, style

_CODES = {0: "ok", 1: "a finding: the bundle has a problem, a test failed", 2: "usage or configuration"}


@click.command(
    cls=CliCommand,
    examples=("runtime policy check", "runtime policy check my/policies", "runtime policy check --json"),
    exit_codes=_CODES,
)
@click.argument("bundle", required=False)
@json_option
@folder_option
def command(bundle: str | None, as_json: bool, folder: str) -> int:
    """Load BUNDLE the way the executor does, and say what is wrong with it: file, line, column.

    Default: the bundle of the workspace.
    """
    from runtime.contracts.errors import BundleInvalid
    from runtime.host.inspection import policy_folder
    from runtime.host.settings import load_settings
    from runtime.policy.engines import open_engine

    path = policy_folder(folder) if bundle is None else bundle
    try:
        policy = load_settings(Path(folder)).settings.policy
        engine = open_engine(
            f"rego:{path}", entry=policy.entry, allow_builtins=frozenset(policy.allow_builtins)
        )
    except BundleInvalid as error:
        if as_json:
            print_json(
                {
                    "ok": False,
                    "bundle": None,
                    "problems": error.details.get("problems", []),
                    "message": error.message,
                }
            )
        else:
            click.echo(printable(error.message), err=True)
        return 1
    digest = engine.bundle
    engine.close()
    if as_json:
        print_json({"ok": True, "bundle": digest, "problems": []})
    else:
        click.echo(style("✓", "green") + f" {printable(str(path))} is sound\n  {digest}")
    return 0
