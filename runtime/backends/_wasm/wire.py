"""What the runtime and its workers say to each other: frames of a length, a letter and a body.

Each side believes the lengths of the other only up to a bound: a worker runs hostile code, and may have lost to it.
"""

from __future__ import annotations

import os
from typing import Literal

import msgspec

MAX_FRAME = 1 << 30
_HEAD = 5

# Of the runtime.
COMPILE, LOAD, RUN, ANSWER = b"C", b"L", b"R", b"A"
# Of the worker.
DONE, ASK, CHECKED, ENDED, REFUSED = b"D", b"H", b"K", b"E", b"X"


class Load(msgspec.Struct, frozen=True, array_like=True):
    """A compiled module to keep at hand under its number."""

    number: int
    form: Literal["core", "component"]
    compiled: bytes


class Order(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One run of a loaded module."""

    number: int
    kind: Literal["command", "component"]
    name: str
    arguments: bytes
    """For a component."""
    args: tuple[str, ...]
    stdin: bytes
    fuel: int
    memory_bytes: int
    output_bytes: int
    files: int
    wall_s: float
    clock: bool
    random: bool
    env: tuple[tuple[str, str], ...]
    workspace: str
    read: tuple[str, ...]
    write: tuple[str, ...]
    hidden: tuple[str, ...]
    locked: tuple[str, ...]


class Ask(msgspec.Struct, frozen=True, array_like=True):
    """A call of the host."""

    name: str
    arguments: tuple[int | bytes, ...]


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """Its answer, and whether the run is over."""

    answer: int | bytes
    over: bool


class Checked(msgspec.Struct, frozen=True, array_like=True):
    """A check that the worker made: said before what it is about is done."""

    kind: str
    target: str
    allowed: bool


class Ended(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """How a run ended."""

    output: bytes
    error: bytes
    """What it wrote to stderr, or reported as its error."""
    status: int | None
    """The exit status; None for a component, and for what did not exit by itself."""
    failed: bool
    fuel: int | None
    """Burnt; None where the clock ended it."""
    trap: int | None
    trapped: bool
    stop: tuple[str, str] | None
    """The bound that was reached: its code, and words."""


class Gone(Exception):
    """The other side is not there any more, late, or makes no sense."""


def frame(letter: bytes, body: bytes) -> bytes:
    """A message as it crosses the pipe."""
    return len(body).to_bytes(4, "little") + letter + body


def receive(descriptor: int) -> tuple[bytes, bytes]:
    """The next message; blocks.

    Raises:
        Gone: the other side has ended, or claims a size that no message has.
    """
    head = _exactly(descriptor, _HEAD)
    size = int.from_bytes(head[:4], "little")
    if size > MAX_FRAME:
        raise Gone("a message of impossible size")
    return head[4:], _exactly(descriptor, size)


def send(descriptor: int, letter: bytes, body: bytes) -> None:
    """Send a message; blocks."""
    rest = memoryview(frame(letter, body))
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _exactly(descriptor: int, size: int) -> bytes:
    if size == 0:
        return b""
    part = os.read(descriptor, min(size, 1 << 20))
    if len(part) == size:
        return part
    parts = bytearray(part)
    while part and len(parts) < size:
        part = os.read(descriptor, min(size - len(parts), 1 << 20))
        parts += part
    if len(parts) < size:
        raise Gone("the other side has ended")
    return bytes(parts)
