"""The virtual machine that the processes of one shell run on: its clock, its names, its process table."""

from __future__ import annotations

from os import urandom
from time import monotonic, time, time_ns

from runtime.bash.interp.scheduler import Scheduler
from runtime.bash.utility_context import Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random
    from typing import Any

    from runtime.bash.interp.process import Process
    from runtime.bash.state import State
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Main
    from runtime.bash.vfs.api import Handle, Stat

__all__ = [
    "BUILTIN_PROGRAMS",
    "FIRST_PID",
    "PARENT_PID",
    "ROOT_ID",
    "USER_ID",
    "Machine",
    "SessionClock",
    "machine",
]

# The shell's own pid and its parent's: the same in every shell, since a host's would tell of the host.
FIRST_PID = 1000
PARENT_PID = 999
USER_ID, ROOT_ID = 1000, 0
# Builtins that a system has as programs as well: what `env`, `xargs` and a path find.
BUILTIN_PROGRAMS = frozenset({"[", "echo", "false", "kill", "printf", "pwd", "test", "true"})
_FIFO, _CHARACTER = 0o010000, 0o020000
_WORD = (1 << 64) - 1
_STEP = 0x9E37_79B9_7F4A_7C15


class SessionClock(Clock):
    """The time of one shell; fixed, it moves only when the shell sleeps.

    Args:
        start: seconds since the epoch at which a fixed clock stands; None for the host's time.
    """

    __slots__ = ("passed", "scheduler", "start")

    def __init__(self, start: float | None) -> None:
        self.start = start
        self.passed = 0.0
        self.scheduler: Scheduler

    def now(self) -> float:
        return time() if self.start is None else self.start + self.passed

    def now_ns(self) -> int:
        """Nanoseconds since the epoch."""
        return time_ns() if self.start is None else int((self.start + self.passed) * 1e9)

    def monotonic(self) -> float:
        """Seconds since some moment; never goes back."""
        return monotonic() if self.start is None else self.passed

    def advance(self, seconds: float) -> None:
        """A fixed clock moves on."""
        self.passed += seconds

    def sleep(self, seconds: float) -> None:
        self.scheduler.sleep(seconds)


class Machine:
    """What all processes of a shell share.

    Attributes:
        commands: the embedder's, by name.
        failures: exceptions that the embedder's commands and callbacks raised; a script never sees their text.
        processes: by pid, those that live or have not been waited for.
        fifos: the pipe behind each named pipe that is open, by device and inode.
        stops: how often a process has come to stand still.
        opens: `files.open_special`; that module knows the machine, which knows it by this name alone.
        uid: the shell's user; 0 for one who is called root.
        home: the user's home.
        locks: what ``flock`` holds: for each file, by device and inode, the open descriptions that lock it, and whether alone.
        raised: how many commands of ``sudo`` run now.
    """

    __slots__ = (
        "_random",
        "clock",
        "commands",
        "drawn",
        "failures",
        "fifos",
        "home",
        "hostname",
        "locks",
        "network",
        "next_pid",
        "opens",
        "processes",
        "raised",
        "scheduler",
        "seed",
        "started",
        "stops",
        "uid",
        "username",
    )

    def __init__(
        self,
        *,
        username: str,
        hostname: str,
        clock: float | None,
        seed: int | None,
        network: object = None,
    ) -> None:
        self.username = username
        is_root = username == "root"
        self.uid = ROOT_ID if is_root else USER_ID
        self.home = "/root" if is_root else f"/home/{username}"
        self.raised = 0
        self.locks: dict[tuple[int, int], list[tuple[Stream, bool]]] = {}
        self.hostname = hostname
        self.clock = SessionClock(clock)
        self.scheduler = self.clock.scheduler = Scheduler(
            self.clock.monotonic, None if clock is None else self.clock.advance
        )
        self.seed = seed
        self.drawn = 0
        self._random: Random | None = None
        self.commands: dict[str, Main] = {}
        self.network = network
        self.failures: list[BaseException] = []
        self.processes: dict[int, Process] = {}
        self.fifos: dict[tuple[int, int], Any] = {}
        self.opens: Callable[[State, Stat, int], Handle]
        self.next_pid = FIRST_PID
        self.stops = 0
        self.started = self.clock.now()

    @property
    def random(self) -> Random:
        """The machine's chance: the same in every run of a seed."""
        if self._random is None:
            from random import Random, SystemRandom

            self._random = SystemRandom() if self.seed is None else Random(self.seed)  # noqa: S311
        return self._random

    def chance(self) -> list[object] | None:
        """Where seeded chance stands, as plain data; None before its first use, and without a seed."""
        if self._random is None or self.seed is None:
            return None
        version, words, following = self._random.getstate()
        return [version, list(words), following]

    def take_chance(self, standing: list[Any] | None) -> None:
        """Go on from where `chance` stood."""
        if standing is not None:
            self.random.setstate((standing[0], tuple(standing[1]), standing[2]))

    def entropy(self, count: int) -> bytes:
        """What /dev/urandom gives where chance has a seed."""
        return self.random.randbytes(count)

    def states(self) -> Iterator[State]:
        """Every process's state."""
        return (process.state for process in self.processes.values())

    def open_special(self, stat: Stat, flags: int) -> Handle:
        """What the file system cannot open by itself, for the process that runs now."""
        process: Process = self.scheduler.current.process
        while process.child is not None:
            process = process.child
        return self.opens(process.state, stat, flags)

    def descriptors(self) -> dict[int, int]:
        """The open descriptors of the process that runs now, each with the type bits of what it is."""
        process: Process = self.scheduler.current.process
        while process.child is not None:
            process = process.child
        return {
            number: _FIFO if stream.is_pipe else _CHARACTER for number, stream in process.state.fds.items()
        }

    def draw(self) -> int:
        """64 bits of chance: the next of the seed's, or the host's."""
        if self.seed is None:
            return int.from_bytes(urandom(8), "little")
        self.drawn = self.drawn + _STEP & _WORD
        return _mixed(self.seed + self.drawn & _WORD)


def _mixed(number: int) -> int:
    """SplitMix64's finalizer: neighbouring numbers become numbers that have nothing to do with each other."""
    number = (number ^ number >> 30) * 0xBF58_476D_1CE4_E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D0_49BB_1331_11EB & _WORD
    return number ^ number >> 31


def machine(st: State) -> Machine:
    """The machine that a process runs on."""
    return st.callbacks.extra["machine"]  # type: ignore[return-value]
