"""``runtime approvals list|show|approve|deny|rules``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.ask import answers, authority, login, question, reasons
from runtime.cli.display import literal, visible, wrapped
from runtime.cli.frame import (
    EXIT_CODES,
    CliGroup,
    folder_option,
    json_option,
    print_json,
    printable,
    read_arguments,
    style,
)

if TYPE_CHECKING:
    from runtime.approval.inbox import Inbox
    from runtime.contracts.approval import ApprovalAnswer, ApprovalRule, PendingApproval

_COLOURS = {"pending": "yellow", "approved": "green", "rejected": "red"}
_ANSWERED = {code: EXIT_CODES[code] for code in (0, 2, 5)}
_NAMED = {code: EXIT_CODES[code] for code in (0, 2, 3)}
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


@click.group(
    cls=CliGroup,
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
    from runtime.host.inspection import inbox_of

    inbox = inbox_of(folder)
    entries = [e for e in inbox.entries() if everything or e.state == "pending"]
    if as_json:
        print_json({"approvals": [_data(entry) for entry in entries]})
        return
    if not entries:
        click.echo("No call waits for approval.")
    for entry in entries:
        state = style(f"{entry.state:8}", _COLOURS.get(entry.state, "white"))
        about = f"{literal(entry.request.tool)}  {literal(entry.request.principal)}  {_left(entry, inbox)}"
        click.echo(f"{entry.id}  {state}  {about}".rstrip())


@command.command(
    "show",
    examples=("runtime approvals show a-0123456789", "runtime approvals show a-0123456789 --json"),
)
@click.argument("entry_id", metavar="ID")
@json_option
@folder_option
def show_entry(entry_id: str, as_json: bool, folder: str) -> None:
    """Show exactly what would run: every argument whole, who asks, what the call may use and where it works."""
    from runtime.host.inspection import inbox_of

    inbox = inbox_of(folder)
    entry = inbox.entry(entry_id)
    if as_json:
        print_json(_data(entry))
        return
    request = entry.request
    lines = [*reasons(request, whole=True), *question(request, whole=True), *authority(request)]
    if entry.answer is not None:
        lines += answers(entry.answer)
    lines.append(f"State: {entry.state}" + (f", {left}" if (left := _left(entry, inbox)) else ""))
    click.echo("\n".join(lines))


@command.command(
    "approve",
    examples=(
        "runtime approvals approve a-0123456789",
        "runtime approvals approve a-0123456789 --reason 'reviewed'",
        """runtime approvals approve a-0123456789 --arguments '{"path": "docs/a.md", "content": "x"}'""",
    ),
    exit_codes=_ANSWERED,
)
@click.argument("entry_id", metavar="ID")
@click.option(
    "--arguments",
    metavar="JSON|@FILE",
    help="Run these instead; - reads standard input. They are validated and put to policy again.",
)
@click.option("--reason", default="", help="Stands in the audit log.")
@json_option
@folder_option
def approve_entry(entry_id: str, arguments: str | None, reason: str, as_json: bool, folder: str) -> None:
    """Let exactly this call run, once, when it is made again."""
    from runtime.contracts.approval import ApprovalAnswer

    other = None if arguments is None else _other_arguments(entry_id, folder, arguments)
    answer = ApprovalAnswer(approved=True, approver=login(), reason=reason, arguments=other)
    _decide(entry_id, folder, answer, as_json=as_json)


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
    from runtime.contracts.approval import ApprovalAnswer

    answer = ApprovalAnswer(approved=False, approver=login(), reason=reason)
    _decide(entry_id, folder, answer, as_json=as_json)


def _decide(entry_id: str, folder: str, answer: ApprovalAnswer, *, as_json: bool) -> None:
    from runtime.host.inspection import inbox_of

    inbox = inbox_of(folder)
    entry = inbox.decide(entry_id, answer)
    if as_json:
        print_json(_data(entry))
    elif answer.approved:
        click.echo(f"{style('✓', 'green')} Approved: made again, the call runs once ({_left(entry, inbox)})")
    else:
        click.echo(f"{style('✓', 'green')} Rejected: made again, the call is refused")


def _other_arguments(entry_id: str, folder: str, given: str) -> dict[str, Any]:
    """What would run instead, held against the tool's schema now: later, a slip would use the answer up."""
    import msgspec

    from runtime.contracts.errors import ToolNotFound
    from runtime.host.inspection import canonical_arguments_of, inbox_of
    from runtime.validation.strict_json import freeze_arguments

    tool, text = inbox_of(folder).entry(entry_id).request.tool, read_arguments(given, "--arguments")
    try:
        data = canonical_arguments_of(folder, tool, text)
    except (
        ToolNotFound
    ):  # a tool of the program that asked: its schema is known there, and held against them there
        data = freeze_arguments(text)[1]
    arguments: dict[str, Any] = msgspec.json.decode(data)
    return arguments


def _left(entry: PendingApproval, inbox: Inbox) -> str:
    left_s = (entry.request.expires_us - inbox.now_us()) // 1_000_000
    if entry.state not in ("pending", "approved") or left_s <= 0:
        return ""
    minutes = f"{left_s // 60} min " if left_s >= 60 else ""
    return f"{minutes}{left_s % 60} s left"


def _data(entry: PendingApproval) -> dict[str, Any]:
    import msgspec

    data: dict[str, Any] = msgspec.to_builtins(entry)
    return data


@command.group(
    "rules",
    cls=CliGroup,
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

    from runtime.host.inspection import rules_of

    own = rules_of(folder)
    found = own.entries()
    if as_json:
        print_json({"rules": msgspec.to_builtins(found)})
        return
    if not found:
        click.echo("There are no rules.")
    for rule in found:
        state = "enabled" if rule.enabled else "disabled"
        if rule.expires_us is not None and rule.expires_us <= own.now_us():
            state = "expired"
        where = literal(rule.workspace) if rule.workspace else "everywhere"
        where += f" in {literal(rule.working_directory)}" if rule.working_directory else ""
        line = f"{literal(rule.id)}  {state:8}  {literal(rule.tool)}  {visible(rule.pattern)}  {where}"
        click.echo("\n".join(wrapped(line)) if sys.stdout.isatty() else line)


@rules.command(
    "add",
    examples=(
        """runtime approvals rules add read_file '{"path":"src/[^"]*"}'""",
        """runtime approvals rules add run_in_terminal '{"command":"make test","timeout_seconds":30}' --expires 8h""",
    ),
    exit_codes=_NAMED,
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

    from runtime.host.inspection import find_manifest, rules_of

    find_manifest(folder, tool)  # a name that was mistyped would be a rule that never holds
    own = rules_of(folder)
    rule = own.add(
        tool=tool,
        pattern=pattern,
        workspace=None if everywhere else own.workspace,
        expires_us=None if expires is None else own.now_us() + _seconds(expires) * 1_000_000,
        note=note,
    )
    _report(rule, "Added", as_json=as_json)
    if ".*" in pattern or ".+" in pattern:
        click.echo('Note: .* also matches quotes and commas; [^"]* stays inside one string.', err=True)


def _report(rule: ApprovalRule, done: str, *, as_json: bool) -> None:
    import msgspec

    if as_json:
        print_json(msgspec.to_builtins(rule))
    else:
        click.echo(f"{style('✓', 'green')} {done} {rule.id}")


def _seconds(text: str) -> int:
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit()) or unit not in _UNITS or not 0 < int(number[:7]) < 10**6:
        raise click.UsageError(f"--expires: {printable(text)!r} is no time: write 90s, 30m, 8h or 7d")
    return int(number) * _UNITS[unit]


@rules.command(
    "remove",
    examples=(
        "runtime approvals rules remove r-01234567",
        "runtime approvals rules remove r-01234567 --json",
    ),
)
@click.argument("rule_id", metavar="ID")
@json_option
@folder_option
def remove_rule(rule_id: str, as_json: bool, folder: str) -> None:
    """Take a rule away."""
    from runtime.host.inspection import rules_of

    _report(rules_of(folder).remove(rule_id), "Removed", as_json=as_json)


@rules.command("enable", examples=("runtime approvals rules enable r-01234567",))
@click.argument("rule_id", metavar="ID")
@json_option
@folder_option
def enable_rule(rule_id: str, as_json: bool, folder: str) -> None:
    """Put a rule into force again."""
    from runtime.host.inspection import rules_of

    _report(rules_of(folder).change(rule_id, enabled=True), "Enabled", as_json=as_json)


@rules.command("disable", examples=("runtime approvals rules disable r-01234567",))
@click.argument("rule_id", metavar="ID")
@json_option
@folder_option
def disable_rule(rule_id: str, as_json: bool, folder: str) -> None:
    """Keep a rule, and let it approve nothing."""
    from runtime.host.inspection import rules_of

    _report(rules_of(folder).change(rule_id, enabled=False), "Disabled", as_json=as_json)


@rules.command(
    "test",
    examples=(
        """runtime approvals rules test create_file '{"path": "a.txt", "content": "x"}'""",
        "runtime approvals rules test create_file @arguments.json --json",
    ),
    exit_codes={
        0: "a rule approves it",
        1: "no rule does",
        2: EXIT_CODES[2],
        3: "no such tool",
        5: EXIT_CODES[5],
    },
)
@click.argument("tool")
@click.argument("arguments", default="{}")
@json_option
@folder_option
def test_rules(tool: str, arguments: str, as_json: bool, folder: str) -> int:
    """Say which rule would approve a call of TOOL with ARGUMENTS: a JSON object, @FILE, or - for standard input.

    The arguments are judged as the call's would be: held against the tool's schema, with its defaults written down.
    """
    import msgspec

    from runtime.host.inspection import canonical_arguments_of, find_manifest, rules_of

    text = canonical_arguments_of(folder, tool, read_arguments(arguments))
    stands_in = "." if find_manifest(folder, tool).session else None
    rule = rules_of(folder).fitting(tool, text, stands_in)
    if as_json:
        print_json({"arguments": text.decode(), "rule": msgspec.to_builtins(rule)})
        return 0 if rule is not None else 1
    click.echo(f"Arguments: {visible(text.decode())}")
    if rule is None:
        click.echo("No rule approves it.")
        return 1
    click.echo(f"{style('✓', 'green')} {rule.id} approves it: {visible(rule.pattern)}")
    return 0
