"""``runtime policy check|test|accept``."""

from __future__ import annotations

import click

from runtime.cli.accept import EXIT_CODES, accept_changes, yes_option
from runtime.cli.frame import CliGroup, folder_option, json_option, print_json, printable, style

_MARKS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "error": ("✗", "red"), "skipped": ("-", "yellow")}
_CODES = {0: "ok", 1: "a finding: the bundle has a problem, a test failed", 2: "usage or configuration"}


@click.group(
    cls=CliGroup,
    short_help="Check, test and accept the policy bundle.",
    examples=("runtime policy check", "runtime policy test my/policies --json", "runtime policy accept"),
)
def command() -> None:
    """The Rego policies that every call is put to."""


@command.command(
    "check",
    examples=("runtime policy check", "runtime policy check my/policies", "runtime policy check --json"),
    exit_codes=_CODES,
)
@click.argument("bundle", required=False)
@json_option
@folder_option
def check_bundle(bundle: str | None, as_json: bool, folder: str) -> int:
    """Load BUNDLE the way the executor does, and say what is wrong with it: file, line, column.

    Default: the bundle of the workspace.
    """
    from runtime.contracts.errors import BundleInvalid
    from runtime.host.inspection import policy_folder
    from runtime.policy.engines import open_engine

    path = policy_folder(folder) if bundle is None else bundle
    try:
        engine = open_engine(f"rego:{path}")
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


@command.command(
    "test",
    examples=("runtime policy test", "runtime policy test my/policies", "runtime policy test --json"),
    exit_codes=_CODES,
)
@click.argument("bundle", required=False)
@json_option
@folder_option
def test_bundle(bundle: str | None, as_json: bool, folder: str) -> int:
    """Run the ``test_`` rules of BUNDLE's ``*_test.rego`` files. Default: the bundle of the workspace."""
    from runtime.host.inspection import policy_folder
    from runtime.policy.testing import run_tests

    results = run_tests(str(policy_folder(folder) if bundle is None else bundle))
    bad = [r for r in results if r.outcome in ("failed", "error")]
    if as_json:
        import msgspec

        print_json({"ok": not bad, "tests": [msgspec.to_builtins(r) for r in results]})
        return 1 if bad else 0
    for r in results:
        mark, colour = _MARKS[r.outcome]
        line = f"{r.rule.name} ({r.rule.file}:{r.rule.line})"
        click.echo(
            style(mark, colour) + f" {printable(line)}" + (f": {printable(r.detail)}" if r.detail else "")
        )
    click.echo(f"{len(results)} tests, {len(bad)} failed")
    return 1 if bad else 0


@command.command(
    "accept",
    examples=("runtime policy accept", "runtime policy accept --json", "runtime policy accept --yes"),
    exit_codes=EXIT_CODES,
)
@yes_option
@json_option
@folder_option
def accept_bundle(yes: bool, as_json: bool, folder: str) -> int:
    """Show what changed in the bundle of the workspace since you accepted it, ask, and accept it.

    A changed bundle decides nothing before that. Every process that has the workspace open takes it up within a second. With --json
    nobody is asked: --yes accepts.
    """
    return accept_changes(folder, "policy", as_json=as_json, yes=yes)
