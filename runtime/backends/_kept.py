"""Processes that serve many calls, one after another: each for one owner and one set of grants, and stopped while no call is under way.

A call writes one line and gets one line. Whatever else happens ends the process, so that nothing of one call can answer another: a second line, half a line, more
than the budget, a deadline, a child or a lock that is left, a request that was not read to its end.

Nothing here belongs to an event loop between two calls, so that calls may come from several loops.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import socket
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from runtime.backends._channel import Said, hear, pipe, raise_what_was_said, ready, write_specification
from runtime.backends._confinement.keeping import GO, STOP
from runtime.backends._resolver import Resolver
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.process import KeptFor, ProcessResult, Served, Spawn

__all__ = ["KeptProcess", "KeptProcesses"]

MOST_IDLE = 16
"""Processes that wait for a call, of all tools and owners together; beyond that the one that waits longest is ended."""
_CHUNK = 65_536
_POLL_S = 0.05
_DRAIN_S = 5.0
_OWN = ".runtime"
_NO_BOUNDS = ("unwanted", "idle", "unstopped")
"""Why a process was ended that exceeded nothing."""


class GoneError(Exception):
    """The process ended before it could see the request: another one may be asked."""


class KeptProcess:
    """One process, from its start to its end; serves one call at a time."""

    def __init__(
        self,
        send: Callable[[bytes, Sequence[int]], None],
        specification: dict[str, Any],
        resolver: Resolver,
    ) -> None:
        """Start it.

        Raises:
            BackendUnavailable: no process can be started.
        """
        self.waits = False
        """Whether it is stopped, and may serve another call."""
        self.said: Said = {}
        self.listening: socket.socket | None = None
        self.resolver = resolver
        self._begun = False
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
            try:
                written = write_specification(specification)
                theirs.callback(os.close, written)
                self.status, status = socket.socketpair()
                ours.callback(self.status.close)
                theirs.callback(status.close)
                out, err = pipe(ours, theirs), pipe(ours, theirs)
                given = pipe(theirs, ours)
                sent = [written, status.fileno(), out[1], err[1], given[0]]
                self.gate: socket.socket | None = None
                if specification["network"]:
                    self.gate, gate = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                    ours.callback(self.gate.close)
                    theirs.callback(gate.close)
                    sent.append(gate.fileno())
                send(b"command", sent)
            except OSError as error:
                raise BackendUnavailable(f"no process can be started: {error.strerror}") from None
            self.stdin, self.stdout, self.stderr = given[1], out[0], err[0]
            for descriptor in (self.stdin, self.stdout, self.stderr):
                os.set_blocking(descriptor, False)
            self.status.setblocking(False)
            self._ends = ours.pop_all()

    async def exchange(self, spawn: Spawn, kept: KeptFor, cancelled: Callable[[], bool]) -> Served:
        """Serve one call; where it may not serve another one, it has ended with all that it started.

        Raises:
            GoneError: it had ended while it waited.
            OSError, BackendUnavailable: as `runtime.contracts.process.Launcher.exchange`.
        """
        self.waits, again, self._begun = False, self._begun, True
        started = time.monotonic()
        self.said.pop("going", None)
        assert spawn.max_output_bytes is not None  # noqa: S101  # an answer has a bound
        talk = _Talk(self, kept.request, spawn.max_output_bytes)
        network = None
        try:
            if again:
                with contextlib.suppress(OSError):  # its end is heard
                    self.status.send(GO)
            if spawn.network is not None:
                network = asyncio.create_task(_let_out(self, spawn))
            await talk.listen(started + spawn.timeout_s, cancelled)
            if talk.answer is not None and "ended" not in self.said:
                await talk.stop()
            if again and "going" not in self.said and talk.answer is None and talk.is_over:
                raise GoneError
            self.waits = talk.is_clean and kept.accepts(talk.answer or b"")
        finally:
            if network is not None:
                network.cancel()
                await asyncio.wait((network,))
            if not self.waits:
                await talk.end()
            talk.close()
        return self._served(talk, spawn, (time.monotonic() - started) * 1000)

    def _served(self, talk: _Talk, spawn: Spawn, duration_ms: float) -> Served:
        timed_out = talk.answer is None and not talk.is_over and not talk.flooded
        if talk.answer is None and talk.is_over:
            raise_what_was_said(self.said, spawn)
        code, *reason = self.said.get("ended", ["0"])
        if reason == ["unwanted"]:  # ended from here, since it could not answer any more
            code = "0"
        why = reason[0] if reason and reason[0] not in _NO_BOUNDS else ""
        result = ProcessResult(
            exit_code=None if timed_out else int(code),
            stdout=b"",
            stderr=bytes(talk.errors),
            timed_out=timed_out,
            truncated=talk.flooded,
            exceeded=why if talk.is_over else "",
            duration_ms=duration_ms,
        )
        return Served(answer=talk.answer, result=result, strayed=talk.strayed)

    @property
    def memory_bytes(self) -> int:
        """What it has in memory while it waits."""
        return int(self.said["stopped"][2]) if self.waits else 0

    def release(self) -> None:
        """Let go of it: its first process ends it, and everything that it started."""
        if self.listening is not None:
            self.listening.close()
        self._ends.close()

    def end_now(self) -> None:
        """End it, and wait until nothing of it is left."""
        with contextlib.suppress(OSError):
            self.status.shutdown(socket.SHUT_WR)
            self.status.settimeout(_DRAIN_S)
            while self.status.recv(_CHUNK):
                pass
        self.release()


class _Talk:
    """What is written and read during one call."""

    def __init__(self, process: KeptProcess, request: bytes, budget: int) -> None:
        self._process = process
        self._left = memoryview(request)
        self._budget = budget
        self._output = bytearray()
        self.errors = bytearray()
        self.flooded = self.is_over = self._closed = False
        self._loop = asyncio.get_running_loop()
        self._woken: asyncio.Future[None] = self._loop.create_future()
        self._watched = {
            process.stdout: self._read_output,
            process.stderr: self._read_errors,
            process.status.fileno(): self._hear,
        }
        for descriptor, take in self._watched.items():
            self._loop.add_reader(descriptor, take)

    @property
    def answer(self) -> bytes | None:
        """The first line, without its end."""
        line, end, _ = self._output.partition(b"\n")
        return bytes(line) if end and not self.flooded else None

    @property
    def strayed(self) -> bool:
        """Whether there was more than a line."""
        return bool(self._output.partition(b"\n")[2])

    @property
    def is_clean(self) -> bool:
        """Whether one line came, everything was read, and what it started is stopped."""
        return (
            self.answer is not None
            and not (self.strayed or self.is_over or self._left)
            and self._process.said.get("stopped", ())[:2] == ["0", "0"]
            and not _unread_bytes(self._process.stdin)
        )

    async def listen(self, deadline_s: float, cancelled: Callable[[], bool]) -> None:
        """Write the request, and read until there is a line, the end, or no time."""
        self._write()
        while self.answer is None and not (self.is_over or self.flooded or self._closed):
            left_s = deadline_s - time.monotonic()
            if left_s <= 0 or cancelled():
                break
            await self._wait(min(left_s, _POLL_S))
        if self._closed and not self.is_over:  # it can answer no more: most likely it is about to end
            await self._wait(_POLL_S)
        if self.is_over:
            self._drain()
        elif self._closed:
            await self.end()

    async def stop(self) -> None:
        """Have everything stopped, and read what it had written by then."""
        said = self._process.said
        said.pop("stopped", None)
        with contextlib.suppress(OSError):
            self._process.status.send(STOP)
        until = time.monotonic() + _DRAIN_S
        while "stopped" not in said and not self.is_over and time.monotonic() < until:
            await self._wait(_POLL_S)
        self._drain()

    async def end(self) -> None:
        """Have everything ended, and read what it had written by then."""
        with contextlib.suppress(OSError):
            self._process.status.shutdown(socket.SHUT_WR)
        until, over = time.monotonic() + _DRAIN_S, self.is_over or self._closed
        while not self.is_over and time.monotonic() < until:
            await self._wait(_POLL_S)
        self._drain()
        self.is_over = over  # what was ended here has not ended of itself

    def close(self) -> None:
        """Watch no more."""
        for descriptor in self._watched:
            self._loop.remove_reader(descriptor)
        self._loop.remove_writer(self._process.stdin)

    async def _wait(self, most_s: float) -> None:
        self._woken = self._loop.create_future()
        timer = self._loop.call_later(most_s, self._wake)
        try:
            await self._woken
        finally:
            timer.cancel()

    def _wake(self) -> None:
        if not self._woken.done():
            self._woken.set_result(None)

    def _write(self) -> None:
        try:
            while self._left:
                self._left = self._left[os.write(self._process.stdin, self._left[:_CHUNK]) :]
        except BlockingIOError:
            self._loop.add_writer(self._process.stdin, self._write)
            return
        except BrokenPipeError:
            pass  # it reads no more
        self._loop.remove_writer(self._process.stdin)

    def _read_output(self) -> None:
        for chunk in self._chunks(self._process.stdout):
            self._take(self._output, chunk)
            if not chunk:
                self._closed = True

    def _read_errors(self) -> None:
        for chunk in self._chunks(self._process.stderr):
            self._take(self.errors, chunk)

    def _chunks(self, descriptor: int) -> Iterator[bytes]:
        """What is there now; nothing at the end, which is watched no more."""
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._loop.remove_reader(descriptor)
        yield chunk
        self._wake()

    def _take(self, kept: bytearray, chunk: bytes) -> None:
        kept += chunk[: self._budget]
        self.flooded |= len(chunk) > self._budget
        self._budget = max(0, self._budget - len(chunk))
        if self.flooded:  # it is ended: nobody reads on
            self._loop.remove_reader(self._process.stdout)
            self._loop.remove_reader(self._process.stderr)

    def _hear(self) -> None:
        try:
            chunk = self._process.status.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if chunk:
            hear(self._process.said, chunk)
        else:
            self.is_over = True
            self._loop.remove_reader(self._process.status.fileno())
        self._wake()

    def _drain(self) -> None:
        """Take what is in the pipes of processes that write no more."""
        for descriptor, kept in ((self._process.stdout, self._output), (self._process.stderr, self.errors)):
            with contextlib.suppress(BlockingIOError):
                while not self.flooded and (chunk := os.read(descriptor, _CHUNK)):
                    self._take(kept, chunk)


class _Idle(NamedTuple):
    key: tuple[Any, ...]
    tool: str
    program: object
    process: KeptProcess


class KeptProcesses:
    """The processes that wait, of all owners; thread-safe."""

    def __init__(self, most_bytes: int) -> None:
        """Start nothing yet.

        Args:
            most_bytes: What all that wait may have in memory together.
        """
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._idle: list[_Idle] = []
        self._closed = 0

    async def exchange(
        self,
        spawn: Spawn,
        kept: KeptFor,
        *,
        start: Callable[[Spawn], KeptProcess],
        needed: frozenset[str],
        cancelled: Callable[[], bool],
    ) -> Served:
        """See `runtime.contracts.process.Launcher.exchange`; ``start`` starts a process where none waits."""
        key, since = _key(spawn, kept.owner), self._closed
        await self._end_others(kept.tool, spawn.program)
        while True:
            process = self._take(key) or start(spawn)
            try:
                served = await process.exchange(spawn, kept, cancelled)
                break
            except GoneError:
                process.release()
            except BaseException:
                process.release()
                raise
        missing = tuple(sorted(needed - frozenset(process.said.get("held", ()))))
        if process.waits and self._closed == since:
            self._put(_Idle(key, kept.tool, spawn.program, process))
        elif process.waits:
            await asyncio.to_thread(process.end_now)
        else:
            process.release()
        return _unconfined(served, missing)

    def close(self) -> None:
        """End all that wait, and wait until nothing of them is left."""
        with self._lock:
            idle, self._idle = self._idle, []
            self._closed += 1
        for one in idle:
            one.process.end_now()

    def _take(self, key: tuple[Any, ...]) -> KeptProcess | None:
        """The one that served last: what it has in memory is the warmest."""
        with self._lock:
            for place in range(len(self._idle) - 1, -1, -1):
                if self._idle[place].key == key:
                    return self._idle.pop(place).process
        return None

    def _put(self, idle: _Idle) -> None:
        with self._lock:
            self._idle.append(idle)
            over = []
            while len(self._idle) > MOST_IDLE or self._memory_bytes() > self._most_bytes:
                over.append(self._idle.pop(0))
        for one in over:  # stopped, and its first process kills it: nobody has to wait for that
            one.process.release()

    def _memory_bytes(self) -> int:
        return sum(one.process.memory_bytes for one in self._idle)

    async def _end_others(self, tool: str, program: object) -> None:
        """The tool has another file now: what runs the former one goes."""
        with self._lock:
            former = [one for one in self._idle if one.tool == tool and one.program != program]
            self._idle = [one for one in self._idle if one not in former]
        for one in former:
            await asyncio.to_thread(one.process.end_now)


async def _let_out(process: KeptProcess, spawn: Spawn) -> None:
    """Answer on the socket in the process's network for one call, until cancelled; that closes every connection."""
    from runtime.backends._proxy import serve  # most have no network

    assert process.gate is not None  # noqa: S101
    assert spawn.network is not None  # noqa: S101
    if process.listening is None:
        process.gate.setblocking(False)
        await ready(process.gate.fileno())
        _, descriptors, _, _ = socket.recv_fds(process.gate, 16, 1)
        if not descriptors:
            return
        process.listening = socket.socket(fileno=descriptors[0])
    await serve(process.listening, spawn.network, process.resolver)


def _key(spawn: Spawn, owner: str) -> tuple[Any, ...]:
    """What a process must have been started for to serve a call: all that confines it, and the very folders that it is shown."""
    return (
        owner,
        spawn.argv,
        str(spawn.workspace),
        spawn.working_directory,
        tuple(sorted(spawn.environment.items())),
        spawn.cpu_s,
        spawn.memory_bytes,
        spawn.read,
        spawn.write,
        spawn.hidden,
        spawn.locked,
        spawn.commands,
        spawn.program,
        spawn.network is None,
        _identities(spawn),
    )


def _identities(spawn: Spawn) -> tuple[tuple[int, int] | None, ...]:
    """Which files the places are now: one that was replaced is not what a process that runs already sees."""
    root = os.fspath(spawn.workspace)
    places = {*spawn.read, *spawn.write, *spawn.hidden, *spawn.locked}
    found: list[tuple[int, int] | None] = []
    for place in (*sorted(place for place in places if not place.startswith(f"{_OWN}/")), _OWN):
        try:
            status = os.lstat(f"{root}/{place}")
            found.append((status.st_dev, status.st_ino))
        except OSError:
            found.append(None)
    return tuple(found)


def _unread_bytes(pipe_end: int) -> int:
    """What nobody has read of a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe_end, termios.FIONREAD, b"\0" * 4), "little")


def _unconfined(served: Served, missing: tuple[str, ...]) -> Served:
    if not missing:
        return served
    return msgspec.structs.replace(served, result=msgspec.structs.replace(served.result, unconfined=missing))
