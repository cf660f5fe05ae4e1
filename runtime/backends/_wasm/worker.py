"""The runtime's side of a worker: a process that compiles and runs what must be killable, confined before it starts.

It is started by `runtime.backends._confine`, as commands are: no network, nothing of the machine but what Python needs, the
workspace alone where its guests may have files, reserved places covered, a process of its own namespace. That is the second wall; the
first is Wasm itself, with our own WASI in front of the files.
"""

from __future__ import annotations

import json
import marshal
import math
import os
import select
import socket
import subprocess
import sys
import time
import weakref
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec

from runtime.backends._wasm import wire
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.wasm import FileScope

START_S = 20.0
"""For starting and for loading a module. Generous, because a loaded machine is slow."""
MEMORY_BYTES = 2 * 1024 * 1024 * 1024
"""What a worker may hold in all: its guest's memory, tables and what its interpreter needs."""
MAX_COMPILED_BYTES = 256 * 1024 * 1024
LAST_WORD_S = 0.2
"""How long a run that the host has ended may take to say what it burnt."""
_Word = TypeVar("_Word")
_CONFINE = Path(__file__).parent.with_name("_confine.py")
_PROGRAM = Path(__file__).with_name("child.py")
_MAX_FILE_BYTES = 1024 * 1024 * 1024
_PROCESSES = 64


class WorkerLate(Exception):
    """The worker did not answer in time, and is dead."""


class Patience:
    """Whether anybody still waits for a worker: its call, where it works for one, and no longer than a step may take."""

    def __init__(self, host: HostCalls | None = None, timeout_s: float = math.inf) -> None:
        """Begin to wait.

        Args:
            host: Of the call; it knows the call's deadline, and whether the caller gave up.
            timeout_s: What this step may take.
        """
        self._host = host
        self._deadline_s = time.monotonic() + timeout_s

    def is_over(self) -> bool:
        """Whether nobody waits any longer."""
        return time.monotonic() >= self._deadline_s or not (self._host is None or self._host.go_on())

    def wait_ms(self) -> float:
        """How long to wait before the next look: a cancelled call is noticed soon, a deadline when it passes."""
        left_s = self._deadline_s - time.monotonic()
        if self._host is not None:
            left_s = min(left_s, self._host.remaining_s())
        return max(1.0, min(_POLL_MS, left_s * 1000))


class WasmWorker:
    """One process, for one thing at a time. Whoever has it in hand is its only user.

    It may have lost to its guest. So nothing is waited for longer than somebody waits for the call, be it a word, the rest of one,
    or that it takes one; and no word may be larger than its kind can be.
    """

    def __init__(self, files: FileScope | None) -> None:
        """Start it; it is not waited for.

        Args:
            files: The workspace that its guests may reach into; None for none.

        Raises:
            BackendUnavailable: the system starts no more processes.
        """
        try:
            self._process, self._socket, said = _started(files)
        except OSError as error:
            raise BackendUnavailable(f"no worker can be started: {error.strerror}") from None
        self._poll = {event: select.poll() for event in (select.POLLIN, select.POLLOUT)}
        for event, poll in self._poll.items():
            poll.register(self._socket.fileno(), event)
        self._loaded: set[int] = set()
        self._is_ready = False
        self.runs = 0
        self._end = weakref.finalize(self, _end, self._process, self._socket, said, os.getpid())

    @property
    def is_fit(self) -> bool:
        """Whether it can be given something: it is there, this process's own, and says nothing unasked."""
        there = self._end.alive and self._process.poll() is None
        return there and not (self._is_ready and self._poll[select.POLLIN].poll(0))

    def compile(self, form: str, module: bytes, timeout_s: float) -> bytes | None:
        """The compiled form; None where the module is not valid.

        Raises:
            BackendUnavailable: the worker did not even start.
            Late: it took too long.
            wire.Gone: the worker died of it.
        """
        self._get_ready()
        patience = Patience(timeout_s=timeout_s)
        self._say(wire.COMPILE, form.encode() + b"\0" + module, patience)
        letter, body = self._hear(patience, MAX_COMPILED_BYTES)
        return body if letter == wire.DONE else None

    def load(self, load: wire.Load, host: HostCalls | None = None, timeout_s: float = START_S) -> None:
        """Have it keep a module at hand.

        Raises:
            BackendUnavailable: the worker did not even start.
            Late: nobody waited long enough.
            wire.Gone: the worker died, or does not take it.
        """
        if load.number in self._loaded:
            return
        self._get_ready(host)
        patience = Patience(host, timeout_s)
        self._say(wire.LOAD, msgspec.msgpack.encode(load), patience)
        letter, _ = self._hear(patience)
        if letter != wire.DONE:
            raise wire.Gone("the module cannot be loaded")
        self._loaded.add(load.number)

    def run(self, order: wire.Order, host: HostCalls) -> wire.RunEnded:
        """Run a loaded module to its end, its calls of the host answered on the way.

        Raises:
            Late: the deadline passed, or the caller gave up: ``host.failure`` says which.
            wire.Gone: the worker died, or makes no sense.
        """
        self.runs += 1
        patience, most = Patience(host), wire.largest_word(order)
        self._say(wire.RUN, msgspec.msgpack.encode(order), patience)
        while True:
            letter, body = self._hear(patience, most)
            if letter == wire.ENDED:
                return _ended(body, order, host)
            if letter == wire.CHECKED:
                host.note(_decoded(body, wire.Checked))
            elif letter in (wire.STDOUT, wire.STDERR) and order.stream:
                host.tell("stdout" if letter == wire.STDOUT else "stderr", body)
            elif letter == wire.ASK:
                asked = _decoded(body, wire.Ask)
                was_over = host.failure is not None
                answer = host.call(asked.name, *asked.arguments)
                over = host.failure is not None
                if over and not was_over:
                    patience = Patience(timeout_s=LAST_WORD_S)  # it ends now, and says what it burnt
                self._say(wire.ANSWER, msgspec.msgpack.encode(wire.Answered(answer, over)), patience)
            else:
                raise wire.Gone("the worker makes no sense")

    def kill(self) -> None:
        """End the process at once, with all that it started."""
        self._end()

    def _get_ready(self, host: HostCalls | None = None) -> None:
        """Wait for the first word of a worker that was just started: one that never comes is no fault of a module."""
        if self._is_ready:
            return
        try:
            self._hear(Patience(host, START_S))
        except (WorkerLate, wire.Gone):
            self.kill()
            raise BackendUnavailable("a worker did not get ready") from None
        self._is_ready = True

    def _say(self, letter: bytes, body: bytes, patience: Patience) -> None:
        try:
            wire.send(self._socket.fileno(), letter, body, lambda: self._await(select.POLLOUT, patience))
        except OSError as error:
            raise wire.Gone(f"the worker is gone: {error.strerror}") from None

    def _hear(self, patience: Patience, most: int = 0) -> tuple[bytes, bytes]:
        if patience.is_over():  # one that never falls silent is not heard for ever, either
            self._give_up()
        try:
            return wire.receive(self._socket.fileno(), most, lambda: self._await(select.POLLIN, patience))
        except OSError as error:
            raise wire.Gone(f"the worker is gone: {error.strerror}") from None

    def _await(self, event: int, patience: Patience) -> None:
        """Wait until it says something, or takes something; or until nobody waits any longer."""
        while not self._poll[event].poll(patience.wait_ms()):
            if patience.is_over():
                self._give_up()
        if patience.is_over():
            self._give_up()

    def _give_up(self) -> NoReturn:
        self.kill()
        raise WorkerLate


def _ended(body: bytes, order: wire.Order, host: HostCalls) -> wire.RunEnded:
    """How a run ended. The fuel becomes part of the record: more than there was, no run burns."""
    ended = _decoded(body, wire.RunEnded)
    if order.stream:  # what was handed on is what there is: the same bytes, whatever the worker says now
        printed = host.printed
        ended = msgspec.structs.replace(
            ended, output=bytes(printed["stdout"]), error=bytes(printed["stderr"])
        )
    if ended.fuel is not None and ended.fuel > order.fuel:
        raise wire.Gone("the worker makes no sense")
    return ended


def _decoded(body: bytes, kind: type[_Word]) -> _Word:
    try:
        return msgspec.msgpack.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise wire.Gone("the worker makes no sense") from None


_POLL_MS = 50.0
"""How soon a cancelled call is noticed."""


def _started(files: FileScope | None) -> tuple[subprocess.Popen[bytes], socket.socket, int]:
    """The process, our end of its pipe, and where it tells how it is confined. Nothing is left behind where it cannot be started."""
    with ExitStack() as ours, ExitStack() as theirs:
        here, there = socket.socketpair()
        ours.callback(here.close)
        theirs.callback(there.close)
        said, say = os.pipe()
        ours.callback(os.close, said)
        theirs.callback(os.close, say)
        specification = os.memfd_create("worker", 0)
        theirs.callback(os.close, specification)
        os.write(specification, marshal.dumps(_specification(files)))
        os.lseek(specification, 0, os.SEEK_SET)
        process = subprocess.Popen(  # noqa: S603  # this interpreter, this package's file
            [sys.executable, "-I", "-S", str(_CONFINE), str(specification), str(say)],
            stdin=there.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(specification, say),
            start_new_session=True,
            env={},
            cwd="/",
        )
        here.setblocking(False)
        ours.pop_all()
    return process, here, said


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
