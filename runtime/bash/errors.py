"""The exceptions: what an embedder can catch, and how control leaves a command early.

ShellError                 a caller's mistake, or a script that is no script
├ ShellSyntaxError         the text is not bash; says where and whether more input would complete it
├ LimitExceeded            a budget is used up; nothing in a script can catch it
└ ExpansionError           an expansion failed; the command (or a non-interactive shell) ends with a status
  ├ BadExpression          arithmetic, before it is known what it stands in
  └ BadArithmetic          arithmetic that throws away a unit
    └ Abandoned            or all of the text

Leave                      how control leaves a command: never an error, never seen by a caller
├ Break, Continue          out of N loops
├ Return                   out of a function or a sourced file
├ Exit                     out of the shell or subshell
└ Killed                   by a signal of the virtual shell

Stopped                    the whole script ends now: what a scheduler throws into every task but the first
"""

from __future__ import annotations

__all__ = [
    "Abandoned",
    "BadArithmetic",
    "BadExpression",
    "Break",
    "Continue",
    "Exit",
    "ExpansionError",
    "Killed",
    "Leave",
    "LimitExceeded",
    "Return",
    "ShellError",
    "ShellSyntaxError",
    "Stopped",
]


class ShellError(Exception):
    """Base of what this package reports."""


class ShellSyntaxError(ShellError):
    """The text is not bash.

    Attributes:
        message: bash's own wording without its prefix, e.g. ``syntax error near unexpected token `)'``.
        line: line of the text, from 1.
        column: column in characters, from 1.
        incomplete: whether more input could still complete the text (an open quote, a missing ``done``).
        source: the offending line as bash echoes it below the message, or "" where bash does not.
        status: the exit status it leaves: 2, but 1 where ``name=(`` is never closed.
        loses_line: whether only the rest of its line is lost, and reading goes on with the next.
    """

    status = 2
    loses_line = False

    def __init__(
        self, message: str, line: int, column: int = 1, *, incomplete: bool = False, source: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.incomplete = incomplete
        self.source = source


class LimitExceeded(ShellError):
    """A budget is used up.

    Attributes:
        code: ``limit.<name>``, e.g. ``limit.commands``; what a response carries as its ``error``.
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.code = f"limit.{name}"
        self.message = message


class ExpansionError(ShellError):
    """An expansion failed: the message is complete but for the ``bash: line N: `` prefix; empty when already written.

    Attributes:
        fatal: whether a non-interactive shell exits (``${x?}``, ``set -u``) or only the command fails.
        status: the exit status it leaves.
    """

    def __init__(self, message: str, *, fatal: bool = False, status: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.fatal = fatal
        self.status = status


class BadExpression(ExpansionError):
    """A text is no arithmetic expression; who evaluates for a command puts its name before the message (``((: ``)."""


class BadArithmetic(ExpansionError):
    """``$((…))`` failed: it throws away the unit it stands in, and no command names itself before the message."""


class Abandoned(BadArithmetic):
    """A subscript, or the value of an integer variable, is no expression: ``eval``, ``source`` and functions end as
    well, and with them all of a ``bash -c``, or the unit of a script that is read bit by bit."""


class Leave(BaseException):
    """How control leaves a command. A BaseException, so that no ``except Exception`` of a command stops it."""


class Break(Leave):
    """Leave ``levels`` enclosing loops."""

    def __init__(self, levels: int) -> None:
        self.levels = levels


class Continue(Leave):
    """Go on with the next round of the ``levels``-th enclosing loop."""

    def __init__(self, levels: int) -> None:
        self.levels = levels


class Return(Leave):
    """Leave a function or a sourced file with ``status``."""

    def __init__(self, status: int) -> None:
        self.status = status


class Exit(Leave):
    """Leave the shell or subshell with ``status``."""

    def __init__(self, status: int) -> None:
        self.status = status


class Killed(Leave):
    """A virtual process is ended by a signal; its status is 128 + ``signal``.

    With ``program`` only the utility that runs in it: a signal to a whole group, from which a trap saves the shell.
    """

    def __init__(self, signal: int, *, program: bool = False) -> None:
        self.signal = signal
        self.program = program


class Stopped(BaseException):
    """The whole script ends now. Not a `Leave`: no shell process may take it for its own end."""
