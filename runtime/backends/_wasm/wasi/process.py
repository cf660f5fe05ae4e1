"""Arguments, environment, clocks, randomness, waiting, exit, sockets that are not there."""

from __future__ import annotations

import os
import time
from struct import Struct

from blake3 import blake3

from runtime.backends._wasm.errno import BADF, INVAL, NOTSOCK, NOTSUP
from runtime.backends._wasm.wasi.call import Wasi
from runtime.backends._wasm.wasi.descriptors import FD_READ, FD_WRITE, POLL_FD_READWRITE, STDIN
from runtime.backends._wasm.wasi.faults import WasiErrno

_REALTIME, _MONOTONIC, _CPU_TIMES = 0, 1, (2, 3)
_TICK_NS = 1000
"""How far a clock that is not granted advances at each look, so that a loop that waits for it ends."""
_RESOLUTION_NS = 1
STREAM = blake3(b"randomness of a tool that was granted none")
_RANDOM_PIECE = 1 << 20
_SLICE_S = 0.05
_LONGEST_NS = 1 << 62

_MAX_SUBSCRIPTIONS = 4096
_SUBSCRIPTION = Struct("<QB7xI4xQQH6x")
_EVENT = Struct("<QHB5xQH6x")
_CLOCK, _FD_READ, _FD_WRITE = range(3)
_ABSOLUTE = 1


def args_get(wasi: Wasi, pointers: int, buffer: int) -> None:
    _put_strings(wasi, _args(wasi), pointers, buffer)


def args_sizes_get(wasi: Wasi, count: int, size: int) -> None:
    _put_sizes(wasi, _args(wasi), count, size)


def environ_get(wasi: Wasi, pointers: int, buffer: int) -> None:
    _put_strings(wasi, _environ(wasi), pointers, buffer)


def environ_sizes_get(wasi: Wasi, count: int, size: int) -> None:
    _put_sizes(wasi, _environ(wasi), count, size)


def clock_res_get(wasi: Wasi, clock: int, at: int) -> None:
    _check_clock(clock)
    wasi.memory.put_u64(at, _RESOLUTION_NS if wasi.settings.clock else _TICK_NS)


def clock_time_get(wasi: Wasi, clock: int, _precision: int, at: int) -> None:
    _check_clock(clock)
    wasi.memory.put_u64(at, now_ns(wasi, clock))


def now_ns(wasi: Wasi, clock: int = _REALTIME) -> int:
    """The time, real where it is granted."""
    if not wasi.settings.clock:
        now = wasi.virtual_ns
        wasi.virtual_ns = min(now + _TICK_NS, _LONGEST_NS)
        return now
    # Counted from the start of the call: how long the machine has been up is nobody's business.
    return time.time_ns() if clock == _REALTIME else time.monotonic_ns() - wasi.started_ns + 1


def random_get(wasi: Wasi, buffer: int, size: int) -> None:
    span = wasi.memory.span(buffer, size)
    for start in range(0, size, _RANDOM_PIECE):
        piece = min(_RANDOM_PIECE, size - start)
        if wasi.settings.random:
            span[start : start + piece] = os.urandom(piece)
        else:
            span[start : start + piece] = STREAM.digest(length=piece, seek=wasi.random_at)
            wasi.random_at += piece
        if start:
            wasi.check_time()


def sched_yield(_wasi: Wasi) -> None:
    pass


def proc_exit(wasi: Wasi, code: int) -> None:
    wasi.leave(code)


def proc_raise(_wasi: Wasi, _signal: int) -> int:
    return NOTSUP


def sock_accept(wasi: Wasi, fd: int, _flags: int, _at: int) -> int:
    return _no_socket(wasi, fd)


def sock_recv(wasi: Wasi, fd: int, _iovecs: int, _count: int, _flags: int, _read: int, _out: int) -> int:
    return _no_socket(wasi, fd)


def sock_send(wasi: Wasi, fd: int, _iovecs: int, _count: int, _flags: int, _sent: int) -> int:
    return _no_socket(wasi, fd)


def sock_shutdown(wasi: Wasi, fd: int, _how: int) -> int:
    return _no_socket(wasi, fd)


def poll_oneoff(wasi: Wasi, subscriptions: int, events: int, count: int, at: int) -> None:
    """Wait for the first of some events. Files and streams are always ready; a wait for time alone takes it."""
    if not 0 < count <= _MAX_SUBSCRIPTIONS:
        raise WasiErrno(INVAL)
    wanted = list(
        _SUBSCRIPTION.iter_unpack(bytes(wasi.memory.span(subscriptions, count * _SUBSCRIPTION.size)))
    )
    wasi.memory.span(events, count * _EVENT.size)
    wasi.memory.span(at, 4)
    ready = [
        _fd_event(wasi, userdata, tag, target)
        for userdata, tag, target, *_ in wanted
        if tag in (_FD_READ, _FD_WRITE)
    ]
    if any(tag not in (_CLOCK, _FD_READ, _FD_WRITE) for _, tag, *_ in wanted):
        raise WasiErrno(INVAL)
    if not ready:
        ready = _wait(wasi, [(user, clock, timeout, flags) for user, _, clock, timeout, _, flags in wanted])
    wasi.memory.put(events, b"".join(ready))
    wasi.memory.put_u32(at, len(ready))


def _wait(wasi: Wasi, timers: list[tuple[int, int, int, int]]) -> list[bytes]:
    waits: list[tuple[int, int]] = []
    broken: list[bytes] = []
    for userdata, clock, timeout, flags in timers:
        if clock not in (_REALTIME, _MONOTONIC):
            broken.append(_EVENT.pack(userdata, BADF if clock in _CPU_TIMES else INVAL, _CLOCK, 0, 0))
        else:
            past = now_ns(wasi, clock) if flags & _ABSOLUTE else 0
            waits.append((max(0, timeout - past), userdata))
    if broken:
        return broken
    shortest = min(wait for wait, _ in waits)
    _sleep(wasi, shortest)
    return [_EVENT.pack(userdata, 0, _CLOCK, 0, 0) for wait, userdata in waits if wait <= shortest]


def _sleep(wasi: Wasi, wait_ns: int) -> None:
    if not wasi.settings.clock:
        wasi.virtual_ns = min(wasi.virtual_ns + wait_ns, _LONGEST_NS)
        return
    wasi.hand_on()
    end_ns = time.monotonic_ns() + wait_ns
    while (left_ns := end_ns - time.monotonic_ns()) > 0:
        left_s = wasi.settings.deadline_s - time.monotonic()
        time.sleep(max(0.0, min(left_ns / 1e9, left_s, _SLICE_S)))
        wasi.check_time()


def _fd_event(wasi: Wasi, userdata: int, tag: int, number: int) -> bytes:
    error, size = 0, 0
    try:
        found = wasi.get(number)
        found.require(POLL_FD_READWRITE)
        found.require(FD_READ if tag == _FD_READ else FD_WRITE)
        if tag == _FD_READ:
            if found.stream == STDIN:
                size = len(wasi.settings.stdin) - wasi.stdin_at
            else:
                size = max(0, os.fstat(found.fd).st_size - os.lseek(found.fd, 0, os.SEEK_CUR))
    except WasiErrno as fault:
        error = fault.errno
    return _EVENT.pack(userdata, error, tag, size, 0)


def _no_socket(wasi: Wasi, fd: int) -> int:
    wasi.get(fd)
    return NOTSOCK


def _check_clock(clock: int) -> None:
    if clock not in (_REALTIME, _MONOTONIC):
        # Time spent in the processor is not told.
        raise WasiErrno(BADF if clock in _CPU_TIMES else INVAL)


def _args(wasi: Wasi) -> list[bytes]:
    return [_encode(text) for text in wasi.settings.args]


def _environ(wasi: Wasi) -> list[bytes]:
    return [_encode(f"{name}={value}") for name, value in wasi.settings.env]


def _encode(text: str) -> bytes:
    # A NUL would end it early, and let one variable pose as another.
    return text.replace("\0", "").encode("utf-8", "surrogateescape") + b"\0"


def _put_sizes(wasi: Wasi, strings: list[bytes], count: int, size: int) -> None:
    wasi.memory.put_u32(count, len(strings))
    wasi.memory.put_u32(size, sum(map(len, strings)))


def _put_strings(wasi: Wasi, strings: list[bytes], pointers: int, buffer: int) -> None:
    data = b"".join(strings)
    wasi.memory.span(pointers, 4 * len(strings))
    wasi.memory.put(buffer, data)
    for index, text in enumerate(strings):
        wasi.memory.put_u32(pointers + 4 * index, buffer)
        buffer += len(text)
