"""Running utilities: what they are given, and how they run further commands of their shell."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from runtime.bash.charset import CODEC, narrow, widen
from runtime.bash.errors import Killed, LimitExceeded, ShellError
from runtime.bash.interp.command_search import NOT_FOUND, find_program, status_of
from runtime.bash.interp.files import FileStream, bounded, open_file
from runtime.bash.interp.fork import call, retained, start
from runtime.bash.interp.jobs import Jobs, tidy
from runtime.bash.interp.machine import FIRST_PID, PARENT_PID, ROOT_ID, machine
from runtime.bash.interp.traps import send_group
from runtime.bash.state import ReadOnly
from runtime.bash.utility_context import Context, Launch
from runtime.bash.variables import EXPORT, INTEGER, READONLY, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.interp.machine import Machine
    from runtime.bash.state import State
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Main
    from runtime.bash.vfs.memory import MemoryFileSystem

__all__ = ["ShellLaunch", "embedded", "run_utility"]

_ACCESS = 0o3
_WIDE = "utf-8"
_SIGNALLED = 128


class _Chance:
    """The machine's `random`, made at its first use: importing that costs more than most scripts."""

    __slots__ = ("_machine",)

    def __init__(self, owner: Machine) -> None:
        self._machine = owner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._machine.random, name)


class _Environment(Mapping[str, str]):
    """The exported variables, each looked up when it is asked for: most utilities ask for one or none."""

    __slots__ = ("_all", "_st")

    def __init__(self, st: State) -> None:
        self._st = st
        self._all: dict[str, str] | None = None

    def __getitem__(self, name: str) -> str:
        held = self._st.vars.get(name)
        if held is None or isinstance(held, str) or not held.flags & EXPORT:
            raise KeyError(name)
        return self._whole()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def _whole(self) -> dict[str, str]:
        if self._all is None:
            self._all = self._st.environment()
        return self._all


def run_utility(st: State, main: Main, argv: list[str]) -> int:
    """Run a utility in this process, called by ``argv[0]``; its exit status."""
    here = machine(st)
    cx = Context(
        argv[0],
        argv[1:],
        fds=st.fds,
        env=_Environment(st),
        cwd=st.cwd,
        fs=st.fs,
        meter=st.meter,
        clock=here.clock,
        random=_Chance(here),  # type: ignore[arg-type]
        launch=ShellLaunch(st),
        umask=st.umask,
        username=here.username,
        uid=here.uid,
        hostname=here.hostname,
        network=here.network,
        own_stdin=st.fds.get(0) is not st.around,
    )
    if here.raised and _is_root(st):
        cx.username, cx.uid = "root", ROOT_ID
    if st.narrow or CODEC.get() != _WIDE:
        return _in_locale(st, here, main, cx)
    return _fed(st, here, main, cx)


def _in_locale(st: State, here: Machine, main: Main, cx: Context) -> int:
    """Run a utility to which characters are bytes, or one that another started to which they are."""
    if st.narrow:
        cx.args = [narrow(word) for word in cx.args]
    token = CODEC.set("ascii" if st.narrow else _WIDE)
    try:
        return _fed(st, here, main, cx)
    finally:
        CODEC.reset(token)


def _fed(st: State, here: Machine, main: Main, cx: Context) -> int:
    if not isinstance(cx.stdin, FileStream):
        return _ended(st, here, main, cx)
    cx.stdin = bounded(cx.stdin, cx.stdout)
    try:
        return _ended(st, here, main, cx)
    finally:
        cx.stdin.release()


def _ended(st: State, here: Machine, main: Main, cx: Context) -> int:
    """The status of a utility, however it ends."""
    task = here.scheduler.current
    task.utilities += 1
    try:
        status = main(cx)
        if not isinstance(status, int):
            status = here.scheduler.await_(status)  # type: ignore[assignment]
        return status  # type: ignore[return-value]
    except Killed as killed:
        if not killed.program:
            raise
        return 128 + killed.signal
    except (ShellError, ReadOnly):
        raise
    except RecursionError:
        return _refused(cx, "nested too deeply")
    except MemoryError:
        return _refused(cx, "memory exhausted")
    except Exception as defect:  # noqa: BLE001  a defect of a utility ends no more than the utility
        here.failures.append(defect)
        return _refused(cx, "internal error")
    finally:
        task.utilities -= 1
        if "jobs" in st.extra:
            tidy(st)


def _refused(cx: Context, reason: str) -> int:
    with suppress(OSError):
        cx.complain(reason)
    return 1


class ShellLaunch(Launch):
    """Commands that a utility runs are subshells of the shell that runs the utility."""

    __slots__ = ("_st", "signal")

    def __init__(self, st: State) -> None:
        self._st = st
        self.signal = 0

    def run(
        self,
        argv: list[str],
        *,
        stdin: Stream | None = None,
        stdout: Stream | None = None,
        stderr: Stream | None = None,
        env: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
        signals: Iterable[tuple[int, float | None]] = (),
        on_signal: Callable[[int], object] | None = None,
    ) -> int:
        st = self._st
        argv = [widen(word) for word in argv]
        invoke: Callable[..., int] = st.callbacks.extra["invoke"]  # type: ignore[assignment]

        def command(child: State) -> int:
            child.process.hushed = True  # the utility says what became of it
            return _known_end(child, invoke(child, argv, env))

        fds = retained(st.fds)
        for number, stream in enumerate((stdin, stdout, stderr)):
            if stream is not None:
                before = fds.get(number)
                fds[number] = stream.retain()
                if before is not None:
                    before.release()
        if timeout_s is None and not _outside(st):
            return self._within(command, fds)
        return self._beside(command, fds, timeout_s, signals, on_signal)

    def _within(self, command: Callable[[State], int], fds: dict[int, Stream]) -> int:
        """Run on the utility's own task."""
        task = machine(self._st).scheduler.current
        utilities, task.utilities = task.utilities, 0
        try:
            process = call(self._st, command, fds=fds)
            self.signal = process.signal
            return process.status or 0
        finally:
            task.utilities = utilities

    def as_root(self, argv: list[str], env: Mapping[str, str]) -> int:
        st = self._st
        here = machine(st)
        if _is_root(st):
            return self.run(argv, env=env)
        fs = _own_files(st)
        if fs is None or fs.inodes.enforced:
            raise PermissionError(1, "Operation not permitted")
        invoke: Callable[..., int] = st.callbacks.extra["invoke"]  # type: ignore[assignment]

        def command(child: State) -> int:
            child.vars["UID"] = child.vars["EUID"] = Variable(str(ROOT_ID), INTEGER | READONLY)
            return invoke(child, argv, env)

        # What runs beside it has the same rights meanwhile: on this machine anybody may become root, so nothing is
        # kept from anybody.
        here.raised += 1
        fs.become(ROOT_ID)
        try:
            return self._within(command, retained(st.fds))
        finally:
            here.raised -= 1
            if not here.raised:
                fs.become(here.uid)

    def _beside(
        self,
        command: Callable[[State], int],
        fds: dict[int, Stream],
        timeout_s: float | None,
        signals: Iterable[tuple[int, float | None]],
        on_signal: Callable[[int], object] | None,
    ) -> int:
        """Run on a task of its own: it can be ended from outside, or its caller is none of the shell's tasks."""
        st = self._st
        here = machine(st)
        scheduler = here.scheduler
        process = start(st, command, fds=fds)
        task = process.task
        if task is None:
            raise RuntimeError("a process that was started has a task")
        try:
            if _outside(st):
                from runtime.bash.interp.event_loop import wait_here

                wait_here(scheduler, task)
                return process.status or 0
            ended = scheduler.join(task, None if timeout_s is None else scheduler.now() + timeout_s)
            for signal, patience_s in signals:
                if ended:
                    break
                if on_signal is not None:
                    on_signal(signal)
                # A shell that was started is a process within the one that was made for it.
                process.hushed = True
                send_group(st, process.child or process, signal)
                ended = scheduler.join(task, None if patience_s is None else scheduler.now() + patience_s)
            return process.status or 0
        finally:
            here.processes.pop(process.pid, None)

    def script(
        self,
        text: str,
        *,
        stdin: Stream | None = None,
        stdout: Stream | None = None,
        stderr: Stream | None = None,
    ) -> int:
        return self.run(["sh", "-c", text], stdin=stdin, stdout=stdout, stderr=stderr)

    def begin(self, text: str, *, writes: bool) -> tuple[Stream, Callable[[], int]]:
        from runtime.bash.interp.pipes import Pipe

        st = self._st
        here = machine(st)
        invoke: Callable[..., int] = st.callbacks.extra["invoke"]  # type: ignore[assignment]
        reader, writer = Pipe(here.scheduler, st.meter.limits.max_pipe_buffer).ends()
        mine, its, number = (writer, reader, 0) if writes else (reader, writer, 1)
        fds = retained(st.fds)
        before = fds.get(number)
        fds[number] = its
        if before is not None:
            before.release()
        return mine, self._begun(lambda child: invoke(child, ["sh", "-c", text], None), fds)

    def start(
        self, argv: list[str], *, stdin: Stream | None = None, env: Mapping[str, str] | None = None
    ) -> Callable[[], int]:
        st = self._st
        argv = [widen(word) for word in argv]
        invoke: Callable[..., int] = st.callbacks.extra["invoke"]  # type: ignore[assignment]
        fds = retained(st.fds)
        if stdin is not None:
            before = fds.get(0)
            fds[0] = stdin.retain()
            if before is not None:
                before.release()
        return self._begun(lambda child: _known_end(child, invoke(child, argv, env)), fds)

    def _begun(self, command: Callable[[State], int], fds: dict[int, Stream]) -> Callable[[], int]:
        here = machine(self._st)
        process = start(self._st, command, fds=fds)

        def wait() -> int:
            if process.task is not None:
                here.scheduler.join(process.task)
            here.processes.pop(process.pid, None)
            self.signal = process.signal
            return process.status or 0

        return wait

    def wait(self, awaitable: Awaitable[object]) -> object:
        return machine(self._st).scheduler.await_(awaitable)

    def locks(self) -> dict[tuple[int, int], list[tuple[Stream, bool]]]:
        return machine(self._st).locks

    def missing(self, name: str) -> int:
        if "/" in name:
            return status_of(self._st, name)
        return 0 if find_program(self._st, name) is not None else NOT_FOUND

    def processes(self) -> list[tuple[int, int, bool, str]]:
        jobs = self._st.extra.get("jobs")
        found = [(FIRST_PID, PARENT_PID, False, "bash")]
        for pid, process in sorted(machine(self._st).processes.items()):
            if pid == FIRST_PID or process.status is not None:
                continue
            job = jobs.of(pid) if isinstance(jobs, Jobs) else None
            parent = process.parent.pid if process.parent is not None else FIRST_PID
            found.append((pid, parent, bool(process.stopped), job.text if job is not None else "bash"))
        return found

    def open(self, path: str, flags: int = 0, mode: int = 0o666) -> Stream:
        opened = open_file(self._st, path, flags, mode)
        output = self._st.fds.get(1)
        if flags & _ACCESS or not isinstance(output, FileStream):
            return opened
        try:
            return bounded(opened, output)
        finally:
            opened.release()


def _known_end(child: State, status: int) -> int:
    """The status of the command that a process was made for: a shell that a signal ended was that process."""
    signal = child.extra.pop("ended by", 0)
    if status > _SIGNALLED and signal == status - _SIGNALLED:
        child.process.signal = status - _SIGNALLED
    return status


def _is_root(st: State) -> bool:
    return st.get("EUID") == str(ROOT_ID)


def _own_files(st: State) -> MemoryFileSystem | None:
    """The shell's own file system; None where the embedder's is of another kind."""
    from runtime.bash.vfs.memory import MemoryFileSystem
    from runtime.bash.vfs.mount import MountedFileSystem

    fs = st.fs.root if isinstance(st.fs, MountedFileSystem) else st.fs
    return fs if isinstance(fs, MemoryFileSystem) else None


def _outside(st: State) -> bool:
    """Whether this is called from a step of an embedder's coroutine, which is none of the shell's tasks."""
    if not machine(st).scheduler.pending:
        return False
    from greenlet import getcurrent

    return getattr(getcurrent(), "awaits", False)


# Commands of the embedder


def embedded(here: Machine, command: Callable[..., Any]) -> Main:
    """A command of the embedder, confined: what it raises is kept for the embedder and never reaches the script.

    It may return its exit status, the text of its output, or an awaitable of either.
    """

    def main(cx: Context) -> int | Awaitable[int]:
        try:
            given = command(cx)
            if hasattr(given, "__await__"):
                return _awaited(here, cx, given)
            return _status(cx, given)
        except Exception as error:  # noqa: BLE001  # an embedder's code may raise anything
            return _failed(here, cx, error)

    return main


async def _awaited(here: Machine, cx: Context, given: Awaitable[Any]) -> int:
    try:
        return _status(cx, await given)
    except Exception as error:  # noqa: BLE001
        return _failed(here, cx, error)


def _status(cx: Context, given: object) -> int:
    if given is None:
        return 0
    if isinstance(given, str | bytes):
        cx.stdout.write(given.encode("utf-8", "surrogateescape") if isinstance(given, str) else given)
        return 0
    if isinstance(given, int):
        return given & 255
    raise TypeError(f"a command gives a status or its output, not {type(given).__name__}")


def _failed(here: Machine, cx: Context, error: Exception) -> int:
    if isinstance(error, LimitExceeded):
        raise error
    if isinstance(error, OSError) and error.errno == 32:
        return 128 + 13
    here.failures.append(error)
    cx.complain("command failed")
    return 1
