"""``runtime policy test``."""

from __future__ import annotations

from pathlib import Path

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, print_json, printable, style

_MARKS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "error": ("✗", "red"), "skipped": ("-", "yellow")}
_CODES = {0: "ok", 1: "a finding: the bundle has a problem, a test failed", 2: "usage or configuration"}


@click.command(
    cls=CliCommand,
    examples=("runtime policy test", "runtime policy test my/policies", "runtime policy test --json"),
    exit_codes=_CODES,
)
@click.argument("bundle", required=False)
@json_option
@folder_option
def command(bundle: str | None, as_json: bool, folder: str) -> int:
    """Run the ``test_`` rules of BUNDLE's ``*_test.rego`` files. Default: the bundle of the workspace."""
    from runtime.host.inspection import policy_folder
    from runtime.host.settings import load_settings
    from runtime.policy.testing import run_tests

    entry = load_settings(Path(folder)).settings.policy.entry
    results = run_tests(str(policy_folder(folder) if bundle is None else bundle), entry=entry)
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
