"""What the calls of one conversation share."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec


class TerminalCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command that ran in the session's terminal."""

    command: str
    exit_code: int | None
    """None where it did not end by itself."""
    output: str
    executed_at_us: int
    """Microseconds since 1970-01-01 UTC."""


@runtime_checkable
class CallSession(Protocol):
    """The session of a call, on the executor's side."""

    @property
    def shell(self) -> tuple[str, str] | None:
        """Principal and name of the virtual shell that its calls share; None where each call has its own."""
        ...


@runtime_checkable
class SessionAccess(Protocol):
    """``ctx.session``: for tools that declare ``session=True``; to others it refuses."""

    @property
    def working_directory(self) -> str:
        """Where terminal commands run, beneath the workspace."""
        ...

    def remember(self, command: str, *, exit_code: int | None, output: str) -> None:
        """Put a command that ran just now at the end of the terminal's history."""
        ...

    def last_command(self) -> TerminalCommand | None:
        """The command that ran last, None where none did."""
        ...
