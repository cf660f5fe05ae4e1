"""``runtime approvals list|show|approve|deny|rules``."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import (
    Group,
    folder_option,
    json_option,
    one_line,
    print_json,
    printable,
    style,
)

if TYPE_CHECKING:
    from runtime.contracts.approval import ApprovalAnswer, PendingApproval

_COLOURS = {"pending": "yellow", "approved": "green", "rejected": "red"}
_READ_AT_MOST = 32 * 1024 * 1024
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


@click.group(
    cls=Group,
    short_help="Answer calls that wait for approval.",
    examples=(
        "runtime approvals list",
        "runtime approvals approve a-0123456789",
        """runtime approvals rules add create_file '{"content":".*","path":"docs/[^"]*"}'""",
    ),
)
def command() -> None:
    """Calls that nobody could answer when they were made, and the rules that answer in a person's place.

    A call that needs approval leaves its question here and is refused. Once it is approved, the same call made again runs,
    once: the same tool, arguments, principal and policy.
    """


@command.command(
    "list",
    examples=("runtime approvals list", "runtime approvals list --all", "runtime approvals list --json"),
)
@click.option("--all", "everything", is_flag=True, help="Also those that are answered, used or expired.")
@json_option
@folder_option
def list_entries(everything: bool, as_json: bool, folder: str) -> None:
    """List the questions that wait: id, state, tool, who asks, how long they are good for."""
    from runtime.compose import approvals_of

    entries = [e for e in approvals_of(folder)[0].entries() if everything or e.state == "pending"]
    if as_json:
        print_json({"approvals": [_data(entry) for entry in entries]})
        return
    if not entries:
        click.echo("No call waits for approval.")
    for entry in entries:
        state = style(f"{entry.state:8}", _COLOURS.get(entry.state, "white"))
        about = f"{entry.request.tool}  {one_line(entry.request.principal)}  {_left(entry)}"
        click.echo(f"{entry.id}  {state}  {about}")


@command.command(
    "show",
    examples=("runtime approvals show a-0123456789", "runtime approvals show a-0123456789 --json"),
)
@click.argument("entry_id", metavar="ID")
@json_option
@folder_option
def show_entry(entry_id: str, as_json: bool, folder: str) -> None:
    """Show exactly what would run."""
    from runtime.cli.ask import question
    from runtime.compose import approvals_of

    entry = approvals_of(folder)[0].entry(entry_id)
    if as_json:
        print_json(_data(entry))
        return
    click.echo("\n".join(question(entry.request, whole=True)))
    click.echo(f"Asked by: {one_line(entry.request.principal)}\nState: {entry.state} {_left(entry)}".rstrip())


@command.command(
    "approve",
    examples=(
        "runtime approvals approve a-0123456789",
        "runtime approvals approve a-0123456789 --reason 'reviewed'",
        """runtime approvals approve a-0123456789 --arguments '{"path": "docs/a.md", "content": "x"}'""",
    ),
)
@click.argument("entry_id", metavar="ID")
@click.option(
    "--arguments",
    metavar="JSON|@FILE",
    help="Run these instead: they are validated and put to policy again.",
)
@click.option("--reason", default="", help="Stands in the audit log.")
@json_option
@folder_option
def approve_entry(entry_id: str, arguments: str | None, reason: str, as_json: bool, folder: str) -> None:
    """Let exactly this call run, once, when it is made again."""
    _decide(entry_id, folder, as_json, approved=True, reason=reason, arguments=_arguments(arguments))


@command.command(
    "deny",
    examples=(
        "runtime approvals deny a-0123456789",
        "runtime approvals deny a-0123456789 --reason 'use the staging host'",
    ),
)
@click.argument("entry_id", metavar="ID")
@click.option("--reason", default="", help="Is told to the caller, and stands in the audit log.")
@json_option
@folder_option
def deny_entry(entry_id: str, reason: str, as_json: bool, folder: str) -> None:
    """Reject a call: made again, it is refused with the reason."""
    _decide(entry_id, folder, as_json, approved=False, reason=reason, arguments=None)


def _decide(
    entry_id: str,
    folder: str,
    as_json: bool,
    *,
    approved: bool,
    reason: str,
    arguments: dict[str, Any] | None,
) -> None:
    from runtime.cli.ask import login
    from runtime.compose import approvals_of
    from runtime.contracts.approval import ApprovalAnswer

    answer: ApprovalAnswer = ApprovalAnswer(
        approved=approved, approver=login(), reason=reason, arguments=arguments
    )
    entry = approvals_of(folder)[0].decide(entry_id, answer)
    if as_json:
        print_json(_data(entry))
    elif approved:
        click.echo(
            f"{style('✓', 'green')} Approved: the call runs once when it is made again, {_left(entry)}"
        )
    else:
        click.echo(f"{style('✓', 'green')} Rejected")


def _arguments(given: str | None) -> dict[str, Any] | None:
    if given is None:
        return None
    import msgspec

    try:
        if given.startswith("@"):
            with Path(given[1:]).open("rb") as stream:
                text: str | bytes = stream.read(_READ_AT_MOST)
        else:
            text = given
        return msgspec.json.decode(text, type=dict[str, Any])
    except OSError as error:
        raise click.UsageError(f"--arguments: {given[1:]} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise click.UsageError(f"--arguments: no JSON object: {error}") from None


def _left(entry: PendingApproval) -> str:
    left_s = (entry.request.expires_us - time.time_ns() // 1000) // 1_000_000
    if entry.state not in ("pending", "approved") or left_s <= 0:
        return ""
    return f"for {left_s // 60} min {left_s % 60} s" if left_s >= 60 else f"for {left_s} s"


def _data(entry: PendingApproval) -> dict[str, Any]:
    import msgspec

    data: dict[str, Any] = msgspec.to_builtins(entry)
    return data


@command.group(
    "rules",
    cls=Group,
    examples=(
        "runtime approvals rules list",
        """runtime approvals rules add read_file '{"path":"src/[^"]*"}' --expires 7d""",
        "runtime approvals rules disable r-01234567",
    ),
)
def rules() -> None:
    """Rules that approve in a person's place: a tool, and what the arguments' JSON must look like.

    They are yours, outside every workspace. A pattern is a regular expression for the whole of the arguments' canonical
    JSON: keys sorted, no spaces. Note that .* also crosses quotes; [^"]* stays inside one string.
    """


@rules.command("list", examples=("runtime approvals rules list", "runtime approvals rules list --json"))
@json_option
@folder_option
def list_rules(as_json: bool, folder: str) -> None:
    """List your rules, also those that are not in force."""
    import msgspec

    from runtime.compose import approvals_of

    found = approvals_of(folder)[1].entries()
    if as_json:
        print_json({"rules": msgspec.to_builtins(found)})
        return
    if not found:
        click.echo("There are no rules.")
    for rule in found:
        state = "enabled" if rule.enabled else "disabled"
        if rule.expires_us is not None and rule.expires_us <= time.time_ns() // 1000:
            state = "expired"
        where = one_line(rule.workspace) if rule.workspace else "everywhere"
        click.echo(f"{rule.id}  {state:8}  {rule.tool}  {one_line(rule.pattern)}  {where}")


@rules.command(
    "add",
    examples=(
        """runtime approvals rules add read_file '{"path":"src/[^"]*"}'""",
        """runtime approvals rules add run_in_terminal '{"command":"make test","timeout_seconds":30}' --expires 8h""",
    ),
)
@click.argument("tool")
@click.argument("pattern")
@click.option("--expires", metavar="TIME", help="For how long: 90s, 30m, 8h, 7d. Default: for ever.")
@click.option("--everywhere", is_flag=True, help="In every folder, not in this one alone.")
@click.option("--note", default="", help="Why it is there.")
@json_option
@folder_option
def add_rule(
    tool: str, pattern: str, expires: str | None, everywhere: bool, note: str, as_json: bool, folder: str
) -> None:
    """Approve calls of TOOL whose arguments' JSON matches PATTERN."""
    import msgspec

    from runtime.compose import approvals_of, find_manifest

    find_manifest(folder, tool)  # a name that was mistyped would be a rule that never holds
    own = approvals_of(folder)[1]
    rule = own.add(
        tool=tool,
        pattern=pattern,
        workspace=None if everywhere else own.workspace,
        expires_us=None if expires is None else time.time_ns() // 1000 + _seconds(expires) * 1_000_000,
        note=note,
    )
    if as_json:
        print_json(msgspec.to_builtins(rule))
    else:
        click.echo(f"{style('✓', 'green')} Added {rule.id}")
    if ".*" in pattern or ".+" in pattern:
        click.echo('Note: .* also matches quotes and commas; [^"]* stays inside one string.', err=True)


def _seconds(text: str) -> int:
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit()) or unit not in _UNITS or len(number) > 6:
        raise click.UsageError(f"--expires: {printable(text)!r} is no time: write 90s, 30m, 8h or 7d")
    return int(number) * _UNITS[unit]


@rules.command("remove", examples=("runtime approvals rules remove r-01234567",))
@click.argument("rule_id", metavar="ID")
@folder_option
def remove_rule(rule_id: str, folder: str) -> None:
    """Take a rule away."""
    from runtime.compose import approvals_of

    click.echo(f"{style('✓', 'green')} Removed {approvals_of(folder)[1].remove(rule_id).id}")


@rules.command("enable", examples=("runtime approvals rules enable r-01234567",))
@click.argument("rule_id", metavar="ID")
@folder_option
def enable_rule(rule_id: str, folder: str) -> None:
    """Put a rule into force again."""
    _switch(rule_id, folder, enabled=True)


@rules.command("disable", examples=("runtime approvals rules disable r-01234567",))
@click.argument("rule_id", metavar="ID")
@folder_option
def disable_rule(rule_id: str, folder: str) -> None:
    """Keep a rule, and let it approve nothing."""
    _switch(rule_id, folder, enabled=False)


def _switch(rule_id: str, folder: str, *, enabled: bool) -> None:
    from runtime.compose import approvals_of

    rule = approvals_of(folder)[1].change(rule_id, enabled=enabled)
    click.echo(f"{style('✓', 'green')} {'Enabled' if rule.enabled else 'Disabled'} {rule.id}")


@rules.command(
    "test",
    examples=("""runtime approvals rules test create_file '{"path": "a.txt", "content": "x"}'""",),
    exit_codes={0: "a rule approves it", 1: "no rule does", 2: "usage or configuration"},
)
@click.argument("tool")
@click.argument("arguments", default="{}")
@folder_option
def test_rules(tool: str, arguments: str, folder: str) -> int:
    """Say which rule would approve a call of TOOL with ARGUMENTS: a JSON object, or - for standard input."""
    from runtime.compose import approvals_of
    from runtime.contracts import canonical

    given = sys.stdin.read(_READ_AT_MOST) if arguments == "-" else arguments
    parsed = _arguments(given)
    text = canonical.encode(parsed if parsed is not None else {})
    rule = approvals_of(folder)[1].fitting(tool, text)
    click.echo(f"Arguments: {one_line(text.decode())}")
    if rule is None:
        click.echo("No rule approves it.")
        return 1
    click.echo(f"{style('✓', 'green')} {rule.id} approves it: {one_line(rule.pattern)}")
    return 0
