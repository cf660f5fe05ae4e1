"""The virtual shell as a tool gets it: ``ctx.shell``, and what a call's scripts used."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol, runtime_checkable

import msgspec

from runtime.contracts.llm_tool import StatusCallback, ToolResponse

SHELL_HOME = "/workspace"
"""Where scripts begin, and where the granted parts of the workspace are shown."""


class ScriptUse(msgspec.Struct, frozen=True, kw_only=True):
    """What the scripts of one call used, all together."""

    scripts: int = 0
    commands: int = 0
    loop_iterations: int = 0
    output_bytes: int = 0
    duration_us: int = 0
    ended_by: str | None = None
    """What ended the last script that did not end by itself: ``limit.commands``, ``syntax``, ``cancelled``."""

    def plus(self, other: ScriptUse) -> ScriptUse:
        """Both together."""
        return ScriptUse(
            scripts=self.scripts + other.scripts,
            commands=self.commands + other.commands,
            loop_iterations=self.loop_iterations + other.loop_iterations,
            output_bytes=self.output_bytes + other.output_bytes,
            duration_us=self.duration_us + other.duration_us,
            ended_by=other.ended_by or self.ended_by,
        )


class KeptShell(Protocol):
    """The shell of a session while a call has it to itself."""

    @property
    def snapshot(self) -> bytes | None:
        """The shell as the last call left it; None where there was none."""
        ...

    @property
    def key(self) -> bytes:
        """What its snapshots are authenticated with."""
        ...

    def keep(self, snapshot: bytes) -> None:
        """Leave the shell to the next call. Raises ToolError where it is too large."""
        ...


class ShellStore(Protocol):
    """Keeps shells between calls, each for one principal."""

    def hold(self, principal: str, name: str) -> AbstractContextManager[KeptShell]:
        """Have a session to oneself. Raises ToolError where another call has it, or it cannot be read."""
        ...


class ScriptShell(Protocol):
    """A shell that somebody made; `runtime.bash.Bash` is one."""

    async def exec(self, script: str, *, on_output: Any = None) -> Any:
        """Run a script to its end."""
        ...


@runtime_checkable
class ShellAccess(Protocol):
    """``ctx.shell``: the virtual bash with what the call was granted, and nothing else of this machine.

    ``fs_read`` and ``fs_write`` show their places beneath ``/workspace``, ``net_read`` and ``net_write`` let ``curl`` and
    ``wget`` reach their servers, ``clock_read`` gives real time, ``random_read`` chance, ``env_read`` the named variables.
    """

    async def run(self, commands: str, *, on_status: StatusCallback | None = None) -> ToolResponse:
        """Run a script in a fresh shell, or in the session's; never raises for what the script does."""
        ...

    async def run_in(
        self, shell: ScriptShell, commands: str, *, on_status: StatusCallback | None = None
    ) -> ToolResponse:
        """`run` in a shell of the tool's own, which has what the tool gave it; what the script uses is recorded all the same."""
        ...
