"""What a call tells while it runs: a bounded buffer between its tool and whoever follows it.

1. Nothing enters before the tool runs, and so before gate, policy, approval and the record of the intent.
2. Where there is no room, the tool waits, within its own time. When nobody follows any more, what it says is thrown away.
3. What was handed on is kept up to the call's ``output_bytes``, so that its record can commit to it.
4. Where policy redacts a part of the result, output and words of the tool are withheld: a phase and its progress remain.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque

import msgspec

from runtime.contracts import canonical
from runtime.contracts.errors import ConfigurationError, OutputInvalid, OutputLimit
from runtime.contracts.llm_tool import ToolStatus

CAPACITY = 32
"""Events that may wait for whoever follows."""
MAX_CHUNK = 65_536
"""Characters of one event; longer output is several."""
_MAX_MESSAGE = 4_096


class EventStream:
    """The events of one call. `put` may be called from any loop; everything else belongs to the loop that made it."""

    def __init__(self) -> None:
        """Let nothing in yet."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._waiting: deque[ToolStatus] = deque()
        self._room: deque[asyncio.Future[None]] = deque()
        self._news: asyncio.Future[None] | None = None
        self._open = False
        self._followed = True
        self._withheld = False
        self._bytes_left = 0
        self._output: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self.events = 0
        """How many were handed on."""

    def open(self, *, withheld: bool, max_bytes: int) -> None:
        """The tool runs: let its events in.

        Args:
            withheld: Whether what it says is withheld.
            max_bytes: Of output.
        """
        self._open = True
        self._withheld = withheld
        self._bytes_left = max_bytes

    def close(self) -> None:
        """The tool has ended: nothing enters any more, and who waits for room goes on without."""
        self._open = False
        self._release(len(self._room))

    def leave(self) -> None:
        """Nobody follows any more."""
        self._followed = False
        self._waiting.clear()
        self._release(len(self._room))

    def finish(self) -> None:
        """The call has ended: `get` gives what waits, and then None."""
        self.close()
        self._followed = False
        self._tell()

    async def put(self, status: ToolStatus) -> None:
        """Hand on one event, as soon as there is room.

        Raises:
            OutputInvalid: it is none.
            OutputLimit: more output than the call may have.
        """
        if asyncio.get_running_loop() is not self._loop:
            handed = asyncio.run_coroutine_threadsafe(self.put(status), self._loop)
            await asyncio.wrap_future(handed)
            return
        events = _events(status, withheld=self._withheld)
        if not (events and self._open and self._followed):
            # A tool that tells without end would otherwise never give the loop a turn, and could not be cancelled.
            await asyncio.sleep(0)
        for event in events:
            while len(self._waiting) >= CAPACITY and self._open and self._followed:
                room = self._loop.create_future()
                self._room.append(room)
                await room
            if not (self._open and self._followed):
                return
            self._keep(event)
            self._waiting.append(event)
            self.events += 1
            self._tell()

    def put_sync(self, status: ToolStatus) -> None:
        """See `EventSink`.

        Raises:
            ConfigurationError: called by the thread of the loop, which would wait for itself.
        """
        if threading.get_ident() == self._thread:
            raise ConfigurationError(
                "status_sync would wait for itself here", suggestion="Use `await ctx.status(...)`."
            )
        asyncio.run_coroutine_threadsafe(self.put(status), self._loop).result()

    async def get(self) -> ToolStatus | None:
        """The next event; None when the call has ended."""
        while not self._waiting:
            if not self._followed:
                return None
            self._news = self._loop.create_future()
            await self._news
        event = self._waiting.popleft()
        self._release(1)
        return event

    @property
    def output(self) -> bytes | None:
        """What was handed on as canonical JSON, ``{"stderr":"...","stdout":"..."}``; None where that is nothing."""
        joined = {stream: "".join(chunks) for stream, chunks in self._output.items()}
        return canonical.encode(joined) if any(joined.values()) else None

    def _keep(self, event: ToolStatus) -> None:
        if not event.output:
            return
        size = len(event.output.encode())
        if size > self._bytes_left:
            raise OutputLimit("the tool streamed more than its output_bytes")
        self._bytes_left -= size
        self._output[event.stream or "stdout"].append(event.output)

    def _tell(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def _release(self, count: int) -> None:
        while count and self._room:
            room = self._room.popleft()
            if not room.done():  # whoever waited may have given up
                room.set_result(None)
                count -= 1


def _events(status: ToolStatus, *, withheld: bool) -> list[ToolStatus]:
    """The event in pieces of bounded size; a tool is hostile, and a struct made in code holds anything.

    Raises:
        OutputInvalid: it is no event.
    """
    try:
        event = msgspec.convert(msgspec.to_builtins(status, builtin_types=(bytes,)), ToolStatus)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError):
        raise OutputInvalid("a status of the tool is no ToolStatus") from None
    if withheld:
        return [] if event.phase == "output" else [msgspec.structs.replace(event, message=None, output=None)]
    if event.message is not None:
        event = msgspec.structs.replace(event, message=_text(event.message[:_MAX_MESSAGE]))
    if event.output is None:
        return [event]
    output = _text(event.output)
    if event.phase != "output" or not output:
        raise OutputInvalid("output comes in events of the phase output, and is not empty")
    return [
        msgspec.structs.replace(event, output=output[start : start + MAX_CHUNK])
        for start in range(0, len(output), MAX_CHUNK)
    ]


def _text(text: str) -> str:
    """With lone surrogates made visible: events are UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
