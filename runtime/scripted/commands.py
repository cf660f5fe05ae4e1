"""Tools as commands of the virtual bash: a command line in, what the tool gives on standard output, what is wrong on standard error.

Exit status: 0, 1 where the tool failed, 2 where the command line does not fit it, 126 where the call was refused and nothing ran.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from runtime.contracts.manifest import Manifest
from runtime.scripted.flags import Flags, UsageError

if TYPE_CHECKING:
    from runtime.bash import Context

FAILED, MISUSED, REFUSED = 1, 2, 126


class Command(NamedTuple):
    """A tool as a command."""

    name: str
    description: str
    flags: Flags
    takes_stdin: bool
    """Whether what is piped into it is an argument, named ``stdin``."""


def command_of(manifest: Manifest) -> Command:
    """A registered tool as a command."""
    about = manifest.short_description or manifest.description
    return Command(manifest.name, " ".join(about.split()), Flags(manifest.name, manifest.input_schema), False)


class Answer(NamedTuple):
    """What a command did."""

    output: Any = None
    """Text and bytes are written as they are, everything else as a line of JSON."""
    status: int = 0
    message: str = ""
    """For standard error."""
    suggestion: str = ""


Run = Callable[["Context", dict[str, Any], "str | None"], Awaitable[Answer]]
ShellCommand = Callable[["Context"], "int | Awaitable[int]"]


def shell_command(command: Command, run: Run) -> ShellCommand:
    """The command as the shell calls it.

    Args:
        command: Its name, help and flags.
        run: Does it, with its arguments and what was piped into it.
    """

    def main(cx: Context) -> int | Awaitable[int]:
        try:
            given = command.flags.parse(cx.args)
            if given.wants_help:
                cx.write(help_text(command))
                return 0
            stdin = _stdin(cx) if given.merges_stdin or (command.takes_stdin and cx.own_stdin) else None
            merged: Mapping[str, Any] = {}
            if given.merges_stdin:
                merged, stdin = command.flags.merged(stdin or ""), None
            params = command.flags.complete(given, merged)
        except UsageError as error:
            return _complain(cx, Answer(status=MISUSED, message=error.message, suggestion=error.suggestion))
        return _told(cx, run(cx, params, stdin))

    return main


async def _told(cx: Context, running: Awaitable[Answer]) -> int:
    answer = await running
    if answer.status:
        return _complain(cx, answer)
    cx.stdout.write(_written(answer.output))
    return 0


def help_text(command: Command) -> str:
    """What ``--help`` says."""
    flags = "\n".join(command.flags.lines())
    return f"{command.name} - {command.description}\n\nUsage: {command.flags.usage()}\n\n{flags}\n"


class ToolCommands(Mapping[str, ShellCommand]):
    """ToolCommands by name, made when a script is about to run: most calls run none."""

    def __init__(self, make: Callable[[], dict[str, ShellCommand]]) -> None:
        """Keep what makes them."""
        self._make = make
        self._made: dict[str, ShellCommand] | None = None

    def __getitem__(self, name: str) -> ShellCommand:
        return self._commands()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands())

    def __len__(self) -> int:
        return len(self._commands())

    def _commands(self) -> dict[str, ShellCommand]:
        if self._made is None:
            self._made = self._make()
        return self._made


def _stdin(cx: Context) -> str | None:
    """What is piped in, within the shell's budget for one text; None where that is nothing."""
    chunks: list[bytes] = []
    size = 0
    while chunk := cx.stdin.read():
        size += len(chunk)
        cx.meter.text(size)
        chunks.append(chunk)
    return b"".join(chunks).decode("utf-8", "replace") if chunks else None


def _complain(cx: Context, answer: Answer) -> int:
    cx.complain(answer.message)
    if answer.suggestion:
        cx.stderr.write(f"{answer.suggestion}\n".encode("utf-8", "surrogateescape"))
    return answer.status


def _written(output: Any) -> bytes:
    if isinstance(output, bytes):
        return output
    if isinstance(output, str):
        return output.encode("utf-8", "surrogateescape")
    return b"" if output is None else msgspec.json.encode(output) + b"\n"
