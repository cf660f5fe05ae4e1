"""``runtime audit repair``."""

from __future__ import annotations

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json


@click.command(
    cls=CliCommand,
    examples=("runtime audit repair", "runtime audit repair --apply", "runtime audit repair --json"),
    exit_codes={
        0: "nothing to do, or done",
        1: "there is something to repair",
        2: "usage, or it cannot be repaired",
    },
)
@click.option("--apply", "apply_it", is_flag=True, help="Do it. Without this, only say what would be done.")
@json_option
@folder_option
def command(apply_it: bool, as_json: bool, folder: str) -> int:
    """Move a torn or forged end into quarantine, so that the log can be continued.

    A crash tears it; whoever can write the log, and has no key, forges it. What a checkpoint covers is never touched: damage there is tampering.
    """
    from runtime.host.maintenance import repair_log_of

    plan = repair_log_of(folder, apply=apply_it)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(plan) | {"needed": plan.needed})
    elif not plan.needed:
        click.echo("Nothing to repair.")
    else:
        if plan.forged:
            click.echo("Nobody who holds the log's key wrote what stands at its end: find out who did.")
        for name, torn in (("the records", plan.records), ("the checkpoints", plan.checkpoints)):
            if torn is not None:
                did = "Moved" if plan.applied else "Would move"
                click.echo(
                    f"{did} {torn.bytes} bytes at {torn.offset} of {name} to {one_line(str(torn.quarantine))}"
                )
        if plan.places:
            did = "Corrected" if plan.applied else "Would correct"
            click.echo(f"{did} where {plan.places} rows end.")
        if not plan.applied:
            click.echo("Nothing was changed; run again with --apply.")
    return 1 if plan.needed and not plan.applied else 0
