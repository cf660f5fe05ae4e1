"""Asks for approval on the terminal, in the form of the tool contract ("Approval Display")."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import one_line

if TYPE_CHECKING:
    from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest

__all__ = ["approve_on_terminal", "login", "question", "reasons"]

_LONGEST = 60
_YES = (b"y", b"yes")
_HINT = "Long parameters are shown by their size: answer show to see them whole."


def question(request: ApprovalRequest, *, whole: bool = False) -> list[str]:
    """What is asked about, line by line, as the tool contract shows it; ``whole`` shows long arguments, too."""
    lines = [f"Tool: {one_line(request.tool)}", "Parameters:"]
    for name, value in request.arguments.items():
        text = _text(value)
        shown = one_line(text) if whole or _is_short(text) else f"<{len(text.encode())} bytes>"
        lines.append(f"  {one_line(name)}: {shown}")
    if request.files_affected:
        lines.append("Files affected: " + ", ".join(one_line(path) for path in request.files_affected))
    return [*lines, f"Risk level: {request.risk}"]


def reasons(request: ApprovalRequest) -> list[str]:
    """Why policy asks, line by line."""
    return [f"Why: {one_line(reason)}" for reason in request.reasons]


def _text(value: object) -> str:
    import msgspec

    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _is_short(text: str) -> bool:
    return len(text) <= _LONGEST and "\n" not in text


def login() -> str:
    """Who sits here, as a principal: the process's user, whatever its environment says."""
    import pwd

    try:
        return f"user:{pwd.getpwuid(os.getuid()).pw_name}"
    except KeyError:  # a user without a name, as in a container
        return f"user:{os.getuid()}"


async def approve_on_terminal(request: ApprovalRequest) -> ApprovalAnswer:
    """The answer that is typed: y, n, always; ``show`` shows what was abbreviated and asks again."""
    from runtime.contracts.approval import ApprovalAnswer

    _forget_typed_ahead()
    hint = [] if all(_is_short(_text(v)) for v in request.arguments.values()) else [_HINT]
    _put([*reasons(request), *hint, *question(request)])
    while True:
        click.echo("\nApprove? (y/n/always): ", nl=False, err=True)
        typed = (await _typed_line()).strip().lower()
        if typed != b"show":
            break
        _put(question(request, whole=True))
    always = typed == b"always"
    return ApprovalAnswer(approved=always or typed in _YES, approver=login(), always=always)


def _put(lines: list[str]) -> None:
    click.echo("\n".join(lines), err=True)


def _forget_typed_ahead() -> None:
    """What was typed before the question is no answer to it."""
    import termios

    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


async def _typed_line() -> bytes:
    """The next line typed on the terminal; empty at its end.

    Watched by the event loop, not read in a thread: a thread that waits for a line cannot be stopped, and would keep
    Ctrl-C and the expiry of the request from ending the program.
    """
    import asyncio

    terminal = sys.stdin.fileno()
    loop, typed = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(terminal, typed.set)
    try:
        await typed.wait()
    finally:
        loop.remove_reader(terminal)
    return os.read(terminal, 4096)
