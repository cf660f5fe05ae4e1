"""``runtime call TOOL [JSON|@file|-]``."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.ask import approve_on_terminal
from runtime.cli.completion import tool_names
from runtime.cli.frame import (
    EXIT_CODES,
    CliCommand,
    exit_code,
    folder_option,
    json_option,
    one_line,
    print_json,
    printable,
    read_arguments,
)

if TYPE_CHECKING:
    from runtime.contracts.capability import Capability
    from runtime.contracts.changes import ChangesMode
    from runtime.contracts.invocation import Outcome
    from runtime.contracts.llm_tool import ToolStatus
    from runtime.host.executor import Executor

grant_option = click.option(
    "--grant",
    "grants",
    multiple=True,
    metavar="CAP",
    help="A capability for this call: fs_read=src,docs, clock_read, or JSON. Replaces the configured grants.",
)
principal_option = click.option(
    "--principal", default="user:cli", show_default=True, help="On whose behalf: kind:name."
)

role_option = click.option(
    "--role",
    "roles",
    multiple=True,
    metavar="ROLE",
    help="A role of the principal, beside those of the settings.",
)


@click.command(
    cls=CliCommand,
    short_help="Run one tool under governance.",
    examples=(
        """runtime call read_file '{"path": "README.md"}'""",
        """runtime call run_in_terminal '{"command": "make format"}' --review""",
        """runtime call create_file @arguments.json --grant fs_write=src --json""",
        """runtime call bash '{"commands": "seq 3"}' --stream""",
        """echo '{"pattern": "TODO"}' | runtime call grep_search - --dry-run""",
    ),
    exit_codes=EXIT_CODES,
)
@click.argument("tool", shell_complete=tool_names)
@click.argument("arguments", default="{}")
@grant_option
@principal_option
@role_option
@click.option("--call-id", help="Makes the call idempotent: an id that ran before does not run again.")
@click.option(
    "--wall-s", type=click.FloatRange(min=0.001), help="A wall-clock bound tighter than the tool's."
)
@click.option(
    "--approve",
    type=click.Choice(["ask", "never", "rules"]),
    default="ask",
    show_default=True,
    help="Where approval is needed: ask on the terminal; never approve; or go by rules alone. What nobody answers now "
    "waits for `runtime approvals`.",
)
@click.option("--no-input", is_flag=True, help="Never ask; the same as --approve never.")
@click.option(
    "--stream",
    is_flag=True,
    help="Print what the tool writes as it comes, its standard error to stderr; with --json one object a line, the outcome last.",
)
@click.option(
    "--review",
    is_flag=True,
    help="Run the command on a layer of its own, show what it changed, and ask; made whole or not at all. Where nobody can be "
    "asked, policy decides, or an approval that was given.",
)
@click.option(
    "--session", metavar="NAME", help="The virtual shell that calls of this principal share under NAME."
)
@click.option("--stub", is_flag=True, help="Run the tool's stub: an answer without effects, for tests.")
@click.option(
    "--raw", is_flag=True, help="Print the tool's output and nothing else, as it is; an error goes to stderr."
)
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="Call only a tool that this tools folder gives; its workspace is the one that it lies in.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be decided, and run nothing.")
@json_option
@folder_option
def command(**options: Any) -> int:
    """Run TOOL with ARGUMENTS: a JSON object, @FILE, or - for standard input.

    The call is validated, checked against the granted capabilities, put to policy, recorded, run under bounds, and its
    output validated, hashed and recorded.
    """
    return run_governed(options)


def run_governed(options: dict[str, Any], tools: Sequence[Any] = ()) -> int:
    """One governed call, told; ``tools`` are offered beside those of the folder."""
    import asyncio  # here and below: help and usage errors need none of it

    from runtime.host.executor import Executor  # as above

    arguments = read_arguments(options["arguments"])
    mode = "never" if options["no_input"] else options["approve"]
    ask = mode == "ask" and sys.stdin.isatty()
    with Executor.open(
        options.get("source") or options["folder"],
        approve=approve_on_terminal if ask else None,
        approvals=mode != "never",
        isolation="in_process",
        tools=tools,
        stub=options.get("stub", False),
    ) as executor:
        if options.get("source"):
            _require_from(executor, options["tool"], options["source"])
        if options["dry_run"]:
            return _dry_run(executor, arguments, options)
        call = {
            "grants": _grants(options["grants"]),
            "principal": principal_of(options),
            "call_id": options["call_id"],
            "limits": _limits(options["wall_s"], options.get("fuel")),
            "session": _session(options.get("session")),
            "changes": _changes(options, ask=ask),
        }
        streamed = 0
        if options.get("stream"):
            events = executor.stream(options["tool"], arguments, **call)
            outcome, streamed = asyncio.run(_followed(events, as_json=options["as_json"]))
        else:
            outcome = asyncio.run(executor.call(options["tool"], arguments, **call))
        workspace = executor.workspace
    from runtime.cli.render import outcome_changes, outcome_data, outcome_lines

    if options.get("raw") and outcome.ok:
        _print_raw(outcome.output)
        return 0
    if options["as_json"]:
        print_json(outcome_data(outcome), line=bool(options.get("stream")))
        return 0 if outcome.error is None else exit_code(outcome.error.category)
    if not ask and (changed := outcome_changes(outcome)):
        from runtime.cli.ask import changes

        click.echo("\n".join(changes(changed, whole=True)), err=True)
    if not (outcome.ok and streamed):
        click.echo(outcome_lines(outcome, workspace), err=not outcome.ok)
    return 0 if outcome.error is None else exit_code(outcome.error.category)


def _require_from(executor: Executor, tool: str, folder: str) -> None:
    """See that a tools folder gives a tool.

    Raises:
        ToolNotFound: it does not.
    """
    from pathlib import Path

    from runtime.contracts.errors import ToolNotFound

    file = executor.file_of(tool)
    if file is None or (executor.workspace / file).resolve().parent != Path(folder).resolve():
        raise ToolNotFound(
            f"{one_line(folder)} gives no tool named {one_line(tool)!r}",
            suggestion=f"See what it gives: runtime tools discover {one_line(folder)}",
        )


def _print_raw(output: Any) -> None:
    """The output for a program; on a terminal, without what would act on it."""
    import msgspec

    if isinstance(output, bytes):
        sys.stdout.buffer.write(output)
        return
    text = output if isinstance(output, str) else msgspec.json.encode(output).decode() + "\n"
    click.echo(printable(text) if sys.stdout.isatty() else text, nl=False)


async def _followed(
    events: AsyncGenerator[ToolStatus | Outcome, None], *, as_json: bool
) -> tuple[Outcome, int]:
    """Print the events of a call as they come; its outcome, and how many of them were output."""
    import msgspec

    from runtime.contracts.llm_tool import ToolStatus

    outputs = 0
    async with contextlib.aclosing(events) as following:
        async for event in following:
            if not isinstance(event, ToolStatus):
                return event, outputs
            outputs += event.output is not None
            if as_json:
                print_json(msgspec.to_builtins(event), line=True)
            elif event.output is not None:
                click.echo(printable(event.output), nl=False, err=event.stream == "stderr")
            elif event.message is not None:
                click.echo(one_line(event.message), err=True)
    raise AssertionError("a call ends with its outcome")


def _dry_run(executor: Any, arguments: str | bytes, options: dict[str, Any]) -> int:
    import msgspec

    preview = executor.preview(
        options["tool"],
        arguments,
        grants=_grants(options["grants"]),
        principal=principal_of(options),
        changes=_changes(options, ask=False),
    )
    tool = one_line(options["tool"])
    if options["as_json"]:
        print_json(
            {"tool": options["tool"], "would_run": preview.error is None} | msgspec.to_builtins(preview)
        )
    elif preview.error is None:
        needs = ", after approval" if preview.needs_approval else ""
        click.echo(f"{tool} would run{needs}; nothing was run")
        click.echo("  With: " + (", ".join(c["type"] for c in preview.capabilities) or "no capability"))
        for reason in preview.decision.reasons:
            click.echo(f"  Policy: {printable(reason)}")
    else:
        message = f"{printable(preview.error.message)} [{one_line(preview.error.code)}]"
        click.echo(f"{tool} would be refused: {message}", err=True)
    return 0 if preview.error is None else exit_code(preview.error.category)


def principal_of(options: dict[str, Any]) -> Any:
    """The principal that the options name, with its roles."""
    from runtime.contracts.invocation import Principal

    return Principal(id=options["principal"], roles=tuple(options.get("roles", ())))


def _grants(texts: tuple[str, ...]) -> list[Capability] | None:
    if not texts:
        return None
    from runtime.capability.grants import parse_grant

    return [parse_grant(text) for text in texts]


def _changes(options: dict[str, Any], *, ask: bool) -> ChangesMode | None:
    """How the command's changes are made; whoever sits at the terminal is asked also where policy allows them."""
    if not options.get("review"):
        return None
    return "ask" if ask else "review"


def _session(name: str | None) -> Any:
    if name is None:
        return None
    from runtime.executor.session import Session

    return Session(name=name)


def _limits(wall_s: float | None, fuel: int | None) -> Any:
    if wall_s is None and fuel is None:
        return None
    if wall_s is not None and math.isnan(wall_s):  # which no range excludes
        raise click.UsageError("--wall-s: nan is no bound")
    from runtime.contracts.limits import ResourceBounds

    bounds = ResourceBounds(fuel=fuel)
    return bounds if wall_s is None else ResourceBounds(wall_s=wall_s, fuel=fuel)
