"""The base of every backend: whatever escapes a tool becomes the one documented error.

A tool is hostile: its exception may carry secrets in its text or break when it is printed. So neither ``str`` nor
``repr`` is ever asked of it; the model learns the type's name at most, the operator finds the trace in the
program's log. What it says on purpose, through the error tree, is taken field by field: an error of the wrong shape
would break the record of the call, or whoever prints it.
"""

from __future__ import annotations

import abc
import asyncio
import logging
from typing import Any, ClassVar

from runtime.backends._codes import is_own_code
from runtime.contracts import canonical, errors
from runtime.contracts.errors import BackendFault, Error, FailedError, RefusedError, ToolError, ToolFault
from runtime.contracts.ports import ScopedContext, Tool

MAX_TEXT = 65_536
"""Characters of a message or a suggestion, and bytes of an error's details: what a model is told has a bound."""
_OWN = frozenset(kind for kind in vars(errors).values() if isinstance(kind, type))

_log = logging.getLogger("runtime.backends")


class BackendBase(abc.ABC):
    """Implements `Backend.run` around ``_run``."""

    source: ClassVar[str]
    enforces: ClassVar[frozenset[str]]

    async def run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        """The tool's output.

        Raises:
            FailedError: everything that can go wrong; nothing else escapes, cancellation excepted.
        """
        try:
            context.start()
            return await self._run(tool, arguments, context)
        except asyncio.CancelledError:
            raise
        except Error as error:
            raise _told(tool, error) from None
        except (MemoryError, RecursionError) as error:
            raise ToolFault(f"{tool.manifest.name} ran out of {_resource(error)}") from None
        except Exception as error:  # noqa: BLE001  # a tool may raise anything
            _log.warning("tool %s raised", tool.manifest.name, exc_info=_traceback_only(error))
            raise ToolFault(
                f"{tool.manifest.name} failed unexpectedly ({_type_name(error)})",
                suggestion="The arguments may be unusual; otherwise the tool's author has to look.",
            ) from None
        except BaseException as error:
            # SystemExit, GeneratorExit or a class of the tool's own: it may end the tool, not the host.
            if isinstance(error, KeyboardInterrupt):
                raise
            raise BackendFault(
                f"{tool.manifest.name} tried to end the process ({_type_name(error)})"
            ) from None

    @abc.abstractmethod
    async def _run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any: ...


def _told(tool: Tool, error: Error) -> FailedError:
    """What a tool, or a handle that it used, said on purpose, in fields that records and readers can hold."""
    try:
        details = canonical.encode(error.details)
        message, suggestion = _text(error.message, MAX_TEXT), _text(error.suggestion, MAX_TEXT)
        code = _text(error.code, MAX_TEXT)
    except Exception as fault:  # noqa: BLE001  # fields of the wrong type, or ones that are code
        _log.warning(
            "tool %s raised an error that cannot be read (%s)", tool.manifest.name, _type_name(fault)
        )
        return ToolFault(f"{tool.manifest.name} failed with an error that cannot be read")
    kept = error.details if len(details) <= MAX_TEXT else {}
    if not isinstance(error, (FailedError, RefusedError)):
        # Of the set-up or of a log, perhaps another executor's: its words are for operators.
        _log.warning("tool %s raised %s: %s", tool.manifest.name, code, message)
        return ToolFault(f"{tool.manifest.name} failed unexpectedly ({_type_name(error)})")
    if isinstance(error, RefusedError):  # a tool has no business refusing: its words, our code
        return ToolFault(message, suggestion=suggestion)
    # Of the tool's own, or of a class of its own: its code is no category of ours, nor may it look like one.
    if isinstance(error, ToolError) or type(error) not in _OWN:
        if not is_own_code(code):
            return ToolFault(message, suggestion=suggestion, **kept)
        return ToolError(code, message, suggestion=suggestion, **kept)
    error.code, error.message, error.suggestion, error.details = code, message, suggestion, kept  # type: ignore[misc]
    return error


def _text(text: Any, most: int) -> str:
    """The text within the bound, in UTF-8."""
    if type(text) is not str:
        raise TypeError
    return text[:most].encode("utf-8", "backslashreplace").decode("utf-8")


def _resource(error: BaseException) -> str:
    return "memory" if isinstance(error, MemoryError) else "stack"


def _type_name(error: BaseException) -> str:
    return type(error).__name__[:64]


def _traceback_only(error: BaseException) -> tuple[type[Exception], Exception, Any]:
    """The trace under a harmless exception: formatting the tool's own would run the tool's code."""
    return Exception, Exception(_type_name(error)), error.__traceback__
