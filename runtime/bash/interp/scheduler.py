"""The tasks of one shell: who runs, who waits, and what happens when nobody can.

A pipeline stage, a background job, a coprocess and a process substitution are tasks; each runs on a greenlet, so that a
blocking read deep inside a utility is an ordinary call. The script itself is the root task and runs where its caller
runs: a script without further tasks never imports greenlet.

    a task waits    `park` (until somebody calls `wake`), `sleep`, `join`, `block`, `await_`
    a task works    its meter's turn comes every few dozen commands: `turn` lets the others run
    nobody can run  `_idle`: wait for the next timer or awaitable; without either the script is in a deadlock, and ends

One thing differs between `exec_sync` and `await exec`: how the whole shell rests (`_rest`). Alone it sleeps; under an
event loop it hands a number of seconds to the coroutine that drives it (`interp.event_loop`) and continues when that comes back.

What ends everything (a limit, a cancelled caller, a defect) is thrown into the root task, wherever it came up; the
other tasks are ended with `Stopped`, which nothing of a script can catch.
"""

from __future__ import annotations

from collections import deque
from time import sleep as _host_sleep

from runtime.bash.errors import LimitExceeded, Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from runtime.bash.limits import Meter

__all__ = ["Scheduler", "Task"]

# Seconds of work between two turns of the event loop: cancellation takes effect within a few of these.
_SLICE_S = 0.004
# Spinning turns after which a fixed clock moves on to the next timer, so that who polls for a sleeper sees it wake.
_SPINS = 16


class Task:
    """One thread of a shell's work.

    Attributes:
        process: the shell process that began it (`interp.process.Process`), None for a helper.
        alert: its process has signals to attend to.
        held: its process is stopped: it gets no turn.
        thrown: what it is to find when it is next resumed (a signal).
        waiters: tasks to wake at its end.
        then: called at its end.
        utilities: how many utilities run in it, one within the other: what they write to a broken pipe ends only them.
    """

    __slots__ = (
        "alert",
        "body",
        "done",
        "greenlet",
        "held",
        "process",
        "queued",
        "then",
        "thrown",
        "utilities",
        "waiters",
    )

    def __init__(self, body: Callable[[], object] | None, process: Any = None) -> None:
        self.body = body
        self.process = process
        self.greenlet: Any = None
        self.done = False
        self.queued = False
        self.alert = self.held = False
        self.utilities = 0
        self.thrown: BaseException | None = None
        self.waiters: list[Task] = []
        self.then: Callable[[], None] | None = None


class Scheduler:
    """The tasks of one shell; `begin` and `finish` frame each script.

    Args:
        now: the machine's monotonic seconds.
        advance: moves a fixed clock by so many seconds instead of waiting; None where time passes by itself.
    """

    __slots__ = (
        "abort",
        "advance",
        "current",
        "delivered",
        "draining",
        "driver",
        "ended",
        "idle_workers",
        "loop",
        "meter",
        "midwife",
        "newborn",
        "now",
        "on_alert",
        "on_broken_pipe",
        "order",
        "pending",
        "ready",
        "root",
        "slice_end",
        "spins",
        "stuck",
        "tasks",
        "timers",
        "waiting_bytes",
        "watchers",
    )

    def __init__(self, now: Callable[[], float], advance: Callable[[float], None] | None = None) -> None:
        self.now = now
        self.advance = advance
        self.meter: Meter
        self.on_alert: Callable[[], None] | None = None  # a task is resumed whose process has signals
        self.on_broken_pipe: Callable[[], None] | None = None  # a task writes to a pipe that nobody reads
        self.loop: Any = None  # the private event loop of a script that is run without one

    def begin(self, meter: Meter, driver: Any = None) -> None:
        """A script starts on the caller's greenlet; ``driver`` (`interp.event_loop`) is who awaits it, if anybody does."""
        self.meter = meter
        self.driver = driver
        self.root = self.current = Task(None)
        self.ready: deque[Task] = deque()
        self.timers: list[tuple[float, int, Task]] = []
        self.watchers: list[tuple[Task, Callable[[], bool]]] = []
        self.tasks: set[Task] = set()
        self.idle_workers: list[Any] = []
        self.midwife: Any = None
        self.newborn: Any = None
        self.waiting_bytes = 0  # what writers hold that wait for room in a pipe
        self.pending = 0  # awaitables that somebody waits for
        self.order = self.spins = 0
        self.abort: BaseException | None = None
        self.delivered = self.draining = self.stuck = self.ended = False
        self.slice_end = 0.0
        if driver is not None:
            self.watch_time()

    def watch_time(self) -> None:
        """There is an event loop: it gets a turn every few milliseconds."""
        self.slice_end = self.meter.now() + _SLICE_S
        self.meter.turn = self.turn

    # Tasks

    def spawn(self, body: Callable[[], object], process: Any = None) -> Task:
        """A new task, ready to run; the caller goes on."""
        if self.root.greenlet is None:
            self._not_alone()
        most = self.meter.limits.max_processes
        if len(self.tasks) >= most:
            self.meter.exceeded("processes", f"more than {most} processes side by side")
        task = Task(body, process)
        self.tasks.add(task)
        self.wake(task)
        return task

    def _not_alone(self) -> None:
        """The root is about to share its thread; until now only it has run."""
        from greenlet import getcurrent

        self.root.greenlet = getcurrent()
        self.meter.turn = self.turn

    def wake(self, task: Task) -> None:
        """A waiting task gets its turn; it looks itself whether what it waits for has come."""
        if not task.queued and not task.done and not task.held:
            task.queued = True
            self.ready.append(task)

    def hold(self, task: Task) -> None:
        """A task stands still until `release`; what it waited for meanwhile it finds then."""
        task.held = True
        if task.queued:
            task.queued = False
            self.ready.remove(task)
        for waiter in task.waiters:
            self.wake(waiter)
        task.waiters.clear()
        while task.held and task is self.current:
            self.park()

    def release(self, task: Task) -> None:
        """A task that stood still goes on."""
        if task.held:
            task.held = False
            self.wake(task)

    def throw(self, task: Task, error: BaseException) -> None:
        """A waiting task finds ``error`` where it waits."""
        task.thrown = error
        self.wake(task)

    def park(self) -> None:
        """The running task waits until it is woken (or for no reason: callers look again)."""
        me = self.current
        if self.ended or self.delivered:
            raise Stopped
        task = self._next()
        if task is not me:
            self.current = task
            (task.greenlet or self._worker(task, me)).switch()
        if self.abort is not None or me.thrown is not None or me.alert:
            self._interrupted(me)

    def pause(self) -> None:
        """Let every task that can run have a turn first."""
        if self.ready:
            self.wake(self.current)
            self.park()

    def join(self, task: Task, until: float | None = None) -> bool:
        """Wait for the end of a task; False if it has not come by ``until`` (the machine's monotonic seconds)."""
        if until is not None:
            return self._join_until(task, until)
        while not task.done:
            task.waiters.append(self.current)
            self.park()
        return True

    def _join_until(self, task: Task, until: float) -> bool:
        with_timer = self.timer(until)
        try:
            while not task.done and self.now() < until:
                task.waiters.append(self.current)
                self.park()
        finally:
            self.forget(with_timer)
        return task.done

    def timer(self, until: float) -> tuple[float, int, Task]:
        """The running task is woken at ``until``; to be forgotten."""
        from heapq import heappush

        self.order += 1
        entry = (until, self.order, self.current)
        heappush(self.timers, entry)
        return entry

    def forget(self, timer: tuple[float, int, Task]) -> None:
        """A timer is not needed any more (it may have gone off)."""
        if timer in self.timers:
            # Sorted order is heap order.
            self.timers.remove(timer)
            self.timers.sort()

    def block(self, until: Callable[[], bool]) -> None:
        """Wait until a condition holds that no one wakes us for; it is looked at whenever tasks change."""
        while not until():
            entry = (self.current, until)
            self.watchers.append(entry)
            try:
                self.park()
            finally:
                if entry in self.watchers:
                    self.watchers.remove(entry)

    def sleep(self, seconds: float) -> None:
        """Wait; the others run meanwhile."""
        until = self.now() + seconds
        timer = self.timer(until)
        try:
            while self.now() < until:
                self.park()
        finally:
            self.forget(timer)

    def await_(self, awaitable: Awaitable[object]) -> object:
        """The result of an awaitable of the embedder; the others run meanwhile."""
        from runtime.bash.interp.event_loop import begin

        if self.root.greenlet is None:
            self._not_alone()
        me = self.current
        future = begin(self, awaitable, lambda: self.wake(me))
        self.pending += 1
        try:
            while not future.done():
                self.park()
        finally:
            self.pending -= 1
            future.cancel()
        return future.result()

    def turn(self) -> None:
        """The running task has worked for a while (`Meter.turn`)."""
        if self.slice_end and self.meter.now() >= self.slice_end:
            self._rest(0)
            if self.abort is not None:
                self._interrupted(self.current)
        if self.timers or self.watchers:
            self._wake_due()
            if self.advance is not None and not self.ready:
                self._spin(self.advance)
        if self.ready:
            self.pause()

    def drain(self) -> None:
        """The script has ended: what it left behind runs on until it ends, or waits for what cannot come."""
        self.draining = True
        while self.tasks and not self.stuck:
            self.park()

    def finish(self) -> None:
        """Nothing of the script may stay: end its tasks, take back its greenlets."""
        self.ended = True
        # What it waited for may still call back, in the middle of the next script.
        self.root.done = True
        self.current = self.root
        for task in list(self.tasks):
            if task.greenlet is not None:
                self.current = task
                task.greenlet.throw(Stopped)
        self.current = self.root
        for worker in self.idle_workers:
            worker.throw()
        self.idle_workers.clear()
        if self.midwife is not None:
            self.midwife.throw()
        self.midwife = self.newborn = None
        self.tasks.clear()
        if self.loop is not None:
            from runtime.bash.interp.event_loop import close

            close(self)

    def fail(self, error: BaseException) -> None:
        """End everything with ``error``, which the root task raises."""
        if self.abort is None:
            self.abort = error
            if not self.root.queued:
                self.root.queued = True
                self.ready.appendleft(self.root)

    # How it is done

    def _interrupted(self, me: Task) -> None:
        if self.abort is None:
            error, me.thrown = me.thrown, None
            if error is not None:
                raise error
            if me.alert and self.on_alert is not None:
                me.alert = False
                self.on_alert()
            return
        if me is self.root and not self.delivered:
            self.delivered = True
            raise self.abort
        raise Stopped

    def _next(self) -> Task:
        """Whose turn it is; rests while it is nobody's."""
        while True:
            if self.timers or self.watchers:
                self._wake_due()
            if self.ready:
                task = self.ready.popleft()
                task.queued = False
                return task
            self._idle()

    def _wake_due(self) -> None:
        timers = self.timers
        while timers and timers[0][0] <= self.now():
            from heapq import heappop

            self.wake(heappop(timers)[2])
        for task, until in self.watchers:
            if until():
                self.wake(task)

    def _spin(self, advance: Callable[[float], None]) -> None:
        """Somebody works while all others sleep by a clock that stands still."""
        self.spins += 1
        if self.timers and self.spins >= _SPINS:
            self.spins = 0
            advance(self.timers[0][0] - self.now())
            self._wake_due()

    def _idle(self) -> None:
        """Nobody can run now. Raises LimitExceeded when the time is up or nothing can ever come."""
        meter = self.meter
        left = meter.deadline - meter.now()
        if left <= 0:
            meter.exceeded("timeout", f"timed out after {meter.limits.timeout_s:g} s")
        if self.timers:
            delay = max(self.timers[0][0] - self.now(), 0.0)
            if self.advance is not None and not self.pending:
                self.advance(delay)
                return
            left = min(left, delay)
        elif not self.pending:
            self._stuck()
            return
        self._rest(left)

    def _stuck(self) -> None:
        """Everybody waits for somebody else."""
        if not self.draining:
            raise LimitExceeded("deadlock", "every process waits for another")
        self.stuck = True
        self.wake(self.root)

    def _rest(self, seconds: float) -> None:
        """The whole shell rests: under its driver, on the private loop while awaitables are pending, or asleep."""
        if self.driver is not None:
            self.driver.rest(self, seconds)
        elif self.pending:
            from runtime.bash.interp.event_loop import run_private

            run_private(self, seconds)
        else:
            _host_sleep(seconds)
        if self.slice_end:
            self.slice_end = self.meter.now() + _SLICE_S

    # Greenlets. Making one costs 8 µs (it gets a stack), a switch 0.2: workers are used again.

    def _worker(self, task: Task, me: Task) -> Any:
        """Find a greenlet for a task; the one that task ``me`` is to switch to."""
        if self.idle_workers:
            task.greenlet = self.idle_workers.pop()
            return task.greenlet
        from greenlet import greenlet

        home = self.root.greenlet
        self.newborn = task.greenlet = greenlet(self._work, home)
        # Callbacks of the embedder see the context variables of its call.
        task.greenlet.gr_context = home.gr_context
        if me is self.root:
            return task.greenlet
        if self.midwife is None:
            self.midwife = greenlet(self._deliver, home)
        return self.midwife

    def _deliver(self) -> None:
        """Start workers from here: one counts Python's frames from where it is first switched to, and a chain of tasks
        that each start the next would end in a RecursionError."""
        while True:
            self.newborn.switch()

    def _work(self) -> None:
        """What a worker does: the task it was switched to, then the next one without a worker, or wait."""
        while not self.ended:
            me = self.current
            worker = me.greenlet
            try:
                if me.body is not None:
                    me.body()
            except Stopped:
                pass
            except BaseException as error:  # noqa: BLE001  limits, and whatever a defect raises: the root's to tell
                self.fail(error)
            self._end(me)
            if self.ended:
                return
            follower = self._follower()
            self.current = follower
            if follower.greenlet is None:
                follower.greenlet = worker
                continue
            self.idle_workers.append(worker)
            follower.greenlet.switch()

    def _end(self, task: Task) -> None:
        task.done = True
        task.body = None
        self.tasks.discard(task)
        for waiter in task.waiters:
            self.wake(waiter)
        task.waiters.clear()
        if task.then is not None:
            task.then()
        if self.draining and not self.tasks:
            self.wake(self.root)

    def _follower(self) -> Task:
        try:
            return self._next()
        except BaseException as error:  # noqa: BLE001  raised while resting: the root's to tell
            self.fail(error)
            return self._next()
