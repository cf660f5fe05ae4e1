"""The shell beside an event loop: how a script is awaited, and how a script awaits.

A `Driver` runs a shell on a greenlet of its own. Whenever the shell rests it switches back with the seconds it can
wait; the coroutine awaits so long (or until an awaitable of the embedder is done) and switches in again. No threads.

An awaitable of the embedder becomes a task of the event loop whose every step runs on one more greenlet, so that plain
calls made inside it (``cx.launch.script``) can wait as well: they hand a future up to the step, which awaits it.
"""

from __future__ import annotations

import asyncio

# What asyncio offers to those who write event loops and tasks: in its ``__all__`` since Python 3.7, those of tasks under
# "Extending" in its manual. `_Aside` says why nothing else will do.
from asyncio import _enter_task, _get_running_loop, _leave_task, _set_running_loop

from greenlet import getcurrent, greenlet

from runtime.bash.errors import Stopped
from runtime.bash.interp.turns import turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator
    from typing import Any, Protocol

    from runtime.bash.interp.turns import Turns

    class Task(Protocol):
        """A task of the shell, as far as its end can be waited for."""

        then: Callable[[], None] | None

    class Scheduler(Protocol):
        """`runtime.bash.interp.scheduler.Scheduler`, seen from below."""

        driver: Any
        loop: Any

        def fail(self, error: BaseException) -> None:
            """End everything with ``error``."""

        def watch_time(self) -> None:
            """There is an event loop: it gets a turn every few milliseconds."""


__all__ = ["Driver", "begin", "close", "run_private", "wait_here"]

_ROUNDS = 3


class Driver:
    """The coroutine's side of a shell that is awaited."""

    def __init__(self) -> None:
        self.greenlet: Any = None
        self.turns: Turns
        self.idler: Any = None
        self.cancelled: BaseException | None = None
        self.waiting: asyncio.Future[None] | None = None

    async def run(self, shell: Callable[[], Any]) -> Any:
        """Run ``shell`` to its end; its result. Cancelled, it ends the shell first and is cancelled then."""
        self.turns = turns()
        await self.turns.take()
        made = greenlet(shell)
        self.greenlet = getcurrent()
        made.gr_context = self.greenlet.gr_context
        given = made.switch()
        while not made.dead:
            try:
                await self._wait(given)
                await self.turns.take()
            except BaseException as error:  # noqa: BLE001  cancelled, closed, or a defect: the shell is not left behind
                self.cancelled = error
            self.greenlet = made.parent = getcurrent()
            given = self.idler.switch()
        if self.cancelled is not None:
            raise self.cancelled
        return given

    def rest(self, scheduler: Scheduler, seconds: float) -> None:
        """Called by the shell: give the loop its turn, ``seconds`` long at most."""
        if self.cancelled is None:
            self.idler = getcurrent()
            self.greenlet.switch(seconds)
        if self.cancelled is not None:
            scheduler.fail(Stopped())

    async def _wait(self, seconds: float) -> None:
        if seconds <= 0:
            # A task that waits for a timer takes several rounds of the loop to run.
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        self.waiting = loop.create_future()
        timer = loop.call_later(seconds, self.nudge)
        try:
            await self.waiting
        finally:
            timer.cancel()
            self.waiting = None

    def nudge(self) -> None:
        """End the wait: something has changed."""
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)


class _Stepped:
    """An awaitable whose steps run on a greenlet: plain calls inside it can wait (`wait_here`)."""

    def __init__(self, awaitable: Awaitable[object]) -> None:
        self.awaitable = awaitable

    def __await__(self) -> Generator[Any, Any, object]:
        stepper = greenlet(self._steps)
        stepper.gr_context = getcurrent().gr_context
        stepper.awaits = True
        given = stepper.switch()
        while not stepper.dead:
            try:
                sent = yield given
            except BaseException as error:  # noqa: BLE001  a cancellation, or what the future raised: all go in
                stepper.parent = getcurrent()
                given = stepper.throw(error)
            else:
                stepper.parent = getcurrent()
                given = stepper.switch(sent)
        return given

    def _steps(self) -> object:
        steps = self.awaitable.__await__()
        sent: Any = None
        error: BaseException | None = None
        while True:
            try:
                wanted = steps.send(sent) if error is None else steps.throw(error)
            except StopIteration as end:
                return end.value
            sent = error = None
            try:
                sent = getcurrent().parent.switch(wanted)
            except BaseException as thrown:  # noqa: BLE001  handed on into the awaitable
                error = thrown


def wait_here(scheduler: Scheduler, task: Task) -> bool:
    """Wait for a task of the shell from inside a step of an embedder's awaitable; False when this is no such step."""
    stepper = getcurrent()
    if not getattr(stepper, "awaits", False):
        return False
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def then() -> None:
        if not future.done():
            future.set_result(None)

    task.then = then
    _nudge(scheduler)
    # What a coroutine's ``await future`` does, one step at a time.
    for wanted in future:
        stepper.parent.switch(wanted)
    return True


def begin(
    scheduler: Scheduler, awaitable: Awaitable[object], then: Callable[[], None]
) -> asyncio.Future[Any]:
    """Start an awaitable on the loop that drives the shell, or on a private one; ``then`` is called at its end."""

    async def stepped() -> object:
        return await _Stepped(awaitable)

    if scheduler.driver is not None:
        future = asyncio.get_running_loop().create_task(stepped())
    else:
        if scheduler.loop is None:
            scheduler.loop = asyncio.new_event_loop()
            scheduler.watch_time()
        future = scheduler.loop.create_task(stepped())

    def ended(future: asyncio.Future[Any]) -> None:
        if not future.cancelled():
            # Seen here, so that the loop does not complain of an exception that nobody asked for.
            future.exception()
        then()
        _nudge(scheduler)

    future.add_done_callback(ended)
    return future


def _nudge(scheduler: Scheduler) -> None:
    if scheduler.driver is not None:
        scheduler.driver.nudge()
    elif scheduler.loop is not None:
        scheduler.loop.stop()


class _Aside:
    """The event loop that may be running in this thread steps aside, so that the private one can run.

    Needed only where a plain call (`exec_sync`) made under a running loop meets an awaitable; everywhere else this does
    nothing. A private loop in a thread of its own would need none of asyncio's inner functions, and cannot serve: the
    steps of an awaitable run on greenlets (`_Stepped`), which no other thread can switch to, context variables would be
    another thread's, and an embedder's object that is not safe for threads would be used by two.
    """

    def __enter__(self) -> None:
        self.loop = _get_running_loop()
        self.task: asyncio.Task[Any] | None = None
        if self.loop is not None:
            self.task = asyncio.current_task(self.loop)
            if self.task is not None:
                _leave_task(self.loop, self.task)
            _set_running_loop(None)

    def __exit__(self, *_: object) -> None:
        if self.loop is not None:
            _set_running_loop(self.loop)
            if self.task is not None:
                _enter_task(self.loop, self.task)


def run_private(scheduler: Scheduler, seconds: float) -> None:
    """Run the private loop until an awaitable is done or the time is over."""
    loop = scheduler.loop
    timer = loop.call_later(max(seconds, 0.0), loop.stop)
    with _Aside():
        loop.run_forever()
    timer.cancel()


def close(scheduler: Scheduler) -> None:
    """End what still runs on the private loop, and the loop."""
    loop, scheduler.loop = scheduler.loop, None
    with _Aside():
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=1.0))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
