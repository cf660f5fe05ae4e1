"""The shell as its embedder sees it: `Bash`, its files, and how a script is run to its end.

1. A shell is a virtual machine with one root process whose State is kept between scripts.
2. ``exec`` gives the script a meter, its three streams, and the turn of the caller's thread (`exec_sync`) or event loop.
3. The script runs to its end like any process; what it left in the background runs on within the same budget, as a
   caller that reads a pipe from bash would wait for it.
4. A limit ends everything at once: one line on standard error, and what was written before is kept.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock

from runtime.bash.callbacks import callbacks, programs
from runtime.bash.charset import LOCALE
from runtime.bash.errors import Exit, LimitExceeded, ShellError, Stopped
from runtime.bash.interp.fork import live
from runtime.bash.interp.initial_variables import variables
from runtime.bash.interp.machine import FIRST_PID, Machine
from runtime.bash.interp.process import Process
from runtime.bash.limits import Limits, Meter
from runtime.bash.result import Collected, Listener, Result
from runtime.bash.shell_options import ShellOptions
from runtime.bash.state import State
from runtime.bash.streams import Input, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from runtime.bash.static_analysis import Analysis
    from runtime.bash.vfs.api import FileSystem

    Output = Callable[[str, str], object] | Callable[[bytes, bytes], object]
    Commands = Mapping[str, Callable[..., Any]] | Iterable[Callable[..., Any]]

__all__ = ["Bash", "Files", "Result"]

# Frames of Python that a script may take; the shell's own limits refuse nesting long before (a level takes about ten).
_FRAMES = 20_000
_KEPT_FDS = 3


class Files:
    """The files of a shell, for its embedder: absolute paths, with the rights of the shell's user."""

    __slots__ = ("_fs",)

    def __init__(self, fs: FileSystem) -> None:
        self._fs = fs

    def exists(self, path: str) -> bool:
        """Whether a path leads to something."""
        return self._fs.exists(path)

    def is_dir(self, path: str) -> bool:
        """Whether a path leads to a folder."""
        return self._fs.is_dir(path)

    def is_file(self, path: str) -> bool:
        """Whether a path leads to a regular file."""
        return self._fs.is_file(path)

    def read_bytes(self, path: str) -> bytes:
        """A file's content. Raises OSError."""
        return self._fs.read_bytes(path)

    def write_bytes(self, path: str, data: bytes) -> None:
        """Create or replace a file, parents included. Raises OSError."""
        from runtime.bash.vfs.initial_files import write_file

        write_file(self._fs, path, data)

    def listdir(self, path: str) -> list[str]:
        """The names in a folder. Raises OSError."""
        return self._fs.listdir(path)


class Bash:
    """A virtual bash. Nothing that runs in it touches the host.

    Args:
        files: what stands where, by absolute path: text, bytes, or a callable that gives them later.
        env: exported variables beside the usual ones.
        cwd: the working directory, made if it is missing; the user's home by default.
        username, hostname: what the machine calls them; ``root`` has the number 0 and the home ``/root``.
        limits: the budgets (`Limits`).
        commands: further commands, by name or as callables that bear their name: ``(Context) -> status or text``, plain
            or async. What one raises becomes ``name: command failed`` and is kept in ``Result.failures``.
        fs: a file system to use instead of a fresh one in memory.
        permissions: ``open``, the default: the machine is the user's own, who may write anywhere in the fresh file system
            and has ``sudo``; ``enforced``: the user is a plain one, who may write to home and temporary folders alone.
        mounts: file systems to show at absolute paths of the fresh one: ``{"/work": HostedFileSystem("src")}``.
        clock: seconds since the epoch at which a fixed clock starts, which moves only when the shell sleeps, and then
            without waiting; None for the host's time.
        seed: of ``$RANDOM``, ``shuf`` and ``/dev/urandom``; None for chance.
        network: the capability (`runtime.bash.Network`) that ``curl`` uses; without it ``curl`` refuses.

    One script runs at a time. Variables, functions, options, files and the working directory are kept between scripts;
    standard streams and pipes are not.
    """

    __slots__ = ("_busy", "_exited", "_fs", "_listener", "_machine", "_state", "_stderr", "_stdout", "limits")

    def __init__(
        self,
        *,
        files: Mapping[str, Any] | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        username: str = "user",
        hostname: str = "localhost",
        limits: Limits | None = None,
        commands: Commands | None = None,
        fs: FileSystem | None = None,
        mounts: Mapping[str, FileSystem] | None = None,
        permissions: str = "open",
        clock: float | None = None,
        seed: int | None = None,
        network: object = None,
    ) -> None:
        if permissions not in _PERMISSIONS:
            raise ValueError(f"permissions are open or enforced, not {permissions!r}")
        self.limits = limits or _LIMITS
        here = self._machine = Machine(
            username=username, hostname=hostname, clock=clock, seed=seed, network=network
        )
        if commands:
            _install(here, commands)
        home = here.home
        self._fs = fs if fs is not None else _fresh(here, self.limits, files, permissions)
        if mounts:
            self._fs = _mounted(self._fs, mounts)
        if fs is not None and files:
            for path, content in files.items():
                Files(fs).write_bytes(path, content.encode() if isinstance(content, str) else content)
        st = self._state = State(callbacks(here), self._fs, _IDLE)
        place = cwd or home
        if place != home or fs is not None or mounts:
            _enter(self._fs, place)
        st.cwd = place
        st.vars = variables(here, place, env or {})
        st.refresh("IFS")
        if env and not LOCALE.isdisjoint(env):
            st.refresh("LANG")
        _root(st, here)
        # Held while a script runs: two threads that begin one at once must not both get through.
        self._busy = allocate_lock()
        self._exited = False
        self._listener: Listener | None = None

    @property
    def fs(self) -> Files:
        """The shell's files."""
        return Files(self._fs)

    async def exec(
        self,
        script: str,
        *,
        on_output: Output | None = None,
        binary: bool = False,
        stdin: bytes | str | Stream = b"",
        timeout_s: float | None = None,
        name: str | None = None,
        args: Iterable[str] = (),
        origin: str | None = None,
    ) -> Result:
        """Run a script under the running event loop, which goes on turning.

        Args:
            script: the commands.
            on_output: called with what was written to standard output and error since the last call: after each loop
                iteration, each command of a list or sequence, each top-level command.
            binary: whether ``on_output`` gets bytes; else it gets text, in which U+FFFD stands for what is no UTF-8.
            stdin: what the script reads; a `Stream` is read as far as the script reads.
            timeout_s: less than the shell's own limit, for this script.
            name, args: what ``$0`` and the positional parameters are from now on; without a name they stay.
            origin: how the script came in, where that is to show: ``c`` for the text of ``bash -c``, which a fatal error
                leaves with 127 instead of 1; ``s`` for standard input, ``file`` for a file (``$-`` tells them apart).

        Raises:
            ShellError: the shell is running a script already.
        """
        from runtime.bash.interp.event_loop import Driver

        driver = Driver()
        self._call(name, args, origin)
        result: Result = await driver.run(
            lambda: self._run(script, driver, (on_output, binary), stdin, timeout_s)
        )
        return result

    def exec_sync(
        self,
        script: str,
        *,
        on_output: Output | None = None,
        binary: bool = False,
        stdin: bytes | str | Stream = b"",
        timeout_s: float | None = None,
        name: str | None = None,
        args: Iterable[str] = (),
        origin: str | None = None,
    ) -> Result:
        """Run a script on the caller's thread; like `exec` in everything else."""
        self._call(name, args, origin)
        return self._run(script, None, (on_output, binary), stdin, timeout_s)

    def analyze(self, script: str) -> Analysis:
        """What a script would run, read, write and reach, without running it; read as this shell would read it now.

        Of a text that is no script, what stands before the fault; ``Analysis.error`` names that.
        """
        from runtime.bash.static_analysis import analyze
        from runtime.bash.syntax.options import ParseOptions

        st = self._state
        shell_options = st.options
        options = ParseOptions(
            extglob=shell_options["extglob"],
            posix=shell_options["posix"],
            expand_aliases=shell_options["expand_aliases"],
            aliases=st.aliases,
        )
        return analyze(script, options, self.limits)

    def snapshot(self, *, key: bytes | None = None) -> bytes:
        """The shell's state as bytes: variables, functions, options, traps, files; not what runs or is open.

        They are authenticated with ``key``; without one with a key of this Python process.
        """
        from runtime.bash.snapshot import save

        return save(self, key)

    @classmethod
    def restore(cls, data: bytes, *, key: bytes | None = None, **options: Any) -> Bash:
        """A shell in the state of a snapshot; ``options`` are those of `Bash`, and those that are state replace it.

        Raises:
            ShellError: the bytes are no snapshot, of another version, altered, or made with another key.
        """
        from runtime.bash.snapshot import load

        return load(cls, data, key, options)

    def parts(self) -> tuple[State, Machine, FileSystem]:
        """What a snapshot is taken of. Raises ShellError while a script runs."""
        if self._busy.locked():
            raise ShellError("this shell is running a script; take the snapshot when it has ended")
        return self._state, self._machine, self._fs

    # Running

    def _call(self, name: str | None, args: Iterable[str], origin: str | None) -> None:
        if self._busy.locked():
            return
        if name is not None:
            self._state.name0 = name
            self._state.args = list(args)
        if origin is not None:
            self._state.extra["invoked"] = origin

    def _run(
        self,
        script: str,
        driver: Any,
        output: tuple[Output | None, bool],
        stdin: bytes | str | Stream,
        timeout_s: float | None,
    ) -> Result:
        if not self._busy.acquire(blocking=False):
            raise ShellError(
                "this shell is running a script; a command of yours runs more by cx.launch.script"
            )
        try:
            limits = self.limits if timeout_s is None else self.limits.lowered(timeout_s=timeout_s)
            meter = Meter(limits)
            began = meter.deadline - limits.timeout_s
            result = self._outcome(script, driver, output, stdin, meter)
        finally:
            self._busy.release()
        result.usage = {
            "commands": meter.commands + meter.stride - meter.left,
            "loop_iterations": limits.max_loop_iterations - max(meter.loops_left, 0),
            "output_bytes": meter.output,
            "seconds": meter.now() - began,
        }
        return result

    def _outcome(
        self,
        script: str,
        driver: Any,
        output: tuple[Output | None, bool],
        stdin: bytes | str | Stream,
        meter: Meter,
    ) -> Result:
        """Run the script, and have everything of it ended when this returns."""
        here, st = self._machine, self._state
        here.failures = []
        self._begin(st, here, meter, driver, stdin)
        on_output, binary = output
        if on_output is not None:
            self._listener = Listener(self._stdout, self._stderr, here, on_output, binary)
            st.callbacks.extra["emit"] = self._listener.emit
            st.refresh_hooks()
        status, error = 1, None
        _deepen(1)
        try:
            status, error = self._lived(st, here, script)
            if self._listener is not None:
                # While a listener that is awaited still can be.
                self._listener.emit()
        except LimitExceeded as limit:
            error = limit.code
            self._say(st, f"line {max(st.line, 1)}: limit exceeded: {limit.message}")
        except Stopped:
            error = "cancelled"
        except RecursionError:
            error = "limit.depth"
            self._say(st, f"line {max(st.line, 1)}: limit exceeded: nested too deeply")
        except MemoryError:
            error = "limit.memory"
            self._say(st, f"line {max(st.line, 1)}: limit exceeded: out of memory")
        except Exception as defect:  # noqa: BLE001  # a defect of the shell is no exception of its embedder's call
            error = "internal"
            here.failures.append(defect)
            self._say(st, "internal error")
        finally:
            try:
                here.scheduler.finish()
            finally:
                _deepen(-1)
                self._rest(st)
        if error is not None and error != "syntax":
            _calm(st)
        if self._listener is not None:
            self._listener.end()
            self._listener = None
        result = Result(b"".join(self._stdout.chunks), b"".join(self._stderr.chunks), status, error)
        result.failures = tuple(here.failures)
        result.exited = self._exited
        return result

    def _begin(
        self, st: State, here: Machine, meter: Meter, driver: Any, stdin: bytes | str | Stream
    ) -> None:
        st.meter = meter
        here.scheduler.begin(meter, driver)
        here.scheduler.root.process = st.process
        st.process.status = None
        st.process.signal = 0
        st.process.pending.clear()
        self._stdout = Collected("stdout", meter)
        self._stderr = Collected("stderr", meter)
        given = stdin.encode("utf-8", "surrogateescape") if isinstance(stdin, str) else stdin
        st.fds[0] = given.retain() if isinstance(given, Stream) else Input(given, "stdin")
        st.around = st.extra["first input"] = st.fds[0]
        st.fds[1] = self._stdout
        st.fds[2] = self._stderr
        st.line = 1
        st.extra.pop("syntax error", None)
        self._fs.attach(
            wait=here.scheduler.await_,  # type: ignore[arg-type]
            open_special=here.open_special,
            descriptors=here.descriptors,
        )

    def _lived(self, st: State, here: Machine, script: str) -> tuple[int, str | None]:
        from runtime.bash.interp.script import run_text

        size = len(script)
        if size > st.meter.limits.max_input_bytes:
            st.meter.exceeded("input_bytes", f"a script of more than {st.meter.limits.max_input_bytes} bytes")
        self._exited = False

        def run(shell: State) -> int:
            try:
                return run_text(shell, script, name="-c")
            except Exit:
                self._exited = True
                raise

        status = live(st, run)
        error = "syntax" if "syntax error" in st.extra and status == 2 else None
        scheduler = here.scheduler
        if scheduler.tasks:
            self._let_go(st)
            scheduler.drain()
        return status, error

    def _let_go(self, st: State) -> None:
        """The script has ended: its ends of pipes close, so that who reads or writes them ends as well."""
        from runtime.bash.interp.files import FileStream

        for number, stream in list(st.fds.items()):
            if number < _KEPT_FDS or not isinstance(stream, FileStream):
                del st.fds[number]
                stream.release()

    def _rest(self, st: State) -> None:
        """Between scripts the shell stands at its top level, whatever ended the last one."""
        self._let_go(st)
        while st.frames:
            st.leave_frame()
        st.loops = st.guarded = st.depth = st.nesting = 0
        st.source = ""
        st.process.child = None
        st.meter = _IDLE
        jobs = st.extra.get("jobs")
        if jobs is not None:
            jobs.retire()  # type: ignore[attr-defined]
        self._machine.processes = {FIRST_PID: st.process}
        if st.callbacks.extra.pop("emit", None) is not None:
            st.refresh_hooks()

    def _say(self, st: State, text: str) -> None:
        """One line on standard error that no budget can keep away."""
        self._stderr.chunks.append(f"{st.name0}: {text}\n".encode("utf-8", "surrogateescape"))


# Making a shell

_LIMITS = Limits()
_PERMISSIONS = frozenset({"open", "enforced"})
# Between scripts nothing runs; what an embedder does through the State (nothing, so far) is charged to nobody.
_IDLE = Meter(_LIMITS)


def _calm(st: State) -> None:
    """What acts on every command may be what used up the budget: traps and tracing do not outlive a script that was ended."""
    st.extra.pop("traps", None)
    st.options = ShellOptions(st.options.on - {"xtrace", "verbose", "noexec", "onecmd"})
    st.refresh_hooks()


def _deepen(scripts: int) -> None:
    """One script more, or (-1) fewer, runs somewhere in this Python process; while any does, its recursion limit is raised.

    Scripts overlap: in threads, in one event loop. The last one to end puts the limit back, if it is still ours.
    """
    global _running, _usual_frames  # noqa: PLW0603 - one limit for the whole interpreter
    with _frames_lock:
        _running += scripts
        if _running == scripts == 1 and sys.getrecursionlimit() < _FRAMES:
            _usual_frames = sys.getrecursionlimit()
            sys.setrecursionlimit(_FRAMES)
        elif not _running and sys.getrecursionlimit() == _FRAMES:
            sys.setrecursionlimit(_usual_frames)


_frames_lock = allocate_lock()
_running = 0
_usual_frames = _FRAMES


def _fresh(here: Machine, limits: Limits, files: Mapping[str, Any] | None, permissions: str) -> FileSystem:
    from runtime.bash.vfs.quota import Quota
    from runtime.bash.vfs.standard import standard

    quota = Quota(file_bytes=limits.max_file_bytes, fs_bytes=limits.max_fs_bytes, files=limits.max_files)
    fs = standard(
        here.username,
        here.hostname,
        programs=programs(),
        uid=here.uid,
        gid=here.uid,
        clock_ns=here.clock.now_ns,
        quota=quota,
        entropy=None if here.seed is None else here.entropy,
        enforced=permissions == "enforced",
    )
    if files:
        from runtime.bash.vfs.initial_files import from_files

        from_files(files, fs)
    return fs


def _mounted(fs: FileSystem, mounts: Mapping[str, FileSystem]) -> FileSystem:
    from runtime.bash.vfs.initial_files import add_folder
    from runtime.bash.vfs.memory import MemoryFileSystem
    from runtime.bash.vfs.mount import MountedFileSystem

    if isinstance(fs, MemoryFileSystem):
        for place in mounts:
            add_folder(fs, place)
    return MountedFileSystem(fs, mounts)


def _enter(fs: FileSystem, place: str) -> None:
    """Have the working directory there."""
    if not place.startswith("/"):
        raise ValueError(f"not an absolute path: {place!r}")
    if fs.is_dir(place):
        return
    from runtime.bash.vfs.initial_files import add_folder, make_parents
    from runtime.bash.vfs.memory import MemoryFileSystem

    if isinstance(fs, MemoryFileSystem):
        add_folder(fs, place)
    else:
        make_parents(fs, f"{place}/x")


def _install(here: Machine, commands: Commands) -> None:
    from collections.abc import Mapping

    from runtime.bash.interp.utility_launch import embedded

    named = (
        dict(commands)
        if isinstance(commands, Mapping)
        else {getattr(command, "name", None) or command.__name__: command for command in commands}
    )
    for name, command in named.items():
        if not name or "/" in name or not callable(command):
            raise ValueError(f"not a command: {name!r}")
        here.commands[name] = embedded(here, command)


def _root(st: State, here: Machine) -> None:
    process = st.process = Process(FIRST_PID, st, None, None)
    st.pid = FIRST_PID
    st.extra["main pid"] = FIRST_PID
    here.processes[FIRST_PID] = process
