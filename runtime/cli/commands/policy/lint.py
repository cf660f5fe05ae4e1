"""``runtime policy lint``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, print_json, printable


@click.command(
    cls=CliCommand,
    examples=("runtime policy lint", "runtime policy lint my/policies", "runtime policy lint --json"),
    exit_codes={
        0: "ok",
        1: "a finding: something is suspicious",
        2: "usage or configuration: the bundle is not sound",
    },
)
@click.argument("bundle", required=False)
@json_option
@folder_option
def command(bundle: str | None, as_json: bool, folder: str) -> int:
    """Look for mistakes in BUNDLE that are no errors: default-allow, undefined-denial, unanchored-pattern, raw-path,
    unused-import, unused-rule, untested.

    Default: the bundle of the workspace. `check` finds what is refused.
    """
    from runtime.host.policy_bench.questions import policy_of
    from runtime.policy.bench.lint import lint
    from runtime.policy.bundle import load

    policy = policy_of(folder, bundle)
    found = lint(load(policy.folder), entry=policy.entry, allow_builtins=policy.allow_builtins)
    if as_json:
        print_json({"ok": not found, "findings": [problem.to_data() for problem in found]})
    else:
        for problem in found:
            click.echo(printable(str(problem)))
        click.echo(f"{len(found)} findings")
    return 1 if found else 0
