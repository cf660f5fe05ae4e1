"""``runtime policy diff OLD NEW``."""

from __future__ import annotations

import click

from runtime.cli.commands.policy.replay import CHANGE_CODES, show_groups
from runtime.cli.frame import CliCommand, folder_option, json_option, print_json


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy diff policies policies-next",
        "runtime policy diff policies policies-next --questions 20000 --seed 7 --json",
    ),
    exit_codes=CHANGE_CODES,
)
@click.argument("old")
@click.argument("new")
@click.option("--questions", default=2_000, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--seed", default=1, show_default=True, help="Another seed draws other questions.")
@json_option
@folder_option
def command(old: str, new: str, questions: int, seed: int, as_json: bool, folder: str) -> int:
    """Ask two bundles the same questions, drawn from what their rules name, and show where NEW answers otherwise.

    Where there is a log, `replay` asks about what really happened. No difference found is no proof that there is none.
    """
    import msgspec

    from runtime.host.policy_bench.questions import policy_of
    from runtime.policy.bench.differing import differ
    from runtime.policy.bundle import load

    policy = policy_of(folder, old)
    found = differ(
        load(policy.folder),
        load(new),
        count=questions,
        seed=seed,
        entry=policy.entry,
        allow_builtins=policy.allow_builtins,
    )
    if as_json:
        print_json(msgspec.to_builtins(found))
        return 1 if found.changed else 0
    show_groups(found.groups)
    for group in found.groups[:1]:
        click.echo("One of them, for `runtime policy explain --input -`:")
        print_json(group.decisions[0].question)
    answers = ", ".join(f"{count} {outcome}" for outcome, count in sorted(found.outcomes.items()))
    click.echo(f"{found.questions} questions ({answers} by the old one), {found.changed} answered otherwise")
    return 1 if found.changed else 0
