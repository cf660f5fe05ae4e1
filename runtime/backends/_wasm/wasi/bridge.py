"""How the engine calls the host functions.

wasmtime's public Python interface converts every value through a typed object and keeps an exception of a host function
where another thread's call may find it. Here a callback gets the raw values as they lie in memory, answers with an
errno, and never raises: a program that may not go on is ended by a trap of ours, with its fuel taken away.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

import wasmtime
from wasmtime import _ffi as ffi

from runtime.backends._wasm.errno import from_host
from runtime.backends._wasm.wasi.call import Wasi
from runtime.backends._wasm.wasi.faults import ProgramEnded, WasiErrno
from runtime.backends._wasm.wasi.table import FUNCTIONS, Function
from runtime.backends._wasm.wasi_preview1 import MODULE, SIGNATURES

__all__ = ["define"]

Current = Callable[[], Wasi]

_Entry = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_NO_FINALIZER: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p)()
_VALUE_BYTES: Final = ctypes.sizeof(ffi.wasmtime_val_raw_t)
# A value lies in the first bytes of its slot; what is behind an i32 is not to be looked at.
_SLOTS: Final = {"i32": "I12x", "i64": "Q8x"}
_TYPES: Final = {"i32": wasmtime.ValType.i32, "i64": wasmtime.ValType.i64}
_ERRNO: Final = Struct("<I")
_MEMORY: Final = b"memory"
_MEMORY_KIND: Final[Any] = ffi.WASMTIME_EXTERN_MEMORY.value
_ENDED: Final = b"ended by the host"
# The engine holds addresses of callbacks for as long as a module is linked to them: they are kept for good.
_KEPT: Final[list[Any]] = []


def _prototype(name: str, result: Any, *parameters: Any) -> Any:
    """A function of the C interface with plain numbers for pointers, which are a third of the cost of typed ones."""
    function = ffi.dll[name]
    function.restype, function.argtypes = result, parameters
    return function


_context_of = _prototype("wasmtime_caller_context", ctypes.c_void_p, ctypes.c_void_p)
_data = _prototype("wasmtime_memory_data", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_data_size = _prototype("wasmtime_memory_data_size", ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p)
_get_fuel = _prototype("wasmtime_context_get_fuel", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_set_fuel = _prototype("wasmtime_context_set_fuel", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)
_delete_error = _prototype("wasmtime_error_delete", None, ctypes.c_void_p)
_new_trap = _prototype("wasmtime_trap_new", ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t)
_export_of = _prototype(
    "wasmtime_caller_export_get",
    ctypes.c_bool,
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.c_void_p,
)
_delete_extern = _prototype("wasmtime_extern_delete", None, ctypes.c_void_p)


def define(linker: wasmtime.Linker, current: Current) -> None:
    """Give a linker all functions of WASI preview 1; ``current`` says whose program is running on this thread.

    Raises:
        WasmtimeError: the linker has one of them already.
    """
    for name, function in FUNCTIONS.items():
        _define(linker, name, SIGNATURES[name], function, current)


def _define(linker: wasmtime.Linker, name: str, signature: str, function: Function, current: Current) -> None:
    inner, _, outer = signature[1:].partition(")->")
    parameters = inner.split(",") if inner else []
    results = [wasmtime.ValType.i32()] if outer == "i32" else []
    kind = wasmtime.FuncType([_TYPES[parameter]() for parameter in parameters], results)
    entry = _Entry(_entry(function, parameters, current))
    error = ffi.wasmtime_linker_define_func_unchecked(
        linker.ptr(),
        MODULE.encode(),
        len(MODULE),
        name.encode(),
        len(name),
        kind.ptr(),
        ctypes.cast(entry, ffi.wasmtime_func_unchecked_callback_t),
        None,
        _NO_FINALIZER,
    )
    if error:
        raise wasmtime.WasmtimeError._from_ptr(error)  # noqa: SLF001
    _KEPT.append(entry)


def _entry(
    function: Function, parameters: list[str], current: Current
) -> Callable[[Any, int, int, int], int]:
    """What the engine calls: the one place where everything is caught."""
    slots = Struct("<" + "".join(_SLOTS[parameter] for parameter in parameters))
    raw = ctypes.c_char * max(slots.size, _VALUE_BYTES)
    unpack, at, pack = slots.unpack_from, raw.from_address, _ERRNO.pack_into

    def entry(_data: Any, caller: int, values: int, _count: int) -> int:
        try:
            wasi = current()
            if wasi.ended:
                return _trap(caller, wasi)
            memory = wasi.memory
            if memory.unknown:
                _attach(wasi, caller)
            memory.refresh()
            place = at(values)
            try:
                errno = function(wasi, *unpack(place)) or 0
            except WasiErrno as fault:
                errno = fault.errno
            except OSError as error:
                errno = from_host(error)
            except ProgramEnded:
                return _trap(caller, wasi)
            except MemoryError:
                return _broken(caller, wasi, "limit.memory", "The host had no memory left")
            except BaseException as error:  # noqa: BLE001  # a host function never raises
                return _broken(caller, wasi, "backend.fault", f"{type(error).__name__} in a host function")
            pack(place, 0, errno)
        except BaseException:  # noqa: BLE001
            # Not even that could be told: the program does not go on.
            return int(_new_trap(_ENDED, len(_ENDED)))
        return 0

    return entry


def _attach(wasi: Wasi, caller: int) -> None:
    """Find the memory that the calling program exports."""
    item = ffi.wasmtime_extern_t()
    if not _export_of(caller, _MEMORY, len(_MEMORY), ctypes.addressof(item)):
        return
    if item.kind != _MEMORY_KIND:
        _delete_extern(ctypes.addressof(item))
        return
    context, memory = _context_of(caller), ctypes.addressof(item.of.memory)

    def ask(_kept: Any = item) -> tuple[int, int]:
        return _data(context, memory) or 0, _data_size(context, memory)

    wasi.memory.attach(ask)


def _broken(caller: int, wasi: Wasi, code: str, message: str) -> int:
    try:
        wasi.fail(code, message)
    except ProgramEnded:
        return _trap(caller, wasi)


def _trap(caller: int, wasi: Wasi) -> int:
    """End the program: note the fuel that it has left, take it away, and trap."""
    if not wasi.ended:
        wasi.ended = True
        context = _context_of(caller)
        fuel = ctypes.c_uint64()
        if error := _get_fuel(context, ctypes.byref(fuel)):
            _delete_error(error)  # the store counts none
        else:
            wasi.fuel_left = fuel.value
            _set_fuel(context, 0)
    return int(_new_trap(_ENDED, len(_ENDED)))
