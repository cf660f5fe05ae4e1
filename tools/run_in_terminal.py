"""Run a shell command in the session's working directory."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from runtime.sdk import (
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    NetWrite,
    ProcessResult,
    ProcessSpawn,
    ResourceBounds,
    ToolContext,
    ToolError,
    ToolResult,
    tool,
)

from ._files import MAX_SHOWN, shown

MAX_TIMEOUT_S = 300
MAX_OUTPUT_BYTES = 1024 * 1024
_NOT_FOUND = 127
# As bash, zsh and dash say it: "bash: line 1: nope: command not found", "zsh:1: command not found: nope", "sh: 1: nope: not found".
_UNKNOWN = re.compile(r"command not found: (\S+)|([^\s:]+): (?:command )?not found$", re.MULTILINE)


class TerminalMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the command ended, and how much it wrote."""

    exit_code: int
    stdout_lines: int
    stderr_lines: int


def _check(command: str) -> None:
    if not command.strip():
        raise ToolError("command_empty", "Command is empty", suggestion="Send the command to execute")
    if "\0" in command:
        raise _holds_nul()


@tool(
    description=(
        "Execute a shell command in the working directory and return its output. The command runs without a terminal "
        "and without input, sees only the files and the network that are granted, and ends with everything it "
        "started: nothing stays in the background."
    ),
    short_description="Execute a shell command",
    side_effects=["process_spawn", "fs_read", "fs_write", "net_read", "net_write"],
    determinism="nondeterministic",
    capabilities=[ProcessSpawn(commands=("*",))],
    # What is not granted, the command has not: no file of the workspace, no network, no variable.
    optional=[FsRead(["."]), FsWrite(["."]), NetRead(["*"]), NetWrite(["*"]), EnvRead(["*"])],
    risk="dangerous",
    check=_check,
    session=True,
    # More than the longest timeout, so that it is the tool that says so.
    bounds=ResourceBounds(wall_s=MAX_TIMEOUT_S + 10.0),
)
async def run_in_terminal(
    ctx: ToolContext,
    command: Annotated[str, msgspec.Meta(min_length=1, description="Shell command to execute")],
    timeout_seconds: Annotated[
        int, msgspec.Meta(ge=1, le=MAX_TIMEOUT_S, description="Timeout in seconds (default: 30)")
    ] = 30,
) -> ToolResult[TerminalMetadata]:
    """Run the command in the user's shell, and remember it for terminal_last_command."""
    ended = await _run(ctx, command, timeout_seconds)
    stdout, stderr = (data.decode("utf-8", "replace") for data in (ended.stdout, ended.stderr))
    ctx.session.remember(command, exit_code=ended.exit_code, output=stdout + stderr)
    if ended.exit_code is None:
        raise ToolError(
            "timeout",
            f"Command timed out after {_seconds(timeout_seconds)}{_with(stdout, stderr)}",
            suggestion="Raise timeout_seconds, at most 300, or split the work",
        )
    if ended.exit_code == _NOT_FOUND and (unknown := _UNKNOWN.search(stderr)):
        raise _not_found(unknown[1] or unknown[2])
    if ended.exit_code:
        raise ToolError(
            "command_failed",
            f"Command failed with exit code {ended.exit_code}:\n{stderr}{_with(stdout)}",
            suggestion="Read the error output, and correct the command",
            exit_code=ended.exit_code,
        )
    warnings = ["Output larger than 1MB, showing the first 1MB"] if ended.truncated else []
    return ToolResult(
        output=f"Command output:\n{stdout}" + (f"Error output:\n{stderr}" if stderr else ""),
        metadata=TerminalMetadata(ended.exit_code, _lines(stdout), _lines(stderr)),
        warnings=warnings,
    )


async def _run(ctx: ToolContext, command: str, timeout_s: float) -> ProcessResult:
    _check(command)
    try:
        return await ctx.process.shell(
            command,
            working_directory=ctx.session.working_directory,
            timeout_s=timeout_s,
            max_output_bytes=MAX_OUTPUT_BYTES,
            stream=True,
        )
    except (FileNotFoundError, NotADirectoryError) as error:
        if error.filename == ctx.session.working_directory:
            raise _no_folder(error.filename) from None
        raise _not_found(str(error.filename)) from None
    except PermissionError as error:
        name = _shown(str(error.filename))
        raise ToolError(
            "permission_denied",
            f"Command '{name}' cannot be executed - permission denied",
            suggestion="Use a command that may be executed",
        ) from None


def _holds_nul() -> ToolError:
    return ToolError(
        "command_invalid", "Command holds a NUL character", suggestion="Send the command without it"
    )


def _no_folder(folder: str) -> ToolError:
    return ToolError(
        "directory_not_found",
        f"Working directory '{_shown(folder)}' is not a directory",
        suggestion="Create it with create_directory, or ask for a session in another working directory",
    )


def _not_found(name: str) -> ToolError:
    return ToolError(
        "command_not_found",
        f"Command '{_shown(name)}' not found",
        suggestion="Check the spelling, or use a command that is installed here",
    )


def _with(*outputs: str) -> str:
    text = "".join(outputs)
    return f"\nCommand output:\n{text}" if text else ""


def _lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _seconds(count: int) -> str:
    return f"{count} second{'' if count == 1 else 's'}"


def _shown(text: str) -> str:
    return shown(text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "...")
