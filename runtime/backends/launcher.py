"""Runs child processes, confined by the kernel (Linux) to what a call was granted.

Each command is started by a small program of its own (`runtime.backends._confine`), which confines itself and then becomes
the command: nothing of this process, its threads, its descriptors or its environment goes along.

1. A scratch folder is made: HOME and TMPDIR of the command. It goes when the command has ended.
2. The program is started in a session of its own, with what to run in an unnamed file.
3. Its outputs are read as they come, up to the budget; the rest is read and thrown away, so that nobody blocks.
4. At the deadline, or when the call is cancelled, the whole session is killed, and with the first process of its namespace
   everything that it ever started.
5. A reserved place that was not there before and is now is removed: no command makes the runtime's rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import marshal
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from runtime.contracts.errors import BackendFault, BackendUnavailable
from runtime.contracts.process import ProcessResult, Spawn

__all__ = ["PROTECTIONS", "ConfinedLauncher", "Protection"]

Protection = Literal["required", "best-effort"]
"""Whether a command is refused where the kernel lacks a part, or runs without it."""

PROTECTIONS = {
    "filesystem": "files beneath what is granted (Landlock)",
    "hidden": "secrets covered, rules read-only (mounts)",
    "network": "no network (namespace)",
    "processes": "nothing outlives a command (namespace)",
    "proc": "no process of others (own /proc)",
    "count": "a number of processes (namespace)",
    "files": "sizes of files (rlimit)",
    "cpu_s": "processor time (rlimit)",
    "memory_bytes": "memory (rlimit)",
}
"""What a command can be held to, by the names that `ConfinedLauncher.enforces` uses. The first three can be required."""
MAX_PROCESSES = 512
MAX_FILE_BYTES = 1024 * 1024 * 1024
_PROGRAM = Path(__file__).with_name("_confine.py")
_CHUNK = 65_536
_POLL_S = 0.05
"""How soon a cancelled call is noticed: a blocking tool has no task that could be cancelled."""
_DRAIN_S = 1.0
"""How long outputs may stay open after the command's end, where a process that left its session holds them."""


class ConfinedLauncher:
    """Implements `runtime.contracts.process.Launcher`."""

    def __init__(self, *, protection: Protection = "best-effort", system: Sequence[str] = ()) -> None:
        """Touch nothing yet.

        Args:
            protection: ``required`` refuses a command where file or network confinement is missing.
            system: Folders outside the workspace that commands may read and execute, beside /usr, /etc and their like.
        """
        self._protection = protection
        self._system = tuple(system)
        self._held: frozenset[str] = frozenset()

    @property
    def enforces(self) -> frozenset[str]:
        """What held for the last command; empty before the first."""
        return self._held

    async def launch(self, spawn: Spawn, *, cancelled: Callable[[], bool]) -> ProcessResult:
        """See `runtime.contracts.process.Launcher`."""
        started = time.monotonic()
        with _scratch() as scratch, _watched(spawn):
            run = _Run(spawn, self._specification(spawn, scratch))
            try:
                await run.start()
                held = self._held = await run.confined()
                await run.finish(started + spawn.timeout_s, cancelled)
            finally:
                await run.kill()
            return run.result((time.monotonic() - started) * 1000, unconfined=_needed(spawn) - held)

    def _specification(self, spawn: Spawn, scratch: str) -> dict[str, Any]:
        root = os.path.realpath(spawn.workspace)

        def real(places: Sequence[str]) -> list[str]:
            return [os.path.join(root, place) if place != "." else root for place in places]  # noqa: PTH118

        return {
            "argv": spawn.argv,
            "environment": {"HOME": scratch, "TMPDIR": scratch} | dict(spawn.environment),
            "folder": os.path.realpath(os.path.join(root, spawn.working_directory)),  # noqa: PTH118
            "read": [*real(spawn.read), scratch],
            "write": [*real(spawn.write), scratch],
            "hidden": real(spawn.hidden),
            "locked": [place for place in real(spawn.locked) if place not in real(spawn.hidden)],
            "system": self._system,
            "network": spawn.network,
            "cpu_s": spawn.cpu_s,
            "memory_bytes": spawn.memory_bytes,
            "processes": MAX_PROCESSES,
            "file_bytes": MAX_FILE_BYTES,
            "required": sorted(_needed(spawn)) if self._protection == "required" else [],
        }


class _Run:
    """One command from its start to its end."""

    def __init__(self, spawn: Spawn, specification: dict[str, Any]) -> None:
        self._spawn = spawn
        self._specification = specification
        self._budget = spawn.max_output_bytes
        self._outputs = (bytearray(), bytearray())
        self._truncated = False
        self._timed_out = False
        self._process: asyncio.subprocess.Process | None = None
        self._said = -1
        self._work: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Steps 2 and 3."""
        with contextlib.ExitStack() as handed_over:
            try:
                specification = os.memfd_create("command", 0)
                handed_over.callback(os.close, specification)
                self._said, say = os.pipe()
                handed_over.callback(os.close, say)
                os.write(specification, marshal.dumps(self._specification))
                os.lseek(specification, 0, os.SEEK_SET)
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *("-I", "-S", str(_PROGRAM), str(specification), str(say)),
                    stdin=asyncio.subprocess.PIPE if self._spawn.stdin else asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    pass_fds=(specification, say),
                    start_new_session=True,
                    env={},
                    cwd="/",
                )
            except OSError as error:
                raise BackendUnavailable(f"no process can be started: {error.strerror}") from None
        streams = [s for s in (self._process.stdout, self._process.stderr) if s is not None]  # pipes, both
        self._work = [
            asyncio.create_task(self._collect(*pair)) for pair in zip(streams, self._outputs, strict=True)
        ]

    async def confined(self) -> frozenset[str]:
        """What the program says before it becomes the command.

        Raises:
            OSError: the command cannot be run; ``filename`` is its name.
            BackendUnavailable: a protection is missing, and required.
            BackendFault: the program broke.
        """
        with os.fdopen(self._said, "rb", buffering=0) as pipe:
            reader = asyncio.StreamReader()
            loop = asyncio.get_running_loop()
            transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
            try:
                lines = (await reader.read()).splitlines()
            finally:
                transport.close()
        said = dict(line.decode().partition(" ")[::2] for line in lines)
        if number := int(said.get("folder") or said.get("errno") or 0):
            named = self._spawn.working_directory if "folder" in said else self._spawn.argv[0]
            raise OSError(number, os.strerror(number), named)
        if missing := said.get("missing", "").split():
            raise BackendUnavailable(
                f"this machine cannot hold a command to its {' and '.join(missing)}",
                suggestion="Run `runtime doctor`; or set process.protection to best-effort, and know what that means.",
                missing=missing,
            )
        if "held" not in said:
            raise BackendFault("a command could not be confined")
        return frozenset(said["held"].split())

    async def finish(self, deadline_s: float, cancelled: Callable[[], bool]) -> None:
        """Wait for the end of the command, of its time, or of the call."""
        assert self._process is not None  # noqa: S101
        if self._process.stdin is not None:
            self._work.append(asyncio.create_task(self._feed(self._process.stdin)))
        ended = asyncio.create_task(self._process.wait())
        try:
            while not ended.done():
                left_s = deadline_s - time.monotonic()
                if left_s <= 0 or cancelled():
                    self._timed_out = True
                    return
                await asyncio.wait((ended,), timeout=min(left_s, _POLL_S))
        finally:
            ended.cancel()

    async def kill(self) -> None:
        """End everything that is left, and take what it had written."""
        if self._process is None:
            if self._said >= 0:
                os.close(self._said)
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        _, late = await asyncio.wait(self._work, timeout=_DRAIN_S)
        for task in late:
            task.cancel()

    def result(self, duration_ms: float, *, unconfined: frozenset[str]) -> ProcessResult:
        """How it ended."""
        assert self._process is not None  # noqa: S101
        status = self._process.returncode
        return ProcessResult(
            exit_code=None if self._timed_out or status is None else status if status >= 0 else 128 - status,
            stdout=bytes(self._outputs[0]),
            stderr=bytes(self._outputs[1]),
            timed_out=self._timed_out,
            truncated=self._truncated,
            unconfined=tuple(sorted(unconfined)),
            duration_ms=duration_ms,
        )

    async def _collect(self, stream: asyncio.StreamReader, kept: bytearray) -> None:
        while chunk := await stream.read(_CHUNK):
            wanted = chunk[: self._budget]
            self._budget -= len(wanted)
            self._truncated |= len(wanted) < len(chunk)
            kept += wanted

    async def _feed(self, stream: asyncio.StreamWriter) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            stream.write(self._spawn.stdin)
            await stream.drain()
        stream.close()


def _needed(spawn: Spawn) -> frozenset[str]:
    """What the grants of its call rest on."""
    return frozenset({"filesystem", "hidden"} | (set() if spawn.network else {"network"}))


@contextlib.contextmanager
def _scratch() -> Iterator[str]:
    try:
        folder = tempfile.mkdtemp(prefix="runtime-")
    except OSError as error:  # a full disk; as it is, a tool would take it for a command that is not there
        raise BackendUnavailable(f"no scratch folder can be made: {error.strerror}") from None
    try:
        yield os.path.realpath(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _watched(spawn: Spawn) -> Iterator[None]:
    """Step 5: mounts cover what is there; what is not must not come to be."""
    places = [spawn.workspace / place for place in {*spawn.hidden, *spawn.locked}]
    absent = [place for place in places if not os.path.lexists(place)]
    try:
        yield
    finally:
        for place in absent:
            if os.path.lexists(place):
                _remove(place)


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            place.unlink()
