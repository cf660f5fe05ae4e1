"""A program that serves many calls: JSON lines, one each way.

It is started as ``NAME --serve``. For each call it reads ``{"arguments": {...}, "id": "..."}`` and writes ``{"id": "...", "output": ...}``, or ``error`` with a message
instead of ``output``. At the end of its input it ends.
"""

from __future__ import annotations

from typing import Any

import msgspec

from runtime.backends._executables.answer import failure, require_within
from runtime.contracts.errors import FailedError, OutputInvalid, OutputLimit, ToolError, ToolFault
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.contracts.process import Served

_TOLD = 4_000


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    output: Any = msgspec.UNSET
    error: str | msgspec.UnsetType = msgspec.UNSET


def is_answer(line: bytes, call: str) -> bool:
    """Whether a line answers the call of this id, so that the process is where it should be."""
    return not isinstance(_read(line, call), str)


def answer_of(manifest: Manifest, served: Served, call: str, limits: ResourceBounds) -> Any:
    """The output of a call.

    Raises:
        FailedError: it was ended at a bound, said what went wrong, ended, or wrote what is no answer.
    """
    name, result = manifest.name, served.result
    require_within(name, result, limits)
    if result.truncated:
        raise OutputLimit(f"the output of {name} is larger than its bound")
    if served.answer is None:
        raise failure(name, result.exit_code, result.stderr) if result.exit_code else _without_answer(name)
    if served.strayed:
        raise _senseless(name, "wrote more than one line for a call")
    if len(served.answer) > limits.output_bytes:
        raise OutputLimit(f"the output of {name} is larger than its bound")
    answer = _read(served.answer, call)
    if isinstance(answer, str):
        raise _senseless(name, answer)
    if answer.error is not msgspec.UNSET:
        told = "".join(c for c in answer.error[:_TOLD] if c.isprintable() or c in "\n\t").strip()
        raise ToolError(
            "failed", told or f"{name} failed", suggestion="Read the message, and correct the arguments."
        )
    if manifest.output_schema.get("type") == "string" and not isinstance(answer.output, str):
        raise OutputInvalid(f"{name} answered with an output that is no text")
    return answer.output


def _read(line: bytes, call: str) -> _Answer | str:
    """The answer in a line, or what is wrong with it."""
    try:
        answer = msgspec.json.decode(line, type=_Answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "wrote a line that is no answer"
    if answer.id != call:
        return "answered another call than it was asked"
    if (answer.output is msgspec.UNSET) == (answer.error is msgspec.UNSET):
        return "answered with neither or both of output and error"
    return answer


def _senseless(name: str, what: str) -> FailedError:
    return OutputInvalid(
        f"{name} {what}; its process was ended",
        suggestion='A program that serves json-lines writes {"id": ..., "output": ...} once for each line that it reads.',
    )


def _without_answer(name: str) -> FailedError:
    return ToolFault(
        f"{name} ended without an answer",
        suggestion="The arguments may be unusual; otherwise the tool's author has to look.",
    )
