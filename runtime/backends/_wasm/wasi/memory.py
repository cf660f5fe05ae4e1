"""The guest's memory, as a host function may touch it.

Every pointer and length comes from the program and is hostile: each is an unsigned 32-bit number by the time that it
arrives here, and what it spans is compared with the memory's present size before a byte moves. A program without an
exported memory has one of no bytes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from struct import Struct

from runtime.backends._wasm.errno import FAULT, INVAL
from runtime.backends._wasm.wasi.faults import WasiErrno

__all__ = ["Memory"]

Ask = Callable[[], tuple[int, int]]
"""Where the memory lies in this process, and how many bytes it has."""

_MAX_IOVECS = 1024
"""IOV_MAX of Linux and of wasi-libc."""
_U32 = Struct("<I")
_U64 = Struct("<Q")
_IOVEC = Struct("<II")
_NOTHING = memoryview(bytearray())


class Memory:
    """A view of the bytes, as large as the memory is at the moment."""

    __slots__ = ("_ask", "_size", "view")

    def __init__(self) -> None:
        self.view = _NOTHING
        self._ask: Ask | None = None
        self._size = (0, 0)

    @property
    def unknown(self) -> bool:
        return self._ask is None

    def attach(self, ask: Ask) -> None:
        """Use the memory of which ``ask`` says where it lies and how large it is."""
        self._ask = ask

    def refresh(self) -> None:
        """Look again: the program may have grown it since the last host call, and growing may move it."""
        if self._ask is None:
            return
        size = self._ask()
        if size != self._size:
            self._size = size
            base, length = size
            self.view = (
                memoryview((ctypes.c_char * length).from_address(base)).cast("B") if length else _NOTHING
            )

    def detach(self) -> None:
        """Forget it: when the store goes, so do the bytes."""
        self.view, self._ask, self._size = _NOTHING, None, (0, 0)

    def span(self, at: int, length: int) -> memoryview:
        """The bytes themselves, to read and to write."""
        if at + length > len(self.view):
            raise WasiErrno(FAULT)
        return self.view[at : at + length]

    def put(self, at: int, data: bytes) -> None:
        self.span(at, len(data))[:] = data

    def put_u32(self, at: int, value: int) -> None:
        _U32.pack_into(self.span(at, 4), 0, value)

    def put_u64(self, at: int, value: int) -> None:
        _U64.pack_into(self.span(at, 8), 0, value)

    def iovecs(self, at: int, count: int) -> list[memoryview]:
        """What a vector of pointers and lengths spans, the empty ones left out."""
        if count > _MAX_IOVECS:
            raise WasiErrno(INVAL)
        table = self.span(at, count * _IOVEC.size)
        return [self.span(start, length) for start, length in _IOVEC.iter_unpack(table) if length]
