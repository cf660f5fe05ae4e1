"""``runtime accept``, ``runtime policy accept`` and ``runtime tools accept``: show what changed, ask, pin."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import one_line, print_json, printable, style

if TYPE_CHECKING:
    from runtime.host.differences import ChangedFile, Difference
    from runtime.host.pins import Subject
    from runtime.policy.bench.rule_changes import Definition, PolicyChange

EXIT_CODES = {0: "ok: accepted", 2: "usage or configuration", 4: "not accepted"}
_COLOURS = {"added": "green", "removed": "red", "changed": "yellow"}
_MARK_COLOURS = {"-": "red", "+": "green"}

yes_option = click.option("--yes", is_flag=True, help="Accept without asking; you have read the difference.")


def accept_changes(folder: str, subject: Subject, *, as_json: bool, yes: bool) -> int:
    """Show the difference to what was accepted; pin what was read where a person, or ``--yes``, says so."""
    accepted, data = _accept_one(folder, subject, as_json=as_json, yes=yes)
    if as_json:
        print_json(data)
    return 0 if accepted else 4


def accept_all(folder: str, *, as_json: bool, yes: bool) -> int:
    """Settings, policies and tools one after the other, each as `accept_changes`; what is not accepted ends it.

    The settings come first: they name the others.
    """
    from runtime.host.settings import load_settings

    subjects: list[Subject] = ["settings", "policy"]
    if load_settings(Path(folder)).settings.tools.folders:
        subjects.append("tools")
    done: dict[str, Any] = {}
    accepted = True
    for subject in subjects:
        if not as_json:
            click.echo(f"{subject.capitalize()}:")
        accepted, done[subject] = _accept_one(folder, subject, as_json=as_json, yes=yes)
        if not accepted:
            break
    if as_json:
        print_json({"accepted": accepted, **done})
    return 0 if accepted else 4


def _accept_one(folder: str, subject: Subject, *, as_json: bool, yes: bool) -> tuple[bool, dict[str, Any]]:
    """Whether all of a subject is accepted by now, and the difference as data."""
    from runtime.host.acceptance import accept, offer
    from runtime.host.differences import compare

    found = offer(folder, subject)
    difference = compare(found)
    rules = None
    if subject == "policy" and not difference.is_none:
        from runtime.host.rule_changes import changed_rules

        rules = changed_rules(found)
    if not as_json:
        show_difference(difference, rules)
    accepted = difference.is_none or yes or (not as_json and asked())
    if accepted:
        accept(found)
    if not as_json and accepted and not difference.is_none:
        click.echo(style("✓", "green") + f" Accepted {difference.found}")
    elif not as_json and not accepted:
        click.echo("Not accepted; nothing of it takes effect. --yes accepts without a terminal.", err=True)
    return accepted, _data(difference, accepted) | rules_data(rules)


def asked() -> bool:
    """Whether the person at the terminal says yes; nobody there says no."""
    if not sys.stdin.isatty():
        return False
    import termios

    termios.tcflush(
        sys.stdin.fileno(), termios.TCIFLUSH
    )  # what was typed before the question is no answer to it
    click.echo("\nAccept? (y/n): ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def show_difference(difference: Difference, rules: PolicyChange | None = None) -> None:
    """Tell what differs."""
    if difference.is_none:
        click.echo(f"Nothing changed since {difference.found} was accepted")
        return
    click.echo(f"Accepted: {one_line(difference.accepted or 'nothing')}")
    click.echo(f"Now:      {one_line(difference.found)}")
    if rules is not None:
        show_rules(rules)
        click.echo()  # whole files follow
    for file in difference.changes:
        click.echo(f"{style(file.change, _COLOURS[file.change])} {one_line(file.path)}")
        click.echo(printable(file.diff) if file.diff else "  no text that could be compared")


def show_rules(changed: PolicyChange) -> None:
    """Tell the rules and values that decide otherwise."""
    if not (changed.rules or changed.values):
        click.echo("No rule and no value is another one: layout, comments, order or files differ")
    for rule in changed.rules:
        click.echo(f"{style(rule.change, _COLOURS[rule.change])} {one_line(rule.rule)}")
        _show_definitions("-", rule.before)
        _show_definitions("+", rule.after)
    for value in changed.values:
        click.echo(f"{style(value.change, _COLOURS[value.change])} {one_line(value.place)}")
        for mark, one in (("-", value.before), ("+", value.after)):
            if one not in (None, []):
                click.echo(
                    f"  {style(mark, _MARK_COLOURS[mark])} {printable(json.dumps(one, ensure_ascii=False))}"
                )


def _show_definitions(mark: str, definitions: Sequence[Definition]) -> None:
    for one in definitions:
        lines = printable(one.text).replace("\t", "    ").split("\n")
        click.echo(f"  {style(mark, _MARK_COLOURS[mark])} {one_line(one.file)}:{one.line}  {lines[0]}")
        for line in lines[1:]:
            click.echo(f"  {style(mark, _MARK_COLOURS[mark])}     {line}")


def rules_data(changed: PolicyChange | None) -> dict[str, Any]:
    """The same as data; nothing where it cannot be said."""
    if changed is None:
        return {}
    import msgspec

    data: dict[str, Any] = msgspec.to_builtins(changed)
    return data


def _data(difference: Difference, accepted: bool) -> dict[str, Any]:
    return {
        "accepted": accepted,
        "before": difference.accepted,
        "now": difference.found,
        "changes": [_change(file) for file in difference.changes],
    }


def _change(file: ChangedFile) -> dict[str, str]:
    return {"path": file.path, "change": file.change, "diff": file.diff}
