"""The module ``cathedral`` as guests import it: numbers and places in their memory, made into `HostCalls`.

Defined once for an engine and shared by all instances; which run is calling is known by the thread, as a store runs on one thread.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from runtime.backends._wasm.c_api import memory_of
from runtime.backends._wasm.errno import FAULT, IO
from runtime.backends._wasm.hostcalls import Answer

if TYPE_CHECKING:
    import wasmtime

_U32 = 0xFFFF_FFFF
_Memory = tuple[int, int]


class GuestRun(Protocol):
    """The run whose guest is calling."""

    def ask(self, name: str, *arguments: int | bytes) -> Answer: ...
    def abort(self) -> None:
        """End it: nothing of the guest executes after this."""
        ...

    @property
    def ended(self) -> bool: ...


class Current(threading.local):
    """The run of this thread."""

    run: GuestRun | None = None


class _Outside(Exception):
    """A place that is not in the guest's memory."""


def define_host(linker: wasmtime.Linker, current: Current) -> None:
    """Define every function of ``cathedral`` in a linker."""
    from wasmtime import FuncType, ValType

    letters = {"i": ValType.i32, "I": ValType.i64}
    for name, (signature, body) in _FUNCTIONS.items():
        parameters, result = signature.split(">")
        kind = FuncType([letters[c]() for c in parameters], [letters[result]()])
        linker.define_func("cathedral", name, kind, _guarded(current, body), access_caller=True)


def _guarded(current: Current, body: Callable[..., int]) -> Callable[..., int]:
    """The function as wasmtime calls it. It never raises: see `HostCalls`."""

    def host(caller: wasmtime.Caller, *arguments: int) -> int:
        run = current.run
        if run is None:
            return -IO
        try:
            result = body(run, memory_of(caller), *arguments)
        except _Outside:
            return -FAULT
        except BaseException:  # noqa: BLE001
            run.abort()
            return -IO
        if run.ended:
            run.abort()
        return result

    return host


def _log(run: GuestRun, memory: _Memory, level: int, place: int, size: int) -> int:
    return _number(run.ask("log", level, _bytes(memory, place, size)))


def _read(
    run: GuestRun, memory: _Memory, path: int, path_size: int, offset: int, place: int, size: int
) -> int:
    room = _room(memory, place, size)
    return _put(memory, place, room, run.ask("read", _bytes(memory, path, path_size), offset, room))


def _write(run: GuestRun, memory: _Memory, path: int, path_size: int, place: int, size: int) -> int:
    return _number(run.ask("write", _bytes(memory, path, path_size), _bytes(memory, place, size)))


def _fetch(run: GuestRun, memory: _Memory, request: int, request_size: int, place: int, size: int) -> int:
    room = _room(memory, place, size)
    return _put(memory, place, room, run.ask("fetch", _bytes(memory, request, request_size), room))


def _env(run: GuestRun, memory: _Memory, name: int, name_size: int, place: int, size: int) -> int:
    room = _room(memory, place, size)
    value = run.ask("env", _bytes(memory, name, name_size))
    if isinstance(value, bytes) and len(value) > room:
        return len(value)
    return _put(memory, place, room, value)


def _clock(run: GuestRun, _memory: _Memory) -> int:
    return _number(run.ask("clock"))


def _random(run: GuestRun, memory: _Memory, place: int, size: int) -> int:
    room = _room(memory, place, size)
    drawn = run.ask("random", room)
    return min(_put(memory, place, room, drawn), 0)


_FUNCTIONS: dict[str, tuple[str, Callable[..., int]]] = {
    "log": ("iii>i", _log),
    "read": ("iiIii>i", _read),
    "write": ("iiii>i", _write),
    "fetch": ("iiii>i", _fetch),
    "env": ("iiii>i", _env),
    "clock": (">I", _clock),
    "random": ("ii>i", _random),
}


def _room(memory: _Memory, place: int, size: int) -> int:
    """The size of a stretch of memory. Guests count without sign, wasmtime with one; nothing is believed."""
    place, size = place & _U32, size & _U32
    if place + size > memory[1]:
        raise _Outside
    return size


def _bytes(memory: _Memory, place: int, size: int) -> bytes:
    size = _room(memory, place, size)
    return ctypes.string_at(memory[0] + (place & _U32), size) if size else b""


def _put(memory: _Memory, place: int, room: int, answer: Answer) -> int:
    """Copy an answer into the guest; how many bytes, or the number that it is."""
    if isinstance(answer, int):
        return answer
    data = answer[:room]
    if data:
        ctypes.memmove(memory[0] + (place & _U32), data, len(data))
    return len(data)


def _number(answer: Answer) -> int:
    return answer if isinstance(answer, int) else -IO
