"""Asks for approval on the terminal, in the form of the tool contract ("Approval Display").

Each line of ours begins at the edge with one of `LABELS`, or, for a parameter, with two spaces; what is longer than the terminal
is wide goes on behind a mark. A line of a file stands behind six spaces. So no name, value, path, reason or content can draw a line of ours.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.display import literal, literal_name, value_literal, visible, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
    from runtime.contracts.changes import Change, FileState

__all__ = ["LABELS", "answers", "approve_on_terminal", "authority", "changes", "login", "question", "reasons"]

LABELS = (
    "Why: ", "May use: ", "Asked by: ", "Made in: ", "Works in: ", "Tool: ", "Parameters:", "Files affected: ", "Risk level: ",
    "Answered by: ", "Reason: ", "Runs instead: ", "State: ", "Changes:",
)  # fmt: skip
_LONGEST = 60
_LONGEST_TEXT = 240
_MOST_PARAMETERS = 40
_MOST_CHANGES = 40
_MOST_DIFF_LINES = 200
_OF_FILE = "      "
_YES = (b"y", b"yes")
_HINT = "What is long is shown by its size: answer show to see all of it."


def question(request: ApprovalRequest, *, whole: bool = False) -> list[str]:
    """What is asked about, line by line, as the tool contract shows it; ``whole`` shows all of each argument."""
    lines = [*wrapped(f"Tool: {literal(request.tool)}"), "Parameters:"]
    arguments = list(request.arguments.items())
    for name, value in arguments if whole else arguments[:_MOST_PARAMETERS]:
        lines += wrapped(f"  {_name(name, whole)}: {_value(value, whole)}")
    if not whole and len(arguments) > _MOST_PARAMETERS:
        lines.append(f"  <{len(arguments) - _MOST_PARAMETERS} more parameters>")
    if request.files_affected:
        paths = ", ".join(_path(path, whole) for path in request.files_affected)
        lines += wrapped(f"Files affected: {paths}")
    return [*lines, *wrapped(f"Risk level: {literal(request.risk)}"), *changes(request.changes, whole=whole)]


def changes(changed: Sequence[Change], *, whole: bool = False) -> list[str]:
    """What a command changed, line by line, each with the lines of its file that differ."""
    if not changed:
        return []
    lines, left = ["Changes:"], _MOST_DIFF_LINES
    for change in changed if whole else changed[:_MOST_CHANGES]:
        lines += wrapped(f"  {change.change} {_path(change.path, whole)}{_states(change)}")
        differing = [] if change.diff is None else change.diff.splitlines()[2:]
        shown = differing if whole else differing[: max(0, left)]
        left -= len(shown)
        for line in shown:
            lines += wrapped(_OF_FILE + visible(line.replace("\\", "\\\\")))
        if len(shown) < len(differing):
            lines.append(f"  <{len(differing) - len(shown)} more lines that differ>")
    if not whole and len(changed) > _MOST_CHANGES:
        lines.append(f"  <{len(changed) - _MOST_CHANGES} more changes>")
    return lines


def _states(change: Change) -> str:
    """What a change comes to, beside its text."""
    before, after = change.before, change.after
    sides = [_state(side) for side in (before, after) if side is not None]
    if before is not None and after is not None:
        return f": {sides[0]} -> {sides[1]}" if sides[0] != sides[1] else f": {sides[0]}"
    return f": {sides[0]}"


def _state(side: FileState) -> str:
    if side.kind == "link":
        return f"link to {literal(side.target or '')}"
    size = f", {side.size_bytes} bytes" if side.size_bytes is not None else ""
    return f"{side.kind} {side.mode}{size}"


def reasons(request: ApprovalRequest, *, whole: bool = False) -> list[str]:
    """Why policy asks, line by line."""
    return [line for reason in request.reasons for line in wrapped(f"Why: {_text(reason, whole)}")]


def authority(request: ApprovalRequest) -> list[str]:
    """What the call may use, who asks, in which other call it is made, and where it works, line by line."""
    may_use = ", ".join(map(_capability, request.capabilities)) or "nothing"
    lines = [*wrapped(f"May use: {may_use}"), *wrapped(f"Asked by: {literal(request.principal)}")]
    if request.parent is not None:
        lines += wrapped(f"Made in: {literal(request.parent_tool or '')}, call {literal(request.parent)}")
    if request.working_directory is not None:
        lines += wrapped(f"Works in: {literal(request.working_directory)}")
    return lines


def answers(answer: ApprovalAnswer) -> list[str]:
    """Who answered and what, line by line."""
    lines = wrapped(f"Answered by: {literal(answer.approver)}")
    if answer.reason:
        lines += wrapped(f"Reason: {literal(answer.reason)}")
    if answer.arguments is not None:
        lines += wrapped(f"Runs instead: {value_literal(answer.arguments)}")
    return lines


def _is_abbreviated(request: ApprovalRequest) -> bool:
    """Whether less than all is shown at first."""
    return [*reasons(request), *question(request)] != [
        *reasons(request, whole=True),
        *question(request, whole=True),
    ]


def _name(name: str, whole: bool) -> str:
    return literal_name(name) if whole or len(name) <= _LONGEST else _size(name)


def _value(value: object, whole: bool) -> str:
    shown = literal(value) if isinstance(value, str) else value_literal(value)
    if whole or (_is_short(value) if isinstance(value, str) else len(shown) <= _LONGEST):
        return shown
    return _size(value if isinstance(value, str) else shown)


def _text(text: str, whole: bool) -> str:
    return literal(text) if whole or len(text) <= _LONGEST_TEXT else _size(text)


def _path(path: str, whole: bool) -> str:
    """A path in a list: a comma in it must not part it in two."""
    if not whole and len(path) > _LONGEST_TEXT:
        return _size(path)
    return value_literal(path) if "," in path else literal(path)


def _size(text: str) -> str:
    return f"<{len(text.encode(errors='surrogatepass'))} bytes>"


def _is_short(text: str) -> bool:
    return len(text) <= _LONGEST and "\n" not in text


def _capability(data: dict[str, Any]) -> str:
    """A capability in the form that the command line takes, with its bounds behind it."""
    targets = [value for value in data.values() if isinstance(value, list)]
    bounds = {name: value for name, value in data.items() if isinstance(value, int | float)}
    named = (
        ",".join(value_literal(one) if "," in one else literal(one) for one in targets[0]) if targets else ""
    )
    shown = f"{data['type']}={named}" if named else str(data["type"])
    return f"{shown} {value_literal(bounds)}" if bounds else shown


def login() -> str:
    """Who sits here, as a principal: the process's user, whatever its environment says."""
    import pwd

    try:
        return f"user:{pwd.getpwuid(os.getuid()).pw_name}"
    except KeyError:  # a user without a name, as in a container
        return f"user:{os.getuid()}"


async def approve_on_terminal(request: ApprovalRequest) -> ApprovalAnswer:
    """The answer that is typed: y, n, always; ``show`` shows all of everything and asks again."""
    from runtime.contracts.approval import ApprovalAnswer

    _forget_typed_ahead()
    hint = [_HINT] if _is_abbreviated(request) else []
    of_changes = request.changes_digest is not None
    asked = "Make these changes? (y/n): " if of_changes else "Approve? (y/n/always): "
    _put([*reasons(request), *authority(request), *hint, *question(request)])
    while True:
        click.echo(f"\n{asked}", nl=False, err=True)
        typed = (await _typed_line()).strip().lower()
        if typed != b"show":
            break
        _put([*reasons(request, whole=True), *authority(request), *question(request, whole=True)])
    always = typed == b"always" and not of_changes
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
