"""What a guest gave back, as the value or the error that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from runtime.backends._codes import guest_code
from runtime.backends._wasm import wire
from runtime.backends._wasm.bounds import RunBounds
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.backends._wasm.traps import INTERRUPT, OUT_OF_FUEL, GuestFault
from runtime.contracts import bounded_json
from runtime.contracts.errors import (
    Error,
    FilesLimit,
    FuelLimit,
    MemoryLimit,
    OutputInvalid,
    OutputLimit,
    ToolError,
    ToolFault,
    WallLimit,
)
from runtime.contracts.manifest import Manifest

_MAX_ERROR_BYTES = 65_536


class _Told(msgspec.Struct):
    code: str
    message: str
    suggestion: str = ""


def output_value(manifest: Manifest, data: bytes, check: Callable[[], object]) -> Any:
    """The output: bytes as they are, or the value of a JSON text.

    Raises:
        OutputInvalid: the text is no JSON.
        OutputLimit: it holds more values than it may.
        WallLimit, CallCancelled: nobody waits for it any longer.
    """
    if manifest.normalization == "binary":
        return data
    try:
        return bounded_json.decode(data, check=check)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        if not manifest.output_schema:  # it promises nothing: then plain text is an output, too
            return data.decode("utf-8", "backslashreplace")
        raise OutputInvalid(f"{manifest.name} gave back what is no JSON", tool=manifest.name) from None


def told_error(name: str, data: bytes) -> ToolFault:
    """The error that a guest reports: ``{"code", "message", "suggestion"}``, or whatever text it wrote.

    Its code becomes one of the family ``guest``; one that has not the form of a code is left out.
    """
    data = data[:_MAX_ERROR_BYTES]
    try:
        told = msgspec.json.decode(data, type=_Told)
        code = guest_code(told.code)
        if code is None:
            return ToolFault(told.message, suggestion=told.suggestion)
        return ToolError(code, told.message, suggestion=told.suggestion)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        text = data.decode("utf-8", "backslashreplace").strip()
        return ToolFault(text or f"{name} failed and did not say why")


def fault_error(name: str, fault: GuestFault, bounds: RunBounds) -> Error:
    """A trap as the bound that was reached, or as the tool's failure."""
    if fault.trap == OUT_OF_FUEL:
        return out_of_fuel(name, bounds)
    if fault.trap == INTERRUPT:
        return WallLimit(f"{name} ran longer than it may")
    return ToolFault(
        f"{name} broke off: {fault}",
        suggestion="The arguments may be unusual; otherwise the tool's author has to look.",
    )


def out_of_fuel(name: str, bounds: RunBounds) -> FuelLimit:
    """It burnt all that it had.

    The engine looks at the tank where a function begins and where a loop goes round, so a run can come to its end on an empty
    one, by how much nobody knows: that is out of fuel, too. What a call that ended well is said to have burnt is thus exact.
    """
    return FuelLimit(f"{name} burnt its {bounds.fuel} units of fuel", fuel=bounds.fuel)


def too_large(name: str, bounds: RunBounds) -> OutputLimit:
    """More came out than the call may have."""
    return OutputLimit(
        f"{name} gave back more than {bounds.output_bytes} bytes", output_bytes=bounds.output_bytes
    )


def no_memory(name: str, bounds: RunBounds) -> MemoryLimit:
    """It needs more than the call may have."""
    return MemoryLimit(
        f"{name} needs more than {bounds.memory_bytes} bytes of memory", memory_bytes=bounds.memory_bytes
    )


_STOPS: dict[str, type[Error]] = {
    kind.code: kind for kind in (FilesLimit, FuelLimit, MemoryLimit, OutputLimit, WallLimit)
}


def stop_error(name: str, code: str, message: str) -> Error:
    """A bound that a worker saw reached, by its code."""
    return _STOPS.get(code, ToolFault)(f"{name}: {message}")


def judged(name: str, ended: wire.RunEnded, bounds: RunBounds, host: HostCalls) -> bytes:
    """The output of a run that went well.

    Raises:
        FailedError: it did not.
    """
    if host.failure is not None:
        raise host.failure
    if ended.stop is not None:
        raise stop_error(name, *ended.stop)
    if ended.trapped:
        raise fault_error(name, GuestFault(ended.trap), bounds)
    if ended.fuel is not None and ended.fuel >= bounds.fuel:
        raise out_of_fuel(name, bounds)
    if ended.failed or ended.status:
        error = told_error(name, ended.error)
        if type(error) is ToolFault and not ended.error.strip():
            raise ToolFault(f"{name} ended with status {ended.status} and did not say why")
        raise error
    if len(ended.output) > bounds.output_bytes:
        raise too_large(name, bounds)
    return ended.output
