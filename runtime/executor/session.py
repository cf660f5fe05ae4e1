"""What the calls of one conversation share: where its terminal stands, and what ran there."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque

from runtime.contracts.capability import normal_prefix
from runtime.contracts.errors import InputInvalid
from runtime.contracts.invocation import CALL_ID
from runtime.contracts.session import TerminalCommand

KEPT_COMMANDS = 100
KEPT_OUTPUT = 65_536
"""Characters of a command's output that are remembered."""
_MOST_SESSIONS = 1024


class Session:
    """One conversation; hand the same one to each of its calls.

    ::

        session = Session(working_directory="src")
        await executor.call("run_in_terminal", {"command": "make"}, session=session)
        await executor.call("terminal_last_command", {}, session=session)

    A call without one shares the session of its principal, in this executor.
    """

    def __init__(self, *, working_directory: str = ".", name: str | None = None) -> None:
        """Begin with nothing remembered.

        Args:
            working_directory: Where terminal commands run, beneath the workspace.
            name: Of the virtual shell that the calls share, and later ones of the same principal under this name, also
                after a restart; without one each call of ``bash`` has a fresh shell.

        Raises:
            InputInvalid: the folder leads out of the workspace; the name is no name.
        """
        if name is not None and not (isinstance(name, str) and CALL_ID.fullmatch(name)):
            raise InputInvalid(
                "name must be 1 to 128 letters, digits or ._:- and start with a letter or digit", field="name"
            )
        self.name = name
        try:
            self.working_directory = normal_prefix(working_directory)
        except (TypeError, ValueError, AttributeError) as error:
            raise InputInvalid(
                f"working_directory: {error}",
                suggestion="Name a folder beneath the workspace, relative to it.",
                field="working_directory",
            ) from None
        self._commands: deque[TerminalCommand] = deque(maxlen=KEPT_COMMANDS)

    def remember(self, command: str, *, exit_code: int | None, output: str) -> None:
        """Put a command that ran just now at the end of the history; the oldest gives way."""
        self._commands.append(
            TerminalCommand(
                command=command,
                exit_code=exit_code,
                output=output[:KEPT_OUTPUT],
                executed_at_us=time.time_ns() // 1000,
            )
        )

    def last_command(self) -> TerminalCommand | None:
        """The command that ran last, None where none did."""
        return self._commands[-1] if self._commands else None

    def commands(self) -> list[TerminalCommand]:
        """The history, the oldest first."""
        return list(self._commands)


class PinnedSession:
    """A session as one call sees it: in the folder where it stood when an approver was asked, whoever moves it since."""

    def __init__(self, session: Session, principal: str = "") -> None:
        """Keep the folder; the history stays the session's."""
        self.shell = None if session.name is None else (principal, session.name)
        self.working_directory = session.working_directory
        self.remember = session.remember
        self.last_command = session.last_command


class Sessions:
    """The sessions of calls that name none: one a principal, and not without end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_principal: OrderedDict[str, Session] = OrderedDict()

    def of(self, principal: str) -> Session:
        """The session that calls of this principal share."""
        with self._lock:
            session = self._by_principal.pop(principal, None) or Session()
            self._by_principal[principal] = session
            if len(self._by_principal) > _MOST_SESSIONS:
                self._by_principal.popitem(last=False)
            return session

    def for_call(
        self, call_session: Session | None, principal: str, *, uses_session: bool
    ) -> PinnedSession | None:
        """What a call shares with others: the session that it names, else its principal's; None where its tool uses none."""
        return PinnedSession(call_session or self.of(principal), principal) if uses_session else None
