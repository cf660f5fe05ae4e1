"""Utilities on their own: a Context over a file system in memory, without a shell around it."""

from __future__ import annotations

import random

import pytest

from runtime.bash.commands import utility
from runtime.bash.limits import Limits, Meter
from runtime.bash.streams import Capture, Input, Stream
from runtime.bash.utility_context import Clock, Context, Launch
from runtime.bash.vfs.initial_files import from_files


class Stopped(Clock):
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Open(Stream):
    """A file of the file system."""

    def __init__(self, handle) -> None:
        super().__init__()
        self.handle = handle

    def read(self, size=65_536):
        return self.handle.read(size)

    def readline(self, delimiter=b"\n", limit=-1):
        return self.handle.readline(delimiter, limit)

    def write(self, data):
        self.handle.write(data)

    def seek(self, offset, whence=0):
        return self.handle.seek(offset, whence)

    def close(self):
        self.handle.close()


class Alone(Launch):
    """Opens files; runs nothing but notes what it was asked to."""

    def __init__(self, fs) -> None:
        self.fs = fs
        self.ran: list[list[str]] = []

    def open(self, path, flags=0, mode=0o666):
        return Open(self.fs.open(path, flags, mode))

    def missing(self, name):
        return 127 if name == "absent" else 0

    def run(self, argv, **how):
        self.ran.append(argv)
        return 0


class Ran:
    """What a utility did."""

    def __init__(self, cx: Context, status: int) -> None:
        self.cx = cx
        self.out = cx.stdout.value()
        self.err = cx.stderr.value().decode("utf-8", "surrogateescape")
        self.status = status


@pytest.fixture
def context():
    """Makes a Context: ``context("wc", "-l", files={...}, stdin=b"...", limits={...})``."""

    def make(name, *args, files=None, stdin=b"", env=None, limits=None, stdout=None, now=None):
        fs = from_files({f"/w/{path}": data for path, data in (files or {}).items()} | {"/w/.keep": b""})
        source = stdin if isinstance(stdin, Stream) else Input(stdin)
        meter = Meter(Limits(**(limits or {})), **({"now": now} if now else {}))
        return Context(
            name,
            list(args),
            fds={0: source, 1: stdout or Capture(), 2: Capture()},
            env=env or {},
            cwd="/w",
            fs=fs,
            meter=meter,
            clock=Stopped(),
            random=random.Random(1),
            launch=Alone(fs),
        )

    return make


@pytest.fixture
def run(context):
    """Runs a utility: ``run("wc", "-l", stdin=b"a\\n").out``."""

    def call(name, *args, **how):
        cx = context(name, *args, **how)
        main = utility(name)
        assert main is not None
        return Ran(cx, main(cx))

    return call
