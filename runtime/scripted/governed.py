"""Registered tools as commands of a script that runs inside a governed call: each command is a call inside that call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from runtime.contracts.errors import Error
from runtime.contracts.invocation import Completed, Outcome
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import ToolContext
from runtime.scripted.callbacks import FAILURE, STDIN
from runtime.scripted.commands import (
    FAILED,
    REFUSED,
    Answer,
    Command,
    ShellCommand,
    ToolCommands,
    command_of,
    shell_command,
)

if TYPE_CHECKING:
    from runtime.bash import Context

_ANY = "*"


def granted_commands(
    granted: Sequence[str], manifests: Mapping[str, Manifest], context: Callable[[], ToolContext]
) -> ToolCommands:
    """The granted tools as commands. One whose name the shell's own command has is none: ``bash`` stays bash.

    Args:
        granted: Names; ``*`` is every tool.
        manifests: The tools that there are.
        context: Of the call that the script runs in, once that exists.
    """

    def make() -> dict[str, ShellCommand]:
        from runtime.bash import command_names

        own = frozenset(command_names())
        names = manifests if _ANY in granted else [name for name in granted if name in manifests]
        return {
            name: governed_command(command_of(manifests[name]), context())
            for name in names
            if name not in own
        }

    return ToolCommands(make)


def governed_command(command: Command, context: ToolContext) -> ShellCommand:
    """A command that makes a governed call inside the call of this context."""

    async def run(cx: Context, params: dict[str, Any], stdin: str | None) -> Answer:
        follow_clock(cx, context)
        arguments = params if stdin is None else {**params, STDIN: stdin}
        try:
            return _answer(await context.call(command.name, arguments))
        except Error as error:  # no more calls, or none any more: the script sees what a model would
            return Answer(status=REFUSED, message=error.message, suggestion=error.suggestion)

    return shell_command(command, run)


def follow_clock(cx: Context, context: ToolContext) -> None:
    """Have the script's time stand still where that of its call does: while somebody is asked."""
    meter = cx.meter
    if meter.now is monotonic:
        began_s, left_s = monotonic(), context.remaining_s()
        meter.now = lambda: began_s + left_s - context.remaining_s()


def _answer(outcome: Outcome) -> Answer:
    if isinstance(outcome, Completed):
        return Answer(outcome.output)
    error = outcome.error
    if error.executed:
        return failed(error.code, error.message, error.suggestion)
    return Answer(status=REFUSED, message=error.message, suggestion=error.suggestion)


def failed(code: str, message: str, suggestion: str) -> Answer:
    """What a script sees of a tool that failed; of a callback's failure, its own words alone."""
    return Answer(status=FAILED, message=message, suggestion="" if code == FAILURE else suggestion)
