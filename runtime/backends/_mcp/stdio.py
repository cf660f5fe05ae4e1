"""A connection to a server that is a confined process: one message a line, on its standard input and output.

1. The process runs until it is closed, in a context of its own, with the capabilities that it was started for and nothing else.
2. A line has a bound, and so have all that comes between two answers and what comes while nobody asks.
3. What is no JSON object is noise of the program's, and passed over a few times. What begins as one must be a message.
4. An answer must be to a request that is waiting, or that was given up. Anything else ends the connection, and every call on it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Literal

from runtime.backends._mcp.caller import Caller
from runtime.backends._mcp.faults import broken, flooded, gone, unreachable, visible
from runtime.backends._mcp.messages import (
    MAX_MESSAGE_BYTES,
    METHOD_NOT_FOUND,
    Message,
    Notice,
    Reply,
    ServerRequest,
    notification,
    read,
    refused,
    request,
)
from runtime.backends._mcp.plan import Parse, ServerPlan
from runtime.contracts.errors import Error, FailedError
from runtime.contracts.ports import ScopedContext
from runtime.contracts.process import ProcessResult

MAX_NOTICES = 20_000
"""Messages that are no answers, between two answers."""
MAX_IDLE = 1_000
"""Messages while nothing is asked."""
MAX_BYTES = 4 * MAX_MESSAGE_BYTES
"""Of everything between two answers."""
MAX_NOISE = 200
"""Lines that are no messages, of one process."""
MAX_QUEUED_BYTES = 16 * 1024 * 1024
"""What waits for a server that does not read."""
_LARGE = 65_536
"""A longer line is read in a thread."""
_TAIL = 2_000
_TOLD = 500
"""Of the end of what it wrote to stderr, where programs say what was wrong."""
_MAX_GIVEN_UP = 10_000
_MAX_ANSWERING = 32


class _Waiting:
    """A request that waits for its answer."""

    __slots__ = ("answer", "caller")

    def __init__(self, answer: asyncio.Future[Reply], caller: Caller | None) -> None:
        self.answer = answer
        self.caller = caller


class ProcessChannel:
    """One process, and the requests that wait for it. Belongs to the event loop that it was made in."""

    def __init__(
        self, plan: ServerPlan, context: ScopedContext, parse: Parse, environment: dict[str, str]
    ) -> None:
        self._plan = plan
        self._context = context
        self._parse = parse
        self._environment = environment
        self._waiting: dict[int, _Waiting] = {}
        self._given_up: set[int] = set()
        self._number = 0
        self._pieces: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._queued = 0
        self._buffer = bytearray()
        self._notices = self._bytes = self._noise = 0
        self._stderr = bytearray()
        self._answering: set[asyncio.Task[None]] = set()
        self._fault: FailedError | None = None
        self._answered = False
        self._listing_changed = False
        context.start()
        self._task = asyncio.create_task(self._run())

    @property
    def is_open(self) -> bool:
        """Whether it can be asked."""
        return self._fault is None and not self._task.done()

    @property
    def context(self) -> ScopedContext:
        """What the process lives in."""
        return self._context

    @property
    def in_use(self) -> int:
        """How many requests wait."""
        return len(self._waiting)

    def take_listing_changed(self) -> bool:
        """Whether the server said that its tools changed, since this was last asked."""
        changed, self._listing_changed = self._listing_changed, False
        return changed

    async def request(
        self, method: str, params: dict[str, Any], caller: Caller | None, timeout_s: float
    ) -> dict[str, Any]:
        """The result of a request.

        Raises:
            RpcError: the server says that it cannot.
            FailedError: ``mcp.*``.
            TimeoutError: no answer came; the server is told that nobody waits any longer.
        """
        self._number += 1
        number = self._number
        waiting = _Waiting(asyncio.get_running_loop().create_future(), caller)
        self._waiting[number] = waiting
        try:
            self._send(request(number, method, params))
            async with asyncio.timeout(timeout_s):
                answer = await waiting.answer
        except (TimeoutError, asyncio.CancelledError):
            self._give_up(number, method)
            raise
        finally:
            self._waiting.pop(number, None)
        if answer.error is not None:
            raise answer.error
        assert answer.result is not None  # noqa: S101  # one of the two, as it was read
        return answer.result

    async def notify(
        self, method: str, params: dict[str, Any] | None = None, caller: Caller | None = None
    ) -> None:
        """Send a notification."""
        del caller
        self._send(notification(method, params))

    def close(self) -> None:
        """End the process; requests that wait end as if it had gone. For the loop's own thread."""
        self._break(gone(self._plan.name, "was closed"))

    async def ended(self) -> None:
        """Return when nothing of the process is left."""
        await asyncio.wait((self._task,))

    # -- the process ------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        fault: FailedError
        try:
            result = await self._context.run_program(
                self._plan.command,
                stdin=self._input(),
                environment=self._environment,
                max_output_bytes=None,
                on_output=self._take,
            )
            fault = self._ended(_how(result))
        except asyncio.CancelledError:
            fault = self._fault or gone(self._plan.name, "was closed")
        except FailedError as error:
            fault = error
        except (OSError, Error) as error:
            why = error.strerror if isinstance(error, OSError) else error.message
            fault = unreachable(self._plan.name, f"cannot be started: {why}", _STARTING)
        except Exception as error:  # noqa: BLE001  # whatever it is, nobody may wait for this process
            fault = gone(self._plan.name, f"cannot be read ({type(error).__name__})")
        finally:
            self._context.close()
            for task in self._answering:
                task.cancel()
        self._fail(fault)

    def _ended(self, how: str) -> FailedError:
        told = visible(self._stderr.decode("utf-8", "replace")[-_TOLD:], _TOLD)
        why = f"ended ({how})" + (f": {told}" if told else "")
        return gone(self._plan.name, why) if self._answered else unreachable(self._plan.name, why, _STARTING)

    async def _input(self) -> AsyncIterator[bytes]:
        while (piece := await self._pieces.get()) is not None:
            self._queued -= len(piece)
            yield piece

    def _send(self, message: bytes) -> None:
        if self._fault is not None:
            raise self._fault
        self._queued += len(message) + 1
        if self._queued > MAX_QUEUED_BYTES:
            fault = flooded(self._plan.name, "does not read what it is sent")
            self._break(fault)
            raise fault
        self._pieces.put_nowait(message + b"\n")

    def _give_up(self, number: int, method: str) -> None:
        if self._fault is not None:
            return
        self._given_up.add(number)
        if len(self._given_up) > _MAX_GIVEN_UP:
            self._break(gone(self._plan.name, f"left {_MAX_GIVEN_UP:,} requests without an answer"))
        elif method != "initialize":
            with contextlib.suppress(FailedError):
                self._send(
                    notification(
                        "notifications/cancelled", {"requestId": number, "reason": "the caller gave up"}
                    )
                )

    def _break(self, fault: FailedError) -> None:
        """End the connection, and the process with it."""
        if self._fault is None:
            self._fail(fault)
            self._task.cancel()

    def _fail(self, fault: FailedError) -> None:
        self._fault = self._fault or fault
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(self._fault)

    # -- what it writes ---------------------------------------------------------------------------------------

    async def _take(self, stream: Literal["stdout", "stderr"], data: bytes) -> None:
        """What the process wrote. Nobody reads on while this works: a server that floods waits."""
        if self._fault is not None:
            return
        if stream == "stderr":
            self._stderr += data
            del self._stderr[:-_TAIL]
            return
        try:
            self._bytes += len(data)
            if self._bytes > MAX_BYTES:
                raise flooded(self._plan.name, f"sent more than {MAX_BYTES >> 20} MiB without an answer")
            searched = len(self._buffer)
            self._buffer += data
            while (end := self._buffer.find(b"\n", searched)) >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                searched = 0
                await self._line(line)
            if len(self._buffer) > MAX_MESSAGE_BYTES:
                raise flooded(self._plan.name, f"sent a message of more than {MAX_MESSAGE_BYTES >> 20} MiB")
        except FailedError as fault:
            self._break(fault)

    async def _line(self, line: bytes) -> None:
        text = line.strip()
        if not text:
            return
        if not text.startswith((b"{", b"[")):
            self._noise += 1
            if self._noise > MAX_NOISE:
                raise broken(self._plan.name, f"wrote {MAX_NOISE} lines to its output that are no messages")
            return
        name, parse = self._plan.name, self._parse
        message = (
            read(name, text, parse)
            if len(text) < _LARGE
            else await asyncio.to_thread(read, name, text, parse)
        )
        if isinstance(message, Reply):
            self._resolve(message)
        else:
            await self._unasked(message)

    def _resolve(self, answer: Reply) -> None:
        self._notices = self._bytes = 0
        self._answered = True
        waiting = self._waiting.get(answer.id)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(answer)
        elif answer.id in self._given_up:
            self._given_up.discard(answer.id)
        else:
            raise broken(self._plan.name, "answered a request that nobody made")

    async def _unasked(self, message: Message) -> None:
        self._notices += 1
        if self._notices > (MAX_NOTICES if self._waiting else MAX_IDLE):
            raise flooded(self._plan.name, f"sent {self._notices - 1:,} messages that answer nothing")
        caller = self._only_caller()
        if isinstance(message, Notice):
            if message.method == "notifications/tools/list_changed":
                self._listing_changed = True
            elif caller is not None:
                await caller.note(message)
            return
        assert isinstance(message, ServerRequest)  # noqa: S101
        if caller is None:
            why = "no single call is under way that this could belong to"
            self._send(refused(message.id, METHOD_NOT_FOUND, why))
            return
        if len(self._answering) >= _MAX_ANSWERING:
            raise flooded(self._plan.name, f"asked {_MAX_ANSWERING} questions at once")
        task = asyncio.create_task(self._answer(caller, message))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, caller: Caller, asked: ServerRequest) -> None:
        with contextlib.suppress(FailedError):  # the call ended, or the connection
            self._send(await caller.answer(asked))

    def _only_caller(self) -> Caller | None:
        """The call that a message without an address belongs to, where there is one alone."""
        callers = {id(one.caller): one.caller for one in self._waiting.values() if one.caller is not None}
        return next(iter(callers.values())) if len(callers) == 1 else None


_STARTING = (
    "Look at what it says; its own code must lie in /usr or a folder of mcp.servers.NAME.system, "
    "and its files among its grants."
)


def _how(result: ProcessResult) -> str:
    if result.exceeded:
        return f"beyond its bound of {result.exceeded}"
    return "its time was over" if result.timed_out else f"exit status {result.exit_code}"
