"""Tasks, on their own: who runs when, and how everything ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from runtime.bash.errors import LimitExceeded, Stopped
from runtime.bash.interp.scheduler import Scheduler, Task
from runtime.bash.limits import Limits, Meter


class Moment:
    """A clock that stands still until it is told to move."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def advance(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def moment() -> Moment:
    return Moment()


@pytest.fixture
def tasks(moment: Moment) -> Iterator[Scheduler]:
    scheduler = Scheduler(moment.now, moment.advance)
    scheduler.begin(Meter(Limits(max_processes=100)))
    yield scheduler
    scheduler.finish()


def saying(
    said: list[str], text: str, *, pauses: Callable[[], None] = lambda: None, times: int = 1
) -> Callable[[], None]:
    def body() -> None:
        for _ in range(times):
            said.append(text)
            pauses()

    return body


def test_a_task_runs_when_its_maker_waits(tasks: Scheduler) -> None:
    said: list[str] = []
    task = tasks.spawn(saying(said, "task"))
    said.append("maker")
    tasks.join(task)
    assert (said, task.done) == (["maker", "task"], True)


def test_tasks_take_turns_in_the_order_in_which_they_came(tasks: Scheduler) -> None:
    said: list[str] = []
    made = [tasks.spawn(saying(said, text, pauses=tasks.pause, times=3)) for text in "abc"]
    for task in made:
        tasks.join(task)
    assert "".join(said) == "abcabcabc"


def test_sleepers_wake_in_the_order_of_their_hours_and_nobody_waits(tasks: Scheduler, moment: Moment) -> None:
    said: list[str] = []

    def sleeper(seconds: float) -> Callable[[], None]:
        def body() -> None:
            tasks.sleep(seconds)
            said.append(f"{moment.seconds:g}")

        return body

    for task in [tasks.spawn(sleeper(seconds)) for seconds in (30, 10, 20)]:
        tasks.join(task)
    assert said == ["10", "20", "30"]


def test_a_join_can_give_up(tasks: Scheduler, moment: Moment) -> None:
    task = tasks.spawn(lambda: tasks.sleep(100))
    assert not tasks.join(task, until=5)
    assert moment.seconds == 5
    assert tasks.join(task, until=500)
    assert (moment.seconds, tasks.timers) == (100, [])


def test_a_condition_is_looked_at_whenever_tasks_change(tasks: Scheduler) -> None:
    said: list[str] = []
    tasks.spawn(saying(said, "x", pauses=tasks.pause, times=3))
    tasks.block(lambda: len(said) == 3)
    assert tasks.watchers == []


def test_who_works_without_a_pause_gives_turns_by_its_meter(tasks: Scheduler) -> None:
    said: list[str] = []
    tasks.spawn(saying(said, "other"))
    tasks.meter.check()
    assert said == ["other"]


def test_who_polls_for_a_sleeper_sees_it_wake_under_a_fixed_clock(tasks: Scheduler, moment: Moment) -> None:
    task = tasks.spawn(lambda: tasks.sleep(60))
    polls = 0
    while not task.done:
        tasks.meter.check()
        polls += 1
    assert moment.seconds == 60
    assert polls < 100


def test_an_error_is_found_where_the_task_waits(tasks: Scheduler) -> None:
    found: list[BaseException] = []

    def body() -> None:
        try:
            tasks.sleep(100)
        except KeyError as error:
            found.append(error)

    task = tasks.spawn(body)
    tasks.pause()
    error = KeyError("x")
    tasks.throw(task, error)
    tasks.join(task)
    assert found == [error]
    assert tasks.timers == []


def test_when_everybody_waits_for_somebody_else_the_root_is_told(tasks: Scheduler) -> None:
    tasks.spawn(tasks.park)
    with pytest.raises(LimitExceeded) as told:
        tasks.park()
    assert told.value.code == "limit.deadlock"


def test_what_a_task_raises_is_raised_in_the_root_and_ends_the_others(tasks: Scheduler) -> None:
    ends: list[str] = []

    def waiting() -> None:
        try:
            tasks.park()
        except Stopped:
            ends.append("stopped")
            raise

    def failing() -> None:
        raise LimitExceeded("commands", "enough")

    tasks.spawn(waiting)
    tasks.spawn(failing)
    with pytest.raises(LimitExceeded, match="enough"):
        tasks.park()
    tasks.finish()
    assert ends == ["stopped"]


def test_the_end_of_time_is_raised_in_the_root_wherever_it_is_noticed(moment: Moment) -> None:
    real = 0.0
    scheduler = Scheduler(moment.now, moment.advance)
    scheduler.begin(Meter(Limits(timeout_s=1), now=lambda: real))
    scheduler.spawn(lambda: [scheduler.sleep(1) for _ in iter(int, 1)])
    scheduler.pause()
    real = 2.0
    with pytest.raises(LimitExceeded) as told:
        scheduler.sleep(5)
    assert told.value.code == "limit.timeout"
    scheduler.finish()


def test_nothing_that_is_ended_can_wait_again(tasks: Scheduler) -> None:
    tried: list[str] = []

    def stubborn() -> None:
        try:
            tasks.park()
        finally:
            try:
                tasks.sleep(5)
            except Stopped:
                tried.append("refused")

    tasks.spawn(stubborn)
    tasks.pause()
    tasks.finish()
    assert tried == ["refused"]


def test_what_is_left_behind_runs_on_and_what_waits_for_nothing_does_not_hold_the_end(
    tasks: Scheduler,
) -> None:
    said: list[str] = []

    def later() -> None:
        tasks.sleep(5)
        said.append("later")

    tasks.spawn(later)
    stuck = tasks.spawn(tasks.park)
    tasks.drain()
    assert (said, stuck.done) == (["later"], False)


def test_there_is_a_bound_on_tasks_side_by_side(tasks: Scheduler) -> None:
    for _ in range(100):
        tasks.spawn(tasks.park)
    with pytest.raises(LimitExceeded) as told:
        tasks.spawn(tasks.park)
    assert told.value.code == "limit.processes"


def test_a_long_chain_of_tasks_that_start_tasks_does_not_deepen_the_stack(tasks: Scheduler) -> None:
    """Each waits for the next: a greenlet counts frames from where it was first switched to."""
    depths: list[int] = []

    def link(left: int) -> Callable[[], None]:
        def body() -> None:
            depths.append(_room())
            if left:
                tasks.join(tasks.spawn(link(left - 1)))

        return body

    tasks.join(tasks.spawn(link(90)))
    assert max(depths) - min(depths) < 20


def _room() -> int:
    """How many more frames Python would allow here, by trying."""

    def deeper(count: int) -> int:
        try:
            return deeper(count + 1)
        except RecursionError:
            return count

    return deeper(0)


def test_greenlets_are_used_again(tasks: Scheduler) -> None:
    def run() -> Task:
        task = tasks.spawn(lambda: None)
        tasks.join(task)
        return task

    first, second = run(), run()
    assert first.greenlet is second.greenlet
