"""``runtime policy accept`` and ``runtime tools accept``: show what changed, ask, pin."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import one_line, print_json, printable, style

if TYPE_CHECKING:
    from runtime.host.acceptance import ChangedFile, Difference
    from runtime.host.pins import Subject

EXIT_CODES = {0: "ok: accepted", 2: "usage or configuration", 4: "not accepted"}
_COLOURS = {"added": "green", "removed": "red", "changed": "yellow"}

yes_option = click.option("--yes", is_flag=True, help="Accept without asking; you have read the difference.")


def accept_changes(folder: str, subject: Subject, *, as_json: bool, yes: bool) -> int:
    """Show the difference to what was accepted; pin what was read where a person, or ``--yes``, says so."""
    from runtime.host.acceptance import accept, compare, offer

    found = offer(folder, subject)
    difference = compare(found)
    if not as_json:
        _show(difference)
    accepted = difference.is_none or yes or (not as_json and _asked())
    if accepted:
        accept(found)
    if as_json:
        print_json(_data(difference, accepted))
    elif accepted and not difference.is_none:
        click.echo(style("✓", "green") + f" Accepted {difference.found}")
    elif not accepted:
        click.echo("Not accepted; nothing of it runs. --yes accepts without a terminal.", err=True)
    return 0 if accepted else 4


def _asked() -> bool:
    """Whether the person at the terminal says yes; nobody there says no."""
    if not sys.stdin.isatty():
        return False
    import termios

    termios.tcflush(
        sys.stdin.fileno(), termios.TCIFLUSH
    )  # what was typed before the question is no answer to it
    click.echo("\nAccept? (y/n): ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _show(difference: Difference) -> None:
    if difference.is_none:
        click.echo(f"Nothing changed since {difference.found} was accepted")
        return
    click.echo(f"Accepted: {one_line(difference.accepted or 'nothing')}")
    click.echo(f"Now:      {one_line(difference.found)}")
    for file in difference.changes:
        click.echo(f"{style(file.change, _COLOURS[file.change])} {one_line(file.path)}")
        click.echo(printable(file.diff) if file.diff else "  no text that could be compared")


def _data(difference: Difference, accepted: bool) -> dict[str, Any]:
    return {
        "accepted": accepted,
        "before": difference.accepted,
        "now": difference.found,
        "changes": [_change(file) for file in difference.changes],
    }


def _change(file: ChangedFile) -> dict[str, str]:
    return {"path": file.path, "change": file.change, "diff": file.diff}
