"""The few entries of wasmtime's C interface that the public Python one reaches only by a detour.

The public call converts each value through a typed object and lists every export: 120 µs for a fresh instance where this takes 50.
Types are not checked here: admission has checked the exports' signatures, and nothing else is called. This and
`wasi.bridge` are the modules that touch ``wasmtime._ffi``; the major version is pinned for their sake.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import wasmtime
from wasmtime import _ffi as ffi

from runtime.backends._wasm.traps import GuestFault

_Values = ffi.wasmtime_val_raw_t * 2
_Trap = ctypes.POINTER(ffi.wasm_trap_t)
_U32 = 0xFFFF_FFFF


class Guest:
    """One instance in its store: its memory and its exported functions."""

    __slots__ = ("_context", "_instance", "_memory", "_values")

    def __init__(self, store: wasmtime.Store, pre: wasmtime.InstancePre) -> None:
        """Instantiate, which runs the module's start function.

        Raises:
            Fault: it trapped, or what it needs exceeds the store's limits.
        """
        self._context = store._context()  # noqa: SLF001
        self._instance = ffi.wasmtime_instance_t()
        self._values = _Values()
        trap = _Trap()
        error = ffi.wasmtime_instance_pre_instantiate(
            pre.ptr(), self._context, ctypes.byref(self._instance), ctypes.byref(trap)
        )
        if error or trap:
            raise _fault(error, trap)
        self._memory = self._export(b"memory").of.memory

    def call(self, name: bytes, *arguments: int) -> int:
        """Call an exported function of i32 parameters; its result as an i64, of which an i32 is the lower half."""
        values = self._values
        for place, argument in enumerate(arguments):
            values[place].i64 = argument & _U32
        function, trap = self._export(name).of.func, _Trap()
        error = ffi.wasmtime_func_call_unchecked(
            self._context, ctypes.byref(function), values, len(values), ctypes.byref(trap)
        )
        if error or trap:
            raise _fault(error, trap)
        return int(values[0].i64)

    def memory_bytes(self) -> int:
        """How much memory it has now."""
        return int(ffi.wasmtime_memory_data_size(self._context, ctypes.byref(self._memory)))

    def read(self, place: int, size: int) -> bytes:
        """A copy of so many bytes. The caller has checked that they are there."""
        return ctypes.string_at(self._base() + place, size)

    def write(self, place: int, data: bytes) -> None:
        """Put bytes there. The caller has checked that there is room."""
        ctypes.memmove(self._base() + place, data, len(data))

    def _base(self) -> int:
        # Asked for each time: growing moves the memory.
        data = ffi.wasmtime_memory_data(self._context, ctypes.byref(self._memory))
        return ctypes.addressof(data.contents)

    def _export(self, name: bytes) -> Any:
        found = ffi.wasmtime_extern_t()
        if not ffi.wasmtime_instance_export_get(
            self._context, ctypes.byref(self._instance), name, len(name), ctypes.byref(found)
        ):
            raise GuestFault(None)
        return found


def memory_of(caller: wasmtime.Caller) -> tuple[int, int]:
    """Where the memory of a calling guest lies, and how large it is; (0, 0) where it has none."""
    memory = caller.get("memory")
    if not isinstance(memory, wasmtime.Memory):
        return 0, 0
    size = memory.data_len(caller)
    return (ctypes.addressof(memory.data_ptr(caller).contents), size) if size else (0, 0)


_Callback = ctypes.CFUNCTYPE(
    ctypes.c_size_t,
    ctypes.POINTER(ffi.wasmtime_context_t),
    ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_uint64),
    ctypes.POINTER(ffi.wasmtime_update_deadline_kind_t),
)
_NO_FINALIZER = ctypes.cast(0, ctypes.CFUNCTYPE(None, ctypes.c_void_p))


class EpochCallback:
    """Asks at every tick whether what runs may go on. ``go_on`` must not raise."""

    def __init__(self, go_on: Callable[[], bool]) -> None:
        def at_tick(_context: Any, _data: Any, delta: Any, kind: Any) -> int:
            if not go_on():
                error = ffi.wasmtime_error_new(b"stopped")
                return ctypes.cast(error, ctypes.c_void_p).value or 0
            delta[0] = 1
            kind[0] = 0  # go on
            return 0

        self._callback = _Callback(at_tick)

    def over(self, store: wasmtime.Store) -> None:
        """Watch one store, on the thread that runs it."""
        store.set_epoch_deadline(1)
        ffi.wasmtime_store_epoch_deadline_callback(store.ptr(), self._callback, None, _NO_FINALIZER)


def _fault(error: Any, trap: Any) -> GuestFault:
    """What happened, in our words; the guest's are freed unread."""
    if trap:
        code = ctypes.c_uint8()
        known = ffi.wasmtime_trap_code(trap, ctypes.byref(code))
        ffi.wasm_trap_delete(trap)
        if error:
            ffi.wasmtime_error_delete(error)
        return GuestFault(int(code.value) if known else None)
    ffi.wasmtime_error_delete(error)
    return GuestFault(None)
