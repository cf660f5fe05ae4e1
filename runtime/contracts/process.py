"""What a tool may run, and who runs it.

The handle (`runtime.capability.process`) decides which commands, where and within what; the launcher confines and runs them.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

import msgspec

from runtime.contracts.web import Gate

Prefixes = tuple[str, ...]
OnOutput = Callable[[Literal["stdout", "stderr"], bytes], Awaitable[None]]


class ProcessResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a child process ended, and what it wrote."""

    exit_code: int | None
    """None where it did not end by itself; a signal that ended it is ``128 + its number``, as a shell says it."""
    stdout: bytes
    stderr: bytes
    timed_out: bool = False
    truncated: bool = False
    """It wrote more than was wanted: the rest was read and thrown away."""
    exceeded: str = ""
    """The bound that all its processes together were over, where that ended it: ``cpu_s``, ``memory_bytes`` or ``processes``."""
    unconfined: tuple[str, ...] = ()
    """Walls that its grants rest on and that are missing here: settings let it run all the same."""
    duration_ms: float = 0.0


class Stage(Protocol):
    """What takes the changes of a command that writes to a layer of its own."""

    def receive(self, layer: int) -> None:
        """Own the descriptor of the layer's folder; the command has ended of itself, with all that it started."""
        ...


class Spawn(msgspec.Struct, frozen=True, kw_only=True):
    """One child process and what confines it."""

    argv: tuple[str, ...]
    workspace: Path
    working_directory: str
    """Beneath the workspace."""
    environment: Mapping[str, str]
    stdin: bytes | AsyncIterable[bytes]
    """What it reads; pieces are written as they come, and its input ends with them."""
    timeout_s: float
    max_output_bytes: int | None
    """Of stdout and stderr together; None keeps nothing: all of it goes to ``on_output``, for as long as the process runs."""
    cpu_s: float | None
    memory_bytes: int | None
    read: Prefixes
    """What it may read in the workspace; of the system it reads what programs need to run."""
    write: Prefixes
    hidden: Prefixes
    """Places in the workspace that it must not see at all."""
    locked: Prefixes
    """Places in the workspace that it may read and must not change."""
    commands: Prefixes | None = None
    """The only commands that may be executed, by name; None for any."""
    network: Gate | None = None
    """What it may reach of the web, through a proxy that asks here; None for nothing."""
    program: tuple[Path, str] | None = None
    """A file outside the workspace that it is shown, to read and to execute, and where it sees it."""
    stage: Stage | None = None
    """Where its changes go instead of to the workspace, which stays as it is; None lets it change the workspace."""


class KeptFor(msgspec.Struct, frozen=True, kw_only=True):
    """One call of a process that serves many, and whose process it is."""

    owner: str
    """On whose behalf, and with which grants: no two owners share a process."""
    tool: str
    """The tool's name: processes of another file under the same name are ended."""
    request: bytes
    """What it reads, up to a line's end."""
    accepts: Callable[[bytes], bool]
    """Whether an answer is one, so that the process may serve again."""


class Served(msgspec.Struct, frozen=True, kw_only=True):
    """How one call of a process that serves many ended."""

    answer: bytes | None
    """The line that it answered with; None where none came."""
    result: ProcessResult
    """What it wrote to stderr meanwhile, and how it ended, where it has; an exit code of 0 is that of one that goes on."""
    strayed: bool = False
    """It wrote more than one line, so that nobody knows which is the answer; it was ended."""


class Launcher(Protocol):
    """Runs child processes, and every process that they start, to their end."""

    @property
    def enforces(self) -> frozenset[str]:
        """What held for the last command, by the names of the launcher's walls and bounds."""
        ...

    async def launch(
        self, spawn: Spawn, *, cancelled: Callable[[], bool], on_output: OnOutput | None = None
    ) -> ProcessResult:
        """Run it; ``on_output`` is awaited with what it writes, as far as that is kept. At its deadline, or when the call is cancelled, everything that it started is killed.

        A stage is given the layer where the command ended of itself, and nothing otherwise.

        Raises:
            FileNotFoundError, PermissionError: the command cannot be run; ``filename`` is its name.
            BackendUnavailable: a protection that the settings require is missing here.
        """
        ...

    async def exchange(self, spawn: Spawn, kept: KeptFor, *, cancelled: Callable[[], bool]) -> Served:
        """Have a process that serves many calls answer one: a kept one of the same owner, for the same spawn, or a new one.

        Between calls, everything that it started is stopped. It is ended, with all that, at the call's deadline, when the call is cancelled, when it wrote anything but
        one line that is accepted, and when it left another process running.

        Raises:
            FileNotFoundError, PermissionError: it cannot be run; ``filename`` is its name.
            BackendUnavailable: a protection that the settings require is missing here.
        """
        ...


@runtime_checkable
class ProcessAccess(Protocol):
    """``ctx.process``: the granted commands, as child processes confined to the capabilities of the call.

    A command that is not granted raises CapabilityExceeded. Files and network are those of the call's own grants.
    """

    async def run(
        self,
        argv: Sequence[str],
        *,
        working_directory: str = ".",
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
        max_output_bytes: int | None = None,
        stream: bool = False,
    ) -> ProcessResult: ...

    def run_sync(
        self,
        argv: Sequence[str],
        *,
        working_directory: str = ".",
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
        max_output_bytes: int | None = None,
        stream: bool = False,
    ) -> ProcessResult:
        """`run` for plain functions, which run in a worker thread."""
        ...

    async def shell(
        self,
        command: str,
        *,
        working_directory: str = ".",
        timeout_s: float | None = None,
        max_output_bytes: int | None = None,
        stream: bool = False,
    ) -> ProcessResult:
        """Run a command line in the user's shell.

        Where the grant names commands instead of ``*``, the line is read first: each command in it must be written out and
        granted, and what cannot be known from the text is refused.
        """
        ...
