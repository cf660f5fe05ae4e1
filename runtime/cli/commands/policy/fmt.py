"""``runtime policy fmt``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy fmt",
        "runtime policy fmt my/policies --check",
        "runtime policy fmt --check --json",
    ),
    exit_codes={
        0: "ok",
        1: "a finding: with --check, a file has another layout",
        2: "usage or configuration",
    },
)
@click.argument("bundle", required=False)
@click.option("--check", is_flag=True, help="Change nothing, and fail where something would be changed.")
@json_option
@folder_option
def command(bundle: str | None, check: bool, as_json: bool, folder: str) -> int:
    """Lay out the `.rego` files of BUNDLE: tabs by brackets, single blank lines. Default: the bundle of the workspace.

    What a line says stays. The bundle must be sound, and the digest that was accepted is another one afterwards.
    """
    from runtime.host.policy_bench.questions import policy_of
    from runtime.host.policy_bench.rewriting import rewrite
    from runtime.policy.bench.layout import laid_out
    from runtime.policy.bench.tracing import TracedBundle
    from runtime.policy.bundle import load

    policy = policy_of(folder, bundle)
    found = load(policy.folder)
    with TracedBundle(
        found,
        entry=policy.entry,
        with_tests=True,
        allow_builtins=policy.allow_builtins,
        marked=False,
    ):
        pass  # what does not parse is left alone
    changed = []
    for module in (*found.policies, *found.tests):
        text = laid_out(module.text)
        if text != module.text:
            changed.append(module.path)
            if not check:
                rewrite(policy.folder / module.path, module.text, text)
    if as_json:
        print_json({"changed": changed})
    else:
        for path in changed:
            click.echo(one_line(path))
    return 1 if check and changed else 0
