"""JSON texts of tools as values: within a number of values, and one large one at a time.

A text of 16 MiB can stand for six million values, which take fifty times its size and many seconds of whoever holds the interpreter. So values
are counted before any is made. What is large is read in a thread, where nobody else reads something large: the loop of the process waits for
one piece of work at most, and memory for two is never needed at once.
"""

from __future__ import annotations

import gc
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from runtime.contracts.errors import OutputLimit, WallLimit

MAX_VALUES = 250_000
"""Of one output: every string, number, object and array in it, and every name of a field."""
LARGE_BYTES = 65_536
"""A text that is smaller is read at once: at worst in a few milliseconds."""
_OUTSIDE = re.compile(rb'"|,|:|[\[{](?!\s*[\]}])')
_INSIDE = re.compile(rb'["\\]')
_LOOK = 65_536
_POLL_S = 0.05
_large = threading.Lock()


def decode(data: bytes, *, check: Callable[[], object], most: int = MAX_VALUES) -> Any:
    """The value of a JSON text. For threads: it may wait for its turn.

    Args:
        data: The text.
        check: Called now and then; raises where nobody waits any longer.
        most: How many values it may hold.

    Raises:
        OutputLimit: it holds more.
        msgspec.DecodeError, UnicodeDecodeError, RecursionError: it is no JSON, or nested too deeply.
    """
    if len(data) <= LARGE_BYTES:
        return msgspec.json.decode(data)
    with turn(check):
        require_few(data, check, most)
        return msgspec.json.decode(data)


def require_few(data: bytes, check: Callable[[], object], most: int = MAX_VALUES) -> None:
    """Return where a JSON text holds no more values than that.

    Raises:
        OutputLimit: it holds more.
    """
    # As if none of these stood in strings: most texts are done with that.
    if sum(map(data.count, (b",", b":", b"[", b"{"))) < most:
        return
    if _values(data, check, most) > most:
        raise too_many(most)


def too_many(most: int = MAX_VALUES) -> OutputLimit:
    """An output of more values than it may have."""
    return OutputLimit(
        f"the output holds more than {most:,} values",
        suggestion="Give fewer rows at a time, or the data as one text, or as a file.",
        max_values=most,
    )


@contextmanager
def turn(check: Callable[[], object]) -> Iterator[None]:
    """Be the only one in this process who works on something large.

    Python's search for garbage rests meanwhile: it looks at everything alive each time a few hundred lists were made, and holds up all threads.
    """
    while not _large.acquire(timeout=_POLL_S):
        check()
    try:
        check()
        resting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if resting:
                gc.enable()
    finally:
        _large.release()


def until(remaining_s: Callable[[], float], wall_s: float) -> Callable[[], None]:
    """A ``check`` that raises when the time of a call is over."""

    def check() -> None:
        if remaining_s() <= 0.0:
            raise WallLimit("the output was not checked within the time of the call", wall_s=wall_s)

    return check


def _values(data: bytes, check: Callable[[], object], most: int) -> int:
    """How many values and names the text holds; counting stops beyond the bound.

    A comma stands before a value, a colon behind a name, and the first value of what is not empty behind a bracket.
    """
    found, looked, at = 1, 0, 0
    outside, inside = _OUTSIDE.search, _INSIDE.search
    is_text = False
    while found <= most and (match := (inside if is_text else outside)(data, at)) is not None:
        mark, at = match.group(), match.end()
        looked += 1
        if not looked % _LOOK:
            check()
        if mark == b'"':
            is_text = not is_text
        elif mark == b"\\":
            at += 1
        else:
            found += 1
    return found
