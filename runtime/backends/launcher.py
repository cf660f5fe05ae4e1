"""Runs child processes, confined by the kernel (Linux) to what a call was granted.

A helper program of its own (`runtime.backends._confinement.starter`) starts commands: nothing of this process, its threads, its
descriptors or its environment goes along. It is started with the first command and ends with this process.

1. What to run is written into an unnamed file, which goes to the helper together with the ends of pipes.
2. The helper forks; the fork builds a tree for the command, confines itself, and becomes it.
3. The command's outputs are read as they come, up to the budget; the rest is read and thrown away, so that nobody blocks.
4. At the deadline, or when the call is cancelled, the socket to the fork closes: it kills everything that the command ever
   started, waits until it is gone, and ends.

The command's files of its own lie in memory and go with its namespace: there is nothing here to clean up.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from runtime.backends._channel import hear, pipe, raise_what_was_said, ready, write_specification
from runtime.backends._confinement.executables import find_executables
from runtime.backends._confinement.loopback import PROXY
from runtime.backends._kept import KeptProcess, KeptProcesses
from runtime.backends._resolver import Resolver
from runtime.contracts.errors import BackendFault, BackendUnavailable
from runtime.contracts.process import KeptFor, OnOutput, ProcessResult, Served, Spawn
from runtime.contracts.web import Gate

__all__ = ["PROTECTIONS", "ConfinedLauncher", "Protection"]

Protection = Literal["required", "best-effort"]
"""Whether a command is refused where the kernel lacks a part, or runs without it."""

PROTECTIONS = {
    "filesystem": "a tree of files built for the command (mount and user namespaces)",
    "hidden": "what governs the runtime absent or read-only, and its folders locked (mounts)",
    "landlock": "the same files once more (Landlock)",
    "syscalls": "no system calls that commands have no use for (seccomp)",
    "network": "no network but a proxy that asks (namespace)",
    "processes": "nothing outlives a command (namespace)",
    "proc": "no process of others (own /proc)",
    "execute": "no executable but those that are named (Landlock, mounts)",
    "scratch": "files of its own, with a quota (tmpfs)",
    "count": "a number of processes (namespace)",
    "files": "sizes of files (rlimit)",
    "cpu_s": "processor time of all its processes (supervision, rlimit)",
    "memory_bytes": "memory of all its processes (supervision, rlimit)",
    "changes": "changes of a reviewed command in a layer of its own (overlay)",
}
"""What a command can be held to, by the names that `ConfinedLauncher.enforces` uses."""
MAX_PROCESSES = 512
MAX_FILE_BYTES = 1024 * 1024 * 1024
SCRATCH_BYTES = 512 * 1024 * 1024
CHANGES_BYTES = 256 * 1024 * 1024
CHANGES_FILES = 32_768
"""What the layer of a reviewed command holds, which is memory until they are decided."""
DEFAULT_CPU_S = 1_800.0
KEPT_S = 60.0
"""How long a process that serves many calls waits for another one, before it ends."""
_MOST_MEMORY_BYTES = 8 * 1024 * 1024 * 1024
_PROGRAM = Path(__file__).parent / "_confinement" / "starter.py"
_ROOT = Path(__file__).parents[2]
_CHUNK = 65_536
_POLL_S = 0.05
"""How soon a cancelled call is noticed: a blocking tool has no task that could be cancelled."""
_DRAIN_S = 5.0
"""How long a command's processes may take to go after they were killed."""
_HOME, _TEMPORARY = "/scratch/home", "/scratch/tmp"


def default_memory_bytes() -> int:
    """What all processes of a command may have in memory where nobody says: half of the machine's, and 8 GiB at most."""
    return min(_MOST_MEMORY_BYTES, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)


class ConfinedLauncher:
    """Implements `runtime.contracts.process.Launcher`."""

    def __init__(self, *, protection: Protection = "best-effort", system: Sequence[str] = ()) -> None:
        """Start nothing yet.

        Args:
            protection: ``required`` refuses a command where a wall that its grants rest on is missing.
            system: Folders outside the workspace that commands may read and execute, beside /usr and its like.
        """
        self._protection = protection
        self._system = tuple(system)
        self._held: frozenset[str] = frozenset()
        self._starter = _Starter()
        self._resolver = Resolver()
        self._kept = KeptProcesses(default_memory_bytes())
        weakref.finalize(self, self._starter.close)

    def close(self) -> None:
        """End the helper, and with it what it started; the next command starts another one."""
        self._kept.close()
        self._starter.close()

    @property
    def enforces(self) -> frozenset[str]:
        """What held for the last command; empty before the first."""
        return self._held

    async def launch(
        self, spawn: Spawn, *, cancelled: Callable[[], bool], on_output: OnOutput | None = None
    ) -> ProcessResult:
        """See `runtime.contracts.process.Launcher`."""
        started = time.monotonic()
        run = _Run(spawn, self._resolver, on_output)
        try:
            await run.start(self._starter, self._specification(spawn))
            await run.finish(started + spawn.timeout_s, cancelled)
            run.hand_over()
        finally:
            await run.kill()
        self._held = run.held
        return run.result((time.monotonic() - started) * 1000, unconfined=_needed(spawn) - run.held)

    async def exchange(self, spawn: Spawn, kept: KeptFor, *, cancelled: Callable[[], bool]) -> Served:
        """See `runtime.contracts.process.Launcher`."""
        return await self._kept.exchange(
            spawn, kept, start=self._start_kept, needed=_needed(spawn), cancelled=cancelled
        )

    def _start_kept(self, spawn: Spawn) -> KeptProcess:
        specification = self._specification(spawn) | {"kept_s": KEPT_S}
        return KeptProcess(self._starter.send, specification, self._resolver)

    def _specification(self, spawn: Spawn) -> dict[str, Any]:
        root = os.path.realpath(spawn.workspace)
        environment = (
            {"HOME": _HOME, "TMPDIR": _TEMPORARY} | dict(spawn.environment) | _proxied(spawn.network)
        )
        declared = {"cpu_s": spawn.cpu_s, "memory_bytes": spawn.memory_bytes}
        return {
            "argv": spawn.argv,
            "environment": environment,
            "root": root,
            "folder": spawn.working_directory,
            "read": spawn.read,
            "write": spawn.write,
            "hidden": spawn.hidden,
            "locked": spawn.locked,
            "system": self._system,
            "network": spawn.network is not None,
            "program": None if spawn.program is None else (str(spawn.program[0]), spawn.program[1]),
            "execute": _execute(spawn, root, environment.get("PATH", "")),
            "cpu_s": DEFAULT_CPU_S if spawn.cpu_s is None else spawn.cpu_s,
            "memory_bytes": default_memory_bytes() if spawn.memory_bytes is None else spawn.memory_bytes,
            # A bound that somebody stated is a promise, whatever the settings say of protections.
            "declared": [name for name, bound in declared.items() if bound is not None]
            + ([] if spawn.stage is None else ["changes"]),
            "review": spawn.stage is not None,
            "changes_bytes": CHANGES_BYTES,
            "changes_files": CHANGES_FILES,
            "begun_ns": time.time_ns(),
            "processes": MAX_PROCESSES,
            "file_bytes": MAX_FILE_BYTES,
            "kept_s": 0.0,
            "required": sorted(_needed(spawn)) if self._protection == "required" else [],
        }


class _Starter:
    """The helper process: started when first needed, and anew where it has gone."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def send(self, message: bytes, descriptors: Sequence[int]) -> None:
        """Hand a command over.

        Raises:
            OSError: no helper can be started.
        """
        extra = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        with self._lock:
            for last in (False, True):
                channel = self._running()
                try:
                    channel.sendmsg([message], extra)
                    return
                except (BrokenPipeError, ConnectionResetError):
                    self._end()
                    if last:
                        raise

    def close(self) -> None:
        """End the helper, and with it what it started."""
        with self._lock:
            self._end()

    def _running(self) -> socket.socket:
        if self._socket is not None and self._owner == os.getpid():
            return self._socket
        # In a fork of the process that started it, the helper is another's.
        self._socket = self._process = None
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                self._process = subprocess.Popen(  # noqa: S603  # the interpreter and a file of ours
                    [
                        sys.executable,
                        "-I",
                        "-S",
                        str(_PROGRAM),
                        *map(str, (theirs.fileno(), _ROOT, SCRATCH_BYTES, MAX_PROCESSES)),
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                    env={},
                    cwd="/",
                )
            except OSError:
                ours.close()
                raise
        self._socket, self._owner = ours, os.getpid()
        return ours

    def _end(self) -> None:
        if self._socket is not None and self._owner == os.getpid():
            # A fork of this process may hold the socket, too; this ends it for all of them.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
            if self._process is not None:
                self._process.wait()
        self._socket = self._process = None


class _Run:
    """One command from its start to its end."""

    def __init__(self, spawn: Spawn, resolver: Resolver, on_output: OnOutput | None = None) -> None:
        self._spawn = spawn
        self._resolver = resolver
        self._on_output = on_output
        self._over = asyncio.Event()
        self._budget = spawn.max_output_bytes
        self._outputs = (bytearray(), bytearray())
        self._truncated = False
        self._timed_out = False
        self._status: socket.socket | None = None
        self._changes: socket.socket | None = None
        self._said: dict[str, list[str]] = {}
        self._ending: asyncio.Task[None] | None = None
        self._work: list[asyncio.Task[None]] = []
        self._talk: list[asyncio.Task[None]] = []
        """What writes the pieces of its input, for as long as it lives."""
        self._gate: socket.socket | None = None
        self._proxy: asyncio.Task[None] | None = None

    @property
    def held(self) -> frozenset[str]:
        """What the fork says that it was held to."""
        return frozenset(self._said.get("held", ()))

    async def start(self, starter: _Starter, specification: dict[str, Any]) -> None:
        """Steps 1 and 2."""
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as handed_over:
            try:
                written = write_specification(specification)
                handed_over.callback(os.close, written)
                self._status, theirs = socket.socketpair()
                handed_over.callback(theirs.close)
                outputs = [pipe(ours, handed_over) for _ in self._outputs]
                given = [pipe(handed_over, ours)[::-1]] if self._spawn.stdin else []
                gates: list[int] = []
                if self._spawn.network is not None:
                    self._gate, gate = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                    handed_over.callback(gate.close)
                    gates = [gate.fileno()]
                sent = [
                    written,
                    theirs.fileno(),
                    *(write for _, write in outputs),
                    *(end for _, end in given),
                    *gates,
                ]
                if self._spawn.stage is not None:
                    self._changes, sending = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                    handed_over.callback(sending.close)
                    sent.append(sending.fileno())
                starter.send(b"command", sent)
            except OSError as error:
                raise BackendUnavailable(f"no process can be started: {error.strerror}") from None
            handed_over.close()
            self._work = [
                asyncio.create_task(self._collect(outputs[0][0], self._outputs[0], "stdout")),
                asyncio.create_task(self._collect(outputs[1][0], self._outputs[1], "stderr")),
            ]
            feeding = [asyncio.create_task(self._feed(write)) for write, _ in given]
            if isinstance(self._spawn.stdin, bytes):
                self._work += feeding
            else:
                self._talk = feeding
            ours.pop_all()
        if self._gate is not None:
            self._proxy = asyncio.create_task(self._let_out(self._gate))
        self._ending = asyncio.create_task(self._listen(self._status))

    async def _listen(self, status: socket.socket) -> None:
        """What the fork says, until its end closes: nothing of the command is left then."""
        status.setblocking(False)
        loop = asyncio.get_running_loop()
        heard = b""
        while chunk := await loop.sock_recv(status, _CHUNK):
            heard += chunk
            hear(self._said, heard)

    async def _let_out(self, gate: socket.socket) -> None:
        """Answer on the socket that was made in the command's network, until cancelled."""
        from runtime.backends._proxy import serve  # most commands have no network

        assert self._spawn.network is not None  # noqa: S101
        gate.setblocking(False)
        loop = asyncio.get_running_loop()
        made = asyncio.Event()
        loop.add_reader(gate, made.set)
        try:
            await made.wait()
        finally:
            loop.remove_reader(gate)
        _, descriptors, _, _ = socket.recv_fds(gate, 16, 1)
        for descriptor in descriptors:
            with socket.socket(fileno=descriptor) as listening:
                await serve(listening, self._spawn.network, self._resolver)

    async def finish(self, deadline_s: float, cancelled: Callable[[], bool]) -> None:
        """Wait for the end of the command, of its time, or of the call.

        Raises:
            OSError: the command cannot be run; ``filename`` is its name.
            BackendUnavailable: a protection is missing, and required.
            BackendFault: the helper broke.
        """
        assert self._ending is not None  # noqa: S101
        while not self._ending.done():
            left_s = deadline_s - time.monotonic()
            if left_s <= 0 or cancelled():
                self._timed_out = True
                return
            # Who talks with a process holds the task that runs it: there is no flag to look at.
            look_s = left_s if self._spawn.max_output_bytes is None else _POLL_S
            await asyncio.wait((self._ending,), timeout=min(left_s, look_s))
        self._stop_talking()
        # What is left of its output is handed on as slowly as it is taken, within the same time.
        while (
            self._on_output is not None and (left_s := deadline_s - time.monotonic()) > 0 and not cancelled()
        ):
            if not (await asyncio.wait(self._work, timeout=min(left_s, _POLL_S)))[1]:
                break
        raise_what_was_said(self._said, self._spawn)

    def hand_over(self) -> None:
        """Give the stage what the command changed, where it ended of itself."""
        if (
            self._changes is None
            or self._spawn.stage is None
            or self._timed_out
            or any(self._said["ended"][1:])
        ):
            return
        _, layers, _, _ = socket.recv_fds(self._changes, 16, 1, socket.MSG_DONTWAIT | socket.MSG_CMSG_CLOEXEC)
        if not layers:
            raise BackendFault("the changes of a command were lost")
        self._spawn.stage.receive(layers[0])

    async def kill(self) -> None:
        """End everything that is left, and take what it had written."""
        self._over.set()
        self._stop_talking()
        if self._changes is not None:
            self._changes.close()
        if self._proxy is not None:
            self._proxy.cancel()
            await asyncio.wait((self._proxy,))
        if self._gate is not None:
            self._gate.close()
        if self._status is None:
            return
        if self._ending is None:
            self._status.close()
            return
        with contextlib.suppress(OSError):
            self._status.shutdown(socket.SHUT_WR)
        _, late = await asyncio.wait((self._ending, *self._work), timeout=_DRAIN_S)
        for task in late:
            task.cancel()
        self._status.close()

    def _stop_talking(self) -> None:
        for task in self._talk:
            task.cancel()

    def result(self, duration_ms: float, *, unconfined: frozenset[str]) -> ProcessResult:
        """How it ended."""
        code, *reason = self._said.get("ended", ["", ""])
        return ProcessResult(
            exit_code=None if self._timed_out else int(code),
            stdout=bytes(self._outputs[0]),
            stderr=bytes(self._outputs[1]),
            timed_out=self._timed_out,
            truncated=self._truncated,
            exceeded="" if self._timed_out else reason[0],
            unconfined=tuple(sorted(unconfined)),
            duration_ms=duration_ms,
        )

    async def _collect(self, descriptor: int, kept: bytearray, name: Literal["stdout", "stderr"]) -> None:
        os.set_blocking(descriptor, False)
        try:
            while True:
                await ready(descriptor)
                try:
                    chunk = os.read(descriptor, _CHUNK)
                except BlockingIOError:
                    continue
                if not chunk:
                    return
                wanted = chunk if self._budget is None else self._within_budget(chunk, kept)
                if wanted and self._on_output is not None:
                    await self._hand_on(name, wanted)
        finally:
            os.close(descriptor)

    def _within_budget(self, chunk: bytes, kept: bytearray) -> bytes:
        assert self._budget is not None  # noqa: S101
        wanted = chunk[: self._budget]
        self._budget -= len(wanted)
        self._truncated |= len(wanted) < len(chunk)
        kept.extend(wanted)
        return wanted

    async def _hand_on(self, name: Literal["stdout", "stderr"], data: bytes) -> None:
        """Hand output on as it comes. Who is slow to take it slows the command, and never its end."""
        assert self._on_output is not None  # noqa: S101
        if self._over.is_set():
            return
        if self._budget is None:  # whoever talks with it ends the talk, too
            await self._on_output(name, data)
            return
        handing = asyncio.ensure_future(self._on_output(name, data))
        over = asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait((handing, over), return_when=asyncio.FIRST_COMPLETED)
            if handing.done() and handing.exception() is not None:
                self._on_output = None  # it takes no more: the command's result is whole all the same
        finally:
            handing.cancel()
            over.cancel()

    async def _feed(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        given = self._spawn.stdin
        try:
            if isinstance(given, bytes):
                await _write(descriptor, given)
            else:
                async for piece in given:
                    await _write(descriptor, piece)
        except BrokenPipeError:
            pass  # it reads no more
        finally:
            os.close(descriptor)


async def _write(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(descriptor, left[:_CHUNK]) :]
        except BlockingIOError:
            await ready(descriptor, writing=True)


def _needed(spawn: Spawn) -> frozenset[str]:
    """What the grants of its call rest on."""
    needed = {"filesystem", "hidden", "syscalls", "network"}
    if spawn.commands is not None:
        needed.add("execute")
    if not set(spawn.write) <= set(spawn.read):  # a mount that can be written can be read
        needed.add("landlock")
    return frozenset(needed)


def _proxied(gate: Gate | None) -> dict[str, str]:
    """What programs look for; nothing in the environment of this process counts."""
    if gate is None:
        return {}
    proxy = "http://{}:{}".format(*PROXY)
    names = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), proxy)
    # A server that the command starts itself is on its own loopback; one of the machine is behind the proxy.
    names["NO_PROXY"] = "" if gate.names_local else "localhost,127.0.0.1,::1"
    lower = {name.lower(): value for name, value in names.items()}
    return names | lower | {"NODE_USE_ENV_PROXY": "1"}


def _execute(spawn: Spawn, root: str, path: str) -> dict[str, list[str]] | None:
    if spawn.commands is None:
        return None
    names = spawn.commands if spawn.program is None else (*spawn.commands, str(spawn.program[0]))
    found = find_executables(names, path, root, os.path.join(root, spawn.working_directory))  # noqa: PTH118
    return {"programs": list(found.programs), "libraries": list(found.libraries), "own": list(found.own)}
