"""What the runtime and its workers say to each other: frames of a length, a letter and a body.

Each side believes the lengths of the other only up to a bound: a worker runs hostile code, and may have lost to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from runtime.backends._wasm.bounds import MAX_WRITE_BYTES

MAX_FRAME = 1 << 30
"""What a worker takes from the runtime. What the runtime takes from a worker depends on what it asked for."""
MAX_TARGET = 32_768
"""Characters of what a check was about: a path, each of its bytes perhaps shown by its escape."""
HEAD_BYTES = 5
_BESIDE_BYTES = 2 * 1024 * 1024
"""Beside what is written, a word holds a path, a request or an error."""

# Of the runtime.
COMPILE, LOAD, RUN, ANSWER = b"C", b"L", b"R", b"A"
# Of the worker.
DONE, ASK, CHECKED, ENDED, REFUSED = b"D", b"H", b"K", b"E", b"X"
STDOUT, STDERR = b"1", b"2"
"""A piece of what a command writes, where somebody follows its call."""
MAX_PIECE = 65_536


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
    stream: bool
    """Hand on what a command writes as it comes, and nothing of it again at the end."""
    fuel: int
    memory_bytes: int
    output_bytes: int
    files: int
    places: int
    wall_s: float
    clock: bool
    random: bool
    env: tuple[tuple[str, str], ...]
    workspace: bytes
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

    kind: Annotated[str, msgspec.Meta(pattern="^fs_(read|write)$")]
    """What a worker opens by itself. It asks for everything else, and the runtime makes the check."""
    target: Annotated[str, msgspec.Meta(max_length=MAX_TARGET)]
    allowed: bool


class RunEnded(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """How a run ended."""

    output: bytes
    error: bytes
    """What it wrote to stderr, or reported as its error."""
    status: int | None
    """The exit status; None for a component, and for what did not exit by itself."""
    failed: bool
    fuel: Annotated[int, msgspec.Meta(ge=0)] | None
    """Burnt; None where the clock ended it."""
    trap: int | None
    trapped: bool
    stop: tuple[str, str] | None
    """The bound that was reached: its code, and words."""


def largest_word(order: Order) -> int:
    """How many bytes a run can have to say at a time: its output, or what lies in its memory and is to be written."""
    return max(order.output_bytes, min(order.memory_bytes, MAX_WRITE_BYTES)) + _BESIDE_BYTES


class Gone(Exception):
    """The other side is not there any more, late, or makes no sense."""


def frame(letter: bytes, body: bytes) -> bytes:
    """A message as it crosses the pipe."""
    return len(body).to_bytes(4, "little") + letter + body


def receive(
    descriptor: int, most: int = MAX_FRAME, wait: Callable[[], None] | None = None
) -> tuple[bytes, bytes]:
    """The next message, of at most so many bytes.

    Args:
        descriptor: Where it comes from.
        most: More than that no message of the other side can have.
        wait: Called where nothing is there yet: returns when there is, or raises. None where the descriptor blocks.

    Raises:
        Gone: the other side has ended, or claims a size that no message has.
    """
    head = _exactly(descriptor, HEAD_BYTES, wait)
    size = int.from_bytes(head[:4], "little")
    if size > most:
        raise Gone("a message of impossible size")
    return head[4:], _exactly(descriptor, size, wait)


def send(descriptor: int, letter: bytes, body: bytes, wait: Callable[[], None] | None = None) -> None:
    """Send a message. ``wait`` as in `receive`, for where there is no room yet."""
    rest = memoryview(frame(letter, body))
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            _blocked(wait)


def _exactly(descriptor: int, size: int, wait: Callable[[], None] | None) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        try:
            part = os.read(descriptor, min(size - len(parts), 1 << 20))
        except BlockingIOError:
            _blocked(wait)
            continue
        if not part:
            raise Gone("the other side has ended")
        if len(part) == size:
            return part
        parts += part
    return bytes(parts)


def _blocked(wait: Callable[[], None] | None) -> None:
    assert wait is not None  # noqa: S101  # whoever made the descriptor so that it does not block waits itself
    wait()
