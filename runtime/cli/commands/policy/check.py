"""``runtime policy check``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, print_json, printable, style

_CODES = {
    0: "ok: sound, as far as it can be checked",
    1: "a finding: the policy has a problem, a server gives no decision",
    2: "usage or configuration",
}


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy check",
        "runtime policy check my/policies --json",
        "runtime policy check wasm:policies.tar.gz",
        "runtime policy check opa+http://127.0.0.1:8181",
    ),
    exit_codes=_CODES,
)
@click.argument("bundle", required=False)
@json_option
@folder_option
def command(bundle: str | None, as_json: bool, folder: str) -> int:
    """Load BUNDLE the way the executor does, and say what is wrong with it: file, line, column.

    BUNDLE is a folder, or the URL of an engine; what cannot be checked of a compiled bundle or a server is said. Default: the policy of the
    workspace.
    """
    from runtime.contracts.errors import BundleInvalid
    from runtime.host.policy_check import check_engine

    try:
        sound = check_engine(folder, bundle)
    except BundleInvalid as error:
        if as_json:
            problems = error.details.get("problems", [])
            print_json({"ok": False, "bundle": None, "problems": problems, "message": error.message})
        else:
            click.echo(printable(error.message), err=True)
        return 1
    if as_json:
        print_json(
            {
                "ok": True,
                "bundle": sound.bundle,
                "problems": [],
                "engine": sound.engine,
                "checked": sound.checked,
                "unchecked": sound.unchecked,
            }
        )
        return 0
    click.echo(
        style("✓", "green") + f" {printable(sound.engine.removeprefix('rego:'))} is sound\n  {sound.bundle}"
    )
    if sound.unchecked:
        click.echo("  checked: " + "; ".join(sound.checked))
        click.echo("  not checked: " + "; ".join(sound.unchecked))
    return 0
