"""`Context`: all that a utility sees, from its arguments and streams to the files, the clock and the budgets.

A utility is a module ``runtime/bash/commands/<name>.py`` (or a package of that name) with a function ``main(cx: Context) -> int`` (or ``async``), found
by its file name at first use. It sees its Context and nothing else: no shell, no variables, no host. An embedder's
command is any callable of the same shape.
"""

from __future__ import annotations

from runtime.bash.charset import widen

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from runtime.bash.limits import Meter
    from runtime.bash.streams import Stream
    from runtime.bash.vfs.api import FileSystem

    Main = Callable[["Context"], int | Awaitable[int]]

__all__ = ["Clock", "Context", "Launch"]


# What a kernel says of a call that it does not have: the ports below are whole, and can do nothing.
_ENOSYS = 38
_EPIPE = 32


def _absent() -> OSError:
    return OSError(_ENOSYS, "Function not implemented")


class Clock:
    """Time as the shell sees it. ``now()`` is seconds since the epoch; ``sleep(seconds)`` lets other tasks run meanwhile."""

    def now(self) -> float:
        """Seconds since the epoch."""
        raise _absent()

    def sleep(self, seconds: float) -> None:
        """Wait; ends early only by an exception (a limit, a signal)."""
        raise _absent()


class Launch:
    """How a utility runs other commands of its shell (``xargs``, ``find -exec``, ``env``, ``timeout``, awk's pipes).

    Attributes:
        signal: what ended the command that was last waited for; 0 for one that ended by itself.
    """

    signal: int = 0

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
        """Run one command to its end in a subshell; its exit status.

        ``timeout_s`` past, it is sent each of ``signals`` with the seconds to wait before the next (None: for its end);
        ``on_signal`` is told of each.
        """
        raise _absent()

    def as_root(self, argv: list[str], env: Mapping[str, str]) -> int:
        """Run one command to its end as root, in an environment of its own; its exit status.

        Raises PermissionError where the user is a plain one.
        """
        raise _absent()

    def script(
        self,
        text: str,
        *,
        stdin: Stream | None = None,
        stdout: Stream | None = None,
        stderr: Stream | None = None,
    ) -> int:
        """Run a text as ``sh -c`` would; its exit status."""
        raise _absent()

    def start(
        self, argv: list[str], *, stdin: Stream | None = None, env: Mapping[str, str] | None = None
    ) -> Callable[[], int]:
        """Begin one command in a subshell, beside the utility: what waits for its end, and gives its exit status."""
        raise _absent()

    def begin(self, text: str, *, writes: bool) -> tuple[Stream, Callable[[], int]]:
        """Begin a text as ``sh -c`` would, beside the utility, with a pipe to its standard input (``writes``) or from its
        standard output: the utility's end of it, to be released, and what then waits for the command's exit status."""
        raise _absent()

    def wait(self, awaitable: Awaitable[object]) -> object:
        """The result of an awaitable of the embedder; the shell's other processes run meanwhile."""
        raise _absent()

    def locks(self) -> dict[tuple[int, int], list[tuple[Stream, bool]]]:
        """What is locked: for each file, by device and inode, the open descriptions that lock it, and whether each does so
        alone. One that was closed counts no longer."""
        return {}

    def missing(self, name: str) -> int:
        """0 when ``run`` would find a command of that name, else the status that it would fail with: 126 or 127."""
        raise _absent()

    def processes(self) -> list[tuple[int, int, bool, str]]:
        """The shell's processes that live, itself first: pid, its parent's, whether it stands still, its command."""
        return []

    def open(self, path: str, flags: int = 0, mode: int = 0o666) -> Stream:
        """Open an absolute path as a redirection would: ``/dev/stdin``, ``/dev/fd/N`` and FIFOs included; ``flags`` are
        ``os.O_*``, ``mode`` is taken through the umask. The caller releases the stream."""
        raise _absent()


class Context:
    """All that a utility gets.

    Attributes:
        name: the name it was called by, for messages (``grep: x: No such file or directory``).
        args: its arguments, without the name; str with surrogateescape.
        stdin, stdout, stderr: streams 0, 1, 2; ``fds`` maps every open descriptor.
        env: the exported variables.
        cwd: absolute virtual path.
        fs: the virtual file system; paths given to it are absolute (``cx.path(name)`` makes them so).
        meter: the budgets; ``cx.meter.check()`` in every loop that can run long, ``meter.text(n)`` before an allocation.
        clock, random, umask, username, uid, hostname: the virtual machine; the user is root under ``sudo``.
        launch: runs other commands.
        network: the injected network capability or None (``curl``).
        own_stdin: whether standard input was given to this command, by a pipe or a redirection, and is not that of the loop, function
            or shell around it, which other commands read.
    """

    __slots__ = (
        "args",
        "clock",
        "cwd",
        "env",
        "fds",
        "fs",
        "hostname",
        "launch",
        "meter",
        "name",
        "network",
        "own_stdin",
        "random",
        "stderr",
        "stdin",
        "stdout",
        "uid",
        "umask",
        "username",
    )

    def __init__(
        self,
        name: str,
        args: list[str],
        *,
        fds: dict[int, Stream],
        env: Mapping[str, str],
        cwd: str,
        fs: FileSystem,
        meter: Meter,
        clock: Clock,
        random: random.Random,
        launch: Launch,
        umask: int = 0o022,
        username: str = "user",
        uid: int = 1000,
        hostname: str = "localhost",
        network: object = None,
        own_stdin: bool = True,
    ) -> None:
        closed = _CLOSED
        self.name = name
        self.args = args
        self.fds = fds
        self.stdin = fds.get(0, closed)
        self.stdout = fds.get(1, closed)
        self.stderr = fds.get(2, closed)
        self.env = env
        self.cwd = cwd
        self.fs = fs
        self.meter = meter
        self.clock = clock
        self.random = random
        self.launch = launch
        self.umask = umask
        self.username = username
        self.uid = uid
        self.hostname = hostname
        self.network = network
        self.own_stdin = own_stdin

    def path(self, name: str) -> str:
        """``name`` as an absolute virtual path, ``.`` and ``..`` left for the file system to resolve. "" is ENOENT."""
        if not name.isascii():
            name = widen(name)
        if name.startswith("/"):
            return name
        if not name:
            raise FileNotFoundError(2, "No such file or directory")
        return f"{self.cwd}/{name}" if self.cwd != "/" else f"/{name}"

    def open(self, name: str, flags: int = 0, mode: int = 0o666) -> Stream:
        """Open a file by a name relative to ``cwd``; the caller releases it. Raises OSError."""
        return self.launch.open(self.path(name), flags, mode)

    def write(self, text: str) -> None:
        """Write text to standard output."""
        self.stdout.write(text.encode("utf-8", "surrogateescape"))

    def complain(self, message: str) -> None:
        """Write ``name: message`` and a newline to standard error."""
        try:
            self.stderr.write(f"{self.name}: {message}\n".encode("utf-8", "surrogateescape"))
        except OSError as error:
            if error.errno == _EPIPE:
                raise  # nobody reads any more: the utility ends, as by a signal

    def fail(self, message: str, status: int = 1) -> int:
        """Complain, and give the exit status to return."""
        self.complain(message)
        return status


def _closed() -> Stream:
    from runtime.bash.streams import Stream

    return Stream("closed")


_CLOSED = _closed()
