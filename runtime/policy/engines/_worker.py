"""The parent's side of the policy worker: a child process that evaluates, within a deadline or not at all."""

from __future__ import annotations

import importlib.util
import json
import os
import select
import subprocess
import sys
import tempfile
import time
import weakref
from pathlib import Path
from typing import IO, Any, cast

from runtime.contracts.errors import ConfigurationError
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import _evaluator

START_S = 10.0
"""For what a worker does once: starting, parsing, loading. Generous, because a loaded machine is slow."""
_ALARM_GRACE_S = 1.0
_FRAME = _evaluator.FRAME


class WorkerLost(Exception):
    """The worker died, or was late and was killed."""

    def __init__(self, late: bool, detail: str) -> None:
        super().__init__(detail)
        self.late = late


class BundleFile:
    """The bundle as an unnamed file that workers inherit: a replacement starts without a word being sent."""

    def __init__(self, bundle: dict[str, Any]) -> None:
        file = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the last engine that uses it
        file.write(json.dumps(bundle).encode())
        file.flush()
        self.descriptor = file.fileno()
        self._close = weakref.finalize(self, file.close)

    def close(self) -> None:
        self._close()


class PolicyWorker:
    """One child process, for one question at a time."""

    def __init__(self, bundle: BundleFile, deadline_s: float) -> None:
        alarm_s = deadline_s + _ALARM_GRACE_S
        self._process = subprocess.Popen(  # noqa: S603  # this interpreter, this package's file
            [
                _interpreter(),
                "-I",
                "-S",
                _evaluator.__file__,
                _library_folders(),
                str(bundle.descriptor),
                str(alarm_s),
                str(START_S + _ALARM_GRACE_S),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=(bundle.descriptor,),
            env=_environment(),
            cwd="/",
            start_new_session=True,  # an interrupt at the terminal is for the host, not for the worker
            bufsize=0,
        )
        self.sink = cast("IO[bytes]", self._process.stdin).fileno()
        self.source = cast("IO[bytes]", self._process.stdout).fileno()
        os.set_blocking(self.sink, False)
        os.set_blocking(self.source, False)
        self._readable = select.poll()
        self._readable.register(self.source, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self.sink, select.POLLOUT)
        self._end = weakref.finalize(self, _end, self._process, os.getpid())

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def call(self, op: bytes, payload: bytes, timeout_s: float) -> bytes:
        """The answer to one request.

        Raises:
            NoAnswer: the engine reported an error; the worker is as good as before.
            WorkerLost: there is no worker any more.
        """
        self.send(op, payload, timeout_s)
        return self.receive(timeout_s)

    def send(self, op: bytes, payload: bytes, timeout_s: float) -> None:
        unsent = memoryview(frame(op, payload))
        deadline = time.monotonic() + timeout_s
        while unsent:
            try:
                unsent = unsent[os.write(self.sink, unsent) :]
            except BlockingIOError:
                self._wait(self._writable, deadline)
            except OSError as error:
                raise self._lost(f"the policy worker is gone: {error}") from None

    def receive(self, timeout_s: float) -> bytes:
        """The answer to the request sent before."""
        deadline = time.monotonic() + timeout_s
        received = self._read(deadline)
        while len(received) <= _FRAME:
            received += self._read(deadline)
        missing = _FRAME + 1 + int.from_bytes(received[:_FRAME], "big") - len(received)
        parts = [received]
        while missing > 0:
            parts.append(self._read(deadline))
            missing -= len(parts[-1])
        answer = b"".join(parts)
        status, body = answer[_FRAME : _FRAME + 1], answer[_FRAME + 1 :]
        if status == _evaluator.STATE_OK:
            return body
        if status == _evaluator.STATE_ERROR:
            raise NoAnswer("error", body.decode(errors="replace"))
        raise self._lost(body.decode(errors="replace"))

    def has_answer(self, timeout_s: float) -> bool:
        """Whether the answer to the request sent before begins to arrive within the time."""
        return bool(self._readable.poll(timeout_s * 1000))

    def kill(self) -> None:
        """End the child at once. Nothing it holds is worth keeping."""
        self._end()

    def _read(self, deadline: float) -> bytes:
        self._wait(self._readable, deadline)
        part = os.read(self.source, _evaluator.CHUNK)
        if not part:
            raise self._lost("the policy worker died")
        return part

    def _wait(self, ready: select.poll, deadline: float) -> None:
        remaining_ms = (deadline - time.monotonic()) * 1000
        if remaining_ms <= 0 or not ready.poll(remaining_ms):
            self.kill()
            raise WorkerLost(True, "the policy worker did not answer in time")

    def _lost(self, detail: str) -> WorkerLost:
        self.kill()
        return WorkerLost(False, detail)


def frame(op: bytes, payload: bytes) -> bytes:
    """A request as the worker reads it."""
    return len(payload).to_bytes(_FRAME, "big") + op + payload


def _interpreter() -> str:
    if not sys.executable:
        raise ConfigurationError(
            "this process does not know its Python interpreter, which runs the policy worker",
            suggestion="Set sys.executable in the embedding program, or open the engine in_process.",
        )
    return sys.executable


def _environment() -> dict[str, str]:
    """Nothing of the host's but where shared libraries lie, which the interpreter itself may need."""
    kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
    # In KiB. By default the engine's allocator reserves 1 GiB of addresses, all that the worker's memory limit allows.
    return {**kept, "MIMALLOC_ARENA_RESERVE": "65536", "RUST_BACKTRACE": "0"}


def _library_folders() -> str:
    """Where the engines' libraries lie, found without loading them into this process."""
    folders = []
    for name in ("regorus", "wasmtime", "cryptography", "graphql"):
        spec = importlib.util.find_spec(name)
        if spec is None and name == "graphql":
            continue  # an extra: rules that need it are refused
        if spec is None or spec.origin is None:
            raise ConfigurationError(
                f"the policy engine {name} is not installed",
                suggestion="Install the package's dependencies anew.",
            )
        folders.append(str(Path(spec.origin).parent.parent))
    return os.pathsep.join(dict.fromkeys(folders))


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Kill and reap; in a forked child, only let go: the worker belongs to the parent."""
    if os.getpid() == owner:
        process.kill()
        process.wait()
    else:
        process.returncode = 0  # not ours to wait for
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
