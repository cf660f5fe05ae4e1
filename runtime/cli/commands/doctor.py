"""``runtime doctor``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, print_json, printable, style

_MARKS = {"ok": ("✓", "green"), "note": ("-", "yellow"), "bad": ("✗", "red")}


@click.command(
    cls=CliCommand,
    short_help="Check this machine and this folder.",
    examples=("runtime doctor", "runtime doctor -C path/to/project", "runtime doctor --json"),
    exit_codes={0: "ok", 1: "a finding: a check did not hold", 2: "usage or configuration"},
)
@json_option
@folder_option
def command(as_json: bool, folder: str) -> int:
    """Check what governed calls rest on: interpreter, kernel, what holds child processes, settings, trust, key, policy, log.

    Each check says what was found and, where it does not hold, what to do.
    """
    from runtime.host.doctor import CHECKS, CheckResult

    findings: list[CheckResult] = []
    for check in CHECKS:
        findings.append(_confined(check, folder))
        if not as_json:
            _tell(findings[-1])
    bad = [f for f in findings if f.state == "bad"]
    if as_json:
        import msgspec

        print_json({"ok": not bad, "checks": [msgspec.to_builtins(f) for f in findings]})
    else:
        click.echo(f"{len(findings)} checks, {len(bad)} to mend")
    return 1 if bad else 0


def _confined(check: Callable[[str], Any], folder: str) -> Any:
    """The check's finding; a refusal on the way is one, too."""
    from runtime.contracts.errors import Error
    from runtime.host.doctor import CheckResult

    try:
        return check(folder)
    except Error as error:
        name = check.__name__.removeprefix("check_")
        return CheckResult(name, "bad", f"{error.message} [{error.code}]", error.suggestion)


def _tell(finding: Any) -> None:
    mark, colour = _MARKS[finding.state]
    click.echo(style(mark, colour) + f" {finding.name}: {printable(finding.found)}")
    if finding.fix:
        click.echo(f"    {printable(finding.fix)}")
