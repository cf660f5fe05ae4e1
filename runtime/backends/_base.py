"""The base of every backend: whatever escapes a tool becomes the one documented error.

A tool is hostile: its exception may carry secrets in its text or break when it is printed. So neither ``str`` nor
``repr`` is ever asked of it; the model learns the type's name at most, the operator finds the trace in the
program's log.
"""

from __future__ import annotations

import abc
import asyncio
import logging
from typing import Any, ClassVar

from runtime.contracts.errors import BackendFault, Error, FailedError, ToolFailed
from runtime.contracts.ports import ScopedContext, Tool

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
        except (FailedError, asyncio.CancelledError):
            raise
        except Error as error:  # a tool has no business refusing or configuring: its words, our code
            raise ToolFailed(error.message, suggestion=error.suggestion) from error
        except (MemoryError, RecursionError) as error:
            raise ToolFailed(f"{tool.manifest.name} ran out of {_resource(error)}") from None
        except Exception as error:  # noqa: BLE001  # a tool may raise anything
            _log.warning("tool %s raised", tool.manifest.name, exc_info=_traceback_only(error))
            raise ToolFailed(
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


def _resource(error: BaseException) -> str:
    return "memory" if isinstance(error, MemoryError) else "stack"


def _type_name(error: BaseException) -> str:
    return type(error).__name__[:64]


def _traceback_only(error: BaseException) -> tuple[type[Exception], Exception, Any]:
    """The trace under a harmless exception: formatting the tool's own would run the tool's code."""
    return Exception, Exception(_type_name(error)), error.__traceback__
