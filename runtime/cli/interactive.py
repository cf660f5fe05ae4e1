"""The interactive prompt of the virtual shell: history, continuation lines, one budget a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runtime.cli.terminal import show

if TYPE_CHECKING:
    from runtime.bash import Bash

_FIRST = "virtual:$ "
_NEXT = "> "


def converse(shell: Bash) -> int:
    """Read commands until ``exit`` or end of input; the last one's exit status."""
    _edit_lines()
    click.echo("A bash that touches nothing of this machine; exit or ctrl-D ends it.", err=True)
    status = 0
    while True:
        try:
            text = _read()
            if text is None:
                click.echo(err=True)
                return status
            done = shell.exec_sync(text, on_output=show, binary=True)
        except KeyboardInterrupt:
            click.echo(err=True)
            status = 130
            continue
        status = done.exit_code
        if done.exited:
            return status


def _edit_lines() -> None:
    """Give ``input`` line editing and a history, where this Python has them."""
    try:
        import readline
    except ImportError:  # pragma: no cover - Pythons built without it
        return
    readline.set_history_length(1000)


def _read() -> str | None:
    """One whole command, over as many lines as it takes; None at the end of input."""
    from runtime.bash import ShellSyntaxError, parse

    text = ""
    while True:
        try:
            text += input(_NEXT if text else _FIRST) + "\n"
        except EOFError:
            return text or None
        try:
            parse(text)
        except ShellSyntaxError as error:
            if error.incomplete:
                continue
        return text
