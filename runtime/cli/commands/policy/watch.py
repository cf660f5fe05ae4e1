"""``runtime policy watch``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliCommand, folder_option, json_option, one_line, print_json, printable, style

if TYPE_CHECKING:
    from runtime.host.policy_watch import WatchedPolicy

_SAID = {
    "accepted": ("✓", "green", "decides"),
    "waiting": ("-", "yellow", "is sound and waits: `runtime policy accept` puts it in force"),
    "failing": ("✗", "red", "fails its tests; what decided before goes on"),
    "in_force": ("✓", "green", "decides from now on, in every process"),
    "moved": ("-", "yellow", "was changed meanwhile"),
}


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy watch",
        "runtime policy watch -C path/to/project",
        "runtime policy watch --json",
    ),
    exit_codes={0: "ok: ended with Ctrl-C", 2: "usage or configuration: the policy is no folder and no file"},
)
@json_option
@folder_option
def command(as_json: bool, folder: str) -> int:
    """Check and test the policy of the workspace at each change, and show the rules that differ from the accepted ones, until Ctrl-C.

    Nothing is accepted by it: `runtime policy accept` does that. Only where your own settings say that nothing need be accepted (`[trust]
    pin = false`), a sound version whose tests pass is put in force in every process of the workspace. With --json each look is a line.
    """
    from runtime.cli.watching import run_on_changes
    from runtime.host.policy_watch import watched_place

    return run_on_changes(watched_place(folder), lambda: _look(folder, as_json=as_json), is_data=as_json)


def _look(folder: str, *, as_json: bool) -> None:
    from runtime.contracts.errors import Error
    from runtime.host.policy_watch import look

    try:
        looked = look(folder)
    except Error as error:
        if as_json:
            problems = error.details.get("problems", [])
            told = {"code": error.code, "message": error.message}
            print_json({"state": "unsound", "bundle": None, "problems": problems, "error": told}, line=True)
        else:
            click.echo(printable(f"{error.message}\nWhat decided before goes on"))
        return
    if as_json:
        print_json(_data(looked), line=True)
    else:
        _tell(looked)


def _tell(looked: WatchedPolicy) -> None:
    from runtime.cli.accept import show_rules

    mark, colour, said = _SAID[looked.state]
    for test in looked.failed:
        detail = f": {one_line(test.detail)}" if test.detail else ""
        click.echo(
            f"{style('✗', 'red')} {one_line(test.rule.name)} ({one_line(test.rule.file)}:{test.rule.line}){detail}"
        )
    if looked.changed is not None:
        show_rules(looked.changed)
    click.echo(
        f"{style(mark, colour)} {looked.bundle} {said}; {len(looked.tests)} tests, {len(looked.failed)} failed"
    )


def _data(looked: WatchedPolicy) -> dict[str, object]:
    from runtime.cli.accept import rules_data

    return {
        "state": looked.state,
        "bundle": looked.bundle,
        "problems": [],
        "tests": len(looked.tests),
        "failed": [test.rule.name for test in looked.failed],
        **rules_data(looked.changed),
    }
