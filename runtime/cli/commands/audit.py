"""``runtime audit verify|repair``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import (
    Command,
    Group,
    folder_option,
    json_option,
    one_line,
    print_json,
    printable,
    style,
)

if TYPE_CHECKING:
    from runtime.audit.report import Report

_VERIFY_CODES = {
    0: "OK_NOT_WITNESSED: everything that is signed holds; no witness was asked",
    1: "TAMPERED: something inside the signed range is wrong; the first bad record is named",
    2: "usage, or the log is missing or cannot be read",
    3: "UNPROVEN: intact, but unsigned or torn at its end, a call without its end, or empty",
    4: "UNTRUSTED: signed with a key that is not the pinned one",
}
_COLOURS = {0: "green", 1: "red", 2: "red", 3: "yellow", 4: "red"}


@click.group(
    cls=Group,
    short_help="Verify and repair the audit log.",
    examples=(
        "runtime audit verify",
        "runtime audit verify copy/of/audit --key KEY --json",
        "runtime audit repair",
    ),
)
def command() -> None:
    """The audit log: what happened, in a form that nobody can change unseen."""


@command.command(
    "verify",
    cls=Command,
    examples=(
        "runtime audit verify",
        "runtime audit verify --quick --json",
        "runtime audit verify /mnt/evidence/audit --key 'cathedral.local/1f…+3d2c…+AR…'",
    ),
    exit_codes=_VERIFY_CODES,
)
@click.argument("log", required=False)
@click.option(
    "--key", "key_texts", multiple=True, metavar="KEY", help="The verifier key. Default: the pinned one."
)
@click.option("--full/--quick", default=True, help="Everything, or the signed bytes against their root only.")
@json_option
@folder_option
def verify_log(log: str | None, key_texts: tuple[str, ...], full: bool, as_json: bool, folder: str) -> int:
    """Verify LOG, a folder with records.jsonl and checkpoints. Default: the log of the workspace."""
    from runtime.audit.verify import verify

    path, keys = _log_and_keys(log, key_texts, folder)
    with _progress(as_json) as progress:
        report = verify(path, verifier_keys=keys, quick=not full, progress=progress)
    if as_json:
        print_json(report.to_data())
    else:
        _tell(report)
    return report.exit_code


@command.command(
    "repair",
    cls=Command,
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
def repair_log(apply_it: bool, as_json: bool, folder: str) -> int:
    """Move a torn end, left by a crash, into quarantine, so that the log can be continued.

    What a checkpoint covers is never touched: damage there is tampering.
    """
    from runtime.compose import repair_log_of

    plan = repair_log_of(folder, apply=apply_it)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(plan) | {"needed": plan.needed})
    elif not plan.needed:
        click.echo("Nothing to repair.")
    else:
        for name, torn in (("records.jsonl", plan.records), ("checkpoints", plan.checkpoints)):
            if torn is not None:
                did = "Moved" if plan.applied else "Would move"
                click.echo(
                    f"{did} {torn.bytes} bytes at {torn.offset} of {name} to {one_line(str(torn.quarantine))}"
                )
        if not plan.applied:
            click.echo("Nothing was changed; run again with --apply.")
    return 1 if plan.needed and not plan.applied else 0


def _log_and_keys(log: str | None, key_texts: tuple[str, ...], folder: str) -> tuple[Path, list[str]]:
    from runtime import trust
    from runtime.compose import log_folder
    from runtime.config import load
    from runtime.contracts.errors import ConfigurationMissing

    if log is not None and key_texts:
        return Path(log), list(key_texts)
    loaded = load(Path(folder))
    keys = list(key_texts)
    if not keys:
        pinned = trust.pinned_key(loaded.workspace)
        if pinned is None:
            raise ConfigurationMissing(
                "no verifier key is pinned for this folder",
                suggestion="Give the key that `runtime init` printed: --key KEY.",
            )
        keys = [pinned]
    return (Path(log) if log is not None else log_folder(loaded)), keys


@contextmanager
def _progress(as_json: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal's stderr; nothing elsewhere."""
    import sys

    if as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("verifying"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("verify", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _tell(report: Report) -> None:
    click.echo(
        style(report.verdict, _COLOURS[report.exit_code]) + (f" [{report.code}]" if report.code else "")
    )
    click.echo(f"  {printable(report.detail)}")
    if report.first_bad_seq is not None:
        click.echo(
            f"  First bad record: {report.first_bad_seq}, at byte {report.byte_offset} of {report.file}"
        )
    click.echo(
        f"  {report.records} records, {report.signed_size} of them signed by {report.checkpoints} checkpoints"
        + (f", {report.in_flight} in flight" if report.in_flight else "")
    )
    for finding in report.findings[1:10]:
        click.echo(f"  Also: {printable(finding.message)} [{finding.code}]")
    if report.exit_code == 0:
        click.echo("  Not witnessed: an older, shorter copy of this log would verify as well.")
