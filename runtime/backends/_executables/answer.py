"""What the end of a program means: its output, or the error that a caller is told.

| exit status | is |
|---|---|
| 0 | the output |
| 1 | an error of the tool's own, told by what it wrote to stderr |
| 2 | wrong usage, as most commands say it |
| 126, 127 | something that it wanted to execute cannot be, or is not there |
| 128 + n | the signal n |
| others | an error of the tool's own |
"""

from __future__ import annotations

import signal
from typing import Any

import msgspec

from runtime.contracts.errors import (
    BackendUnavailable,
    CpuLimit,
    FailedError,
    MemoryLimit,
    OutputInvalid,
    OutputLimit,
    ToolError,
    ToolFault,
    WallLimit,
)
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.contracts.process import ProcessResult

STDERR_BYTES = 65_536
"""Room for stderr beside the output."""
_TOLD = 4_000
_CODES = {1: "failed", 2: "usage", 126: "not_executable", 127: "command_not_found"}
_FIXES = {
    126: "The tool's author has to look: a program that it uses cannot be executed.",
    127: "Install the program that the tool uses, or correct the tool.",
}


def output_of(manifest: Manifest, result: ProcessResult, limits: ResourceBounds) -> Any:
    """The output of a program that ended.

    Raises:
        FailedError: it was ended at a bound, failed, or wrote what is no output.
    """
    require_within(manifest.name, result, limits)
    assert result.exit_code is not None  # noqa: S101  # it ended by itself
    if result.exit_code:
        raise failure(manifest.name, result.exit_code, result.stderr)
    if result.truncated or len(result.stdout) > limits.output_bytes:
        raise OutputLimit(f"the output of {manifest.name} is larger than its bound")
    return value_of(manifest, result.stdout)


def value_of(manifest: Manifest, data: bytes) -> Any:
    """The value that a program wrote: bytes, text or JSON, by what it declares.

    Raises:
        OutputInvalid: it is not that.
    """
    if manifest.normalization == "binary":
        return data
    if manifest.output_schema.get("type") == "string":
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise OutputInvalid(f"{manifest.name} wrote what is no UTF-8", position=error.start) from None
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OutputInvalid(f"{manifest.name} wrote what is no JSON: {error}") from None


def require_within(name: str, result: ProcessResult, limits: ResourceBounds) -> None:
    """Return where a program was not ended at a bound.

    Raises:
        FailedError: it was.
    """
    if result.timed_out:
        raise WallLimit(f"{name} ran longer than {limits.wall_s:g} s", wall_s=limits.wall_s)
    if result.exceeded == "memory_bytes":
        raise MemoryLimit(f"{name} used more memory than its bound", memory_bytes=limits.memory_bytes)
    if result.exceeded == "cpu_s" or _ran_out_of_time(result, limits.cpu_s):
        raise CpuLimit(f"{name} computed longer than its bound", cpu_s=limits.cpu_s)
    if result.exceeded:
        raise ToolFault(f"{name} was ended: too many {result.exceeded}")


def _ran_out_of_time(result: ProcessResult, cpu_s: float | None) -> bool:
    """Whether the kernel ended a process before the launcher had added up what all of them computed."""
    killed = result.exit_code in (128 + signal.SIGKILL, 128 + signal.SIGXCPU)
    return cpu_s is not None and killed and result.duration_ms >= cpu_s * 1000


def failure(name: str, status: int, stderr: bytes) -> FailedError:
    """The error of a program that ended with a status other than 0."""
    told = _text(stderr)
    code = _CODES.get(status, "signal" if status > 128 else "failed")  # as shells say it
    how = f"ended by {_signal(status - 128)}" if code == "signal" else f"exit status {status}"
    return ToolError(
        code,
        told or f"{name} failed ({how})",
        suggestion=_FIXES.get(status, "Read the message, and correct the arguments."),
        exit_status=status,
        stderr=told,
    )


def _text(stderr: bytes) -> str:
    """The end of what was written, where programs say what was wrong."""
    text = stderr.decode("utf-8", "replace").strip()
    kept = "".join(c for c in text if c.isprintable() or c in "\n\t")
    return kept if len(kept) <= _TOLD else f"…{kept[-_TOLD:]}"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def not_started(name: str, error: OSError) -> FailedError:
    """The error of a program that cannot be executed."""
    return BackendUnavailable(
        f"{name} cannot be executed: {error.strerror}",
        suggestion="See that the interpreter in its first line is installed, and that the file is a program.",
    )
