"""``ctx.session``: for tools that declared it. What ran in a terminal may hold secrets of other calls."""

from __future__ import annotations

from runtime.capability.check_log import CheckLog
from runtime.contracts.errors import CapabilityExceeded
from runtime.contracts.session import CallSession, SessionAccess, TerminalCommand


class SessionHandle:
    """Implements `runtime.contracts.session.SessionAccess` over the session of the call."""

    __slots__ = ("_ledger", "_session")

    def __init__(self, session: SessionAccess | None, ledger: CheckLog) -> None:
        """Keep the session; None where the tool did not declare it."""
        self._session = session
        self._ledger = ledger

    @property
    def shell_key(self) -> tuple[str, str] | None:
        """Principal and name of the virtual shell that the session's calls share; None where each has its own."""
        return self._session.shell if isinstance(self._session, CallSession) else None

    @property
    def working_directory(self) -> str:
        """Where terminal commands run, beneath the workspace."""
        return self._admitted().working_directory

    def remember(self, command: str, *, exit_code: int | None, output: str) -> None:
        """Put a command that ran just now at the end of the terminal's history."""
        self._admitted().remember(command, exit_code=exit_code, output=output)

    def last_command(self) -> TerminalCommand | None:
        """The command that ran last, None where none did."""
        return self._admitted().last_command()

    def _admitted(self) -> SessionAccess:
        if self._session is None:
            error = CapabilityExceeded(
                "the session is not given to this tool",
                suggestion="Have its author declare session=True.",
                capability="session",
            )
            self._ledger.deny("session", "*", error)
        self._ledger.require_open("session")
        return self._session
