"""How an awk program ends before its time."""

from __future__ import annotations

__all__ = ["AwkError", "AwkRefused", "AwkSyntaxError", "Exit", "Next", "NextFile"]


class AwkError(Exception):
    """The program cannot go on; the message lacks its prefix. ``line`` is the program's, 0 where none is known."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class AwkRefused(AwkError):
    """What is said without naming a line: a file that is not there, or more than this awk gives a program."""


class AwkSyntaxError(AwkError):
    """The text is no program."""


class Next(Exception):
    """``next`` inside a function."""


class NextFile(Exception):
    """``nextfile``."""


class Exit(Exception):
    """``exit``; None keeps the status that an earlier one set."""

    def __init__(self, status: int | None) -> None:
        super().__init__(status)
        self.status = status
