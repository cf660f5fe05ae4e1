"""The runtime's side of a worker: a process that compiles and runs what must be killable, confined before it starts.

It is started by `runtime.backends._confine`, as commands are: no network, nothing of the machine but what Python needs, the
workspace alone where its guests may have files, reserved places covered, a process of its own namespace. That is the second wall; the
first is Wasm itself, with our own WASI in front of the files.
"""

from __future__ import annotations

import json
import marshal
import os
import select
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import msgspec

from runtime.backends._wasm import wire
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.wasm import FileScope

START_S = 20.0
"""For starting and for loading a module. Generous, because a loaded machine is slow."""
MEMORY_BYTES = 2 * 1024 * 1024 * 1024
"""What a worker may hold in all: its guest's memory, tables and what its interpreter needs."""
_CONFINE = Path(__file__).parent.with_name("_confine.py")
_PROGRAM = Path(__file__).with_name("child.py")
_MAX_FILE_BYTES = 1024 * 1024 * 1024
_PROCESSES = 64


class Late(Exception):
    """The worker did not answer in time, and is dead."""


class Worker:
    """One process, for one thing at a time. Whoever has it in hand is its only user."""

    def __init__(self, files: FileScope | None) -> None:
        """Start it; it is not waited for.

        Args:
            files: The workspace that its guests may reach into; None for none.
        """
        ours, theirs = socket.socketpair()
        specification = os.memfd_create("worker", 0)
        said, say = os.pipe()
        try:
            os.write(specification, marshal.dumps(_specification(files)))
            os.lseek(specification, 0, os.SEEK_SET)
            self._process = subprocess.Popen(  # noqa: S603  # this interpreter, this package's file
                [sys.executable, "-I", "-S", str(_CONFINE), str(specification), str(say)],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(specification, say),
                start_new_session=True,
                env={},
                cwd="/",
            )
        except OSError as error:
            ours.close()
            os.close(said)
            raise BackendUnavailable(f"no worker can be started: {error.strerror}") from None
        finally:
            theirs.close()
            os.close(specification)
            os.close(say)
        ours.setblocking(True)
        self._socket = ours
        self._readable = select.poll()
        self._readable.register(ours.fileno(), select.POLLIN)
        self._loaded: set[int] = set()
        self._is_ready = False
        self.runs = 0
        self._end = weakref.finalize(self, _end, self._process, ours, said, os.getpid())

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._end.alive and self._process.poll() is None

    def compile(self, form: str, module: bytes, timeout_s: float) -> bytes | None:
        """The compiled form; None where the module is not valid.

        Raises:
            Late: it took too long.
            wire.Gone: the worker died of it.
        """
        self._get_ready()
        self._send(wire.COMPILE, form.encode() + b"\0" + module)
        letter, body = self._receive(time.monotonic() + timeout_s)
        return body if letter == wire.DONE else None

    def load(self, load: wire.Load) -> None:
        """Have it keep a module at hand."""
        if load.number in self._loaded:
            return
        self._get_ready()
        self._send(wire.LOAD, msgspec.msgpack.encode(load))
        letter, _ = self._receive(time.monotonic() + START_S)
        if letter != wire.DONE:
            self.kill()
            raise wire.Gone("the module cannot be loaded")
        self._loaded.add(load.number)

    def run(
        self,
        order: wire.Order,
        host: HostCalls,
        check: Callable[[wire.Checked], None],
        remaining_s: Callable[[], float],
    ) -> wire.Ended:
        """Run a loaded module to its end, its calls of the host answered on the way.

        Raises:
            Late: the deadline passed, or the caller gave up: ``host.failure`` says which.
            wire.Gone: the worker died.
        """
        self.runs += 1
        self._send(wire.RUN, msgspec.msgpack.encode(order))
        while True:
            self._await(host, remaining_s)
            letter, body = wire.receive(self._socket.fileno())
            if letter == wire.ENDED:
                return msgspec.msgpack.decode(body, type=wire.Ended)
            if letter == wire.CHECKED:
                check(msgspec.msgpack.decode(body, type=wire.Checked))
            elif letter == wire.ASK:
                asked = msgspec.msgpack.decode(body, type=wire.Ask)
                answer = host.call(asked.name, *asked.arguments)
                over = host.failure is not None
                self._send(wire.ANSWER, msgspec.msgpack.encode(wire.Answered(answer, over)))
            else:
                raise wire.Gone("the worker makes no sense")

    def kill(self) -> None:
        """End the process at once, with all that it started."""
        self._end()

    def _await(self, host: HostCalls, remaining_s: Callable[[], float]) -> None:
        """Wait until it says something, or nobody waits any longer."""
        while not self._readable.poll(max(1.0, min(_POLL_MS, remaining_s() * 1000))):
            if not host.go_on():
                self.kill()
                raise Late

    def _get_ready(self) -> None:
        """Wait for the first word of a worker that was just started."""
        if not self._is_ready:
            self._receive(time.monotonic() + START_S)
            self._is_ready = True

    def _send(self, letter: bytes, body: bytes) -> None:
        try:
            wire.send(self._socket.fileno(), letter, body)
        except OSError as error:
            raise wire.Gone(f"the worker is gone: {error.strerror}") from None

    def _receive(self, deadline_s: float) -> tuple[bytes, bytes]:
        if not self._readable.poll(max(0.0, deadline_s - time.monotonic()) * 1000):
            self.kill()
            raise Late
        return wire.receive(self._socket.fileno())


_POLL_MS = 50.0
"""How soon a cancelled call is noticed."""


def _specification(files: FileScope | None) -> dict[str, object]:
    root = files.workspace if files is not None and files.workspace is not None else None

    def real(places: tuple[str, ...]) -> list[str]:
        return [] if root is None else [root if place == "." else f"{root}/{place}" for place in places]

    hidden = real(files.hidden) if files is not None else []
    locked = real(files.locked) if files is not None else []
    libraries = _libraries()
    return {
        "argv": [sys.executable, "-I", "-S", str(_PROGRAM), json.dumps([libraries, MEMORY_BYTES])],
        "environment": {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
        "folder": "/",
        "read": [] if root is None else [root],
        "write": [] if root is None else [root],
        "hidden": hidden,
        "locked": [place for place in locked if place not in hidden],
        "system": (*libraries, sys.prefix, sys.base_prefix, str(_PROGRAM.parent)),
        "network": False,
        "cpu_s": None,
        "memory_bytes": None,  # addresses are no memory: an engine reserves gigabytes of them; `child` bounds the data
        "processes": _PROCESSES,
        "file_bytes": _MAX_FILE_BYTES,
        "required": [],
    }


def _libraries() -> list[str]:
    """Where this package and the libraries that a worker imports lie."""
    found: list[str] = []
    for name in ("runtime", "wasmtime", "msgspec", "blake3"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            found.append(str(Path(spec.origin).parent.parent))
    return list(dict.fromkeys(found))


def _end(process: subprocess.Popen[bytes], ours: socket.socket, said: int, owner: int) -> None:
    """Kill and reap; in a forked child, only let go: the worker belongs to the parent."""
    ours.close()
    os.close(said)
    if os.getpid() == owner:
        process.kill()
        process.wait()
    else:
        process.returncode = 0
